// The interface between an exhibit and the place where it runs: answers to acts, the link, the learner's record,
// other pages, files, and the element around the exhibit. This class is the host of a page from our own server.
// The hosts of static sites, notebooks and Streamlit are subclasses.
//
// Pages and components use location, history, the learner's record and fetch only through their host.

import { askUntilAnswered, pause } from "./asking.js";
import { makeElement } from "./make.js";
import { findKind, forgetWork, KINDS, parseJson, readAll, write } from "./storage.js";
import { compareVersion, loadUntilThere } from "./version.js";

const DISPLAY_OPTIONS = ["embed", "embed_options", "scale"]; // parameters of a link that are no part of the state
const PRODUCT = "NDCG, step by step";
const PAUSE = 4000; // ms, on average, before a script that failed to load is loaded again
const JSON_BODY = { "Content-Type": "application/json" };

export class Host {
  isWholePage = true; // true if the exhibit owns the document: its title, the Back button, the arrow keys
  looksAhead = true; // true if previews are fetched during a drag
  /** @type {any} */
  around = null; // the page around this one if it stores the learner's record: a SCORM package's, or one with embed.js

  // The element with the attributes for the whole exhibit, such as data-forgets.
  get frame() {
    return document.documentElement;
  }

  // --- Actions -----------------------------------------------------------------------------------

  // Send an act, and resolve to its answer. Throw Refused if the server refuses the act.
  /** @param {string} page @param {object} message @returns {Promise<any>} */
  send(page, message) {
    const body = JSON.stringify(message);
    return askUntilAnswered(() => this.request(`acts/${page}`, body));
  }

  /** @param {string} address @param {string} body @returns {Promise<Response>} */
  async request(address, body) {
    const answer = await fetch(address, { method: "POST", body, headers: JSON_BODY });
    compareVersion(answer);
    return answer;
  }

  // --- The link ----------------------------------------------------------------------------------

  get link() {
    return readLink(location.search);
  }

  get address() {
    return location.href;
  }

  // True if the page's address leads to the present state, so that it can be shared.
  get ownsLink() {
    return true;
  }

  // The address of our site, from which other pages can load embed.js, or "" if there is none.
  get siteAddress() {
    return this.addressOf("./");
  }

  get fragment() {
    return location.hash;
  }

  // Write the link into the address. `how` is "pushState" or "replaceState". A page inside another one only
  // replaces it, because Back should leave the page around it.
  follow(link, how) {
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => DISPLAY_OPTIONS.includes(name));
    const query = new URLSearchParams([...Object.entries(link), ...kept]).toString();
    try {
      const change = this.around?.keepPlace ? "replaceState" : how;
      history[change](history.state, "", location.pathname + (query && `?${query}`));
    } catch {
      // Safari refuses more than a hundred changes in half a minute
    }
    this.around?.keepPlace?.();
  }

  // Call `visit` after Back or Forward.
  onVisit(visit) {
    addEventListener("popstate", visit);
  }

  // --- Other pages and files ---------------------------------------------------------------------

  // Return the complete address of a page or a file of ours.
  addressOf(link) {
    return new URL(link, document.baseURI).href;
  }

  // Return the text of a file that Python makes. A long link has the file in its address (board/downloads.py).
  /** @param {string} address @returns {Promise<string>} */
  async readFile(address) {
    return address.startsWith("data:") ? decodeBase64Text(address.split(",")[1]) : await this.makeFile(address);
  }

  /** @param {string} address @returns {Promise<string>} */
  async makeFile(address) {
    return await readText(await fetch(address));
  }

  // Call `clicked` for each click on the page.
  onClick(clicked) {
    document.addEventListener("click", clicked);
  }

  isElsewhere(link) {
    return link.pathname !== location.pathname;
  }

  go(link) {
    location.assign(link.href);
  }

  // Add a script to the page. A failed load is repeated.
  /** @param {string} src @returns {Promise<any>} */
  loadScript(src) {
    const load = () =>
      new Promise((onload, onerror) => document.head.append(makeElement("script", { src, onload, onerror })));
    return loadUntilThere(src, load, () => pause(PAUSE));
  }

  // Load the source of the code lab's Python interpreter.
  /** @param {string} address @returns {Promise<string>} */
  async loadEngine(address) {
    return await readText(await fetch(address));
  }

  // Load the code lab's sandbox into a frame.
  fillSandbox(frame, address) {
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = address;
  }

  // --- The learner's record ----------------------------------------------------------------------

  // Return the learner's record as text, or null. Throw if this browser stores nothing.
  readRecord(key) {
    return this.around ? this.around.read(key) : localStorage.getItem(key);
  }

  writeRecord(key, text) {
    if (this.around) this.around.write(key, text);
    else localStorage.setItem(key, text);
  }

  // Call `changed` with the key when another tab has changed a record. Call it with null when the browser
  // shows a stored page again, because any record may have changed.
  onRecordChange(changed) {
    this.around?.onRecordChange?.(changed);
    addEventListener("storage", ({ key }) => changed(key));
    addEventListener("pageshow", ({ persisted }) => persisted && changed(null));
  }

  // Return the records and programs of the learner by name: all work that outlasts a tab.
  readWork() {
    const around = Object.entries(this.around?.records ?? {}).map(([name, text]) => [name, parseJson(text)]);
    const records = this.around ? Object.fromEntries(around) : readAll("record");
    return { ...records, ...readAll("program") };
  }

  // Store records and programs from `readWork`.
  writeWork(work) {
    for (const [name, value] of Object.entries(work)) {
      const kind = findKind("localStorage", name);
      if (kind === "program") write("program", value, name.slice(KINDS.program.name.length));
      if (kind === "record") this.tryToWrite(name, JSON.stringify(value));
    }
  }

  tryToWrite(name, text) {
    try {
      this.writeRecord(name, text);
    } catch {
      // the browser stores nothing or has no space
    }
  }

  // Delete all of the learner's work.
  forgetWork() {
    forgetWork();
    this.around?.forget();
  }

  // --- The theme ---------------------------------------------------------------------------------

  // Call `changed` when the theme switches between light and dark. Return a function that stops that.
  onTheme(changed) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const leave = this.around?.onTheme?.(changed);
    dark.addEventListener("change", changed);
    return () => {
      leave?.();
      dark.removeEventListener("change", changed);
    };
  }

  // --- The page's title --------------------------------------------------------------------------

  setTitle(title) {
    document.title = `${title} · ${PRODUCT}`;
  }
}

// Return the host of the exhibit around an element, otherwise the page's host.
/** @param {any} element @returns {Host} */
export const findHost = (element) => element.closest(".exhibit-place")?.ndcgHost ?? pageHost;

const pageHost = new Host();

// Return the parameters of a link without the display options.
/** @param {string} query */
export function readLink(query) {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(pairs.filter(([name]) => !DISPLAY_OPTIONS.includes(name)));
}

/** @param {Response} answer */
export function readText(answer) {
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

/** @param {string} coded */
export const decodeBase64Text = (coded) => new TextDecoder().decode(decodeBase64(coded));

/** @param {string} coded */
export const decodeBase64 = (coded) => Uint8Array.from(atob(coded), (one) => one.charCodeAt(0));
