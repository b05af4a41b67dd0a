// Reloads a page that is open while the app is updated. Each answer of the server names the version of its scripts
// and styles. If the page has another version, it says so, and reloads when nothing would be lost.

import { isAsking } from "./asking.js";
import { read, write } from "./storage.js";

const HEADER = "NDCG-Version";
const AN_HOUR = 3_600_000; // ms after which a version may cause a reload again
const CHECK_INTERVAL = 250; // ms between two checks of whether the page may reload
const UPDATED = "The app was updated. This page reloads as soon as you are not typing.";
const BY_HAND = "The app was updated. Reload this page when you have finished your work on it.";
const MISSING = "A part of this page is missing, because the app was updated. Reload the page to get it.";
const NOT_TYPED = "[type=checkbox], [type=radio], [type=range], [type=file], [type=button], [type=submit]";

let isOther = false; // true if the last answer had another version than the page
let isReloading = false;
/** @type {(() => boolean) | null} */
let isQuiet = () => true;

// Compare an answer's version with the page's. Each version causes a reload only once, because two versions may
// answer in turn behind one address.
/** @param {Response} answer */
export function compareVersion(answer) {
  const own = document.documentElement.dataset.version;
  const theirs = answer.headers?.get(HEADER);
  if (!own || !theirs) return;
  isOther = theirs !== own;
  if (!isOther || isReloading) return;
  const known = read("updated") ?? {}; // the versions that this tab was reloaded for, with their times
  if (Date.now() - known[theirs] < AN_HOUR) return;
  write("updated", { ...known, [theirs]: Date.now() });
  if (!read("updated")?.[theirs]) return; // without storage, the page would reload forever
  isReloading = true;
  showNews(isQuiet ? UPDATED : BY_HAND);
  if (!isQuiet) return;
  const looking = setInterval(() => {
    if (isAsking() || isTypedInto() || !isQuiet()) return;
    clearInterval(looking);
    location.reload();
  }, CHECK_INTERVAL);
}

// Let the page reload only while `test()` is true. With null, it never reloads by itself.
/** @param {(() => boolean) | null} test */
export function reloadOnlyIf(test) {
  isQuiet = test;
}

function isTypedInto() {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const field = focused?.matches("input, textarea, select") && !focused.matches(NOT_TYPED);
  return Boolean(field) && !(/** @type {HTMLInputElement} */ (focused).readOnly);
}

// Draw a part, and return the result. If an error comes from a part of another version, which may be too new for this
// page's script, show a note and return undefined.
/** @template T @param {() => T} draw @returns {T | undefined} */
export function drawIfSameVersion(draw) {
  try {
    return draw();
  } catch (error) {
    if (!isOther) throw error;
    showMissing();
    return undefined;
  }
}

// Load a script, and repeat that until it succeeds. Show a note if the server no longer has the script.
/** @param {string} address @param {() => Promise<any>} load @param {() => Promise<void>} pause */
export async function loadUntilThere(address, load, pause) {
  for (let isGone = false; ; ) {
    try {
      const loaded = await load();
      if (isGone && !isReloading) showNews("");
      return loaded;
    } catch {
      const answer = await fetch(address).catch(() => null);
      if (answer) compareVersion(answer);
      isGone ||= answer?.status === 404;
      if (isGone) showMissing();
    }
    await pause();
  }
}

function showMissing() {
  if (!isReloading) showNews(MISSING);
}

// Show a sentence in the page's status line (band.js). "" removes it.
/** @param {string} sentence */
function showNews(sentence) {
  document.dispatchEvent(new CustomEvent("ndcg:news", { detail: sentence }));
}
