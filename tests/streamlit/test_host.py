"""An exhibit and a part in a Streamlit page, run in Node. The scene plays Streamlit's reruns."""

import pytest

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
PAGE = f"""
{CLOCK}
import {{ answerJson, downloads, failures, find, findAll, fire, leftFor, press, requests, text }}
  from "{BROWSER}";
const {{ mountInStreamlit }} = await import("{UI.as_uri()}/hosts/streamlit/host.js");
const {{ findHost }} = await import("{UI.as_uri()}/exhibit/host.js");

document.append(document.createElement("html"));
document.documentElement.innerHTML = "<head><title>App</title></head><body></body>";
document.body.innerHTML = `<div id="component"><div class="ndcg"></div>
  <template data-kind="words"><p class="frame"></p></template></div>`;
history.replaceState(null, "", "/app?r=1&embed=true");
let background = "white";
globalThis.getComputedStyle = () => ({{ getPropertyValue: () => background }});
HTMLElement.prototype.getContext = () => ({{
  fillRect: () => {{}},
  getImageData() {{ return {{ data: this.fillStyle === "black" ? [0, 0, 0, 255] :
    [255, 255, 255, 255] }}; }},
}});

let acts;
const themes = [];
const words = ({{ parentElement, data, acts: given, setTriggerValue }}) => {{
  acts = given;
  parentElement.querySelector(".frame").innerHTML = data.html;
  findHost(parentElement).onTheme(() => themes.push(find(".ndcg").dataset.theme));
  return setTriggerValue ? `${{parentElement.className}}, ${{setTriggerValue.name}}` : undefined;
}};
const draw = {{ words }};
const makeMessage = (link, html = JSON.stringify(link), page = "playground") => ({{ page, link,
  rows: [[[{{ kind: "words", name: "one", data: {{ html }} }}]]] }});
const sent = []; // what the component has set: the name of a trigger or a state, and its value
const setTriggerValue = (name, value) => sent.push([name, value]);
const setStateValue = (name, value) => sent.push([name, value]);
const BASIC = {{ owns: false, ahead: false, server: false, base: null, page: "playground",
  shown: {{}}, link: {{ r: "3" }} }};
// Streamlit runs the script, whose component has these data.
const rerun = async (data, settings = {{}}) => {{
  const parentElement = find("#component");
  const host = {{ ...BASIC, ...settings }};
  const component = {{ parentElement, data: {{ host, ...data }}, setTriggerValue, setStateValue }};
  const cleanup = mountInStreamlit(component, draw);
  await pass();
  return cleanup;
}};
// The newest message without its id.
const newest = () => {{
  const [name, {{ id, ...message }}] = sent.at(-1);
  return [name, message];
}};
const answerNewest = (content, settings) =>
  rerun({{ answer: {{ id: sent.at(-1)[1].id, ...content }} }}, settings);
const shown = () => text(".ndcg");
const reverse = async () => (acts.add({{ do: "reverse" }}), await pass());
let result;
"""


@pytest.fixture
def node(tmp_path):
    return make_scene_runner(tmp_path, {}, PAGE)


def test_messages_are_sent_one_at_a_time_and_again_without_an_answer(node):
    begun, one, two, refused, again = node("""
        await rerun({ now: makeMessage({ r: "3" }) });
        const begun = [shown(), sent.length, find(".ndcg").dataset.theme];
        const host = findHost(find(".exhibit"));
        const files = ["a.js", "b.js"].map((name) => host.fetchText(`./${name}`));
        await reverse();
        const one = [sent.length, newest()];
        const late = { id: sent[0][1].id - 1, text: "an older answer" };
        await rerun({ answer: late });
        one.push(sent.length);
        await answerNewest({ text: "file a" });
        one.push(await files[0], sent.length, newest()[1].file, sent[1][1].id - sent[0][1].id);
        await answerNewest({ text: "file b" });
        const two = [await files[1], newest()];
        await answerNewest(makeMessage({ r: "2" }));
        two.push(shown(), host.link, location.search);
        await reverse();
        await answerNewest({ refused: "There are no grades." });
        const refused = [text("[role=alert]"), shown().includes('{"r":"2"}')];
        const count = sent.length;
        await reverse();
        await pass(9_900);
        const again = [sent.length - count];
        await pass(1000);
        const [first, second] = sent.slice(count).map(([, message]) => message);
        again.push(sent.length - count, first.id === second.id, [first.tries, second.tries]);
        await answerNewest(makeMessage({ r: "1" }));
        again.push(shown());
        await pass(60_000);
        again.push(sent.length - count);
        result = [begun, one, two, refused, again];
    """)
    assert begun == ['{"r":"3"}', 0, "light"]
    first = ["message", {"file": "a.js", "base": None, "tries": 1}]
    assert one == [1, first, 1, "file a", 2, "b.js", 1]
    act = {"page": "playground", "link": {"r": "3"}, "state": {"unseen": []}}
    act |= {"act": {"do": "reverse"}, "base": None, "tries": 1}
    assert two == ["file b", ["message", act], '{"r":"2"}', {"r": "2"}, "?r=1&embed=true"]
    assert refused == ["There are no grades.", True]
    assert again == [1, 2, True, [1, 2], '{"r":"1"}', 2]


