// Runs first in a page that is a file: a worker has Python, which answers the acts, and nothing is asked
// of a server but files.

import { mountBand } from "../../components/markup/band.js";
import { rememberPlaces, showHow } from "../../components/markup/frame.js";
import { mountMenu } from "../../components/menu/menu.js";
import { frameAround } from "./around.js";

const WAIT = "Python is on its way into this browser. What you did has its answer once it is here.";
const NO_FILES =
  "A browser runs no Python for a page that is opened as a file. Serve the folder, with " +
  "“python -m http.server” in it, and open http://localhost:8000, or put it on any web space.";
const SHOWN_HOW = ["embed", "embed_options", "scale"]; // of a link, beside what it shows
const { names, page, exhibit, keep } = document.currentScript.dataset;
const home = new URL(".", document.baseURI);

if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => (document.body.textContent = NO_FILES));
} else {
  const frame = keep ? null : frameAround();
  if (frame) document.documentElement.dataset.owner = frame.owner;
  document.documentElement.toggleAttribute(
    "data-elsewhere",
    [...new URLSearchParams(location.search).keys()].some((name) => !SHOWN_HOW.includes(name)),
  );
  document.addEventListener("readystatechange", settle, { once: true });
  mountBand(WAIT);
  showHow();
  rememberPlaces();
  mountMenu();
  addEventListener("click", lead, true);
  if (exhibit) globalThis.ndcgSite = startPython();
}

// From the folder that the page lies in to the address that a server has for it, so that links are the
// same; by then all that is below the folder has been asked for.
function settle() {
  const base = document.querySelector("base");
  if (base) history.replaceState(null, "", `${page}${location.search}${location.hash}`);
  base?.remove();
}

// A worker with Python for a page; without one it keeps Python's memory for later visits.
function python(exhibit = "") {
  const name = `${exhibit} ${navigator.serviceWorker?.controller ? "kept" : ""}`; // where its files are
  return new Worker(new URL("assets/worker.js", home), { type: "module", name });
}

// Returns what answers an act as a server would: an address and a body lead to a response.
function startPython() {
  const worker = python(exhibit);
  const waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data: { id, restored, status, text } }) => {
    if (id === undefined) return keepAll(restored);
    const headers = { "Content-Type": status === 200 ? "application/json" : "text/plain" };
    waiting.get(id)(new Response(text, { status, headers }));
    waiting.delete(id);
  };
  return (address, { body }) =>
    new Promise((answered) => {
      waiting.set(++asked, answered);
      worker.postMessage({ id: asked, address, body });
    });
}

// Once Python is here nothing is in the way: all files are kept for a visit without a network, and then
// Python's memory, unless it has come from there.
function keepAll(restored) {
  const keeper = keep ? navigator.serviceWorker : null;
  keeper?.register(new URL(keep, home)).catch(() => {}); // then it needs a network
  if (restored) return;
  if (keeper?.controller) python();
  else keeper?.addEventListener("controllerchange", () => python(), { once: true });
}

// A link leads to the file that the page is; what a server would make for a download, Python makes.
function lead(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== home.origin) return;
  const path = link.pathname.startsWith(home.pathname) ? link.pathname.slice(home.pathname.length) : null;
  if (names.split(" ").includes(path)) link.pathname += keep ? path && "/" : `${path ? "" : "index"}.html`;
  if (!path?.startsWith("take-along/")) return;
  event.preventDefault();
  save(path, link.search.slice(1), link.download);
}

async function save(path, body, download) {
  const answer = await globalThis.ndcgSite(path, { body });
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download }).click();
  URL.revokeObjectURL(href);
}
