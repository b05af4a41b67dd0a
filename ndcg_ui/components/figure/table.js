// Shows a heat map as a table, for readers who cannot see it. The table is made when it is opened.

import { make } from "../../exhibit/make.js";
import { number } from "../markup/numerals.js";

export class ReadAsTable {
  constructor(view) {
    this.view = view;
    this.room = make("div", { class: "scrolls", tabindex: "0", role: "group" });
    const summary = make("summary", {}, "Show as a table");
    this.details = make("details", { class: "ndcg-figure-table" }, summary, this.room);
    this.details.addEventListener("toggle", () => this.fill());
  }

  // Adapts to new data. Only a heat map has the table.
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
    const heads = ["rank", ...meta.columns].map((rank) => make("th", { scope: "col" }, String(rank)));
    const rows = z.map((line, at) => {
      const cells = line.map((value) => make("td", {}, value === null ? "" : number(value)));
      return make("tr", {}, make("th", { scope: "row" }, String(meta.rows[at])), ...cells);
    });
    const head = make("thead", {}, make("tr", {}, ...heads));
    this.room.replaceChildren(make("table", { class: "steps swaps" }, head, make("tbody", {}, ...rows)));
  }
}
