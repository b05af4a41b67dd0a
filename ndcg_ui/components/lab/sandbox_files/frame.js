// Runs in a sandboxed frame of no origin. The page hands over the interpreter as text; one worker
// serves one run, so whatever a program did is gone with it, and a spare one stands ready.
//
// A worker says five texts at a time. Nothing that a program makes it say is trusted: what is not
// five short texts, or comes in masses, ends the run here; what they mean is judged in the page.
//
// to the page   {state: ready | dead}, {word: five texts}, {end: how, after: seconds}
//               how: done, time, loading, stopped, broken, odd

const STARTING = 20000; // ms that Python may take to start
const LOADING = 60000; // ms it may take to load the modules that a program imports: none of its own
// lines has run then, so nothing but a slow machine can be the reason
const SHORTEST = 2000; // ms a program may run,
const LONGEST = 10000; // but on a slow machine as long as this:
const STARTS = 5; // times what Python itself took to start
const PAUSE = 300; // ms after which the spare is prepared, so that it does not delay the page
const MOST_TEXT = 10000; // letters in one message
const MOST_MESSAGES = 6000; // messages in one run

let page; // the port to the page
let script; // URL of the worker's whole script
let current; // the worker for the next run, or of the run under way
let spare; // the one after it
let failures = 0; // workers in a row that did not get ready

// --- One worker ------------------------------------------------------------------------------

function make() {
  const channel = new MessageChannel();
  const thread = new Worker(script);
  const made = performance.now();
  const worker = { thread, made, port: channel.port1, state: "starting", said: 0 };
  worker.port.onmessage = ({ data }) => received(worker, data);
  thread.onerror = (event) => {
    event.preventDefault();
    over(worker, "broken");
  };
  thread.postMessage("port", [channel.port2]);
  allow(worker, STARTING, "broken");
  return worker;
}

function allow(worker, time, otherwise) {
  clearTimeout(worker.timer);
  worker.time = time;
  worker.timer = setTimeout(() => over(worker, otherwise), time);
}

function end(worker) {
  clearTimeout(worker.timer);
  worker.port.close(); // what it has sent and nobody has read is dropped
  worker.thread.terminate();
  if (worker.state === "starting") failures += 1;
  worker.state = "ended";
}

// --- What a worker says ----------------------------------------------------------------------

function wellFormed(words) {
  if (!Array.isArray(words) || words.length !== 5) return false;
  let size = 0;
  for (const word of words) {
    if (typeof word !== "string") return false;
    size += word.length;
  }
  return size <= MOST_TEXT;
}

function received(worker, words) {
  if (worker.state === "ended") return;
  worker.said += 1;
  if (worker.said > MOST_MESSAGES || !wellFormed(words)) over(worker, "odd");
  else if (worker.state === "starting" && words[0] === "ready") isReady(worker);
  else if (worker.state === "loading" && words[0] === "started") isRunning(worker);
  else if (words[0] === "end") over(worker, "done");
  else if (words[0] === "broken") over(worker, "broken");
  else if (worker === current) page.postMessage({ word: words });
}

function isReady(worker) {
  clearTimeout(worker.timer);
  worker.state = "ready";
  worker.start = performance.now() - worker.made;
  failures = 0;
  if (worker === current) announce();
}

function isRunning(worker) {
  worker.state = "running";
  allow(worker, Math.min(LONGEST, Math.max(SHORTEST, STARTS * worker.start)), "time");
}

// A worker that has come to its end, by itself or not.
function over(worker, how) {
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
  current = spare ?? make();
  spare = undefined;
  if (current.state === "ready") announce();
}

function announce() {
  page.postMessage({ state: "ready" });
  setTimeout(prepare, PAUSE);
}

// Not while a program runs: two would share what the machine has.
function prepare() {
  if (current?.state === "ready") spare ??= make();
}

function run(request) {
  if (current?.state !== "ready") return;
  current.state = "loading";
  current.said = 0;
  current.port.postMessage(request);
  allow(current, LOADING, "loading");
}

function stop() {
  if (["loading", "running"].includes(current?.state)) over(current, "stopped");
}

addEventListener("message", ({ data, ports, source }) => {
  if (source !== parent || page || !ports[0]) return;
  page = ports[0];
  script = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  page.onmessage = ({ data: message }) => (message === "stop" ? stop() : run(message));
  current = make();
});
if (origin === "null") parent.postMessage("ndcg-lab-frame", "*"); // else this is no sandbox
