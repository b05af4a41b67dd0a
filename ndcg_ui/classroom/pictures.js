// Shows the image of a teacher's own question.

import { escapeHtml } from "../exhibit/make.js";

/** @param {string} name */
export function buildImageAddress(name) {
  const top = new URL(document.documentElement.dataset.top ?? "./", location.href);
  return `${top.pathname}join/image?name=${name}`;
}

// Return an image as HTML, or "" without an image. If the image was deleted before the page was saved, return its
// description.
/** @param {any} image */
export function renderImage(image) {
  if (!image) return "";
  const { name, alt, width, height, src = buildImageAddress(name) } = image;
  if (!src) return `<p class="say">Deleted image: ${escapeHtml(alt)}</p>`;
  return `<img class="own-image" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
}
