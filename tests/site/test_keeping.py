"""The service worker of a static site, run in Node: later visits need no network."""

from tests.ui.scenes import make_scene_runner, needs_node, read_module

NAMES = ("hosts/site/keeping.js", "components/markup/packed.js")
WORKER = """
import { gzipSync } from "node:zlib";
const scope = "https://a.example/ndcg/";
const listeners = {};
let claimed = 0;
globalThis.self = { VERSION: "2", FILES: ["index.html", "playground/index.html",
  "sandbox/frame.html", "python/python.wasm.packed", "assets/engine.js.packed"],
  registration: { scope }, clients: { claim: () => (claimed += 1) },
  addEventListener: (name, go) => (listeners[name] = go) };
const stores = new Map([["ndcg https://a.example/ndcg/ 1", null], ["others", null]]);
const bare = (request) => String(request.url ?? request).split("?")[0];
const openStore = (name) => {
  if (!stores.get(name)) {
    const files = new Map();
    stores.set(name, { put: async (at, answer) => void files.set(bare(at), await (await
      answer).text()),
      addAll: (all) => Promise.all(all.map(async (one) => files.set(bare(one), await (await fetch(
        one)).text()))),
      match: async (at) => (files.has(bare(at)) ? new Response(files.get(bare(at)), { headers: {
        "Content-Type": "text/html" } }) : undefined) });
  }
  return stores.get(name);
};
globalThis.caches = { open: async (name) => openStore(name), keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name) };
let isOnline = true;
const hows = new Set();
globalThis.fetch = async (request) => {
  if (!isOnline) throw new TypeError("offline");
  hows.add(request.cache);
  const path = bare(request).replace(scope, "");
  return new Response(path.endsWith(".packed") ? gzipSync(path) : path);
};
await import("./hosts/site/keeping.js");
const ask = (path, more = {}) => {
  let answer = null;
  const request = { url: new URL(path, scope).href, method: "GET", mode: "navigate", ...more };
  listeners.fetch({ request, respondWith: (given) => (answer = given) });
  return answer;
};
const read = async (path, more) => {
  const answer = await ask(path, more);
  return answer.headers.get("location") ?? (await answer.text());
};
let result;
"""


@needs_node
def test_a_site_is_stored_and_answered_offline_and_an_older_one_deleted(tmp_path):
    modules = {name: read_module(name) for name in NAMES}
    pages, frame, left, kept, online = make_scene_runner(tmp_path, modules, WORKER)("""
        let done = null;
        const event = { waitUntil: (given) => (done = given) };
        listeners.install(event);
        await done;
        listeners.activate(event);
        await done;
        isOnline = false;
        const pages = [await read(""), await read("?lesson=dcg"), await read("playground/?r=3,2")];
        const python = { mode: "cors" };
        pages.push(await read("python/python.wasm", python), await read("assets/engine.js.packed",
          python) !== "", await ask("other.js", python).catch(() => "lost"));
        Response.redirect = (address) => new Response("", { headers: { location: address } });
        pages.push(await read("playground?r=3,2"));
        const framed = await ask("sandbox/frame.html");
        const frame = [await framed.text(), framed.headers.get("Content-Security-Policy"),
          framed.headers.get("Content-Type")];
        const left = [ask("https://b.example/"), ask("", { method: "POST" })];
        isOnline = true;
        result = [pages, frame, left, [[...stores.keys()], claimed, [...hows]], await read(
          "new.html")];
    """)
    assert pages == [
        *("index.html", "index.html", "playground/index.html"),
        *("python/python.wasm.packed", True, "lost", "/ndcg/playground/?r=3,2"),
    ]
    assert frame == ["sandbox/frame.html", "sandbox allow-scripts", "text/html"]
    assert left == [None, None]
    assert kept == [["others", "ndcg https://a.example/ndcg/ 2"], 1, ["no-cache"]]
    assert online == "new.html"
