// The board's life: takes data from Python, shows it, and sends back what the person did.
//
// Python owns the documents. A move is shown at once and sent as a command; data that arrives while
// the outbox still holds commands is shown when all are acknowledged.

import { places } from "../ndcg-tutor.markup/places.js";
import { isSession } from "../ndcg-tutor.reconnect/connected.js";
import { Outbox } from "../ndcg-tutor.reconnect/outbox.js";
import { ACTS, idOf, walkButtons } from "./acts.js";
import { mountElsewhere } from "./elsewhere.js";
import { mountMoving } from "./moving.js";
import { afterRestart, anew } from "./restart.js";
import { mountView } from "./view.js";

const boards = places(
  (place, acts) => new Board(place.querySelector(".board"), acts),
  (board) => board.unmount(),
);
/** @type {(place: HTMLElement) => Board} */
export const boardAt = (place) => boards.at(place);
const SOON = 700; // ms after which it is said that a move is not confirmed yet

// acts: of the exhibit that the board is a part of; one that stands alone sends events to Streamlit.
export default function ({ parentElement, data, setStateValue = null, acts = null }) {
  const board = boards.at(parentElement, acts);
  board.transmit = (command) => setStateValue("event", command);
  board.receive(data);
  return boards.leaving(parentElement);
}

class Board {
  /** @type {(event: object) => void} */
  transmit;

  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.order = []; // the ids of the ranking as shown, best place first
    this.lifted = null; // the id of the card being moved
    /** @type {any} */
    this.outbox = acts ?? this.eventsToStreamlit();
    this.outbox.write = (command) => this.inPlaces(command);
    this.view = mountView(this);
    this.moving = mountMoving(this);
    const listeners = { click: "onClick", dblclick: "onRename", keydown: "onKey" };
    for (const [name, method] of Object.entries(listeners)) {
      root.addEventListener(name, (event) => this[method](event));
    }
    this.elsewhere = mountElsewhere(this);
  }

  eventsToStreamlit() {
    return new Outbox((command) => this.transmit(command), {
      acknowledged: () => this.receive(this.data),
      giveUp: () => this.settle(), // the board shows again what Python knows
      ready: () => isSession(this.data.epoch),
    });
  }

  unmount() {
    this.elsewhere.unmount();
    clearTimeout(this.doubt);
    if (!this.acts) this.outbox.leave(this.name, { data: this.data, order: this.order });
    this.moving.unmount();
    this.view.unmount();
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data) {
    const before = this.data;
    this.data = data;
    this.byId = new Map(data.documents.map((document) => [document.id, document]));
    this.biggest = Math.max(...data.documents.map(({ gain }) => gain)) || 1;
    if (!this.acts) this.acknowledge(before);
    this.settle();
  }

  acknowledge(before) {
    const last = before ?? this.inherit();
    if (last && this.data.epoch !== last.epoch) this.resume(last);
    this.outbox.acknowledge(this.data);
    this.outbox.proceed();
  }

  // The page was drawn anew, and the board before this one still had commands in its outbox.
  inherit() {
    const left = this.outbox.resume(this.name);
    if (left) this.order = left.order;
    return left?.data;
  }

  get name() {
    return `board ${this.data.group}`;
  }

  // The server was restarted: what it had obeyed is done, what it had not is sent again.
  resume(before) {
    const { outbox } = this;
    const { fate, renamed } = afterRestart(before, this.data, outbox.underWay);
    this.moving.abandon();
    const waiting = fate === "unknown" ? [] : outbox.waiting;
    outbox.waiting = waiting.map((command) => anew(command, renamed));
    this.order = this.order.map((id) => renamed.get(id));
    if (fate === "waiting") outbox.retry();
    else outbox.drop();
  }

  settle() {
    const busy = this.lifted !== null || !this.outbox.idle;
    const known = this.order.every((id) => this.byId.has(id));
    if (!busy || !known) {
      this.order = this.data.documents.slice(0, this.data.retrieved).map(({ id }) => id);
      if (!known) this.moving.abandon();
    }
    this.view.paint();
    if (!busy && this.refocus !== undefined) {
      if (document.activeElement === document.body) this.view.focusSlot(this.refocus);
      this.refocus = undefined;
    }
    this.root.dataset.revision = busy ? "" : this.data.revision;
    if (!busy) this.announce();
    this.sayWhetherConfirmed();
  }

  // Says what the order is worth after every change that no sentence about a card has told of.
  announce() {
    const { revision, k, idcg } = this.data;
    const value = this.view.value();
    const now = `${revision} ${k} ${idcg} ${value}`;
    const [before, announced] = [this.announcedValue, this.moving.takeAnnounced()];
    this.announcedValue = now;
    if (value && before !== undefined && before !== now && !announced) {
      this.moving.say(`${this.view.measure()} at ${k}: ${value}.`);
      this.moving.takeAnnounced();
    }
  }

  // Until a move is acknowledged, what Python wrote is still about the order before it.
  sayWhetherConfirmed() {
    if (this.outbox.underWay) {
      this.doubt ??= setTimeout(() => this.view.sayUnconfirmed("not confirmed yet"), SOON);
    } else {
      clearTimeout(this.doubt);
      this.doubt = undefined;
      this.view.sayUnconfirmed("");
    }
  }

  // While a card is in the air: what is beside the board follows the order shown.
  peek(order) {
    this.acts?.peek(order && this.inPlaces({ do: "arrange", order }));
  }

  // What is beside the board shows an order of the places it has: their documents go by these.
  showAhead({ remarks }, order) {
    for (const document of this.byId.values()) document.doc = document.place;
    order?.forEach((place, doc) => (this.data.documents[place].doc = doc));
    this.view.paint();
    this.view.paintRemarks(remarks);
  }

  // --- Commands to Python --------------------------------------------------------------------

  command(command) {
    const { outbox } = this;
    const newest = outbox.waiting.at(-1);
    const arranges = command.do === "arrange";
    outbox.add(command, (other) => arranges && other === newest && other.do === "arrange");
    this.sayWhetherConfirmed();
  }

  // Ids are this browser's; Python is told places in the revision it knows.
  /** @param {any} command */
  inPlaces({ id, order, ...command }) {
    const place = (id) => this.byId.get(id)?.place;
    if (id !== undefined) command.at = place(id);
    if (order) command.order = order.map(place);
    const lost = command.at === undefined && id !== undefined;
    if (lost || command.order?.includes(undefined)) return null;
    return { ...command, revision: this.data.revision };
  }

  arrange(order) {
    if (order.every((id, slot) => id === this.order[slot])) return this.settle();
    this.order = order;
    this.command({ do: "arrange", order });
    setTimeout(() => this.settle()); // Streamlit sends in such a task, too: painting waits behind it
  }

  // --- What the person does ------------------------------------------------------------------

  onClick({ target }) {
    const button = target.closest("button[data-act]");
    if (!button || button.hasAttribute("aria-disabled")) return;
    const id = idOf(button);
    const act = button.dataset.act;
    if (act in ACTS) ACTS[act](this, id, button);
    else this.command({ do: act });
  }

  onRename({ target }) {
    const label = target.closest(".label");
    if (label && this.data.mode === "edit") ACTS.rename(this, idOf(label));
  }

  onKey(event) {
    walkButtons(event);
    const id = idOf(event.target);
    if (event.key === "F2" && id >= 0 && this.data.mode === "edit") ACTS.rename(this, id);
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
    const act = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (!act || this.data.mode !== "edit") return;
    event.preventDefault();
    if (this.data.can[act] || this.outbox.underWay) this.command({ do: act });
  }
}
