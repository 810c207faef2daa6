// A document: its text, its topics, its nearest neighbours.

import { ask } from "./api.js";
import { address, bar, details, h, percent, problem, show } from "./dom.js";
import { hitItem } from "./hits.js";
import { markedSpans } from "./why.js";

const RELATED = 12; // words that are marked beside those of the query, as in the hits

export async function documentView(parameters, signal) {
  const id = parameters.get("id") ?? "";
  const query = parameters.get("q"), similarity = parameters.get("similarity");
  const hits = { q: query, similarity, where: parameters.getAll("where"), page: parameters.get("page") };
  const found = await ask("documents", { id }, signal);
  const title = h("h1", { dir: "auto" }, found.title || found.id);
  const text = h("div", { class: "body", dir: "auto", tabindex: "0", role: "region", "aria-label": "Text" }, found.text);
  const neighbours = h("section", { class: "neighbours", "aria-label": "Similar documents", "aria-busy": "true" }, h("h2", {}, "Similar documents"));
  show(found.title || found.id,
    h("article", { class: "document" },
      title,
      h("p", { class: "id" }, found.id, query ? [" · ", h("a", { href: address("/", hits) }, "back to the hits"), " · ",
        h("a", { href: address("/why", { q: query, id, similarity }) }, "why it was found")] : null),
      details(found.metadata),
      h("div", { class: "beside" },
        text,
        h("div", {}, topics(found.topics), sideBySide(found.id, similarity)))),
    neighbours);
  if (query) markWords(title, text, { q: query, id, similarity }, signal);
  try {
    const similar = await ask("similar", { id, k: 8, similarity }, signal);
    neighbours.append(similar.hits.length
      ? h("ol", { class: "hits" }, similar.hits.map((hit) => hitItem(hit, { other: id, similarity })))
      : h("p", { class: "hint" }, `There are none: ${similar.note}.`));
  } catch (error) {
    if (signal.aborted) return;
    neighbours.append(problem(error));
  }
  neighbours.removeAttribute("aria-busy");
}

// Marks what the query found, as the hits do; the document can be read without it.
async function markWords(title, text, what, signal) {
  const found = await ask("explain", what, signal).catch(() => null);
  if (!found || signal.aborted) return;
  const own = new Set(found.left.spans.map((span) => span[2]));
  const terms = found.by_term.filter((part) => part.term !== null);
  const related = terms.filter(({ term, amount }) => amount > 0 && !own.has(term)).slice(0, RELATED);
  const kinds = new Map([...[...own].map((term) => [term, "match"]), ...related.map(({ term }) => [term, "related"])]);
  if (found.right.title) title.replaceChildren(...markedSpans(found.right.title, found.right.title_spans, kinds));
  text.replaceChildren(...markedSpans(found.right.text, found.right.spans, kinds));
}

function topics(shares) {
  if (!shares.length) return null;
  return h("section", { "aria-label": "Topics of this document" }, h("h2", {}, "Topics"),
    h("ul", { class: "shares" }, shares.map(({ number, name, share }) =>
      h("li", {}, h("a", { href: address("/topics", { n: number }) }, name), bar(share, "Share", percent(share))))));
}

function sideBySide(id, similarity) {
  const field = h("input", { id: "other", required: true, autocomplete: "off" });
  return h("section", { "aria-label": "Compare" }, h("h2", {}, "Side by side"),
    h("form", { class: "search", onsubmit: (event) => {
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("ilk:go", { detail: address("/why", { other: field.value, id, similarity }) }));
    } }, h("span", { class: "field wide" }, h("label", { for: "other" }, "The id of another document"), field), h("button", {}, "Compare")));
}
