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
globalThis.Option = class {{}};
globalThis.sent = [];
let onKey = null;
globalThis.addEventListener = (name, go) => (onKey = go);
await import("./classroom/desk.js");

const room = {{
  ...{{ phase: "open", revision: 4, place: 1, count: 2, step: 0, steps: 0, vote: 1, votes: 1 }},
  question: {{ kind: "number", wall: "?" }},
}};
const joins = {{ minutes: [2], last: 2, now: 60 }};
const draw = (changes = {{}}) =>
  globalThis.draw({{
    ...{{ room: {{ ...room, ...changes }}, code: "ABCDE", title: "Monday", plan: ["?", "?"] }},
    ...{{ joined: 2, answered: 1, joins, joining: "open", quiet: 0, expires: 10_000_000_000 }},
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
