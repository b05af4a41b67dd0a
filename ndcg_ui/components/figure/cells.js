// Keyboard access to a heat map: the arrow keys move a cursor, a screen reader reads its cell, Enter chooses it.

import { makeElement } from "../../exhibit/make.js";
import { findFocus } from "../../exhibit/stage.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const HELP =
  "The arrow keys choose two ranks, and Enter swaps their documents. The effect of the swap is read out first.";

export class Cells {
  constructor(view) {
    this.view = view;
    this.cursor = makeElement("span", { class: "ndcg-figure-cursor" });
    const pad = { class: "ndcg-figure-cells", role: "application", tabindex: "0" };
    this.pad = makeElement("div", pad, this.cursor);
    this.voice = makeElement("p", { class: "for-screen-readers", "aria-live": "polite" });
    this.pad.addEventListener("keydown", (event) => this.onKey(event));
    this.pad.addEventListener("focus", () => this.move(this.at ?? this.findBest()));
    this.pad.addEventListener("blur", () => this.leave());
  }

  // Add the pad to a clickable heat map after each drawing, and remove it from any other chart. The cursor keeps its
  // cell.
  follow(Plotly) {
    this.Plotly = Plotly;
    const { data, last, stage } = this.view;
    const [trace] = last.data;
    this.map = data.clickable && trace.type === "heatmap" ? trace : null;
    if (!this.map || !this.findBest()) {
      this.pad.remove();
      this.voice.remove();
      return;
    }
    if (!this.pad.isConnected) stage.append(this.pad, this.voice);
    this.pad.setAttribute("aria-label", `${data.name}. ${HELP}`);
    if (!this.isCell(this.at)) this.at = null;
    if (findFocus(this.pad) === this.pad) this.move(this.at ?? this.findBest());
  }

  findPair(at) {
    if (!this.map || !Array.isArray(at)) return null;
    const { rows, columns } = this.map.meta;
    return [rows[at[0]], columns[at[1]]];
  }

  isCell(at) {
    return at && typeof this.map.z[at[0]]?.[at[1]] === "number";
  }

  findBest() {
    let best = null;
    this.map.z.forEach((row, i) =>
      row.forEach((value, j) => {
        if (value !== null && (!best || value > this.map.z[best[0]][best[1]])) best = [i, j];
      }),
    );
    return best;
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && !event.repeat) {
      this.view.onPlotClick({ pointNumber: this.at });
    } else if (STEPS[event.key]) {
      const next = this.at.map((place, axis) => place + STEPS[event.key][axis]);
      if (this.isCell(next)) this.move(next);
    } else {
      return;
    }
    event.preventDefault();
  }

  move(at) {
    this.at = at;
    const { margin, width, height, xaxis, yaxis } = this.view.last.layout;
    const [left, right] = xaxis.range;
    const [bottom, top] = yaxis.range; // the first row is at the top
    const wide = (width - margin.l - margin.r) / (right - left);
    const high = (height - margin.t - margin.b) / (bottom - top);
    this.cursor.style.cssText =
      `left:${margin.l + (at[1] - 0.5 - left) * wide}px;top:${margin.t + (at[0] - 0.5 - top) * high}px;` +
      `width:${wide}px;height:${high}px`;
    this.voice.textContent = this.describeCell(at);
    this.Plotly.Fx.hover(this.view.plot, [{ curveNumber: 0, xval: at[1], yval: at[0] }]);
  }

  describeCell([row, column]) {
    const value = this.map.z[row][column];
    const size = Math.abs(value).toFixed(3);
    const verb = value > 0 ? "adds" : "removes";
    const effect = value ? `${verb} ${size}` : "changes nothing";
    const sentence = `Swapping ${this.map.y[row]} and ${this.map.x[column]} ${effect}.`;
    return sentence.replaceAll("&lt;", "<").replaceAll("&amp;", "&"); // the labels are escaped for Plotly
  }

  leave() {
    this.voice.textContent = "";
    this.Plotly.Fx.unhover(this.view.plot);
  }
}
