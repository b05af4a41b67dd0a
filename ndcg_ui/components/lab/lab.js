// The code lab: steps, an editor for each kind of step, a sandbox that runs programs, and the result. Programs stay
// in this browser. A lesson only gets the list of passed steps.

import { makeButton, loadValue, saveValue } from "./dom.js";
import { mountEditor } from "./editor.js";
import { judge, findMissingModule } from "./judge.js";
import { findOwnFunction, planCalls, readReport, makeRequest, traceLoop } from "./report.js";
import { makeComparison, mountResult } from "./result.js";
import { Sandbox } from "./sandbox.js";
import { mountBlanks, mountOrder } from "./writers.js";
import { findHost } from "../../exhibit/host.js";
import { makeElement } from "../../exhibit/make.js";
import { keepByPlace } from "../markup/places.js";

const WRITERS = { order: mountOrder, blanks: mountBlanks, write: mountEditor };
const labs = keepByPlace(
  (place, data) => new Lab(place.querySelector(".lab"), data),
  (lab) => lab.sandbox.close(),
);

export default function ({ parentElement, data, acts }) {
  const lab = labs.at(parentElement, data);
  lab.acts = acts;
  lab.receive(data);
  return labs.cleanup(parentElement);
}

class Lab {
  acts = null; // the page's queue of acts
  loaded = false; // true once Python was ready
  judged = false; // true while the page shows a verdict on the learner's own function

  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.steps = makeElement("ol", { class: "steps-list" });
    this.work = makeElement("div", { class: "work" });
    this.after = makeElement("div");
    const nav = makeElement("nav", { "aria-label": "Steps" }, this.steps);
    root.append(nav, this.work, this.after);
    this.sent = ""; // the passed steps that were sent to the lesson
    this.sandbox = new Sandbox(root, data.urls, (state) => this.onEngine(state));
    const given = findHost(root).fragment.match(/^#own=(.+)/)?.[1];
    if (given && data.own) {
      saveValue("draft.own", decodeURIComponent(given));
      saveValue("task", "own");
    }
    const last = data.tasks.find(({ id }) => id === loadValue("task"));
    this.open(last ?? data.tasks[0]);
  }

  receive(data) {
    this.data = data;
    this.root.dataset.ranking = data.board.rows.find(({ id }) => id === "yours").grades.join();
    this.sendDone(this.findDone());
    this.result.preview(this.task, data.board);
  }

  // Send the list of passed steps if it has changed.
  sendDone(done) {
    if (!this.data.reports || done.join() === this.sent) return;
    this.sent = done.join();
    this.acts.add({ done }, () => true);
  }

  findDone() {
    return this.data.tasks.map(({ id }) => id).filter((id) => loadValue(`passed.${id}`) !== null);
  }

  onEngine(state) {
    this.root.dataset.engine = state;
    this.loaded ||= state === "ready";
  }

  // --- Steps ---------------------------------------------------------------------------------

  open(task) {
    this.clearVerdict();
    this.task = task;
    this.listSteps();
    this.writer = this.mountWriter(task);
    this.result = mountResult();
    this.result.preview(task, this.data.board);
    const section = makeTaskSection(task, this.writer, {
      run: () => this.run(),
      step: () => this.step(),
      stop: () => this.sandbox.stop(),
      again: () => this.writer.set(this.findStarter(task)),
    });
    this.work.replaceChildren(section, this.result.element);
    this.showLearned();
    this.root.dataset.task = task.id;
  }

  listSteps() {
    const done = this.findDone();
    const makeStepItem = (task, place) => {
      const text = `${place + 1}  ${task.title}`;
      const current = task.id === this.task.id ? "step" : null;
      const handles = { "aria-current": current, "data-step": task.id };
      const step = makeButton(text, () => this.choose(task), handles);
      if (done.includes(task.id)) {
        step.append(makeElement("span", { class: "done" }, " done"));
        step.dataset.state = "done";
      }
      return makeElement("li", {}, step);
    };
    this.steps.replaceChildren(...this.data.tasks.map(makeStepItem));
    this.steps.hidden = this.data.tasks.length < 2;
  }

  choose(task) {
    saveValue("task", task.id);
    this.open(task);
    this.steps.querySelector("[aria-current]").focus();
  }

  findStarter(task) {
    const base = this.data.tasks.find(({ id }) => id === task.carries);
    const own = base && loadValue(`passed.${base.id}`);
    if (!own || !task.starter.startsWith(base.starter)) return task.starter;
    return `${own.trimEnd()}\n${task.starter.slice(base.starter.length)}`;
  }

  mountWriter(task) {
    const draft = loadValue(`draft.${task.id}`);
    const starter = this.findStarter(task);
    return WRITERS[task.kind]({
      label: `Your program: ${task.title}`,
      starter,
      order: this.data.order,
      value: task.kind === "write" ? (draft ?? starter) : draft,
      onInput: () => saveValue(`draft.${task.id}`, this.writer.state()),
      onRun: () => this.run(),
    });
  }

  // --- Running -------------------------------------------------------------------------------

