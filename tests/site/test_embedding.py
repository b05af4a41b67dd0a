"""A page of ours in somebody else's page, run in Node: both sides and their messages."""

import json

import pytest

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node, read_module

pytestmark = needs_node
BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
SITE = {
    "pages": {"learn": "./", "playground": "./playground"},
    "titles": {"learn": "Learn", "playground": "Playground"},
    "files": {"playground": {"r=3": "./playground/3/"}},
}
DOM = f"""
{CLOCK}
import {{ fire, observers, setMedia, text }} from "{BROWSER}";
const see = (kind) => observers.filter(({{ seen }}) => seen.size && kind([...seen]));
document.append(document.createElement("html"));
document.documentElement.innerHTML = "<head></head><body></body>";
Object.assign(HTMLElement.prototype, {{ getContext: () => ({{
  fillRect: () => {{}},
  getImageData() {{
    return {{ data: {{ black: [0, 0, 0, 255], white: [255, 255, 255, 255] }}[this.fillStyle] ??
      [0, 0, 0, 0] }};
  }},
}}) }});
globalThis.getComputedStyle = ({{ style }}) =>
  ({{ backgroundColor: style.backgroundColor || "none" }});
const send = (target, message, more) =>
  window.dispatchEvent(
    new CustomEvent("message", {{ data: {{ ndcg: message }}, ...target, ...more }}));
let result;
"""
AROUND = (
    DOM
    + """
const HOME = "https://ndcg.example";
history.replaceState(null, "", "/blog");
const makeStore = (refuses = false) => new Proxy({}, { get: (texts, name) => ({
  getItem: (key) => texts[key] ?? null,
  removeItem: (key) => delete texts[key],
  setItem: (key, text) => {
    if (refuses) throw new Error("full");
    texts[key] = text;
  } })[name] ?? texts[name] });
Object.assign(globalThis, { localStorage: makeStore(), sessionStorage: makeStore() });
let scripts = 0;
// Runs our script in the page, and returns the frame in its place, or the text.
const embed = async (dataset) => {
  const script = document.createElement("script");
  const place = document.createElement("div");
  document.body.append(place);
  place.append(script);
  script.setAttribute("src", `${HOME}/embed.js`);
  for (const [name, value] of Object.entries(dataset)) script.dataset[name] = value;
  Object.defineProperty(script, "src", { value: `${HOME}/embed.js` });
  document.currentScript = script;
  await import(`./hosts/embed/embed.js?${++scripts}`);
  return place.firstElementChild ?? text(place);
};
const from = (frame) => ({ source: frame.contentWindow, origin: HOME });
const told = (frame) => frame.contentWindow.received.map(({ ndcg }) => ndcg);
const height = (frame) => frame.style.height;
"""
)


@pytest.fixture
def around(tmp_path):
    """Run a scene in the page around."""
    names = ("hosts/embed/embed.js", "hosts/colors.js", "hosts/site/prepared.js")
    modules = {name: read_module(name) for name in names}
    written = modules["hosts/embed/embed.js"].replace(
        'JSON.parse("{}")', f"JSON.parse({json.dumps(json.dumps(SITE))})"
    )
    return make_scene_runner(tmp_path, modules | {"hosts/embed/embed.js": written}, AROUND)


def test_our_script_puts_the_page_that_it_names_in_its_place(around):
    frames, unknown = around("""
        const of = ({ src, title, allow, loading, style: { height, colorScheme } }) =>
          [src, title, allow, loading ?? "", height, colorScheme];
        const frames = [
          of(await embed({ page: "playground", link: "r=2" })),
          of(await embed({ page: "/playground/", link: "r=3&step=2", title: "Mine",
            height: "300" })),
          of(await embed({ theme: "dark" })),
        ];
        result = [frames, await embed({ page: "playgroud" })];
    """)
    home, title = "https://ndcg.example", "NDCG, step by step: "
    copy = "clipboard-write"
    assert frames == [
        [f"{home}/playground?embed=1&r=2", f"{title}Playground", copy, "", "640px", "light"],
        [f"{home}/playground/3/?embed=1&step=2", "Mine", copy, "lazy", "300px", "light"],
        [f"{home}/?embed=1", f"{title}Learn", copy, "lazy", "640px", "dark"],
    ]
    assert unknown == "There is no page “playgroud”. There are learn, playground."


