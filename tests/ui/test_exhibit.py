"""The parts of a page and its links, run in Node with the small browser."""

from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node

BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
PAGE = f"""
{CLOCK}
import {{ find, findAll, fire, leftFor, observers, press, setMedia, text, texts }} from "{BROWSER}";
import {{ beginExhibit }} from "{UI.as_uri()}/exhibit/exhibit.js";
import {{ Host }} from "{UI.as_uri()}/exhibit/host.js";
document.append(document.createElement("html"));
document.documentElement.innerHTML =
  "<head></head><body><div class=exhibit-place><div class=exhibit></div></div></body>";
history.replaceState(null, "", "/playground?r=3&embed=1");
const bodies = [];
let answer = null; // the next answer; without it, the server does not answer
let init = {{}}; // the status and the headers of the next answer
let release; // lets the server answer a request that waits
globalThis.fetch = (_, {{ body }}) => {{
  bodies.push(JSON.parse(body));
  const respond = () => new Response(JSON.stringify(answer), init);
  return answer ? Promise.resolve(respond()) : new Promise((go) => (release = () => go(respond())));
}};
const removed = [];
let acts;
const words = ({{ parentElement, data, acts: given }}) => {{
  if (given) acts = given;
  parentElement.innerHTML = data.html;
  return () => removed.push(data.html);
}};
// Draws a part of any other kind, and writes that down.
let drawn = [];
const drawAny = ({{ parentElement, data, acts: given, ahead }}) => {{
  if (given) acts = given;
  drawn.push([parentElement.dataset.part, data.html, ahead]);
  if (ahead && given) throw new Error("a preview takes no acts");
  const field = parentElement.querySelector("input"); // whose focus a new drawing keeps
  if (!field) parentElement.innerHTML = data.html;
  return () => removed.push(parentElement.isConnected ? "too early" : data.html);
}};
const draw = {{ words, markup: drawAny, figure: drawAny, controls: drawAny, board: drawAny }};
const listDrawn = () => drawn.splice(0);
const begin = (first) => beginExhibit(find(".exhibit-place"), first, new Host(), draw);
// Lets a part come into sight or leave it.
const see = async (name, isIntersecting) => {{
  const target = find(`[data-part=${{name}}]`);
  const watch = observers.find(({{ seen }}) => seen.has(target));
  watch?.go([{{ target, isIntersecting }}]);
  await pass();
  return Boolean(watch);
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
        const first = message({ r: "3" }, [part("one", { html }), part("two", { later: true })],
          { look: "quiet" });
        answer = message({ r: "3" }, [part("one", { html }), part("two", { html: "late" })]);
        begin(first);
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
        history.replaceState(null, "", "/playground?r=3#steps"); // a place on this page
        window.dispatchEvent(new CustomEvent("popstate"));
        await pass();
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


@needs_node
def test_parts_keep_their_place_their_focus_and_the_html_of_the_server(tmp_path):
    adopted, first, moved, focus, gone, other = make_scene_runner(tmp_path, {}, PAGE)("""
        const make = (kind, name, html = name) => ({ kind, name, data: { html } });
        const show = async (rows, more) => {
          answer = { page: "playground", link: { r: "3" }, rows, ...more };
          acts.add({ do: "reverse" });
          await pass();
        };
        find(".exhibit").innerHTML = `<div class="exhibit-row"><div class="exhibit-column">
          <div data-part="board"><input id="name"></div><div data-part="one">old</div></div></div>`;
        document.body.insertAdjacentHTML("beforeend",
          '<template data-kind="controls"><i class="frame"></i></template>');
        const slots = () => findAll("[data-part]");
        const [board, one] = slots();
        const rows = [[[make("board", "board"), make("words", "one")]]];
        begin({ page: "playground", link: { r: "3" }, rows, look: "quiet" });
        const adopted = [slots()[0] === board, slots()[1] === one, text(one),
          findAll(".exhibit-row").length, find(".exhibit").dataset.revision];
        const first = [listDrawn().map(([name]) => name)];
        find("#name").focus();
        await show([[[make("board", "board")], [make("markup", "two")]],
          [[make("words", "one")], [make("controls", "three")]]]);
        const list = () => findAll(".exhibit-row").map((row) => [...row.children].map((column) =>
          [...column.children].map(({ dataset }) => dataset.part).join(" ")));
        first.push(list(), listDrawn().map(([name]) => name), find(".exhibit").dataset.revision,
          find(".exhibit").dataset.look);
        const moved = [slots()[0] === board, slots().includes(one),
          document.activeElement === find("#name")];
        const [row] = findAll(".exhibit-row");
        await show([[[make("words", "one"), make("figure", "four")]],
          [[make("board", "board")], [make("markup", "two")]]], { look: "other" });
        moved.push(list(), findAll(".exhibit-row")[1] === row, find(".exhibit").dataset.look);
        const outside = document.createElement("button");
        document.body.append(outside);
        outside.focus();
        await show([[[make("board", "board")]]]);
        const focus = [document.activeElement === outside];
        find("#name").focus();
        await show([[[make("board", "board"), make("words", "five")]]]);
        focus.push(document.activeElement === find("#name"));
        const gone = [[...removed], list(), await see("five", true)];
        gone.push(observers.some(({ seen }) => seen.has(one)));
        const other = [];
        for (const names of [["five", "six"], ["six"]]) { // of another link
          find(".exhibit").innerHTML = names.map((name) => `<i data-part=${name}></i>`).join("");
          begin({ page: "playground", link: { r: "3" }, rows: [[[make("markup", "five")]]] });
          other.push(slots().map(text));
        }
        result = [adopted, first, moved, focus, gone, other];
    """)
    assert adopted == [True, True, "one", 1, "1"]
    rows = [["board", "two"], ["one", "three"]]
    assert first == [["board"], rows, ["two", "three", "board"], "2", ""]
    assert moved == [True, True, True, [["one four"], ["board", "two"]], True, "other"]
    assert focus == [True, True]
    assert set(gone[0]) == {"three", "one", "four", "two"}
    assert gone[1:] == [[["board five"]], True, False]
    assert other == [["five"], ["five"]]


@needs_node
def test_a_preview_is_shown_in_the_visible_parts_that_follow_a_drag(tmp_path):
    unseen, shown, sight, back, dropped = make_scene_runner(tmp_path, {}, PAGE)("""
        const documents = () => [{ id: 0, label: "A" }, { id: 1, label: "B" }];
        const make = (n, r, order = [0, 1]) => ({ page: "playground", link: { r }, look: "", rows: [
          [[{ kind: "board", name: "board", data: { html: `b${n}`, link: { r },
            documents: order.map((place) => documents()[place]) } }],
            [{ kind: "markup", name: "steps", data: { html: `s${n}` } }]],
          [[{ kind: "figure", name: "chart", data: { html: `c${n}` } }]],
          [[{ kind: "controls", name: "fields", data: { html: `f${n}`, ahead: true } }]],
          [[{ kind: "controls", name: "plain", data: { html: `p${n}` } }]],
          [[{ kind: "words", name: "words", data: { html: `w${n}` } }]],
          [[{ kind: "markup", name: "notes", data: n === 1 ? { html: "n1" } : { later: true } }]],
          ...(n === 1 ? [] : [[[{ kind: "markup", name: "extra", data: { html: "e" } }]]])] });
        begin(make(1, "AB"));
        listDrawn();
        await see("chart", false);
        answer = make(2, "BA", [1, 0]);
        const order = { do: "arrange", order: [1, 0] };
        acts.peek(order);
        await pass();
        const unseen = bodies.map(({ state, act }) => [state.unseen, act.order]);
        const shown = [listDrawn(), text("[data-part=words]"), find("[data-part=notes]").ariaBusy];
        await see("chart", true);
        const sight = [bodies.length, bodies.at(-1).state.unseen, listDrawn().map(([, html]) =>
          html)];
        await see("chart", false);
        acts.peek(null);
        await pass();
        const back = [listDrawn(), bodies.length];
        acts.peek(null);
        await pass();
        back.push(listDrawn());
        await acts.peek(order);
        const count = bodies.length;
        acts.add(order);
        await pass();
        const dropped = [bodies.slice(count).map(({ act }) => act), location.search];
        dropped.push(text("[data-part=words]"),
          findAll(".exhibit [data-out]").length);
        result = [unseen, shown, sight, back, dropped];
    """)
    assert unseen == [[["chart"], [1, 0]]]
    held = {"order": [1, 0]}
    assert shown == [
        [["steps", "s2", True], ["fields", "f2", True], ["board", "b2", held]],
        *("w1", None),
    ]
    assert sight == [2, [], ["s2", "c2", "f2", "b2"]]
    returned = [["steps", "s1", True], ["chart", "c1", True], ["fields", "f1", True]]
    assert back == [[*returned, ["board", "b1", {"order": None}]], 2, [back[0][-1]]]
    assert dropped == [[{}], "?r=BA&embed=1", "w2", 1]


@needs_node
def test_parts_that_were_left_out_are_fetched_in_sight_at_once_and_else_after_a_pause(tmp_path):
    waits, came, sight, title = make_scene_runner(tmp_path, {}, PAGE)("""
        const make = (r, late) => message({ r }, [part("one", { html: r }), part("two", late)]);
        begin(make("1", { html: "early" }));
        await see("two", false);
        answer = make("2", { later: true });
        acts.add({ do: "reverse" });
        await pass(400);
        acts.add({ do: "reverse" });
        await pass(400); // another act begins another pause
        const waits = [bodies.length, find("[data-part=two]").ariaBusy];
        answer = make("2", { html: "<h1>Late</h1>" });
        await pass(90);
        waits.push(bodies.length);
        await pass(20);
        const came = [bodies.length, bodies.at(-1).act, bodies.at(-1).state.unseen,
          text("[data-part=two]"), find("[data-part=two]").ariaBusy, document.title];
        answer = make("3", { later: true });
        acts.add({ do: "reverse" });
        await settled();
        const sight = [text("[data-part=two]"), find("[data-part=two]").ariaBusy];
        answer = make("3", { html: "later" });
        await see("two", true);
        sight.push(text("[data-part=two]"), bodies.length);
        await pass(2000);
        sight.push(bodies.length);
        const heading = (more) => message({ r: "4" }, [part("one", { html: '<h1>Playground</h1>'
          + '<b class="fraction hero"><i class="over">DCG@3 of 5</i><i class="ndcg">0.9</i></b>' }),
          ], more);
        const title = [];
        for (const look of ["", "lesson"]) {
          answer = heading({ look });
          acts.add({ do: "reverse" });
          await settled();
          title.push(document.title);
        }
        result = [waits, came, sight, title];
    """)
    assert waits == [2, "true", 2]
    assert came == [3, {}, ["one"], "Late", None, "Late · NDCG, step by step"]
    assert sight == ["Late", "true", "later", 5, 5]
    assert title == [f"{words}Playground · NDCG, step by step" for words in ("NDCG@3 = 0.9 · ", "")]


@needs_node
def test_only_a_plain_link_to_another_page_waits_and_only_until_all_is_answered(tmp_path):
    idle, stays, leaves, said, told = make_scene_runner(tmp_path, {}, PAGE)("""
        const html = `<a id="plain" href="/examples"><b>Examples</b></a><p>Text</p>
          <a id="tab" href="/examples" target="_blank">Tab</a><a id="here" href="?k=2">Same</a>
          <a id="file" href="/steps.csv" download>File</a>
          <a data-here id="own" href="?r=2">Own</a>`;
        begin(message({ r: "3" }, [part("one", { html })]));
        const isLeft = (selector, more) => fire(find(selector), "click", more);
        const idle = [isLeft("#plain")];
        acts.add({ do: "reverse" });
        await pass();
        const stays = ["#tab", "#here", "#file", "p"].map((one) => isLeft(one));
        stays.push(isLeft("#plain", { metaKey: true }), isLeft("#plain", { shiftKey: true }));
        find("#plain").addEventListener("click", (event) => event.preventDefault(), { once: true });
        isLeft("#plain"); // somebody else has handled this click
        await pass(30);
        stays.push(leftFor.length, isLeft("#own", { shiftKey: true }));
        const leaves = [isLeft("#plain b")];
        await pass(100);
        leaves.push(leftFor.length);
        answer = { say: "There are no grades." };
        init = { status: 400, headers: { "Content-Type": "application/json" } };
        release();
        await pass(30);
        leaves.push(leftFor.length);
        const line = () => texts(".exhibit-says p").map((words) => [words,
          find(".exhibit-says p").getAttribute("role"), find(".exhibit-says p").className,
          find(".exhibit").firstElementChild === find(".exhibit-says")]);
        const said = [line()];
        init = {};
        answer = message({ r: "3" }, [part("one", { html })]);
        acts.add({ do: "reverse" });
        await pass();
        said.push(line(), findAll(".exhibit-says").length);
        Object.assign(localStorage, { setItem: () => { throw new Error(); },
          getItem: () => { throw new Error(); } });
        document.body.innerHTML = "<div class=exhibit-place><div class=exhibit></div></div>";
        begin(message({}, [part("one", { html })], { state: {}, keeps: "progress" }));
        await pass();
        const told = [line(), "forgets" in document.documentElement.dataset];
        result = [idle, stays, leaves, said, told];
    """)
    assert idle == [True]
    assert stays == [*[True] * 6, 0, True]
    assert leaves == [False, 0, 1]
    assert said == [[["There are no grades.", "alert", "problem", True]], [], 0]
    lost = "This browser does not store your progress. It is lost when you close this page."
    assert told == [[[lost, "status", "say", True]], True]


@needs_node
def test_a_page_of_another_version_waits_for_a_card_a_program_and_all_answers(tmp_path):
    assert make_scene_runner(tmp_path, {}, PAGE)("""
        document.documentElement.dataset.version = "1";
        const make = (html) => message({ r: "3" }, [part("one", { html })]);
        begin(make('<b class="lifted"></b>'));
        init = { headers: { "NDCG-Version": "2" } };
        answer = make('<b class="lifted"></b>');
        acts.add({ do: "reverse" });
        await pass(1000);
        const counts = [leftFor.length];
        const show = async (html) => {
          find("[data-part=one]").innerHTML = html;
          await pass(1000);
          counts.push(leftFor.length);
        };
        await show('<b class="lab" data-engine="running"></b>');
        answer = null;
        acts.add({ do: "reverse" });
        await pass();
        await show('<b class="lab" data-engine="ready"></b>');
        const future = { kind: "future", name: "zero", data: {} };
        answer = message({ r: "3" }, [future, part("one", { html: "newer" })]);
        release();
        await pass(1000);
        result = [...counts, text("[data-part=one]"), leftFor];
    """) == [0, 0, 0, "newer", ["http://localhost/playground?r=3&embed=1"]]


@needs_node
def test_after_a_returned_card_the_left_out_parts_are_fetched(tmp_path):
    assert make_scene_runner(tmp_path, {}, PAGE)("""
        const documents = [{ id: 0, label: "A" }, { id: 1, label: "B" }];
        const make = (chart) => ({ page: "playground", link: { r: "3" }, look: "", rows: [
          [[{ kind: "board", name: "board", data: { html: "", link: { r: "3" },
            documents: structuredClone(documents) } }]],
          [[{ kind: "figure", name: "chart", data: chart }]]] });
        begin(make({ html: "early" }));
        await see("chart", false);
        answer = make({ later: true });
        acts.add({ do: "sort" });
        await pass();
        acts.peek({ do: "arrange", order: [1, 0] });
        await pass(2000);
        const chart = () => [find("[data-part=chart]").ariaBusy, text("[data-part=chart]")];
        const held = chart();
        answer = make({ html: "late" });
        acts.peek(null);
        await pass(600);
        result = [held, chart()];
    """) == [["true", "early"], [None, "late"]]


@needs_node
def test_a_host_writes_addresses_sends_json_and_hears_of_records_and_themes(tmp_path):
    addresses, framed, sent, heard = make_scene_runner(tmp_path, {}, PAGE)("""
        history.replaceState(null, "", "/playground?r=3&embed=1&embed_options=a&scale=2#steps");
        const host = new Host();
        const addresses = [host.link, host.fragment, host.siteAddress];
        host.follow({}, "replaceState");
        addresses.push(location.search);
        history.replaceState(null, "", "/playground?r=3");
        host.follow({}, "replaceState");
        addresses.push(location.href);
        const { pushState } = history;
        history.pushState = () => { throw new Error("SecurityError"); }; // as in Safari
        host.follow({ r: "2" }, "pushState");
        history.pushState = pushState;
        const kept = [];
        const count = history.visited.length;
        host.around = { keepPlace: () => kept.push(location.search) };
        host.follow({ r: "5" }, "pushState");
        const framed = [kept, history.visited.length - count];
        host.around = null;
        const requests = [];
        globalThis.fetch = async (address, options) => {
          requests.push([address, options.method, options.headers, options.body]);
          return new Response('{"say":"Yes."}');
        };
        const sent = [await host.send("learn", { act: {} }), requests,
          await host.readFile(`data:text/csv;base64,${btoa("\u00c3\u00a9")}`)];
        const heard = [];
        host.onRecordChange((key) => heard.push(key));
        fire(window, "storage", { key: "progress" });
        for (const persisted of [false, false, true]) fire(window, "pageshow", { persisted });
        const leave = host.onTheme(() => heard.push("theme"));
        setMedia("prefers-color-scheme: dark", true);
        leave();
        setMedia("prefers-color-scheme: dark", false);
        result = [addresses, framed, sent, heard];
    """)
    assert addresses == [
        *({"r": "3"}, "#steps", "http://localhost/", "?embed=1&embed_options=a&scale=2"),
        "http://localhost/playground",
    ]
    assert framed == [["?r=5"], 0]
    header = {"Content-Type": "application/json"}
    assert sent == [{"say": "Yes."}, [["acts/learn", "POST", header, '{"act":{}}']], "é"]
    assert heard == ["progress", None, "theme"]
