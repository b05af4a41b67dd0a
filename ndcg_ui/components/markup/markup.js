// Shows HTML from Python. Only differences are changed, so the focus, hover and selection survive an update, and
// numbers from a preview are corrected.

import { isLeftOut, findStage } from "../../exhibit/stage.js";
import { copyLink, moveFocus, printSection } from "./buttons.js";
import { mountHighlight } from "./highlight.js";
import { mountMeanings } from "./meanings.js";
import { fill } from "./morph.js";
import { formatExact, formatNumber } from "./numerals.js";
import { keepByPlace } from "./places.js";

const markups = keepByPlace(
  (place) => new Markup(place),
  (markup) => markup.unmount(),
);

export default function ({ parentElement, data }) {
  markups.at(parentElement).update(data);
  return markups.cleanup(parentElement);
}

class Markup {
  constructor(place) {
    this.place = place;
    this.root = place.querySelector(".markup");
    this.highlight = mountHighlight(this.root, () => this.group);
    this.onPreview = ({ detail }) => this.preview(detail);
    this.stage = findStage(this.root);
    this.stage.addEventListener("ndcg:preview", this.onPreview);
    for (const listener of [copyLink, printSection]) this.root.addEventListener("click", listener);
    this.root.addEventListener("keydown", moveFocus);
    mountMeanings(this.root);
  }

  unmount() {
    this.highlight.unmount();
    this.stage.removeEventListener("ndcg:preview", this.onPreview);
  }

  update({ html, group }) {
    this.group = group;
    fill(this.root, html);
    this.highlight.refresh();
  }

  // Show the values of a preview, unless the part is off-screen, to keep each frame of a drag short.
  preview({ group, values }) {
    if (group === this.group && !isLeftOut(this.place)) previewValues(this.root, values);
  }
}

// Show the CG, DCG and NDCG of the order during a drag. The other numbers follow with the server's answer.
function previewValues(root, values) {
  for (const element of root.querySelectorAll("[data-live]")) {
    const value = values[element.dataset.live];
    if (value === undefined) continue;
    if (element.textContent !== formatNumber(value)) element.textContent = formatNumber(value);
    const title = formatExact(value);
    if (element.dataset.value !== undefined) element.dataset.value = title;
    if (element.title !== title) element.title = title;
  }
  for (const bar of root.querySelectorAll("[data-share]")) {
    bar.style.setProperty("--share", values[bar.dataset.share]);
  }
}
