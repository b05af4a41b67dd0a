// Requests to the sandbox, the check of its messages, and the report of a run.

// Return the calls of a run: every case of the wanted functions, then the board's orders.
export function planCalls(task, functions, board) {
  const calls = [];
  for (const name of task.wanted) {
    for (const entry of functions[name].cases) {
      calls.push({ name, entry, arguments: entry.arguments });
    }
  }
  for (const name of task.wanted) {
    for (const { id, grades, k } of board.rows) {
      calls.push({ name, order: id, arguments: name === "dcg" ? [grades] : [grades, k] });
    }
  }
  return calls;
}

export const makeRequest = (source, task, calls) => ({
  source,
  wanted: task.wanted,
  calls: calls.map((call) => [call.name, call.arguments]),
});

// --- The learner's own program ---------------------------------------------------------------

const DEFINITION = /^def\s+(\w+)\s*\(([^)]*)\)/gm;
const IDEAL_NAME = /idcg|ideal|best|max/i;
const COMPOSED_NAME = "ndcg_of_both_sums";
const MISSING_NUMPY = "type('numpy', (), {'__getattr__': lambda module, name: __import__('numpy')})()";

// Return the function to check: the last one with "ndcg" in its name, or the last one. If it takes DCG and IDCG, code
// that calculates them with the program's other functions is added to the end of the program.
//
// name     the function to call; shown: its name in the program; shape: the call, with {} for its arguments
// source   the program with the added code; its own lines keep their numbers
export function findOwnFunction(text) {
  const source = replaceNumpy(text);
  const functions = [...source.matchAll(DEFINITION)].map(([, name, list]) => ({
    name,
    needed: list.split(",").filter((one) => one.trim() && !/[=*]/.test(one)),
  }));
  const meant = functions.findLast(({ name }) => /ndcg/i.test(name)) ?? functions.at(-1);
  const name = meant?.name ?? "ndcg_at_k";
  const alone = { name, shown: name, shape: `${name}({})`, source };
  const ideals = meant?.needed.map((one) => IDEAL_NAME.test(one)) ?? [];
  const areSums = ideals.length === 2 && ideals[0] !== ideals[1];
  if (!areSums || !/dcg/i.test(meant.needed.join())) return alone;
  const sums = functions.filter((one) => one !== meant && /dcg/i.test(one.name));
  const isIdeal = ({ name }) => /idcg|ideal/i.test(name);
  const dcg = sums.find((one) => !isIdeal(one) && !/ndcg/i.test(one.name));
  const idcg = sums.find(isIdeal) ?? dcg;
  if (!dcg) return alone;
  const body = source.slice(source.indexOf(`def ${idcg.name}`)).split(/\n(?=\S)/)[0];
  const sortsItself = /sort/.test(body) && idcg !== dcg;
  const order = sortsItself ? "ranked" : "sorted";
  const call = (one, grades, cut) =>
    `${one.name}(${one.needed.length > 1 ? `${grades}, ${cut}` : `${grades}[:${cut}]`})`;
  const joinInOrder = (pair) => (ideals[0] ? pair.reverse() : pair).join(", ");
  const given = sortsItself ? "grades" : "ideal";
  const both = joinInOrder([call(dcg, "grades", "k"), call(idcg, given, "k")]);
  const shapes = joinInOrder([`${dcg.name}(ranked grades, k)`, `${idcg.name}(${order} grades, k)`]);
  const code = [
    `def ${COMPOSED_NAME}(grades, k):`,
    "    ideal = sorted(grades, reverse=True)",
    `    return ${name}(${both})`,
  ];
  const whole = `${source.trimEnd()}\n\n\n${code.join("\n")}\n`;
  return { name: COMPOSED_NAME, shown: name, shape: `${name}(${shapes})`, source: whole };
}

