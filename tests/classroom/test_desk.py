"""A teacher's desk and the wall, run in Node: the desk's commands, and the texts of both."""

import json
import re

import pytest

from ndcg_core.marking.verdict_words import GROUP_WORDS
from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module
from tests.ui.visitor import do_as_visitor

WORDS = json.dumps(json.dumps(GROUP_WORDS))
DESK = f"""
{CLOCK}
const nothing = () => {{}};
const element = () => ({{
  dataset: {{}}, value: "", textContent: "", innerHTML: "", classList: {{ toggle: nothing }},
  addEventListener: nothing, setAttribute: nothing, replaceChildren: nothing,
  scrollIntoView: nothing, focus: nothing,
}});
const elements = {{}};
globalThis.find = (selector) => (elements[selector] ??= element());
globalThis.document = {{
  documentElement: {{ dataset: {{ outcomes: {WORDS} }} }},
  activeElement: {{ id: "" }},
}};
globalThis.location = {{ hash: "#ABCDE.steering.showing" }};
globalThis.Option = class {{ constructor(text) {{ this.text = text; }} }};
globalThis.sent = [];
let onKey = null;
globalThis.addEventListener = (name, go) => (onKey = go);
await import("./classroom/desk.js");

const room = {{
  ...{{ phase: "open", revision: 4, place: 1, count: 2, step: 0, steps: 0, vote: 1, votes: 1 }},
  question: {{ kind: "number", wall: "?" }},
}};
const joins = {{ minutes: [2], last: 2, now: 60 }};
const draw = (changes = {{}}, more = {{}}) =>
  globalThis.draw({{
    ...{{ room: {{ ...room, ...changes }}, code: "ABCDE", title: "Monday", plan: ["?", "?"] }},
    ...{{ joined: 2, answered: 1, joins, joining: "open", quiet: 0, expires: 10_000_000_000 }},
    ...more,
  }});
// Presses a key; returns whether the browser still does what it does with this key.
const press = (key, more = {{}}) => {{
  let left = true;
  const target = {{ closest: () => null }};
  onKey({{ key, target, preventDefault: () => (left = false), ...more }});
  return left;
}};
let result;
"""
SHARED = """
export const find = globalThis.find;
export const buildAddress = (address) => address;
export const followClass = async (secret, draw) => (globalThis.draw = draw);
export const sendUntilAnswered = async (address, message) => (globalThis.sent.push(message()), {});
export const showNotice = () => {};
export const countDown = showNotice, downloadAnswers = showNotice, markPhase = showNotice;
"""
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    names = ("classroom/desk.js", "classroom/results.js", "classroom/outcomes.js")
    names += ("classroom/pictures.js", "exhibit/make.js")
    instead = {
        "classroom/shared.js": SHARED,
        "classroom/frames.js": "export const mirrorPage = () => () => {};",
        "components/markup/morph.js": "export const fill = (at, html) => (at.innerHTML = html);",
    }
    return make_scene_runner(tmp_path, {name: read_module(name) for name in names} | instead, DESK)


def test_a_held_key_sends_one_command_and_key_combinations_none(node):
    sent, left = node("""
        draw();
        const left = [press("ArrowRight")];
        left.push(press("ArrowRight", { repeat: true }));
        left.push(press("ArrowRight", { altKey: true })); // goes forward in the browser
        left.push(press("ArrowDown")); // without steps it scrolls the page
        result = [sent, left];
    """)
    assert sent == [{"command": "forward", "argument": "", "revision": 4}]
    assert left == [False, True, True, True]


NEXT_STEPS = [
    ("waiting", {"question": None, "vote": 0}, {}, 0, "Ask the first question", "First question"),
    ("open", {}, {}, 1, "Learners are answering", "Close the vote"),
    ("closed", {"vote": 0}, {}, 2, "Show the answers", "Show the answers"),
    ("closed", {"vote": 0}, {"results_shown": True}, 4, "Show the solution", "Show the solution"),
    (
        *("closed", {"vote": 0}, {"results_shown": True, "desk": {"do": "discuss"}}, 3),
        *("Ask learners to discuss", "Discuss and vote again"),
    ),
    (
        *("closed", {"vote": 0}, {"results_shown": True, "desk": {"do": "skip"}}, 5),
        *("Withhold the solution", "Continue without the solution"),
    ),
    (
        *("closed", {"vote": 0, "place": 2}, {"results_shown": True, "desk": {"do": "skip"}}, 4),
        *("Show the solution", "Show the solution"),
    ),
    (
        *("closed", {"vote": 0, "holds": True}, {}, 5),
        *("Withhold the solution", "Continue without the solution"),
    ),
    ("closed", {"vote": 0, "holds": True, "place": 2}, {}, 2, "Show the answers", "Show the ans"),
    (
        *("closed", {"vote": 0, "question": {"kind": "text", "wall": "?"}}, {}, 2),
        *("Choose answers for the wall", "Show the solution"),
    ),
    ("discuss", {"vote": 2}, {}, 3, "Learners are discussing", "Close the second vote"),
    ("settled", {"vote": 0}, {}, 4, "Show the solution", "Show the solution"),
    ("revealed", {"vote": 0}, {}, 5, "Continue", "Next question"),
    ("revealed", {"vote": 0, "steps": 3}, {}, 5, "Continue", "Next question"),
    ("revealed", {"vote": 0, "place": 2}, {}, 6, "That was the last question", ""),
    ("revealed", {"vote": 0, "step": 1, "steps": 3}, {}, 4, "The solution, step 1 of 3", "Next st"),
    ("revealed", {"vote": 0, "step": 3, "steps": 3}, {}, 5, "The solution, step 3 of 3", "Next qu"),
]
"""A phase of the room, more about it, the place of the next step, its title and its button."""
HINTS = {
    "Ask the first question": "Open the wall on the projector. Learners join with its code.",
    "Learners are answering": "The wall shows how many have answered, but not their answers.",
    "Learners are discussing": "Learners answer again. Their first answers are kept.",
    "Continue": "Each phone shows the verdict on its own answer.",
    "The solution, step 1 of 3": "Each phone shows the verdict on its own answer.",
    "The solution, step 3 of 3": "Each phone shows the verdict on its own answer.",
    "That was the last question": "You can print the mistakes so far.",
}
"""The sentences below some titles."""
WAY = ["Ask", "Close the vote", "Show answers", "Discuss", "Solution", "Next question"]


