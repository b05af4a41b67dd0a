// Shows a verdict: its message, the scores of three orders, the checks, and the printed text. After a passed step,
// it shows the learner's program beside ours.

import { button, number, writeToCompare } from "./dom.js";
import { make, save } from "../../exhibit/make.js";
import { listing } from "./highlight.js";
import { readPasses, writeCall } from "./report.js";

const HEADLINES = {
  error: ({ line }) => (line ? `Python stopped at line ${line}` : "Python stopped"),
  stopped: () => "Stopped",
  broken: () => "Python had to restart",
  asked: ({ total }) => `Your function scored ${total} rankings`,
  passed: ({ total }) => `All ${total} checks passed`,
  failed: ({ passed, total }) => `${passed} of ${total} checks passed`,
};

const LONG_RUN = 3000; // ms; a longer run shows a text about its progress
const STARTING = [
  "Loading Python…",
  "Your browser loads 1.4 MB once. Then your program runs.",
];
const AT_WORK = [
  "Running…",
  "Python loads the modules that your program imports, then runs your program.",
];

export function mountResult() {
  const headline = make("h2", {}, "Your program has not run yet");
  const python = make("p", { class: "python" });
  const idle = "Run calculates the scores of three orders with your functions, and checks them.";
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
  let progressTimer;

  return {
    element,
    busy(loaded) {
      element.dataset.state = "running";
      const showProgress = (what, more) => {
        headline.textContent = what;
        say.textContent = more;
        python.textContent = "";
      };
      if (loaded) progressTimer = setTimeout(showProgress, LONG_RUN, ...AT_WORK);
      else showProgress(...STARTING);
    },
    preview(task, board) {
      if (!runs && task.wanted.length) more.replaceChildren(boardTable(task, board, { of: () => undefined }));
    },
    show(verdict, task, board, report) {
      clearTimeout(progressTimer);
      headline.textContent = HEADLINES[verdict.state](verdict);
      say.textContent = (verdict.at ? `${verdict.at}: ` : "") + verdict.say;
      python.textContent = verdict.python ? linePrefix(verdict) + verdict.python : "";
      const isCompared = task?.wanted.length && report?.outcomes.some(Boolean);
      const orders = isCompared ? boardTable(task, board, report) : null;
      const parts = [orders, checkTable(verdict), printedText(report)];
      more.replaceChildren(...parts.filter(Boolean));
      const { id, passed, total } = verdict;
      Object.assign(element.dataset, { id, passed, total, run: ++runs, state: verdict.state });
    },
    step(call, report) {
      clearTimeout(progressTimer);
      const [rows, outcome] = [readPasses(report), report.failed ?? report.outcomes[0]];
      headline.textContent = rows.length ? "Your loop, pass by pass" : "There is no loop to step through";
      say.textContent = rows.length
        ? `Your variables after each pass of the loop in ${writeCall(call)}.`
        : "“Step through” follows the first for or while loop in dcg. Put the loop’s body on lines of its own.";
      const returned = outcome ? `The call returned ${outcome.shown}.` : "The call did not finish.";
      python.textContent = outcome?.error ? `${outcome.error}: ${outcome.say}` : returned;
      more.replaceChildren(...(rows.length ? [passTable(rows)] : []));
      Object.assign(element.dataset, { run: ++runs, state: "stepped" });
    },
  };
}

const linePrefix = ({ line, state }) => (line && state === "failed" ? `Line ${line}: ` : "");

// --- The three orders, with the learner's numbers beside the exact ones ----------------------

