// Shows HTML made in Python and morphs it in place: only what differs is touched, so focus, hover
// and selection survive an update, and whatever a preview wrote is put right.

import { copyLink, printPart, walk } from "./buttons.js";
import { mountHighlight } from "./highlight.js";
import { fill } from "./morph.js";
import { exact, number } from "./numerals.js";
import { places } from "./places.js";

// Streamlit scrolls the page inside an element of its own: the margin has to hold there too.
const NEAR = { rootMargin: "160px", scrollMargin: "160px" };
const markups = places(
  (place) => new Markup(place.querySelector(".markup")),
  (markup) => markup.unmount(),
);

// ahead: a card is in the air, and there is no time for what nobody sees.
export default function ({ parentElement, data, ahead = false }) {
  markups.at(parentElement).update(data, ahead);
  return markups.leaving(parentElement);
}

class Markup {
  constructor(root) {
    this.root = root;
    this.near = true; // the screen
    this.later = null; // the HTML that is to be shown once it comes near
    this.values = null; // the newest preview, as long as it has not been written
    this.highlight = mountHighlight(root, () => this.group);
    this.watch = new IntersectionObserver((entries) => this.seen(entries.at(-1)), NEAR);
    this.watch.observe(root);
    this.onPreview = ({ detail }) => this.preview(detail);
    document.addEventListener("ndcg:preview", this.onPreview);
    for (const listener of [copyLink, printPart]) root.addEventListener("click", listener);
    root.addEventListener("keydown", walk);
  }

  unmount() {
    this.watch.disconnect();
    this.highlight.unmount();
    document.removeEventListener("ndcg:preview", this.onPreview);
  }

  update({ html, group }, ahead) {
    this.group = group;
    this.values = null;
    this.later = html;
    if (this.near || !ahead) this.write();
  }

  preview({ group, values }) {
    if (group !== this.group) return;
    this.values = values;
    if (this.near) this.write();
  }

  // A frame has no time for what nobody sees: it is written when it comes near.
  seen(entry) {
    this.near = entry.isIntersecting;
    if (this.near) this.write();
  }

  write() {
    if (this.later !== null) fill(this.root, this.later);
    if (this.values) preview(this.root, this.values);
    if (this.later !== null || this.values) this.highlight.refresh();
    this.later = this.values = null;
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
