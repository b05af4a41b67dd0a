// Shows a verdict: what it says, the orders compared, the checks, what was printed; and after
// passing, theirs beside ours.

import { against, button, number } from "./dom.js";
import { make, save } from "../../exhibit/make.js";
import { listing } from "./highlight.js";
import { passes, written } from "./report.js";

const HEADLINES = {
  error: ({ line }) => (line ? `Python stopped at line ${line}` : "Python stopped"),
  stopped: () => "Stopped",
  broken: () => "Python had to start afresh",
  asked: ({ total }) => `Asked for ${total} rankings`,
  passed: ({ total }) => `All ${total} checks passed`,
  failed: ({ passed, total }) => `${passed} of ${total} checks passed`,
};

const PATIENCE = 3000; // ms after which a run says what it is doing
const STARTING = [
  "Python is loading",
  "1.4 MB, once in this browser. Your program runs as soon as it is there.",
];
const AT_WORK = [
  "Python is at work",
  "It loads the modules that your program imports, then runs it.",
];

export function mountResult() {
  const headline = make("h2", {}, "Nothing has run yet");
  const python = make("p", { class: "python" });
  const idle = "Run works out three orders with your functions, and checks them.";
  const say = make("p", { class: "message" }, idle);
  const status = make("div", { role: "status", class: "verdict-words" }, headline, say, python);
  const more = make("div");
  const element = make(
    "section",
    { class: "result", "data-testid": "run-result", "data-state": "idle", "aria-label": "Result" },
    status,
    more,
  );
  let runs = 0;
  let patience;

  return {
    element,
    busy(loaded) {
      element.dataset.state = "running";
      const showProgress = (what, more) => {
        headline.textContent = what;
        say.textContent = more;
        python.textContent = "";
      };
      if (loaded) patience = setTimeout(showProgress, PATIENCE, ...AT_WORK);
      else showProgress(...STARTING);
    },
    preview(task, board) {
      if (!runs && task.wanted.length) more.replaceChildren(boardTable(task, board, { of: () => undefined }));
    },
    show(verdict, task, board, report) {
      clearTimeout(patience);
      headline.textContent = HEADLINES[verdict.state](verdict);
      say.textContent = (verdict.at ? `${verdict.at}: ` : "") + verdict.say;
      python.textContent = verdict.python ? where(verdict) + verdict.python : "";
      const isCompared = task?.wanted.length && report?.outcomes.some(Boolean);
      const orders = isCompared ? boardTable(task, board, report) : null;
      const parts = [orders, checkTable(verdict), printed(report)];
      more.replaceChildren(...parts.filter(Boolean));
      const { id, passed, total } = verdict;
      Object.assign(element.dataset, { id, passed, total, run: ++runs, state: verdict.state });
    },
    step(call, report) {
      clearTimeout(patience);
      const [rows, outcome] = [passes(report), report.failed ?? report.outcomes[0]];
      headline.textContent = rows.length ? "Your loop, pass by pass" : "No loop to step through";
      say.textContent = rows.length
        ? `What your names hold after each pass of ${written(call)}.`
        : "Step through follows the first for or while in dcg, where its lines stand below it.";
      const returned = outcome ? `It returned ${outcome.shown}.` : "It did not come to its end.";
      python.textContent = outcome?.error ? `${outcome.error}: ${outcome.say}` : returned;
      more.replaceChildren(...(rows.length ? [passTable(rows)] : []));
      Object.assign(element.dataset, { run: ++runs, state: "stepped" });
    },
  };
}

const where = ({ line, state }) => (line && state === "failed" ? `Line ${line}: ` : "");

// --- The orders, with the learner's numbers beside ours --------------------------------------

function boardTable(task, board, report) {
  const columns = task.wanted.map((name) => ({
    name,
    title: name === "dcg" ? "DCG" : `NDCG@${board.rows[0].k}`,
    exact: name === "dcg" ? "dcg" : "ndcg",
  }));
  const titles = columns.flatMap(({ title }) => [`your ${title}`, "exact"]);
  const rows = board.rows.map((row) => {
    const cells = columns.flatMap(({ name, exact }) => [
      yours(report.of(name, row.id), row[exact]),
      make("td", { class: "num exact", title: String(row[exact]) }, number(row[exact])),
    ]);
    return make("tr", { "data-order": row.id }, order(row), ...cells);
  });
  return table("orders", ["Perfect against reversed"], ["Order", ...titles], rows);
}

