// The page of a wall or a phone, drawn smaller on another one, which says what it shows.

import { at, PREVIEW } from "./shared.js";

// Returns what shows `message()` in the frame once more; null: nothing yet.
/** @param {HTMLIFrameElement} frame @param {string} page @param {() => any} message */
export function mirror(frame, page, message) {
  const tell = () => message() && frame.contentWindow.postMessage(message(), location.origin);
  addEventListener("message", ({ source, data }) => source === frame.contentWindow && data === PREVIEW && tell());
  frame.src = `${at(page)}#${PREVIEW}`;
  new ResizeObserver(([{ target }]) => {
    frame.style.setProperty("--scale", String(target.clientWidth / frame.offsetWidth));
  }).observe(frame.parentElement);
  return tell;
}
