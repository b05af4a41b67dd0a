// Shows the image of a teacher's own question.

import { escapeHtml } from "../exhibit/make.js";

/** @param {string} name */
export function buildImageAddress(name) {
  const top = new URL(document.documentElement.dataset.top ?? "./", location.href);
  return `${top.pathname}join/image?name=${name}`;
}

// Return an image as HTML, or "" without an image. If the image is missing, return its description: a page was
// saved after the image was deleted, or a browser does not have the images of a plan.
/** @param {any} image */
export function renderImage(image) {
  if (!image) return "";
  const { name, alt, width, height, src = buildImageAddress(name) } = image;
  if (!src) return `<p class="say">Missing image: ${escapeHtml(alt)}</p>`;
  return `<img class="own-image" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
}
