// Marks the document that is pointed at in a chart.

import { highlight, onHighlight } from "../markup/highlight.js";

const LAYERS = { bar: ".barlayer > .trace", scatter: ".scatterlayer > .trace" };

export class Highlight {
  constructor(view) {
    this.view = view;
    this.document = null;
    this.remove = onHighlight(
      view.root,
      () => view.data?.group,
      (doc) => {
        if (doc === this.document) return;
        this.document = doc;
        if (!view.stale) this.apply(); // a stale drawing still shows the old documents
      },
    );
  }

  announceDocument(doc) {
    highlight(this.view.root, this.view.data.group, doc);
  }

  // Mark the points of the highlighted document. The style sheet dims the others. Plotly draws a trace's points in
  // order, so a point is found by its number.
  apply() {
    const { root, plot, documents } = this.view;
    let lit = false;
    for (const [type, layer] of Object.entries(LAYERS)) {
      const traces = (plot.data ?? []).flatMap((trace, at) => (trace.type === type ? [documents[at]] : []));
      plot.querySelectorAll(layer).forEach((trace, nth) => {
        trace.querySelectorAll(".point").forEach((point, at) => {
          const hot = this.document !== null && traces[nth]?.[at] === this.document;
          point.toggleAttribute("data-lit", hot);
          lit ||= hot;
        });
      });
    }
    root.toggleAttribute("data-dimmed", lit);
  }
}
