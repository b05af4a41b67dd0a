"""An exhibit in a page with a notebook, run in Node. The scene plays the kernel and other cells."""

import pytest

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
NOTEBOOK = f"{UI.as_uri()}/hosts/notebook"
CELL = f"""
{CLOCK}
import {{ downloads, find, fire, findAll, leftFor, observers, press, setMedia, text, textOfFile }}
  from "{BROWSER}";
Object.assign(globalThis, {{ STYLE: ".ndcg {{ }}", TEMPLATES: "" }});

// What the small browser lacks: a shadow root, which is a child here, and colors.
const element = document.createElement("a").constructor.prototype;
element.attachShadow = function () {{
  const root = document.createElement("shadow-root");
  Object.defineProperty(root, "host", {{ value: this }});
  this.append(root);
  return root;
}};
const isRoot = (node) => node.localName === "shadow-root";
globalThis.ShadowRoot = {{ [Symbol.hasInstance]: isRoot }};
const climb = (node, stops) => {{
  while (node.parentNode && !stops(node)) node = node.parentNode;
  return node;
}};
Node.prototype.getRootNode = function () {{ return climb(this, isRoot); }};
Object.defineProperty(Node.prototype, "isConnected", {{
  get() {{ return climb(this, () => false) === document; }} }});
element.getContext = () => ({{
  fillRect: () => {{}},
  getImageData() {{
    return {{ data: {{ black: [0, 0, 0, 255], blue: [0, 0, 255, 255] }}[this.fillStyle] ??
      [255, 255, 255, 255] }};
  }},
}});
globalThis.getComputedStyle = ({{ style }}) => ({{
  color: "gray", fontFamily: "Serif", backgroundColor: "rgba(0, 0, 0, 0)", colorScheme: "",
  ...Object.fromEntries(["backgroundColor", "colorScheme"].map((name) => [name, style[name]])
    .filter(([, value]) => value)) }});
globalThis.CSSStyleSheet = class {{ replaceSync(text) {{ this.text = text; }} }};
document.adoptedStyleSheets = [];
document.append(document.createElement("html"));
document.documentElement.innerHTML = "<head></head><body></body>";
history.replaceState(null, "", "/notebook?r=B:2,A:3"); // not the exhibit's

const {{ mountInNotebook }} = await import("{NOTEBOOK}/host.js");
const {{ findHost }} = await import("{UI.as_uri()}/exhibit/host.js");
const {{ default: loader }} = await import("{NOTEBOOK}/loader.js");

// A widget's model: its values, and what the kernel got.
const makeModel = (values) => {{
  const listeners = [];
  const model = {{ values, sent: [], saves: [],
    get: (name) => values[name],
    set: (name, value) => ((values[name] = value), model.happen(`change:${{name}}`)),
    save_changes: () => model.saves.push([values.page, values.link]),
    on: (name, go) => listeners.push([name, go]),
    happen: (name, ...given) =>
      listeners.filter(([other]) => other === name).forEach(([, go]) => go(...given)),
    send: (message) => model.sent.push(message) }};
  return model;
}};
const makeMessage = (link, html = JSON.stringify(link), page = "playground") => ({{ page, link,
  rows: [[[{{ kind: "words", name: "one", data: {{ html }} }}]]] }});
let acts;
const themes = [];
const words = ({{ parentElement, data, acts: given }}) => {{
  acts = given;
  parentElement.innerHTML = data.html;
  findHost(parentElement).onTheme(() => themes.push(findHost(parentElement).frame.dataset.theme));
}};
const widgets = new Map(); // the exports of the scripts that the kernel has made
const host = {{ getWidget: async (name) => {{
  if (!widgets.has(name)) throw new Error("late");
  return {{ exports: widgets.get(name) }};
}} }};
let model;
let leave;
// Runs a cell that shows an exhibit.
const run = async (start, values = {{ page: start.page, link: start.link }}, place = "body") => {{
  model = makeModel({{ _start: JSON.stringify(start), ...values }});
  const el = document.createElement("div");
  if (place) find(place).replaceChildren(el);
  leave = mountInNotebook({{ model, host, el }}, {{ words }});
  await pass();
  return el;
}};
// Lets the kernel answer its newest message, or another one.
const answer = async (content, {{ id }} = model.sent.at(-1)) => {{
  model.happen("msg:custom", {{ id, text: JSON.stringify(content) }});
  await pass();
}};
// Lets another cell set a trait.
const set = async (name, value) => (model.set(name, value), await pass(), shown());
const shown = () => text(".ndcg");
const newest = () => Object.fromEntries(
  Object.entries(model.sent.at(-1) ?? {{}}).filter(([name]) => name !== "id"));
let result;
"""


@pytest.fixture
def node(tmp_path):
    return make_scene_runner(tmp_path, {}, CELL)


