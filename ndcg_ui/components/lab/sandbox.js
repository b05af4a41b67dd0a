// The page's side of the sandbox: opens the frame, hands it the engine, and runs programs in it.
//
// states: loading, ready, running, dead

import { hostOf } from "../../exhibit/host.js";
import { Conversation } from "./report.js";

const GRACE = 75000; // ms after which a frame that does not answer is given up and replaced
const ENDS = ["done", "time", "loading", "stopped", "broken", "odd"];

export class Sandbox {
  /** @type {Promise<string>} */
  static engine; // Python's own text, fetched once for all

  constructor(root, urls, onState) {
    this.root = root;
    this.urls = urls;
    this.onState = onState;
    this.waiting = null; // the run that waits for Python to be ready
    this.current = null; // the run under way
    this.greeted = ({ source, data }) => {
      if (source === this.frame?.contentWindow && data === "ndcg-lab-frame") this.greet();
    };
    addEventListener("message", this.greeted);
    this.open();
  }

  open() {
    this.become("loading");
    this.frame?.remove();
    this.frame = document.createElement("iframe");
    this.frame.title = "Python";
    this.frame.tabIndex = -1;
    const host = hostOf(this.root);
    host.fillSandbox(this.frame, this.urls.frame);
    this.root.append(this.frame);
    Sandbox.engine ??= host.loadEngine(this.urls.engine);
    Sandbox.engine.catch(() => {
      Sandbox.engine = undefined;
      this.become("dead");
    });
  }

  // The frame is there, or is there again: most browsers load one anew that is moved with the page, and
  // what ran in it begins again.
  async greet() {
    const engine = await Sandbox.engine?.catch(() => "");
    if (!engine) return;
    clearTimeout(this.watch);
    if (this.current) this.waiting = { ...this.current, talk: new Conversation(this.current.request) };
    this.current = null;
    this.become("loading");
    const channel = new MessageChannel();
    this.port = channel.port1;
    this.port.onmessage = ({ data }) => this.receive(data);
    this.frame.contentWindow.postMessage(engine, "*", [channel.port2]);
  }

  become(state) {
    this.state = state;
    this.onState(state);
    if (state === "ready" && this.waiting) this.start(this.waiting);
    if (state === "dead") this.finish("dead");
  }

  // Runs a program; resolves with {words, end, after}: what was said, how it ended (done, time,
  // loading, stopped, broken, odd, dead), and the seconds that were allowed.
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
    this.become("running");
    this.port.postMessage(run.request);
    this.watch = setTimeout(() => this.giveUp(), GRACE);
  }

  stop() {
    this.port?.postMessage("stop");
  }

  receive({ state, word, end, after }) {
    if (state === "ready" || state === "dead") this.become(state);
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
    else if (run) this.become("loading");
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
    removeEventListener("message", this.greeted);
    this.frame?.remove();
  }
}
