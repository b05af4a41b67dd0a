// The menu in the header: groups that open below their names, and a sheet with all links in a narrow window. Both
// are <details> elements, which the browser opens on a press, Enter or Space. The script may run before the header
// exists, so it listens on the window.

import { mountSearch } from "./search.js";

const ROOMY = "(min-width: 960px)"; // as in menu.css
const GROUP = "header .menu-group";
const SHEET = "header .menu-sheet";

/** @param {Element} disclosure @returns {HTMLElement} */
const findSummary = (disclosure) => disclosure.querySelector("summary");
/** @returns {HTMLDetailsElement[]} */
const listOpened = () => [...document.querySelectorAll(`:is(${GROUP}, ${SHEET})[open]`)].map((one) => /** @type {any} */ (one));

export function mountMenu() {
  mountSearch(openSheet); // first: Escape closes the results before the sheet around them
  addEventListener("keydown", onKey);
  addEventListener("pointerdown", closeOthers);
  addEventListener("focusin", closeOthers);
  addEventListener("pagehide", closeAll); // so that it is closed when Back leads here again
  addEventListener("toggle", onToggle, true); // which does not bubble
  addEventListener("click", onClick);
  matchMedia(ROOMY).addEventListener("change", closeAll);
}

function closeAll() {
  for (const one of listOpened()) one.open = false;
}

// Close every open menu that does not contain the press or the focus. A press next to the sheet has the sheet as its
// target.
function closeOthers({ target }) {
  for (const one of listOpened()) if (!one.contains(target) || target === one) one.open = false;
}

function onToggle({ target }) {
  if (!target.matches?.(SHEET)) return;
  if (!target.open) delete target.dataset.search;
  const header = target.closest("header");
  for (const one of document.body.children) {
    if (!one.contains(header)) /** @type {HTMLElement} */ (one).inert = target.open;
  }
}

function openSheet() {
  const sheet = /** @type {HTMLDetailsElement} */ (document.querySelector(SHEET));
  sheet.open = true;
  sheet.dataset.search = "";
  sheet.querySelector("input").focus();
}

function onClick({ target }) {
  if (target.closest?.("header .menu-lens")) openSheet();
  else if (target.closest?.("header :is(.menu-panel, .menu-links) a")) closeAll();
}

function onKey(event) {
  const { key, target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return;
  const disclosure = target.closest(`${GROUP}, ${SHEET}`) ?? listOpened()[0];
  if (!(disclosure instanceof HTMLDetailsElement)) return;
  if (key === "Escape" && disclosure.open) close(disclosure);
  else if (key === "Tab" && disclosure.open && disclosure.matches(SHEET)) keepFocus(event, disclosure);
  else if (disclosure.matches(GROUP) && disclosure.contains(target)) walkLinks(event, disclosure);
}

function close(disclosure) {
  disclosure.open = false;
  findSummary(disclosure).focus();
}

// Move the focus with the arrow keys from a group's name through its links, in a circle.
function walkLinks(event, group) {
  const places = [findSummary(group), ...group.querySelectorAll("a")];
  const now = places.indexOf(event.target);
  const last = places.length - 1;
  const aims = { ArrowDown: now === last ? 1 : now + 1, ArrowUp: now <= 1 ? last : now - 1, Home: 1, End: last };
  const aim = aims[event.key];
  if (aim === undefined || (now === 0 && event.key !== "ArrowDown" && !group.open)) return;
  event.preventDefault();
  group.open = true;
  places[aim].focus();
}

// Keep the Tab key inside the open sheet.
function keepFocus(event, sheet) {
  const places = [...sheet.querySelectorAll("summary, input, a")].filter((one) => one.checkVisibility() && one.tabIndex >= 0);
  const now = places.indexOf(event.target);
  const edge = event.shiftKey ? 0 : places.length - 1;
  if (now !== edge && now >= 0) return;
  event.preventDefault();
  places[event.shiftKey ? places.length - 1 : 0].focus();
}
