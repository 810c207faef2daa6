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

export function filterPanel(about, filters, changed) {
  if (!about.fields.length) return null;
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
  const form = h("form", { class: "filter-form", onsubmit: (event) => {
    event.preventDefault();
    changed([...new Set([...filters, `${field.value}${comparison.value}${value.value}`])]);
  } },
    h("span", { class: "field" }, h("label", { for: "filter-field" }, "Field"), field),
    h("span", { class: "field" }, h("label", { for: "filter-comparison" }, "is"), comparison),
    h("span", { class: "field" }, h("label", { for: "filter-value" }, "Value"), value, choices),
    h("button", {}, "Add filter"));
  const chips = filters.map((text) => h("li", {}, h("button", { class: "chip", "aria-label": `Remove the filter ${text}`,
    onclick: () => changed(filters.filter((other) => other !== text)) }, `${text} ✕`)));
  return h("div", { class: "filters" },
    filters.length ? h("ul", { class: "chips", "aria-label": "Filters" }, chips) : null,
    h("details", {}, h("summary", {}, "Filter by metadata"), form));
}