def test_the_desk_offers_the_next_step_of_every_phase(node):
    rooms = json.dumps([[{"phase": phase, **room}, more] for phase, room, more, *_ in NEXT_STEPS])
    steps = node(f"""
        result = {rooms}.map(([changes, more]) => {{
          draw(changes, more);
          const way = find("#way").innerHTML;
          return [find("#now").textContent, find("#best span").textContent, find("#best").hidden,
            way.match(/done/g)?.length ?? 0, way.includes("aria-current"),
            way.split(/<[^>]*>/).filter(Boolean), find("#advice").textContent];
        }});
    """)
    for step, (*_, place, wanted, button) in zip(steps, NEXT_STEPS, strict=True):
        title, label, is_hidden, done, is_current, way, hint = step
        assert (title, way, hint) == (wanted, WAY, HINTS.get(wanted, ""))
        assert is_hidden == (not button)
        assert label.startswith(button)
        assert (done, is_current) == (place, place < 6)


def test_before_the_first_question_the_desk_shows_the_plan_and_how_to_join(node):
    waiting, opened = node("""
        const shown = () => ["#place", "#answered", "#remark", "#quiet", "#ask", "#dots",
          "#others", "#advice", "#most", "#minute"].map((id) => find(id).textContent +
          find(id).innerHTML.replace(/<[^>]*>/g, ""));
        const before = { phase: "waiting", place: 0, question: null, vote: 0 };
        const nobody = { quiet: 99, joined: 0, answered: undefined,
          joins: { minutes: [0, 0], last: 0, now: 60 } };
        draw(before, { ...nobody, remark: "Phones cannot open localhost." });
        draw(before, nobody); // only the first message has the remark
        const waiting = [shown(), find("#plan").innerHTML.includes("aria-current")];
        draw({}, { desk: { groups: [] } });
        result = [waiting, [shown().slice(0, 3), find("#plan").innerHTML]];
    """)
    remark = "Phones cannot open localhost."
    advice = "Open the wall on the projector. Learners join with its code."
    assert waiting == [["2", "", remark, "", "", "", "", advice, "", "last minute: 0"], False]
    current = '<li aria-current="step"><span>?</span></li><li><span>?</span></li>'
    assert opened == [["question 1 of 2", "1 of 2", ""], current]


def test_the_desk_names_each_answer_and_its_cause_once(node):
    drawn = node(r"""
        const group = (key, label, written, outcome = "wrong") => ({ key, label, written, outcome,
          count: 1 });
        const right = group("right", "right", "0.5", "right");
        const rows = (kind, groups, more = {}) => {
          const question = { kind, wall: "?" };
          draw({ phase: "closed", vote: 0, question }, { desk: { groups, ...more } });
          const items = find("#answers").innerHTML.split("<li ").slice(1);
          return items.map((row) => row.slice(row.indexOf(">") + 1).replace(/<[^>]*>/g, " "))
            .map((row) => row.replace(/\s+/g, " ").trim());
        };
        result = [
          rows("number", [right, group("no-discount", "no divisor", "9.00"),
            group("0.7", "0.7", "0.7"), group("half", "0.8", "0.8")]),
          rows("audit", [{ ...right, written: "DCG: no divisor" }, group("x", "the cutoff",
            "NDCG")]),
          rows("guess", [group("0 to 1", "0 to 1", "0.3, 0.4"), right]),
          rows("sheet", [{ ...right, written: "" }, group("dcg", "x", "y")], { blanks: [
            { key: "dcg", label: "DCG", written: "no divisor", outcome: "wrong", count: 2 }] }),
          [find("#remark").textContent],
          rows("sheet", [group("cut", "at the cutoff", "3.5", "incomplete")], { blanks: [] }),
        ];
    """)
    number, audit, guess, sheet, remark, whole = drawn
    assert number == ["0.5 right 1", "9.00 no divisor 1", "0.7 1", "0.8 1"]
    assert audit == ["right DCG: no divisor 1", "the cutoff 1"]
    assert guess == ["0 to 1 1", "right 1"]
    assert sheet == ["DCG no divisor 2"]
    assert remark == ["Only you see which is right."]
    assert whole == ["3.5 incomplete at the cutoff 1"]


