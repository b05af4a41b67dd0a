// Shows the image of a teacher's own question.

import { escaped } from "../exhibit/make.js";

/** @param {string} name */
export function addressOf(name) {
  const top = new URL(document.documentElement.dataset.top ?? "./", location.href);
  return `${top.pathname}join/image?name=${name}`;
}

// Returns an image as HTML, or its description if the image was deleted before the page was saved.
/** @param {any} image */
export function pictureOf(image) {
  if (!image) return "";
  const { name, alt, width, height, src = addressOf(name) } = image;
  if (!src) return `<p class="say">Deleted image: ${escaped(alt)}</p>`;
  return `<img class="own-image" src="${escaped(src)}" alt="${escaped(alt)}" width="${width}" height="${height}">`;
}
