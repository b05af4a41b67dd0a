// Shows HTML made in Python and morphs it in place: only what differs is touched, so focus, hover
// and selection survive an update, and whatever a preview wrote is put right.

import { isOut, stageOf } from "../../exhibit/stage.js";
import { copyLink, printPart, walk } from "./buttons.js";
import { mountHighlight } from "./highlight.js";
import { mountMeanings } from "./meanings.js";
import { fill } from "./morph.js";
import { exact, number } from "./numerals.js";
import { places } from "./places.js";

const markups = places(
  (place) => new Markup(place),
  (markup) => markup.unmount(),
);

export default function ({ parentElement, data }) {
  markups.at(parentElement).update(data);
  return markups.leaving(parentElement);
}

class Markup {
  constructor(place) {
    this.place = place;
    this.root = place.querySelector(".markup");
    this.highlight = mountHighlight(this.root, () => this.group);
    this.onPreview = ({ detail }) => this.preview(detail);
    this.stage = stageOf(this.root);
    this.stage.addEventListener("ndcg:preview", this.onPreview);
    for (const listener of [copyLink, printPart]) this.root.addEventListener("click", listener);
    this.root.addEventListener("keydown", walk);
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

  // A frame has no time for what nobody sees.
  preview({ group, values }) {
    if (group === this.group && !isOut(this.place)) preview(this.root, values);
  }
}

// The numbers that the card under the pointer would make if it were dropped now (cg, dcg and ndcg), put
// where they stand on the page. All else follows with the server's answer to that order.
function preview(root, values) {
  for (const element of root.querySelectorAll("[data-live]")) {
    const value = values[element.dataset.live];
    if (value === undefined) continue;
    if (element.textContent !== number(value)) element.textContent = number(value);
    const title = exact(value);
    if (element.dataset.value !== undefined) element.dataset.value = title;
    if (element.title !== title) element.title = title;
  }
  for (const bar of root.querySelectorAll("[data-share]")) {
    bar.style.setProperty("--share", values[bar.dataset.share]);
  }
}