def test_the_desk_has_a_button_for_each_other_command_that_is_possible(node):
    opened, closed, solved = node("""
        const buttons = () =>
          [...find("#others").innerHTML.matchAll(/data-command="(\\w+)">([^<]*)/g)].map(
            ([, name, label]) => `${name}: ${label.trim()}`);
        draw();
        const opened = buttons();
        draw({ phase: "closed", vote: 0 }, { results_shown: true });
        const closed = buttons();
        draw({ phase: "revealed", vote: 0, steps: 3 }, { similar: true });
        result = [opened, closed, buttons()];
    """)
    assert opened == ["back: Back", "time: Start 1 minute"]
    assert closed == [
        *("back: Back", "show: Hide answers", "discuss: Vote again", "skip: Skip the solution"),
    ]
    assert solved == ["back: Back", "on: Step by step", "alone: Ask a similar question"]


def test_a_button_shows_an_open_text_on_the_wall_or_says_that_it_is_there(node):
    html, said = node("""
        const group = (key, label) => ({ key, label, outcome: "open", count: 1, written: label });
        const groups = [group("a", "Because."), group("b", "Why not?")];
        draw({ phase: "closed", vote: 0, question: { kind: "text", wall: "Why?" } },
          { desk: { groups, chosen: ["b"] } });
        result = [find("#answers").innerHTML, find("#best span").textContent];
    """)
    buttons = re.findall(r'data-choose="(\w)" aria-pressed="(\w+)">([^<]*)<', html)
    assert buttons == [("a", "false", "Show on the wall"), ("b", "true", "On the wall")]
    assert said == "Show the solution"


def test_the_desk_shows_who_is_missing_who_joined_and_whether_the_room_is_locked(node):
    first, quiet, answered, locked, removal, closed, dots = node("""
        const read = (...ids) => ids.map((id) => find(id).textContent);
        draw({}, { silent: ["Fox"] });
        const first = read("#answered", "#silent", "#quiet", "#lock", "#locked", "#minute");
        draw({}, { quiet: 25 });
        const quiet = read("#quiet", "#silent");
        draw({}, { quiet: 25, answered: 2 });
        const answered = read("#quiet", "#answered");
        draw({}, { joining: "locked" });
        const locked = read("#lock", "#locked");
        let moments = [];
        find("#since").replaceChildren = (...all) => (moments = all.map(({ text }) => text));
        const counts = [];
        for (const [minutes, joined] of [[[2, 0, 3], 5], [[2, 0, 3], 9], [[0], 0]]) {
          draw({}, { joined, joins: { ...joins, minutes, now: 6000 } });
          counts.push([moments.map((text) => text.replace(/since .* /, "since ")),
            find("#removal").hidden]);
        }
        draw({ phase: "closed", vote: 0 }, { quiet: 25 });
        const closed = read("#quiet");
        const dots = [200, 201].map((joined) => {
          draw({}, { joined, answered: 100, silent: ["Fox", "Owl"] });
          return [find("#dots").innerHTML.match(/<i/g).length, find("#silent").textContent];
        });
        result = [first, quiet, answered, locked, counts, closed, dots];
    """)
    assert first == ["1 of 2", "Not yet: Fox", "", "Lock the class", "", "last minute: 2"]
    assert quiet == ["Nobody has answered for 20 s. 1 of 2 have not answered yet.", ""]
    assert answered == ["", "2 of 2"]
    stay = "Locked. Nobody else can join. Learners who are here stay."
    assert locked == ["Unlock the class", stay]
    assert removal == [
        [["since (2)", "since (5)"], False],
        [["since (2)", "since (5)", "at any time (9)"], False],
        [[], True],
    ]
    assert closed == [""]
    assert dots == [[200, "Not yet: Fox, Owl and 98 more"], [10, "Not yet: Fox, Owl and 99 more"]]


WALL = f"""
{CLOCK}
const elements = {{}};
const element = () => ({{
  dataset: {{}}, textContent: "", innerHTML: "", querySelectorAll: () => [],
  classList: {{ add: () => {{}}, remove: () => {{}} }},
}});
globalThis.find = (selector) => (elements[selector] ??= element());
globalThis.document = {{
  documentElement: {{ dataset: {{ outcomes: {WORDS} }} }},
  body: element(),
}};
globalThis.location = {{ hash: "#ABCDE.showing" }};
process.env.TZ = "UTC";
globalThis.matchMedia = () => ({{ matches: true }});
globalThis.cancelAnimationFrame = () => {{}};
await import("./classroom/wall.js");

const asked = {{ kind: "choice", wall: "Which?", about: "", story: "", options: ["One", "Two"] }};
const at = {{ phase: "open", round: 7, vote: 1, votes: 1, place: 2, count: 3 }};
const room = {{ ...at, question: asked }};
const draw = (changes = {{}}, more = {{}}) =>
  globalThis.draw({{
    ...{{ room: {{ ...room, ...changes }}, code: "ABCDE", title: "Monday", joined: 3 }},
    ...{{ answered: 1, joining: "open", expires: 1_795_572_000, ...more }},
  }});
const read = (id) => find(id).innerHTML.replace(/<[^>]*>/g, " ").replace(/\\s+/g, " ").trim();
let result;
"""


