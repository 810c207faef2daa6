// A hit: title, bar, snippet with its marks, and the way to its explanation.

import { address, bar, details, h, marked, problem } from "./dom.js";
import { whyPanel } from "./why.js";

export function hitItem(hit, { query, other, similarity, note, back } = {}) {
  const panel = h("div", { class: "why-place", id: `why-${hit.rank}`, hidden: true });
  const button = h("button", { class: "why-button", "aria-expanded": "false", "aria-controls": panel.id,
    "aria-label": `Why? ${hit.title || hit.id}` }, "Why?");
  button.addEventListener("click", unfolding(button, panel, () => whyPanel({ query, other, id: hit.id, similarity })));
  const close = (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    if (panel.contains(event.target)) button.focus(); // what is hidden cannot keep the focus
    button.click();
  };
  return h("li", { class: "hit", "data-id": hit.id, onkeydown: close },
    h("div", { class: "hit-head" },
      h("h2", { dir: "auto" }, h("a", { href: address("/document", { id: hit.id, q: query, similarity, ...back }) },
        hit.title ? marked(hit.title, hit.title_marks.map(([start, end]) => [start, end, "match"])) : hit.id)),
      note ?? null,
      bar(hit.strength, "Similarity", short(hit.similarity))),
    hit.snippet ? h("p", { class: "snippet", dir: "auto" }, marked(hit.snippet, [
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

// Opens and closes a panel; it is filled once, and again only where that failed.
function unfolding(button, panel, fill) {
  let filling = null;
  return () => {
    const opens = panel.hidden;
    panel.hidden = !opens;
    button.setAttribute("aria-expanded", String(opens));
    if (!opens || filling) return;
    panel.replaceChildren();
    filling = fill().then((content) => panel.replaceChildren(content), (error) => {
      filling = null;
      panel.replaceChildren(problem(error));
    });
  };
}