  async run() {
    if (this.running) return;
    this.clearVerdict();
    const { task, data, writer, result } = this;
    const { text, problem } = writer.source();
    writer.mark(problem?.line ?? 0);
    if (problem) {
      result.show({ state: "failed", checks: [], passed: 0, total: this.countCases(), ...problem });
      return;
    }
    this.running = true;
    result.busy(this.loaded);
    const own = task.id === "own" ? findOwnFunction(text) : null;
    const asked = own ? { ...task, wanted: [own.name] } : task;
    const calls = own
      ? data.own.map((given) => ({ name: own.name, arguments: given }))
      : planCalls(task, data.functions, data.board);
    const run = await this.sandbox.run(makeRequest(own?.source ?? text, asked, calls));
    this.running = false;
    const report = readReport(run, calls);
    const verdict = (own && findMissingModule(report, data, own)) ?? judge(task, data, calls, report);
    const isAnswered = own && verdict.state === "passed";
    if (isAnswered) Object.assign(verdict, { state: "asked", say: "", total: calls.length });
    result.show(verdict, task, data.board, report);
    if (this.task.id !== task.id) return;
    writer.mark(verdict.line ?? 0);
    if (verdict.state === "passed") this.markPassed(task, text);
    if (isAnswered) this.check(own, text, report);
  }

  // Run the program on the first list, and show its variables after each pass of the loop.
  async step() {
    if (this.running) return;
    const { data, writer, result } = this;
    const { text, problem } = writer.source();
    if (problem) return void this.run(); // shows the problem
    this.running = true;
    result.busy(this.loaded);
    const calls = [{ name: "dcg", arguments: data.functions.dcg.cases[0].arguments }];
    const run = await this.sandbox.run(makeRequest(traceLoop(text), { wanted: ["dcg"] }, calls));
    this.running = false;
    result.step(calls[0], readReport(run, calls));
  }

  // Send the results of the learner's own function to the page, with the function's name and call but not its text.
  check({ shown, shape }, source, { outcomes }) {
    const answers = outcomes.map((one) => {
      if (one?.kind !== "number") return one?.error ?? one?.kind ?? "nothing";
      return Number.isFinite(one.value) ? one.value : String(one.value);
    });
    const href = `#own=${encodeURIComponent(source)}`;
    const link = makeElement("a", { href, "data-testid": "own-link" }, "Link to this program");
    const note = ". The program is the part after #, which is not sent to a server.";
    this.after.replaceChildren(makeElement("p", { class: "say" }, link, note));
    this.judged = true;
    this.acts.add({ do: "check", name: shown, shape, answers });
  }

  // Remove the verdict of an earlier run.
  clearVerdict() {
    if (this.judged) this.acts.add({ do: "forget" });
    this.judged = false;
  }

  countCases() {
    return this.task.wanted.reduce((sum, name) => sum + this.data.functions[name].cases.length, 0);
  }

  markPassed(task, text) {
    saveValue(`passed.${task.id}`, text);
    this.listSteps();
    this.showLearned();
    this.receive(this.data);
  }

  showLearned() {
    const theirs = loadValue(`passed.${this.task.id}`);
    this.after.replaceChildren();
    if (theirs !== null) this.after.append(makeComparison(this.task, theirs, this.data.files));
  }
}

// --- One step: its text, the editor, and the buttons below --------------------------------------

const KEYS = {
  write: "Press Ctrl+Enter to run, Tab to indent, or Escape and then Tab to leave the editor.",
  blanks: "Press Enter to run.",
  order: "Drag a line by its dots, or use its arrow buttons.",
};

// act: {run, step, stop, again}, the functions of the buttons.
function makeTaskSection(task, writer, act) {
  const hints = makeElement("ol", { class: "hints", "data-testid": "hints", "aria-live": "polite" });
  const main = { class: "plain-button strong", "data-testid": "run" };
  const tools = makeElement(
    "div",
    { class: "tools" },
    makeButton("Run", act.run, main),
    ...(task.wanted.length ? [makeButton("Step through", act.step, { "data-testid": "step" })] : []),
    ...(task.hints.length ? [makeHintButton(task, hints)] : []),
    makeButton("Start again", act.again),
    makeButton("Stop", act.stop, { class: "plain-button stop" }),
  );
  const keys = makeElement("p", { class: "say", id: "lab-keys" }, KEYS[task.kind]);
  const text = makeElement("p", { class: "text", html: task.text });
  const parts = [text, writer.element, tools, keys, hints];
  return makeElement("section", { class: "task", "aria-label": task.title }, ...parts);
}

function makeHintButton({ hints }, list) {
  const count = hints.length;
  const name = (next) => (next > count ? "No more hints" : `Show hint ${next} of ${count}`);
  const more = makeButton(
    name(1),
    () => {
      const shown = list.children.length;
      if (shown === count) return;
      list.append(makeElement("li", { html: hints[shown] }));
      more.textContent = name(shown + 2);
      if (shown + 1 === count) more.setAttribute("aria-disabled", "true");
    },
    { "data-testid": "hint" },
  );
  return more;
}
