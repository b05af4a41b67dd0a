// Shows the image of a teacher's own question.

import { escapeHtml } from "../exhibit/make.js";

/** @param {string} name */
export function buildImageAddress(name) {
  const top = new URL(document.documentElement.dataset.top ?? "./", location.href);
  return `${top.pathname}join/image?name=${name}`;
}

// Returns an image as HTML, or its description if the image was deleted before the page was saved.
/** @param {any} image */
export function renderImage(image) {
  if (!image) return "";
  const { name, alt, width, height, src = buildImageAddress(name) } = image;
  if (!src) return `<p class="say">Deleted image: ${escapeHtml(alt)}</p>`;
  return `<img class="own-image" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
}
