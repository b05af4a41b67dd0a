// Sends acts as requests. A request has an act and the state before it, and the answer has the state and the parts
// after it. The server keeps no state, so a request can be sent again.

import { Refused } from "./asking.js";

const MAX_UNDO = 200; // states that undo can return to

// A queue that sends acts in their order, one at a time.
//
// A subclass defines `prepare(act)`, which returns the request for an act and the function that takes its answer, or
// null if nothing is to be sent. If an answer does not fit the present state (`fits`), the act is sent again. If the
// server refuses an act, `refuse(sentence)` is called.
export class Queue {
  constructor() {
    /** @type {any[]} */
    this.waiting = []; // the acts that were not sent yet
    this.underWay = null; // the act that was sent and has no answer yet
  }

  get idle() {
    return !this.underWay && !this.waiting.length;
  }

  /** @param {any} act @param {(other: any) => boolean} [overtakes] */
  // Add an act, and drop the waiting acts for which `overtakes` is true.
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

// The queue of a board. Undo and redo are lists of the board's states. A state is a link, or the state of a board in
// a lesson.
export class BoardActs extends Queue {
  /**
   * @param {(link: any, act: any) => Promise<any>} ask
   * @param {{take: (answer: any, act: any) => void, fits?: (answer: any) => boolean,
   *   again: () => void, ahead: (answer: any, order: any) => void, refused: (why: string) => void,
   *   unseen?: () => string[]}} view
   */
  // take(answer)          shows an answer, which calls `adopt` for the board
  // again()               shows the latest answer once more
  // ahead(answer, order)  shows a preview next to the board during a drag
  // fits(answer)          returns true if an answer fits the present state
  // unseen()              returns the parts that an answer may leave out
  constructor(ask, view) {
    super();
    this.ask = ask;
    this.view = view;
    this.fits = view.fits ?? this.fits;
    /** @type {(act: any) => any} */
    this.write = (act) => act; // replaced by the board, to translate its ids into places
    this.documents = [];
    this.idCount = 0; // the number of ids given to documents
    this.forget();
  }

  // Forget all states. The next adopted state is the first.
  forget() {
    this.past = []; // states, each with the ids of its documents
    this.future = [];
    this.waiting = [];
    this.now = null;
    this.start = null;
  }

  // --- The queue ---------------------------------------------------------------------------------

  prepare(command) {
    const act = this.write(command);
    const step = act && this.planStep(act);
    if (step) return { act, ask: () => this.answer(step), take: (answer) => this.take(answer, act, step) };
    if (this.idle) this.view.again(); // the act was about a document that no longer exists
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

  // Return the request for an act: the state to send, the act, and the function that updates undo and redo after the
  // answer. Undo and redo send an old state without an act. Return null if there is nothing to undo or redo.
  planStep(act) {
    const { now, past, future, start } = this;
    if (act.do === "undo" && past.length) {
      const from = past.at(-1);
      const remember = () => {
        past.pop();
        future.push(now);
      };
      return { from, act: {}, remember };
    }
    if (act.do === "redo" && future.length) {
      const from = future.at(-1);
      const remember = () => {
        future.pop();
        past.push(now);
      };
      return { from, act: {}, remember };
    }
    if (act.do === "undo" || act.do === "redo") return null;
    const from = { reset: start, visit: { link: act.link } }[act.do] ?? now;
    return { from, act: from === now ? act : {}, remember: (link) => this.change(link) };
  }

  change(link) {
    if (areEqual(link, this.now.link)) return;
    this.past.push(this.now);
    if (this.past.length > MAX_UNDO) this.past.shift();
    this.future.length = 0;
  }

  // Ask for an answer. A preview of the same order is used instead, but only once, because taking it changes it.
  answer({ from: { link }, act }) {
    const { peeked } = this;
    this.peeked = null;
    this.wanted = null;
    return peeked?.text === JSON.stringify([link, act]) ? peeked.answer : this.ask(link, act);
  }

  // Adopt the board in an answer. Documents keep their ids in this browser. The answer to an act of this browser has
  // their places before the act. Otherwise they are known by their names, and unknown ones get new ids.
  adopt(data) {
    const { expected } = this;
    if (data.ids !== "own" && !data.identified) this.identify(data, expected?.from.ids);
    const { link, documents } = data;
    if (expected) expected.remember(link);
    else if (this.now) this.change(link); // another part or another tab changed it
    this.documents = documents;
    this.now = { link, ids: documents.map(({ id }) => id) };
    this.start ??= { ...this.now, link: data.start ?? link };
    const reset = !areEqual(link, this.start.link);
    data.can = { undo: this.past.length > 0, redo: this.future.length > 0, reset };
    this.expected = null; // drawing the same answer again is no new step
  }

  identify(data, ids) {
    const named = new Map(this.documents.map(({ label, id }) => [label, id]));
    for (const document of data.documents) {
      const id = ids ? ids[document.id] : named.get(document.label);
      document.id = id ?? ++this.idCount;
    }
    data.identified = true;
  }

  // --- Previews during a drag --------------------------------------------------------------------

  // Ask for a preview of an order. null means that the card went back. An answer is dropped if another order was asked
  // for meanwhile. The newest answer is kept for the drop that may follow.
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
      if (!(error instanceof Refused)) throw error; // the drop will show the reason
    } finally {
      this.peeking = false;
    }
  }

  // Ask again when a part that the preview left out has come into sight.
  renewPeek() {
    if (this.wanted) this.peek(JSON.parse(this.wanted)[1]);
  }
}

// The queue of a page whose link is its whole state. An answer may contain only the names of parts that are
// off-screen.
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
    // The state is adopted before anything is drawn, because the controls may send an act as soon as they are drawn.
    const board = answer.rows.flat(2).find(({ data }) => data.documents);
    this.adopt(board?.data ?? { link: answer.link, documents: [], ids: "own" });
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

  // Fetch the parts that the last answer left out. Return none if the request is refused, or if another act is under
  // way, because its answer may leave out other parts.
  /** @param {string[]} others @returns {Promise<any[]>} */
  async fetchRest(others) {
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
export const areEqual = (one, other) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
