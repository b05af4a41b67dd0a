// Several parts as one component: a part is what the component of its kind draws, in a slot.

import board from "../ndcg-tutor.board/board.js";
import figure from "../ndcg-tutor.figure/figure.js";
import markup from "../ndcg-tutor.markup/markup.js";
import { places } from "../ndcg-tutor.markup/places.js";
import { field } from "./field.js";

const DRAW = { board, field, figure, markup };
const LAST = "board"; // its revision says that the parts, too, are up to date
const TEXT = new TextDecoder();
const exhibits = places(
  (place) => new Exhibit(place),
  (exhibit) => exhibit.keepOnly(new Set()),
);

export default function ({ parentElement, data, setStateValue }) {
  exhibits.at(parentElement).show(JSON.parse(TEXT.decode(data)), setStateValue);
  return exhibits.leaving(parentElement);
}

class Exhibit {
  constructor(parent) {
    this.root = parent.querySelector(".exhibit");
    this.html = (kind) => parent.querySelector(`template[data-kind=${kind}]`).innerHTML;
    this.slots = new Map(); // name -> {element, remove}
  }

  show(rows, setStateValue) {
    const parts = rows.flat(2);
    this.keepOnly(new Set(parts.map(({ name }) => name)));
    this.arrange(rows);
    parts.sort((one, other) => Number(one.kind === LAST) - Number(other.kind === LAST));
    for (const part of parts) this.draw(part, setStateValue);
  }

  keepOnly(names) {
    for (const [name, { element, remove }] of this.slots) {
      if (names.has(name)) continue;
      element.remove();
      remove();
      this.slots.delete(name);
    }
  }

  // Slots move only where what is shown has changed: a card may be under way in one of them.
  arrange(rows) {
    const shape = JSON.stringify(rows.map((row) => row.map((column) => column.map(({ name }) => name))));
    if (shape === this.shape) return;
    this.shape = shape;
    const built = rows.map((row) =>
      block("exhibit-row", row.map((column) => block("exhibit-column", column.map((part) => this.slot(part))))),
    );
    this.root.replaceChildren(...built);
  }

  slot({ kind, name }) {
    if (!this.slots.has(name)) {
      const element = block("exhibit-part", []);
      element.innerHTML = this.html(kind);
      this.slots.set(name, { element, remove: () => {} });
    }
    return this.slots.get(name).element;
  }

  draw({ kind, name, data }, setStateValue) {
    const slot = this.slots.get(name);
    slot.remove = DRAW[kind]({ parentElement: slot.element, data, setStateValue });
  }
}

function block(name, children) {
  const made = document.createElement("div");
  made.className = name;
  made.append(...children);
  return made;
}