def test_the_page_around_keeps_height_place_and_records(around):
    heights, places, begun, shared, wrong, full, forgotten = around("""
        const dataset = { page: "playground", link: "r=2" };
        const one = await embed(dataset);
        const heights = [];
        for (const value of [700.2, 50, 1e9]) {
          send(from(one), { height: value });
          heights.push(height(one));
        }
        const sized = await embed({ ...dataset, height: "300" });
        send(from(sized), { height: 900 });
        heights.push(height(sized));
        send(from(one), { height: 800 });
        send(from(one), { place: { page: "learn", link: "lesson=dcg" } });
        send(from(one), { place: { page: "elsewhere", link: "" } });
        send(from(one), { place: { page: "learn", link: "x".repeat(9000) } });
        const twin = await embed(dataset);
        const places = [twin.src];
        document.body.replaceChildren(); // a reload
        const again = await embed(dataset);
        places.push(again.src, height(again), (await embed(dataset)).src);

        document.body.replaceChildren();
        const [a, b] = [await embed({}), await embed({})];
        send(from(a), { begins: true });
        const begun = [told(a)];
        send(from(a), { record: { key: "ndcg-tutor:progress", text: "1" } });
        const shared = [told(a).length, told(b)];
        send(from(b), { begins: true });
        shared.push(told(b).at(-1).records);
        const name = Object.keys(localStorage).find((key) => key.endsWith("progress"));
        const storage = (key) => window.dispatchEvent(
          new CustomEvent("storage", { key, newValue: "2" }));
        storage("others:ndcg-tutor:progress");
        storage(`ndcg-embed ${HOME}/ ndcg-tutor:progress`);
        shared.push(told(a).at(-1), told(a).length, told(b).at(-1));
        const before = [told(a).length, height(a), Object.keys(localStorage).length];
        send(from(a), { height: 3000, begins: true }, { origin: "https://evil.example" });
        send({ source: window, origin: HOME }, { height: 3000, begins: true });
        for (const record of [{ key: "token", text: "1" }, { key: "ndcg-tutor:x", text: 7 },
          { key: "ndcg-tutor:x", text: "x".repeat(1_000_001) }]) send(from(a), { record });
        const wrong = [before, [told(a).length, height(a), Object.keys(localStorage).length]];
        const names = (storage) => Object.keys(storage).map((name) => name.split(" ")[2]);
        send(from(a), { height: 700 });
        localStorage.setItem("of the blog", "1");
        const forgotten = [names(sessionStorage).includes("place")];
        send(from(a), { forget: true });
        forgotten.push(names(localStorage), names(sessionStorage), told(b).at(-1));
        globalThis.localStorage = makeStore(true);
        send(from(b), { begins: true });
        const full = [told(b).at(-1).stores];
        send(from(b), { record: { key: "ndcg-tutor:progress", text: "3" } });
        result = [heights, places, begun, shared, wrong, [...full, told(b).at(-1)],
          forgotten];
    """)
    assert heights == ["701px", "120px", "20000px", "300px"]
    home = "https://ndcg.example/"
    ours, left = f"{home}playground?embed=1&r=2", f"{home}?embed=1&lesson=dcg"
    assert places == [ours, left, "800px", ours]
    assert begun == [
        [{"records": {}, "stores": True, "pages": ["./", "./playground"], "theme": "light"}]
    ]
    record = {"record": {"key": "ndcg-tutor:progress", "text": "1"}}
    newer = {"record": {"key": "ndcg-tutor:progress", "text": "2"}}
    assert shared == [1, [record], {"ndcg-tutor:progress": "1"}, newer, 2, newer]
    assert wrong[0] == wrong[1]
    assert full == [False, {"stores": False}]
    gone = {"record": {"key": "ndcg-tutor:progress", "text": None}}
    assert forgotten == [True, ["stores", "blog"], [], gone]


