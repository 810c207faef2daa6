// Search as one types.

import { ask, info } from "./api.js";
import { address, capital, h, problem, say, show, titled } from "./dom.js";
import { hitItem } from "./hits.js";
import { filterPanel, similaritySelect } from "./options.js";

const PAUSE = 160; // milliseconds after the last letter
const K = 10;

export async function searchView(parameters, signal) {
  const about = await info();
  const state = {
    q: parameters.get("q") ?? "",
    similarity: parameters.get("similarity") ?? "",
    page: Math.max(1, Number(parameters.get("page")) || 1),
    where: parameters.getAll("where"),
  };
  const results = h("section", { "aria-label": "Hits", class: "results" });
  const filters = about.fields.length ? filterPanel(about, (where) => change({ where, page: 1 }, true)) : null;
  filters?.draw(state.where);
  const field = h("input", { type: "search", id: "q", dir: "auto", value: state.q, maxlength: 2000, autocomplete: "off", spellcheck: "false",
    placeholder: "What are you looking for?", oninput: () => later(), "aria-describedby": "q-help" });
  const form = h("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); change({ q: field.value, page: 1 }, true); } },
    h("span", { class: "field wide" }, h("label", { for: "q" }, "Search"), field),
    similaritySelect(about, state.similarity, "similarity", "Similarity", (name) => change({ similarity: name === about.default_similarity ? "" : name, page: 1 }, true)),
    h("button", {}, "Search"));
  show(state.q, h("h1", { class: "unseen" }, "Search"), form, filters?.element ?? [], results);
  if (!state.q) field.focus({ preventScroll: true });

  let timer = null, asking = null;
  let settled = Boolean(state.q); // whether the address is one to come back to, not a query that is being typed
  signal.addEventListener("abort", () => { clearTimeout(timer); asking?.abort(); });
  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => change({ q: field.value, page: 1 }, false), PAUSE);
  }
  function change(what, remember) {
    clearTimeout(timer);
    Object.assign(state, what);
    const target = address("/", { ...state, ...placeOf(state) });
    if (target !== location.pathname + location.search) history[remember || settled ? "pushState" : "replaceState"](null, "", target);
    settled = remember;
    titled(state.q);
    filters?.draw(state.where);
    return search();
  }
  async function search() {
    asking?.abort();
    asking = new AbortController();
    if (!state.q.trim()) {
      results.removeAttribute("aria-busy"); // of a search that was under way
      results.replaceChildren(welcome(about));
      say("");
      return;
    }
    const own = asking.signal;
    results.setAttribute("aria-busy", "true");
    try {
      const found = await ask("search", { q: state.q, k: K, page: state.page, similarity: state.similarity, where: state.where }, own);
      results.replaceChildren(...drawn(found));
      say([found.hits.length ? `${found.hits.length} hits, page ${found.page}` : "", capital(found.note)].filter(Boolean).join(". "));
    } catch (error) {
      if (own.aborted) return;
      results.replaceChildren(problem(error));
    }
    results.removeAttribute("aria-busy");
  }
  function drawn(found) {
    if (!found.hits.length) return [nothing(found, state, about), state.page > 1 ? h("p", {}, h("button", { onclick: () => turn(1 - state.page) }, "← First page")) : ""];
    const first = found.hits[0].rank, last = found.hits.at(-1).rank;
    return [
      h("p", { class: "summary" }, `Hits ${first} to ${last} by ${found.similarity}, in ${found.meta.milliseconds.toFixed(0)} ms`),
      found.note ? h("p", { class: "hint" }, capital(found.note)) : null,
      h("ol", { class: "hits", start: first }, found.hits.map((hit) => hitItem(hit, { query: found.query, similarity: state.similarity, back: placeOf(state) }))),
      h("nav", { class: "pages", "aria-label": "Pages" },
        found.page > 1 ? h("button", { onclick: () => turn(-1) }, "← Previous") : null,
        found.more ? h("button", { onclick: () => turn(1) }, "Next →") : null),
    ];
  }
  async function turn(by) {
    await change({ page: state.page + by }, true);
    window.scrollTo(0, 0);
    results.querySelector("h2 a")?.focus({ preventScroll: true });
  }
  await search();
}

// Where among the hits one is, as an address says it.
const placeOf = ({ where, page }) => ({ where, page: page > 1 ? page : "" });

function nothing(found, state, about) {
  const topics = about.has_topics ? ["; the ", h("a", { href: "/topics" }, "topics"), " show what the documents are about."] : ["."];
  const advice = state.where.length ? ["Remove a filter above, or look for other words."] : ["Try fewer or other words", ...topics];
  return h("div", { class: "empty" },
    h("p", {}, capital(found.note || "nothing was found")),
    state.page > 1 ? null : h("p", { class: "hint" }, advice)); // past the last hit, other words are not what is missing
}

function welcome(about) {
  return h("div", { class: "empty" },
    h("p", {}, `${about.documents.toLocaleString("en")} documents are here. Type a few words: hits come as you type, and `,
      h("strong", {}, "Why?"), " shows what each similarity is made of."),
    about.has_topics ? h("p", { class: "hint" }, "Or begin with the ", h("a", { href: "/topics" }, "topics"), about.has_map ? [" or the ", h("a", { href: "/map" }, "map")] : "", " of the collection.") : null);
}
