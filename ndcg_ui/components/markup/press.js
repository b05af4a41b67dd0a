// Lets code wait for the end of a press. A press ends the edit of a field, and the answer to that edit may move the
// element under the pointer. If it came before the click, the click would be lost.

/** @type {Promise<any>} */
let released = Promise.resolve();
let release = null; // ends the press under way

function onPress() {
  if (!release) released = new Promise((go) => (release = go));
}

function onRelease() {
  if (release) setTimeout(release); // the click comes right after
  release = null;
}

addEventListener("pointerdown", onPress, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, onRelease, true);

// Return a promise that resolves when nothing is pressed.
export const whenReleased = () => released;
