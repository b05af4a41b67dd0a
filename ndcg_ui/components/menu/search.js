// The search in the header: a field with a list of results. The index is a file that is loaded when a search
// begins, so the search needs no other answer from a server.

import { makeElement } from "../../exhibit/make.js";

const INDEX = "./search.json";
const SHOWN = 2; // results of each kind
const FIELD = "header .menu-search input";
const NOTHING = "Nothing found. Try one word, such as “cutoff”.";
const AWAY = "The search needs a connection. Type again once it is back.";

/** @type {Promise<any[]> | null} */
let index = null;

/** @param {() => void} openSheet opens the sheet of a narrow window, with the focus in its field */
export function mountSearch(openSheet) {
  const forSearchField = (answer) => (event) => event.target instanceof HTMLInputElement && event.target.matches(FIELD) && answer(event);
  addEventListener("focusin", forSearchField(() => loadIndex().catch(() => {})));
  addEventListener("focusin", forSearchField(({ target }) => target.value && searchIndex(target)));
  addEventListener("input", forSearchField(({ target }) => searchIndex(target)));
  addEventListener("keydown", forSearchField(onKey));
  addEventListener("focusout", onLeave);
  addEventListener("pointermove", ({ target }) => pointAt(target));
  addEventListener("click", ({ target }) => onResult(target));
  addEventListener("keydown", (event) => event.key === "/" && isFree(event) && beginSearch(event, openSheet));
}

// --- The field -----------------------------------------------------------------------------------

// Return true if a key is neither typed into a field nor part of another shortcut.
function isFree(event) {
  const [place] = event.composedPath();
  const writes = place.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]");
  return !writes && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function beginSearch(event, openSheet) {
  /** @type {any[]} */
  const fields = [...document.querySelectorAll(FIELD)];
  const field = fields.find((one) => one.checkVisibility());
  const isNarrow = document.querySelector("header .menu-lens")?.checkVisibility();
  if (!field && !isNarrow) return; // a page without its header
  event.preventDefault();
  if (!field) return openSheet();
  field.focus();
  field.select();
}

function onKey(event) {
  const field = event.target;
  const options = findOptions(field);
  const now = options.findIndex((one) => one.ariaSelected === "true");
  const moves = { ArrowDown: now + 1, ArrowUp: now - 1 };
  if (event.key === "Escape" && (isOpen(field) || (field.value && !isInSheet(field)))) {
    event.preventDefault();
    if (isOpen(field)) close(field);
    else field.value = "";
  } else if (event.key === "Enter") {
    options[now]?.click();
  } else if (event.key in moves && field.value) {
    event.preventDefault();
    if (!isOpen(field)) searchIndex(field);
    else chooseOption(field, options[(moves[event.key] + options.length) % options.length]);
  }
}

function onLeave({ target, relatedTarget }) {
  const place = target.closest?.("header .menu-search");
  if (!place || place.contains(relatedTarget)) return;
  const field = place.querySelector("input");
  if (!isInSheet(field)) close(field);
}

// --- The results ---------------------------------------------------------------------------------

const isInSheet = (field) => Boolean(field.closest(".menu-sheet"));
const findHits = (field) => field.closest(".menu-search").querySelector(".menu-hits");
const findOptions = (field) => [...findHits(field).querySelectorAll("[role=option]")];
const isOpen = (field) => !findHits(field).hidden;

function close(field) {
  findHits(field).hidden = true;
  field.ariaExpanded = "false";
  field.removeAttribute("aria-activedescendant");
}

function pointAt(target) {
  const option = target.closest?.("header [role=option]");
  if (option?.ariaSelected === "false") chooseOption(option.closest(".menu-search").querySelector("input"), option);
}

// Close the list after a click on a result, which may be a place on this page.
function onResult(target) {
  const option = target.closest?.("header [role=option]");
  if (!option) return;
  const field = option.closest(".menu-search").querySelector("input");
  close(field);
  field.value = "";
  /** @type {any} */
  const sheet = field.closest(".menu-sheet");
  if (sheet) sheet.open = false;
}

