// Gives a run one verdict with one message. The values are compared with numbers that Python calculated in advance:
// the expected ones and those of every known mistake. This file contains no formula.
//
// state   passed, failed, error (raised by Python), stopped (by the clock), broken (the engine failed, or sent
//         a message that it never sends)
// id      the id of the message

import { writeCall } from "./report.js";

// line    the line of the program, if it is known; python: Python's own error message
/** @typedef {{state: string, say: string, id?: string, line?: number, python?: string}} Verdict */

/** @returns {Verdict & {checks: any[], passed: number, total: number}} */
export function judge(task, data, calls, report) {
  const checks = calls
    .map((call, at) => ({ ...call, ...call.entry, outcome: report.outcomes[at] }))
    .filter((call) => call.entry)
    .map((check) => ({ ...check, right: isRight(check, data.tolerance) }));
  const passed = checks.filter(({ right }) => right).length;
  const verdict = findVerdict(task, data, calls, report, checks);
  return { checks, passed, total: checks.length, ...verdict };
}

/** @returns {Verdict} */
function findVerdict(task, data, calls, report, checks) {
  const early = explainEnd(report, calls, data) ?? explainFailure(report, data);
  if (early) return early;
  for (const name of task.wanted) {
    const ofFunction = checks.filter((check) => check.name === name);
    const found = diagnose(ofFunction, data, data.functions[name], report);
    if (found) return { state: "failed", ...found };
  }
  return { state: "passed", ...makeMessage(data, "passed") };
}

function makeMessage(data, id, words = {}, key = id) {
  const say = data.messages[key].replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
  return { id, say };
}

// Return a verdict if the learner's own program imports a missing module, else null.
/** @returns {Verdict & {checks: any[], passed: number, total: number} | null} */
export function findMissingModule(report, data, { shown }) {
  const isMissing = (one) => one?.error === "ModuleNotFoundError";
  const found = [report.failed, ...report.outcomes].find(isMissing);
  if (!found) return null;
  const name = found.say.match(/'([\w.]+)'/)?.[1] ?? "module of that name";
  const told = makeMessage(data, "no-module", { name, function: shown });
  const python = `${found.error}: ${found.say}`;
  return { state: "error", line: found.line, python, ...told, checks: [], passed: 0, total: 0 };
}

// --- The run as a whole ----------------------------------------------------------------------

function explainEnd(report, calls, data) {
  if (report.end === "done") return null;
  const call = calls[report.at];
  const place = !call || report.outcomes[report.at] ? "your program" : writeCall(call);
  const state = ["time", "loading", "stopped"].includes(report.end) ? "stopped" : "broken";
  return { state, ...makeMessage(data, report.end, { call: place, seconds: report.after }) };
}

function explainFailure(report, data) {
  if (report.failed) return { ...explainPythonError(report.failed, data), id: "error" };
  if (!report.missing) return null;
  const { name, found } = report.missing;
  const normalizeName = (text) => text.toLowerCase().replaceAll("_", "");
  const near = found.find((other) => other && normalizeName(other) === normalizeName(name));
  const key = near ? "near-name" : "wrong-name";
  return { state: "failed", ...makeMessage(data, "wrong-name", { name, found: near }, key) };
}

function explainPythonError({ error, say, line }, data) {
  for (const [pattern, sentence] of data.errors[error] ?? []) {
    const match = say.match(new RegExp(pattern));
    if (match) return toVerdict(sentence.replaceAll("$1", match[1] ?? ""));
  }
  return toVerdict(data.otherwise);

  function toVerdict(sentence) {
    return { state: "error", say: sentence, python: say ? `${error}: ${say}` : error, line };
  }
}

// --- One function ----------------------------------------------------------------------------

function diagnose(checks, data, { slips, edges }, report) {
  if (checks.every(({ right }) => right)) return null;
  const decisive = checks.filter(({ kind }) => kind !== "edge");
  const sound = decisive.every(({ right }) => right);
  const slip = sound ? null : findSlip(decisive, data, slips);
  const relevant = slip ? decisive : checks; // a known mistake also explains the values at the edges
  return (
    findMissingReturn(relevant, data, report) ??
    findChangedList(checks, data) ??
    findNonNumber(relevant, data) ??
    (sound ? explainEdge(checks, data, edges) : slip) ??
    explainFirstError(checks, data) ??
    explainFirstDifference(checks, data)
  );
}

function findMissingReturn(checks, data, report) {
  const returned = checks.filter(({ outcome }) => outcome?.kind);
  const nothing = returned.filter(({ outcome }) => outcome.kind === "none");
  if (!nothing.length) return null;
  const [{ shown: call, name }] = nothing;
  const always = report.printed.trim() ? "prints-instead" : "no-return";
  const id = nothing.length < returned.length ? "no-return-sometimes" : always;
  return makeMessage(data, id, { call, name });
}

function findChangedList(checks, data) {
  const changed = checks.find(({ outcome }) => outcome?.kept === "changed");
  return changed ? makeMessage(data, "changes-the-list", { call: changed.shown }) : null;
}

function findNonNumber(checks, data) {
  const odd = checks.find(({ outcome }) => outcome?.kind && outcome.kind !== "number");
  if (!odd) return null;
  const { kind, shown } = odd.outcome;
  return makeMessage(data, "not-a-number", { call: odd.shown, kind, shown });
}

function findSlip(decisive, data, slips) {
  const slip = slips.find(({ outcomes }) =>
    outcomes.every((outcome, at) => isSame(decisive[at], outcome, data)),
  );
  if (!slip) return null;
  const error = decisive.find(({ outcome }) => outcome?.error)?.outcome;
  const { python, line } = error ? explainPythonError(error, data) : {};
  return { id: slip.id, say: slip.message, python, line };
}

function explainEdge(checks, data, edges) {
  const first = checks.find(({ right }) => !right);
  const { python, line } = first.outcome?.error ? explainPythonError(first.outcome, data) : {};
  return { id: `edge-${first.edge}`, say: `${first.shown}: ${edges[first.edge]}`, python, line };
}

function explainFirstError(checks, data) {
  const first = checks.find(({ outcome }) => outcome?.error);
  return first ? { ...explainPythonError(first.outcome, data), id: "error", at: first.shown } : null;
}

function explainFirstDifference(checks, data) {
  const first = checks.find(({ right }) => !right);
  return makeMessage(data, "different", { call: first.shown });
}

// --- Comparing -------------------------------------------------------------------------------

const isClose = (value, other, tolerance) => Math.abs(value - other) <= tolerance;

function isRight({ outcome, expected }, tolerance) {
  return outcome?.kept === "kept" && isClose(outcome.value, expected, tolerance);
}

function isSame({ outcome }, expected, { tolerance }) {
  if (typeof expected === "string") return outcome.error === expected;
  return outcome.kind === "number" && isClose(outcome.value, expected, tolerance);
}