// Return a program with an object that fails when it is used instead of numpy, which the sandbox does not have. So a
// program that imports numpy without using it still runs.
function replaceNumpy(text) {
  const line = /^([ \t]*)import[ \t]+numpy(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?=#|$)/gm;
  return text.replace(line, (_, indent, name) => `${indent}${name ?? "numpy"} = ${MISSING_NUMPY}`);
}

const PASS = "\u0001"; // begins the line that each pass of the loop prints
const NAMES = '[n + "=" + repr(v) for n, v in locals().items() if type(v) in (int, float)]';
const PRINT_PASS = `print("${PASS}" + "${PASS}".join(${NAMES}))`;

// Return a program whose first loop in dcg prints its variables after each pass, or the program unchanged if dcg has no
// loop of several lines.
export function traceLoop(source) {
  const lines = source.split("\n");
  const findDepth = (line) => line.search(/\S/);
  const start = lines.findIndex((line) => /^def dcg\b/.test(line));
  const loop = lines.findIndex((line, at) => at > start && /^\s+(for|while)\b.*:\s*(#.*)?$/.test(line));
  if (start < 0 || loop < 0) return source;
  const isInLoop = (line) => findDepth(line) < 0 || findDepth(line) > findDepth(lines[loop]);
  const after = lines.findIndex((line, at) => at > loop && !isInLoop(line));
  const end = after < 0 ? lines.length : after;
  const body = lines.slice(loop + 1, end).find((line) => findDepth(line) >= 0) ?? "";
  lines.splice(end, 0, " ".repeat(findDepth(body)) + PRINT_PASS);
  return lines.join("\n");
}

// Return the variables after each pass, as lists of [name, number as Python writes it].
export const readPasses = ({ printed }) =>
  printed
    .split("\n")
    .filter((line) => line.startsWith(PASS))
    .map((line) => line.slice(1).split(PASS).map((pair) => pair.split("=")));

// Return a report of a run's messages. `outcomes` has for each call {value, kind, shown, kept} or {error, say, line},
// or undefined if the run ended before it.
export function readReport({ words, end, after }, calls) {
  const report = { printed: "", cut: false, outcomes: calls.map(() => undefined), at: -1 };
  for (const [type, ...rest] of words) {
    if (type === "out") addPrinted(report, rest[0], calls[report.at]);
    else if (type === "cut") report.cut = true;
    else if (type === "call") report.at = Number(rest[0]);
    else if (type === "missing") report.missing = { name: rest[0], found: rest[1].split(" ") };
    else if (type === "error") keepError(report, rest);
    else if (type === "value") {
      const [place, kind, shown, kept] = rest;
      report.outcomes[Number(place)] = { kind, shown, kept, value: toNumber(kind, shown) };
    }
  }
  Object.assign(report, { end, after });
  report.of = (name, order) =>
    report.outcomes[calls.findIndex((call) => call.name === name && call.order === order)];
  return report;
}

// Add printed text below the name of the call that printed it.
function addPrinted(report, text, call) {
  if (call && call !== report.printing) {
    const fresh = !report.printed || report.printed.endsWith("\n");
    report.printed += `${fresh ? "" : "\n"}# ${writeCall(call)}\n`;
  }
  report.printing = call;
  report.printed += text;
}

export const writeCall = ({ name, arguments: given }) =>
  `${name}(${given.map((one) => (Array.isArray(one) ? `[${one.join(", ")}]` : one)).join(", ")})`;

function keepError(report, [place, error, say, line]) {
  const found = { error, say, line: Number(line) };
  if (place === "program") report.failed = found;
  else report.outcomes[Number(place)] = found;
}

function toNumber(kind, shown) {
  if (kind !== "number") return NaN;
  return { true: 1, false: 0 }[shown] ?? Number(shown);
}

// --- The check of the sandbox's messages -----------------------------------------------------

const UNITS = 2; // the maximum length in JavaScript of one character of Python
const MAX_PRINTED = 4000 * UNITS;
const MAX_NAME = 80 * UNITS;
const MAX_MESSAGE = 300 * UNITS;
const MAX_SHOWN = 200 * UNITS;
const MAX_FOUND = 1000 * UNITS;
const LINE = /^\d{1,7}$/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?(?:e[+-]\d+)?|-?Infinity|NaN|true|false)$/;

const isShort = (text, most) => text.length <= most;

export class Conversation {
  constructor({ wanted, calls }) {
    this.wanted = wanted;
    this.calls = calls.length;
    this.words = [];
    this.at = -1; // the latest call
    this.open = false; // true while that call is running
    this.over = false; // true if no call may follow
    this.room = MAX_PRINTED; // characters that may still be printed
  }

  // Keep a message and return true. Return false if the harness never sends such a message at this point.
  take(word) {
    if (!Array.isArray(word) || word.length !== 5) return false;
    if (!word.every((text) => typeof text === "string")) return false;
    const [type, ...rest] = word;
    if (!Object.hasOwn(Conversation.turns, type)) return false;
    if (!Conversation.turns[type](this, ...rest)) return false;
    this.words.push(word);
    return true;
  }

  // True if the run may end now, because every call has ended or no call was possible.
  get complete() {
    return !this.open && (this.over || this.at + 1 === this.calls);
  }

  static turns = {
    out(talk, text) {
      talk.room -= text.length;
      return talk.room >= 0;
    },

    cut(talk) {
      const first = !talk.cut;
      talk.cut = true;
      return first;
    },

    missing(talk, name, found) {
      const begun = talk.over || talk.at >= 0;
      talk.over = true;
      return !begun && talk.wanted.includes(name) && isShort(found, MAX_FOUND);
    },

    call(talk, place) {
      if (talk.over || talk.open || talk.at + 1 >= talk.calls) return false;
      talk.at += 1;
      talk.open = true;
      return place === String(talk.at);
    },

    value(talk, place, kind, shown, kept) {
      return (
        talk.closes(place) &&
        isShort(kind, MAX_NAME) &&
        isShort(shown, MAX_SHOWN) &&
        (kind !== "number" || NUMBER.test(shown)) &&
        (kept === "kept" || kept === "changed")
      );
    },

    error(talk, place, type, message, line) {
      const turn = place === "program" ? talk.ends() : talk.closes(place);
      talk.over ||= type === "RecursionError"; // the other calls would fail in the same way, slowly
      return turn && isShort(type, MAX_NAME) && isShort(message, MAX_MESSAGE) && LINE.test(line);
    },
  };

  closes(place) {
    const open = this.open && place === String(this.at);
    this.open = false;
    return open;
  }

  ends() {
    const first = !this.over && this.at < 0;
    this.over = true;
    return first;
  }
}