def test_the_kernel_answers_acts_in_a_cell_and_is_waited_for(node):
    begun, moved, notes, refused = node("""
        await run(makeMessage({ r: "A:3,B:2" }));
        const begun = [shown(), [...model.saves], [...model.sent]];
        acts.add({ do: "reverse" });
        await pass();
        const moved = [newest()];
        await answer(makeMessage({ r: "x" }), { id: "another view's" });
        moved.push(shown());
        await answer(makeMessage({ r: "B:2,A:3" }));
        moved.push(shown(), [...model.saves]);
        acts.add({ do: "reverse" });
        await pass(1900);
        const notes = [shown()];
        await pass(200);
        const late = find(".ndcg").lastElementChild;
        notes.push(text(late), late.getAttribute("role"));
        await answer({ refused: "There are no grades." });
        notes.push(findAll(".say").map(text));
        const refused = [shown(), text("[role=alert]"), model.saves.length];
        acts.add({ do: "reverse" });
        await pass();
        await answer(makeMessage({ r: "A:3,B:2" }));
        await pass(5000);
        refused.push(findAll(".say").length, findAll("[role=alert]").length);
        result = [begun, moved, notes, refused];
    """)
    assert begun == ['{"r":"A:3,B:2"}', [], []]
    message = {"page": "playground", "link": {"r": "A:3,B:2"}, "state": {"unseen": []}}
    assert moved == [
        message | {"act": {"do": "reverse"}},
        *('{"r":"A:3,B:2"}', '{"r":"B:2,A:3"}', [["playground", {"r": "B:2,A:3"}]]),
    ]
    before, late, role, left = notes
    assert "Python" not in before
    assert late.startswith("Python has not answered yet, because it is busy or was restarted.")
    assert role == "status"
    assert not any("Python" in line for line in left)
    assert refused[1:] == ["There are no grades.", 1, 0, 0]


def test_an_exhibit_follows_the_links_and_pages_that_other_cells_set(node):
    visited, own, other, renewed, later = node("""
        await run(makeMessage({ r: "3" }));
        await set("link", { r: "2" });
        const visited = [newest()];
        await answer(makeMessage({ r: "2" }));
        visited.push(shown());
        await set("link", { r: "3" });
        await answer(makeMessage({ r: "3" }));
        visited.push(shown());
        acts.add({ do: "reverse" });
        await pass();
        await answer(makeMessage({ r: "2" }));
        visited.push(shown(), model.values.link);
        const before = model.sent.length;
        await set("link", { r: "2" });
        const own = [model.sent.length === before];
        acts.add({ do: "reverse" });
        await pass();
        await set("link", { r: "1" }); // the answer is on its way
        own.push(model.sent.length === before + 1);
        await answer(makeMessage({ r: "5" }));
        own.push(shown(), model.values.link, model.sent.length === before + 1);
        await set("page", "examples");
        const other = [newest()];
        await answer({ begin: makeMessage({}, "Examples", "examples") });
        other.push(shown(), [model.values.page, model.values.link]);
        model.values._start = JSON.stringify(makeMessage({}, "another cutoff", "examples"));
        model.happen("change:_start");
        const renewed = [shown()];
        model.values._start = JSON.stringify(makeMessage({ r: "9" }, "another link", "examples"));
        model.happen("change:_start");
        renewed.push(shown());
        await run(makeMessage({ r: "3" }), { page: "playground", link: { r: "1" } });
        const later = [shown(), newest()];
        await answer({ begin: makeMessage({ r: "1" }) });
        result = [visited, own, other, renewed, [...later, shown()]];
    """)
    state = {"state": {"unseen": []}}
    asked = {"page": "playground", "link": {"r": "2"}, **state, "act": {}}
    assert visited == [asked, '{"r":"2"}', '{"r":"3"}', '{"r":"2"}', {"r": "2"}]
    assert own == [True, True, '{"r":"5"}', {"r": "5"}, True]
    assert other == [{"go": "examples", "link": {"r": "5"}}, "Examples", ["examples", {}]]
    assert renewed == ["another cutoff", "another cutoff"]
    assert later == ["", {"go": "playground", "link": {"r": "1"}}, '{"r":"1"}']


