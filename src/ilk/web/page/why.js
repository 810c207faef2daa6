// Why two texts are alike: the exact parts of their similarity, adding up before one's eyes.

import { ask, info } from "./api.js";
import { address, h, marked, say, show } from "./dom.js";
import { similaritySelect } from "./options.js";

const FIRST = 12;

export async function whyPanel({ query, other, id, similarity }) {
  const found = await ask("explain", { q: query, other, id, similarity });
  say(`Similarity ${found.total.toFixed(3)} from ${found.parts.length + found.n_rest} parts`);
  return explanation(found);
}

export async function whyView(parameters, signal) {
  const about = await info();
  const what = { q: parameters.get("q"), other: parameters.get("other"), id: parameters.get("id") ?? "", similarity: parameters.get("similarity") ?? "" };
  const found = await ask("explain", what, signal);
  const name = (text) => text.title || text.id || "the query";
  show(`Why ${name(found.right)}`,
    h("h1", {}, what.other ? "Why these two documents are alike" : "Why this document was found"),
    h("div", { class: "search" }, similaritySelect(about, what.similarity, "similarity", "Similarity", (chosen) =>
      document.dispatchEvent(new CustomEvent("ilk:go", { detail: address("/why", { ...what, similarity: chosen === about.default_similarity ? "" : chosen }) })))),
    explanation(found, { wide: true }));
}

// Digits such that the largest part shows four; every number of one explanation has the same.
export function digitsFor(amounts) {
  const largest = Math.max(...amounts.map(Math.abs), 1e-300);
  return Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(largest))));
}

// What is shown adds up as it is shown: the last row takes what rounding left over.
export function shownAmounts(amounts, total, digits) {
  const unit = 10 ** digits;
  const shown = amounts.map((amount) => Math.round(amount * unit));
  const rest = Math.round(total * unit) - shown.reduce((sum, each) => sum + each, 0);
  return { shown: shown.map((each) => each / unit), rest: rest / unit, total: Math.round(total * unit) / unit };
}

function explanation(found, { wide = false } = {}) {
  const box = h("section", { class: wide ? "why wide" : "why", "aria-label": "Why" });
  const byTopic = found.parts.some((part) => part.term !== null && part.topic !== null);
  const state = { merged: byTopic, all: false };
  const draw = () => box.replaceChildren(sums(found, state, byTopic, redraw), texts(found, box));
  const redraw = (what) => { Object.assign(state, what); draw(); };
  draw();
  return box;
}

function sums(found, state, byTopic, redraw) {
  const parts = state.merged ? found.by_term : found.parts;
  const listed = state.all ? parts : parts.slice(0, FIRST);
  const amounts = listed.map((part) => part.amount);
  const digits = digitsFor([...amounts, found.total]);
  const { shown, rest, total } = shownAmounts(amounts, found.total, digits);
  const nRest = (state.merged ? found.n_by_term : found.parts.length + found.n_rest) - listed.length;
  const scale = scaleOf(shown);
  let running = 0;
  const rows = listed.map((part, place) => {
    running += shown[place];
    return row(part, shown[place], running, scale, digits);
  });
  const leftOver = nRest > 0 || rest !== 0;
  return h("div", { class: "sums" },
    h("p", { class: "total" }, "Similarity ", h("strong", { "data-total": total.toFixed(digits) }, signed(total, digits, false)), ` by ${found.similarity}: the sum of`),
    byTopic ? h("p", { class: "toggle" }, h("button", { "aria-pressed": String(state.merged), onclick: () => redraw({ merged: true }) }, "by word"),
      h("button", { "aria-pressed": String(!state.merged), onclick: () => redraw({ merged: false }) }, "by word and topic")) : null,
    h("table", { class: "parts" },
      h("caption", { class: "unseen" }, "The parts of the similarity, the largest first"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "What"), h("th", { scope: "col" }, "Part"), h("th", { scope: "col", class: "amount" }, "Amount"), h("th", { scope: "col", class: "amount running" }, "Sum so far"))),
      h("tbody", {}, rows,
        leftOver ? h("tr", { class: "rest" },
          h("td", {}, nRest > 0 ? `${nRest.toLocaleString("en")} smaller ${nRest === 1 ? "part" : "parts"}` : "rounding"),
          h("td", {}, strip(rest, scale)), h("td", { class: "amount", "data-amount": rest.toFixed(digits) }, signed(rest, digits)),
          h("td", { class: "amount running" }, signed(total, digits, false))) : null),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Together"), h("td"), h("td", { class: "amount" }, signed(total, digits, false)), h("td", { class: "running" })))),
    parts.length > FIRST ? h("p", {}, h("button", { onclick: () => redraw({ all: !state.all }) }, state.all ? "Show the largest only" : `Show all ${parts.length} parts`)) : null);
}

function row(part, amount, running, scale, digits) {
  const what = part.term === null && part.topic === null
    ? h("span", { class: "constant" }, "what all documents share")
    : [part.term === null ? null : h("button", { class: "word", "data-term": part.term }, part.word),
       part.topic === null ? null : h("a", { class: "topic", href: address("/topics", { n: part.topic }) }, part.term === null ? `topic: ${part.topic_name}` : `through ${part.topic_name}`)];
  return h("tr", { "data-term": part.term },
    h("td", {}, what), h("td", {}, strip(amount, scale)),
    h("td", { class: "amount", "data-amount": amount.toFixed(digits) }, signed(amount, digits)),
    h("td", { class: "amount running" }, signed(running, digits, false)));
}

// Where zero stands and how long the largest part is; what is left over may be longer and ends at the edge.
function scaleOf(amounts) {
  const most = Math.max(...amounts, 0), least = Math.min(...amounts, 0);
  return { zero: -least / (most - least || 1), width: most - least || 1 };
}

// To the right of zero what speaks for the document, to the left what speaks against it.
function strip(amount, { zero, width }) {
  const length = Math.min(Math.abs(amount) / width, amount < 0 ? zero : 1 - zero);
  const element = h("span", { class: amount < 0 ? "strip against" : "strip", share: length, "aria-hidden": "true" });
  element.style.setProperty("--zero", zero);
  return element;
}

function signed(value, digits, plus = true) {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : plus ? `+${text}` : text;
}

function texts(found, box) {
  const weights = new Map();
  for (const part of found.by_term) if (part.term !== null) weights.set(part.term, part.amount);
  const own = new Set(found.left.spans.map((span) => span[2]));
  const column = (text, heading) => h("div", { class: "text" },
    h("h2", {}, text.id === null ? heading : h("a", { href: address("/document", { id: text.id }) }, text.title || text.id)),
    h("p", { class: "body", tabindex: "0", role: "region", "aria-label": `${text.id === null ? heading : text.title || text.id}, text` },
      marked(text.text, text.spans.map(([start, end, term]) => [start, end, kindOf(term, weights, own), term]))));
  const both = h("div", { class: "texts" }, column(found.left, "The query"), column(found.right, "The document"));
  const light = (terms) => {
    for (const each of box.querySelectorAll("[data-term]")) each.classList.toggle("lit", terms.some((term) => each.matches(`[data-term~="${CSS.escape(term)}"]`)));
  };
  for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    box.addEventListener(begin, (event) => light(event.target.closest("[data-term]")?.dataset.term.split(" ") ?? []));
    box.addEventListener(end, () => light([]));
  }
  return both;
}

function kindOf(term, weights, own) {
  if ((weights.get(term) ?? 0) < 0) return "against";
  return own.has(term) ? "match" : "related";
}
