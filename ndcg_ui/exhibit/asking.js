// One way to ask the server, and one way to wait: what has no answer yet is asked for again, not by all
// at once, and is said after two seconds (band.js).

const FIRST_PAUSE = 250; // ms, about, before something is asked for again; then twice as long each time
const LONGEST_PAUSE = 4000;
const LONG = 2000; // ms without an answer after which that is said
const LATEST = 60_000; // ms that a server may ask for with Retry-After
const NOT_YET = [408, 425, 429]; // beside what begins with 5: the same may be taken later
const FULL = 507; // a disk does not get empty while one waits

export class Refused extends Error {
  /** @param {string} sentence @param {any} [content] what came with it, as the server wrote it */
  constructor(sentence, content = { say: sentence }) {
    super(sentence);
    this.content = content;
  }
}

let underWay = 0; // what was asked and has no answer yet

export const isAsking = () => underWay > 0;

/** @param {Response} answer */
export const isNotYet = ({ status }) => (status >= 500 && status !== FULL) || NOT_YET.includes(status);

// About so many milliseconds: what all have lost at once does not come back from all at once.
/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((go) => setTimeout(go, ms * (0.5 + Math.random())));

export function sayAway(cause, away) {
  document.dispatchEvent(new CustomEvent("ndcg:away", { detail: { cause, away } }));
}

// What an answer that refuses says, and all that came with it. A page of something that stands between,
// such as a proxy, is no sentence of ours.
/** @param {Response} answer */
export async function refusalOf(answer) {
  const { status } = answer;
  const kind = answer.headers.get("Content-Type") ?? "";
  const text = (await answer.text()).trim();
  const content = kind.startsWith("application/json") ? JSON.parse(text) : null;
  if (content) return new Refused(content.say, content);
  if (kind.startsWith("text/plain") && text) return new Refused(text);
  if (status === 413) return new Refused("It is larger than the server takes.");
  return new Refused(`The server ${isNotYet(answer) ? "does not answer just now" : "does not take it"} (${status}).`);
}

// Asks until there is an answer, of which `read` makes what is returned; Refused says why there is none.
/**
 * @param {() => Promise<Response>} send
 * @param {(answer: Response) => any} [read]
 * @param {(why: string) => void} [waits] hears what the server says where it is to be asked again
 */
export async function ask(send, read = (answer) => answer.json(), waits = () => {}) {
  const cause = Symbol("an answer that is waited for");
  const timer = setTimeout(() => sayAway(cause, true), LONG);
  underWay++;
  try {
    for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
      let wanted = 0;
      try {
        const answer = await send();
        if (answer.ok) return await read(answer);
        const refusal = await refusalOf(answer);
        if (!isNotYet(answer)) throw refusal;
        waits(refusal.message);
        wanted = Math.min(1000 * Number(answer.headers.get("Retry-After")) || 0, LATEST);
      } catch (error) {
        if (error instanceof Refused) throw error; // anything else is the network, or half an answer
      }
      await pause(Math.max(ms, 2 * wanted)); // half of which is the least
    }
  } finally {
    underWay--;
    clearTimeout(timer);
    sayAway(cause, false);
  }
}
