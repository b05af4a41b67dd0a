// What a person does with an exhibit, as requests: the link as it is and the act, answered with the
// link and the parts after it. The server remembers nothing, so that a request may be sent again.
//
// A board knows it as it would an outbox: acts are sent one after the other, in their order.

const FIRST_PAUSE = 250; // ms before a request that failed is sent again, then twice as long each time
const LONGEST_PAUSE = 4000;
const REMEMBERED = 200; // links that undo leads back to

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

class Refused extends Error {}

async function post(page, link, act) {
  const body = JSON.stringify({ page, link, act });
  const headers = { "Content-Type": "application/json" };
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
    try {
      const answer = await fetch("acts/board", { method: "POST", body, headers });
      if (answer.ok) return await answer.json();
      if (answer.status < 500) throw new Refused(await answer.text());
    } catch (error) {
      if (error instanceof Refused) throw error; // anything else is the network, or half an answer
    }
    await pause(ms);
  }
}

export class Acts {
  /**
   * @param {string} page
   * @param {Record<"show" | "ahead" | "refused" | "follow", (what: any, order?: any) => void>} told
   */
  // `show(rows)` draws what is confirmed, `ahead(rows)` what is beside a board with a card in the air,
  // `refused(sentence)` says why an act was not taken, `follow(link)` writes the page's address.
  constructor(page, { show, ahead, refused, follow }) {
    this.page = page;
    this.show = show;
    this.ahead = ahead;
    this.refused = refused;
    this.follow = follow;
    this.waiting = []; // what was added and not yet sent
    this.underWay = null; // the act that was sent and not yet answered
    /** @type {(act: any) => any} */
    this.write = (act) => act; // a board's: from its own names of documents to their places
    this.past = []; // links, each with the ids of its documents
    this.future = [];
    this.fresh = 0; // ids that documents have been given so far
  }

  // --- Where it begins ---------------------------------------------------------------------------

  // A link and what it shows, from the server; what was there before it is forgotten.
  begin({ link, rows }) {
    this.past = [];
    this.future = [];
    this.waiting = [];
    this.start = null;
    this.receive({ link, rows });
    this.start = this.now;
    this.show(this.rows);
  }

  // --- What a board asks of an outbox ------------------------------------------------------------

  get idle() {
    return !this.underWay && !this.waiting.length;
  }

  /** @param {any} act @param {(other: any) => boolean} [overtakes] */
  // It replaces what waits and `overtakes` says it makes needless.
  add(act, overtakes = () => false) {
    this.waiting = this.waiting.filter((other) => !overtakes(other));
    this.waiting.push(act);
    if (!this.underWay) this.next();
  }

  // --- One act after the other -------------------------------------------------------------------

  async next() {
    while (!this.underWay && this.waiting.length) {
      const act = this.write(this.waiting.shift());
      const step = act && this.step(act);
      if (!step) {
        if (this.idle) this.show(this.rows); // it was about a document that is gone
        continue;
      }
      this.underWay = act;
      try {
        const answer = await this.answer(step.from.link, step.act);
        this.underWay = null;
        step.remember(answer);
        this.receive(answer, step.from.ids);
        if (act.do !== "visit") this.follow(this.now.link);
      } catch (error) {
        this.underWay = null;
        if (!(error instanceof Refused)) throw error;
        this.waiting = [];
        this.show(this.rows);
        this.refused(error.message);
      }
    }
  }

  // What is asked of the server for an act, and what is remembered once it has answered.
  step(act) {
    const { now, past, future, start } = this;
    if (act.do === "undo" && past.length) {
      const from = past.at(-1);
      return { from, act: {}, remember: () => (past.pop(), future.push(now)) };
    }
    if (act.do === "redo" && future.length) {
      const from = future.at(-1);
      return { from, act: {}, remember: () => (future.pop(), past.push(now)) };
    }
    if (act.do === "undo" || act.do === "redo") return null;
    const from = { reset: start, visit: { link: act.link } }[act.do] ?? now;
    const remember = ({ link }) => {
      if (same(link, now.link)) return;
      past.push(now);
      if (past.length > REMEMBERED) past.shift();
      future.length = 0;
    };
    return { from, act: from === now ? act : {}, remember };
  }

  answer(link, act) {
    const text = JSON.stringify([link, act]);
    const known = this.asked?.text === text ? this.asked.answer : null;
    this.asked = null; // it is used once: what is received becomes this browser's
    return known ?? post(this.page, link, act);
  }

  // Documents keep the ids that they have in this browser. The answer names them by their places in
  // the link that was sent; one that was not here before is known by its name.
  receive({ link, rows }, ids = null) {
    const board = partOf(rows, "board");
    const named = new Map(this.rows && partOf(this.rows, "board").documents.map(({ label, id }) => [label, id]));
    for (const document of board.documents) {
      const known = ids ? ids[document.id] : named.get(document.label);
      document.id = known ?? ++this.fresh;
    }
    this.now = { link, ids: board.documents.map(({ id }) => id) };
    const reset = Boolean(this.start) && !same(link, this.start.link);
    board.can = { undo: this.past.length > 0, redo: this.future.length > 0, reset };
    this.rows = rows;
    if (this.start) this.show(rows);
  }

  // --- While a card is in the air ----------------------------------------------------------------

  // Asks what the order would come to; null: the card went back. An answer that was overtaken by
  // another order is dropped; the newest is kept, for the drop that may follow.
  async peek(act) {
    this.wanted = act && JSON.stringify([this.now.link, act]);
    if (!act) return this.rows && this.ahead(this.rows, null);
    if (this.underWay || this.peeking) return;
    this.peeking = true;
    try {
      let text;
      do {
        text = this.wanted;
        const [link, act] = JSON.parse(text);
        this.asked = { text, answer: post(this.page, link, act) };
        const { rows } = await this.asked.answer;
        if (this.wanted === text && !this.underWay) this.ahead(rows, act.order);
      } while (this.wanted && this.wanted !== text && !this.underWay);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // the drop will say why
    } finally {
      this.peeking = false;
    }
  }
}

/** @param {any[]} rows @param {string} kind */
export const partOf = (rows, kind) => rows.flat(2).find((part) => part.kind === kind)?.data;

export const same = (one, other) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
