// The topics of the collection, and one of them.

import { ask } from "./api.js";
import { address, bar, h, percent, show } from "./dom.js";

export async function topicsView(parameters, signal) {
  const number = parameters.get("n");
  if (number !== null) return topicView(number, signal);
  const { list } = await ask("topics", {}, signal);
  const largest = Math.max(...list.map((topic) => topic.share), 1e-9);
  show("Topics",
    h("h1", {}, "Topics"),
    h("p", { class: "hint" }, `${list.length} topics, learned from the words of the documents; shares are of all words.`),
    h("ol", { class: "topics" }, list.map((topic) => h("li", {},
      h("h2", {}, h("a", { href: address("/topics", { n: topic.number }) }, topic.name)),
      bar(topic.share / largest, "Share", percent(topic.share)),
      h("p", { class: "words" }, topic.words.join(" · "))))));
}

async function topicView(number, signal) {
  const topic = await ask(`topics/${encodeURIComponent(number)}`, {}, signal);
  const typical = topic.documents.map((each) => h("li", {},
    h("a", { dir: "auto", href: address("/document", { id: each.id }) }, each.title || each.id),
    bar(each.share, "Share of the document", percent(each.share))));
  show(topic.name,
    h("p", {}, h("a", { href: "/topics" }, "All topics"), " · ", h("a", { href: address("/map", { topic: topic.number }) }, "On the map")),
    h("h1", {}, topic.name),
    h("p", { class: "hint" }, `${percent(topic.share)} of all words.`),
    h("section", { "aria-label": "Words" }, h("h2", {}, "What sets it apart"), h("p", { class: "words" }, wordLinks(topic.words)),
      h("h2", {}, "Its most frequent words"), h("p", { class: "words" }, wordLinks(topic.probable))),
    h("section", { "aria-label": "Documents" }, h("h2", {}, "Typical documents"),
      h("p", { class: "hint" }, "The most typical first: those with a large share of the topic and words enough to tell. The bar is that share."), h("ol", { class: "shares" }, typical)));
}

function wordLinks(words) {
  return words.flatMap((word, place) => [place ? " · " : "", h("a", { href: address("/", { q: word }) }, word)]);
}
