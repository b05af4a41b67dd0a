"""Python in a page of the static site, run in Node: its worker, and the page's first script."""

import pytest

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node, read_module

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()

# --- The worker ------------------------------------------------------------------------------

WORKER = """
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
process.on("unhandledRejection", () => {}); // a worker goes on
const posted = [];
const stores = new Map();
let lost = "";
let workers = 0;
Object.assign(globalThis, { onmessage: null, done: [], closed: 0, close: () => (closed += 1),
  postMessage: (message) => posted.push(message),
  location: { href: new URL("assets/worker.js", import.meta.url).href },
  caches: {
    open: async (name) => ({ put: async (at, answer) => stores.set(name, [at, answer]) }),
    match: async (at) => [...stores.values()].find(([other]) => other === at)?.[1].clone(),
    delete: async (name) => stores.delete(name),
  } });
console.warn = () => {};
const { fetch: real } = globalThis;
const startWorker = async (name) => {
  globalThis.self = { name };
  globalThis.fetch = async (address) => {
    const path = String(address).split("/python/")[1];
    done.push(`fetch ${path}`);
    if (lost && path.startsWith(lost)) return new Response("", { status: 404 });
    const answer = new Response(path.endsWith(".packed") ? gzipSync(path) : path);
    Object.defineProperty(answer, "url", { value: String(address) });
    return answer;
  };
  posted.length = done.length = 0;
  await import(`./hosts/site/worker.js?${++workers}`);
};
const until = async (is) => {
  const latest = Date.now() + 20_000;
  while (!is() && Date.now() < latest) await new Promise(setImmediate);
  if (!is()) throw new Error(`this did not become true: ${is}`);
};
const ask = async (id, address) => {
  onmessage({ data: { id, address, body: `${id}` } });
  await until(() => posted.some((one) => one.id === id));
  return posted.find((one) => one.id === id);
};
let result;
"""
PYODIDE = """
export const loadPyodide = async (how) => {
  const files = how._loadSnapshot ? [] : ["pyodide.asm.wasm", "python_stdlib.zip"];
  for (const name of files) done.push(await (await fetch(new URL(name, import.meta.url))).text());
  if (how._loadSnapshot) {
    const grown = { growMemory: (size) => done.push(`grow ${size}`) };
    const { preRun } = await how.createPyodideModule({ preRun: [] });
    for (const go of preRun) go(grown);
  }
  return {
    unpackArchive: (bytes, kind, { extractDir }) => done.push(`unpack ${kind} ${extractDir}`),
    runPython: (line) => done.push(line),
    makeMemorySnapshot: () => new Uint8Array(7),
    pyimport: (name) => ({
      answer_request: (address, body) => {
        if (address === "broken") throw new Error("a traceback");
        return address === "file" ? { toJs: () => "bytes" } : `${address} ${body}`;
      },
      load_page: (page) => done.push(`page ${page}`),
      request_every_answer: () => done.push("everything"),
    }),
  };
};
"""
ASM = "export default async (settings) => settings;"


def test_a_worker_answers_acts_and_starts_python_again_if_it_was_not_loaded(tmp_path):
    modules = {name: read_module(name) for name in ("hosts/site/worker.js",)}
    modules |= {"components/markup/packed.js": read_module("components/markup/packed.js")}
    modules |= {"python/pyodide.js": PYODIDE, "python/pyodide.asm.js": ASM}
    loaded, answers, again, stored, restored, replaced = make_scene_runner(
        tmp_path, modules, WORKER
    )("""
        await startWorker("playground ");
        await until(() => posted.length);
        const loaded = [[...done], posted[0]];
        const answers = [await ask(1, "acts/x"), await ask(2, "broken"), await ask(3, "file")];
        lost = "tutor.zip";
        await startWorker("learn ");
        const again = [await ask(1, "acts/x")];
        lost = "";
        await ask(2, "acts/x"); // the attempt after the first answer failed too
        again.push(await ask(3, "acts/x"));
        await startWorker(" ");
        await until(() => closed);
        const stored = [done.includes("everything"), stores.size];
        await startWorker("learn kept");
        await until(() => posted.length);
        const restored = [[...done], posted[0]];
        lost = "tutor.zip"; // a memory of another version
        await startWorker("learn kept");
        const replaced = [await ask(1, "acts/x"), stores.size];
        lost = "";
        await ask(2, "acts/x");
        replaced.push(await ask(3, "acts/x"), posted.filter((one) => "restored" in one));
        result = [loaded, answers, again, stored, restored, replaced];
    """)
    path = 'import sys; sys.path.insert(0, "/tutor")'
    done, first = loaded
    assert first == {"restored": False}
    assert sorted(done) == sorted(
        [
            *("fetch tutor.zip.packed", "fetch pyodide.asm.wasm.packed", "pyodide.asm.wasm.packed"),
            *("fetch python_stdlib.zip.packed", "python_stdlib.zip.packed"),
            *("unpack zip /tutor", path, "page playground"),
        ]
    )
    fault = "Something went wrong in our program. It is not your fault. Reload the page."
    assert answers == [
        {"id": 1, "status": 200, "text": "acts/x 1"},
        {"id": 2, "status": 400, "text": fault},
        {"id": 3, "status": 200, "text": "bytes"},
    ]
    assert again[0] == {
        **{"id": 1, "status": 503},
        "text": "Python could not be loaded into this browser.",
    }
    assert again[1]["text"] == "acts/x 3"
    assert stored == [True, 1]
    done, first = restored
    assert first == {"restored": True}
    assert sorted(done) == sorted(["fetch tutor.zip", "grow 7", "unpack zip /tutor", "page learn"])
    assert replaced[0]["status"] == 503
    assert replaced[1:] == [0, {"id": 3, "status": 200, "text": "acts/x 3"}, [{"restored": False}]]


