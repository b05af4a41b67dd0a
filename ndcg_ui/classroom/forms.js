// The forms for answers. `value()` returns the answer or null, `set(answer)` shows an answer, and `open(is)` allows or
// forbids changes. A form calls `send()` when the learner sends the answer. The server draws options and fields as in
// a lesson. Board and sheet are the app's components.

import showBoard from "../components/board/board.js";
import showSheet from "../components/sheet/sheet.js";
import { showFieldValue } from "../components/markup/fields.js";
import { makeElement } from "../exhibit/make.js";
import { renderImage } from "./pictures.js";

const SEND = `<button type="button" class="send">Send answer</button>`;
const TICK = `<p class="fields">Tick every right answer. ${SEND}</p>`;
const FORMS = { choice: makeChoice, several: makeChoice, number: makeFields, sheet: makeSheet, audit: makeFields, order: makeOrder, guess: makeSlider, text: makeText };

export function makeForm(question, round, send) {
  const root = /** @type {any} */ (makeElement("div", { html: renderImage(question.image) + question.about }));
  const form = FORMS[question.kind](root, question, send, round);
  const button = root.querySelector(".send:not([data-act])"); // a sheet has its own button
  button?.addEventListener("click", send);
  const open = (is) => {
    form.open(is);
    if (button) button.hidden = !is;
  };
  return { ...form, root, open };
}

// Make the options of a question, one or several of which are right.
function makeChoice(root, { form, kind }, send) {
  const several = kind === "several";
  root.insertAdjacentHTML("beforeend", form + (several ? TICK : ""));
  const options = [...root.querySelectorAll(".option")];
  if (several) for (const option of options) option.prepend(makeElement("i", { class: "box" }));
  let chosen = [];
  const set = (answer) => {
    chosen = [answer ?? []].flat();
    for (const [place, option] of options.entries()) option.ariaPressed = String(chosen.includes(place));
  };
  const pick = (place) => {
    const others = several ? chosen.filter((one) => one !== place) : [];
    set(several && chosen.includes(place) ? others : [...others, place]);
    if (!several) send();
  };
  options.forEach((option, place) => option.addEventListener("click", () => pick(place)));
  set(null);
  const value = () => (several && chosen.length ? chosen : (chosen[0] ?? null));
  return { value, set, open: (is) => options.forEach((option) => (option.disabled = !is)) };
}

// Make named fields. If one of them is "number", its text is the answer. Otherwise the answer has all texts by name.
function makeFields(root, { form }, send) {
  root.dataset.form = "";
  root.insertAdjacentHTML("beforeend", form + SEND);
  const all = [...root.querySelectorAll("[name]")];
  root.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.matches("[type=text]")) send();
  });
  const readTexts = () => Object.fromEntries(all.map(({ name, value }) => [name, value.trim()]));
  return {
    value: () => (Object.values(readTexts()).every(Boolean) ? (readTexts().number ?? readTexts()) : null),
    set: (answer) => all.forEach((field) => (field.value = answer[field.name] ?? answer)),
    open: (is) => all.forEach((field) => (field[field.type === "text" ? "readOnly" : "disabled"] = !is)),
  };
}

// Make a field for a text in the learner's own words. Enter begins a new line.
function makeText(root, { form }) {
  root.insertAdjacentHTML("beforeend", form + SEND);
  const area = root.querySelector("textarea");
  return {
    value: () => area.value.trim() || null,
    set: (answer) => (area.value = answer),
    open: (is) => (area.readOnly = !is),
  };
}

// Make a slider. It has no value until the learner moves it, because each position could be a guess.
function makeSlider(root, question, send) {
  const form = makeFields(root, question, send);
  const [range, output] = root.querySelectorAll("[type=range], output");
  let touched = false;
  const touch = (is) => {
    touched = is;
    range.classList.toggle("unset", !is);
    if (is) showFieldValue(range);
    else output.textContent = "not set yet";
    range.setAttribute("aria-valuetext", output.textContent);
  };
  for (const name of ["input", "pointerup"]) range.addEventListener(name, () => touch(true)); // a click in the middle counts, too
  touch(false);
  const value = () => (touched ? Number(range.value) : null);
  const set = (answer) => {
    form.set(answer);
    touch(true);
  };
  return { ...form, value, set };
}

function makeSheet(root, { sheet: data }, send, round) {
  const parentElement = root.appendChild(makeElement("div", { html: `<div class="sheet" data-testid="sheet"></div>` }));
  let now = { ...data, form: `round ${round}`, place: "class", acts: { check: "Send answer" } };
  const draw = (more = {}) => showSheet({ parentElement, data: (now = { ...now, ...more }), acts });
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
  const readTexts = () => Object.fromEntries(cells.map(({ dataset, value }) => [dataset.cell, value]));
  return {
    value: () => (cells.some(({ value }) => value.trim()) ? readTexts() : null),
    set: (answer) => draw({ state: "closed", texts: { ...data.texts, ...answer } }),
    open: (is) => draw({ state: is ? "open" : "closed", texts: is ? now.texts : readTexts() }),
  };
}

function makeOrder(root, { board: data }) {
  const html = `<section class="board" data-testid="board"></section>`;
  const parentElement = root.appendChild(makeElement("div", { html }));
  root.insertAdjacentHTML("beforeend", SEND);
  let now = data;
  const draw = (more) => showBoard({ parentElement, data: (now = { ...now, ...more }), acts });
  const arrange = (places) =>
    draw({ documents: places.map((from, place) => ({ ...now.documents[from], place })) });
  const acts = {
    idle: true,
    waiting: [],
    underWay: null,
    peek: () => {},
    write: (act) => act,
    add: (act) => act.do === "arrange" && queueMicrotask(() => arrange(acts.write(act).order)),
  };
  draw({});
  return {
    value: () => now.documents.map(({ id }) => id),
    set: (answer) => arrange(answer.map((id) => now.documents.findIndex((d) => d.id === id))),
    open: (is) => draw({ mode: is ? "move" : "show" }),
  };
}
