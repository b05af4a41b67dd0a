// A page of which more is remembered than its link: each act is a request with what this tab remembers
// and, where there is one, the record that this browser keeps and nobody else; both come back with the
// answer. Two tabs agree: where the record was changed
// meanwhile, the act is asked for again on the newer one.

import { read, write } from "./storage.js";
import { BoardActs, Queue, same } from "./actions.js";

/** @type {(other: any) => boolean} */
const none = () => false;
const PREFIX = "ndcg-tutor:";
const DAY = 86_400_000; // ms
const MINUTE = 60_000; // ms

// The day here, counted from 1970: what was missed is due on a later one.
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * MINUTE) / DAY);

export class Learner extends Queue {
  /** @param {string} page @param {any} view @param {import("./host.js").Host} host */
  constructor(page, view, host) {
    super();
    this.page = page;
    this.view = view;
    this.host = host;
    this.parts = new Map(); // the parts that are shown, by name
    this.boards = new Map(); // what is done on a board, by the name of its part
    host.onRecordChange((key) => [this.key, null].includes(key) && this.now && this.renew());
  }

  get link() {
    return this.now.link;
  }

  // --- Where it begins ---------------------------------------------------------------------------

  // What the server showed knows nothing of a record: where there is one, it is asked for. What was
  // drawn by lot is what the address leads to from here on.
  begin({ link, state, keeps, waits, rows, look }) {
    this.key = keeps && PREFIX + keeps; // where the record is
    this.waiting = [];
    const before = read("sessionStorage", PREFIX + this.page); // when this tab last left the page
    const back = before && same(before.link, link);
    this.now = back ? before : { link, state };
    const { text } = this;
    this.accept({ rows, look });
    this.view.follow(link, "replaceState");
    if (back || waits || text !== null || this.isElsewhere(state)) this.renew();
  }

  // Of a page that shows the app's address: whether a proxy has hidden it from the server.
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

  // What this page shows of the link and of the record as they are now. What is due depends on the day.
  renew() {
    this.now = { link: this.link, state: { ...this.now.state, today: today() } };
    this.add({}, (other) => !other.part);
  }

  // --- The record --------------------------------------------------------------------------------

  get text() {
    if (!this.key) return null;
    try {
      return this.host.readRecord(this.key) ?? (this.forgets ? this.copy : null);
    } catch {
      this.forgets = true;
      return this.copy ?? null; // nothing is stored here: it lasts as long as the page
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

  // Of lessons that the page is not about, an act needs to know whether they are done.
  brief() {
    const record = parsed(this.text) ?? {};
    const here = this.link.lesson;
    if (!here || !record.lessons) return record;
    const cut = ([slug, lesson]) => [slug, slug === here ? lesson : { state: lesson?.state }];
    return { ...record, lessons: Object.fromEntries(Object.entries(record.lessons).map(cut)) };
  }

  whole(record) {
    const before = parsed(this.text)?.lessons;
    const here = this.link.lesson;
    if (!here || !before) return record;
    const lessons = { ...record.lessons, ...before };
    if (record.lessons[here]) lessons[here] = record.lessons[here];
    return { ...record, lessons };
  }

  // --- One act after the other -------------------------------------------------------------------

  get idle() {
    return super.idle && [...this.boards.values()].every((acts) => acts.idle);
  }

  // What a part sends its acts by; a board has a queue and undo of its own.
  part(name, data) {
    if (data.link) return this.board(name, data);
    const learner = this;
    return {
      get record() {
        return learner.text;
      },
      get idle() {
        return ![learner.underWay, ...learner.waiting].some((act) => act?.part === name);
      },
      // seed and now: for what the server draws by lot, and what depends on the time, so that an act
      // that is sent again has the same answer
      add: (act, overtakes = none) =>
        learner.add(
          { ...act, part: name, seed: Math.random(), now: Date.now(), today: today() },
          (other) => other.part === name && overtakes(other),
        ),
    };
  }

  board(name, data) {
    const acts = this.boards.get(name) ?? this.newBoard(name);
    this.boards.set(name, acts);
    acts.adopt(data);
    return acts;
  }

  newBoard(name) {
    return new BoardActs((on, act) => this.ask({ ...act, part: name, on }), {
      take: (answer) => this.take(answer),
      fits: (answer) => this.fits(answer),
      again: () => this.again(),
      ahead: (answer, order) => this.view.ahead(answer ? this.merged(answer) : this.shown, order, name),
      refused: this.view.refused,
    });
  }

  seen() {
    for (const acts of this.boards.values()) acts.seen();
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
    const message = { link, state, record: this.brief(), act };
    return { ...(await this.host.send(this.page, message)), before, act };
  }

  fits({ before }) {
    const { link, state } = this.now;
    return before.text === this.text && before.link === link && before.state === state;
  }

  take({ act, link, state, record, rows, look }) {
    const moved = !same(link, this.link);
    if (act.part && this.key) this.store(this.whole(record));
    this.now = { link, state };
    write("sessionStorage", PREFIX + this.page, this.now);
    this.accept({ rows, look });
    if (moved) this.view.follow(link, act.part ? "pushState" : "replaceState");
  }

  accept(answer) {
    this.shown = this.merged(answer);
    const parts = this.shown.rows.flat(2);
    this.parts = new Map(parts.map((part) => [part.name, part]));
    for (const name of this.boards.keys()) if (!this.parts.has(name)) this.boards.delete(name);
    this.again();
  }

  again() {
    this.view.show(this.shown, this.forgets);
  }

  // A part without data is the same as before.
  merged({ rows, look }) {
    const whole = (part) => (part.data ? part : this.parts.get(part.name));
    return { rows: rows.map((row) => row.map((column) => column.map(whole))), look };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
