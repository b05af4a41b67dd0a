"""The parts of a page and its links, run in Node with the small browser."""

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node

BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
PAGE = f"""
{CLOCK}
import {{ find, findAll, fire, leftFor, observers, press, text }} from "{BROWSER}";
import {{ beginExhibit }} from "{UI.as_uri()}/exhibit/exhibit.js";
import {{ Host }} from "{UI.as_uri()}/exhibit/host.js";
document.append(document.createElement("html"));
document.documentElement.innerHTML =
  "<head></head><body><div class=exhibit-place><div class=exhibit></div></div></body>";
history.replaceState(null, "", "/playground?r=3&embed=1");
const bodies = [];
let answer = null; // the next answer; without it, the server does not answer
globalThis.fetch = (_, {{ body }}) => {{
  bodies.push(JSON.parse(body));
  return answer ? Promise.resolve(new Response(JSON.stringify(answer))) : new Promise(() => {{}});
}};
const removed = [];
let acts;
const words = ({{ parentElement, data, acts: given }}) => {{
  if (given) acts = given;
  parentElement.innerHTML = data.html;
  return () => removed.push(data.html);
}};
const part = (name, data) => ({{ kind: "words", name, data }});
const message = (link, parts, more) => ({{ page: "playground", link, rows: [[parts]], ...more }});
let result;
"""


@needs_node
def test_a_page_has_its_title_fetches_late_parts_and_leaves_after_its_acts(tmp_path):
    begun, late, visited, links, gone = make_scene_runner(tmp_path, {}, PAGE)("""
        const html = '<h1>Playground</h1><a id="here" data-here href="?r=2">2</a>'
          + '<a id="away" href="/examples">Examples</a>';
        const begin = message({ r: "3" }, [part("one", { html }), part("two", { later: true })],
          { look: "quiet" });
        answer = message({ r: "3" }, [part("one", { html }), part("two", { html: "late" })]);
        beginExhibit(find(".exhibit-place"), begin, new Host(), { words });
        const begun = [document.title, find(".exhibit").dataset.look,
          find("[data-part=two]").ariaBusy];
        await pass();
        const late = [text("[data-part=two]"), find("[data-part=two]").ariaBusy];
        answer = message({ r: "2" }, [part("one", { html })]);
        await press(find("#here"));
        const visited = [location.search, bodies.at(-1).link, findAll("[data-part=two]").length,
          removed.includes("late")];
        answer = message({ r: "3" }, [part("one", { html })]);
        history.replaceState(null, "", "/playground?r=3"); // the Back button
        window.dispatchEvent(new CustomEvent("popstate"));
        await pass();
        visited.push(bodies.at(-1).link);
        const count = bodies.length;
        fire(find("#here"), "click", { ctrlKey: true });
        await pass();
        const links = [bodies.length - count];
        answer = null;
        acts.add({ do: "reverse" });
        links.push(fire(find("#away"), "click", { ctrlKey: true }), fire(find("#away"), "click"));
        await pass(4900);
        links.push(leftFor.length);
        await pass(200);
        result = [begun, late, visited, links, leftFor];
    """)
    assert begun == ["Playground · NDCG, step by step", "quiet", "true"]
    assert late == ["late", None]
    assert visited == ["?r=2&embed=1", {"r": "2"}, 0, True, {"r": "3"}]
    assert links == [0, True, False, 0]
    assert gone == ["http://localhost/examples"]
