// A small copy of the page of a wall or a phone inside another page, which sends it the state to show.

import { at, PREVIEW } from "./shared.js";

// Loads the page in the frame. Returns a function that sends `message()` to it, unless that is null.
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
