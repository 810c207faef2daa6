// The map: documents as points, laid out when the index was built; near is alike.

import { ask } from "./api.js";
import { address, capital, h, percent, problem, say, show } from "./dom.js";
import { Canvas } from "./map_canvas.js";

const LISTED = 15;
const COLUMNS = ["x", "y", "topic", "id", "title"];

export async function mapView(parameters, signal) {
  const places = await ask("map", {}, signal);
  const state = { q: parameters.get("q") ?? "", topic: parameters.has("topic") ? Number(parameters.get("topic")) : null };
  const drawn = frame(places, state, change);
  const link = (place) => address("/document", { id: places.id[place], q: state.q });
  const canvas = new Canvas(drawn.surface, places, {
    hovered: (place, x, y) => drawTip(drawn.tip, places, place, x, y),
    clicked: (place) => document.dispatchEvent(new CustomEvent("ilk:go", { detail: link(place) })),
    moved: (visible, ranked) => drawList(drawn, places, visible, ranked, link, canvas),
  }, signal);
  drawn.frame.append(zoomButtons(canvas));
  canvas.choose(state.topic);
  const hits = hitPoints(places);

  function change(what) {
    Object.assign(state, what);
    history.replaceState(history.state, "", address("/map", { q: state.q, topic: state.topic }));
    canvas.choose(state.topic);
    return search();
  }
  let asking = null;
  signal.addEventListener("abort", () => asking?.abort());
  async function search() {
    asking?.abort(); // an answer that comes late must not replace a newer one
    asking = new AbortController();
    const own = asking.signal;
    try {
      light(state.q.trim() ? await ask("map/search", { q: state.q }, own) : null);
    } catch (error) {
      if (own.aborted) return;
      light(null);
      drawn.notice.replaceChildren(problem(error));
    }
  }
  function light(found) {
    canvas.light(hits.placesOf(found));
    drawn.notice.replaceChildren(found && !found.id.length ? h("p", {}, capital(found.note)) : "");
    if (found) say(found.id.length ? `${found.id.length} documents light up on the map` : capital(found.note));
  }
  await search();
}

// Hits that a large collection's sample of points leaves out are among the places for as long as they are lit.
function hitPoints(places) {
  const sampled = places.id.length, known = new Map(places.id.map((id, place) => [id, place]));
  const add = (found, rank) => {
    for (const column of COLUMNS) places[column].push(found[column][rank]);
    return places.id.length - 1;
  };
  // The places of hits, best first; null where nothing was found, which leaves the map as it is without a search.
  const placesOf = (found) => {
    for (const column of COLUMNS) places[column].length = sampled;
    return found?.id.length ? found.id.map((id, rank) => known.get(id) ?? add(found, rank)) : null;
  };
  return { placesOf };
}

function frame(places, state, change) {
  const field = h("input", { type: "search", id: "q", dir: "auto", value: state.q, maxlength: 2000, autocomplete: "off", placeholder: "Light up what matches" });
  const surface = h("canvas", { class: "map", tabindex: "0", role: "img", "aria-describedby": "map-help",
    "aria-label": `Map of ${places.id.length.toLocaleString("en")} documents; the list beside it names those in view` });
  const legend = h("select", { id: "topic", onchange: () => change({ topic: legend.value === "" ? null : Number(legend.value) }) },
    h("option", { value: "" }, "All topics"),
    places.topics.map((topic) => h("option", { value: topic.number, selected: topic.number === state.topic }, `${topic.name} (${percent(topic.share)})`)));
  const tip = h("div", { class: "tip", dir: "auto", hidden: true }), notice = h("div");
  const heading = h("h2", {}, "In view"), inView = h("ul", { class: "in-view" });
  const box = h("div", { class: "map-frame" }, surface, tip);
  const sample = `${places.id.length.toLocaleString("en")} of ${places.n_documents.toLocaleString("en")} documents are shown, and all that a search finds.`;
  show("Map",
    h("h1", {}, "Map"),
    h("form", { class: "search", role: "search", onsubmit: (event) => { event.preventDefault(); change({ q: field.value }); } },
      h("span", { class: "field wide" }, h("label", { for: "q" }, "Search"), field),
      h("span", { class: "field" }, h("label", { for: "topic" }, "Topic"), legend),
      h("button", {}, "Show")),
    h("p", { id: "map-help", class: "hint" }, "Drag to move, scroll or press + and − to zoom, arrows to move; a click opens a document. ",
      places.id.length < places.n_documents ? sample : ""),
    notice,
    h("div", { class: "map-and-list" }, box, h("section", { "aria-label": "Documents in view" }, heading, inView)));
  return { surface, tip, notice, heading, inView, frame: box };
}

function zoomButtons(canvas) {
  return h("div", { class: "zoom" },
    h("button", { "aria-label": "Zoom in", onclick: () => canvas.zoom(1.5) }, "+"),
    h("button", { "aria-label": "Zoom out", onclick: () => canvas.zoom(1 / 1.5) }, "−"),
    h("button", { "aria-label": "Show everything", onclick: () => canvas.home() }, "⤢"));
}

function drawTip(tip, places, place, x, y) {
  tip.hidden = place === null;
  if (place === null) return;
  tip.textContent = `${places.title[place] || places.id[place]} — ${places.topics.find((topic) => topic.number === places.topic[place])?.name ?? ""}`;
  tip.style.left = `${x}px`;
  tip.style.top = `${y}px`;
}

function drawList({ heading, inView }, places, visible, ranked, link, canvas) {
  const more = visible.length - LISTED, point = (place) => () => canvas.point(place);
  heading.textContent = ranked ? "In view, the best first" : "In view";
  inView.replaceChildren(
    ...visible.slice(0, LISTED).map((place) => h("li", { dir: "auto" },
      h("a", { href: link(place), onfocus: point(place), onmouseover: point(place), onblur: point(null), onmouseout: point(null) }, places.title[place] || places.id[place]))),
    more > 0 ? h("li", { class: "hint" }, `and ${more.toLocaleString("en")} more; zoom in to see them`) : "");
}
