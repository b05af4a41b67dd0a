// The end of the worker's script, after Brython and its library. It removes every function that could reach
// something outside the worker, loads the harness, and runs one request. (The frame's policy forbids the same
// functions, but then the console shows errors.)
//
// Messages are sent through functions that were bound before the program started. A program that replaces, for
// example, MessagePort.prototype.postMessage gets neither the port nor a message.

(() => {
  const $B = globalThis.__BRYTHON__;
  const WAYS_OUT =
    "fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts " +
    "Worker SharedWorker BroadcastChannel indexedDB caches cookieStore FontFace fonts " +
    "Notification RTCPeerConnection navigator close postMessage";
  const IMPORTS = /(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([\w., \t]+))/gm;
  const text = String;
  let post;

  // Send five texts, without calling anything that a program can replace.
  const send = (type, a = "", b = "", c = "", d = "") =>
    post([type, text(a), text(b), text(c), text(d)]);

  function closeWaysOut() {
    for (const name of WAYS_OUT.split(" ")) {
      for (let holder = globalThis; holder; holder = Object.getPrototypeOf(holder)) {
        delete holder[name];
      }
    }
    for (const name of Object.keys(console)) console[name] = () => {};
  }

  function importOnlyOwnLibrary(filename) {
    $B.import_info[filename] = { meta_path: [$B.finders.VFS], path_hooks: [], path: [] };
  }

  // Return the modules of Brython's library that a program imports. They are loaded first, with a separate time limit.
  function findImports(source) {
    const lists = [...source.matchAll(IMPORTS)].map(([, from, several]) => from ?? several);
    const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim().split(/\s/)[0]);
    return [...new Set(names)].filter((name) => Object.hasOwn($B.VFS, name));
  }

  function loadHarness() {
    globalThis.__lab = send;
    $B.make_import_paths = importOnlyOwnLibrary;
    $B.$options = $B.parse_options({ debug: 0, indexeddb: false });
    const run = $B.$getattr($B.runPythonSource(globalThis.__HARNESS__, "harness"), "run");
    delete globalThis.__lab;
    delete globalThis.__HARNESS__;
    return ({ source, wanted, calls }) =>
      $B.$call(run, source, JSON.stringify([findImports(source), wanted, calls]));
  }

  function answer(run, request) {
    try {
      run(request);
      send("end");
    } catch {
      send("broken");
    }
  }

  addEventListener(
    "message",
    ({ ports }) => {
      const port = ports[0];
      post = port.postMessage.bind(port);
      closeWaysOut();
      const run = loadHarness();
      port.onmessage = ({ data }) => {
        port.onmessage = null;
        answer(run, data);
      };
      send("ready");
    },
    { once: true },
  );
})();