def test_the_frame_gets_the_theme_of_the_page_around(around):
    themes, left = around("""
        const frame = await embed({});
        const themes = () => [frame.style.colorScheme, ...told(frame).map(({ theme }) => theme)];
        const change = async (changed = document.body) => {
          for (const { go } of see((all) => all.includes(changed))) go([]);
        };
        document.body.style.backgroundColor = "black";
        await change();
        const states = [themes()];
        document.documentElement.dataset.theme = "light";
        await change();
        states.push(themes());
        frame.dataset.theme = "dark";
        await change(frame);
        states.push(themes().at(-1));
        delete frame.dataset.theme;
        delete document.documentElement.dataset.theme;
        document.body.style.backgroundColor = "white";
        await change();
        setTimeout(() => (document.body.style.backgroundColor = "black"), 400); // a slow change
        await pass(600);
        states.push(themes().at(-1));
        document.body.style.backgroundColor = "";
        setMedia("dark", true);
        await change();
        const before = themes().at(-1);
        setMedia("dark", false);
        states.push([before, themes().at(-1)]);
        document.body.style.backgroundColor = "black";
        window.dispatchEvent(new CustomEvent("load"));
        result = [states, themes().at(-1)];
    """)
    assert themes == [
        ["dark", "dark"],
        ["light", "dark", "light"],
        *("dark", "dark", ["dark", "light"]),
    ]
    assert left == "dark"


FRAME = (
    DOM
    + f"""
import {{ mountEmbedded }} from "{UI.as_uri()}/hosts/embed/embedded.js";
import {{ Host }} from "{UI.as_uri()}/exhibit/host.js";
const BLOG = "https://blog.example";
const sent = [];
globalThis.parent = {{ postMessage: ({{ ndcg }}, origin) => sent.push([ndcg, origin]) }};
const blog = {{ source: parent, origin: BLOG }};
const home = "http://localhost/ndcg/";
const mount = (told = {{}}) => {{
  window.name = `ndcg-embed ${{JSON.stringify({{ origin: BLOG, home, theme: "dark", ...told }})}}`;
  return mountEmbedded();
}};
const attributes = () => Object.fromEntries(document.documentElement.attributes.map(
  ({{ name, value }}) => [name, value]));
const newest = () => sent.at(-1)[0];
"""
)


@pytest.fixture
def framed(tmp_path):
    """Run a scene in the frame."""
    return make_scene_runner(tmp_path, {}, FRAME)


def test_a_framed_page_uses_the_record_and_theme_of_the_page_around(framed):
    begun, records, themes, late, plain = framed("""
        const told = mount();
        const begun = [attributes(), sent];
        const host = new Host();
        const ready = told.ready;
        const start = { records: { a: "1" }, stores: true, pages: ["./", "./playground"],
          theme: "light" };
        send({ ...blog, origin: "https://evil.example" }, start);
        send({ ...blog, source: window }, start);
        begun.push(await Promise.race([ready, settled()]) ?? "waits");
        send(blog, start);
        host.around = await ready;
        begun.push(host.around === told);
        const changed = [];
        host.onRecordChange((key) => changed.push(key));
        const records = [host.readRecord("a"), host.readRecord("b")];
        host.writeRecord("b", "2");
        records.push(newest(), host.readRecord("b"));
        send(blog, { record: { key: "a", text: "3" } });
        records.push(host.readRecord("a"), changed);
        host.writeWork({ "ndcg-tutor:a": 5, "of-others": 6 });
        records.push(host.readWork());
        host.forgetWork();
        records.push(newest(), host.readRecord("a"), host.readWork());
        send(blog, { stores: false });
        const fails = (work) => { try { return work(); } catch ({ message }) { return message; } };
        records.push(fails(() => host.readRecord("a")), fails(() => host.writeRecord("a", "4")),
          newest());
        let count = 0;
        const leave = host.onTheme(() => (count += 1));
        const next = window.name.includes('"light"');
        send(blog, { theme: "dark" });
        const themes = [document.documentElement.dataset.theme, next];
        send(blog, { theme: "dark" });
        send(blog, { theme: "pink" });
        setMedia("dark", true);
        themes.push(document.documentElement.dataset.theme, count);
        leave();
        send(blog, { theme: "light" });
        setMedia("dark", false);
        themes.push(count);
        const other = mount();
        await pass(2000);
        const disk = mount({ origin: "null" });
        const before = sent.length;
        const late = [await other.ready, await disk.ready, sent.length === before];
        window.name = "mine";
        const plain = [mountEmbedded()];
        mount();
        globalThis.parent = window;
        result = [begun, records, themes, late, [...plain, mountEmbedded()]];
    """)
    attributes, sent, waits, ready = begun
    assert (attributes, waits, ready) == ({"data-theme": "dark", "data-embed": ""}, "waits", True)
    assert sent[0] == [{"begins": True}, "https://blog.example"]
    nothing = "The page around this one stores nothing."
    assert records == [
        *("1", None, {"record": {"key": "b", "text": "2"}}, "2", "3", ["a"]),
        *({"a": 3, "b": 2, "ndcg-tutor:a": 5}, {"forget": True}, None, {}),
        *(nothing, nothing, {"record": {"key": "a", "text": "4"}}),
    ]
    assert themes == ["dark", True, "dark", 2, 2]
    assert late == [None, None, True]
    assert plain == [None, None]