function table(testid, caption, titles, rows) {
  const head = titles.map((text) => make("th", { scope: "col" }, text));
  return make(
    "table",
    { class: "compared checks", "data-testid": testid },
    make("caption", {}, ...caption),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
}

function order({ name, grades }) {
  const shown = grades.slice(0, 12);
  const highest = Math.max(3, ...grades);
  const chips = shown.map((grade) =>
    make("span", { class: "chip", "data-level": level(grade, highest) }, String(grade)),
  );
  if (shown.length < grades.length) chips.push("…");
  return make("th", { scope: "row" }, name, make("span", { class: "grades" }, ...chips));
}

const level = (grade, highest) => (grade > 0 ? Math.min(3, Math.ceil((3 * grade) / highest)) : 0);

function yours(outcome, exact) {
  if (!outcome) return make("td", { class: "num" }, "–");
  if (outcome.kind !== "number") {
    return make("td", { class: "words odd" }, outcome.error ?? outcome.shown);
  }
  const agrees = Math.abs(outcome.value - exact) < 1e-9 * Math.max(1, Math.abs(exact));
  const attributes = { class: agrees ? "num" : "num odd", title: outcome.shown };
  return make("td", attributes, against(outcome.value, exact));
}

function passTable(rows) {
  const names = [...new Set(rows.flat().map(([name]) => name))];
  const cell = (value) => make("td", { class: "num", title: value }, shortly(value));
  const row = (pairs) => names.map((name) => cell(new Map(pairs).get(name) ?? "–"));
  const head = (at) => make("th", { scope: "row" }, String(at + 1));
  const lines = rows.map((pairs, at) => make("tr", {}, head(at), ...row(pairs)));
  return table("passes", [], ["pass", ...names], lines);
}

const shortly = (value) => (/[.en]/.test(value) ? number(Number(value)) : value);

// --- The checks ------------------------------------------------------------------------------

// The visible ones, and the first others that differ.
function chosen({ checks }) {
  const reached = checks.filter(({ outcome }) => outcome);
  const different = reached.filter(({ kind, right }) => kind !== "visible" && !right);
  const first = new Set(different.slice(0, 2));
  return reached.filter((check) => check.kind === "visible" || first.has(check));
}

function checkTable(verdict) {
  const rows = chosen(verdict);
  if (!rows.length) return null;
  const rest = verdict.total - rows.length;
  const passed = verdict.state === "passed";
  const others = passed ? `and ${rest} more, all right` : "these, and the first others that differ";
  const titles = ["call", "yours", "expected", "verdict"];
  return table("checks", ["Checks: ", make("span", {}, others)], titles, rows.map(checkRow));
}

function checkRow({ shown, note, outcome, expected, right }) {
  const word = right ? "right" : "wrong";
  const kind = outcome.kind === "number" ? "num" : "words";
  const text = outcome.error ?? outcome.shown;
  const returned = kind === "num" ? against(outcome.value, expected) : text;
  const handles = { class: "verdict", "data-testid": "verdict", "data-verdict": word };
  const remark = note && make("span", { class: "lab-note" }, note);
  return make(
    "tr",
    { "data-verdict": word },
    make("th", { scope: "row" }, make("code", {}, shown), remark),
    make("td", { class: kind, title: outcome.shown ?? outcome.say }, returned),
    make("td", { class: "num", title: String(expected) }, number(expected)),
    make("td", {}, make("span", handles, word)),
  );
}

const ROUNDED =
  "This browser’s Python is Brython. It may round a half up, as in round(2.675, 2) or " +
  'f"{0.5:.0f}", where CPython rounds down.';

function printed(report) {
  if (!report?.printed) return null;
  const cut = report.cut ? "\n… (the rest is not shown)" : "";
  const reach = { "aria-label": "Printed", role: "group", tabindex: "0" };
  return make(
    "div",
    { class: "printed" },
    make("h3", {}, "Printed"),
    make("pre", { ...reach, "data-testid": "printed" }, report.printed + cut),
    make("p", { class: "say" }, ROUNDED),
  );
}

// --- After passing ---------------------------------------------------------------------------

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

const PYTHON = "text/x-python";

function takeHome(theirs, files) {
  return make(
    "div",
    { class: "tools" },
    button(`Download ${files.program}`, () => save(files.program, theirs, PYTHON)),
    button(`Download ${files.test}`, () => save(files.test, files.testText, PYTHON)),
    make("span", { class: "say" }, `Put both in one folder and run python -m pytest ${files.test}`),
  );
}
