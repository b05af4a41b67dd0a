"""A teacher's desk, run in Node: the commands that keys and buttons send."""

import json

import pytest

from ndcg_core.marking.verdict_words import GROUP_WORDS
from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

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


def test_the_desk_shows_who_is_missing_who_joined_and_whether_the_room_is_locked(node):
    first, quiet, answered, locked, removal = node("""
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
        result = [first, quiet, answered, locked, counts];
    """)
    assert first == ["1 of 2", "Not yet: Fox", "", "Lock", "", "last minute: 2"]
    assert quiet == ["Nobody has answered for 20 s. 1 of 2 have not answered yet.", ""]
    assert answered == ["", "2 of 2"]
    stay = "Locked. Nobody else can join. Learners who are here stay."
    assert locked == ["Unlock", stay]
    assert removal == [
        [["since (2)", "since (5)"], False],
        [["since (2)", "since (5)", "at any time (9)"], False],
        [[], True],
    ]
