// Asks for a whole run each time the connection has come back.

import { places } from "../ndcg-tutor.markup/places.js";
import { onReturn } from "./connected.js";

let times = 0;
const watchers = places(
  () => {
    const watcher = { run: null };
    watcher.stop = onReturn(() => watcher.run());
    return watcher;
  },
  (watcher) => watcher.stop(),
);

export default function ({ parentElement, setStateValue }) {
  watchers.at(parentElement).run = () => setStateValue("times", `${Date.now()}-${++times}`);
  return watchers.leaving(parentElement);
}
