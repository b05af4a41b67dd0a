"""The first screen of a page of the static site, run in Node, whose Python the scene plays."""

import pytest

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node, read_module

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
REAL = (
    *sorted(f"exhibit/{file.name}" for file in UI.glob("exhibit/*.js")),
    *(f"hosts/site/{name}.js" for name in ("around", "early", "host", "prepared")),
    *("hosts/page.js", "components/board/sums.js", "components/markup/packed.js"),
)
DRAW = """
const words = ({ parentElement, data }) => {
  parentElement.innerHTML = data.html;
  return () => {};
};
const board = ({ parentElement, data }) => {
  parentElement.textContent = data.documents.map(({ label }) => label).join(" ");
};
export const DRAW = { words, board };
"""
PAGE = f"""
{CLOCK}
import {{ answerJson, failures, find, requests, text }} from "{BROWSER}";
const describe = (html, more) =>
  ({{ page: "learn", rows: [[[{{ kind: "words", name: "one", data: {{ html }} }}]]], ...more }});
const asked = []; // the requests of the page, and the functions that answer them
const answers = [];
const has = (name) => document.documentElement.hasAttribute(name);
// Opens the file of the first screen of the lesson "dcg", at an address with a query.
const open = async (query, more = {{}}, {{ leaves = false, isServer = false }} = {{}}) => {{
  const link = {{ lesson: "dcg" }};
  const message = describe("File", {{ query: link, link, ...more }});
  for (const list of [asked, answers]) list.length = 0;
  history.replaceState(null, "", `/ndcg/learn/${{query}}`);
  document.replaceChildren(document.createElement("html"));
  document.documentElement.innerHTML = "<head></head><body><div class=exhibit-place>"
    + "<div class=exhibit></div><script type=application/json></script></div></body>";
  document.querySelector("script").textContent = JSON.stringify(message);
  document.documentElement.toggleAttribute("data-elsewhere", query !== "?lesson=dcg");
  document.documentElement.toggleAttribute("data-leaves", leaves);
  globalThis.ndcgSite = isServer ? null : (address, {{ body }}) => {{
    asked.push([address, JSON.parse(body)]);
    return new Promise((go) => answers.push((html, link) =>
      go(new Response(JSON.stringify(describe(html, {{ link }}))))));
  }};
  await import(`./hosts/page.js?${{++pages}}`);
  await settled();
}};
const answer = async (html, link) => (answers.shift()(html, link), await settled());
const shown = () => [text(".exhibit"), has("data-elsewhere")];
let pages = 0;
let result;
"""


@pytest.fixture
def site(tmp_path):
    """Run a scene on a page of the site."""
    modules = {name: read_module(name) for name in REAL} | {"components/draw.js": DRAW}
    return make_scene_runner(tmp_path, modules, PAGE)


def test_pythons_answer_replaces_the_screen_of_another_link(site):
    near, other, own, learner = site("""
        const look = async (query, more) => {
          await open(query, more);
          const before = shown();
          const requests = asked.length;
          answers.shift()?.("Answer", { lesson: "gain" });
          await settled();
          return [before, shown(), requests];
        };
        const near = await look("?lesson=dcg&step=2");
        const sent = asked.at(-1);
        const other = await look("?lesson=gain");
        const own = await look("?lesson=dcg");
        result = [[...near, sent], other, own, await look("?lesson=dcg&step=2", { state: {} })];
    """)
    request = {"link": {"lesson": "dcg", "step": "2"}, "act": {}}
    assert near == [["File", True], ["Answer", False], 1, ["acts/learn", request]]
    assert other == [["", True], ["Answer", False], 1]
    assert own == [["File", False], ["File", False], 0]
    assert learner == [["File", True], ["File", False], 1]  # its queue shows the page's answers