def test_a_board_returns_its_link_as_a_state_and_follows_the_script(node):
    sent, renewed, ours = node("""
        const base = "3 2";
        await rerun({ now: makeMessage({ r: "3" }) }, { base, shown: { k: 2 } });
        await reverse();
        const sends = [newest()];
        await rerun({ now: makeMessage({ r: "3" }, "too early") }, { base, shown: { k: 2 } });
        sends.push(shown());
        await rerun({ now: { id: sent.at(-1)[1].id, ...makeMessage({ r: "2" }) } }, { base });
        sends.push(shown());
        const renewed = [];
        for (const html of ["another cutoff", "another cutoff", "a third one"]) {
          await rerun({ now: makeMessage({ r: "2" }, html) }, { base });
          renewed.push(shown());
        }
        await rerun({ now: makeMessage({ r: "2" }, "for a page") });
        renewed.push(shown());
        failures.push(() => answerJson(makeMessage({ r: "5" })));
        await rerun({}, { base, server: true, shown: { k: 7 } });
        const count = sent.length;
        await reverse();
        const ours = [requests.at(-1).url, requests.at(-1).body.state, shown(), newest(),
          sent.length - count];
        await rerun({}, { server: true });
        await reverse();
        ours.push(sent.length - count);
        result = [sends, renewed, ours];
    """)
    message = {"page": "playground", "link": {"r": "3"}, "state": {"unseen": [], "k": 2}}
    message |= {"act": {"do": "reverse"}, "base": "3 2", "tries": 1}
    assert sent == [["state", message], '{"r":"3"}', '{"r":"2"}']
    assert renewed == ["another cutoff", "another cutoff", "a third one", "a third one"]
    state = ["state", {"base": "3 2", "link": {"r": "5"}, "act": {}}]
    assert ours == ["/acts/playground", {"unseen": [], "k": 7}, '{"r":"5"}', state, 1, 1]


def test_another_page_replaces_the_exhibit_and_a_remounted_one_comes_back(node):
    went, back, looks, owns, heard = node("""
        const html = `<a id="next" href="./examples?example=a">Next</a>
          <a id="out" href="https://example.org/">Out</a>`;
        await rerun({ now: makeMessage({ r: "3" }, html) });
        await reverse();
        await press(find("#out"));
        const went = [leftFor.length, sent.length];
        await press(find("#next"));
        went.push(sent.length);
        await answerNewest(makeMessage({ r: "2" }, html));
        await pass(20);
        went.push(newest());
        await answerNewest({ begin: makeMessage({ example: "a" }, "Examples", "examples") });
        went.push(shown(), findHost(find(".exhibit")).link, leftFor.length);
        find("#component").innerHTML = `<div class="ndcg"></div>${
          find("template").outerHTML}`; // Streamlit has mounted it again
        await rerun({}, { page: "measures", link: { k: "4" } });
        const back = [newest()];
        await answerNewest({ begin: makeMessage({ k: "4" }, "Measures", "measures") });
        back.push(shown());
        background = "black";
        document.documentElement.toggleAttribute("data-embed", true);
        await rerun({});
        const { dataset } = find(".ndcg");
        const looks = [dataset.theme, "embed" in dataset, "scaled" in dataset];
        const heard = [...themes];
        await rerun({});
        heard.push(themes.length);
        document.documentElement.toggleAttribute("data-embed", false);
        await rerun({});
        looks.push("embed" in dataset, "owns" in dataset);
        const host = findHost(find(".exhibit"));
        const owns = [host.ownsLink, document.title, host.siteAddress, host.isWholePage];
        await rerun({}, { owns: true, server: true, ahead: true });
        host.setTitle("NDCG");
        host.follow({ r: "9" }, "replaceState");
        owns.push(host.ownsLink, document.title, host.siteAddress, host.isWholePage,
          location.search, host.link, "owns" in dataset, host.looksAhead);
        const { pathname } = new URL("/examples", location.href);
        host.go({ href: "http://localhost/examples" });
        owns.push(leftFor.at(-1));
        result = [went, back, looks, owns, heard];
    """)
    assert went[:3] == [1, 1, 1]
    assert went[3] == [
        "message",
        {"go": "examples", "link": {"example": "a"}, "base": None, "tries": 1},
    ]
    assert went[4:] == ["Examples", {"example": "a"}, 1]
    go = {"go": "measures", "link": {"k": "4"}, "base": None, "tries": 1}
    assert back == [["message", go], "Measures"]
    assert looks == ["dark", True, False, False, False]
    assert heard == ["dark", 1]
    assert owns[:4] == [False, "App", "", False]
    ours = [True, "NDCG · NDCG, step by step", "http://localhost/", True]
    assert owns[4:] == [
        *ours,
        "?r=9&embed=true",
        {"r": "9"},
        True,
        True,
        "http://localhost/examples",
    ]


