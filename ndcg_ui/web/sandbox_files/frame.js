// Runs in a sandboxed frame of no origin. The page hands over the interpreter as text; one worker
// serves one run, so whatever a program did is gone with it, and a spare one stands ready.
// Nothing that a program sends is trusted; it is passed on as data, and the page shows it as text.

const LIMIT = 2000; // ms a program may run
const LOADING = 8000; // ms it may take to load Python, or the modules that a program imports
const PAUSE = 300; // ms after which the spare is prepared, so that it does not delay the page

let page; // the port to the page
let script; // URL of the worker's whole script
let current; // the worker for the next run, or of the run under way
let spare; // the one after it
let failures = 0; // workers in a row that did not get ready

function make() {
  const channel = new MessageChannel();
  const worker = { thread: new Worker(script), port: channel.port1, state: "starting" };
  worker.port.onmessage = ({ data }) => heard(worker, data);
  worker.thread.onerror = (event) => {
    event.preventDefault();
    heard(worker, ["broken", String(event.message)]);
  };
  worker.thread.postMessage("port", [channel.port2]);
  allow(worker, LOADING, "broken");
  return worker;
}

function allow(worker, time, otherwise) {
  clearTimeout(worker.timer);
  worker.timer = setTimeout(() => heard(worker, [otherwise, "time"]), time);
}

function end(worker) {
  clearTimeout(worker.timer);
  worker.thread.terminate();
  if (worker.state === "starting") failures += 1;
  worker.state = "ended";
}

function heard(worker, words) {
  if (worker.state === "ended" || !Array.isArray(words)) return;
  const [type] = words;
  if (type === "ready" && worker.state === "starting") {
    clearTimeout(worker.timer);
    worker.state = "ready";
    failures = 0;
    if (worker === current) announce();
  } else if (worker === spare) {
    end(worker);
    spare = undefined;
  } else {
    follow(worker, words);
  }
}

function follow(worker, words) {
  if (words[0] === "started" && worker.state === "loading") {
    worker.state = "running";
    allow(worker, LIMIT, "end");
  }
  page.postMessage(words);
  if (words[0] === "end" || words[0] === "broken") renew();
}

function renew() {
  end(current);
  if (failures > 2) return page.postMessage(["dead"]);
  current = spare ?? make();
  spare = undefined;
  if (current.state === "ready") announce();
}

function announce() {
  page.postMessage(["ready"]);
  setTimeout(() => (spare ??= make()), PAUSE);
}

function run(request) {
  if (current.state !== "ready") return;
  current.state = "loading";
  current.port.postMessage(request);
  allow(current, LOADING, "end");
}

function stop() {
  if (["loading", "running"].includes(current.state)) heard(current, ["end", "stopped"]);
}

addEventListener("message", ({ data, ports, source }) => {
  if (source !== parent || page || !ports[0]) return;
  page = ports[0];
  script = URL.createObjectURL(new Blob([data], { type: "text/javascript" }));
  page.onmessage = ({ data: message }) => (message === "stop" ? stop() : run(message));
  current = make();
});
parent.postMessage("ndcg-lab-frame", "*");
