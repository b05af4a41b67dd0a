// Shows a heat map as a table, for readers who cannot see it. The table is made when it is opened.

import { makeElement } from "../../exhibit/make.js";
import { formatNumber } from "../markup/numerals.js";

export class ReadAsTable {
  constructor(view) {
    this.view = view;
    this.room = makeElement("div", { class: "scrolls", tabindex: "0", role: "group" });
    const summary = makeElement("summary", {}, "Show as a table");
    this.details = makeElement("details", { class: "ndcg-figure-table" }, summary, this.room);
    this.details.addEventListener("toggle", () => this.fill());
  }

  // Update the table for new data, or remove it if the chart is not a heat map.
  follow() {
    const [trace] = this.view.data.spec.data;
    this.map = trace.type === "heatmap" && trace.meta ? trace : null;
    if (!this.map) return this.details.remove();
    if (!this.details.isConnected) this.view.root.append(this.details);
    this.room.setAttribute("aria-label", this.view.data.name);
    this.fill();
  }

  fill() {
    if (!this.details.open || !this.map) return;
    const { z, meta } = this.map;
    const heads = ["rank", ...meta.columns].map((rank) => makeElement("th", { scope: "col" }, String(rank)));
    const rows = z.map((line, at) => {
      const cells = line.map((value) => makeElement("td", {}, value === null ? "" : formatNumber(value)));
      return makeElement("tr", {}, makeElement("th", { scope: "row" }, String(meta.rows[at])), ...cells);
    });
    const head = makeElement("thead", {}, makeElement("tr", {}, ...heads));
    this.room.replaceChildren(makeElement("table", { class: "steps swaps" }, head, makeElement("tbody", {}, ...rows)));
  }
}
