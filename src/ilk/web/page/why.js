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
  const kinds = kindsOf(found);
  const box = h("section", { class: wide ? "why wide" : "why", "aria-label": "Why" }, sums(found), legend(found, kinds), texts(found, kinds));
  lightTogether(box);
  return box;
}

// Only the table is drawn again when something else is asked for: the buttons keep the focus, the texts their place.
function sums(found) {
  const byTopic = found.parts.some((part) => part.term !== null && part.topic !== null);
  const state = { merged: byTopic, all: false };
  const total = h("strong"), table = h("table", { class: "parts" });
  const more = h("button", { onclick: () => draw({ all: !state.all }) });
  const choices = [["by word", true], ["by word and topic", false]].map(([name, merged]) => h("button", { onclick: () => draw({ merged }) }, name));
  const draw = (what) => {
    Object.assign(state, what);
    const parts = state.merged ? found.by_term : found.parts;
    const n = state.merged ? found.n_by_term : found.parts.length + found.n_rest;
    const { amount, digits } = drawTable(table, found, state.all ? parts : parts.slice(0, FIRST), n);
    total.textContent = signed(amount, digits, false);
    total.dataset.total = amount.toFixed(digits);
    choices.forEach((button, place) => button.setAttribute("aria-pressed", String(state.merged === (place === 0))));
    more.hidden = parts.length <= FIRST;
    more.textContent = state.all ? "Show the largest only" : parts.length < n ? `Show the ${count(parts.length)} largest of ${count(n)} parts` : `Show all ${count(n)} parts`;
  };
  draw({});
  return h("div", { class: "sums" },
    h("p", { class: "total" }, "Similarity ", total, ` by ${found.similarity}: the sum of`),
    byTopic ? h("p", { class: "toggle" }, choices) : null, table, h("p", {}, more));
}

const count = (n) => n.toLocaleString("en");

// Draws the listed ones of n parts and what is left over; returns the total as it is shown.
function drawTable(table, found, listed, n) {
  const amounts = listed.map((part) => part.amount);
  const digits = digitsFor([...amounts, found.total]);
  const { shown, rest, total } = shownAmounts(amounts, found.total, digits);
  const scale = scaleOf(shown, rest), nRest = n - listed.length, absent = absence(found);
  let running = 0;
  const rows = listed.map((part, place) => {
    running += shown[place];
    return row(part, shown[place], running, scale, digits, absent(part.term));
  });
  const leftOver = h("tr", { class: "rest" },
    h("td", {}, nRest > 0 ? `${count(nRest)} smaller ${nRest === 1 ? "part" : "parts"}` : "rounding"),
    h("td", {}, strip(rest, scale)), h("td", { class: "amount", "data-amount": rest.toFixed(digits) }, signed(rest, digits)),
    h("td", { class: "amount running" }, signed(total, digits, false)));
  table.replaceChildren(
    h("caption", { class: "unseen" }, "The parts of the similarity, the largest first"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "What"), h("th", { scope: "col" }, "Part"), h("th", { scope: "col", class: "amount" }, "Amount"), h("th", { scope: "col", class: "amount running" }, "Sum so far"))),
    h("tbody", {}, rows, nRest > 0 || rest !== 0 ? leftOver : null),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Together"), h("td"), h("td", { class: "amount" }, signed(total, digits, false)), h("td", { class: "running" }))));
  return { amount: total, digits };
}

function row(part, amount, running, scale, digits, absent) {
  const what = part.term === null && part.topic === null
    ? h("span", { class: "constant" }, "what all documents share")
    : [part.term === null ? null : h("button", { class: "word", "data-term": part.term }, part.word),
       part.topic === null ? null : h("a", { class: "topic", href: address("/topics", { n: part.topic }) }, part.term === null ? `topic: ${part.topic_name}` : `through ${part.topic_name}`),
       absent ? h("span", { class: "absent" }, absent) : null];
  return h("tr", { "data-term": part.term },
    h("td", {}, what), h("td", {}, strip(amount, scale)),
    h("td", { class: "amount", "data-amount": amount.toFixed(digits) }, signed(amount, digits)),
    h("td", { class: "amount running" }, signed(running, digits, false)));
}

// Where zero stands and how long the largest part is. What is left over may be longer: it is drawn as long as that, with
// its end broken off.
function scaleOf(amounts, rest) {
  const longest = Math.max(...amounts.map(Math.abs), 0);
  const drawn = [...amounts, 0, Math.max(-longest, Math.min(longest, rest))];
  const most = Math.max(...drawn), least = Math.min(...drawn);
  return { zero: -least / (most - least || 1), width: most - least || 1, longest };
}

// To the right of zero what speaks for the document, to the left what speaks against it.
function strip(amount, { zero, width, longest }) {
  const length = Math.abs(amount), kind = `${amount < 0 ? " against" : ""}${length > longest ? " broken" : ""}`;
  const element = h("span", { class: `strip${kind}`, share: Math.min(length, longest) / width, "aria-hidden": "true" });
  element.style.setProperty("--zero", zero);
  return element;
}

function signed(value, digits, plus = true) {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : plus ? `+${text}` : text;
}

const termsOf = (text) => new Set([...text.spans, ...text.title_spans].map((span) => span[2]));

// What the words of both texts are to their similarity, by term.
function kindsOf(found) {
  const [left, right] = [termsOf(found.left), termsOf(found.right)];
  return new Map(found.by_term.filter((part) => part.term !== null).map(({ term, amount }) =>
    [term, amount < 0 ? "against" : left.has(term) && right.has(term) ? "match" : "related"]));
}

// Words of a similarity need not stand in the text that was found; this says of a term where it is missing.
function absence(found) {
  const [left, right] = [termsOf(found.left), termsOf(found.right)];
  return (term) => {
    if (term === null || right.has(term)) return "";
    return left.has(term) ? `only in the ${found.left.id === null ? "query" : "first text"}` : "in neither text";
  };
}

function legend(found, kinds) {
  const meanings = { match: "in both texts", related: "in one of them, and speaks for the similarity", against: "speaks against it" };
  const there = new Set([...termsOf(found.left), ...termsOf(found.right)].map((term) => kinds.get(term)));
  return h("p", { class: "legend" }, Object.entries(meanings).filter(([kind]) => there.has(kind)).map(([kind, meaning]) => [h("mark", { class: kind }, meaning), " "]).flat());
}

export function markedSpans(text, spans, kinds) {
  return marked(text, spans.filter((span) => kinds.has(span[2])).map(([start, end, term]) => [start, end, kinds.get(term), term]));
}

function texts(found, kinds) {
  const column = (text, heading) => h("div", { class: "text" },
    h("h2", { dir: "auto" }, text.id === null ? heading : h("a", { href: address("/document", { id: text.id }) }, text.title ? markedSpans(text.title, text.title_spans, kinds) : text.id)),
    h("p", { class: "body", dir: "auto", tabindex: "0", role: "region", "aria-label": `${text.id === null ? heading : text.title || text.id}, text` },
      markedSpans(text.text, text.spans, kinds)));
  return h("div", { class: "texts" }, column(found.left, "The query"), column(found.right, "The document"));
}

// Pointing at a word, or giving it the focus, lights it up wherever it stands.
function lightTogether(box) {
  const light = (terms) => {
    for (const each of box.querySelectorAll("[data-term]")) each.classList.toggle("lit", each.dataset.term.split(" ").some((term) => terms.includes(term)));
  };
  for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    box.addEventListener(begin, (event) => light(event.target.closest("[data-term]")?.dataset.term.split(" ") ?? []));
    box.addEventListener(end, () => light([]));
  }
}
