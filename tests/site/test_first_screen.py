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
export const DRAW = { words: ({ parentElement, data }) => {
  parentElement.innerHTML = data.html;
  return () => {};
} };
"""
PAGE = f"""
{CLOCK}
import {{ text }} from "{BROWSER}";
const describe = (html, more) =>
  ({{ page: "learn", rows: [[[{{ kind: "words", name: "one", data: {{ html }} }}]]], ...more }});
const asked = []; // the requests of the page, and the functions that answer them
const answers = [];
const has = (name) => document.documentElement.hasAttribute(name);
// Opens the file of the first screen of the lesson "dcg", at an address with a query.
const open = async (query, more = {{}}) => {{
  const link = {{ lesson: "dcg" }};
  const message = describe("File", {{ query: link, link, ...more }});
  for (const list of [asked, answers]) list.length = 0;
  history.replaceState(null, "", `/ndcg/learn/${{query}}`);
  document.replaceChildren(document.createElement("html"));
  document.documentElement.innerHTML = "<head></head><body><div class=exhibit-place>"
    + "<div class=exhibit></div><script type=application/json></script></div></body>";
  document.querySelector("script").textContent = JSON.stringify(message);
  document.documentElement.toggleAttribute("data-elsewhere", query !== "?lesson=dcg");
  globalThis.ndcgSite = (address, {{ body }}) => {{
    asked.push([address, JSON.parse(body)]);
    return new Promise((go) => answers.push((html, link) =>
      go(new Response(JSON.stringify(describe(html, {{ link }}))))));
  }};
  await import(`./hosts/page.js?${{++pages}}`);
  await settled();
}};
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