def test_a_late_answer_does_not_replace_the_screen_of_a_visitor_who_went_on(site):
    assert site("""
        await open("?lesson=dcg&step=2");
        const [late] = answers;
        history.replaceState(null, "", "/ndcg/learn/?lesson=dcg&step=3"); // the Back button
        window.dispatchEvent(new CustomEvent("popstate"));
        await settled();
        answers[1]("Step 3", { lesson: "dcg", step: "3" });
        await settled();
        const before = shown();
        late("Step 2", { lesson: "dcg", step: "2" });
        await settled();
        result = [before, shown()];
    """) == [["Step 3", True], ["Step 3", False]]


def test_until_python_has_loaded_a_ranking_shows_its_cards_and_its_number(site):
    early, previews, then = site("""
        const html = "<h1>Playground</h1><b class='fraction hero'><i class=over>DCG of 3</i>"
          + "<i class=ndcg>1.000</i></b>";
        const title = { kind: "words", name: "title", data: { html, group: "playground" } };
        const documents = [{ label: "A" }, { label: "B" }];
        const board = { kind: "board", name: "board", data: { documents, link: {}, k: 2 } };
        const [grades, level] = [{ 0: "0", 2: "2" }, { 0: 0, 2: 1 }];
        globalThis.ndcgTables = { longest: 9, longestLabel: 9, grades, levels: { 3: level },
          gains: { linear: { 0: [0, "0"], 2: [2, "2"] } },
          discounts: { "log2(i+1)": { divisors: [1, 2], works: ["", ""] } } };
        const previews = [];
        document.addEventListener("ndcg:preview", ({ target, detail }) => {
          previews.push(detail);
          target.querySelector(".ndcg").textContent = detail.values.ndcg;
        }, true);
        await open("?r=Bad:0,Good:2", { page: "playground", rows: [[[title], [board]]] });
        const early = [text("[data-part=board]"), document.title, has("data-elsewhere"),
          asked.length];
        await answer("Answer", { r: "Bad:0,Good:2" });
        result = [early, previews, shown()];
    """)
    assert early == ["Bad Good", "NDCG = 0.5 · Playground · NDCG, step by step", True, 1]
    assert previews == [
        {"group": "playground", "values": {"cg": 2, "dcg": 1, "idcg": 2, "ndcg": 0.5}},
    ]
    assert then == ["Answer", False]


def test_a_file_whose_link_has_another_file_shows_nothing(site):
    assert site("""
        await open("?lesson=dcg&step=2", {}, { leaves: true });
        result = [shown(), asked.length];
    """) == [["", True], 0]


def test_a_late_answer_does_not_end_an_act_of_the_visitor(site):
    assert site("""
        await open("?lesson=dcg&step=2");
        const [late] = answers;
        find(".exhibit-place").ndcgHost.follow({ lesson: "dcg" }, "replaceState");
        window.dispatchEvent(new CustomEvent("popstate"));
        history.replaceState(null, "", "/ndcg/learn/?lesson=dcg&step=2");
        late("Late", { lesson: "dcg", step: "2" });
        await settled();
        const before = text(".exhibit");
        answers[1]("Newest", { lesson: "dcg" });
        await settled();
        result = [before, text(".exhibit")];
    """) == ["File", "Newest"]


def test_a_page_in_a_frame_begins_with_the_record_of_the_page_around_it(site):
    waits, begun, stored = site("""
        const records = new Map([["ndcg-tutor:course", '{"answers":7}']]);
        const begun = [];
        let setReady;
        globalThis.ndcgEmbedder = { ready: new Promise((go) => (setReady = go)) };
        failures.push(() => answerJson({ ...describe("Yours", { link: { lesson: "dcg" } }),
          state: {}, record: {} }));
        await open("?lesson=dcg", { state: {}, keeps: "course" }, { isServer: true });
        const waits = [requests.length, begun.length];
        setReady({ begin: (page) => begun.push(page), read: (key) => records.get(key) ?? null,
          write: (key, text) => records.set(key, text) });
        await settled();
        const [{ url, body }] = requests;
        const { isWholePage } = find(".exhibit-place").ndcgHost;
        result = [waits, [begun, url, body.record], [text(".exhibit"), isWholePage]];
    """)
    assert waits == [0, 0]
    assert begun == [["learn"], "/ndcg/learn/acts/learn", {"answers": 7}]
    assert stored == ["Yours", False]
