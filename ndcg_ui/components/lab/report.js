// What to ask of a program, and what came back: the words of a run, sorted.

// The calls of a run: every case of the wanted functions, then the board's orders.
export function plan(task, functions, board) {
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

export const request = (source, task, calls) => ({
  source,
  wanted: task.wanted,
  calls: calls.map((call) => [call.name, call.arguments]),
});

// Outcomes by call: {value, kind, shown, kept} or {error, say, line}; undefined if never reached.
export function read({ words, end, after }, calls) {
  const report = { printed: "", cut: false, outcomes: calls.map(() => undefined), at: -1 };
  for (const [type, ...rest] of words) {
    if (type === "out") print(report, rest[0], calls[report.at]);
    else if (type === "cut") report.cut = true;
    else if (type === "call") report.at = Number(rest[0]);
    else if (type === "missing") report.missing = { name: rest[0], found: rest[1].split(" ") };
    else if (type === "error") keepError(report, rest);
    else if (type === "value") {
      const [place, kind, shown, kept] = rest;
      report.outcomes[Number(place)] = { kind, shown, kept, value: numeric(kind, shown) };
    }
  }
  Object.assign(report, { end, after });
  report.of = (name, order) =>
    report.outcomes[calls.findIndex((call) => call.name === name && call.order === order)];
  return report;
}

// What a call prints stands below the call.
function print(report, text, call) {
  if (call && call !== report.printing) {
    const fresh = !report.printed || report.printed.endsWith("\n");
    report.printed += `${fresh ? "" : "\n"}# ${written(call)}\n`;
  }
  report.printing = call;
  report.printed += text;
}

export const written = ({ name, arguments: given }) =>
  `${name}(${given.map((one) => (Array.isArray(one) ? `[${one.join(", ")}]` : one)).join(", ")})`;

function keepError(report, [place, error, say, line]) {
  const found = { error, say, line: Number(line) };
  if (place === "program") report.failed = found;
  else report.outcomes[Number(place)] = found;
}

function numeric(kind, shown) {
  if (kind !== "number") return NaN;
  return { true: 1, false: 0 }[shown] ?? Number(shown);
}
