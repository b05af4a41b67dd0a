// Shared by the pages of a class: messages to the server, its stream of events, the browser's storage, and the phase
// of the room.

import { askUntilAnswered, isNotYet, pause, Refused, readRefusal, announceWait } from "../exhibit/asking.js";
import { mountBand } from "../components/markup/band.js";
import { saveFile } from "../exhibit/make.js";
import { findOutcomeWord } from "./outcomes.js";
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
export const buildAddress = (address) => TOP + address;

/** @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

// Show the reason for a refusal. "" removes it.
export function showNotice(text = "") {
  find("#said").textContent = text;
}

// Set the phase and the replay's step as data of the body, for the styles.
export function markPhase({ phase, step }) {
  document.body.dataset.phase = phase;
  if (step) document.body.dataset.step = step;
  else delete document.body.dataset.step;
}

// Show the seconds left in a countdown. `left` is undefined without a countdown.
let ends = 0; // the end by performance.now(), because a phone's clock may be wrong
let whole = 0; // the seconds of the whole countdown
export function countDown(left) {
  ends = left === undefined ? 0 : performance.now() + 1000 * left;
  whole = left === undefined ? 0 : Math.max(whole, left);
  drawCountdown();
}

function drawCountdown() {
  const left = Math.ceil((ends - performance.now()) / 1000);
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, "0");
  find("#left").hidden = !ends;
  const word = find("#left").dataset?.word ?? " left"; // the wall shows only the time
  find("#left").textContent = left > 0 ? `${minutes}:${seconds}${word}` : "Time is up.";
  document.body.style.setProperty("--left", `${(100 * Math.max(0, left)) / (whole || 1)}%`);
}
if (find("#left")) setInterval(drawCountdown, 250);

// Return a verdict as HTML: a badge, and its message unless the solution below it contains the message. An open text
// has only the message.
/** @param {any} verdict @param {string} solution */
export const renderVerdict = ({ outcome, message }, solution) =>
  outcome === "open"
    ? message
    : `<span class="verdict" data-testid="verdict" data-verdict="${outcome}">${findOutcomeWord(outcome)}</span> ${solution.includes(message) ? "" : message}`;

// --- The server ----------------------------------------------------------------------------------

// Send a request. The secret is in a header, because servers log addresses.
/** @param {string} address @param {string} [secret] @param {RequestInit} [more] */
export async function sendRequest(address, secret = "", more = {}) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
  const answer = await fetch(buildAddress(address), { headers, cache: "no-store", ...more });
  compareVersion(answer);
  return answer;
}

// Show the reason for another attempt, until there is an answer.
let isWaiting = false;
function showWait(why) {
  isWaiting = true;
  showNotice(why);
}
function endWait() {
  if (isWaiting) showNotice();
  isWaiting = false;
}

// Send a message until it is answered or refused, and return the content of the answer. Each attempt sends the newest
// message. `waits` is called with the reason for another attempt.
/** @param {string} address @param {() => any} newest */
export function sendUntilAnswered(address, newest, secret = "", waits = showWait) {
  const send = () => sendRequest(address, secret, { method: "POST", body: JSON.stringify(newest()) });
  return askUntilAnswered(send, undefined, waits).catch(readRefusedContent).finally(endWait);
}

function readRefusedContent(refused) {
  if (refused instanceof Refused) return refused.content;
  throw refused;
}

// Request an address until it answers. Return the content, or show a refusal and return null.
/** @param {string} address @param {string} [secret] @param {(answer: Response) => any} [read] */
export async function fetchUntilAnswered(address, secret, read) {
  const send = () => sendRequest(address, secret);
  const content = await askUntilAnswered(send, read, showWait).catch(readRefusedContent).finally(endWait);
  if (content.say) showNotice(content.say);
  return content.say ? null : content;
}

// Download all answers of the room with a secret.
export async function downloadAnswers(secret) {
  showNotice();
  const answers = await fetchUntilAnswered("/class/answers", secret, (answer) => answer.blob());
  if (answers) saveFile(`class-${secret.split(".")[0]}.csv`, answers);
}

// Follow a stream of events, and reconnect after a sleep, a lost network or a restart of the server. At the end, return
// the server's sentence, or "" if the class is over. A preview receives messages from its parent page and has no end.
/** @param {string} address @param {string} secret @param {(message: any) => void} receive */
export async function followStream(address, secret, receive) {
  if (secret === PREVIEW) {
    addEventListener("message", ({ origin, data }) => origin === location.origin && receive(data));
    parent.postMessage(PREVIEW, location.origin);
    return new Promise(() => {});
  }
  let here = false;
  let lastSign = 0;
  let reconnect = () => {}; // ends the connection, or the pause before the next one
  const measureSilence = () => Date.now() - lastSign;
  const reconnectIfSilent = () => !document.hidden && (!here || measureSilence() > SILENCE / 2) && reconnect();
  document.addEventListener("visibilitychange", reconnectIfSilent);
  for (const name of ["online", "pageshow"]) addEventListener(name, reconnectIfSilent);
  addEventListener("offline", () => reconnect()); // faster than waiting for the silence
  setInterval(() => here && measureSilence() > SILENCE && reconnect(), 5000);

  function markConnection(word) {
    document.body.dataset.connection = word;
    announceWait("stream", word === "away" ? "lost" : "");
  }

  // Read one connection to its end. Return null to connect again, or the sentence of the end.
  async function connect() {
    const connection = new AbortController();
    reconnect = () => connection.abort();
    const answer = await sendRequest(address, secret, { signal: connection.signal });
    if (isNotYet(answer)) return null;
    if (!answer.ok) return (await readRefusal(answer)).message;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return null;
      lastSign = Date.now();
      if (!here) markConnection("here");
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
      markConnection("over");
      return end;
    }
    markConnection("away");
    await new Promise((go) => {
      reconnect = () => go(undefined);
      pause(PAUSE).then(go);
    });
  }
}

// Follow the class to its end, and show the address for learners. Wall and desk use this function.
/** @param {string} secret @param {(message: any) => void} draw */
export async function followClass(secret, draw) {
  const end = await followStream(`/class/events?top=${encodeURIComponent(location.origin + buildAddress("/"))}`, secret, (message) => {
    if (message.address) find("#address").textContent = message.address.replace(/^http:\/\/|#.*/g, "");
    draw(message);
  });
  find("main").hidden = true;
  find("#over").hidden = false;
  find("#over").textContent = end || "This class is over. All its answers are deleted.";
}