@pytest.fixture
def wall(tmp_path):
    names = ("classroom/wall.js", "classroom/results.js", "classroom/outcomes.js")
    names += ("classroom/pictures.js", "exhibit/make.js")
    phases = 'export const PHASES = { open: "Answer now.", revealed: "The solution" };'
    instead = {
        "classroom/shared.js": SHARED + phases,
        "classroom/fit.js": "export const fitWall = () => {};",
        "components/markup/morph.js": "export const fill = (at, html) => (at.innerHTML = html);",
    }
    return make_scene_runner(tmp_path, {name: read_module(name) for name in names} | instead, WALL)


def test_the_wall_shows_the_question_the_rings_and_the_solutions_step(wall):
    waiting, locked, opened, named, results, solution, step = wall("""
        draw({ phase: "waiting", question: null, vote: 0 });
        const waiting = [find("#phase").textContent, find("#place").textContent, read("#joined"),
          read("#question"), read("#results"), find("#who").innerHTML];
        draw({ phase: "waiting", question: null, vote: 0 }, { joining: "locked" });
        const locked = find("#phase").textContent;
        draw({}, { answered: 2 });
        const opened = ["#answered", "#question", "#results"].map(read);
        opened.push(document.body.dataset.named, read("#solution"));
        opened.push(find("#phase").textContent, find("#place").textContent);
        opened.push(find("#who").innerHTML.match(/class="\\w*"/g));
        draw({ alone: true }, { people: [["Fox", true], ["Owl", false]] });
        const named = [read("#who"), document.body.dataset.named, find("#place").textContent];
        const right = { key: "a", label: "A. One", outcome: "right", count: 2 };
        const other = { ...right, key: "b", label: "B. Two", outcome: "wrong", count: 1 };
        const votes = { 1: [right, other] };
        const found = { kind: "choice", marked: true, votes };
        draw({ phase: "revealed", vote: 0, solution: "It is so." }, { results: found });
        const results = [read("#results"), find("#phase").textContent, find("#who").innerHTML];
        const solution = read("#solution");
        const step = { phase: "revealed", vote: 0, solution: "So.", step: 2, steps: 6 };
        draw(step, { results: found });
        const stepped = [read("#solution"), find("#phase").textContent, read("#answered")];
        draw({ vote: 0, question: { kind: "number", wall: "How much?", about: "A table." } },
          { answered: undefined });
        result = [waiting, locked, opened, named, results, solution, [...stepped,
          ...["#answered", "#question", "#results"].map(read)]];
    """)
    assert waiting[0] == (
        "No account and no app. You get a made-up name. All answers are deleted by Wednesday."
    )
    assert waiting[1:] == ["", "3 here", "", "", ""]
    assert locked == "This class is locked, so nobody else can join."
    assert opened == [
        *("2 of 3 answered", "Which?", "A One B Two", "no", ""),
        *("Answer now.", "Question 2 of 3"),
        ['class="in"', 'class="in"', 'class=""'],
    ]
    assert named == ["Fox", "yes", "Question 2 of 3, on your own"]
    assert results == ["A right One 2 B Two 1", "2 of 3 are right.", ""]
    assert solution == "The solution It is so."
    assert step[:3] == ["The solution, step 2 of 6 So.", "The solution", "1 of 3 answered"]
    assert step[3:] == ["", "How much? A table.", ""]


CLASS = r"""
const sent = [];
let stream = null;
let refusal = "";
const answers = { "/class/command": 1, "/class/joining": 1, "/class/end": 1 };
failures.push(({ url, body }) => {
  if (url.startsWith("/class/events")) return new Response(new ReadableStream({ start: (control) =>
    (stream = control) }));
  if (url === "/class/answers") return new Response("name,answer");
  if (!answers[url]) return undefined;
  sent.push([url.slice(7), body]);
  return refusal ? answerJson({ say: refusal }, 409) : answerJson({ revision: 1 });
});
const room = { phase: "open", revision: 4, place: 1, count: 3, step: 0, steps: 0, vote: 1,
  votes: 1, question: { kind: "choice", wall: "Which?", options: ["One", "Two", "Three"] } };
const message = { room, code: "ABCDE", title: "Monday", plan: ["Which?", "Why?", "How?"],
  joined: 4, answered: 1, joining: "open", quiet: 5, expires: Date.now() / 1000 + 86_400,
  address: "http://a.example/join#ABCDE", joins: { minutes: [1, 0, 3], last: 1, now: 6000 } };
const tell = async (changes = {}, more = {}) => {
  Object.assign(room, changes);
  Object.assign(message, more);
  stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
  await pass(50);
};
const command = () => sent.at(-1);
"""


