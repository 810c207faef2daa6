// The map: documents as points, laid out when the index was built; near is alike.

import { ask } from "./api.js";
import { address, capital, h, percent, problem, say, show } from "./dom.js";
import { Canvas } from "./map_canvas.js";

const LISTED = 15;

export async function mapView(parameters, signal) {
  const places = await ask("map", {}, signal);
  const state = { q: parameters.get("q") ?? "", topic: parameters.has("topic") ? Number(parameters.get("topic")) : null };
  const field = h("input", { type: "search", id: "q", value: state.q, maxlength: 2000, autocomplete: "off", placeholder: "Light up what matches" });
  const surface = h("canvas", { class: "map", tabindex: "0", role: "img", "aria-describedby": "map-help",
    "aria-label": `Map of ${places.id.length.toLocaleString("en")} documents; the list beside it names those in view` });
  const tip = h("div", { class: "tip", hidden: true });
  const inView = h("ul", { class: "in-view" });
  const notice = h("div", { class: "notice" });
  const legend = h("select", { id: "topic", onchange: () => change({ topic: legend.value === "" ? null : Number(legend.value) }) },
    h("option", { value: "" }, "All topics"),
    places.topics.map((topic) => h("option", { value: topic.number, selected: topic.number === state.topic }, `${topic.name} (${percent(topic.share)})`)));
  show("Map",
    h("h1", {}, "Map"),
    h("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); change({ q: field.value }); } },
      h("span", { class: "field wide" }, h("label", { for: "q" }, "Search"), field),
      h("span", { class: "field" }, h("label", { for: "topic" }, "Topic"), legend),
      h("button", {}, "Show")),
    h("p", { id: "map-help", class: "hint" }, "Drag to move, scroll or press + and − to zoom, arrows to move; a click opens a document. ",
      places.id.length < places.n_documents ? `${places.id.length.toLocaleString("en")} of ${places.n_documents.toLocaleString("en")} documents are shown.` : ""),
    notice,
    h("div", { class: "map-and-list" },
      h("div", { class: "map-frame" }, surface, tip,
        h("div", { class: "zoom" },
          h("button", { "aria-label": "Zoom in", onclick: () => canvas.zoom(1.5) }, "+"),
          h("button", { "aria-label": "Zoom out", onclick: () => canvas.zoom(1 / 1.5) }, "−"),
          h("button", { "aria-label": "Show everything", onclick: () => canvas.home() }, "⤢"))),
      h("section", { "aria-label": "Documents in view" }, h("h2", {}, "In view"), inView)));

  const link = (place) => address("/document", { id: places.id[place], q: state.q });
  const canvas = new Canvas(surface, places, {
    hovered(place, x, y) {
      tip.hidden = place === null;
      if (place === null) return;
      tip.textContent = `${places.title[place] || places.id[place]} — ${places.topics.find((topic) => topic.number === places.topic[place])?.name ?? ""}`;
      tip.style.left = `${x}px`;
      tip.style.top = `${y}px`;
    },
    clicked: (place) => document.dispatchEvent(new CustomEvent("ilk:go", { detail: link(place) })),
    moved(visible) {
      const chosen = visible.slice(0, LISTED);
      inView.replaceChildren(...chosen.map((place) => h("li", {}, h("a", { href: link(place),
        onfocus: () => canvas.point(place), onmouseover: () => canvas.point(place), onblur: () => canvas.point(null), onmouseout: () => canvas.point(null) },
        places.title[place] || places.id[place]))),
        visible.length > chosen.length ? h("li", { class: "hint" }, `and ${(visible.length - chosen.length).toLocaleString("en")} more; zoom in to see them`) : "");
    },
  }, signal);
  canvas.choose(state.topic);

  function change(what) {
    Object.assign(state, what);
    history.replaceState(null, "", address("/map", { q: state.q, topic: state.topic }));
    canvas.choose(state.topic);
    return search();
  }
  let asking = null;
  signal.addEventListener("abort", () => asking?.abort());
  async function search() {
    asking?.abort(); // an answer that comes late must not replace a newer one
    asking = new AbortController();
    const own = asking.signal;
    notice.replaceChildren();
    if (!state.q.trim()) { canvas.light(null); return; }
    try {
      light(await ask("search", { q: state.q, k: 100 }, own));
    } catch (error) {
      if (own.aborted) return;
      canvas.light(null);
      notice.replaceChildren(problem(error));
    }
  }
  function light(found) {
    if (!found.hits.length) {
      canvas.light(null);
      notice.replaceChildren(h("p", {}, capital(found.note)));
      say(capital(found.note));
      return;
    }
    const ids = new Set(found.hits.map((hit) => hit.id));
    const lit = [];
    places.id.forEach((id, place) => { if (ids.has(id)) lit.push(place); });
    canvas.light(lit);
    say(`${lit.length} documents light up on the map`);
  }
  await search();
}
