// Which view an address stands for, and how one gets from view to view without loading the page again.

import { info, Problem } from "./api.js";
import { main, problem, say } from "./dom.js";
import { compareView } from "./compare.js";
import { documentView } from "./document.js";
import { mapView } from "./map.js";
import { searchView } from "./search.js";
import { topicsView } from "./topics.js";
import { whyView } from "./why.js";

const VIEWS = {
  "/": searchView,
  "/document": documentView,
  "/topics": topicsView,
  "/map": mapView,
  "/compare": compareView,
  "/why": whyView,
};

// Where one was in a view is kept with its entry of the history; the browser cannot know when a view is drawn.
history.scrollRestoration = "manual";
let leave = null, drawn = false, scrolling = null;

// `focus`: somebody came here by a link or by going back; `place`: where they were when they left.
async function render({ focus = false, place = null } = {}) {
  leave?.abort();
  leave = new AbortController();
  drawn = false;
  const { signal } = leave;
  const view = VIEWS[location.pathname] ?? searchView;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    await view(new URLSearchParams(location.search), signal);
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    if (!(error instanceof Problem)) console.error(error);
    main().replaceChildren(problem(error instanceof Problem ? error : new Problem("internal", "this view could not be shown")));
    say(error.message);
  }
  if (signal.aborted) return;
  drawn = true;
  if (focus || place) window.scrollTo(0, place?.scroll ?? 0);
  if (focus) (linkTo(place?.link) ?? main()).focus({ preventScroll: true });
}

function linkTo(href) {
  return href && [...main().querySelectorAll("a[href]")].find((link) => link.getAttribute("href") === href);
}

function go(address, link = null) {
  history.replaceState({ scroll: scrollY, link: link?.getAttribute("href") }, "");
  if (address !== location.pathname + location.search) history.pushState(null, "", address);
  return render({ focus: true });
}

window.addEventListener("scroll", () => {
  clearTimeout(scrolling);
  scrolling = setTimeout(() => { if (drawn) history.replaceState({ ...history.state, scroll: scrollY }, ""); }, 150);
}, { passive: true });

document.addEventListener("ilk:go", (event) => go(event.detail));

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = new URL(link.href);
  if (target.origin !== location.origin || !(target.pathname in VIEWS) || target.hash) return;
  event.preventDefault();
  go(target.pathname + target.search, link);
});

window.addEventListener("popstate", (event) => render({ focus: true, place: event.state }));

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "/" && !typing) {
    const field = document.querySelector("input[type=search]");
    if (field) { event.preventDefault(); field.focus(); field.select(); }
  } else if (!typing && (event.key === "j" || event.key === "k")) step(event.key === "j" ? 1 : -1);
  else if (!typing && event.key === "w") document.activeElement.closest(".hit")?.querySelector(".why-button")?.click();
});

function step(by) {
  const links = [...document.querySelectorAll(".hit h2 a")];
  if (!links.length) return;
  const now = links.findIndex((link) => link.closest(".hit").contains(document.activeElement));
  links[Math.max(0, Math.min(links.length - 1, now + by))].focus();
}

async function start() {
  render({ place: history.state });
  try {
    const about = await info();
    document.getElementById("collection").textContent = `${about.name}: ${about.documents.toLocaleString("en")} documents`;
    for (const link of document.querySelectorAll("[data-needs]")) link.hidden = !about[link.dataset.needs];
  } catch { /* the view says what is wrong */ }
}

start();