@pytest.fixture
def teacher(tmp_path):
    """Run a scene as a teacher at the desk, on the real page in a small browser."""
    enter = """
        open("/class/desk#ABCDE.steering.showing"); // its script goes on until the class is over
        await until(() => stream);
    """
    return lambda scene: do_as_visitor(tmp_path, CLASS + enter + scene)


STATES = [
    ({"phase": "waiting", "place": 0, "question": None, "vote": 0}, {}, []),
    (
        *({"phase": "open", "vote": 1, "left": 9}, {}),
        ["Back ←: back ", "Add 30 s C: countdown 30", "Stop the countdown: countdown 0"],
    ),
    (
        *({"phase": "closed", "vote": 0}, {}),
        [
            *("Back ←: back ", "Solution →: forward ", "Vote again D: discuss "),
            "Skip the solution: go 2",
        ],
    ),
    (
        *({"phase": "closed", "vote": 0, "place": 3}, {"results_shown": True}),
        ["Back ←: back ", "Hide answers S: hide ", "Vote again D: discuss "],
    ),
    (
        *({"phase": "closed", "vote": 0, "question": {"kind": "text", "wall": "Why?"}}, {}),
        ["Back ←: back ", "Vote again D: discuss ", "Skip the solution: go 2"],
    ),
    (
        *({"phase": "settled", "vote": 0, "holds": True}, {}),
        [
            *("Back ←: back ", "Next question →: forward "),
            *("Show answers S: show ", "Vote again D: discuss "),
        ],
    ),
    (
        *({"phase": "revealed", "vote": 0, "steps": 3}, {"similar": True}),
        ["Back ←: back ", "Step by step ↓: step 1", "Ask a similar question M: alone "],
    ),
    (
        *({"phase": "revealed", "vote": 0, "step": 1, "steps": 3}, {"similar": True}),
        [
            *("Back ←: step 0", "Step back ↑: step 0"),
            *("Ask a similar question M: alone ", "Next question: go 2"),
        ],
    ),
    (
        *({"phase": "revealed", "vote": 0, "step": 3, "steps": 3, "place": 3}, {"similar": False}),
        ["Back ←: step 2", "Step back ↑: step 2"],
    ),
]
"""A state of the room, more about it, and the command of each button but the highlighted one."""


def test_each_button_and_key_of_the_desk_sends_its_command_in_every_state(teacher):
    pressed, wrong, ignored = teacher(
        f"const states = {json.dumps(STATES)};"
        + r"""
        await tell();
        const whole = { ...room, left: undefined, results_shown: false };
        const say = () => command()[1].command + " " + command()[1].argument;
        const pressed = [];
        const wrong = [];
        const signs = { "←": "ArrowLeft", "→": "ArrowRight", "↓": "ArrowDown", "↑": "ArrowUp" };
        for (const [changes, more] of states) {
          await tell({ ...whole, ...changes }, { results_shown: false, ...more });
          const buttons = [];
          for (const one of findAll("#others button")) {
            await press(one);
            buttons.push(`${text(one)}: ${say()}`);
            const sign = one.querySelector("kbd") && text(one.querySelector("kbd"));
            if (!sign) continue;
            const before = sent.length;
            await key(signs[sign] ?? sign.toLowerCase());
            const isSame = `${text(one)}: ${say()}` === buttons.at(-1);
            if (!isSame || sent.length - before !== 1) wrong.push(sign);
          }
          pressed.push(buttons);
        }
        const before = sent.length;
        for (const more of [{ ctrlKey: true }, { metaKey: true }]) await key("ArrowLeft", more);
        await key("x");
        await press(find("#ask"));
        find("#removal").open = true;
        find("#since").focus();
        for (const name of ["d", "l", " ", "ArrowLeft"]) await key(name);
        result = [pressed, wrong, sent.length - before];
    """
    )
    assert pressed == [buttons for *_, buttons in STATES]
    assert wrong == [], "the key does the same as its button"
    assert ignored == 0, "a combination, another key, and the keys of a field"


