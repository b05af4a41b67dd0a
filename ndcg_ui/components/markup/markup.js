// Shows HTML made in Python and morphs it in place: only what differs is touched, so focus, hover
// and selection survive an update, and whatever a preview wrote is put right.

import { copyLink } from "./copying.js";
import { fill } from "./morph.js";
import { places } from "./places.js";
import { preview } from "./preview.js";
import { printPart } from "./print.js";

// Streamlit scrolls the page inside an element of its own: the margin has to hold there too.
const NEAR = { rootMargin: "160px", scrollMargin: "160px" };
const markups = places(
  (place) => mount(place.querySelector(".markup")),
  (shown) => shown.unmount(),
);

// ahead: a card is in the air, and there is no time for what nobody sees.
export default function ({ parentElement, data, ahead = false }) {
  const shown = markups.at(parentElement);
  shown.group = data.group;
  shown.update(data.html, ahead);
  return markups.leaving(parentElement);
}

function mount(root) {
  const shown = { group: "", doc: "null", update, unmount };
  let near = true; // the screen
  let ahead = null; // the newest preview, as long as it has not been written
  let later = null; // what is to be shown once it comes near

  function update(html, held) {
    ahead = null;
    later = held && !near ? html : null;
    if (later === null) write(html);
  }

  function write(html) {
    later = null;
    fill(root, html);
    mark(); // the document pointed at may have been marked before its row came here
  }

  const mark = () => {
    for (const element of root.querySelectorAll("[data-doc]")) {
      element.toggleAttribute("data-lit", element.dataset.doc === shown.doc);
    }
  };
  const onHighlight = ({ detail }) => {
    if (detail.group !== shown.group) return;
    shown.doc = String(detail.doc);
    mark();
  };
  const onPreview = ({ detail }) => {
    if (detail.group !== shown.group) return;
    ahead = detail;
    if (near) goAhead();
  };
  // A frame has no time for what nobody sees: it is written when it comes near.
  const goAhead = () => {
    if (ahead) preview(root, ahead.values);
    ahead = null;
    mark(); // documents have gone to other rows
  };
  const point = (event) => {
    const element = event.target.closest?.("[data-doc]");
    highlight(shown.group, element ? Number(element.dataset.doc) : null);
  };
  const leave = () => highlight(shown.group, null);

  const watch = new IntersectionObserver((entries) => {
    near = entries.at(-1).isIntersecting;
    if (near && later !== null) write(later);
    if (near && ahead) goAhead();
  }, NEAR);
  watch.observe(root);

  const listeners = [
    [document, "ndcg:highlight", onHighlight],
    [document, "ndcg:preview", onPreview],
    [root, "pointerover", point],
    [root, "focusin", point],
    [root, "pointerleave", leave],
    [root, "focusout", leave],
    [root, "click", copyLink],
    [root, "click", printPart],
    [root, "keydown", walkRows],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);

  function unmount() {
    watch.disconnect();
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  }
  return shown;
}

function highlight(group, doc) {
  document.dispatchEvent(new CustomEvent("ndcg:highlight", { detail: { group, doc } }));
}

// One Tab stop a table; the arrow keys walk through its rows.
function walkRows(event) {
  const row = event.target.closest?.("tr[tabindex]");
  const next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (!row || event.target !== row || !row[next]?.matches("tr[tabindex]")) return;
  event.preventDefault();
  row[next].focus();
}
