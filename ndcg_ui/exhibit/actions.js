// Acts as requests: what was done, and the state that it was done to, answered with the state and the
// parts after it. The server remembers nothing, so that a request may be sent again.

import { Refused } from "./asking.js";

const REMEMBERED = 200; // states that undo leads back to

// What was done, asked for in its order, one act after the other.
//
// A kind of queue has `prepare(act)`: what is asked for an act, and what becomes of the answer; null
// where there is nothing to ask. Where an answer is not about what is here now (`fits`), the act is
// asked for again. `refuse(sentence)`: the server does not take it.
export class Queue {
  constructor() {
    /** @type {any[]} */
    this.waiting = []; // what was added and not yet sent
    this.underWay = null; // the act that was sent and not yet answered
  }

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

  async next() {
    while (!this.underWay && this.waiting.length) {
      const next = this.prepare(this.waiting.shift());
      if (!next) continue;
      this.underWay = next.act;
      try {
        let answer;
        do answer = await next.ask();
        while (!this.fits(answer));
        this.underWay = null;
        next.take(answer);
      } catch (error) {
        this.underWay = null;
        if (!(error instanceof Refused)) throw error;
        this.refuse(error.message);
      }
    }
  }

  /** @param {any} act @returns {{act: any, ask: () => Promise<any>, take: (answer: any) => void} | null} */
  prepare(act) {
    return act && null;
  }

  /** @param {any} answer */
  fits(answer) {
    return Boolean(answer);
  }

  /** @param {string} sentence */
  refuse(sentence) {
    throw new Refused(sentence);
  }
}

// What is done on a board: one act after the other, undo and redo as lists of the board's states. A
// state is a link, or what a lesson remembers of a board.
export class BoardActs extends Queue {
  /**
   * @param {(link: any, act: any) => Promise<any>} ask
   * @param {{take: (answer: any, act: any) => void, fits?: (answer: any) => boolean,
   *   again: () => void, ahead: (answer: any, order: any) => void, refused: (why: string) => void,
   *   unseen?: () => string[]}} view
   */
  // `take(answer)` shows an answer, with it the board (`adopt`); `again()` shows once more what is
  // known; `ahead(answer, order)` what is beside a board with a card in the air; `fits(answer)`:
  // whether it is about what is here now; `unseen()`: what need not be answered.
  constructor(ask, view) {
    super();
    this.ask = ask;
    this.view = view;
    this.fits = view.fits ?? this.fits;
    /** @type {(act: any) => any} */
    this.write = (act) => act; // a board's: from its own names of documents to their places
    this.documents = [];
    this.fresh = 0; // ids that documents have been given so far
    this.forget();
  }

  // Begins anew with the state that is adopted next.
  forget() {
    this.past = []; // states, each with the ids of its documents
    this.future = [];
    this.waiting = [];
    this.now = this.start = null;
  }

  // --- One act after the other -------------------------------------------------------------------

  prepare(command) {
    const act = this.write(command);
    const step = act && this.step(act);
    if (step) return { act, ask: () => this.answer(step), take: (answer) => this.take(answer, act, step) };
    if (this.idle) this.view.again(); // it was about a document that is gone
    return null;
  }

  take(answer, act, step) {
    this.expected = step;
    try {
      this.view.take(answer, act);
    } finally {
      this.expected = null;
    }
  }

  refuse(sentence) {
    this.waiting = [];
    this.view.again();
    this.view.refused(sentence);
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
    return { from, act: from === now ? act : {}, remember: (link) => this.change(link) };
  }

  change(link) {
    if (same(link, this.now.link)) return;
    this.past.push(this.now);
    if (this.past.length > REMEMBERED) this.past.shift();
    this.future.length = 0;
  }

  // What was asked for while the card was held is used once: it becomes this browser's.
  answer({ from: { link }, act }) {
    const { peeked } = this;
    this.peeked = this.wanted = null;
    return peeked?.text === JSON.stringify([link, act]) ? peeked.answer : this.ask(link, act);
  }