def test_buttons_and_keys_of_the_desk_send_their_commands(teacher):
    first, keys, timed, replay, lost, told = teacher(r"""
        await tell();
        const first = [text("#joined"), text("#address"), text("#place"), texts(
          "#plan [aria-current]"), text("#way [aria-current]"), texts("#way .done"),
          text("#advice"), find("#review").href, find("#projector").href, texts("#answers li"),
          find("#expires").className, text("#left"), find("#plan [aria-current]").scrolled > 0];
        await press("Close the vote Space");
        const keys = [command()];
        for (const name of [" ", "PageDown", "PageUp", "c", "l"]) {
          await key(name);
          keys.push(command()[1]);
        }
        find("#lock").focus();
        const before = sent.length;
        await key("d");
        await key(" ");
        keys.push(sent.length - before, command()[1]);
        find("#projector").focus();
        await key(" ");
        keys.push(command()[1]);
        await tell({ left: 75 }, { joining: "locked" });
        const timed = [text("#left")];
        await press("Add 30 s C");
        timed.push(command()[1].argument);
        await press("Stop the countdown");
        timed.push(command()[1].argument);
        await press("Unlock the class");
        timed.push(command()[1].joining);
        await tell({ phase: "revealed", vote: 0, left: undefined, step: 2, steps: 4 });
        const replay = [text("#now")];
        for (const name of ["ArrowRight", "ArrowUp", "ArrowLeft"]) {
          await key(name);
          const { command: what, argument } = command()[1];
          replay.push([what, argument]);
        }
        await press("Next question");
        replay.push(command()[1].command, command()[1].argument);
        named("Step back ↑").focus();
        await tell({ step: 0, steps: 0 });
        const lost = document.activeElement.id;
        refusal = "The room has changed.";
        await press("Next question Space");
        const told = [text("#said")];
        refusal = "";
        await key("ArrowLeft");
        told.push(text("#said"));
        result = [first, keys, timed, replay, lost, told];
    """)
    assert first[:7] == [
        *("4 here", "a.example/join", "question 1 of 3", ["Which?"], "Close the vote", ["Ask"]),
        "The wall shows how many have answered, but not their answers.",
    ]
    assert first[7].endswith("/class/review#ABCDE.steering")
    assert first[8].endswith("/class/wall#ABCDE.showing")
    assert [row.split()[-1] for row in first[9]] == ["One", "Two", "Three"]
    assert "advice" not in first[10]
    assert first[12], "a long plan is scrolled to its question"
    forward = {"command": "forward", "argument": "", "revision": 4}
    assert keys[0] == ["command", forward]
    assert keys[1:4] == [forward, forward, {**forward, "command": "back"}]
    assert keys[4:6] == [
        {"command": "countdown", "argument": 60, "revision": 4},
        {"joining": "locked"},
    ]
    assert keys[6:] == [2, {"joining": "locked"}, forward]
    assert timed == ["1:15 left", 30, 0, "open"]
    assert replay[0] == "The solution, step 2 of 4"
    assert replay[1:] == [["step", 3], ["step", 1], ["step", 1], "go", 2]
    assert lost == "desk"
    assert told == ["The room has changed.", ""]