# --- The page --------------------------------------------------------------------------------

PAGE = f"""
{CLOCK}
import {{ downloads, leftFor, press, setMedia, text, textOfFile }} from "{BROWSER}";
import {{ SiteHost }} from "{UI.as_uri()}/hosts/site/host.js";
import {{ gzipSync }} from "node:zlib";
const workers = [];
globalThis.Worker = class {{
  constructor(address, {{ name }}) {{
    Object.assign(this, {{ address: address.href, name, asked: [] }});
    workers.push(this);
  }}
  postMessage(message) {{
    this.asked.push(message);
  }}
  answer(message) {{
    this.onmessage({{ data: message }});
  }}
}};
const registered = [];
const makeKeeper = (controller) =>
  Object.assign(document.createElement("div"), {{
    controller, register: async (address) => registered.push(address.href) }});
let files = {{}};
globalThis.fetch = async (address) => {{
  const path = String(address).split("/ndcg/")[1] ?? String(address);
  if (!(path in files)) return new Response("", {{ status: 404 }});
  const answer = new Response(files[path]);
  Object.defineProperty(answer, "url", {{ value: path }});
  return answer;
}};
let pages = 0;
// Opens a page of the site: what the build writes for it, the query, and what is in its main part.
const open = async (written, query = "", {{ main = "", embedded = null, keeper }} = {{}}) => {{
  window.forgetListeners();
  document.forgetListeners();
  for (const list of [workers, registered, leftFor, downloads, clock.timers]) list.length = 0;
  for (const name of ["Site", "Embedder", "Tables"]) delete globalThis[`ndcg${{name}}`];
  Object.assign(globalThis, {{ embedded }});
  navigator.serviceWorker = keeper;
  history.replaceState(null, "", `/ndcg/playground/${{query}}`);
  document.replaceChildren(document.createElement("html"));
  document.documentElement.innerHTML =
    `<head><base href="/ndcg/"></head><body>${{main}}</body>`;
  const dataset = {{ names: " playground learn", page: "playground", exhibit: "playground",
    ...written }};
  document.currentScript = {{ dataset }};
  await import(`./hosts/site/shell.js?${{++pages}}`);
  document.dispatchEvent(new CustomEvent("readystatechange"));
  await settled();
}};
const state = () => document.documentElement.getAttributeNames();
const address = () => location.pathname + location.search + location.hash;
let result;
"""
STUBS = {
    "components/markup/band.js": "export const mountBand = () => {};",
    "components/markup/frame.js": "export const rememberPlaces = () => {};"
    "export const applyDisplayOptions = () => {};",
    "components/menu/menu.js": "export const mountMenu = () => {};",
    "hosts/embed/embedded.js": "export const mountEmbedded = () => globalThis.embedded;",
}
REAL = [f"hosts/site/{name}.js" for name in ("shell", "around", "prepared", "sharing")]


@pytest.fixture
def node(tmp_path):
    """Run a scene on a page of the site, whose worker the scene plays."""
    return make_scene_runner(tmp_path, {name: read_module(name) for name in REAL} | STUBS, PAGE)


