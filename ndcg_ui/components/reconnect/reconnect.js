// Asks for a whole run each time the connection has come back.

import { onReturn } from "./connected.js";

const watchers = new WeakMap();
let times = 0;

export default function ({ parentElement, setStateValue }) {
  if (!watchers.has(parentElement)) {
    const run = () => setStateValue("times", `${Date.now()}-${++times}`);
    watchers.set(parentElement, onReturn(run));
  }
  return () => {
    watchers.get(parentElement)?.();
    watchers.delete(parentElement);
  };
}
