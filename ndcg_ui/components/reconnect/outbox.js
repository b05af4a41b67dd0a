// What a component has to tell Python: one event at a time, in order, each until it is acknowledged.
//
// An event that is sent while the server is away would be lost, and so it waits; what the server may
// have taken along when it went is sent again as soon as it is back. Python takes an event once, by
// its sequence number, however often it comes, and acknowledges it when its effect is kept.

import { connected, currentSession, onChange } from "./connected.js";

const RETRY = 4000; // ms without an acknowledgement after which an event is sent again
const TRIES = 4;
/** @typedef {Record<string, any>} Event what was done, with `seq`, its number, once it is sent */

const left = new Map(); // name -> what an outbox held when its component was taken off the page
let events = 0;

export class Outbox {
  // `transmit(event)` hands an event to Streamlit. `write(item)` makes the event of what was added,
  // when its turn has come; null where there is nothing to tell any more. `giveUp()` is called when
  // an event was sent in vain. `ready()`: whether the server is the one that the event is for.
  /**
   * @param {(event: Event) => void} transmit
   * @param {{write?: (item: any) => Event | null, giveUp?: () => void, ready?: () => boolean}} [how]
   */
  constructor(transmit, { write = (item) => item, giveUp = () => {}, ready = () => true } = {}) {
    this.transmit = transmit;
    this.write = write;
    this.giveUp = giveUp;
    this.ready = ready;
    /** @type {any[]} */
    this.waiting = []; // what was added and not yet sent
    /** @type {Event | null} */
    this.underWay = null; // the event that was sent and not yet acknowledged
    connected(); // from now on it is watched
  }

  get idle() {
    return !this.underWay && !this.waiting.length;
  }

  // Adds something to tell. It replaces what waits and `overtakes` says it makes needless.
  /** @param {any} item @param {(other: any) => boolean} [overtakes] */
  add(item, overtakes = () => false) {
    this.waiting = this.waiting.filter((other) => !overtakes(other));
    this.waiting.push(item);
    if (!this.underWay) this.proceed();
  }

  // Python has kept the effect of the event `seq`. What waits is sent by `proceed`.
  acknowledge(seq) {
    if (this.underWay && this.underWay.seq === seq) this.drop();
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
    this.stopListening ??= onChange(() => this.retry());
    if (!connected() || !this.ready()) {
      this.timer = setTimeout(() => this.attempt(tries), RETRY);
    } else if (tries === 0) {
      this.drop();
      this.proceed();
      this.giveUp();
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
