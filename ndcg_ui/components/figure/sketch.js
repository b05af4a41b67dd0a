// What a preview shows, written straight into what Plotly has drawn: a drawing of Plotly's own takes
// longer than a frame. Plotly draws the same, and all that hangs on it, once the card rests.

// `from`, `to`: the traces as they were and as they will be.
export function sketch(view, from, to) {
  const { plot, stage } = view;
  view.stands ??= new Map();
  to.forEach((trace, index) => {
    if (trace === from[index]) return;
    if (trace.type === "heatmap") heat(view, trace);
    else if (trace.type === "bar") bars(view, index, trace);
    else line(plot, index, trace);
  });
  stage.toggleAttribute("data-sketched", true);
}

// Takes away what Plotly would measure or leave; returns whether anything was sketched.
export function unsketch(view) {
  const { stage } = view;
  const was = stage.hasAttribute("data-sketched");
  view.stands = null;
  stage.removeAttribute("data-sketched");
  stage.querySelector("canvas.ndcg-figure-heat")?.remove();
  for (const text of stage.querySelectorAll(".bartext, .textpoint text")) text.style.translate = "";
  return was;
}

// The elements that draw a trace.
function drawn(plot, layer, index, selector) {
  const traces = [...plot.querySelectorAll(`.${layer} > .trace`)];
  const group = traces.find((trace) => trace.__data__[0].trace.index === index);
  return group ? [...group.querySelectorAll(selector)] : [];
}

// A bar goes with its document to its new rank; one that stays is not touched.
function bars({ plot, documents, stands }, index, trace) {
  const places = plot.calcdata[index];
  for (const point of drawn(plot, "barlayer", index, "g.point")) {
    const was = places[point.__data__.i];
    const rank = trace.customdata.indexOf(documents[index][was.i]);
    const stood = stands.get(point) ?? `${was.i} ${was.s1}`;
    const now = `${rank} ${trace.y[rank]}`;
    stands.set(point, now);
    if (now !== stood) bar(plot._fullLayout, point, was, { ...places[rank], rank }, trace);
  }
}

function bar({ xaxis, yaxis }, point, was, { rank, p, p0, p1 }, { y, marker, texttemplate }) {
  const [across, up] = [(at) => xaxis.c2p(at, true), (at) => yaxis.c2p(at, true)];
  const path = point.querySelector("path");
  if (!path) return; // Plotly draws none
  path.setAttribute("d", `M${across(p0)},${up(0)}V${up(y[rank])}H${across(p1)}V${up(0)}Z`);
  path.style.opacity = marker.opacity[rank];
  const text = point.querySelector(".bartext");
  if (!text) return;
  text.textContent = texttemplate[rank] && y[rank].toFixed(2);
  text.style.translate = `${across(p) - across(was.p)}px ${up(y[rank]) - up(was.s1)}px`;
}

function line(plot, index, { y, line: stroke }) {
  const { xaxis, yaxis } = plot._fullLayout;
  const points = plot.calcdata[index].map(({ x }, at) => [xaxis.c2p(x, true), yaxis.c2p(y[at], true)]);
  const [[x0, y0], ...rest] = points;
  const step = ([x, y]) => (stroke?.shape === "hv" ? `H${x}V${y}` : `L${x},${y}`);
  for (const path of drawn(plot, "scatterlayer", index, "path.js-line")) {
    path.setAttribute("d", `M${x0},${y0}${rest.map(step).join("")}`);
  }
  for (const marker of drawn(plot, "scatterlayer", index, "path.point")) {
    marker.setAttribute("transform", `translate(${points[marker.__data__.i]})`);
  }
  for (const text of drawn(plot, "scatterlayer", index, ".textpoint text")) {
    text.textContent = y[0].toFixed(3); // one point alone has its value beside it
    text.style.translate = `0 ${y0 - yaxis.c2p(plot.calcdata[index][0].y, true)}px`;
  }
}

// --- The heat map --------------------------------------------------------------------------------

function heat({ plot, stage, last }, { z, zmin, zmax, text, opacity = 1, xgap, ygap }) {
  const { xaxis, yaxis } = plot._fullLayout;
  const [wide, high] = [xaxis._length / z[0].length, yaxis._length / z.length];
  const brush = canvas(stage, xaxis, yaxis).getContext("2d");
  const [trace] = last.data; // with its colours as they are here
  const colour = mixing(trace.colorscale.map(([, name]) => name), zmin, zmax);
  z.forEach((row, i) =>
    row.forEach((value, j) => {
      if (value === null) return;
      brush.globalAlpha = opacity;
      brush.fillStyle = colour(value);
      brush.fillRect(j * wide + xgap / 2, i * high + ygap / 2, wide - xgap, high - ygap);
      if (text) label(brush, text[i][j], (j + 0.5) * wide, (i + 0.5) * high, last);
    }),
  );
}

function canvas(stage, { _offset: left, _length: width }, { _offset: top, _length: height }) {
  let found = stage.querySelector("canvas.ndcg-figure-heat");
  if (!found) {
    found = stage.appendChild(document.createElement("canvas"));
    found.className = "ndcg-figure-heat";
  }
  const scale = devicePixelRatio;
  Object.assign(found, { width: width * scale, height: height * scale }); // and empties it
  found.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  found.getContext("2d").scale(scale, scale);
  return found;
}

function label(brush, text, x, y, { data: [{ textfont }], layout }) {
  brush.globalAlpha = 1;
  brush.fillStyle = textfont.color;
  brush.font = `${textfont.size}px ${layout.font.family}`;
  Object.assign(brush, { textAlign: "center", textBaseline: "middle" });
  brush.fillText(text, x, y);
}

// From the colour of the lowest value over that of 0 to that of the highest.
function mixing(colours, low, high) {
  const [lowest, neutral, highest] = colours.map((colour) => colour.match(/[\d.]+/g).map(Number));
  return (value) => {
    const end = value < 0 ? lowest : highest;
    const part = Math.min(1, value / (value < 0 ? low : high));
    return `rgb(${neutral.slice(0, 3).map((at, n) => Math.round(at + (end[n] - at) * part))})`;
  };
}
