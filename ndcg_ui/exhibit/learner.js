// The queue of a page whose state is more than its link. Each request has the link, this tab's state and the
// learner's record, which only this browser stores. The answer brings them back. If another tab has changed the
// record meanwhile, the act is sent again with the newer record.

import { KINDS, parseJson, read, write } from "./storage.js";
import { BoardActs, Queue, areEqual } from "./actions.js";

/** @type {(other: any) => boolean} */
const never = () => false;
const DAY = 86_400_000; // ms
const MINUTE = 60_000; // ms

// Return the local day, as the number of days since 1970. Missed questions come back on a later day.
const countToday = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * MINUTE) / DAY);

export class Learner extends Queue {
  /** @param {string} page @param {any} view @param {import("./host.js").Host} host */
  constructor(page, view, host) {
    super();
    this.page = page;
    this.view = view;
    this.host = host;
    this.copy = null; // the text of the record, which lasts as long as the page
    this.parts = new Map(); // the visible parts by name
    this.boards = new Map(); // the queue of each board by the name of its part
    host.onRecordChange((key) => [this.key, null].includes(key) && this.now && this.renew());
  }

  get link() {
    return this.now.link;
  }

  // --- The beginning -----------------------------------------------------------------------------

  // Show the first message. The server did not know this browser's record, so if there is one, the page is asked
  // for again with it. The link is written to the address, because the server may have chosen an exercise at random.
  begin({ link, state, keeps, waits, rows, look }) {
    this.key = keeps && KINDS.record.name + keeps; // the storage key of the record
    const before = read("page", this.page); // the state when this tab last left the page
    const back = before && areEqual(before.link, link);
    this.now = back ? before : { link, state };
    const { text } = this;
    this.accept({ rows, look });
    this.view.follow(link, "replaceState");
    if (back || waits || text !== null || this.isElsewhere(state)) this.renew();
  }

  // Store the app's address for a page that shows it. Return true if a proxy hid the address from the server.
  isElsewhere(state) {
    if (state.address === undefined) return false;
    const address = this.host.addressOf(this.page);
    this.now = { link: this.link, state: { ...this.now.state, address } };
    return state.address !== address;
  }

  visit(link) {
    this.now = { link, state: this.now.state };
    this.renew();
  }

  // Ask for the page again with the present link, record and day.
  renew() {
    this.now = { link: this.link, state: { ...this.now.state, today: countToday() } };
    this.add({}, (other) => !other.part);
  }

  // --- The record --------------------------------------------------------------------------------

  get text() {
    if (!this.key) return null;
    try {
      return this.host.readRecord(this.key) ?? (this.forgets ? this.copy : null);
    } catch {
      this.forgets = true;
      return this.copy; // this browser stores nothing
    }
  }

  store(record) {
    this.copy = JSON.stringify(record);
    try {
      this.host.writeRecord(this.key, this.copy);
      this.forgets = false;
    } catch {
      this.forgets = true;
    }
  }

  // Return the record without the details of other lessons, to keep requests short.
  shortenRecord() {
    const record = parseJson(this.text) ?? {};
    const here = this.link.lesson;
    if (!here || !record.lessons) return record;
    const cut = ([slug, lesson]) => [slug, slug === here ? lesson : { state: lesson?.state }];
    return { ...record, lessons: Object.fromEntries(Object.entries(record.lessons).map(cut)) };
  }

  restoreRecord(record) {
    const before = parseJson(this.text)?.lessons;
    const here = this.link.lesson;
    if (!here || !before) return record;
    const lessons = { ...record.lessons, ...before };
    if (record.lessons[here]) lessons[here] = record.lessons[here];
    return { ...record, lessons };
  }

  // --- All of the learner's work -----------------------------------------------------------------

  // Return a file with this page's record and, in `others`, the other records and the programs by name.
  makeFile() {
    const { [this.key]: own, ...others } = this.host.readWork();
    const record = { version: 1, lessons: {}, ...parseJson(this.text) };
    return JSON.stringify({ ...record, others });
  }

  // Replace the other records and the programs by those in a file, and return the text of this page's record, for the
  // act that loads it. A file of an earlier version has only this text.
  readFile(text) {
    const { others, ...record } = parseJson(text) ?? {};
    if (!others || !record.lessons) return text;
    this.forgetWork();
    this.host.writeWork(others);
    return JSON.stringify(record);
  }

  // Delete the learner's work. This page's record stays until the answer to an act replaces it, because the server
  // answers with the parts that differ from those of the record that it gets.
  forgetWork() {
    const own = parseJson(this.text);
    this.boards.clear();
    this.host.forgetWork();
    if (own) this.store(own);
  }

  // --- The queue ---------------------------------------------------------------------------------

  get idle() {
    return super.idle && [...this.boards.values()].every((acts) => acts.idle);
  }

  // Return the queue for a part's acts. A board has a queue with its own undo.
  part(name, data) {
    if (data.link) return this.board(name, data);
    const learner = this;
    return {
      makeFile: () => learner.makeFile(),
      readFile: (text) => learner.readFile(text),
      forgetWork: () => learner.forgetWork(),
      get idle() {
        return ![learner.underWay, ...learner.waiting].some((act) => act?.part === name);
      },
      // seed and now are sent for random choices and times, so that a repeated act has the same answer.
      add: (act, overtakes = never) =>
        learner.add(
          { ...act, part: name, seed: Math.random(), now: Date.now(), today: countToday() },
          (other) => other.part === name && overtakes(other),
        ),
    };
  }

  board(name, data) {
    const acts = this.boards.get(name) ?? this.makeBoard(name);
    this.boards.set(name, acts);
    acts.adopt(data);
    return acts;
  }

  makeBoard(name) {
    return new BoardActs((on, act) => this.ask({ ...act, part: name, on }), {
      take: (answer) => this.take(answer),
      fits: (answer) => this.fits(answer),
      again: () => this.again(),
      ahead: (answer, order) => this.view.ahead(answer ? this.fillParts(answer) : this.shown, order, name),
      refused: this.view.refused,
    });
  }

  renewPeek() {
    for (const acts of this.boards.values()) acts.renewPeek();
  }

  prepare(act) {
    return { act, ask: () => this.ask(act), take: (answer) => this.take(answer) };
  }

  refuse(sentence) {
    this.again();
    this.view.refused(sentence);
  }

  async ask(act) {
    const { link, state } = this.now;
    const before = { link, state, text: this.text };
    const message = { link, state, record: this.shortenRecord(), act };
    return { ...(await this.host.send(this.page, message)), before, act };
  }

  fits({ before }) {
    const { link, state } = this.now;
    return before.text === this.text && before.link === link && before.state === state;
  }

  take({ act, link, state, record, rows, look }) {
    const moved = !areEqual(link, this.link);
    if (act.part && this.key) this.store(this.restoreRecord(record));
    this.now = { link, state };
    write("page", this.now, this.page);
    this.accept({ rows, look });
    if (moved) this.view.follow(link, act.part ? "pushState" : "replaceState");
  }

  accept(answer) {
    this.shown = this.fillParts(answer);
    const parts = this.shown.rows.flat(2);
    this.parts = new Map(parts.map((part) => [part.name, part]));
    for (const name of this.boards.keys()) if (!this.parts.has(name)) this.boards.delete(name);
    this.again();
  }

  again() {
    this.view.show(this.shown, this.forgets);
  }

  // Complete an answer: a part without data has not changed.
  fillParts({ rows, look }) {
    const whole = (part) => (part.data ? part : this.parts.get(part.name));
    return { rows: rows.map((row) => row.map((column) => column.map(whole))), look };
  }
}