def test_a_framed_page_reports_its_height_and_place_and_opens_other_pages_in_a_tab(framed):
    heights, places, links = framed("""
        history.replaceState(null, "", "/ndcg/playground?embed=1&r=3");
        const told = mount();
        window.dispatchEvent(new CustomEvent("DOMContentLoaded"));
        const watch = () => see((all) => all.includes(document.body));
        const measure = (height) => watch()[0].go([{ target: {
          getBoundingClientRect: () => ({ height }) } }]);
        measure(700.5);
        const heights = [newest()];
        measure(0);
        heights.push(newest());
        send(blog, { records: {}, stores: true, pages: ["./", "./playground"] });
        await told.ready;
        await settled();
        heights.push("data-grows" in attributes());
        const before = sent.length;
        told.keepPlace();
        const places = [sent.length === before];
        const host = Object.assign(new Host(), { around: told });
        told.begin("playground");
        places.push(newest());
        const { length } = history.visited;
        host.follow({ r: "2,3" }, "pushState");
        places.push(newest(), location.search, history.visited.length - length);
        history.replaceState(null, "", "/ndcg/playground?embed=1&r=1");
        window.dispatchEvent(new CustomEvent("popstate"));
        places.push(newest());
        const targets = () => {
          document.body.innerHTML = ["./", "./playground?r=3", "./class", "./take-along/x.csv",
            "https://a.example/", "mailto:a@b.example", "#top",
            "./playground/"].map((href, at) =>
            `<a href="${href}" ${at === 3 ? "download=x.csv" : ""}><b>${at}</b></a>`).join("");
          document.body.insertAdjacentHTML("beforeend", '<a href="./class" target="own">9</a>');
          for (const link of document.querySelectorAll("a")) fire(link.firstElementChild ?? link,
            "click");
          return document.querySelectorAll("a").map(({ target, rel }) => [target, rel].join(" "));
        };
        Object.defineProperty(HTMLElement.prototype, "protocol", { get() {
          return new URL(this.href).protocol; }, configurable: true });
        const links = [targets()];
        window.forgetListeners();
        observers.length = 0;
        document.documentElement.removeAttribute("data-grows");
        const sized = mount({ isSized: true }); // which does not know the site's pages yet
        window.dispatchEvent(new CustomEvent("DOMContentLoaded"));
        heights.push(watch().length);
        links.push(targets());
        result = [heights, places, links];
    """)
    assert heights == [{"height": 701}, {"height": 701}, True, 0]
    assert places == [
        True,
        {"place": {"page": "playground", "link": "r=3"}},
        *({"place": {"page": "playground", "link": "r=2%2C3"}}, "?r=2%2C3&embed=1", 0),
        {"place": {"page": "playground", "link": "r=1"}},
    ]
    away, here = "_blank noopener", " "
    assert links == [
        [here, here, away, here, away, here, here, here, "own "],
        [here, here, here, here, away, here, here, here, "own "],
    ]
