// The end of the worker's script, after Brython and its library. Takes away every way out of the
// worker (the frame's policy forbids them too, but then with a complaint in the console), loads the
// harness, and runs one request.
//
// What is said goes out through functions that were bound before the program began, so that a
// program which replaces MessagePort.prototype.postMessage, say, gets neither the port nor a word.

(() => {
  const $B = globalThis.__BRYTHON__;
  const WAYS_OUT =
    "fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts " +
    "Worker SharedWorker BroadcastChannel indexedDB caches cookieStore FontFace fonts " +
    "Notification RTCPeerConnection navigator close postMessage";
  const IMPORTS = /(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([\w., \t]+))/gm;
  const text = String;
  let post;

  // Always five texts: nothing here goes through what a program can replace.
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

  function onlyOwnLibrary(filename) {
    $B.import_info[filename] = { meta_path: [$B.finders.VFS], path_hooks: [], path: [] };
  }

  // The modules that a program imports: loading them has a clock of its own.
  function known(source) {
    const lists = [...source.matchAll(IMPORTS)].map(([, from, several]) => from ?? several);
    const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim().split(/\s/)[0]);
    return [...new Set(names)].filter((name) => Object.hasOwn($B.VFS, name));
  }

  function loadHarness() {
    globalThis.__lab = send;
    $B.make_import_paths = onlyOwnLibrary;
    $B.$options = $B.parse_options({ debug: 0, indexeddb: false });
    const run = $B.$getattr($B.runPythonSource(globalThis.__HARNESS__, "harness"), "run");
    delete globalThis.__lab;
    delete globalThis.__HARNESS__;
    return ({ source, wanted, calls }) =>
      $B.$call(run, source, JSON.stringify([known(source), wanted, calls]));
  }

  function obey(run, request) {
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
        obey(run, data);
      };
      send("ready");
    },
    { once: true },
  );
})();
