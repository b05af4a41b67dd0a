// The first script of a page of the static site. It starts a worker with Python, which answers acts. The web server
// only sends files.

import { mountBand } from "../../components/markup/band.js";
import { rememberPlaces, applyDisplayOptions } from "../../components/markup/frame.js";
import { mountMenu } from "../../components/menu/menu.js";
import { mountEmbedded } from "../embed/embedded.js";
import { findFrameAround } from "./around.js";
import { findPrepared, isShown, parseLink } from "./prepared.js";
import { findSharedPython, GONE, offerPython } from "./sharing.js";

const LOADING = "Loading Python into your browser. Your last action is answered when it has loaded.";
const OPENED_AS_FILE =
  "This page cannot run Python when it is opened as a file. Run “python -m http.server” in its folder and " +
  "open http://localhost:8000, or upload the folder to a web server.";
const { names, page, link: own = "", exhibit, keep, prepared, tables } = document.currentScript.dataset;
const home = new URL(".", document.baseURI);
const search = joinQueries(own, location.search);
const there = prepared ? findPrepared(JSON.parse(prepared), location.search) : null;

if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => (document.body.textContent = OPENED_AS_FILE));
} else if (there) {
  document.documentElement.toggleAttribute("data-leaves", true);
  location.replace(new URL(there + location.hash, home)); // the file has the first screen of this link
} else {
  const frame = keep ? null : findFrameAround();
  if (frame) document.documentElement.dataset.owner = frame.owner;
  document.documentElement.toggleAttribute(
    "data-elsewhere",
    !isShown(parseLink(own), parseLink(search)),
  );
  document.addEventListener("readystatechange", setAddress, { once: true });
  mountBand(LOADING);
  applyDisplayOptions();
  globalThis.ndcgEmbedder = mountEmbedded();
  rememberPlaces();
  mountMenu();
  addEventListener("click", followLink, true);
  if (exhibit) globalThis.ndcgSite = startPython();
  if (tables && "elsewhere" in document.documentElement.dataset) globalThis.ndcgTables = readTables();
}

// Change the address to the one that a server would have for this page, so that links are the same. By then, the
// browser has requested all files relative to the folder.
function setAddress() {
  const base = document.querySelector("base");
  if (base) history.replaceState(null, "", `${page}${search}${location.hash}`);
  base?.remove();
}

// Return a query with the parameters of a prepared file's link and of an address. Without such a link, return the query
// unchanged.
function joinQueries(own, query) {
  if (!own) return query;
  return `?${[own, query.slice(1)].filter(Boolean).join("&")}`;
}

// Load the tables of gains and divisors while the page's other scripts are loaded. Resolve to null if that fails.
function readTables() {
  return fetch(new URL(tables, home)).then(
    (answer) => (answer.ok ? answer.json() : null),
    () => null,
  );
}

// Start and return a worker with Python for a page. Without a page, the worker stores Python's memory for later visits.
function startWorker(exhibit = "") {
  const name = `${exhibit} ${navigator.serviceWorker?.controller ? "kept" : ""}`; // tells the worker whether its files are in the cache
  return new Worker(new URL("assets/worker.js", home), { type: "module", name });
}

// Start Python, and return a function that takes an address, a body, and a function for the answer.
function startOwnPython() {
  const worker = startWorker(exhibit);
  const waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data: { id, restored, status, text } }) => {
    if (id === undefined) return keepAll(restored);
    waiting.get(id)({ status, text });
    waiting.delete(id);
  };
  const ask = (address, body, answered) => {
    waiting.set(++asked, answered);
    worker.postMessage({ id: asked, address, body });
  };
  if (globalThis.ndcgEmbedder) offerPython(ask, () => [...waiting.values()].forEach((answered) => answered(GONE)));
  return ask;
}

// Return a function that answers requests as a server would: it takes an address and a body, and resolves to a
// response. In somebody else's page, all frames with pages of ours use the Python of one of them.
function startPython() {
  let own = null;
  const findPython = () => own ?? (globalThis.ndcgEmbedder && findSharedPython()) ?? (own = startOwnPython());
  findPython();
  return (address, { body }) =>
    new Promise((resolve) => {
      findPython()(address, body, ({ status, text }) => {
        const headers = { "Content-Type": status === 200 ? "application/json" : "text/plain" };
        resolve(new Response(text, { status, headers }));
      });
    });
}

// Store all files for visits without a network, and then Python's memory, unless Python was restored from it. This
// starts after Python has loaded, so that it does not slow down the first screen.
function keepAll(restored) {
  const keeper = keep && !globalThis.ndcgEmbedder ? navigator.serviceWorker : null; // not for each page around this one
  keeper?.register(new URL(keep, home)).catch(() => {}); // without a service worker, the site needs the network
  if (restored) return;
  if (keeper?.controller) startWorker();
  else keeper?.addEventListener("controllerchange", () => startWorker(), { once: true });
}

// Make a clicked link lead to the site's file. Python makes a download that a server would make.
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== home.origin) return;
  const path = link.pathname.startsWith(home.pathname) ? link.pathname.slice(home.pathname.length) : null;
  if (names.split(" ").includes(path)) link.pathname += keep ? path && "/" : `${path ? "" : "index"}.html`;
  if (!path?.startsWith("take-along/")) return;
  event.preventDefault();
  saveFile(path, link.search.slice(1), link.download);
}

async function saveFile(path, body, download) {
  const answer = await globalThis.ndcgSite(path, { body });
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download }).click();
  URL.revokeObjectURL(href);
}
