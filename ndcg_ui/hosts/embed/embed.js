// Puts one of our pages into somebody else's page, in the place of this script:
//
//   <script src="https://…/embed.js" data-page="playground" data-link="r=3,2,3,0,1"></script>
//
// The page of ours is in a frame. Its side is embedded.js. Browsers keep the storage of a frame apart or deny it, so
// the learner's record is stored by the page around it. Both sides send messages only to the other's origin, and read
// only those of the other's window.

import { findBackground, isDark } from "../colors.js";
import { findPrepared } from "../site/prepared.js";

// The writer puts the address of each page here, and on a static site those of the prepared links (writing.py).
const { pages, titles, files } = JSON.parse("{}");
const FIRST_HEIGHT = 640; // px until the page reports its height
const LEAST_HEIGHT = 120;
const MOST_HEIGHT = 20_000;
const LONGEST_LINK = 8_000; // characters
const LONGEST_RECORD = 1_000_000;
const RECORD = /^ndcg-tutor:[a-z-]{1,40}$/; // the name of a learner's record
const CHOSEN_THEME = "[data-theme=light], [data-theme=dark]";
const SETTLING_TIME = 500; // ms after which a change of style is complete
const CHANGED = "ndcg-embed:record";

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const { page = "learn", link = "", title, height: chosenHeight } = script.dataset;
const home = new URL(".", script.src);
const prefix = `ndcg-embed ${home.href} `; // of our names in this page's storage

// Return a page's name, given its name or its address, or undefined for an unknown page.
function findPageName(page) {
  const bare = page.replace(/^\/|\/$/g, "");
  return bare in pages ? bare : Object.keys(pages).find((name) => pages[name].replace(/\/$/, "") === bare);
}

function buildAddress(page, link) {
  const query = `embed=1${link && `&${link}`}`;
  const prepared = findPrepared(files[page] ?? {}, query);
  return new URL(prepared ?? `${pages[page]}?${query}`, home).href;
}

// --- The storage of this page ----------------------------------------------------------------------

function readStored(storage, name) {
  try {
    return globalThis[storage].getItem(prefix + name);
  } catch {
    return null; // this page has no storage
  }
}

