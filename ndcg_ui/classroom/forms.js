// The ways to answer: `value()` is the answer or null, `set(answer)` shows one, `open(is)` lets it be
// changed; `send()` is called where the person is done. The server draws options and fields as it does
// in a lesson; board and sheet are the app's.

import showBoard from "../parts/board/board.js";
import showSheet from "../parts/sheet/sheet.js";
import { echo } from "../parts/markup/buttons.js";
import { make } from "../parts/markup/make.js";

const SEND = `<button type="button" class="send">Send answer</button>`;
const FORMS = { choice, several: choice, number: fields, sheet, audit: fields, order, guess };

export function formOf(question, round, send) {
  return FORMS[question.kind](question, send, round);
}

/** @param {string} html @returns {any} */
const element = (html) => make("div", { html }).firstElementChild;

// Options, below what they are about; of one kind several may be right.
function choice({ about, form, kind }, send) {
  const several = kind === "several";
  const ticking = several ? `<p class="fields">Tick all that are right. ${SEND}</p>` : "";
  const root = element(`<div>${about}${form}${ticking}</div>`);
  const buttons = [...root.querySelectorAll("button")];
  const options = root.querySelectorAll(".option").length;
  let chosen = [];
  const set = (answer) => {
    chosen = [answer ?? []].flat();
    for (const [place, button] of buttons.entries()) button.ariaPressed = String(chosen.includes(place));
  };
  root.addEventListener("click", ({ target }) => {
    const place = buttons.indexOf(target.closest("button"));
    if (place >= 0 && place < options) {
      const others = several ? chosen.filter((one) => one !== place) : [];
      set(several && chosen.includes(place) ? others : [...others, place]);
    }
    if (place >= (several ? options : 0)) send();
  });
  set(null);
  return {
    root,
    value: () => (several && chosen.length ? chosen : (chosen[0] ?? null)),
    set,
    open: (is) => buttons.forEach((button) => (button.disabled = !is)),
  };
}

// Fields, each with its name; what stands in the one of a number alone is the answer.
function fields({ about, form }, send) {
  const root = element(`<div data-form="">${about}${form}${SEND}</div>`);
  const all = [...root.querySelectorAll("[name]")];
  const button = root.querySelector(".send");
  button.addEventListener("click", send);
  root.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.matches("[type=text]")) send();
  });
  const texts = () => Object.fromEntries(all.map(({ name, value }) => [name, value.trim()]));
  return {
    root,
    value: () => (Object.values(texts()).every(Boolean) ? (texts().number ?? texts()) : null),
    set: (answer) => all.forEach((field) => (field.value = answer[field.name] ?? answer)),
    open: (is) => {
      for (const field of all) field[field.type === "text" ? "readOnly" : "disabled"] = !is;
      button.hidden = !is;
    },
  };
}

// A slider stands nowhere until it is touched, as every place is somebody's guess.
function guess(question, send) {
  const form = fields(question, send);
  const [range, output] = form.root.querySelectorAll("[type=range], output");
  let touched = false;
  const touch = (is) => {
    touched = is;
    range.classList.toggle("unset", !is);
    if (is) echo(range);
    else output.textContent = "not set yet";
    range.setAttribute("aria-valuetext", output.textContent);
  };
  for (const name of ["input", "pointerup"]) range.addEventListener(name, () => touch(true)); // the middle, too
  touch(false);
  const value = () => (touched ? Number(range.value) : null);
  return { ...form, value, set: (answer) => [form.set(answer), touch(true)] };
}

function sheet({ about, sheet: data }, send, round) {
  const root = element(`<div>${about}<div><div class="sheet" data-testid="sheet"></div></div></div>`);
  const parentElement = root.lastElementChild;
  let now = { ...data, form: `round ${round}`, place: "class", acts: { check: "Send answer" } };
  const draw = (more = {}) => {
    now = { ...now, ...more };
    showSheet({ parentElement, data: now, acts });
  };
  const acts = {
    idle: true,
    add: ({ why }) => {
      queueMicrotask(draw);
      if (why === "check") send();
    },
  };
  draw();
  parentElement.querySelector(".sheet-acts button").className = "send";
  const cells = [...parentElement.querySelectorAll("input[data-cell]")];
  const texts = () => Object.fromEntries(cells.map(({ dataset, value }) => [dataset.cell, value]));
  return {
    root,
    value: () => (cells.some(({ value }) => value.trim()) ? texts() : null),
    set: (answer) => draw({ state: "closed", texts: { ...data.texts, ...answer } }),
    open: (is) => draw({ state: is ? "open" : "closed", texts: is ? now.texts : texts() }),
  };
}

function order({ about, board: data }, send) {
  const root = element(`<div>${about}
    <div><section class="board" data-testid="board"></section></div>${SEND}</div>`);
  const [parentElement, button] = [...root.children].slice(-2);
  button.addEventListener("click", send);
  let now = data;
  const draw = (more) => {
    now = { ...now, ...more };
    showBoard({ parentElement, data: now, acts });
  };
  const arrange = (places) => {
    const documents = places.map((from, place) => ({ ...now.documents[from], place }));
    draw({ documents, revision: documents.map(({ id }) => id).join() });
  };
  const acts = {
    ...{ idle: true, waiting: [], underWay: null, peek: () => {} },
    write: (act) => act,
    add: (act) => act.do === "arrange" && queueMicrotask(() => arrange(acts.write(act).order)),
  };
  draw({});
  return {
    root,
    value: () => now.documents.map(({ id }) => id),
    set: (answer) => arrange(answer.map((id) => now.documents.findIndex((d) => d.id === id))),
    open: (is) => [draw({ mode: is ? "move" : "show" }), (button.hidden = !is)],
  };
}
