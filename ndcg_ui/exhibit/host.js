// What an exhibit needs from the place where it is shown: somebody who answers its actions, a link, a
// record, other pages, files, and the element that it lives in. This class is the host of a page that our
// own server sends; a static site and Streamlit are classes of their own that replace what differs.
//
// Nothing else in pages and components touches location, history, the learner's record or fetch.

import { ask, pause } from "./asking.js";
import { make } from "./make.js";
import { compareVersion, loadUntilThere } from "./version.js";

const SHOWN_HOW = ["embed", "embed_options", "scale"]; // of a link, beside what it shows
const PRODUCT = "NDCG, step by step";
const PAUSE = 4000; // ms, about, before a script that was lost is asked for again
const JSON_BODY = { "Content-Type": "application/json" };

export class Host {
  isWholePage = true; // the document is about this exhibit: its title, Back, the arrow keys
  looksAhead = true; // a card in the air is worth a question of its own

  // The element that says what holds for all of the exhibit, such as that nothing is kept.
  get frame() {
    return document.documentElement;
  }

  // --- Actions -----------------------------------------------------------------------------------

  // Sends an action and resolves to its answer; throws Refused with a sentence.
  /** @param {string} page @param {object} message @returns {Promise<any>} */
  send(page, message) {
    const body = JSON.stringify(message);
    return ask(() => this.request(`acts/${page}`, body));
  }

  /** @param {string} address @param {string} body @returns {Promise<Response>} */
  async request(address, body) {
    const answer = await fetch(address, { method: "POST", body, headers: JSON_BODY });
    compareVersion(answer);
    return answer;
  }

  // --- The link ----------------------------------------------------------------------------------

  get link() {
    return linkOf(location.search);
  }

  get address() {
    return location.href;
  }

  get fragment() {
    return location.hash;
  }

  // Writes the link into the address. `how` is "pushState" or "replaceState".
  follow(link, how) {
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => SHOWN_HOW.includes(name));
    const query = new URLSearchParams([...Object.entries(link), ...kept]).toString();
    try {
      history[how](history.state, "", location.pathname + (query && `?${query}`));
    } catch {
      // some browsers count, and refuse more than a hundred in half a minute
    }
  }

  // Calls back when Back or Forward has led to another link.
  onVisit(visit) {
    addEventListener("popstate", visit);
  }

  // --- Other pages and files ---------------------------------------------------------------------

  // The whole address of one of our pages or files, or of a relative link to one.
  addressOf(link) {
    return new URL(link, document.baseURI).href;
  }

  // Calls back for each click on a link of this page.
  onClick(clicked) {
    document.addEventListener("click", clicked);
  }

  isElsewhere(link) {
    return link.pathname !== location.pathname;
  }

  go(link) {
    location.assign(link.href);
  }

  // Adds a script to the page, again until it has come.
  /** @param {string} src @returns {Promise<any>} */
  loadScript(src) {
    const load = () =>
      new Promise((onload, onerror) => document.head.append(make("script", { src, onload, onerror })));
    return loadUntilThere(src, load, () => pause(PAUSE));
  }

  // The text of the interpreter that the code lab runs programs with.
  /** @param {string} address @returns {Promise<string>} */
  async loadEngine(address) {
    return await textOf(await fetch(address));
  }

  // Fills a frame in which a program may do nothing but compute.
  fillSandbox(frame, address) {
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = address;
  }

  // --- What is kept ------------------------------------------------------------------------------

  // The learner's record as text, or null. Throws where this browser keeps nothing.
  readRecord(key) {
    return localStorage.getItem(key);
  }

  writeRecord(key, text) {
    localStorage.setItem(key, text);
  }

  // Calls back with the key when another tab has changed a record, and with null when the page was out of
  // use for a while: no browser has to say then what changed meanwhile.
  onRecordChange(changed) {
    addEventListener("storage", ({ key }) => changed(key));
    addEventListener("pageshow", ({ persisted }) => persisted && changed(null));
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Calls back when light becomes dark, or dark light; what is returned ends that.
  onTheme(changed) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", changed);
    return () => dark.removeEventListener("change", changed);
  }

  // --- What is said of the page ------------------------------------------------------------------

  entitle(title) {
    document.title = `${title} · ${PRODUCT}`;
  }
}

// The host of an element: that of the exhibit around it, or of the page.
/** @param {any} element @returns {Host} */
export const hostOf = (element) => element.closest(".exhibit-place")?.ndcgHost ?? ofPage;

const ofPage = new Host();

// What a link's query shows, without how it is shown.
/** @param {string} query */
export function linkOf(query) {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(pairs.filter(([name]) => !SHOWN_HOW.includes(name)));
}

/** @param {Response} answer */
export function textOf(answer) {
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}
