// The ways to answer, each in its form: `value()` is the answer or null where there is none yet,
// `set(answer)` shows one, `open(whether)` lets it be changed. The board and the sheet are the
// components of the app's other pages, in a thin host.

import { at } from "./follow.js";

const COMPONENTS = at("/_stcore/bidi-components/ndcg-tutor.");

const element = (name, attributes = {}, html = "") => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.innerHTML = html;
  return made;
};

// `send(answer)` is called where the person is done with it.
export async function formOf(question, round, send) {
  return await FORMS[question.kind](question, { round, send });
}

const sendButton = (send) => {
  const button = element("button", { type: "button", class: "send" }, "Send answer");
  button.addEventListener("click", send);
  return button;
};

function choice({ options }, { send }) {
  const root = element("ul", { class: "options" });
  let chosen = null;
  const show = () => {
    for (const [place, button] of buttons.entries()) {
      button.setAttribute("aria-pressed", String(place === chosen));
    }
  };
  const buttons = options.map((html, place) => {
    const button = element("button", { type: "button", class: "option" }, `<span>${html}</span>`);
    button.addEventListener("click", ({ target }) => {
      if (button.disabled || target.closest(".term")) return;
      chosen = place;
      show();
      send();
    });
    root.appendChild(element("li")).append(button);
    return button;
  });
  show();
  return {
    root,
    value: () => chosen,
    set: (answer) => [(chosen = answer), show()],
    open: (is) => buttons.forEach((button) => (button.disabled = !is)),
  };
}

function number(question, { send }) {
  const root = element("div", { class: "fields" });
  const label = element("label", {}, "Your answer ");
  const input = element("input", { type: "text", inputmode: "text", autocomplete: "off" });
  input.addEventListener("keydown", ({ key }) => key === "Enter" && send());
  label.append(input);
  const button = sendButton(send);
  root.append(label, button);
  return {
    root,
    value: () => input.value.trim() || null,
    set: (answer) => (input.value = answer),
    open: (is) => [(input.readOnly = !is), (button.hidden = !is)],
  };
}

function audit({ about, lines, mistakes }, { send }) {
  const root = element("div", {}, about);
  const cell = select("The wrong line", lines);
  const mistake = select("What its author did", mistakes);
  const button = sendButton(send);
  root.append(cell.label, mistake.label, button);
  const both = { cell: cell.field, mistake: mistake.field };
  return {
    root,
    value: () => (cell.field.value && mistake.field.value ? values(both) : null),
    set: (answer) => Object.entries(both).forEach(([name, field]) => (field.value = answer[name])),
    open: (is) => {
      for (const field of Object.values(both)) field.disabled = !is;
      button.hidden = !is;
    },
  };
}

const values = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));

function select(title, choices) {
  const label = element("label", { class: "choose" }, `${title} `);
  const field = label.appendChild(element("select"));
  for (const [value, text] of [["", "Choose"], ...Object.entries(choices)]) {
    const option = element("option", { value });
    option.textContent = text[0].toUpperCase() + text.slice(1);
    field.append(option);
  }
  return { label, field };
}

function guess({ low, high, step, digits }, { send }) {
  const root = element("div", { class: "fields" });
  const label = element("label", { class: "slider" }, "Your guess ");
  const slider = element("input", { type: "range", min: low, max: high, step });
  slider.value = String((low + high) / 2);
  const output = element("output");
  const echo = () => (output.textContent = Number(slider.value).toFixed(digits));
  slider.addEventListener("input", echo);
  label.append(slider);
  const button = sendButton(send);
  root.append(label, output, button);
  echo();
  return {
    root,
    value: () => Number(slider.value),
    set: (answer) => [(slider.value = answer), echo()],
    open: (is) => [(slider.disabled = !is), (button.hidden = !is)],
  };
}

async function sheet({ about, sheet: data }, { round, send }) {
  const { default: show } = await import(`${COMPONENTS}sheet/sheet.js`);
  const root = element("div", {}, `${about}<div><div class="sheet" data-testid="sheet"></div></div>`);
  const parentElement = root.lastElementChild;
  let texts = {};
  let now = { ...data, form: `round ${round}`, place: "class" };
  const draw = (more = {}) => {
    now = { ...now, ...more };
    show({ parentElement, data: now, acts });
    const check = parentElement.querySelector("[data-act=check]");
    if (check.textContent !== "Send answer") check.textContent = "Send answer";
    check.className = "send";
  };
  const written = () =>
    Object.fromEntries(
      [...parentElement.querySelectorAll("input[data-cell]")].map((f) => [f.dataset.cell, f.value]),
    );
  const acts = {
    idle: true,
    add: ({ why }) => {
      texts = written();
      queueMicrotask(draw);
      if (why === "check") send();
    },
  };
  draw();
  return {
    root,
    value: () => {
      texts = written();
      return Object.values(texts).some((text) => text.trim()) ? texts : null;
    },
    set: (answer) => {
      draw({ texts: { ...data.texts, ...answer } });
      for (const field of parentElement.querySelectorAll("input[data-cell]")) {
        field.value = field.dataset.sent = answer[field.dataset.cell] ?? "";
      }
    },
    open: (is) => draw({ state: is ? "open" : "closed", texts: is ? now.texts : written() }),
  };
}

async function order({ about, board: data }, { send }) {
  const { default: show } = await import(`${COMPONENTS}board/board.js`);
  const root = element("div", {}, `${about}<div><section class="board" data-testid="board">
    </section></div>`);
  const parentElement = root.lastElementChild;
  const button = sendButton(send);
  root.append(button);
  let now = data;
  const draw = (more = {}) => {
    now = { ...now, ...more };
    show({ parentElement, data: now, acts });
  };
  const arranged = (places, more = {}) => {
    const documents = places.map((from, place) => ({ ...now.documents[from], place }));
    draw({ documents, revision: documents.map(({ id }) => id).join(), ...more });
  };
  const acts = {
    ...{ idle: true, waiting: [], underWay: null, peek: () => {} },
    write: (act) => act,
    add: (act) => act.do === "arrange" && queueMicrotask(() => arranged(acts.write(act).order)),
  };
  draw();
  return {
    root,
    value: () => now.documents.map(({ id }) => id),
    set: (answer) => arranged(answer.map((id) => now.documents.findIndex((d) => d.id === id))),
    open: (is) => [draw({ mode: is ? "move" : "show" }), (button.hidden = !is)],
  };
}

const FORMS = { choice, number, sheet, audit, order, guess };
