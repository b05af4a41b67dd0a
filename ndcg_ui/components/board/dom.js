// DOM helpers that change only what differs, keep the focus, and animate moves.

import { findFocus } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";

const GLIDE = { duration: 180, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

// Set the HTML of an element inside other markup. Rewriting the outer markup empties the element, so setMarkup's memory
// would be wrong, and innerHTML is compared instead.
export function setInnerMarkup(element, markup) {
  if (element.innerHTML !== markup) element.innerHTML = markup;
}

const lastMarkup = new WeakMap(); // element -> the markup that setMarkup gave it

export function setMarkup(element, markup) {
  if (lastMarkup.get(element) === markup) return;
  fill(element, markup);
  lastMarkup.set(element, markup);
}

export function keepElements(present, ids, list, name) {
  const wanted = new Set(ids);
  for (const [id, element] of present) {
    if (wanted.has(id)) continue;
    element.remove();
    present.delete(id);
  }
  for (const id of ids) {
    if (present.has(id)) continue;
    const element = list.appendChild(document.createElement("li"));
    element.className = name;
    if (name === "card") element.dataset.testid = "card";
    present.set(id, element);
  }
}

// Sort a list's elements, because the Tab key and screen readers follow the order in the document. An element
// that passed several others is moved itself, so that the others keep their focus and animations.
export function sortElements(list, elements) {
  const focused = findFocus(list);
  const move = (element, before) => (list.moveBefore ?? list.insertBefore).call(list, element, before ?? null);
  elements.forEach((element, place) => {
    const present = list.children[place];
    if (present === element) return;
    if (present?.nextSibling === element) move(present, elements[elements.indexOf(present) + 1]);
    else move(element, present);
  });
  if (findFocus(list) !== focused) focused?.focus({ preventScroll: true });
}

const glides = new WeakMap(); // element -> its last animation

// Animate elements to new positions. Reading a computed style makes the browser recalculate all pending
// styles, so it is read only for elements in motion, and before any element is changed.
export function glideAll(ids, find) {
  const moves = ids
    .map(find)
    .map(([element, y]) => ({ element, to: `translateY(${y}px)`, from: element.style.transform }))
    .filter(({ from, to }) => from !== to);
  for (const move of moves) {
    if (glides.get(move.element)?.playState === "running") move.from = getComputedStyle(move.element).transform;
  }
  for (const { element, from, to } of moves) {
    element.style.transform = to;
    glides.get(element)?.cancel();
    if (from && !calm.matches) glides.set(element, element.animate([{ transform: from }, { transform: to }], GLIDE));
  }
}

export function editText(label, text, done) {
  const input = document.createElement("input");
  Object.assign(input, { value: text, className: "label-input", ariaLabel: "Name", maxLength: 40 });
  label.hidden = true;
  label.after(input);
  input.select();
  const finish = (keep) => {
    input.onblur = null;
    const next = label.closest("[data-id]").querySelector(".grip, [data-act=rename]");
    if (keep && input.value.trim() && input.value !== text) done(input.value);
    label.hidden = false;
    input.remove();
    next?.focus();
  };
  input.onblur = () => finish(true);
  input.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Enter") finish(true);
    if (event.key === "Escape") finish(false);
  };
}
