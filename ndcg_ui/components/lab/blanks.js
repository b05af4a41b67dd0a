// A program with gaps: each [[answer]] of the starter is a text field.

import { make } from "./dom.js";
import { highlight, paintLine } from "./highlight.js";

export function mountBlanks({ label, starter, value, onInput, onRun }) {
  const fields = [];
  const element = make("div", { class: "listing blanks", role: "group", "aria-label": label });
  const pieces = starter.trimEnd().split("\n").map((line) => line.split(/\[\[.*?\]\]/));

  pieces.forEach((parts, place) => {
    const line = make("div", { class: "line" });
    parts.forEach((part, which) => {
      if (which) line.append(field(place + 1));
      const span = make("span");
      paintLine(span, highlight(part)[0]);
      line.append(span);
    });
    element.append(line);
  });

  function field(line) {
    const input = make("input", {
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

  function mark(line) {
    [...element.children].forEach((child, place) =>
      child.toggleAttribute("data-marked", place + 1 === line),
    );
  }

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
