// The page's side of the sandbox: opens the frame, sends it the engine, and runs programs in it.
//
// Its states are loading, ready, running and dead.

import { findHost } from "../../exhibit/host.js";
import { Conversation } from "./report.js";

const PATIENCE = 75000; // ms; a frame that does not answer for longer is replaced
const ENDS = ["done", "time", "loading", "stopped", "broken", "odd"];

export class Sandbox {
  /** @type {Promise<string>} */
  static engine; // the source of the Python interpreter, loaded once for all frames

  constructor(root, urls, onState) {
    this.root = root;
    this.urls = urls;
    this.onState = onState;
    this.waiting = null; // the run that waits for Python to be ready
    this.current = null; // the run under way
    this.onGreeting = ({ source, data }) => {
      if (source === this.frame?.contentWindow && data === "ndcg-lab-frame") this.greet();
    };
    addEventListener("message", this.onGreeting);
    this.open();
  }

  open() {
    this.setState("loading");
    this.frame?.remove();
    this.frame = document.createElement("iframe");
    this.frame.title = "Python";
    this.frame.tabIndex = -1;
    const host = findHost(this.root);
    host.fillSandbox(this.frame, this.urls.frame);
    this.root.append(this.frame);
    Sandbox.engine ??= host.loadEngine(this.urls.engine);
    Sandbox.engine.catch(() => {
      Sandbox.engine = undefined;
      this.setState("dead");
    });
  }

  // Send the engine to a frame that has loaded. Most browsers reload a frame that was moved in the page, so a
  // running program starts again.
  async greet() {
    const engine = await Sandbox.engine?.catch(() => "");
    if (!engine) return;
    clearTimeout(this.watch);
    if (this.current) this.waiting = { ...this.current, talk: new Conversation(this.current.request) };
    this.current = null;
    this.setState("loading");
    const channel = new MessageChannel();
    this.port = channel.port1;
    this.port.onmessage = ({ data }) => this.receive(data);
    this.frame.contentWindow.postMessage(engine, "*", [channel.port2]);
  }

  setState(state) {
    this.state = state;
    this.onState(state);
    if (state === "ready" && this.waiting) this.start(this.waiting);
    if (state === "dead") this.finish("dead");
  }

  // Run a program. Resolve to {words, end, after}: its messages, the way it ended (done, time, loading, stopped,
  // broken, odd, dead), and the seconds that it had.
  run(request) {
    return new Promise((resolve) => {
      const run = { request, resolve, talk: new Conversation(request) };
      if (this.state === "ready") this.start(run);
      else this.waiting = run;
      if (this.state === "dead") this.open();
    });
  }

  start(run) {
    this.waiting = null;
    this.current = run;
    this.setState("running");
    this.port.postMessage(run.request);
    this.watch = setTimeout(() => this.giveUp(), PATIENCE);
  }

  stop() {
    this.port?.postMessage("stop");
  }

  receive({ state, word, end, after }) {
    if (state === "ready" || state === "dead") this.setState(state);
    else if (ENDS.includes(end)) this.finish(end, Number(after));
    else if (this.current && !this.current.talk.take(word)) {
      this.finish("odd");
      this.stop();
    }
  }

  finish(end, after) {
    clearTimeout(this.watch);
    const run = this.current ?? (end === "dead" ? this.waiting : null);
    this.current = null;
    if (end === "dead") this.waiting = null;
    else if (run) this.setState("loading");
    if (!run) return;
    const { words, complete } = run.talk;
    run.resolve({ words, end: end === "done" && !complete ? "odd" : end, after });
  }

  giveUp() {
    this.finish("broken");
    this.open();
  }

  close() {
    clearTimeout(this.watch);
    removeEventListener("message", this.onGreeting);
    this.frame?.remove();
  }
}
