// The frame of a SCORM package. It keeps the learner's records for the pages in it, takes them from the
// learning management system (LMS) when the course opens, and gives them back after each step.

import { read, write } from "../../exhibit/storage.js";
import { connect, Silent } from "./lms.js";
import { courseIn, join, pack, unpack } from "./suspended.js";

const WAITS = "Waiting for the learning management system…";
const SILENT =
  "The learning management system does not answer, so your progress is not reported. What you do now is " +
  "kept only until you close this tab.";
const REFUSED =
  "The learning management system did not save your last step. It is kept in this browser and sent again " +
  "every 15 seconds and after your next step.";
const AGAIN = 15_000; // ms until a refused step is sent again
const REST = 10; // a slow system rests so many times as long as it took
const LONGEST_REST = 30_000; // ms
const PLACE = /^[a-z]+\.html(\?[\w=&%.,+;()-]*)?$/; // a page of ours with its link
const { scorm: version, lessons: all } = document.documentElement.dataset;
const LESSONS = all.split(" ");
const pages = document.querySelector("iframe");
const FIRST_PAGE = pages.dataset.first;
const line = /** @type {HTMLElement} */ (document.querySelector("#lms"));

function say(text) {
  line.hidden = !text;
  line.querySelector("span").textContent = text;
}

// --- The learner's records -------------------------------------------------------------------------

let system = null;
let owner = ""; // begins the names of what this browser keeps for this learner
let storage = "localStorage";
/** @type {any} */
let state = { revision: 0, records: {} };

const nameOfState = () => `${owner}state`;

function keep() {
  write(storage, nameOfState(), state);
}

function share() {
  const { lessons } = courseIn(state);
  return LESSONS.filter((slug) => lessons[slug]?.state === "done").length / LESSONS.length;
}

// For the pages in the frame (host.js, shell.js).
const frame = {
  get owner() {
    return owner;
  },
  read: (name) => state.records[name] ?? null,
  write(name, text) {
    state = { ...state, revision: state.revision + 1, records: { ...state.records, [name]: text } };
    keep();
    prepare();
  },
};
Object.assign(globalThis, { ndcgFrame: frame });

// Where the learner is, as a page with its link.
function place() {
  try {
    const { pathname, search } = pages.contentWindow.location;
    const found = pathname.slice(pathname.lastIndexOf("/") + 1) + search;
    return PLACE.test(found) ? found : FIRST_PAGE;
  } catch {
    return FIRST_PAGE;
  }
}

// --- What the system gets --------------------------------------------------------------------------

let packed = null; // {revision, text}: the newest state that is ready to be sent
let sent = { revision: 0, place: "" };
let resting = 0; // the timer until the next step is sent
let isOver = false;

// Packs the newest state, then sends it. A page that is closing cannot wait for packing, so it is done at once.
async function prepare() {
  if (!system) return;
  const { revision } = state;
  const text = await pack(state, system.longest.state);
  if (revision !== state.revision || isOver) return;
  packed = { revision, text };
  if (!resting) send();
}

function send() {
  clearTimeout(resting);
  resting = 0;
  const now = { revision: packed?.revision ?? 0, place: place() };
  if (!system || !packed || (now.revision === sent.revision && now.place === sent.place)) return;
  const began = performance.now();
  const done = share();
  try {
    system.save({ state: packed.text, place: now.place, score: Math.round(100 * done), isDone: done === 1 });
    sent = now;
    state = { ...state, saved: now.revision };
    keep();
    say("");
    rest(Math.min(LONGEST_REST, REST * (performance.now() - began)));
  } catch (error) {
    if (!(error instanceof Silent)) throw error;
    say(REFUSED);
    rest(AGAIN);
  }
}

function rest(duration) {
  resting = setTimeout(send, duration);
}

function leave() {
  if (isOver || !system) return;
  send();
  isOver = true;
  clearTimeout(resting);
  try {
    system.end();
  } catch (error) {
    if (!(error instanceof Silent)) throw error; // it is gone already: what it lacks comes next time
  }
}

// --- The beginning ---------------------------------------------------------------------------------

async function begin() {
  say(WAITS);
  try {
    system = await connect(version);
    say("");
  } catch (error) {
    if (!(error instanceof Silent)) throw error;
    say(SILENT);
    line.querySelector("button").hidden = false;
  }
  const held = system?.held;
  // Somebody without a name may be anybody: then nothing outlasts the tab here.
  owner = `ndcg-lms:${held?.learner ?? ""}:`;
  if (!held?.learner) storage = "sessionStorage";
  state = join(held ? await unpack(held.state) : null, read(storage, nameOfState()));
  keep();
  pages.src = held && PLACE.test(held.place) ? held.place : FIRST_PAGE;
  prepare();
}

addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // the session was ended
document.addEventListener("visibilitychange", () => document.hidden && send());
line.querySelector("button").addEventListener("click", () => location.reload());
begin();