// Store a text. Return false if this page has no storage or no space.
function store(storage, name, text) {
  try {
    globalThis[storage].setItem(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}

function remove(storage, name) {
  try {
    globalThis[storage].removeItem(prefix + name);
  } catch {
    // this page has no storage
  }
}

// Return our names in a storage.
function listNames(storage) {
  try {
    const own = Object.keys(globalThis[storage]).filter((name) => name.startsWith(prefix));
    return own.map((name) => name.slice(prefix.length));
  } catch {
    return []; // this page has no storage
  }
}

function readRecords() {
  const keys = listNames("localStorage").filter((name) => RECORD.test(name));
  return Object.fromEntries(keys.map((key) => [key, readStored("localStorage", key)]));
}

// --- The frame -------------------------------------------------------------------------------------

function mount(name) {
  const asked = `${name}?${link}`;
  const others = [...document.querySelectorAll("iframe")].filter((one) => one.dataset.ndcg !== undefined);
  const twins = others.filter((one) => one.dataset.ndcg === asked);
  const placeName = `place ${location.pathname} ${asked} ${twins.length}`;
  const place = readPlace();
  const isSized = Boolean(chosenHeight);
  const frame = document.createElement("iframe");
  let theme = findTheme(script);
  frame.dataset.ndcg = asked;
  if (script.dataset.theme) frame.dataset.theme = script.dataset.theme;
  frame.title = title ?? `NDCG, step by step: ${titles[name]}`;
  frame.allow = "clipboard-write";
  if (others.length) frame.loading = "lazy"; // the first one is probably in sight, and a lazy one starts later
  frame.name = `ndcg-embed ${JSON.stringify({ origin: location.origin, home: home.href, theme, isSized })}`;
  frame.src = buildAddress(place.page, place.link);
  Object.assign(frame.style, { display: "block", width: "100%", border: "0", colorScheme: theme });
  setHeight(chosenHeight ?? place.height);
  addEventListener("message", onMessage);
  addEventListener(CHANGED, onChange);
  addEventListener("storage", onStorage);
  script.replaceWith(frame);
  watchTheme();

  function readPlace() {
    const first = { page: name, link, height: FIRST_HEIGHT };
    try {
      const kept = JSON.parse(readStored("sessionStorage", placeName));
      return kept && kept.page in pages && typeof kept.link === "string" ? { ...first, ...kept } : first;
    } catch {
      return first;
    }
  }

  function keepPlace(change) {
    Object.assign(place, change);
    store("sessionStorage", placeName, JSON.stringify(place));
  }

  function setHeight(height) {
    frame.style.height = `${Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Math.ceil(Number(height)) || FIRST_HEIGHT))}px`;
  }

  // --- Messages ---

  function send(message) {
    frame.contentWindow?.postMessage({ ndcg: message }, home.origin);
  }

  function onMessage({ source, origin, data }) {
    if (source !== frame.contentWindow || origin !== home.origin || !data?.ndcg) return;
    const { begins, height, place: there, record, forget } = data.ndcg;
    if (forget) forgetAll();
    if (begins) {
      const stores = store("localStorage", "stores", "yes");
      send({ records: readRecords(), stores, pages: Object.values(pages), theme });
    }
    if (Number.isFinite(height) && !isSized) {
      setHeight(height);
      keepPlace({ height });
    }
    if (there?.page in pages && typeof there.link === "string" && there.link.length < LONGEST_LINK) {
      keepPlace({ page: there.page, link: there.link });
    }
    if (RECORD.test(record?.key) && typeof record.text === "string" && record.text.length < LONGEST_RECORD) {
      keepRecord(record.key, record.text);
    }
  }

  function keepRecord(key, text) {
    if (!store("localStorage", key, text)) send({ stores: false });
    tellOthers(key, text);
  }

  // Delete the records, and the places of the frames in this tab.
  function forgetAll() {
    for (const key of Object.keys(readRecords())) {
      remove("localStorage", key);
      tellOthers(key, null);
    }
    for (const name of listNames("sessionStorage")) remove("sessionStorage", name);
  }

  function tellOthers(key, text) {
    const detail = { home: home.href, frame, key, text };
    dispatchEvent(new CustomEvent(CHANGED, { detail })); // for the other frames of this page
  }

  /** @param {any} event */
  function onChange({ detail }) {
    if (detail.home === home.href && detail.frame !== frame) sendRecord(detail);
  }

  function sendRecord({ key, text }) {
    send({ record: { key, text } });
  }

  // Another tab has changed a record.
  function onStorage({ key, newValue }) {
    const name = key?.startsWith(prefix) ? key.slice(prefix.length) : "";
    if (RECORD.test(name)) sendRecord({ key: name, text: newValue });
  }

  // --- The theme ---

  // Send the theme again when an element around the frame or the system's theme changes.
  function watchTheme() {
    const changes = new MutationObserver(() => {
      sendTheme();
      setTimeout(sendTheme, SETTLING_TIME); // backgrounds may change slowly
    });
    changes.observe(frame, { attributeFilter: ["data-theme"] });
    for (let around = frame.parentElement; around; around = around.parentElement) {
      changes.observe(around, { attributes: true });
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", sendTheme);
    addEventListener("load", sendTheme); // the style sheets are there
  }

  function sendTheme() {
    const now = findTheme(frame);
    if (now === theme) return;
    theme = now;
    frame.style.colorScheme = theme;
    send({ theme });
  }
}

// Return "light" or "dark", from `data-theme` of an element around the frame, else from the color behind the frame,
// else from the system's theme.
function findTheme(element) {
  const chosen = element.closest(CHOSEN_THEME);
  if (chosen) return chosen.dataset.theme;
  const background = findBackground(element.parentElement);
  const dark = background ? isDark(background) : matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? "dark" : "light";
}

const name = findPageName(page);
if (name === undefined) script.replaceWith(`There is no page “${page}”. There are ${Object.keys(pages).join(", ")}.`);
else mount(name);
