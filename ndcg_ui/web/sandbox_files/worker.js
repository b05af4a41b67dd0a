// The end of the worker's script, after Brython and its library. Takes away every way out of the
// worker (the frame's policy forbids them too, but then with a complaint in the console), loads the
// harness, and runs one request.

(() => {
  const $B = globalThis.__BRYTHON__;
  const WAYS_OUT =
    "fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport importScripts " +
    "Worker SharedWorker BroadcastChannel indexedDB caches cookieStore FontFace fonts " +
    "Notification RTCPeerConnection navigator close postMessage";
  const IMPORTS = /^[ \t]*(?:import|from)[ \t]+([A-Za-z_]\w*)/gm;
  let port;

  const send = (type, ...words) => port.postMessage([type, ...words.map(String)]);

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

  function known(source) {
    const names = [...source.matchAll(IMPORTS)].map(([, name]) => name);
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
    port.onmessage = null;
    try {
      run(request);
      send("end", "done");
    } catch (error) {
      send("broken", String(error).slice(0, 200));
    }
  }

  addEventListener(
    "message",
    ({ ports }) => {
      port = ports[0];
      closeWaysOut();
      const run = loadHarness();
      port.onmessage = ({ data }) => obey(run, data);
      send("ready");
    },
    { once: true },
  );
})();