function chooseOption(field, option) {
  for (const one of findOptions(field)) one.ariaSelected = String(one === option);
  if (!option) return;
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

async function searchIndex(field) {
  const asked = field.value;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return close(field);
  let groups = [];
  let said = "";
  try {
    groups = (await loadIndex()).map(({ kind, hits }) => ({ kind, hits: findBest(hits, words) }));
  } catch {
    said = AWAY;
  }
  const isStale = field.value !== asked || (!isInSheet(field) && document.activeElement !== field);
  if (isStale) return;
  groups = groups.filter(({ hits }) => hits.length);
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  showHits(field, groups, words, said || (count ? `${count} ${count === 1 ? "result" : "results"}` : NOTHING));
}

function showHits(field, groups, words, said) {
  const place = findHits(field);
  const list = place.querySelector("[role=listbox]");
  list.replaceChildren(
    ...groups.map(({ kind, hits }) => {
      const name = `${list.id}-${kind}`;
      const options = hits.map((hit, place) => makeOption(hit, words, `${name}-${place}`));
      return makeElement("div", { role: "group", "aria-labelledby": name }, makeElement("div", { id: name, class: "menu-kind", role: "presentation" }, kind), ...options);
    }),
  );
  list.hidden = !groups.length;
  place.querySelector(".menu-count").textContent = said;
  place.hidden = false;
  place.toggleAttribute("data-empty", !groups.length);
  field.ariaExpanded = String(groups.length > 0);
  chooseOption(field, findOptions(field)[0]);
}

function makeOption({ title, note, href, line }, words, id) {
  const attributes = { role: "option", id, href, tabindex: -1, "aria-selected": "false" };
  return makeElement(
    "a",
    attributes,
    makeElement("span", { class: "menu-title" }, ...markMatches(title, words)),
    makeElement("span", { class: "menu-note" }, note),
    makeElement("small", {}, ...markMatches(line, words)),
  );
}

// --- The search ----------------------------------------------------------------------------------

// Load the index once. A failed load is repeated at the next search. Users' own pages are not in the index, but in the
// menu, so they are added from there.
function loadIndex() {
  index ??= fetch(INDEX)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then((kinds) => kinds.map((one) => (one.kind === "Pages" ? { ...one, hits: addOwnPages(one.hits) } : one)));
  index.catch(() => (index = null));
  return index;
}

function addOwnPages(hits) {
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll("header .menu-panel a");
  const findPath = (href) => new URL(href, document.baseURI).pathname; // rememberPlaces may have changed a link
  const known = new Set(hits.map(({ href }) => findPath(href)));
  const own = [...links].map((link) => {
    const below = link.querySelector("small").textContent;
    const note = link.closest(".menu-group").querySelector("summary").textContent;
    return { title: link.firstChild.textContent, note, href: link.getAttribute("href"), lines: [below] };
  });
  return [...hits, ...own.filter(({ href }) => !known.has(findPath(href)))];
}

// Return the best hits, each with the line to show. A match in a title comes before one in a line, and an early
// line before a late one.
function findBest(hits, words) {
  const found = [];
  for (const hit of hits) {
    const lines = [hit.title, ...hit.lines];
    const missing = words.filter((word) => !lines.some((line) => findPlaces(line, word).length));
    if (missing.length) continue;
    const rank = lines.findIndex((line) => words.every((word) => findPlaces(line, word).length));
    const any = lines.findIndex((line, place) => place && words.some((word) => findPlaces(line, word).length));
    const line = lines[rank > 0 ? rank : any] ?? hit.lines[0];
    found.push({ ...hit, line, rank: rank < 0 ? lines.length : rank });
  }
  return found.sort((one, two) => one.rank - two.rank).slice(0, SHOWN);
}

// Return the positions [from, to] of `word` in a text, at the beginnings of the text's words.
function findPlaces(text, word) {
  const found = [];
  const low = text.toLowerCase();
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) {
    const begins = !at || !/[\p{L}\p{N}]/u.test(low[at - 1]) || !/[\p{L}\p{N}]/u.test(word[0]);
    if (begins) found.push([at, at + word.length]);
  }
  return found;
}

// Return a text in pieces, with a <mark> element for each match.
function markMatches(text, words) {
  const parts = [];
  let done = 0;
  for (const [from, to] of words.flatMap((word) => findPlaces(text, word)).sort((one, two) => one[0] - two[0])) {
    if (to <= done) continue;
    parts.push(text.slice(done, Math.max(from, done)), makeElement("mark", {}, text.slice(Math.max(from, done), to)));
    done = to;
  }
  return [...parts, text.slice(done)];
}
