// A small copy of the page of a wall or a phone inside another page, which sends it the state to show.

import { buildAddress, PREVIEW } from "./shared.js";

// Load the page in the frame. Return a function that sends `message()` to the page, unless `message()` is null.
/** @param {HTMLIFrameElement} frame @param {string} page @param {() => any} message */
export function mirrorPage(frame, page, message) {
  const sendMessage = () => message() && frame.contentWindow.postMessage(message(), location.origin);
  addEventListener("message", ({ source, data }) => source === frame.contentWindow && data === PREVIEW && sendMessage());
  frame.src = `${buildAddress(page)}#${PREVIEW}`;
  new ResizeObserver(([{ target }]) => {
    frame.style.setProperty("--scale", String(target.clientWidth / frame.offsetWidth));
  }).observe(frame.parentElement);
  return sendMessage;
}
