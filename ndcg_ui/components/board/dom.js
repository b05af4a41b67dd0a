// Small helpers on the document: change only what differs, keep the focus, glide.

import { focusIn } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";

const GLIDE = { duration: 180, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

// What stands in the markup of something else, which takes it away when it is written anew.
export function setInside(element, markup) {
  if (element.innerHTML !== markup) element.innerHTML = markup;
}

const written = new WeakMap();

export function setMarkup(element, markup) {
  if (written.get(element) === markup) return;
  fill(element, markup);
  written.set(element, markup);
}

export function keepOnly(present, ids, list, name) {
  const wanted = new Set(ids);
  for (const [id, element] of present) {
    if (!wanted.has(id)) [element.remove(), present.delete(id)];
  }
  for (const id of ids) {
    if (present.has(id)) continue;
    const element = list.appendChild(document.createElement("li"));
    element.className = name;
    if (name === "card") element.dataset.testid = "card";
    present.set(id, element);
  }
}

// The order in the document is the order on screen, for the Tab key and for screen readers. One that was
// moved past others is moved here, and not they.
export function inOrder(list, elements) {
  const focused = focusIn(list);
  const move = (element, before) => (list.moveBefore ?? list.insertBefore).call(list, element, before ?? null);
  elements.forEach((element, place) => {
    const present = list.children[place];
    if (present === element) return;
    if (present?.nextSibling === element) move(present, elements[elements.indexOf(present) + 1]);
    else move(element, present);
  });
  if (focusIn(list) !== focused) focused?.focus({ preventScroll: true });
}

const glides = new WeakMap(); // element -> its last animation

// What an element's animations are, and where it is drawn, cost the style of all that was written before:
// neither is asked of one that rests, and of one that glides before the first is moved.
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

export function edit(label, text, done) {
  const input = document.createElement("input");
  Object.assign(input, { value: text, className: "label-input", ariaLabel: "Name", maxLength: 40 });
  label.hidden = true;
  label.after(input);
  input.select();
  const finish = (keep) => {
    input.onblur = null;
    const grip = label.closest("[data-id]").querySelector(".grip");
    if (keep && input.value.trim() && input.value !== text) done(input.value);
    label.hidden = false;
    input.remove();
    grip?.focus();
  };
  input.onblur = () => finish(true);
  input.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Enter") finish(true);
    if (event.key === "Escape") finish(false);
  };
}
