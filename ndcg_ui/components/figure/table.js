// A heat map as a table, for those who read rather than look: drawn when it is opened.

const shown = (value) =>
  value === null || value === undefined ? "" : value.toFixed(3).replace("-", "\u2212");

export class ReadAsTable {
  constructor(view) {
    this.view = view;
    this.details = document.createElement("details");
    this.details.className = "ndcg-figure-table";
    this.details.innerHTML = `<summary>As a table</summary><div class="scrolls" tabindex="0" role="group"></div>`;
    this.room = this.details.lastElementChild;
    this.details.addEventListener("toggle", () => this.fill());
  }

  // After new data: only a heat map has the table.
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
    const table = document.createElement("table");
    table.className = "steps swaps";
    row(table.createTHead(), "th", "rank", meta.columns.map(String));
    const body = table.createTBody();
    z.forEach((line, at) => row(body, "td", String(meta.rows[at]), line.map(shown)));
    this.room.replaceChildren(table);
  }
}

// A row with its head, which is a rank, and a cell for each text.
function row(part, kind, head, texts) {
  const line = part.insertRow();
  line.append(cell("th", head, kind === "th" ? "col" : "row"));
  line.append(...texts.map((text) => cell(kind, text, kind === "th" ? "col" : "")));
}

function cell(kind, text, scope) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (scope) made.setAttribute("scope", scope);
  return made;
}
