// Shows a verdict: its message, the scores of three orders, the checks, and the printed text. After a passed step,
// it shows the learner's program next to ours.

import { makeButton, formatLabNumber, formatToCompare, isEqual } from "./dom.js";
import { makeElement, saveFile } from "../../exhibit/make.js";
import { makeListing } from "./highlight.js";
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
  const headline = makeElement("h2", {}, "Your program has not run yet");
  const python = makeElement("p", { class: "python" });
  const idle = "Run calculates the scores of three orders with your functions, and checks them.";
  const say = makeElement("p", { class: "message" }, idle);
  const status = makeElement("div", { role: "status", class: "verdict-words" }, headline, say, python);
  const more = makeElement("div");
  const element = makeElement(
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
      if (!runs && task.wanted.length) more.replaceChildren(makeBoardTable(task, board, { of: () => undefined }));
    },
    show(verdict, task, board, report) {
      clearTimeout(progressTimer);
      headline.textContent = HEADLINES[verdict.state](verdict);
      say.textContent = (verdict.at ? `${verdict.at}: ` : "") + verdict.say;
      python.textContent = verdict.python ? formatLinePrefix(verdict) + verdict.python : "";
      const isCompared = task?.wanted.length && report?.outcomes.some(Boolean);
      const orders = isCompared ? makeBoardTable(task, board, report) : null;
      const parts = [orders, makeCheckTable(verdict), makePrintedText(report)];
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
      more.replaceChildren(...(rows.length ? [makePassTable(rows)] : []));
      Object.assign(element.dataset, { run: ++runs, state: "stepped" });
    },
  };
}

const formatLinePrefix = ({ line, state }) => (line && state === "failed" ? `Line ${line}: ` : "");

// --- The three orders, with the learner's numbers next to the exact ones ---------------------

function makeBoardTable(task, board, report) {
  const columns = task.wanted.map((name) => ({
    name,
    title: name === "dcg" ? "DCG" : `NDCG@${board.rows[0].k}`,
    exact: name === "dcg" ? "dcg" : "ndcg",
  }));
  const titles = columns.flatMap(({ title }) => [`your ${title}`, "exact"]);
  const rows = board.rows.map((row) => {
    const cells = columns.flatMap(({ name, exact }) => makeScoreCells(report.of(name, row.id), row[exact]));
    return makeElement("tr", { "data-order": row.id }, makeOrderHead(row), ...cells);
  });
  return makeTable("orders", ["Three orders of the same documents"], ["Order", ...titles], rows);
}

function makeTable(testid, caption, titles, rows) {
  const head = titles.map((text) => makeElement("th", { scope: "col" }, text));
  return makeElement(
    "table",
    { class: "compared checks", "data-testid": testid },
    makeElement("caption", {}, ...caption),
    makeElement("thead", {}, makeElement("tr", {}, ...head)),
    makeElement("tbody", {}, ...rows),
  );
}

function makeOrderHead({ name, grades }) {
  const shown = grades.slice(0, 12);
  const highest = Math.max(3, ...grades);
  const chips = shown.map((grade) =>
    makeElement("span", { class: "chip", "data-level": computeLevel(grade, highest) }, String(grade)),
  );
  if (shown.length < grades.length) chips.push("…");
  return makeElement("th", { scope: "row" }, name, makeElement("span", { class: "grades" }, ...chips));
}

const computeLevel = (grade, highest) => (grade > 0 ? Math.min(3, Math.ceil((3 * grade) / highest)) : 0);

// Return the cell with the learner's score of an order, and the one with the exact score.
function makeScoreCells(outcome, exact) {
  const makeExactCell = (text) => makeElement("td", { class: "num exact", title: String(exact) }, text);
  if (!outcome) return [makeElement("td", { class: "num" }, "–"), makeExactCell(formatLabNumber(exact))];
  if (outcome.kind !== "number") {
    const own = makeElement("td", { class: "words odd" }, outcome.error ?? outcome.shown);
    return [own, makeExactCell(formatLabNumber(exact))];
  }
  const attributes = { class: isEqual(outcome.value, exact) ? "num" : "num odd", title: outcome.shown };
  const [own, right] = formatToCompare(outcome.value, exact);
  return [makeElement("td", attributes, own), makeExactCell(right)];
}

