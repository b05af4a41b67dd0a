// Sends requests to the server and repeats those without an answer. The pauses are random, so that browsers that lost
// the connection together do not come back together. After two seconds, the page shows a note (band.js).

const FIRST_PAUSE = 250; // ms, on average, before the first repetition; each next pause is twice as long
const LONGEST_PAUSE = 4000; // ms
const NOTE_DELAY = 2000; // ms without an answer before the page shows a note
const MAX_RETRY_AFTER = 60_000; // ms that a server may ask for with Retry-After
const RETRY_CODES = [408, 425, 429]; // like the codes from 500 on, these may succeed later
const DISK_FULL = 507; // waiting does not help

export class Refused extends Error {
  /** @param {string} sentence @param {any} [content] the server's content with the sentence */
  constructor(sentence, content = { say: sentence }) {
    super(sentence);
    this.content = content;
  }
}

let underWay = 0; // requests without an answer

/** @typedef {"slow" | "busy" | "lost" | ""} Wait no answer yet, a busy server, no connection, or no wait */

export const isAsking = () => underWay > 0;

/** @param {Response} answer */
export const isNotYet = ({ status }) => (status >= 500 && status !== DISK_FULL) || RETRY_CODES.includes(status);

// Wait for a random time, on average `ms` milliseconds.
/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((go) => setTimeout(go, ms * (0.5 + Math.random())));

/** @param {any} cause what waits @param {Wait} wait */
export function announceWait(cause, wait) {
  document.dispatchEvent(new CustomEvent("ndcg:wait", { detail: { cause, wait } }));
}

// Return an error with the sentence and the content of a refusal. The page of a proxy is replaced with a sentence.
/** @param {Response} answer */
export async function readRefusal(answer) {
  const { status } = answer;
  const kind = answer.headers.get("Content-Type") ?? "";
  const text = (await answer.text()).trim();
  const content = kind.startsWith("application/json") ? JSON.parse(text) : null;
  if (content) return new Refused(content.say, content);
  if (kind.startsWith("text/plain") && text) return new Refused(text);
  if (status === 413) return new Refused("This is larger than the server accepts. Send a smaller file.");
  if (isNotYet(answer)) return new Refused(`The server is not available (${status}).`);
  return new Refused(`The server refused this request (${status}). Reload the page and try again.`);
}

// Send a request until there is an answer, and return `read(answer)`. Throw Refused if the server refuses it.
/**
 * @param {() => Promise<Response>} send
 * @param {(answer: Response) => any} [read]
 * @param {(why: string) => void} [waits] called with the server's sentence before a repetition
 */
export async function askUntilAnswered(send, read = (answer) => answer.json(), waits = () => {}) {
  const cause = Symbol("a request without an answer");
  /** @type {Wait} */
  let wait = "slow";
  let isNoted = false;
  const timer = setTimeout(() => note(wait, true), NOTE_DELAY);
  function note(now, late = isNoted) {
    wait = now;
    isNoted = late;
    if (isNoted) announceWait(cause, wait);
  }
  underWay++;
  try {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
      let wanted = 0;
      try {
        const answer = await send();
        if (answer.ok) return await read(answer);
        const refusal = await readRefusal(answer);
        if (!isNotYet(answer)) throw refusal;
        note("busy");
        waits(refusal.message);
        wanted = Math.min(1000 * Number(answer.headers.get("Retry-After")) || 0, MAX_RETRY_AFTER);
      } catch (error) {
        if (error instanceof Refused) throw error; // other errors come from the network or an incomplete answer
        note("lost");
      }
      await pause(Math.max(ms, 2 * wanted)); // the random factor is at least 0.5, so this waits at least `wanted`
    }
  } finally {
    underWay--;
    clearTimeout(timer);
    announceWait(cause, "");
  }
}
