"""An app that is updated while a page is open, run by Node: when the page says so and reloads."""

import pytest

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

pytestmark = needs_node
MODULES = ["version", "asking", "storage"]
PAGE = f"""
{CLOCK}
import {{ askUntilAnswered }} from "./asking.js";
const start = 1e12;
Date.now = () => start + clock.now;
const dataset = {{}};
const news = [];
let reloads = 0;
globalThis.location = {{ reload: () => (reloads += 1) }};
globalThis.document = {{
  documentElement: {{ dataset }},
  activeElement: null,
  dispatchEvent: ({{ type, detail }}) => type === "ndcg:news" && news.push(detail),
}};
let stored = new Map();
globalThis.sessionStorage = {{
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
}};
let pages = 0;
// Opens a page of version 1. It is what version.js exports.
const openPage = async () => {{
  Object.assign(dataset, {{ version: "1" }});
  Object.assign(document, {{ activeElement: null }});
  clock.timers.length = news.length = reloads = 0;
  return await import(`./version.js?${{++pages}}`);
}};
const answerOf = (version) =>
  new Response("", {{ headers: version ? {{ "NDCG-Version": version }} : {{}} }});
// Returns what a page said and how often it was reloaded in a second after an answer.
const hear = async (page, version) => {{
  page.compareVersion(answerOf(version));
  await pass(1000);
  return [news.at(-1)?.split(". ")[1] ?? "", reloads];
}};
const field = (tag, kind = "text", readOnly = false) => ({{
  readOnly,
  matches: (selector) =>
    selector.split(", ").some((one) => [tag, `[type=${{kind}}]`].includes(one)),
}});
let result;
"""
SOON = "This page reloads as soon as you are not typing."
BY_HAND = "Reload this page when you have finished your work on it."


@pytest.fixture
def node(tmp_path):
    modules = {f"{name}.js": read_module(f"exhibit/{name}.js") for name in MODULES}
    return make_scene_runner(tmp_path, modules, PAGE)


def test_a_page_reloads_once_an_hour_for_each_new_version(node):
    same, once, others, unstored = node("""
        const page = await openPage();
        const same = [await hear(page, "1"), await hear(page, null)];
        delete dataset.version; // a page without a version
        same.push(await hear(page, "2"));
        dataset.version = "1";
        const once = [await hear(page, "2"), await hear(page, "2"), await hear(page, "3")];
        const others = [];
        for (const version of ["2", "4"]) others.push(await hear(await openPage(), version));
        clock.now += 3_600_000;
        others.push(await hear(await openPage(), "2"));
        stored = { get: () => null, set: () => {} };
        result = [same, once, others, await hear(await openPage(), "5")];
    """)
    assert same == [["", 0]] * 3
    assert once == [[SOON, 1]] * 3
    assert others == [["", 0], [SOON, 1], [SOON, 1]]
    assert unstored == ["", 0]


def test_a_page_reloads_only_when_nothing_would_be_lost(node):
    written, others, asking, quiet, by_hand = node("""
        let version = 1;
        const hearIn = async (focused) => {
          const page = await openPage();
          document.activeElement = focused;
          return await hear(page, `${++version}`);
        };
        const written = [];
        const within = { shadowRoot: { activeElement: field("input") } };
        for (const focused of [field("input"), field("textarea"), field("select"), within]) {
          written.push((await hearIn({ matches: () => false, ...focused }))[1]);
          document.activeElement = null; // the learner leaves the field
          await pass(1000);
          written.push(reloads);
        }
        const others = [];
        for (const kind of ["checkbox", "radio", "range", "file"]) {
          others.push((await hearIn(field("input", kind)))[1]);
        }
        others.push((await hearIn(field("textarea", "", true)))[1], (await hearIn(field("p")))[1]);
        let answer = null;
        askUntilAnswered(() => new Promise((go) => (answer = () => go(new Response("[]")))));
        const asking = [await hearIn(null)];
        answer();
        await pass(1000);
        asking.push(reloads);
        let isBusy = true;
        let page = await openPage();
        page.reloadOnlyIf(() => !isBusy);
        const quiet = [await hear(page, `${++version}`)];
        isBusy = false;
        await pass(1000);
        quiet.push(reloads);
        page = await openPage();
        page.reloadOnlyIf(null);
        result = [written, others, asking, quiet, await hear(page, `${++version}`)];
    """)
    assert written == [0, 1] * 4
    assert others == [1] * 6
    assert asking == quiet == [[SOON, 0], 1]
    assert by_hand == [BY_HAND, 0]


def test_a_missing_script_or_an_unknown_part_is_reported(node):
    came, kept, gone, drawn = node("""
        const missing = "A part of this page is missing, because the app was updated. "
          + "Reload the page to get it.";
        let status = 200;
        globalThis.fetch = async () => {
          if (!status) throw new TypeError("no network");
          return new Response("", { status, headers: { "NDCG-Version": "2" } });
        };
        const load = async (page, outcomes) => {
          const rest = [...outcomes];
          const attempt = async () => {
            status = rest.shift();
            if (status !== 200) throw new Error("no script");
            return "loaded";
          };
          const found = await page.loadUntilThere("x.js", attempt, async () => {});
          return [found, news.map((one) => one === missing ? "missing" : one)];
        };
        dataset.version = "2";
        const own = async () => {
          const page = await openPage();
          dataset.version = "2";
          return page;
        };
        const came = await load(await own(), [0, 503, 200]);
        const kept = await load(await own(), [404, 503, 200]);
        const gone = await load(await openPage(), [404, 200]); // it will be reloaded
        const page = await openPage();
        const fail = () => page.drawIfSameVersion(() => { throw new Error("unknown"); });
        const drawn = [page.drawIfSameVersion(() => 7)];
        try {
          fail();
        } catch ({ message }) {
          drawn.push(message);
        }
        page.compareVersion(answerOf("2"));
        stored.clear();
        drawn.push(fail() ?? "nothing", news.map((one) => one === missing ? "missing" : one));
        result = [came, kept, [gone[0], gone[1].map((one) => one.split(".")[0])], drawn];
    """)
    assert came == ["loaded", []]
    assert kept == ["loaded", ["missing", "missing", ""]]
    assert gone == ["loaded", ["The app was updated"]]
    assert drawn == [7, "unknown", "nothing", ["missing"]]
