// What a component sends to Python: one event at a time, in order, each until it is acknowledged.
//
// An event that is sent while the server is away would be lost, and so it waits; what the server may
// have taken along when it went is sent again as soon as it is back. Python takes an event once, by
// its sequence number, however often it comes, and acknowledges it when its effect is kept. Where the
// browser stores the effect (store.js), that counts only once it has.

import { connected, currentSession, onChange } from "./connected.js";

const RETRY = 4000; // ms without an acknowledgement after which an event is sent again
const TRIES = 4;
/** @typedef {Record<string, any>} Event what was done, with `seq`, its number, once it is sent */
/** @typedef {{acknowledged?: string, counts?: string}} Acknowledgement counts: "now" or "stored" */

const left = new Map(); // name -> what an outbox held when its component was taken off the page
const sending = new Set(); // the outboxes with an event under way
let stored = new Set(); // the numbers of the events whose effect this browser has stored
let events = 0;

// The browser has stored the effect of the events `seqs`.
/** @param {string[]} seqs */
export function countStored(seqs) {
  stored = new Set(seqs);
  for (const outbox of [...sending]) outbox.acknowledgeAgain();
}

export class Outbox {
  // `transmit(event)` hands an event to Streamlit. `write(item)` makes the event of what was added,
  // when its turn has come; null where there is nothing to send any more. `giveUp()` is called when
  // an event was sent in vain; without it none is given up. `ready()`: whether the server is the one
  // that the event is for. `acknowledged()` is called when an acknowledgement counts later than it
  // arrived.
  /**
   * @param {(event: Event) => void} transmit
   * @param {{write?: (item: any) => Event | null, giveUp?: () => void, ready?: () => boolean,
   *   acknowledged?: () => void}} [how]
   */
  constructor(transmit, how = {}) {
    const { write = (item) => item, giveUp, ready = () => true } = how;
    this.transmit = transmit;
    this.write = write;
    this.giveUp = giveUp;
    this.ready = ready;
    this.acknowledged = how.acknowledged ?? (() => this.proceed());
    /** @type {Acknowledgement} */
    this.last = {};
    /** @type {any[]} */
    this.waiting = []; // what was added and not yet sent
    /** @type {Event | null} */
    this.underWay = null; // the event that was sent and not yet acknowledged
    connected(); // from now on it is watched
  }

  get idle() {
    return !this.underWay && !this.waiting.length;
  }

  // Adds something to send. It replaces what waits and `overtakes` says it makes needless.
  /** @param {any} item @param {(other: any) => boolean} [overtakes] */
  add(item, overtakes = () => false) {
    this.waiting = this.waiting.filter((other) => !overtakes(other));
    this.waiting.push(item);
    if (!this.underWay) this.proceed();
  }

  // Python has kept the effect of the event `acknowledged`, and what the component shows takes account
  // of it. What waits is sent by `proceed`.
  /** @param {Acknowledgement} acknowledgement */
  acknowledge({ acknowledged, counts }) {
    this.last = { acknowledged, counts };
    const matches = this.underWay && this.underWay.seq === acknowledged;
    if (matches && (counts !== "stored" || stored.has(acknowledged))) this.drop();
  }

  acknowledgeAgain() {
    this.acknowledge(this.last);
    if (!this.underWay) this.acknowledged();
  }

  // Sends the next event; or goes on with the one that is under way, where nothing does.
  proceed() {
    while (!this.underWay && this.waiting.length) {
      const event = this.write(this.waiting.shift());
      if (event) this.send(event);
    }
    if (this.underWay && this.timer === undefined) this.retry();
  }

  send(event) {
    this.underWay = { ...event, seq: `${Date.now().toString(36)}-${++events}` };
    this.retry();
  }

  // Sends what is under way now, and as often as at first.
  retry() {
    this.attempt(TRIES);
  }

  attempt(tries) {
    clearTimeout(this.timer);
    sending.add(this);
    this.stopListening ??= onChange(() => this.retry());
    if (!connected() || !this.ready()) {
      this.timer = setTimeout(() => this.attempt(tries), RETRY);
    } else if (tries === 0 && this.giveUp) {
      this.drop();
      this.proceed();
      this.giveUp();
    } else if (tries === 0) {
      this.retry();
    } else {
      this.timer = setTimeout(() => this.attempt(tries - 1), RETRY);
      this.transmit({ session: currentSession(), ...this.underWay, tries });
    }
  }

  // Forgets the event that is under way.
  drop() {
    this.underWay = null;
    this.rest();
  }

  clear() {
    this.waiting = [];
    this.drop();
  }

  rest() {
    clearTimeout(this.timer);
    this.stopListening?.();
    sending.delete(this);
    this.timer = this.stopListening = undefined;
  }

  // Takes it off the page. What it holds is kept for the outbox that is drawn next under this name,
  // with `more` that belongs to it.
  leave(name, more = null) {
    if (!this.idle) left.set(name, { waiting: this.waiting, underWay: this.underWay, more });
    this.clear();
  }

  // Takes over what an outbox of this name left; returns its `more`, or undefined where none did.
  resume(name) {
    const found = left.get(name);
    left.delete(name);
    if (!found) return undefined;
    this.waiting = found.waiting;
    this.underWay = found.underWay;
    return found.more;
  }
}
