// After passing: theirs beside ours, what to look at, and the files to take home.

import { button, make } from "./dom.js";
import { listing } from "./highlight.js";

export function learned(task, theirs, files) {
  const written = task.kind === "write";
  return make(
    "section",
    { class: "learned", "data-testid": "learned", "aria-label": "Compare" },
    make(
      "div",
      { class: written ? "two" : "" },
      written ? make("div", {}, make("h2", {}, "Yours"), listing(theirs, "Your program")) : null,
      make("div", {}, make("h2", {}, "Ours"), listing(task.solution, "Our program")),
    ),
    make("h2", {}, "What to look at"),
    make("ul", {}, ...task.points.map((text) => make("li", { html: text }))),
    task.wanted.length > 1 ? takeHome(theirs, files) : null,
  );
}

function takeHome(theirs, files) {
  return make(
    "div",
    { class: "tools" },
    button(`Download ${files.program}`, () => download(files.program, theirs)),
    button(`Download ${files.test}`, () => download(files.test, files.testText)),
    make("span", { class: "say" }, `Put both in one folder and run python -m pytest ${files.test}`),
  );
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  const link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