def test_the_desk_shows_answers_and_joins_and_asks_before_it_deletes(teacher):
    options, mistakes, many, quiet, removed, small, asked, ended = teacher(r"""
        const group = (letter, count, outcome, sure = 0) => ({ key: letter, outcome, count, sure,
          label: `${letter}. It ${letter}`, written: letter });
        const groups = [group("B", 1, "right"), group("A", 2, "wrong", 1), group("C", 4, "wrong",
          3)];
        const desk = { groups, gain: "Gain: 0.5", advice: "Discuss it." };
        await tell({ phase: "closed", vote: 0 }, { desk });
        const options = [texts("#answers li").map((row) => row.split(" ")[0]), text("#remark"),
          text("#gain"), text("#advice")];
        await tell({ phase: "revealed" });
        const mistakes = text("#remark");
        const unknown = { ...group("D", 9, "wrong", 9), key: "unknown" }; // of many causes
        await tell({}, { desk: { ...desk, groups: [...groups, unknown] } });
        options.push(text("#remark"));
        await tell({}, { desk });
        await tell({ phase: "open", vote: 1 }, { joined: 400, answered: 100, silent: ["Fox"] });
        const many = [findAll("#dots i").length, findAll("#dots .done").length, text("#silent")];
        await tell({}, { joined: 4, answered: 1, silent: undefined });
        many.push(findAll("#dots i").length, findAll("#dots .done").length);
        await pass(10_000);
        const quiet = [text("#quiet")];
        await pass(12_000);
        quiet.push(text("#quiet"), texts("#minute"), text("#most"), find("#joins").ariaLabel,
          findAll("#joins span").map(({ style }) => Math.round(parseFloat(style.height))));
        const day = new Date(1000 * message.expires).toLocaleDateString([], { weekday: "long" });
        const deleted = `This room and its answers are deleted on ${day} at `;
        quiet.push(text("#expires").startsWith(deleted));
        await tell({}, { expires: Date.now() / 1000 + 600 });
        quiet.push(find("#expires").className, text("#expires").includes("before then"));
        const since = find("#since");
        await tell({}, { joined: 5, joins: { minutes: [2, 0, 3], last: 2, now: 6000 } });
        const newest = [Number(since.value)];
        await tell({}, { joined: 6, joins: { minutes: [1, 2, 0, 3], last: 1, now: 6060 } });
        newest.push(Number(since.value));
        await choose(since, since.options[2].value);
        await tell({}, { joined: 5, joins: { minutes: [2, 0, 3], last: 2, now: 6000 } });
        const removed = [newest, since.value === since.options[1].value, Number(since.value)];
        find("#removal").open = true;
        const asked = [];
        globalThis.confirm = (sentence) => (asked.push(sentence), false);
        const before = sent.length;
        await press("Remove these learners");
        await press("End the class");
        const spared = sent.length - before;
        globalThis.confirm = (sentence) => asked.push(sentence);
        await press("Remove these learners");
        removed.push(command());
        await tell({}, { joining: "locked", joined: 9 });
        await choose(since, since.options[2].value);
        await press("Remove these learners");
        removed.push(command()[1]);
        const wall = find("#wall");
        const small = [wall.src.endsWith("/class/wall#preview"), wall.contentWindow.received.at(
          -1).joined];
        wall.layout = { width: 1280 };
        wall.parentElement.layout = { width: 320 };
        observers.find(({ seen }) => seen.has(wall.parentElement)).go([{ target:
          wall.parentElement }]);
        small.push(wall.style.getPropertyValue("--scale"));
        const before_ = wall.contentWindow.received.length;
        for (const source of [wall.contentWindow, window]) {
          fire(window, "message", { source, data: "preview" });
          fire(window, "message", { source, data: "other" });
        }
        small.push(wall.contentWindow.received.length - before_);
        const written = { groups: [{ key: "a", label: "So.", written: "So.", outcome: "open",
          count: 1 }], chosen: [] };
        await tell({ phase: "closed", vote: 0, question: { kind: "text", wall: "Why?" } }, { desk:
          written });
        await press("Show on the wall");
        removed.push(command()[1].command, command()[1].argument);
        await tell({ question: { kind: "choice", wall: "Which?" } }, { results_shown: true });
        await press("Hide answers S");
        removed.push(command()[1].command);
        await press("Download all answers");
        removed.push(downloads.map(({ name }) => name), requests.at(-1).secret);
        await press("End the class");
        const ended = [spared, command(), find("#over").hidden, requests.at(-1).secret];
        stream.enqueue(new TextEncoder().encode("event: over\n\n"));
        await pass(100);
        ended.push(text("#over"), find("main").hidden);
        result = [options, mistakes, many, quiet, removed, small, asked, ended];
    """)
    sure = "Sure of the most common mistake: 3 of 4."
    assert options[:2] == [["A", "B", "C"], f"Only you see which is right. {sure}"]
    assert options[2:] == ["Gain: 0.5", "Discuss it.", sure]
    assert mistakes == sure
    assert many == [10, 3, "Not yet: Fox and 299 more", 4, 1]
    nobody, still, *joins = quiet
    assert nobody == ""
    assert still == "Nobody has answered for 20 s. 3 of 4 have not answered yet."
    assert joins[:4] == [
        *(["last minute: 1"], "3 in the busiest minute"),
        *("4 joined in the last 3 minutes, 1 of them in the last one", [100, 0, 33]),
    ]
    assert joins[4:] == [True, "say advice", True]
    assert removed == [
        *([6000, 6060], True, 5880, ["joining", {"since": 5880}], {"since": 1}),
        *("choose", "a", "hide", ["class-ABCDE.csv"], "ABCDE.steering"),
    ]
    assert asked[0].startswith("Remove learners who joined since ")
    assert "(5), and their answers? They can join again until you lock the class." in asked[0]
    assert asked[1] == (
        "End the class and delete all its answers now? Print the review and download the answers "
        "first. Learners keep their own answers."
    )
    assert asked[3] == "Remove learners who joined at any time (9), and their answers?"
    assert small == [True, 9, "0.25", 1], "the small wall gets the state when it asks"
    over = "This class is over. All its answers are deleted."
    assert ended == [0, ["end", {}], True, "ABCDE.steering", over, True]


