// The board's life: takes data from Python, shows it, and sends back what the person did.
//
// Python owns the documents. A move is shown at once and asked for as an act; data that arrives while
// acts still wait is shown when all are answered.

import { isFocusFree, stageOf } from "../../exhibit/stage.js";
import { places } from "../markup/places.js";
import { ACTS, idOf, walkButtons } from "./acts.js";
import { mountMoving } from "./moving.js";
import { mountView } from "./view.js";

const boards = places(
  (place, acts) => new Board(place.querySelector(".board"), acts),
  (board) => board.unmount(),
);
/** @type {any} */
const NOTHING = { idle: true, waiting: [], underWay: null, add: () => {}, peek: () => {} };
const SOON = 700; // ms after which it is said that a move is not confirmed yet

// ahead: {order}, an order of a card in the air, about which the data are.
export default function ({ parentElement, data, acts = NOTHING, ahead = null }) {
  const board = boards.at(parentElement, acts);
  if (ahead) board.showAhead(data, ahead.order);
  else board.receive(data, acts);
  return boards.leaving(parentElement);
}

class Board {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.order = []; // the ids of the ranking as shown, best place first
    this.revision = 0; // goes up with each change of what Python wrote
    this.lifted = null; // the id of the card being moved
    this.view = mountView(this);
    this.moving = mountMoving(this);
    const listeners = { click: "onClick", dblclick: "onRename", keydown: "onKey" };
    for (const [name, method] of Object.entries(listeners)) {
      root.addEventListener(name, (event) => this[method](event));
    }
    this.onSwap = ({ detail }) => this.swap(detail);
    this.stage = stageOf(root);
    this.stage.addEventListener("ndcg:swap", this.onSwap);
  }

  unmount() {
    this.stage.removeEventListener("ndcg:swap", this.onSwap);
    clearTimeout(this.doubt);
    this.moving.unmount();
    this.view.unmount();
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data, acts) {
    this.acts = acts;
    acts.write = (command) => this.inPlaces(command);
    const content = JSON.stringify([data.retrieved, ...data.documents.map(({ label, grade }) => [label, grade])]);
    if (content !== this.content) this.revision += 1;
    this.content = content;
    this.data = data;
    this.byId = new Map(data.documents.map((document) => [document.id, document]));
    this.biggest = Math.max(...data.documents.map(({ gain }) => gain)) || 1;
    this.settle();
  }

  settle() {
    const busy = this.lifted !== null || !this.acts.idle;
    const known = this.order.every((id) => this.byId.has(id));
    if (!busy || !known) {
      this.order = this.data.documents.slice(0, this.data.retrieved).map(({ id }) => id);
      if (!known) this.moving.abandon();
    }
    this.view.paint();
    if (!busy && this.refocus !== undefined) {
      if (isFocusFree(this.root)) this.view.focusSlot(this.refocus);
      this.refocus = undefined;
    }
    this.root.dataset.revision = busy ? "" : String(this.revision);
    if (!busy) this.announce();
    this.sayWhetherConfirmed();
  }

  // Says what the order is worth after every change that no sentence about a card has told of.
  announce() {
    const { k, idcg } = this.data;
    const value = this.view.value();
    const now = `${this.revision} ${k} ${idcg} ${value}`;
    const [before, announced] = [this.announcedValue, this.moving.takeAnnounced()];
    this.announcedValue = now;
    if (value && before !== undefined && before !== now && !announced) {
      this.moving.say(`${this.view.measure()} at ${k}: ${value}.`);
      this.moving.takeAnnounced();
    }
  }

  // Until a move is acknowledged, what Python wrote is still about the order before it.
  sayWhetherConfirmed() {
    if (this.acts.underWay) {
      this.doubt ??= setTimeout(() => this.view.sayUnconfirmed("not confirmed yet"), SOON);
    } else {
      clearTimeout(this.doubt);
      this.doubt = undefined;
      this.view.sayUnconfirmed("");
    }
  }

  // While a card is in the air: what is beside the board follows the order shown.
  peek(order) {
    this.acts.peek(order && this.inPlaces({ do: "arrange", order }));
  }

  // What is beside the board shows an order of the places it has: their documents go by these.
  showAhead(data, order) {
    for (const document of this.byId.values()) document.doc = document.place;
    order?.forEach((place, doc) => (this.data.documents[place].doc = doc));
    this.view.paintAfter(data);
    this.view.paint();
  }

  // --- Commands to Python --------------------------------------------------------------------

  command(command) {
    const { acts } = this;
    const newest = acts.waiting.at(-1);
    const arranges = command.do === "arrange";
    acts.add(command, (other) => arranges && other === newest && other.do === "arrange");
    this.sayWhetherConfirmed();
  }

  // Ids are this browser's; Python is told places.
  /** @param {any} command */
  inPlaces({ id, order, ...command }) {
    const place = (id) => this.byId.get(id)?.place;
    if (id !== undefined) command.at = place(id);
    if (order) command.order = order.map(place);
    const lost = command.at === undefined && id !== undefined;
    if (lost || command.order?.includes(undefined)) return null;
    return command;
  }

  arrange(order) {
    if (order.every((id, slot) => id === this.order[slot])) return this.settle();
    this.order = order;
    this.command({ do: "arrange", order });
    setTimeout(() => this.acts.idle || this.settle()); // unless the answer was here, and is shown already
  }

  // --- What the person does ------------------------------------------------------------------

  swap({ group, ranks: [i, j] }) {
    if (group !== this.data.group || this.data.mode === "show" || this.lifted !== null) return;
    const order = [...this.order];
    [order[i - 1], order[j - 1]] = [order[j - 1], order[i - 1]];
    this.arrange(order);
    this.moving.say(this.view.sentence(order[i - 1]));
  }

  onClick({ target, detail: presses }) {
    const button = target.closest("button[data-act]");
    if (!target.closest("button, input")) target.closest(".card")?.querySelector(".grip")?.focus();
    if (!button || button.hasAttribute("aria-disabled")) return;
    const id = idOf(button);
    const act = button.dataset.act;
    if (presses) this.view.rest(); // by a key there are none
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
    if (this.data.can[act] || this.acts.underWay) this.command({ do: act });
  }
}
