// A document: its text, its topics, its nearest neighbours.

import { ask } from "./api.js";
import { address, bar, details, h, percent, problem, show } from "./dom.js";
import { hitItem } from "./hits.js";

export async function documentView(parameters, signal) {
  const id = parameters.get("id") ?? "";
  const query = parameters.get("q"), similarity = parameters.get("similarity");
  const hits = { q: query, similarity, where: parameters.getAll("where"), page: parameters.get("page") };
  const found = await ask(`documents/${encodeURIComponent(id)}`, {}, signal);
  const neighbours = h("section", { class: "neighbours", "aria-label": "Similar documents", "aria-busy": "true" }, h("h2", {}, "Similar documents"));
  show(found.title || found.id,
    h("article", { class: "document" },
      h("h1", {}, found.title || found.id),
      h("p", { class: "id" }, found.id, query ? [" · ", h("a", { href: address("/", hits) }, "back to the hits"), " · ",
        h("a", { href: address("/why", { q: query, id, similarity }) }, "why it was found")] : null),
      details(found.metadata),
      h("div", { class: "beside" },
        h("div", { class: "body", tabindex: "0", role: "region", "aria-label": "Text" }, found.text),
        h("div", {}, topics(found.topics), sideBySide(found.id, similarity)))),
    neighbours);
  try {
    const similar = await ask(`similar/${encodeURIComponent(id)}`, { k: 8, similarity }, signal);
    neighbours.append(similar.hits.length
      ? h("ol", { class: "hits" }, similar.hits.map((hit) => hitItem(hit, { other: id, similarity })))
      : h("p", { class: "hint" }, `There are none: ${similar.note}.`));
  } catch (error) {
    if (signal.aborted) return;
    neighbours.append(problem(error));
  }
  neighbours.removeAttribute("aria-busy");
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
