// Runs in a sandboxed frame without an origin. The page sends the interpreter as text. Each run has its own worker,
// so nothing that a program changed outlives the run, and a spare worker is kept ready.
//
// A worker's message is five texts. A program can make the worker send anything, so a message that is not five
// short texts, or too many messages, end the run here. The page checks the meaning (report.js).
//
// to the page   {state: ready | dead}, {word: five texts}, {end: how, after: seconds}
//               how: done, time, loading, stopped, broken, odd

const STARTING = 20000; // ms that Python may take to start
// Loading imported modules has a long limit: the program's own lines have not run then, so only a slow machine
// can be the cause.
const LOADING = 60000; // ms
// A program may run STARTS times as long as Python took to start, so that slow machines get more time, within
// these limits.
const SHORTEST_LIMIT = 2000; // ms
const LONGEST_LIMIT = 10000; // ms
const STARTS = 5;
const PAUSE = 300; // ms before the spare worker is made, so that it does not slow down the page
const MAX_TEXT = 10000; // characters in one message
const MAX_MESSAGES = 6000; // messages in one run

let page; // the port to the page
let script; // the URL of the worker's complete script
let current; // the worker of the run under way, or for the next run
let spare; // the worker after it
let failures = 0; // workers in a row that did not become ready

// --- One worker ------------------------------------------------------------------------------

function makeWorker() {
  const channel = new MessageChannel();
  const thread = new Worker(script);
  const made = performance.now();
  const worker = { thread, made, port: channel.port1, state: "starting", said: 0 };
  worker.port.onmessage = ({ data }) => receive(worker, data);
  thread.onerror = (event) => {
    event.preventDefault();
    endRun(worker, "broken");
  };
  thread.postMessage("port", [channel.port2]);
  allow(worker, STARTING, "broken");
  return worker;
}

function allow(worker, time, otherwise) {
  clearTimeout(worker.timer);
  worker.time = time;
  worker.timer = setTimeout(() => endRun(worker, otherwise), time);
}

function end(worker) {
  clearTimeout(worker.timer);
  worker.port.close(); // unread messages are dropped
  worker.thread.terminate();
  if (worker.state === "starting") failures += 1;
  worker.state = "ended";
}

// --- Messages from a worker ------------------------------------------------------------------

function isWellFormed(words) {
  if (!Array.isArray(words) || words.length !== 5) return false;
  let size = 0;
  for (const word of words) {
    if (typeof word !== "string") return false;
    size += word.length;
  }
  return size <= MAX_TEXT;
}

function receive(worker, words) {
  if (worker.state === "ended") return;
  worker.said += 1;
  if (worker.said > MAX_MESSAGES || !isWellFormed(words)) endRun(worker, "odd");
  else if (worker.state === "starting" && words[0] === "ready") becomeReady(worker);
  else if (worker.state === "loading" && words[0] === "started") becomeRunning(worker);
  else if (words[0] === "end") endRun(worker, "done");
  else if (words[0] === "broken") endRun(worker, "broken");
  else if (worker === current) page.postMessage({ word: words });
}

function becomeReady(worker) {
  clearTimeout(worker.timer);
  worker.state = "ready";
  worker.start = performance.now() - worker.made;
  failures = 0;
  if (worker === current) announce();
}

function becomeRunning(worker) {
  worker.state = "running";
  allow(worker, Math.min(LONGEST_LIMIT, Math.max(SHORTEST_LIMIT, STARTS * worker.start)), "time");
}

// End a worker, and the run if the worker had one.
function endRun(worker, how) {
  if (worker.state === "ended") return;
  end(worker);
  if (worker === spare) spare = undefined;
  if (worker !== current) return;
  page.postMessage({ end: how, after: Math.round((worker.time ?? 0) / 1000) });
  renew();
}

// --- The page --------------------------------------------------------------------------------

function renew() {
  if (failures > 2) {
    current = undefined;
    page.postMessage({ state: "dead" });
    return;
  }
  current = spare ?? makeWorker();
  spare = undefined;
  if (current.state === "ready") announce();
}

function announce() {
  page.postMessage({ state: "ready" });
  setTimeout(prepareSpare, PAUSE);
}

// Make the spare worker, unless a program runs, because the two would share the processor.
function prepareSpare() {
  if (current?.state === "ready") spare ??= makeWorker();
}

function run(request) {
  if (current?.state !== "ready") return;
  current.state = "loading";
  current.said = 0;
  current.port.postMessage(request);
  allow(current, LOADING, "loading");
}

function stop() {
  if (["loading", "running"].includes(current?.state)) endRun(current, "stopped");
}

addEventListener("message", ({ data, ports, source }) => {
  if (source !== parent || page || !ports[0]) return;
  page = ports[0];
  script = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  page.onmessage = ({ data: message }) => (message === "stop" ? stop() : run(message));
  current = makeWorker();
});
if (origin === "null") parent.postMessage("ndcg-lab-frame", "*"); // with an origin, the frame would not be a sandbox