def test_a_page_of_the_site_has_the_address_of_its_link(node):
    opened, near, other, tables, left, own, disk = node("""
        await open({ page: "playground/" }, "?k=2#top");
        const opened = [address(), document.querySelector("base"), workers.map(({ name }) => name)];
        const query = { link: "lesson=dcg", tables: "tables.json" };
        files = { "tables.json": '{"gains": {}}' };
        await open(query, "?step=2");
        const near = [address(), state(), await globalThis.ndcgTables];
        await open({ tables: "tables.json" }, "?r=3,0");
        const other = [address(), state(), await globalThis.ndcgTables];
        files = {};
        await open({ tables: "tables.json" }, "?r=3,0");
        const tables = await globalThis.ndcgTables;
        globalThis.fetch = async () => { throw new TypeError("no network"); };
        await open({ tables: "tables.json" }, "?r=3,0");
        const prepared = JSON.stringify({ "r=3": "playground/3/" });
        await open({ prepared }, "?r=3&embed=1#top");
        const left = [leftFor[0], state(), workers.length];
        globalThis.parent = { ndcgFrame: { owner: "ndcg-lms:ada:" } };
        await open({ exhibit: undefined });
        const own = [document.documentElement.dataset.owner, workers.length];
        await open({ keep: "keeping.js" });
        own.push(document.documentElement.dataset.owner ?? null);
        globalThis.parent = window;
        location.protocol = "file:";
        await open({});
        window.dispatchEvent(new CustomEvent("DOMContentLoaded"));
        result = [opened, near, other, [tables, await globalThis.ndcgTables ?? null], left, own,
          text("body")];
    """)
    assert opened == ["/ndcg/playground/?k=2#top", None, ["playground "]]
    assert near == ["/ndcg/playground?lesson=dcg&step=2", [], None]
    assert other == ["/ndcg/playground?r=3,0", ["data-elsewhere"], {"gains": {}}]
    assert tables == [None, None]
    assert left == ["http://localhost/ndcg/playground/3/?embed=1#top", ["data-leaves"], 0]
    assert own == ["ndcg-lms:ada:", 0, None]
    assert disk.startswith("This page cannot run Python when it is opened as a file.")


def test_the_worker_answers_each_request_and_the_site_is_stored_after_it_has_loaded(node):
    answers, stored, later, framed = node("""
        const read = async (answer) => [answer.status, answer.headers.get("Content-Type"),
          await answer.text()];
        const controlled = makeKeeper({});
        await open({ keep: "keeping.js" }, "", { keeper: controlled });
        const [worker] = workers;
        const both = [ndcgSite("acts/a", { body: "1" }), ndcgSite("acts/b", { body: "2" })];
        await settled();
        const asked = worker.asked.map(({ address, body }) => [address, body]);
        const [{ id: first }, { id: second }] = worker.asked;
        worker.answer({ id: second, status: 503, text: "two" });
        worker.answer({ id: first, status: 200, text: "one" });
        const answers = [asked, await read(await both[0]), await read(await both[1])];
        worker.answer({ restored: true });
        const stored = [workers.map(({ name }) => name), [...registered]];
        worker.answer({ restored: false });
        stored.push(workers.map(({ name }) => name));
        const fresh = makeKeeper(null);
        await open({ keep: "keeping.js" }, "", { keeper: fresh });
        workers[0].answer({ restored: false });
        const later = [workers.length, registered.length];
        fresh.controller = {};
        fresh.dispatchEvent(new CustomEvent("controllerchange"));
        fresh.dispatchEvent(new CustomEvent("controllerchange"));
        later.push(workers.map(({ name }) => name));
        await open({ keep: "keeping.js" }, "", { keeper: controlled, embedded: {} });
        workers[0].answer({ restored: false });
        result = [answers, stored, later, [workers.length, registered.length]];
    """)
    assert answers == [
        [["acts/a", "1"], ["acts/b", "2"]],
        [200, "application/json", "one"],
        [503, "text/plain", "two"],
    ]
    assert stored == [
        ["playground kept"],
        ["http://localhost/ndcg/keeping.js"],
        ["playground kept", " kept"],
    ]
    assert later == [1, 1, ["playground ", " kept"]]
    assert framed == [1, 0]