def test_the_counts_of_a_vote_rise_once_on_the_wall_beside_its_title_and_code(tmp_path):
    scene = r"""
        open("/class/wall#ABCDE.showing"); // its script goes on until the class is over
        await until(() => stream);
        find("#screen").layout = { width: 1280, height: 720 };
        await tell({ phase: "waiting", question: null, vote: 0 }, { svg: "<svg></svg>" });
        const top = [find("#screen").style.getPropertyValue("--u"), text("#title"),
          text("#code"), text("#address"), findAll("#qr svg").length,
          document.body.dataset.phase, document.body.dataset.kind];
        const image = { name: "a.png", alt: "A line.", width: 4, height: 3 };
        const question = { kind: "choice", wall: "Which?", options: ["One", "Two"], about: "Table.",
          picture: "Picture.", story: "Once.", image };
        await tell({ phase: "open", question, vote: 1, left: 75 });
        const asked = [text("#question"), find("#question img").alt, document.body.dataset.kind,
          text("#left"), find("#left").hidden];
        await tell({}, { filled: "Filled.", svg: undefined }); // only the first message has it
        asked.push(text("#question").includes("Filled."), findAll("#qr svg").length);
        const group = (letter, count, outcome = "") => ({ key: letter, outcome, count,
          label: `${letter}. It ${letter}`, written: letter });
        const votes = { 1: [group("A", 8), group("B", 2)] };
        const results = { kind: "choice", marked: false, votes };
        const counts = () => texts("#results .count");
        const isCounting = () => find("#results").classList.contains("counting");
        const closed = { phase: "closed", vote: 0, left: undefined };
        await tell(closed, { results, filled: undefined });
        const first = [counts(), isCounting()];
        await pass(2000);
        const rising = [first[1], Number(first[0][0]) < 8, counts(), isCounting(), text("#phase"),
          find("#left").hidden];
        await tell(closed);
        rising.push(isCounting());
        await tell({}, { results: { ...results, votes: { 1: [group("A", 9), group("B", 2)] } } });
        rising.push(counts());
        await tell({ question: { kind: "text", wall: "Why?" } }, { results: { kind: "text",
          marked: false, votes: { 1: [] } } });
        const own = [text("#phase"), text("#results")];
        const marked = { ...results, marked: true, votes: { 1: [group("A", 8, "right"), group("B",
          2, "wrong")] } };
        await tell({ phase: "revealed", question, solution: "So." }, { results: marked });
        own.push(text("#phase"));
        await tell({ step: 1, steps: 3 });
        own.push(text("#phase"), text("#solution"), document.body.dataset.step);
        await tell({ step: 0 });
        own.push(document.body.dataset.step ?? "");
        result = [top, asked, rising, own];
    """
    top, asked, rising, own = do_as_visitor(tmp_path, CLASS + scene)
    assert top == ["12.8px", "Monday", "ABCDE", "a.example/join", 1, "waiting", ""]
    shown, alt, kind, left, is_hidden, is_filled, codes = asked
    assert [word in shown for word in ("Which?", "Picture.", "Once.")] == [True] * 3
    assert (alt, kind, left, is_hidden, is_filled) == ("A line.", "choice", "1:15", False, True)
    assert codes == 1, "the code to scan stays"
    began, is_lower, counts, *rest = rising
    assert (began, is_lower, counts) == (True, True, ["8", "2"])
    assert rest == [False, "Which of these is yours?", True, False, ["9", "2"]]
    assert own[:3] == [
        "Some of your answers.",
        "No answer has been chosen yet.",
        "8 of 10 are right.",
    ]
    assert own[3:] == ["The solution", "The solution, step 1 of 3So.", "1", ""]


def test_the_desk_and_the_wall_wait_for_a_busy_server_and_say_why_a_room_is_not_there(tmp_path):
    scene = r"""
        let status = 503;
        failures.unshift(({ url }) => url.startsWith("/class/events") && status ? answerJson({
          say: `Refused with ${status}.` }, status) : undefined);
        const pages = [];
        for (const page of ["desk#ABCDE.steering", "wall#ABCDE.showing"]) {
          [status, stream] = [503, null];
          const state = () => [document.body.dataset.connection, find("#over").hidden];
          open(`/class/${page}`); // its script goes on
          await pass(1000);
          await until(() => document.body.dataset.connection);
          const states = [state()];
          status = 0;
          await pass(2000);
          await until(() => stream);
          await tell({}, { address: "https://b.example/app/join#ABCDE" });
          await tell({}, { address: undefined }); // only the first message has it
          states.push(state(), text("#title"), text("#address"));
          stream.close();
          status = 404;
          await pass(2000);
          await until(() => !find("#over").hidden);
          pages.push([...states, state(), text("#over"), find("main").hidden]);
        }
        const { url, secret } = requests.at(-1);
        result = [...pages, [url, secret]];
    """
    shown = [
        *(["away", True], ["here", True], "Monday", "https://b.example/app/join"),
        *(["over", False], "Refused with 404.", True),
    ]
    request = ["/class/events?top=http%3A%2F%2Flocalhost%2F", "ABCDE.showing"]
    assert do_as_visitor(tmp_path, CLASS + scene) == [shown, shown, request]


def test_with_reduced_motion_the_counts_of_a_vote_are_on_the_wall_at_once(tmp_path):
    reduced, later, other = do_as_visitor(
        tmp_path,
        CLASS
        + r"""
        const motion = matchMedia("(prefers-reduced-motion: reduce)");
        motion.matches = true;
        open("/class/wall#ABCDE.showing"); // its script goes on until the class is over
        await until(() => stream);
        const group = (letter, count) => ({ key: letter, outcome: "", count, label: letter });
        const results = (count) => ({ kind: "choice", marked: false,
          votes: { 1: [group("A", count), group("B", 2)] } });
        const look = () => [texts("#results .count"), find("#results").classList.contains(
          "counting")];
        await tell({ phase: "closed", vote: 0 }, { results: results(8) });
        const reduced = look();
        motion.matches = false;
        await tell({}, { results: results(9) });
        const later = look();
        await tell({ round: 2 }, { results: results(8) });
        const other = [look()[1], Number(look()[0][0]) < 8];
        await tell();
        other.push(look()[1]);
        await tell({}, { results: results(20) });
        other.push(look());
        await pass(2000);
        other.push(look());
        result = [reduced, later, other];
    """,
    )
    assert reduced == [["8", "2"], False]
    assert later == [["9", "2"], False], "the counts of this vote are known"
    assert other[:3] == [True] * 3, "another message does not end the rise"
    assert other[3:] == [[["20", "2"], False]] * 2, "but new counts do"
