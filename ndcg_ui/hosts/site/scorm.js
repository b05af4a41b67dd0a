// The frame of a SCORM package. It reads the learner's records from the learning management system (LMS) when the
// course opens, stores them for the pages in the frame, and sends them to the LMS after each step.

import { KINDS, read, write } from "../../exhibit/storage.js";
import { connect, LmsUnavailable } from "./lms.js";
import { readCourse, joinStates, packState, unpackState } from "./suspended.js";

const CONNECTING = "Connecting to the learning management system…";
const UNAVAILABLE =
  "The learning management system does not answer, so it does not get your progress. Your work is stored only until " +
  "you close this tab.";
const NOT_SAVED =
  "The learning management system did not save your last step. This browser has stored the step and sends it again " +
  "every 15 seconds, and after your next step.";
const AGAIN = 15_000; // ms until a refused step is sent again
const REST = 10; // after a step was sent, the pause is this many times as long as sending took
const LONGEST_REST = 30_000; // ms
const PLACE = /^[a-z]+\.html(\?[\w=&%.,+;()-]*)?$/; // a page of ours with its link
const { scorm: version, lessons: all } = document.documentElement.dataset;
const LESSONS = all.split(" ");
const pages = document.querySelector("iframe");
const FIRST_PAGE = pages.dataset.first;
const line = /** @type {HTMLElement} */ (document.querySelector("#lms"));

function showLine(text) {
  line.hidden = !text;
  line.querySelector("span").textContent = text;
}

// --- The learner's records -------------------------------------------------------------------------

let system = null;
let learner = ""; // the id of this learner in the system
/** @type {import("../../exhibit/storage.js").Kind} */
let kind = "course"; // how the browser stores the state
/** @type {any} */
let state = { revision: 0, records: {} };

const buildStateName = () => `${learner}:state`;

function storeState() {
  write(kind, state, buildStateName());
}

function computeShareDone() {
  const { lessons } = readCourse(state);
  return LESSONS.filter((slug) => lessons[slug]?.state === "done").length / LESSONS.length;
}

// The interface for the pages in the frame (host.js, shell.js).
const frame = {
  // The prefix of this learner's names in the browser's storage.
  get owner() {
    return KINDS.course.name + learner + ":";
  },
  get records() {
    return state.records;
  },
  read: (name) => state.records[name] ?? null,
  write: (name, text) => changeRecords({ ...state.records, [name]: text }),
  // Empty all records. An absent record would be taken from another browser's state (suspended.js).
  forget: () => changeRecords(Object.fromEntries(Object.keys(state.records).map((name) => [name, "{}"]))),
};

function changeRecords(records) {
  state = { ...state, revision: state.revision + 1, records };
  storeState();
  packNewest();
}

Object.assign(globalThis, { ndcgFrame: frame });

// Return the page in the frame with its link, or the first page if the frame shows no page of ours.
function findPlace() {
  try {
    const { pathname, search } = pages.contentWindow.location;
    const found = pathname.slice(pathname.lastIndexOf("/") + 1) + search;
    return PLACE.test(found) ? found : FIRST_PAGE;
  } catch {
    return FIRST_PAGE;
  }
}

// --- Sending to the system -------------------------------------------------------------------------

let packed = null; // {revision, text}: the newest state that is ready to send
let sent = { revision: 0, place: "" };
let resting = 0; // the timer until the next step is sent
let isOver = false;

// Pack the newest state and send it. Packing does not wait for the timer, because a page that closes could not wait
// for it.
async function packNewest() {
  if (!system) return;
  const { revision } = state;
  const text = await packState(state, system.longest.state);
  if (revision !== state.revision || isOver) return;
  packed = { revision, text };
  if (!resting) sendPacked();
}

function sendPacked() {
  clearTimeout(resting);
  resting = 0;
  const now = { revision: packed?.revision ?? 0, place: findPlace() };
  if (!system || !packed || (now.revision === sent.revision && now.place === sent.place)) return;
  const began = performance.now();
  const done = computeShareDone();
  try {
    system.save({ state: packed.text, place: now.place, score: Math.round(100 * done), isDone: done === 1 });
    sent = now;
    state = { ...state, saved: now.revision };
    storeState();
    showLine("");
    waitFor(Math.min(LONGEST_REST, REST * (performance.now() - began)));
  } catch (error) {
    if (!(error instanceof LmsUnavailable)) throw error;
    showLine(NOT_SAVED);
    waitFor(AGAIN);
  }
}

function waitFor(duration) {
  resting = setTimeout(sendPacked, duration);
}

function leaveCourse() {
  if (isOver || !system) return;
  sendPacked();
  isOver = true;
  clearTimeout(resting);
  try {
    system.end();
  } catch (error) {
    if (!(error instanceof LmsUnavailable)) throw error; // the system has ended the session; the next session sends the rest
  }
}

// --- The beginning ---------------------------------------------------------------------------------

async function beginCourse() {
  showLine(CONNECTING);
  try {
    system = await connect(version);
    showLine("");
  } catch (error) {
    if (!(error instanceof LmsUnavailable)) throw error;
    showLine(UNAVAILABLE);
    line.querySelector("button").hidden = false;
  }
  const held = system?.held;
  // A learner without an id could be anyone, so the records are deleted with the tab.
  learner = held?.learner ?? "";
  if (!learner) kind = "courseOfTab";
  state = joinStates(held ? await unpackState(held.state) : null, read(kind, buildStateName()));
  storeState();
  pages.src = held && PLACE.test(held.place) ? held.place : FIRST_PAGE;
  packNewest();
}

addEventListener("pagehide", leaveCourse);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // the session was ended
document.addEventListener("visibilitychange", () => document.hidden && sendPacked());
line.querySelector("button").addEventListener("click", () => location.reload());
beginCourse();
