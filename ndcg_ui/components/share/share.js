// The panel “Share or export”. The browser opens it as a popover, so Escape and a press elsewhere close it and the
// focus returns to its button.

import { findHost } from "../../exhibit/host.js";
import { makeElement, saveFile } from "../../exhibit/make.js";
import { findStage } from "../../exhibit/stage.js";
import { resolveColours } from "../figure/spec.js";
import { fill } from "../markup/morph.js";
import { keepByPlace } from "../markup/places.js";

const MARGIN = 8; // px to the edge of the screen
const GAP = 10; // px between the button and the panel
const DONE_TIME = 2000; // ms
const SCALE = 2; // a PNG has twice the pixels, for projectors
const EMBED_SCRIPT = "./embed.js"; // as in share.py
const NO_COPYING = "This browser does not allow copying here. Select the text and copy it.";
const COPY_FROM_BAR = "This browser does not allow copying here. Copy the link from the address bar.";
const NO_IMAGE = "The image could not be made. Try again.";

const panels = keepByPlace(
  (place) => new Share(place.querySelector(".share")),
  (panel) => panel.remove(),
);

export default function ({ parentElement, data }) {
  panels.at(parentElement).update(data);
  return panels.cleanup(parentElement);
}

class Share {
  constructor(root) {
    this.root = root;
    root.addEventListener("toggle", (event) => this.onToggle(event), true); // which does not bubble
    root.addEventListener("focusout", (event) => this.onFocusOut(event));
    root.addEventListener("click", (event) => this.onClick(event));
    this.onMove = () => this.placePanel();
  }

  get opener() {
    return this.root.querySelector(".share-opener");
  }

  /** @returns {HTMLElement} */
  get panel() {
    return this.root.querySelector(".share-panel");
  }

  update({ html }) {
    fill(this.root, html);
    this.opener.popoverTargetElement = this.panel;
    this.showOffers();
  }

  remove() {
    this.stopFollowing();
  }

  // Hide the offers that this host cannot keep, and complete the embed code.
  showOffers() {
    const { ownsLink, siteAddress } = findHost(this.root);
    const { panel } = this;
    const [link, embed] = ["link", "embed"].map(
      (name) => /** @type {HTMLElement} */ (panel.querySelector(`[data-offer=${name}]`)),
    );
    link.hidden = !ownsLink;
    embed.hidden = !siteAddress;
    const code = embed.querySelector("pre");
    code.textContent = code.textContent.replace(`"${EMBED_SCRIPT}"`, `"${siteAddress}embed.js"`);
    this.opener.hidden = !panel.querySelector("[data-offer]:not([hidden])");
  }

  // --- The panel -----------------------------------------------------------------------------------

  onToggle({ target, newState }) {
    if (target !== this.panel) return;
    if (newState === "closed") return this.stopFollowing();
    this.showOffers();
    this.placePanel();
    this.panel.focus();
    addEventListener("resize", this.onMove);
    document.addEventListener("scroll", this.onMove, true);
  }

  stopFollowing() {
    removeEventListener("resize", this.onMove);
    document.removeEventListener("scroll", this.onMove, true);
  }

  // Place the panel below its button and within the screen. In a narrow window, the style sheet makes it a sheet.
  placePanel() {
    const { panel } = this;
    const button = this.opener.getBoundingClientRect();
    const { width, height } = panel.getBoundingClientRect();
    const left = Math.max(MARGIN, Math.min(button.right - width, innerWidth - width - MARGIN));
    const top = Math.max(MARGIN, Math.min(button.bottom + GAP, innerHeight - height - MARGIN));
    const zoom = /** @type {any} */ (panel).currentCSSZoom ?? 1; // an enlarged page enlarges these lengths, too
    panel.style.setProperty("--left", `${left / zoom}px`);
    panel.style.setProperty("--top", `${top / zoom}px`);
  }

  // Close the panel when the Tab key leaves it.
  onFocusOut({ relatedTarget }) {
    if (relatedTarget && !this.root.contains(relatedTarget)) this.panel.hidePopover();
  }

  // --- The offers ----------------------------------------------------------------------------------

  onClick({ target }) {
    const button = target.closest("button");
    if (button?.matches(".share-close")) this.panel.hidePopover();
    else if (button?.dataset.copy) this.copyText(button);
    else if (button?.dataset.image) this.saveImage(button);
  }

  async copyText(button) {
    const { copy } = button.dataset;
    const code = button.closest("[data-offer]").querySelector("pre");
    try {
      await navigator.clipboard.writeText(copy === "link" ? findHost(button).address : code.textContent);
      this.confirmDone(button, "Copied");
    } catch {
      this.announce(copy === "link" ? COPY_FROM_BAR : NO_COPYING);
    }
  }

  async saveImage(button) {
    const { value, dataset } = this.findChosenImage();
    const format = button.dataset.image;
    try {
      if (dataset.whole === undefined) await this.saveChart(value, format);
      else await savePicture(await findHost(this.root).readFile(value), format, this.root);
      this.confirmDone(button, "Saved");
    } catch {
      this.announce(NO_IMAGE);
    }
  }

  // Return the field or the option with the chosen image.
  findChosenImage() {
    const field = this.panel.querySelector("[data-offer=image] :is(select, input)");
    return field instanceof HTMLSelectElement ? field.selectedOptions[0] : /** @type {HTMLInputElement} */ (field);
  }

  // Ask the chart with this name to save itself.
  async saveChart(name, format) {
    const detail = { name, format, saving: null };
    findStage(this.root).dispatchEvent(new CustomEvent("ndcg:save", { detail }));
    if (!detail.saving) throw new Error(`There is no chart “${name}” yet.`);
    await detail.saving;
  }

  // Show for a while that a button has done its work. The button keeps its width.
  confirmDone(button, word) {
    const before = button.dataset.before ?? button.textContent;
    button.style.minWidth = `${button.offsetWidth}px`;
    Object.assign(button.dataset, { before, done: "" });
    button.textContent = word;
    this.announce(`${button.closest("[data-offer]").querySelector("h2").textContent}: ${word}`);
    clearTimeout(button.ndcgTimer);
    button.ndcgTimer = setTimeout(() => {
      button.textContent = before;
      delete button.dataset.done;
      delete button.dataset.before;
      this.announce("");
    }, DONE_TIME);
  }

  announce(sentence) {
    const status = this.panel.querySelector("[role=status]");
    status.textContent = sentence;
    status.classList.toggle("for-screen-readers", ![NO_COPYING, COPY_FROM_BAR, NO_IMAGE].includes(sentence));
  }
}

// Save the picture of the whole calculation in the colours of the page.
async function savePicture(text, format, root) {
  const svg = JSON.parse(resolveColours(text, root));
  const file = format === "SVG" ? new Blob([svg], { type: "image/svg+xml" }) : await convertToPng(svg);
  saveFile(`ndcg.${format.toLowerCase()}`, file);
}

async function convertToPng(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (makeElement("canvas", { width: SCALE * image.width, height: SCALE * image.height }));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
