// A code editor: a transparent text area above a coloured copy of its text. The text area takes the mouse and
// scrolls, and the copy follows. Edits use the browser's insertText command, so its undo includes them.

import { makeElement } from "../../exhibit/make.js";
import { paintTokens, tokenize } from "./highlight.js";

const INDENT = 4;

export function mountEditor({ label, value, onInput, onRun }) {
  const paint = makeElement("div", { class: "paint", "data-testid": "painted", "aria-hidden": "true" });
  const area = makeElement("textarea", {
    class: "area",
    "aria-label": label,
    "aria-describedby": "lab-keys",
    "data-testid": "editor",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    autocorrect: "off",
    wrap: "off",
    rows: "1",
    cols: "1",
  });
  const element = makeElement("div", { class: "editor" }, paint, area);
  let leaving = false; // after Escape, the next Tab leaves the editor
  let marked = 0;

  function repaint() {
    const lines = tokenize(area.value);
    while (paint.childElementCount > lines.length) paint.lastChild.remove();
    lines.forEach((tokens, place) => {
      const line = paint.children[place] ?? paint.appendChild(makeElement("div", { class: "line" }));
      const text = JSON.stringify(tokens);
      if (line.tokens !== text) line.replaceChildren(...paintTokens(tokens));
      line.tokens = text;
      line.toggleAttribute("data-marked", place + 1 === marked);
    });
    paint.scrollLeft = area.scrollLeft;
  }

  function mark(line) {
    marked = line;
    repaint();
  }

  area.value = value;
  area.addEventListener("input", () => {
    marked = 0;
    repaint();
    onInput();
  });
  area.addEventListener("scroll", () => (paint.scrollLeft = area.scrollLeft));
  area.addEventListener("blur", () => (leaving = false));
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const command = COMMANDS[event.key];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onRun();
    } else if (event.key === "Escape") {
      leaving = true;
    } else if (event.key === "Tab" && leaving) {
      leaving = false;
    } else if (event.key !== "Shift") {
      leaving = false;
      if (command && !event.ctrlKey && !event.altKey && !event.metaKey && command(area, event)) {
        event.preventDefault();
      }
    }
  });
  repaint();

  return {
    element,
    mark,
    source: () => ({ text: area.value }),
    state: () => area.value,
    set(text) {
      area.focus();
      area.select();
      insertText(area, text);
    },
  };
}

// --- Editing ---------------------------------------------------------------------------------

const COMMANDS = { Tab: indentSelection, Enter: insertLineBreak, Backspace: unindentBackwards };

function insertText(area, text) {
  const done = text
    ? document.execCommand("insertText", false, text)
    : document.execCommand("delete");
  if (done) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input"));
}

const findLineStart = (area, at) => area.value.slice(0, at).lastIndexOf("\n") + 1;
const readTextBefore = (area) =>
  area.value.slice(findLineStart(area, area.selectionStart), area.selectionStart);

function indentSelection(area, { shiftKey }) {
  const several = area.value.slice(area.selectionStart, area.selectionEnd).includes("\n");
  if (shiftKey || several) shiftLines(area, shiftKey);
  else insertText(area, " ".repeat(INDENT - (readTextBefore(area).length % INDENT)));
  return true;
}

function shiftLines(area, back) {
  const start = findLineStart(area, area.selectionStart);
  const { selectionStart, selectionEnd, value } = area;
  const after = value.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
  const end = after < 0 ? value.length : after;
  const lines = value.slice(start, end).split("\n");
  const moved = lines.map((line) =>
    back ? line.replace(/^ {1,4}|^\t/, "") : line && " ".repeat(INDENT) + line,
  );
  const text = moved.join("\n");
  if (text === value.slice(start, end)) return;
  area.setSelectionRange(start, end);
  insertText(area, text);
  const first = Math.max(start, selectionStart + moved[0].length - lines[0].length);
  area.setSelectionRange(first, Math.max(first, selectionEnd + text.length - (end - start)));
}

function insertLineBreak(area) {
  const line = readTextBefore(area);
  const depth = line.match(/^ */)[0].length;
  const code = line.replace(/#.*$/, "").trim();
  const endsBlock = /^(return|pass|break|continue)\b/.test(code);
  let change = 0;
  if (code.endsWith(":")) change = INDENT;
  else if (endsBlock) change = -INDENT;
  insertText(area, "\n" + " ".repeat(Math.max(0, depth + change)));
  return true;
}

function unindentBackwards(area) {
  const line = readTextBefore(area);
  if (area.selectionStart !== area.selectionEnd || !line || line.trim()) return false;
  const at = area.selectionStart;
  area.setSelectionRange(at - (((line.length - 1) % INDENT) + 1), at);
  insertText(area, "");
  return true;
}