def test_pages_in_one_page_of_somebody_else_share_one_python(node):
    offered, shared, gone = node("""
        await open({}, "", { embedded: {} });
        const [worker] = workers;
        const python = globalThis.ndcgPython;
        const offered = typeof python;
        globalThis.ndcgPython = null; // the second page is another window
        const first = { ndcgPython: python };
        const other = { get ndcgPython() { throw new Error("another site"); } };
        globalThis.parent = [other, {}, first];
        await open({}, "", { embedded: {} });
        const shared = [workers.length];
        const asked = ndcgSite("acts/a", { body: "1" });
        await settled();
        worker.answer({ id: worker.asked[0].id, status: 200, text: "one" });
        shared.push(await (await asked).text());
        globalThis.parent = [other, {}]; // the first page is removed
        const waiting = ndcgSite("acts/a", { body: "1" });
        await settled();
        const again = workers[0].asked.length;
        const { ndcgPython } = globalThis;
        window.dispatchEvent(new CustomEvent("pagehide"));
        const answer = await waiting;
        const gone = [again, typeof ndcgPython, globalThis.ndcgPython === null, answer.status];
        result = [offered, shared, gone];
    """)
    assert offered == "function"
    assert shared == [0, "one"]
    assert gone == [1, "function", True, 503]


def test_a_link_leads_to_the_sites_file_and_python_makes_a_download(node):
    kept, packed, saved = node("""
        const main = `<a href="./">Learn</a><a href="playground?r=3">Play</a><a
          href="about">About</a><a href="https://a.example/ndcg/playground">Else</a>
          <a id="file" href="take-along/steps.csv?r=3,2" download="my-steps.csv">Steps</a>`;
        const follow = async (written) => {
          await open(written, "", { main });
          history.replaceState(null, "", "/ndcg/"); // the folder that the addresses begin in
          for (const link of document.querySelectorAll("a:not(#file)")) await press(link);
          return leftFor.splice(0);
        };
        const kept = await follow({ keep: "keeping.js" });
        const packed = await follow({});
        await press(document.querySelector("#file"));
        const [{ asked: [{ id, ...asked }] }] = workers;
        workers[0].answer({ id, status: 200, text: "rank,grade" });
        await settled();
        const [{ name, href }] = downloads;
        result = [kept, packed, [asked, name, await textOfFile({ href }), leftFor.length]];
    """)
    site = "http://localhost/ndcg/"
    elsewhere = "https://a.example/ndcg/playground"
    assert kept == [site, f"{site}playground/?r=3", f"{site}about", elsewhere]
    assert packed == [
        *(f"{site}index.html", f"{site}playground.html?r=3", f"{site}about", elsewhere)
    ]
    asked = {"address": "take-along/steps.csv", "body": "r=3,2"}
    assert saved == [asked, "my-steps.csv", "rank,grade", 0]


def test_the_code_lab_and_files_of_a_site_need_no_server(node):
    files, frames, links = node("""
        await open({});
        const asked = [];
        const host = new SiteHost(async (path, { body }) => {
          asked.push([path, body]);
          return new Response(path.startsWith("acts") ? "[1]" : "a,b");
        });
        files = { "engine.js.packed": gzipSync("the engine") };
        const made = [await host.readFile("./take-along/steps.csv?r=3"),
          await host.readFile(`data:text/csv;base64,${btoa("c,d")}`), asked,
          await host.send("learn", { act: 1 }), await host.loadEngine("engine.js"),
          await host.loadEngine("x.js").catch(String)];
        const frames = [];
        for (const keeper of [undefined, makeKeeper({})]) {
          navigator.serviceWorker = keeper;
          const frame = document.createElement("iframe");
          host.fillSandbox(frame, "sandbox/frame.html");
          frames.push([frame.getAttribute("sandbox"), frame.src]);
        }
        const links = [host.ownsLink, host.siteAddress];
        globalThis.parent = { ndcgFrame: {} };
        links.push(host.ownsLink, host.siteAddress);
        result = [made, frames, links];
    """)
    assert files == [
        *("a,b", "c,d", [["take-along/steps.csv", "r=3"], ["acts/learn", '{"act":1}']]),
        *([1], "the engine", "Error: 404"),
    ]
    assert frames == [["allow-scripts", "sandbox/frame.html"], [None, "sandbox/frame.html"]]
    assert links == [True, "http://localhost/ndcg/", False, ""]


def test_a_packages_page_keeps_its_record_in_the_frame_and_a_sites_page_in_the_browser(node):
    package, site, foreign = node("""
        await open({});
        const texts = {};
        const frame = { read: (key) => texts[key] ?? null, write: (key, text) => {
          texts[key] = text;
        } };
        const keep = (parent, key) => {
          globalThis.parent = parent;
          const host = new SiteHost();
          host.writeRecord(key, "1");
          return [host.readRecord(key), texts[key] ?? null, localStorage.getItem(key)];
        };
        const foreign = { get ndcgFrame() { throw new Error("SecurityError"); } };
        result = [keep({ ndcgFrame: frame }, "a"), keep(window, "b"), keep(foreign, "c")];
    """)
    assert package == ["1", "1", None]
    assert site == foreign == ["1", None, "1"]
