// Choosing a similarity, and filters on metadata.

import { h } from "./dom.js";

const GROUPS = [
  ["Recommended", (name) => ["ilk", "bm25", "bm25-rm3", "lsi", "lm-dirichlet", "plsi-h", "plsi-kl", "fv"].includes(name)],
  ["Lexical", (name) => !/^(plsi|nb|ilk|lsi|fv)/.test(name)],
  ["By topics (PLSI)", (name) => name.startsWith("plsi")],
  ["By components (Naive Bayes)", (name) => name.startsWith("nb")],
];

export function similaritySelect(about, chosen, id, label, changed) {
  const left = new Set(about.similarities);
  if (chosen && !left.has(chosen)) left.add(chosen); // one with parameters, from the address
  const groups = [...GROUPS, ["Others", () => true]].map(([title, belongs]) => {
    const names = [...left].filter(belongs);
    names.forEach((name) => left.delete(name));
    if (!names.length) return null;
    return h("optgroup", { label: title }, names.map((name) =>
      h("option", { value: name, selected: name === (chosen || about.default_similarity) },
        name === about.default_similarity ? `${name} (default)` : name)));
  });
  return h("span", { class: "field" }, h("label", { for: id }, label), h("select", { id, onchange: (event) => changed(event.target.value) }, groups));
}

const COMPARISONS = ["=", "!=", "<", "<=", ">", ">="];

// The filters that are set, and a form that adds one; `draw` shows others without touching the form, which may be in use.
export function filterPanel(about, changed) {
  const chips = h("ul", { class: "chips", "aria-label": "Filters" });
  const form = filterForm(about, (text) => changed([...new Set([...filters, text])]));
  const folded = h("details", {}, h("summary", {}, "Filter by metadata"), form);
  let filters = [];
  const remove = (place) => {
    changed(filters.filter((_, other) => other !== place));
    const left = chips.querySelectorAll("button"); // the one that had the focus is gone
    (left[Math.min(place, left.length - 1)] ?? folded.querySelector("summary")).focus();
  };
  const draw = (given) => {
    filters = given;
    chips.hidden = !filters.length;
    chips.replaceChildren(...filters.map((text, place) => h("li", {},
      h("button", { class: "chip", "aria-label": `Remove the filter ${text}`, onclick: () => remove(place) }, `${text} ✕`))));
  };
  return { element: h("div", { class: "filters" }, chips, folded), draw };
}

function filterForm(about, added) {
  const field = h("select", { id: "filter-field" }, about.fields.map(({ name }) => h("option", {}, name)));
  const comparison = h("select", { id: "filter-comparison" }, COMPARISONS.map((sign) => h("option", {}, sign)));
  const value = h("input", { id: "filter-value", list: "filter-choices", autocomplete: "off", required: true });
  const choices = h("datalist", { id: "filter-choices" });
  const offer = () => {
    const { choices: known } = about.fields.find(({ name }) => name === field.value);
    choices.replaceChildren(...known.slice(0, 100).map(([text, n]) => h("option", { value: text, label: `${text} (${n})` })));
  };
  field.addEventListener("change", () => { value.value = ""; offer(); });
  offer();
  return h("form", { class: "filter-form", onsubmit: (event) => {
    event.preventDefault();
    added(`${field.value}${comparison.value}${value.value}`);
    value.value = "";
  } },
    h("span", { class: "field" }, h("label", { for: "filter-field" }, "Field"), field),
    h("span", { class: "field" }, h("label", { for: "filter-comparison" }, "is"), comparison),
    h("span", { class: "field" }, h("label", { for: "filter-value" }, "Value"), value, choices),
    h("button", {}, "Add filter"));
}
