// A figure: reserves its space at once, draws when it comes near the screen, and animates new data.
import { drawAtRest, drawWhenPainted, loadPlotly } from "./loading.js";
import { canGlide, fitLabels, haveSameSizes, liftDocuments, hatchIdeal, resolveColours, reuseArrays } from "./spec.js";
import { Highlight } from "./highlight.js";
import { Cells } from "./cells.js";
import { makeSaveButtons, saveChart } from "./save.js";
import { ReadAsTable } from "./table.js";
import { findHost } from "../../exhibit/host.js";
import { findStage } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";
import { keepByPlace } from "../markup/places.js";

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: false, showTips: false };
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const PRINTING = ["beforeprint", "afterprint"];
const forcedColors = matchMedia("(forced-colors: active)");
const figures = keepByPlace(
  (place) => new FigureView(place),
  (figure) => figure.remove(),
);

// ahead: true if `data` is a preview during a drag. Plotly takes longer than a frame, so drawing waits.
export default function ({ parentElement, data, ahead = false }) {
  figures.at(parentElement).show(data, ahead);
  return figures.cleanup(parentElement);
}

class FigureView {
  constructor(parent) {
    this.root = parent.querySelector(".ndcg-figure");
    this.stage = this.root.querySelector(".ndcg-figure-stage");
    this.image = this.root.querySelector(".ndcg-figure-plot");
    this.plot = this.image.firstElementChild;
    this.bars = this.root.querySelector(".ndcg-figure-bars"); // simple bars, shown until Plotly is loaded
    this.say = this.root.querySelector(".say");
    this.near = false;
    this.highlight = new Highlight(this);
    this.cells = new Cells(this);
    this.labelButtons = makeSaveButtons(this);
    this.onSave = (/** @type {any} */ { detail }) => {
      if (detail.name === this.data?.name) detail.saving = saveChart(this, detail.format);
    };
    this.exhibit = findStage(this.root);
    this.exhibit.addEventListener("ndcg:save", this.onSave);
    this.table = new ReadAsTable(this);
    this.paper = false; // when printing, every figure is drawn, in the colours of paper
    this.onPrint = ({ type }) => {
      this.paper = type === "beforeprint";
      if (this.data) this.draw();
    };
    for (const name of PRINTING) addEventListener(name, this.onPrint);
    this.onTheme = () => this.scheduleDraw();
    forcedColors.addEventListener("change", this.onTheme);
    this.leaveTheme = findHost(this.root).onTheme(this.onTheme);
    // Streamlit scrolls the page in an inner element, so the margin must hold for that element too.
    const margin = { rootMargin: "160px", scrollMargin: "160px" };
    this.watch = new IntersectionObserver((entries) => this.onSight(entries.at(-1)), margin);
    this.watch.observe(this.stage);
    this.width = 0; // from the observer, because measuring would make the browser compute a layout
    this.size = new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.floor(contentRect.width);
      this.scheduleDraw();
    });
    this.size.observe(this.stage);
  }

  // Show new data: the texts at once, and the drawing after the page has painted. A preview during a drag is
  // drawn once the card rests.
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
    // Plotly is loaded at once, because the page may be printed before any chart was near the screen.
    if (!globalThis.Plotly) loadPlotly(data.plotly, findHost(this.root)).then(() => this.scheduleDraw());
    this.stale = true;
    this.root.dataset.state = "waiting";
    if (ahead) drawAtRest(this);
    else this.scheduleDraw();
  }

  onSight(entry) {
    this.near = entry.isIntersecting;
    this.scheduleDraw();
  }

  scheduleDraw() {
    if (this.near && this.data && !this.removed) drawWhenPainted(this);
  }

  draw() {
    const { width } = this;
    const { Plotly } = globalThis;
    if (!(this.near || this.paper) || !width || this.removed || !Plotly) return;
    const { documents, spec } = liftDocuments(this.data.spec);
    this.documents = documents;
    const painted = resolveColours(forcedColors.matches ? hatchIdeal(spec) : spec, this.root, this.paper);
    const wanted = `${width} ${this.data.height} ${painted}`;
    if (wanted !== this.drawn) {
      this.redraw(Plotly, this.fit(JSON.parse(painted)));
      this.drawn = wanted;
      this.bars.replaceChildren();
      this.root.dataset.drawn = Number(this.root.dataset.drawn) + 1;
    }
    this.stale = false;
    this.highlight.apply(); // also without a redraw, because documents may have other places, which are their ids here
    this.root.dataset.state = "drawn";
  }

  // Set the font and the size of a figure to those of its place, and return the figure.
  fit({ data, layout }) {
    const { width } = this;
    layout.font.family = layout.hoverlabel.font.family = getComputedStyle(this.root).fontFamily;
    Object.assign(layout, { width, height: this.data.height });
    fitLabels(data, layout, width);
    return { data, layout };
  }

  redraw(Plotly, { data, layout }) {
    const { gliding } = this.root.dataset; // set until Plotly reports the end of an animation
    const glide = layout.transition && !stillness.matches && canGlide(this.last, { data, layout });
    const same = haveSameSizes(this.last, { data }); // otherwise Plotly matches new points with old ones wrongly
    this.last = { data: structuredClone(data), layout: structuredClone(layout) };
    if (glide) this.root.dataset.gliding = "yes";
    else delete layout.transition;
    reuseArrays({ data: this.plot.data, layout: this.plot.layout }, { data, layout });
    // A running animation would overwrite a change that is not animated, so the plot is then made again.
    if (this.plot.data && same && (glide || !gliding)) Plotly.react(this.plot, data, layout, CONFIG);
    else this.start(Plotly, data, layout);
    const box = `0 0 ${layout.width} ${layout.height}`; // on paper, the plot is scaled to the width of its place
    for (const svg of this.plot.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", box);
    this.cells.follow(Plotly);
  }

  start(Plotly, data, layout) {
    delete this.root.dataset.gliding;
    Plotly.newPlot(this.plot, data, layout, CONFIG);
    this.plot.on("plotly_hover", ({ points: [point] }) => this.highlight.announceDocument(this.findDocument(point)));
    this.plot.on("plotly_unhover", () => this.highlight.announceDocument(null));
    this.plot.on("plotly_click", ({ points: [point] }) => this.onPlotClick(point));
    this.plot.on("plotly_transitioned", () => delete this.root.dataset.gliding);
    this.plot.on("plotly_afterplot", () => this.highlight.apply());
  }

  findDocument({ curveNumber, pointNumber }) {
    return this.documents[curveNumber]?.[pointNumber] ?? null;
  }

  onPlotClick(point) {
    if (!this.data.clickable || this.stale) return;
    const value = this.cells.findPair(point.pointNumber) ?? this.findDocument(point);
    if (value === null) return;
    const detail = { group: this.data.group, ranks: value };
    findStage(this.root).dispatchEvent(new CustomEvent("ndcg:swap", { detail }));
  }

  remove() {
    this.removed = true;
    this.watch.disconnect();
    this.size.disconnect();
    this.exhibit.removeEventListener("ndcg:save", this.onSave);
    this.highlight.remove();
    for (const name of PRINTING) removeEventListener(name, this.onPrint);
    forcedColors.removeEventListener("change", this.onTheme);
    this.leaveTheme();
    if (this.plot.data) globalThis.Plotly.purge(this.plot);
  }
}
