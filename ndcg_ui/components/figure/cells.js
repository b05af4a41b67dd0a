// The cells of a heat map by keyboard: arrows move a cursor, its cell is said, Enter chooses it.

import { make } from "../../exhibit/make.js";
import { focusIn } from "../../exhibit/stage.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const HELP =
  "Arrow keys choose two ranks, Enter swaps the documents there. What the swap would do is read out.";

export class Cells {
  constructor(view) {
    this.view = view;
    this.cursor = make("span", { class: "ndcg-figure-cursor" });
    const pad = { class: "ndcg-figure-cells", role: "application", tabindex: "0" };
    this.pad = make("div", pad, this.cursor);
    this.voice = make("p", { class: "for-screen-readers", "aria-live": "polite" });
    this.pad.addEventListener("keydown", (event) => this.key(event));
    this.pad.addEventListener("focus", () => this.move(this.at ?? this.best()));
    this.pad.addEventListener("blur", () => this.leave());
  }

  // After each drawing: only a clickable heat map has the pad; the cursor stays where it was.
  follow(Plotly) {
    this.Plotly = Plotly;
    const { data, last, stage } = this.view;
    const [trace] = last.data;
    this.map = data.clickable && trace.type === "heatmap" ? trace : null;
    if (!this.map || !this.best()) return void (this.pad.remove(), this.voice.remove());
    if (!this.pad.isConnected) stage.append(this.pad, this.voice);
    this.pad.setAttribute("aria-label", `${data.name}. ${HELP}`);
    if (!this.exists(this.at)) this.at = null;
    if (focusIn(this.pad) === this.pad) this.move(this.at ?? this.best());
  }

  pairAt(at) {
    if (!this.map || !Array.isArray(at)) return null;
    const { rows, columns } = this.map.meta;
    return [rows[at[0]], columns[at[1]]];
  }

  exists(at) {
    return at && typeof this.map.z[at[0]]?.[at[1]] === "number";
  }

  best() {
    let best = null;
    this.map.z.forEach((row, i) =>
      row.forEach((value, j) => {
        if (value !== null && (!best || value > this.map.z[best[0]][best[1]])) best = [i, j];
      }),
    );
    return best;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && !event.repeat) this.view.clicked({ pointNumber: this.at });
    else if (STEPS[event.key]) {
      const next = this.at.map((place, axis) => place + STEPS[event.key][axis]);
      if (this.exists(next)) this.move(next);
    } else return;
    event.preventDefault();
  }

  move(at) {
    this.at = at;
    const { margin, width, height, xaxis, yaxis } = this.view.last.layout;
    const [left, right] = xaxis.range;
    const [bottom, top] = yaxis.range; // rows read downwards
    const wide = (width - margin.l - margin.r) / (right - left);
    const high = (height - margin.t - margin.b) / (bottom - top);
    this.cursor.style.cssText =
      `left:${margin.l + (at[1] - 0.5 - left) * wide}px;top:${margin.t + (at[0] - 0.5 - top) * high}px;` +
      `width:${wide}px;height:${high}px`;
    this.voice.textContent = this.sentence(at);
    this.Plotly.Fx.hover(this.view.plot, [{ curveNumber: 0, xval: at[1], yval: at[0] }]);
  }

  sentence([row, column]) {
    const value = this.map.z[row][column];
    const size = Math.abs(value).toFixed(3);
    const effect = !value ? "changes nothing" : `${value > 0 ? "adds" : "takes"} ${size}`;
    const said = `Swapping ${this.map.y[row]} and ${this.map.x[column]} ${effect}.`;
    return said.replaceAll("&lt;", "<").replaceAll("&amp;", "&"); // escaped for Plotly's markup alone
  }

  leave() {
    this.voice.textContent = "";
    this.Plotly.Fx.unhover(this.view.plot);
  }
}
