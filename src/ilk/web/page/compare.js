// The same query under two similarities, and what moved.

import { ask, info } from "./api.js";
import { address, capital, h, problem, say, show } from "./dom.js";
import { hitItem } from "./hits.js";
import { similaritySelect } from "./options.js";

const K = 10, DEEP = 50;

export async function compareView(parameters, signal) {
  const about = await info();
  const state = {
    q: parameters.get("q") ?? "",
    left: parameters.get("left") ?? about.default_similarity,
    right: parameters.get("right") ?? (about.default_similarity === "bm25" ? "tfidf" : "bm25"),
  };
  const results = h("div", { "aria-live": "off" });
  const field = h("input", { type: "search", id: "q", dir: "auto", value: state.q, maxlength: 2000, autocomplete: "off", placeholder: "One query, two similarities" });
  const change = (what) => document.dispatchEvent(new CustomEvent("ilk:go", { detail: address("/compare", { ...state, ...what }) }));
  show(state.q ? `Compare ${state.q}` : "Compare",
    h("h1", {}, "Compare two similarities"),
    h("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); change({ q: field.value }); } },
      h("span", { class: "field wide" }, h("label", { for: "q" }, "Search"), field),
      similaritySelect(about, state.left, "left", "Left", (left) => change({ q: field.value, left })),
      similaritySelect(about, state.right, "right", "Right", (right) => change({ q: field.value, right })),
      h("button", {}, "Compare")),
    results);
  if (!state.q.trim()) {
    results.append(h("p", { class: "empty" }, "Type a query to see what two similarities make of it."));
    return;
  }
  try {
    const [left, right] = await Promise.all([state.left, state.right].map((similarity) => ask("search", { q: state.q, k: DEEP, similarity }, signal)));
    draw(results, left, right);
  } catch (error) {
    if (!signal.aborted) results.append(problem(error));
  }
}

function draw(results, left, right) {
  const places = [left, right].map((found) => new Map(found.hits.map((hit) => [hit.id, hit.rank])));
  const tops = [left, right].map((found) => found.hits.slice(0, K));
  const shared = tops[0].filter((hit) => (places[1].get(hit.id) ?? DEEP + 1) <= K).length;
  const most = Math.max(tops[0].length, tops[1].length);
  const summary = most ? `${shared} of the first ${most} hits are on both sides.` : "Neither side has a hit.";
  say(summary);
  results.append(h("p", { class: "summary" }, summary), h("div", { class: "sides" },
    [left, right].map((found, side) => h("section", { "aria-label": `Hits by ${found.similarity}` },
      h("h2", {}, found.similarity),
      tops[side].length
        ? h("ol", { class: "hits" }, tops[side].map((hit) => {
          const item = hitItem(hit, { query: found.query, similarity: found.similarity, note: moved(hit.rank, places[1 - side].get(hit.id)) });
          item.querySelector(".why-place").id += side ? "-right" : "-left";
          item.querySelector(".why-button").setAttribute("aria-controls", item.querySelector(".why-place").id);
          return item;
        }))
        : h("p", { class: "hint" }, capital(found.note))))));
  const light = (id) => results.querySelectorAll(".hit").forEach((item) => item.classList.toggle("lit", item.dataset.id === id));
  for (const [name, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) {
    results.addEventListener(name, (event) => light(on ? event.target.closest(".hit")?.dataset.id : null));
  }
}

function moved(rank, there) {
  if (there === undefined) return h("span", { class: "moved only" }, `not in the other's first ${DEEP}`);
  if (there === rank) return h("span", { class: "moved" }, "same place");
  return there > rank
    ? h("span", { class: "moved up" }, `▲ ${there - rank} (${there} there)`)
    : h("span", { class: "moved down" }, `▼ ${rank - there} (${there} there)`);
}
