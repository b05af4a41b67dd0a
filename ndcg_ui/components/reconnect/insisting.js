// Says something to Python until it is answered.
//
// What is said while the server is away would be lost, and so it waits; what it may have taken along
// when it went is said again as soon as it is back. What Python has heard, it takes once, however
// often it comes.

import { connected, onChange } from "./connected.js";

const PATIENCE = 4000; // ms without an answer after which the same is said again
const TRIES = 4;

// `send(value)` hands a value to Streamlit; `giveUp()` is called when it was said in vain. Where what
// is said is about what Python told, `knows()` says whether it is still this Python.
export function insisting(send, giveUp, knows = () => true) {
  let said, timer, listening;

  function say(tries) {
    clearTimeout(timer);
    listening ??= onChange(() => say(TRIES));
    if (!connected() || !knows()) timer = setTimeout(say, PATIENCE, tries);
    else if (tries === 0) {
      heard();
      giveUp?.();
    } else {
      send({ ...said, tries });
      timer = setTimeout(say, PATIENCE, tries - 1);
    }
  }

  function heard() {
    clearTimeout(timer);
    listening?.();
    timer = listening = undefined;
  }

  connected(); // from now on it is watched
  return {
    say(value) {
      said = value;
      say(TRIES);
    },
    heard,
    get waits() {
      return timer !== undefined;
    },
  };
}
