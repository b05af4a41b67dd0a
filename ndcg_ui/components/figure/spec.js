// Adapts a figure from Python to this browser before Plotly draws it.

const MIN_BAR_WIDTH = 27; // px that a bar needs for its value above it

// Return the spec as JSON, with each var(--name) replaced by its colour inside `root`, or on paper. A variable may have
// a fallback: var(--name, #fff).
export function resolveColours(spec, root, paper = false) {
  const probe = document.createElement("i");
  probe.hidden = true;
  if (paper) probe.style.colorScheme = "light";
  root.append(probe);
  const colours = {};
  const json = JSON.stringify(spec).replace(/var\(--[\w-]+(?:, #\w+)?\)/g, (name) => {
    if (!(name in colours)) {
      probe.style.color = name;
      colours[name] = getComputedStyle(probe).color;
    }
    return colours[name];
  });
  probe.remove();
  return json;
}

// Return a figure with the ideal order hatched or dashed, because both orders have the same forced colour.
export function hatchIdeal({ data, layout }) {
  const hatchTrace = ({ type, marker, line, ...trace }) =>
    type === "bar"
      ? { ...trace, type, marker: { ...marker, pattern: { shape: "/" } } }
      : { ...trace, type, marker, line: { ...line, dash: "dash" } };
  return { data: data.map((trace) => (trace.uid === "ideal" ? hatchTrace(trace) : trace)), layout };
}

// Return the documents' ids by trace, and the spec without them. The ids change with every move, and Plotly does not
// animate a change that includes them.
export function liftDocuments({ data, layout }) {
  const documents = data.map(({ customdata }) => customdata);
  return { documents, spec: { data: data.map(({ customdata, ...trace }) => trace), layout } };
}

// Replace each new array in `to` with an equal old one in `from`. Plotly compares arrays by identity, and does not
// animate a change of an array of texts.
export function reuseArrays(from, to) {
  for (const [name, value] of Object.entries(to)) {
    const old = from?.[name];
    if (!value || !old || typeof value !== "object" || typeof old !== "object") continue;
    if (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(old)) to[name] = old;
    else reuseArrays(old, value);
  }
}

// Remove the values above bars that are too narrow, and show an axis instead.
export function fitLabels(data, layout, width) {
  const bars = data.filter((trace) => trace.type === "bar" && trace.texttemplate);
  if (!bars.length) return; // an empty chart has no range
  const across = bars.length * (layout.xaxis.range[1] - layout.xaxis.range[0]);
  if ((width - layout.margin.l - layout.margin.r) / across >= MIN_BAR_WIDTH) return;
  for (const trace of bars) delete trace.texttemplate;
  Object.assign(layout.yaxis, { showticklabels: true, showgrid: true });
}

// Return true if two figures have the same traces, with the same number of points each.
export function haveSameSizes(from, to) {
  const describeSizes = ({ data }) => JSON.stringify(data.map(({ uid, y }) => [uid, y?.length]));
  return Boolean(from) && describeSizes(from) === describeSizes(to);
}

// Return true if Plotly can animate from one figure to the next: the traces, colours, numbers of points, size and axes
// must be the same. Plotly distorts a path that gets more points, and an axis that changes during an animation can get
// an invalid range.
export function canGlide(from, to) {
  return Boolean(from) && describeFrame(from) === describeFrame(to);
}

function describeFrame({ data, layout }) {
  const traces = data.map(({ uid, mode, y, marker, line, texttemplate }) => [
    [uid, mode, y?.length, marker?.color, line?.color, Boolean(texttemplate)],
  ]);
  return JSON.stringify([traces, layout.width, layout.height, layout.xaxis.range, layout.yaxis.range]);
}
