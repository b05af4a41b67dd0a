// Shared by the pages of a class: messages to the server, its stream of events, the browser's storage, and the phase
// of the room.

import { ask, isNotYet, pause, Refused, refusalOf, sayWait } from "../exhibit/asking.js";
import { mountBand } from "../components/markup/band.js";
import { save } from "../exhibit/make.js";
import { wordOf } from "./outcomes.js";
import { read, write } from "../exhibit/storage.js";
import { compareVersion } from "../exhibit/version.js";

// The path of the app on this host.
const TOP = new URL(document.documentElement.dataset.top, location.href).pathname.slice(0, -1);
const SILENCE = 40_000; // ms until a silent connection is closed; the server sends something every 15 seconds
export const PREVIEW = "preview"; // stands for a secret in a preview, whose state comes from the parent page
const PAUSE = 800; // ms, on average, before the stream is opened again
mountBand();
if (location.hash === `#${PREVIEW}`) HTMLElement.prototype.focus = () => {}; // the parent page keeps the focus

export const PHASES = {
  waiting: "The first question comes soon.",
  open: "Answer for yourself.",
  closed: "The vote is closed.",
  discuss: "Talk about it with your neighbours, then answer again.",
  settled: "The second vote is closed.",
  revealed: "The solution",
};

/** @param {string} address */
export const at = (address) => TOP + address;

/** @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

// Shows the reason for a refusal; "" removes it.
export function say(text = "") {
  find("#said").textContent = text;
}

// Sets the phase and the replay's step as data of the body, for the styles.
export function markPhase({ phase, step }) {
  document.body.dataset.phase = phase;
  if (step) document.body.dataset.step = step;
  else delete document.body.dataset.step;
}

// Shows the seconds left in a countdown. `left` is undefined without a countdown.
let ends = 0; // the end by performance.now(), because a phone's clock may be wrong
let whole = 0; // the seconds of the whole countdown
export function countDown(left) {
  ends = left === undefined ? 0 : performance.now() + 1000 * left;
  whole = left === undefined ? 0 : Math.max(whole, left);
  tick();
}

function tick() {
  const left = Math.ceil((ends - performance.now()) / 1000);
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, "0");
  find("#left").hidden = !ends;
  const word = find("#left").dataset?.word ?? " left"; // the wall shows only the time
  find("#left").textContent = left > 0 ? `${minutes}:${seconds}${word}` : "Time is up.";
  document.body.style.setProperty("--left", `${(100 * Math.max(0, left)) / (whole || 1)}%`);
}
if (find("#left")) setInterval(tick, 250);

// Draws a verdict as a badge with its message, unless the solution below it has the same sentences. An open text has
// only the message.
/** @param {any} verdict @param {string} solution */
export const judged = ({ outcome, message }, solution) =>
  outcome === "open"
    ? message
    : `<span class="verdict" data-testid="verdict" data-verdict="${outcome}">${wordOf(outcome)}</span> ${solution.includes(message) ? "" : message}`;

// Returns the value that this browser stores under a name, or null.
export const kept = (name) => read("localStorage", name);
export const keep = (name, value) => write("localStorage", name, value);

// --- The server ----------------------------------------------------------------------------------

// Sends a request. The secret is in a header, because servers log addresses.
/** @param {string} address @param {string} [secret] @param {RequestInit} [more] */
export async function request(address, secret = "", more = {}) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
  const answer = await fetch(at(address), { headers, cache: "no-store", ...more });
  compareVersion(answer);
  return answer;
}

// Sends a message until it is answered or refused, and returns the content of the answer. Each attempt sends the
// newest message. `waits` is called with the reason for another attempt.
/** @param {string} address @param {() => any} newest */
export function insist(address, newest, secret = "", waits = say) {
  const send = () => request(address, secret, { method: "POST", body: JSON.stringify(newest()) });
  return ask(send, undefined, waits).catch(contentOf);
}

function contentOf(refused) {
  if (refused instanceof Refused) return refused.content;
  throw refused;
}

// Requests an address until it answers. Returns the content, or null after it shows a refusal.
/** @param {string} address @param {string} [secret] @param {(answer: Response) => any} [read] */
export async function get(address, secret, read) {
  const content = await ask(() => request(address, secret), read, say).catch(contentOf);
  say(content.say);
  return content.say ? null : content;
}

// Downloads all answers of the room with a secret.
export async function downloadAnswers(secret) {
  const answers = await get("/class/answers", secret, (answer) => answer.blob());
  if (answers) save(`class-${secret.split(".")[0]}.csv`, answers);
}

// Follows a stream of events, and reconnects after a sleep, a lost network or a restart of the server. At the end,
// returns the server's sentence, or "" if the class is over.
/** @param {string} address @param {string} secret @param {(message: any) => void} receive */
export async function follow(address, secret, receive) {
  if (secret === PREVIEW) {
    addEventListener("message", ({ origin, data }) => origin === location.origin && receive(data));
    parent.postMessage(PREVIEW, location.origin);
    return new Promise(() => {});
  }
  let here = false;
  let lastSign = 0;
  let again = () => {}; // ends the connection, or the pause before the next one
  const silence = () => Date.now() - lastSign;
  const wake = () => !document.hidden && (!here || silence() > SILENCE / 2) && again();
  document.addEventListener("visibilitychange", wake);
  for (const name of ["online", "pageshow"]) addEventListener(name, wake);
  addEventListener("offline", () => again()); // faster than waiting for the silence
  setInterval(() => here && silence() > SILENCE && again(), 5000);

  function connected(word) {
    document.body.dataset.connection = word;
    sayWait("stream", word === "away" ? "lost" : "");
  }

  // Reads one connection to its end. Returns null to connect again, or the sentence of the end.
  async function connect() {
    const connection = new AbortController();
    again = () => connection.abort();
    const answer = await request(address, secret, { signal: connection.signal });
    if (isNotYet(answer)) return null;
    if (!answer.ok) return (await refusalOf(answer)).message;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return null;
      lastSign = Date.now();
      if (!here) connected("here");
      here = true;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) {
        if (event.startsWith("event: over")) return "";
        if (event.startsWith("data: ")) receive(JSON.parse(event.slice(6)));
      }
    }
  }

  for (;;) {
    const end = await connect().catch(() => null);
    here = false;
    if (end !== null) {
      connected("over");
      return end;
    }
    connected("away");
    await new Promise((go) => {
      again = () => go(undefined);
      pause(PAUSE).then(go);
    });
  }
}

// Follows the class to its end, and shows the address for learners. Wall and desk use it.
/** @param {string} secret @param {(message: any) => void} draw */
export async function attend(secret, draw) {
  const end = await follow(`/class/events?top=${encodeURIComponent(location.origin + at("/"))}`, secret, (message) => {
    if (message.address) find("#address").textContent = message.address.replace(/^http:\/\/|#.*/g, "");
    draw(message);
  });
  find("main").hidden = true;
  find("#over").hidden = false;
  find("#over").textContent = end || "This class is over. All its answers are deleted.";
}