  // Takes over the board as an answer has it. Documents keep the ids that they have in this browser:
  // a link names them by their places, one that was not here before is known by its name.
  adopt(data) {
    const { expected } = this;
    if (data.ids !== "own" && !data.identified) this.identify(data, expected?.from.ids);
    const { link, documents } = data;
    if (expected) expected.remember(link);
    else if (this.now) this.change(link); // by another part, or in another tab
    this.documents = documents;
    this.now = { link, ids: documents.map(({ id }) => id) };
    this.start ??= { ...this.now, link: data.start ?? link };
    const reset = !same(link, this.start.link);
    data.can = { undo: this.past.length > 0, redo: this.future.length > 0, reset };
    this.expected = null; // drawn once more, it is the same
  }

  identify(data, ids) {
    const named = new Map(this.documents.map(({ label, id }) => [label, id]));
    for (const document of data.documents) {
      const id = ids ? ids[document.id] : named.get(document.label);
      document.id = id ?? ++this.fresh;
    }
    data.identified = true;
  }

  // --- While a card is in the air ----------------------------------------------------------------

  // Asks what the order would come to; null: the card went back. An answer that was overtaken by
  // another order is dropped; the newest is kept, for the drop that may follow.
  async peek(act) {
    this.wanted = act && JSON.stringify([this.now.link, act, this.view.unseen?.()]);
    if (!act) return this.now && this.view.ahead(null, null);
    if (this.underWay || this.peeking) return;
    this.peeking = true;
    try {
      let text;
      do {
        text = this.wanted;
        const [link, act] = JSON.parse(text);
        this.peeked = { text: JSON.stringify([link, act]), answer: this.ask(link, act) };
        const answer = await this.peeked.answer;
        if (this.wanted === text && !this.underWay) this.view.ahead(answer, act.order);
      } while (this.wanted && this.wanted !== text && !this.underWay);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // the drop will say why
    } finally {
      this.peeking = false;
    }
  }

  // Something has come into sight that was left out while a card is in the air.
  seen() {
    if (this.wanted) this.peek(JSON.parse(this.wanted)[1]);
  }
}

// A page whose link is its state: what is done on it is done on its board, or on the link alone. Of what
// is out of sight an answer may have the names only.
export class Linked extends BoardActs {
  /** @param {string} page @param {any} view @param {import("./host.js").Host} host */
  constructor(page, view, host) {
    super((link, act) => this.request(link, act, view.unseen()), {
      take: (answer, act) => {
        this.show(answer);
        if (act.do !== "visit") view.follow(this.link);
      },
      again: () => this.again(),
      ahead: (answer, order) => view.ahead(answer ?? this.shown, order),
      refused: view.refused,
      unseen: view.unseen,
    });
    this.whole = view;
    this.looksAhead = host.looksAhead;
    this.request = (link, act, unseen) => host.send(page, { link, state: { unseen }, act });
  }

  get link() {
    return this.now.link;
  }

  begin({ link, rows, look }) {
    this.forget();
    this.show({ link, rows, look });
  }

  show(answer) {
    this.shown = answer;
    const board = answer.rows.flat(2).some(({ data }) => data.documents);
    if (!board) this.adopt({ link: answer.link, documents: [], ids: "own" });
    this.again();
  }

  again() {
    this.whole.show(this.shown);
  }

  visit(link) {
    this.add({ do: "visit", link });
  }

  async peek(act) {
    if (this.looksAhead) await super.peek(act);
  }

  part(name, data) {
    if (data.documents) this.adopt(data);
    return this;
  }

  // The parts that what is shown was answered without; none where something else is under way, after
  // which others may be left out.
  /** @param {string[]} others @returns {Promise<any[]>} */
  async rest(others) {
    const { shown } = this;
    if (!this.idle || this.wanted || this.completing === shown) return [];
    this.completing = shown;
    let rows;
    try {
      ({ rows } = await this.request(this.link, {}, others));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.view.refused(error.message);
      return [];
    }
    const came = new Map(rows.flat(2).map(({ name, data }) => [name, data]));
    const late = shown.rows.flat(2).filter(({ name, data }) => data.later && came.has(name));
    for (const part of late) part.data = came.get(part.name);
    return this.shown === shown ? late : [];
  }
}

/** @param {any} one @param {any} other */
export const same = (one, other) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
