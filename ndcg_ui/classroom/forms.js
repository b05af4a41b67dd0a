// The ways to answer: `value()` is the answer or null, `set(answer)` shows one, `open(is)` lets it be
// changed; `send()` is called where the person is done. Board and sheet are the app's.

import showBoard from "../parts/board/board.js";
import showSheet from "../parts/sheet/sheet.js";
import { escaped, make } from "../parts/markup/make.js";

const SEND = `<button type="button" class="send">Send answer</button>`;
const FORMS = { choice, several: choice, number, sheet, audit, order, guess };

export function formOf(question, round, send) {
  return FORMS[question.kind](question, send, round);
}

/** @param {string} html @returns {any} */
const element = (html) => make("div", { html }).firstElementChild;

// Options with their letters, below what they are about; of one kind several may be right.
function choice({ about = "", options, kind }, send) {
  const several = kind === "several";
  const item = (html) => `<li><button type="button" class="option"><span>${html}</span></button></li>`;
  const ticking = several ? `<p class="fields">Tick all that are right. ${SEND}</p>` : "";
  const root = element(`<div>${about}<ul class="options">${options.map(item).join("")}</ul>${ticking}</div>`);
  const buttons = [...root.querySelectorAll("button")];
  let chosen = [];
  const set = (answer) => {
    chosen = [answer ?? []].flat();
    for (const [place, button] of buttons.entries()) button.ariaPressed = String(chosen.includes(place));
  };
  root.addEventListener("click", ({ target }) => {
    const place = buttons.indexOf(target.closest("button"));
    if (options[place]) {
      const others = several ? chosen.filter((one) => one !== place) : [];
      set(several && chosen.includes(place) ? others : [...others, place]);
    }
    if (place >= (several ? options.length : 0)) send();
  });
  set(null);
  return {
    root,
    value: () => (several && chosen.length ? chosen : (chosen[0] ?? null)),
    set,
    open: (is) => buttons.forEach((button) => (button.disabled = !is)),
  };
}

// Fields in HTML, and the button. read: the answer in their texts; write: an answer's texts.
function fields(html, send, read, write, about = "") {
  const root = element(`<div>${about}<div class="fields">${html}${SEND}</div></div>`);
  const all = [...root.querySelectorAll("input, select")];
  const button = root.querySelector(".send");
  button.addEventListener("click", send);
  root.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.matches("[type=text]")) send();
  });
  return {
    root,
    value: () => read(...all.map(({ value }) => value.trim())),
    set: (answer) => write(answer).forEach((text, place) => (all[place].value = text)),
    open: (is) => {
      for (const field of all) field[field.type === "text" ? "readOnly" : "disabled"] = !is;
      button.hidden = !is;
    },
  };
}

function number(question, send) {
  const field = `<label>Your answer <input type="text" inputmode="text" autocomplete="off"></label>`;
  const read = (text) => text || null;
  return fields(field, send, read, (answer) => [answer], question.about);
}

function audit({ about, lines, mistakes }, send) {
  const both = select("The wrong line", lines) + select("What its author did", mistakes);
  const read = (cell, mistake) => (cell && mistake ? { cell, mistake } : null);
  return fields(both, send, read, ({ cell, mistake }) => [cell, mistake], about);
}

function select(title, choices) {
  const options = Object.entries({ "": "choose", ...choices }).map(
    ([value, text]) =>
      `<option value="${escaped(value)}">${escaped(text[0].toUpperCase() + text.slice(1))}</option>`,
  );
  return `<label class="whole">${title} <select>${options.join("")}</select></label>`;
}

function guess({ low, high, step, digits, about }, send) {
  const slider = `<label class="whole">Your guess
    <input type="range" min="${low}" max="${high}" step="${step}" value="${(low + high) / 2}"></label>`;
  let touched = false; // until then it stands nowhere, as every place is somebody's guess
  const read = (text) => (touched ? Number(text) : null);
  const form = fields(`${slider}<output></output>`, send, read, (answer) => [answer], about);
  const range = form.root.querySelector("input");
  const echo = (is) => {
    touched = is;
    const text = is ? form.value().toFixed(digits) : "not set yet";
    range.classList.toggle("unset", !is);
    range.setAttribute("aria-valuetext", text);
    form.root.querySelector("output").textContent = text;
  };
  for (const name of ["input", "pointerup"]) range.addEventListener(name, () => echo(true)); // the middle, too
  echo(false);
  return { ...form, set: (answer) => [form.set(answer), echo(true)] };
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
