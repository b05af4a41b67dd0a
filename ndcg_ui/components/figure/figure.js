// One figure: reserves its room at once, draws when it comes near the screen, moves on new data.
import { onceAtRest, plotlyFrom, whenPainted } from "./loading.js";
import { apart, asMany, canGlide, fitLabels, liftDocuments, paint, reuse } from "./spec.js";
import { Highlight } from "./highlight.js";
import { Cells } from "./cells.js";
import { saveButtons } from "./save.js";
import { ReadAsTable } from "./table.js";
import { hostOf } from "../../exhibit/host.js";
import { stageOf } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";
import { places } from "../markup/places.js";

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: false, showTips: false };
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const PRINTING = ["beforeprint", "afterprint"];
const forced = matchMedia("(forced-colors: active)");
const figures = places(
  (place) => new FigureView(place),
  (figure) => figure.remove(),
);

// ahead: a card is in the air, and Plotly takes longer than a frame.
export default function ({ parentElement, data, ahead = false }) {
  figures.at(parentElement).show(data, ahead);
  return figures.leaving(parentElement);
}

class FigureView {
  constructor(parent) {
    this.root = parent.querySelector(".ndcg-figure");
    this.stage = this.root.querySelector(".ndcg-figure-stage");
    this.image = this.root.querySelector(".ndcg-figure-plot");
    this.plot = this.image.firstElementChild;
    this.bars = this.root.querySelector(".ndcg-figure-bars"); // until Plotly has come
    this.say = this.root.querySelector(".say");
    this.near = false;
    this.highlight = new Highlight(this);
    this.cells = new Cells(this);
    this.labelButtons = saveButtons(this);
    this.table = new ReadAsTable(this);
    this.paper = false; // which has colours of its own, and nothing comes near: all is drawn
    this.printed = ({ type }) => {
      this.paper = type === "beforeprint";
      if (this.data) this.draw();
    };
    for (const name of PRINTING) addEventListener(name, this.printed);
    this.themed = () => this.later();
    forced.addEventListener("change", this.themed);
    this.leaveTheme = hostOf(this.root).onTheme(this.themed);
    // Streamlit scrolls the page inside an element of its own: the margin has to hold there too.
    const margin = { rootMargin: "160px", scrollMargin: "160px" };
    this.watch = new IntersectionObserver((entries) => this.seen(entries.at(-1)), margin);
    this.watch.observe(this.stage);
    this.width = 0; // as observed: measuring it at every drawing would cost a layout
    this.size = new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.floor(contentRect.width);
      this.later();
    });
    this.size.observe(this.stage);
  }

  // New data: the words at once, the drawing after the page has painted; while a card
  // is in the air, once it rests.
  show(data, ahead = false) {
    this.data = data;
    this.root.dataset.name = data.name;
    this.stage.style.height = `${data.height}px`;
    Object.assign(this.root.querySelector("h2"), { textContent: data.name, ariaLevel: data.level ?? null });
    this.say.textContent = data.text;
    this.image.setAttribute("aria-label", `${data.name}. ${data.text}`);
    this.labelButtons(data.name);
    this.root.querySelector(".ndcg-figure-save").hidden = !data.saved;
    this.table.follow();
    fill(this.bars, this.drawn ? "" : data.bars);
    // At once: a page may be printed of which no chart was seen.
    if (!globalThis.Plotly) plotlyFrom(data.plotly, hostOf(this.root)).then(() => this.later());
    this.stale = true;
    this.root.dataset.state = "waiting";
    if (ahead) onceAtRest(this);
    else this.later();
  }

  seen(entry) {
    this.near = entry.isIntersecting;
    this.later();
  }

  later() {
    if (this.near && this.data && !this.removed) whenPainted(this);
  }

  draw() {
    const { width } = this;
    const { Plotly } = globalThis;
    if (!(this.near || this.paper) || !width || this.removed || !Plotly) return;
    const { documents, spec } = liftDocuments(this.data.spec);
    this.documents = documents;
    const painted = paint(forced.matches ? apart(spec) : spec, this.root, this.paper);
    const wanted = `${width} ${this.data.height} ${painted}`;
    if (wanted !== this.drawn) {
      this.redraw(Plotly, JSON.parse(painted), width);
      this.drawn = wanted;
      this.bars.replaceChildren();
      this.root.dataset.drawn = Number(this.root.dataset.drawn) + 1;
    }
    this.stale = false;
    this.highlight.apply(); // even where nothing was redrawn: ids are places, and they have changed
    this.root.dataset.state = "drawn";
  }

  redraw(Plotly, { data, layout }, width) {
    layout.font.family = layout.hoverlabel.font.family = getComputedStyle(this.root).fontFamily;
    Object.assign(layout, { width, height: this.data.height });
    fitLabels(data, layout, width);
    const { gliding } = this.root.dataset; // until Plotly says that it has ended
    const glide = layout.transition && !stillness.matches && canGlide(this.last, { data, layout });
    const same = asMany(this.last, { data }); // else Plotly mixes new points among those it has
    this.last = { data: structuredClone(data), layout: structuredClone(layout) };
    if (glide) this.root.dataset.gliding = "yes";
    else delete layout.transition;
    reuse({ data: this.plot.data, layout: this.plot.layout }, { data, layout });
    // A change that cannot glide would be overrun by a glide still under way: start anew then.
    if (this.plot.data && same && (glide || !gliding)) Plotly.react(this.plot, data, layout, CONFIG);
    else this.start(Plotly, data, layout);
    const box = `0 0 ${width} ${layout.height}`; // on paper it is as wide as its place
    for (const svg of this.plot.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", box);
    this.cells.follow(Plotly);
  }

  start(Plotly, data, layout) {
    delete this.root.dataset.gliding;
    Plotly.newPlot(this.plot, data, layout, CONFIG);
    this.plot.on("plotly_hover", ({ points: [point] }) => this.highlight.tell(this.documentAt(point)));
    this.plot.on("plotly_unhover", () => this.highlight.tell(null));
    this.plot.on("plotly_click", ({ points: [point] }) => this.clicked(point));
    this.plot.on("plotly_transitioned", () => delete this.root.dataset.gliding);
    this.plot.on("plotly_afterplot", () => this.highlight.apply());
  }

  documentAt({ curveNumber, pointNumber }) {
    return this.documents[curveNumber]?.[pointNumber] ?? null;
  }

  clicked(point) {
    if (!this.data.clickable || this.stale) return;
    const value = this.cells.pairAt(point.pointNumber) ?? this.documentAt(point);
    if (value === null) return;
    const detail = { group: this.data.group, ranks: value };
    stageOf(this.root).dispatchEvent(new CustomEvent("ndcg:swap", { detail }));
  }

  remove() {
    this.removed = true;
    this.watch.disconnect();
    this.size.disconnect();
    this.highlight.remove();
    for (const name of PRINTING) removeEventListener(name, this.printed);
    forced.removeEventListener("change", this.themed);
    this.leaveTheme();
    if (this.plot.data) globalThis.Plotly.purge(this.plot);
  }
}
