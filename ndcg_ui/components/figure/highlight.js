// The same document, marked wherever the page shows it, without a trip to the server.

const EVENT = "ndcg:highlight";
const POINTS = ".barlayer g.point, .scatterlayer .points path.point";

export class Highlight {
  constructor(view) {
    this.view = view;
    this.document = null;
    this.onHighlight = ({ detail }) => {
      if (detail.group !== this.view.data?.group || detail.doc === this.document) return;
      this.document = detail.doc ?? null;
      if (!this.view.stale) this.apply(); // else what is drawn still has the ids of before
    };
    document.addEventListener(EVENT, this.onHighlight);
  }

  tell(doc) {
    const detail = { group: this.view.data.group, doc };
    document.dispatchEvent(new CustomEvent(EVENT, { detail }));
  }

  // Only attributes change: the style sheet dims the rest.
  apply() {
    const { root, plot, documents } = this.view;
    let found = false;
    for (const point of plot.querySelectorAll(POINTS)) {
      const hot = this.document !== null && documents[traceOf(point)]?.[point.__data__.i] === this.document;
      point.toggleAttribute("data-lit", hot);
      found ||= hot;
    }
    root.toggleAttribute("data-dimmed", found);
  }

  remove() {
    document.removeEventListener(EVENT, this.onHighlight);
  }
}

function traceOf(point) {
  return point.closest("g.trace").__data__[0].trace.index;
}
