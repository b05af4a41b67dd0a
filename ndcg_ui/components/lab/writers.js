// Editors for programs that are not typed as a whole: with blanks to fill, or with lines to put in order.

import { makeButton } from "./dom.js";
import { makeElement } from "../../exhibit/make.js";
import { findFocus } from "../../exhibit/stage.js";
import { makeLine, paintTokens, tokenize } from "./highlight.js";

// Mark the line with this number, and unmark the others.
function markLine(parent, at) {
  [...parent.children].forEach((child, place) => child.toggleAttribute("data-marked", place + 1 === at));
}

// --- Blanks ----------------------------------------------------------------------------------

export function mountBlanks({ label, starter, value, onInput, onRun }) {
  const fields = [];
  const element = makeElement("div", { class: "listing blanks", role: "group", "aria-label": label });
  const pieces = starter.trimEnd().split("\n").map((line) => line.split(/\[\[.*?\]\]/));

  pieces.forEach((parts, place) => {
    const row = element.appendChild(makeLine([]));
    parts.forEach((part, which) => {
      if (which) row.append(makeField(place + 1));
      row.append(makeElement("span", {}, ...paintTokens(tokenize(part)[0])));
    });
  });

  function makeField(line) {
    const input = makeElement("input", {
      type: "text",
      "aria-label": `Blank ${fields.length + 1}, in line ${line}`,
      "data-testid": "blank",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      oninput: () => {
        mark(0);
        onInput();
      },
      onkeydown: (event) => event.key === "Enter" && !event.isComposing && onRun(),
    });
    input.value = value?.[fields.length] ?? "";
    fields.push({ input, line });
    return input;
  }

  const mark = (at) => markLine(element, at);

  function source() {
    const empty = fields.findIndex(({ input }) => !input.value.trim());
    if (empty >= 0) {
      const say = `Blank ${empty + 1} is empty.`;
      return { problem: { id: "blank-empty", say, line: fields[empty].line } };
    }
    let next = 0;
    const lines = pieces.map((parts) =>
      parts.reduce((text, part) => text + fields[next++].input.value.trim() + part),
    );
    return { text: lines.join("\n") + "\n" };
  }

  return {
    element,
    mark,
    source,
    state: () => fields.map(({ input }) => input.value),
    set() {
      for (const { input } of fields) input.value = "";
      mark(0);
      onInput();
    },
  };
}

// --- Lines -----------------------------------------------------------------------------------

export function mountOrder({ label, starter, order, value, onInput }) {
  const texts = new Map(order.lines.map(({ id, text }) => [id, text]));
  const sortIds = (ids) => [...ids].sort().join();
  const known = Array.isArray(value) && sortIds(value) === sortIds(order.shuffled);
  const list = makeElement("ol", { class: "lines", "aria-label": label });
  const status = makeElement("p", { class: "for-screen-readers", role: "status" });
  const given = tokenize(starter.trimEnd()).filter((tokens) => tokens.length);
  const head = makeElement("div", { class: "listing head" }, ...given.map(makeLine));
  const element = makeElement("div", { class: "order" }, head, list, status);
  for (const id of known ? value : order.shuffled) list.append(makeRow(id));
  settle();

  function makeRow(id) {
    const text = texts.get(id);
    const [name, label] = text.trim().split("  # ");
    const depth = `--depth: ${text.search(/\S/) / 4}`;
    const code = makeElement("code", { style: depth }, ...paintTokens(tokenize(name)[0]));
    if (label) code.append(" ", makeElement("span", { class: "t-comment" }, `# ${label}`));
    const grip = makeElement("span", { class: "grip", "data-testid": "grip", "aria-hidden": "true" }, "⋮⋮");
    const item = makeElement(
      "li",
      { "data-testid": "line", "data-line": id },
      grip,
      code,
      makeButton("↑", () => move(item, -1), { "aria-label": `Up: ${name}`, "data-step": "-1" }),
      makeButton("↓", () => move(item, 1), { "aria-label": `Down: ${name}`, "data-step": "1" }),
    );
    item.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      move(item, step);
    });
    grip.addEventListener("pointerdown", (event) => drag(event, item));
    return item;
  }

  function move(item, step) {
    const focused = /** @type {HTMLButtonElement} */ (findFocus(item));
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    settle();
    const kept = focused?.disabled ? item.querySelector("button:not(:disabled)") : focused;
    if (item.contains(kept)) kept.focus();
    const text = item.querySelector("code").textContent;
    status.textContent = `${text}: place ${place(item)} of ${list.children.length}`;
    changed();
  }

  const place = (item) => [...list.children].indexOf(item) + 1;

  function settle() {
    for (const item of list.children) {
      item.querySelector("[data-step='-1']").disabled = !item.previousElementSibling;
      item.querySelector("[data-step='1']").disabled = !item.nextElementSibling;
    }
  }

  function changed() {
    mark(0);
    onInput();
  }

  function drag(event, item) {
    event.preventDefault();
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    item.classList.add("lifted");
    const follow = ({ clientY }) => {
      const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
      const next = item.nextElementSibling;
      const previous = item.previousElementSibling;
      // The neighbour is moved instead, because the browser releases the pointer of a moved item.
      if (previous && clientY < middle(previous)) item.after(previous);
      else if (next && clientY > middle(next)) item.before(next);
    };
    const drop = () => {
      grip.removeEventListener("pointermove", follow);
      item.classList.remove("lifted");
      settle();
      changed();
    };
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("lostpointercapture", drop, { once: true });
  }

  const state = () => [...list.children].map((item) => item.dataset.line);
  const headLines = starter.trimEnd().split("\n").length;

  const mark = (at) => markLine(list, at - headLines);

  function source() {
    const ids = state();
    const rule = order.rules.find(({ first, then }) => ids.indexOf(first) > ids.indexOf(then));
    const line = rule && headLines + 1 + Math.min(ids.indexOf(rule.first), ids.indexOf(rule.then));
    if (rule) return { problem: { id: `order-${rule.first}-${rule.then}`, say: rule.say, line } };
    return { text: starter + ids.map((id) => texts.get(id)).join("\n") + "\n" };
  }

  return {
    element,
    mark,
    source,
    state,
    set() {
      list.replaceChildren(...order.shuffled.map(makeRow));
      settle();
      changed();
    },
  };
}
