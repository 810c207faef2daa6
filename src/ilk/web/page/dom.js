// Building elements, and the few that every view uses.

import { parameters } from "./api.js";

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "share") element.style.setProperty("--share", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const main = () => document.getElementById("main");

export function say(sentence) {
  document.getElementById("status").textContent = sentence;
}

export function titled(title) {
  document.title = title ? `${title} · ilk` : "ilk";
}

// A view begins: what was there goes, and the heading gets the focus when somebody came here by a link.
export function show(title, ...children) {
  titled(title);
  main().replaceChildren(...children.flat());
}

export function problem(error) {
  return h("div", { class: "problem", role: "alert" }, h("p", {}, capital(error.message)), advice(error));
}

function advice(error) {
  const hints = {
    "not-found": ["Look for it by its words on the ", h("a", { href: "/" }, "search page"), "."],
    "bad-value": ["Change the value and try again, or start from ", h("a", { href: "/" }, "an empty search"), "."],
    network: ["Is ", h("code", {}, "ilk serve"), " still running? Start it again and reload this page."],
    unauthorised: ["Reload this page to give it."],
    internal: ["Try again; if it happens once more, the server's log says why."],
  };
  return h("p", { class: "hint" }, hints[error.kind] ?? "Try again in a moment.");
}

export function capital(sentence) {
  return sentence ? sentence[0].toUpperCase() + sentence.slice(1) + (/[.?!…]$/.test(sentence) ? "" : ".") : "";
}

export function address(view, values = {}) {
  const text = parameters(values).toString();
  return text ? `${view}?${text}` : view;
}

// A bar with its number beside it; the number is what a screen reader reads.
export function bar(share, label, text) {
  return h(
    "span",
    { class: "measure" },
    h("span", { class: "bar", share: Math.max(0, Math.min(1, share)), "aria-hidden": "true" }),
    h("span", { class: "number" }, h("span", { class: "unseen" }, `${label} `), text),
  );
}

export const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

const KINDS = ["match", "against", "related"]; // where marks overlap, the first of these wins

// Text with ranges marked: marks are [start, end, kind, term]. They overlap where words are pairs of characters, as in
// Chinese; a piece that lies in several marks carries all of their terms.
export function marked(text, marks) {
  const pieces = [];
  let position = 0;
  for (const { start, end, kind, terms } of cut(marks)) {
    pieces.push(points(text, position, start));
    pieces.push(h("mark", { class: kind, "data-term": terms }, points(text, start, end)));
    position = end;
  }
  pieces.push(points(text, position));
  return pieces;
}

// The marks as pieces that do not overlap, cut wherever one begins or ends; neighbours that say the same are one.
function cut(marks) {
  const borders = [...new Set(marks.flatMap(([start, end]) => [start, end]))].sort((a, b) => a - b);
  const waiting = [...marks].sort((a, b) => a[0] - b[0]);
  const pieces = [];
  let open = [], next = 0;
  borders.forEach((start, place) => {
    while (next < waiting.length && waiting[next][0] <= start) open.push(waiting[next++]);
    open = open.filter(([, end]) => end > start);
    if (!open.length) return;
    const kind = KINDS.find((each) => open.some((mark) => mark[2] === each));
    const terms = open.some((mark) => mark[3] !== undefined) ? [...new Set(open.map((mark) => mark[3]))].join(" ") : undefined;
    const last = pieces.at(-1);
    if (last?.end === start && last.kind === kind && last.terms === terms) last.end = borders[place + 1];
    else pieces.push({ start, end: borders[place + 1], kind, terms });
  });
  return pieces;
}

// Offsets count characters as Python does; JavaScript counts some of them twice.
function points(text, start, end) {
  return isPlain(text) ? text.slice(start, end) : characters(text).slice(start, end).join("");
}

const plainness = new Map();
function isPlain(text) {
  if (!plainness.has(text)) {
    if (plainness.size > 200) plainness.clear();
    plainness.set(text, !/[\ud800-\udfff]/.test(text));
  }
  return plainness.get(text);
}

let lastText = "", lastCharacters = [];
function characters(text) {
  if (text !== lastText) [lastText, lastCharacters] = [text, Array.from(text)];
  return lastCharacters;
}

export function details(metadata) {
  const entries = Object.entries(metadata).filter(([, value]) => String(value) !== "");
  if (!entries.length) return null;
  return h(
    "dl",
    { class: "metadata" },
    entries.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, Array.isArray(value) ? value.join(", ") : String(value)))),
  );
}