def test_links_files_and_scripts_of_a_cell_come_from_the_kernel(node):
    went, saved, files, lab, plotly = node("""
        const html = `<a id="next" href="./examples?example=a&k=2">Next</a>
          <a id="file" href="./take-along/steps.csv?r=3" download="my.csv">Steps</a>`;
        await run(makeMessage({}, html));
        const owner = findHost(find("[data-part]"));
        await press(find("#file"));
        const saved = [newest(), leftFor.length];
        await answer({ base64: btoa("rank,grade") });
        const [{ name, href }] = downloads;
        saved.push(name, await textOfFile({ href }));
        const read = async (work, content) => {
          const done = work();
          await pass();
          const asked = newest();
          await answer(content);
          return [asked, await done];
        };
        const frame = document.createElement("iframe");
        const files = [
          await read(() => owner.readFile("./take-along/steps.csv?r=3"), { base64: btoa("a") }),
          await read(() => owner.loadEngine("./assets/engine.js"), { text: "engine" }),
          await read(() => owner.fillSandbox(frame, "/sandbox/frame.html"), { text: "<p>" }),
          [frame.getAttribute("sandbox"), frame.srcdoc],
          [owner.siteAddress, owner.ownsLink, owner.isElsewhere(find("#file"))],
        ];
        acts.add({ do: "reverse" });
        await press(find("#next"));
        const went = [newest().act];
        await answer(makeMessage({ r: "2" }, html));
        await pass(20);
        went.push(newest());
        await answer({ begin: makeMessage({}, "<h1>Examples</h1>", "examples") });
        went.push(shown(), leftFor.length, document.title, [model.values.page, model.values.link]);
        const loaded = [findHost(find("[data-part]")).loadModule("lab"), owner.loadModule("lab")];
        await pass();
        const lab = [newest(), model.sent.filter(({ module }) => module).length];
        widgets.set("w1", "the lab");
        await answer({ widget: "w1" });
        lab.push(await loaded[0], await loaded[1]);
        owner.loadScript("plotly.js").then((exports) => lab.push(exports));
        await pass();
        await answer({ widget: "w2" }); // the page has no such widget yet
        widgets.set("w2", "plotly");
        await pass(3000);
        const plotly = [model.sent.filter(({ module }) => module === "plotly").length];
        await pass(1000);
        plotly.push(newest());
        await answer({ widget: "w2" });
        const view = { model: { get: (name) => name }, host: { getWidget: async (code) =>
          ({ exports: { render: (given) => [code, given === view] } }) } };
        result = [went, saved, files, lab, [...plotly, await loader.render(view)]];
    """)
    assert went == [
        *({"do": "reverse"}, {"go": "examples", "link": {"example": "a", "k": "2"}}),
        *("Examples", 0, "", ["examples", {}]),
    ]
    made = {"made": "steps.csv", "query": "r=3"}
    assert saved == [made, 0, "my.csv", "rank,grade"]
    assert files == [
        [made, "a"],
        [{"file": "assets/engine.js"}, "engine"],
        [{"file": "sandbox/frame.html"}, None],
        ["allow-scripts", "<p>"],
        ["", False, False],
    ]
    assert lab == [{"module": "lab"}, 1, "the lab", "the lab", "plotly"]
    assert plotly == [1, {"module": "plotly"}, ["_code", True]]


def test_a_cell_follows_the_theme_and_leaves_the_notebook_its_keys(node):
    looks, heard, keys, late, styles = node("""
        const look = () => {
          const { dataset, style } = find(".ndcg");
          const names = ["background-color", "text-color", "font"];
          return [dataset.theme, ...names.map((name) => style.getPropertyValue(`--st-${name}`))];
        };
        const change = async () => {
          for (const { go, seen } of observers) if (seen.has(document.body)) go([]);
          await pass(20);
        };
        await run(makeMessage({}, "<button>Reverse</button>"));
        const looks = [look()];
        document.body.style.backgroundColor = "blue";
        await change();
        looks.push(look());
        document.body.style.backgroundColor = "";
        document.documentElement.style.colorScheme = "dark";
        await change();
        looks.push(look()[1]);
        document.documentElement.style.colorScheme = "";
        setMedia("dark", true);
        await pass(20);
        looks.push(look()[0]);
        const heard = [...themes];
        leave();
        document.body.style.backgroundColor = "black";
        await change();
        setMedia("dark", false);
        await pass(20);
        looks.push(look()[0]);
        const got = [];
        document.addEventListener("keydown", ({ key }) => got.push(key));
        const button = find(".ndcg button");
        for (const [key, more] of [["d", {}], ["s", { ctrlKey: true }], ["z", { metaKey: true }],
          ["Shift", {}]]) fire(button, "keydown", { key, ...more });
        button.addEventListener("keydown", (event) => event.preventDefault());
        fire(button, "keydown", { key: "y", ctrlKey: true });
        document.body.style.backgroundColor = "";
        const el = await run(makeMessage({ r: "3" }), undefined, null);
        const late = [text(el)];
        const wait = () => observers.filter(({ seen }) => seen.has(el.firstElementChild));
        for (const { go } of wait()) go([]);
        late.push(text(el));
        document.body.replaceChildren(el);
        for (const { go } of wait()) go([]);
        late.push(text(el), wait().length);
        const sheets = document.adoptedStyleSheets.map(({ text }) => text);
        result = [looks, heard, got, late, [sheets, find("shadow-root").adoptedStyleSheets.length]];
    """)
    colors = ["gray", "Serif"]
    assert looks == [
        ["light", "white", *colors],
        ["dark", "blue", *colors],
        *("black", "light", "light"),
    ]
    assert heard == ["dark", "light"]
    assert keys == ["s", "z", "Shift"]
    assert late == ["", "", '{"r":"3"}', 0]
    assert styles == [[".ndcg { }"], 1]
