// A hit: title, bar, snippet with its marks, and the way to its explanation.

import { address, bar, details, h, marked } from "./dom.js";
import { whyPanel } from "./why.js";

export function hitItem(hit, { query, other, similarity, note } = {}) {
  const panel = h("div", { class: "why-place", id: `why-${hit.rank}`, hidden: true });
  const button = h("button", { class: "why-button", "aria-expanded": "false", "aria-controls": panel.id,
    "aria-label": `Why? ${hit.title || hit.id}`, onclick: () => toggle(button, panel, hit, { query, other, similarity }) }, "Why?");
  return h("li", { class: "hit", "data-id": hit.id },
    h("div", { class: "hit-head" },
      h("h2", {}, h("a", { href: address("/document", { id: hit.id, q: query, similarity }) }, hit.title || hit.id)),
      note ?? null,
      bar(hit.strength, "Similarity", short(hit.similarity))),
    hit.snippet ? h("p", { class: "snippet" }, marked(hit.snippet, [
      ...hit.marks.map(([start, end]) => [start, end, "match"]),
      ...hit.related.map(([start, end]) => [start, end, "related"])])) : null,
    details(hit.metadata),
    h("p", { class: "actions" }, button,
      " ", h("a", { href: address("/why", { q: query, other, id: hit.id, similarity }) }, "Side by side")),
    panel);
}

export const short = (value) => {
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 100000)) return value.toExponential(2).replace("-", "−");
  return value.toFixed(size < 10 ? 2 : 1).replace("-", "−");
};

async function toggle(button, panel, hit, what) {
  const opens = panel.hidden;
  panel.hidden = !opens;
  button.setAttribute("aria-expanded", String(opens));
  if (!opens || panel.childElementCount) return;
  panel.append(await whyPanel({ ...what, id: hit.id }));
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { toggle(button, panel, hit, what); button.focus(); }
  });
}
