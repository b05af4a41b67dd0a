// The board: shows the documents that Python sends, and sends the user's actions to Python.
//
// Python owns the documents. A move is shown at once and then sent as an act. Data that arrives while acts
// are unanswered is shown after the last answer.

import { isFocusFree, findStage } from "../../exhibit/stage.js";
import { keepByPlace } from "../markup/places.js";
import { ACTS, findCardId, moveButtonFocus } from "./acts.js";
import { mountMoving } from "./moving.js";
import { mountView } from "./view.js";

const boards = keepByPlace(
  (place, acts) => new Board(place.querySelector(".board"), acts),
  (board) => board.unmount(),
);
/** @type {any} */
const NO_ACTS = { idle: true, waiting: [], underWay: null, add: () => {}, peek: () => {} };
const CONFIRMED_SOON = 700; // ms; a later answer is announced as "not confirmed yet"

// ahead: {order} if `data` is a preview for the order with the lifted card; null for ordinary data.
export default function ({ parentElement, data, acts = NO_ACTS, ahead = null }) {
  const board = boards.at(parentElement, acts);
  if (ahead) board.showAhead(data, ahead.order);
  else board.receive(data, acts);
  return boards.cleanup(parentElement);
}

class Board {
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
    this.order = []; // the ids in the ranking on the screen, rank 1 first
    this.revision = 0; // counts the changes of Python's data
    this.lifted = null; // the id of the card being moved
    this.view = mountView(this);
    this.moving = mountMoving(this);
    const listeners = { click: "onClick", dblclick: "onRename", keydown: "onKey" };
    for (const [name, method] of Object.entries(listeners)) {
      root.addEventListener(name, (event) => this[method](event));
    }
    this.onSwap = ({ detail }) => this.swap(detail);
    this.stage = findStage(root);
    this.stage.addEventListener("ndcg:swap", this.onSwap);
  }

  unmount() {
    this.stage.removeEventListener("ndcg:swap", this.onSwap);
    clearTimeout(this.unconfirmedTimer);
    this.moving.unmount();
    this.view.unmount();
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data, acts) {
    this.acts = acts;
    acts.write = (command) => this.usePlaces(command);
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
    this.showUnconfirmed();
  }

  // Announce the score after every change that was not already announced with a card.
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

  // Show a note while a move is unanswered, because Python's texts are still about the order before it.
  showUnconfirmed() {
    if (this.acts.underWay) {
      this.unconfirmedTimer ??= setTimeout(() => this.view.sayUnconfirmed("not confirmed yet"), CONFIRMED_SOON);
    } else {
      clearTimeout(this.unconfirmedTimer);
      this.unconfirmedTimer = undefined;
      this.view.sayUnconfirmed("");
    }
  }

  // Ask for a preview of the parts next to the board while a card is lifted. null means that the card went back.
  peek(order) {
    this.acts.peek(order && this.usePlaces({ do: "arrange", order }));
  }

  // Show a preview. Its documents are numbered by their ranks in `order`, so `doc` translates between the cards and the
  // parts next to the board.
  showAhead(data, order) {
    for (const document of this.byId.values()) document.doc = document.place;
    order?.forEach((place, doc) => (this.data.documents[place].doc = doc));
    this.view.paintAfter(data);
    this.view.paint(true);
  }

  // --- Commands to Python --------------------------------------------------------------------

  command(command) {
    const { acts } = this;
    const newest = acts.waiting.at(-1);
    const arranges = command.do === "arrange";
    acts.add(command, (other) => arranges && other === newest && other.do === "arrange");
    this.showUnconfirmed();
  }

  // Return a command with places instead of ids, because only this browser knows the ids. Return null if a document no
  // longer exists.
  /** @param {any} command */
  usePlaces({ id, order, ...command }) {
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
    setTimeout(() => this.acts.idle || this.settle()); // if it was answered at once, it is already shown
  }

  // --- Events --------------------------------------------------------------------------------

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
    const id = findCardId(button);
    const act = button.dataset.act;
    if (presses) this.view.rest(); // the number of presses is 0 if a key clicked
    if (act in ACTS) ACTS[act](this, id, button);
    else this.command({ do: act });
  }

  onRename({ target }) {
    const label = target.closest(".label");
    if (label && this.data.mode === "edit") ACTS.rename(this, findCardId(label));
  }

  onKey(event) {
    moveButtonFocus(event);
    const id = findCardId(event.target);
    if (event.key === "F2" && id >= 0 && this.data.mode === "edit") ACTS.rename(this, id);
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
    const act = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (!act || this.data.mode !== "edit") return;
    event.preventDefault();
    if (this.data.can[act] || this.acts.underWay) this.command({ do: act });
  }
}