function boardTable(task, board, report) {
  const columns = task.wanted.map((name) => ({
    name,
    title: name === "dcg" ? "DCG" : `NDCG@${board.rows[0].k}`,
    exact: name === "dcg" ? "dcg" : "ndcg",
  }));
  const titles = columns.flatMap(({ title }) => [`your ${title}`, "exact"]);
  const rows = board.rows.map((row) => {
    const cells = columns.flatMap(({ name, exact }) => [
      scoreCell(report.of(name, row.id), row[exact]),
      make("td", { class: "num exact", title: String(row[exact]) }, number(row[exact])),
    ]);
    return make("tr", { "data-order": row.id }, orderHead(row), ...cells);
  });
  return table("orders", ["Three orders of the same documents"], ["Order", ...titles], rows);
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

function orderHead({ name, grades }) {
  const shown = grades.slice(0, 12);
  const highest = Math.max(3, ...grades);
  const chips = shown.map((grade) =>
    make("span", { class: "chip", "data-level": levelOf(grade, highest) }, String(grade)),
  );
  if (shown.length < grades.length) chips.push("…");
  return make("th", { scope: "row" }, name, make("span", { class: "grades" }, ...chips));
}

const levelOf = (grade, highest) => (grade > 0 ? Math.min(3, Math.ceil((3 * grade) / highest)) : 0);

function scoreCell(outcome, exact) {
  if (!outcome) return make("td", { class: "num" }, "–");
  if (outcome.kind !== "number") {
    return make("td", { class: "words odd" }, outcome.error ?? outcome.shown);
  }
  const agrees = Math.abs(outcome.value - exact) < 1e-9 * Math.max(1, Math.abs(exact));
  const attributes = { class: agrees ? "num" : "num odd", title: outcome.shown };
  return make("td", attributes, writeToCompare(outcome.value, exact));
}

function passTable(rows) {
  const names = [...new Set(rows.flat().map(([name]) => name))];
  const cell = (value) => make("td", { class: "num", title: value }, shorten(value));
  const row = (pairs) => names.map((name) => cell(new Map(pairs).get(name) ?? "–"));
  const head = (at) => make("th", { scope: "row" }, String(at + 1));
  const lines = rows.map((pairs, at) => make("tr", {}, head(at), ...row(pairs)));
  return table("passes", [], ["pass", ...names], lines);
}

const shorten = (value) => (/[.en]/.test(value) ? number(Number(value)) : value);

// --- The checks ------------------------------------------------------------------------------

// Returns the visible checks and the first two others that failed.
function chooseChecks({ checks }) {
  const reached = checks.filter(({ outcome }) => outcome);
  const different = reached.filter(({ kind, right }) => kind !== "visible" && !right);
  const first = new Set(different.slice(0, 2));
  return reached.filter((check) => check.kind === "visible" || first.has(check));
}

function checkTable(verdict) {
  const rows = chooseChecks(verdict);
  if (!rows.length) return null;
  const rest = verdict.total - rows.length;
  const passed = verdict.state === "passed";
  const others = passed ? `${rest} more passed too` : "and the first two others that failed";
  const titles = ["call", "your result", "expected", "verdict"];
  return table("checks", ["Checks: ", make("span", {}, others)], titles, rows.map(checkRow));
}

function checkRow({ shown, note, outcome, expected, right }) {
  const word = right ? "right" : "wrong";
  const kind = outcome.kind === "number" ? "num" : "words";
  const text = outcome.error ?? outcome.shown;
  const returned = kind === "num" ? writeToCompare(outcome.value, expected) : text;
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
  "This browser runs your program with Brython. Brython may round a half up where CPython rounds down, " +
  'for example in round(2.675, 2) or f"{0.5:.0f}".';

function printedText(report) {
  if (!report?.printed) return null;
  const cut = report.cut ? "\n… (the rest is not shown)" : "";
  const reach = { "aria-label": "Printed text", role: "group", tabindex: "0" };
  return make(
    "div",
    { class: "printed" },
    make("h3", {}, "Printed text"),
    make("pre", { ...reach, "data-testid": "printed" }, report.printed + cut),
    make("p", { class: "say" }, ROUNDED),
  );
}

// --- After passing ---------------------------------------------------------------------------

export function compareSolutions(task, theirs, files) {
  const isWritten = task.kind === "write";
  return make(
    "section",
    { class: "learned", "data-testid": "learned", "aria-label": "Compare the programs" },
    make(
      "div",
      { class: isWritten ? "two" : "" },
      isWritten ? make("div", {}, make("h2", {}, "Your program"), listing(theirs, "Your program")) : null,
      make("div", {}, make("h2", {}, "Our program"), listing(task.solution, "Our program")),
    ),
    make("h2", {}, "Compare the two programs"),
    make("ul", {}, ...task.points.map((text) => make("li", { html: text }))),
    task.wanted.length > 1 ? downloadButtons(theirs, files) : null,
  );
}

const PYTHON = "text/x-python";

function downloadButtons(theirs, files) {
  return make(
    "div",
    { class: "tools" },
    button(`Download ${files.program}`, () => save(files.program, theirs, PYTHON)),
    button(`Download ${files.test}`, () => save(files.test, files.testText, PYTHON)),
    make("span", { class: "say" }, `Put both files in one folder and run python -m pytest ${files.test}`),
  );
}
