// One step as it is worked on: its text, the place to write, and the buttons below.

import { button, make } from "./dom.js";

const KEYS = {
  write: "Ctrl+Enter runs. Tab indents; Escape, then Tab, leaves the editor.",
  blanks: "Enter runs.",
  order: "Drag a line by its dots, or use the arrows.",
};

// act: {run, stop, again}, what the buttons do.
export function taskSection(task, writer, act) {
  const hints = make("ol", { class: "hints", "data-testid": "hints", "aria-live": "polite" });
  const main = { class: "plain-button main", "data-testid": "run" };
  const tools = make(
    "div",
    { class: "tools" },
    button("Run", act.run, main),
    hintButton(task, hints),
    button("Start again", act.again),
    button("Stop", act.stop, { class: "plain-button stop" }),
  );
  const keys = make("p", { class: "say", id: "lab-keys" }, KEYS[task.kind]);
  const text = make("p", { class: "text", html: task.text });
  const parts = [text, writer.element, tools, keys, hints];
  return make("section", { class: "task", "aria-label": task.title }, ...parts);
}

function hintButton({ hints }, list) {
  const count = hints.length;
  const name = (next) => (next > count ? "No more hints" : `Hint ${next} of ${count}`);
  const more = button(
    name(1),
    () => {
      const shown = list.children.length;
      if (shown === count) return;
      list.append(make("li", { html: hints[shown] }));
      more.textContent = name(shown + 2);
      if (shown + 1 === count) more.setAttribute("aria-disabled", "true");
    },
    { "data-testid": "hint" },
  );
  return more;
}
