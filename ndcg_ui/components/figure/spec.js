// From the figure that Python sent to the one Plotly draws here and now.

const NARROW = 27; // px a bar needs for its value to stand above it

// The spec as JSON, each var(--name) replaced by the colour it has inside `root`, or on paper.
export function paint(spec, root, paper = false) {
  const probe = document.createElement("i");
  probe.hidden = true;
  if (paper) probe.style.colorScheme = "light";
  root.append(probe);
  const colours = {};
  const json = JSON.stringify(spec).replace(/var\(--[\w-]+\)/g, (name) => {
    if (!(name in colours)) {
      probe.style.color = name;
      colours[name] = getComputedStyle(probe).color;
    }
    return colours[name];
  });
  probe.remove();
  return json;
}

// Where colours are forced, the ideal order is hatched and dashed: colour says nothing there.
export function apart({ data, layout }) {
  const marked = ({ type, marker, line, ...trace }) =>
    type === "bar"
      ? { ...trace, type, marker: { ...marker, pattern: { shape: "/" } } }
      : { ...trace, type, marker, line: { ...line, dash: "dash" } };
  return { data: data.map((trace) => (trace.uid === "ideal" ? marked(trace) : trace)), layout };
}

// Takes the documents' ids out of the traces: they change with every move, and Plotly animates
// only where nothing changes but what it can animate.
export function liftDocuments({ data, layout }) {
  const documents = data.map(({ customdata }) => customdata);
  return { documents, spec: { data: data.map(({ customdata, ...trace }) => trace), layout } };
}

// Puts the old array wherever a new one says the same: Plotly compares arrays by identity, and
// would take a repeated text for a change that it cannot animate.
export function reuse(from, to) {
  for (const [name, value] of Object.entries(to)) {
    const old = from?.[name];
    if (!value || !old || typeof value !== "object" || typeof old !== "object") continue;
    if (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(old)) to[name] = old;
    else reuse(old, value);
  }
}

// Bars too narrow for their values lose them and get a scale instead.
export function fitLabels(data, layout, width) {
  const bars = data.filter((trace) => trace.type === "bar" && trace.texttemplate);
  if (!bars.length) return; // a chart of nothing has no range
  const across = bars.length * (layout.xaxis.range[1] - layout.xaxis.range[0]);
  if ((width - layout.margin.l - layout.margin.r) / across >= NARROW) return;
  for (const trace of bars) delete trace.texttemplate;
  Object.assign(layout.yaxis, { showticklabels: true, showgrid: true });
}

// Whether two figures have the same traces, with as many points each.
export function asMany(from, to) {
  const sizes = ({ data }) => JSON.stringify(data.map(({ uid, y }) => [uid, y?.length]));
  return Boolean(from) && sizes(from) === sizes(to);
}

// Whether Plotly can move smoothly from one figure to the next: the same traces in the same
// colours, as many points, the same room and the same scales. (It would stretch a path into one
// with more corners, and an axis that moves under a glide can come to a scale that is no number.)
export function canGlide(from, to) {
  return Boolean(from) && frame(from) === frame(to);
}

function frame({ data, layout }) {
  const traces = data.map(({ uid, mode, y, marker, line, texttemplate }) => [
    [uid, mode, y?.length, marker?.color, line?.color, Boolean(texttemplate)],
  ]);
  return JSON.stringify([traces, layout.width, layout.height, layout.xaxis.range, layout.yaxis.range]);
}