function makePassTable(rows) {
  const names = [...new Set(rows.flat().map(([name]) => name))];
  const makeCell = (value) => makeElement("td", { class: "num", title: value }, shorten(value));
  const makeRow = (pairs) => names.map((name) => makeCell(new Map(pairs).get(name) ?? "–"));
  const makeHead = (at) => makeElement("th", { scope: "row" }, String(at + 1));
  const lines = rows.map((pairs, at) => makeElement("tr", {}, makeHead(at), ...makeRow(pairs)));
  return makeTable("passes", [], ["pass", ...names], lines);
}

// Return a number of Python with three decimals, but unchanged if it is whole, infinite or nan.
const shorten = (value) => (/[.e]/.test(value) ? formatLabNumber(Number(value)) : value);

// --- The checks ------------------------------------------------------------------------------

// Return the visible checks that the run has reached, and the first two others that failed.
function chooseChecks({ checks }) {
  const reached = checks.filter(({ outcome }) => outcome);
  const different = reached.filter(({ kind, right }) => kind !== "visible" && !right);
  const first = new Set(different.slice(0, 2));
  return reached.filter((check) => check.kind === "visible" || first.has(check));
}

function makeCheckTable(verdict) {
  const rows = chooseChecks(verdict);
  if (!rows.length) return null;
  const rest = verdict.total - rows.length;
  const passed = verdict.state === "passed";
  const count = rows.filter(({ kind }) => kind !== "visible").length;
  const failed = ["", ", and one other check that failed", ", and the first two other checks that failed"][count];
  const others = passed ? `: ${rest} more passed too` : failed;
  const titles = ["call", "your result", "expected", "verdict"];
  return makeTable("checks", ["Checks", makeElement("span", {}, others)], titles, rows.map(makeCheckRow));
}

function makeCheckRow({ shown, note, outcome, expected, right }) {
  const word = right ? "right" : "wrong";
  const kind = outcome.kind === "number" ? "num" : "words";
  const text = outcome.error ?? outcome.shown;
  const [number, exact] = kind === "num" ? formatToCompare(outcome.value, expected) : [text, formatLabNumber(expected)];
  const handles = { class: "verdict", "data-testid": "verdict", "data-verdict": word };
  const remark = note && makeElement("span", { class: "lab-note" }, note);
  return makeElement(
    "tr",
    { "data-verdict": word },
    makeElement("th", { scope: "row" }, makeElement("code", {}, shown), remark),
    makeElement("td", { class: kind, title: outcome.shown ?? outcome.say }, number),
    makeElement("td", { class: "num", title: String(expected) }, exact),
    makeElement("td", {}, makeElement("span", handles, word)),
  );
}

const ROUNDED =
  "This browser runs your program with Brython. Brython may round a half up where CPython rounds down, " +
  'for example in round(2.675, 2) or f"{0.5:.0f}".';

function makePrintedText(report) {
  if (!report?.printed) return null;
  const cut = report.cut ? "\n… (the rest is not shown)" : "";
  const reach = { "aria-label": "Printed text", role: "group", tabindex: "0" };
  return makeElement(
    "div",
    { class: "printed" },
    makeElement("h3", {}, "Printed text"),
    makeElement("pre", { ...reach, "data-testid": "printed" }, report.printed + cut),
    makeElement("p", { class: "say" }, ROUNDED),
  );
}

// --- After passing ---------------------------------------------------------------------------

export function makeComparison(task, theirs, files) {
  const isWritten = task.kind === "write";
  return makeElement(
    "section",
    { class: "learned", "data-testid": "learned", "aria-label": "Compare the programs" },
    makeElement(
      "div",
      { class: isWritten ? "two" : "" },
      isWritten ? makeElement("div", {}, makeElement("h2", {}, "Your program"), makeListing(theirs, "Your program")) : null,
      makeElement("div", {}, makeElement("h2", {}, "Our program"), makeListing(task.solution, "Our program")),
    ),
    makeElement("h2", {}, "Compare the two programs"),
    makeElement("ul", {}, ...task.points.map((text) => makeElement("li", { html: text }))),
    task.wanted.length > 1 ? makeDownloadButtons(theirs, files) : null,
  );
}

const PYTHON = "text/x-python";

function makeDownloadButtons(theirs, files) {
  return makeElement(
    "div",
    { class: "tools" },
    makeButton(`Download ${files.program}`, () => saveFile(files.program, theirs, PYTHON)),
    makeButton(`Download ${files.test}`, () => saveFile(files.test, files.testText, PYTHON)),
    makeElement("span", { class: "say" }, `Put both files in one folder and run python -m pytest ${files.test}`),
  );
}
