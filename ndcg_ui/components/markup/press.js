// What a press ends, such as writing in a field, is sent once its click is over: what the answer shows may
// move what is under the pointer, and the click would be lost.

/** @type {Promise<any>} */
let released = Promise.resolve();
let release = null; // where something is pressed

function press() {
  if (!release) released = new Promise((go) => (release = go));
}

function end() {
  if (release) setTimeout(release); // the click comes right after
  release = null;
}

addEventListener("pointerdown", press, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, true);

// Resolves once nothing is pressed.
export const whenReleased = () => released;