def test_a_part_alone_is_drawn_at_each_rerun_in_one_place(node):
    assert node("""
        const part = (html) => ({ part: { kind: "words", data: { html } } });
        const ends = [await rerun(part("one"))];
        const host = findHost(find(".exhibit-place"));
        const frame = find(".frame"); // it keeps what is typed
        ends.push(await rerun(part("two")));
        const file = host.loadScript("./assets/plotly.js");
        await pass();
        const asked = newest();
        const answer = { id: sent.at(-1)[1].id, text: "let plotly;" };
        await rerun({ ...part("three"), answer });
        await pass();
        const script = find("head script");
        fire(script, "load");
        await file;
        result = [ends, findAll(".exhibit-place").length, findAll(".frame").length, shown(),
          find(".frame") === frame && findHost(frame) === host, asked, script.src.slice(0, 5)];
    """) == [
        ["exhibit-place, setTriggerValue"] * 2,
        *(1, 1, "three", True),
        ["message", {"file": "assets/plotly.js", "base": None, "tries": 1}],
        "blob:",
    ]


def test_files_and_the_back_button_are_those_of_the_server_that_draws_the_page(node):
    guest, files, frame, back, settings = node("""
        const html = '<a id="file" href="./take-along/steps.csv?r=3">Steps</a>';
        await rerun({ now: makeMessage({ r: "3" }, html) });
        const host = findHost(find(".exhibit"));
        window.dispatchEvent(new CustomEvent("popstate")); // of somebody else's page
        await pass();
        const guest = [sent.length, fire(find("#file"), "click")];
        await pass();
        guest.push(newest()[1].made);
        await answerNewest({ base64: btoa("rank") });
        guest.push(downloads[0].name);
        failures.push(({ url }) => (url.startsWith("/acts") ?
          answerJson(makeMessage({ r: "8" })) : new Response(`our ${url}`)));
        await rerun({}, { server: true, link: { r: "99" } });
        const settings = [host.siteAddress, host.link, host.looksAhead];
        const count = sent.length;
        const files = [fire(find("#file"), "click"), await host.makeFile("./steps.csv?r=3"),
          await host.loadEngine("./engine.js"), sent.length - count];
        const iframe = document.createElement("iframe");
        await host.fillSandbox(iframe, "/frame.html");
        const frame = [iframe.getAttribute("src"), iframe.getAttribute("sandbox"), iframe.srcdoc];
        find("#component").innerHTML = `<div class="ndcg"></div>${find("template").outerHTML}`;
        await rerun({ now: makeMessage({ r: "1" }, html) }, { server: true, owns: true });
        history.replaceState(null, "", "/app?r=8");
        window.dispatchEvent(new CustomEvent("popstate"));
        await pass();
        const back = [requests.at(-1).body.link, shown()];
        result = [guest, files, frame, back, settings];
    """)
    assert guest == [0, False, "steps.csv", "steps.csv"]
    assert files == [True, "our /steps.csv?r=3", "our /engine.js", 0]
    assert frame == ["/frame.html", "allow-scripts", ""]
    assert back == [{"r": "8"}, '{"r":"8"}']
    assert settings == ["", {"r": "3"}, False]
