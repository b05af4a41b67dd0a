"""A learner's page, run in Node: its room, and the answers that it sends and stores."""

import json

import pytest

from ndcg_core.marking.verdict_words import GROUP_WORDS
from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

WORDS = json.dumps(json.dumps(GROUP_WORDS))
PHONE = f"""
{CLOCK}
const element = () => {{
  const nothing = () => {{}};
  return Object.assign(new EventTarget(), {{
    ...{{ dataset: {{}}, value: "", textContent: "", innerHTML: "" }},
    ...{{ style: {{ setProperty: nothing }}, focus: nothing }},
    ...{{ replaceChildren: nothing, contains: nothing, classList: {{ toggle: nothing }} }},
    querySelectorAll: () => [],
  }});
}};
const elements = {{}};
const find = (selector) => (elements[selector] ??= element());
const body = element();
const documentElement = {{ dataset: {{ top: "./", outcomes: {WORDS} }} }};
const page = {{ body, documentElement, querySelector: find }};
globalThis.document = Object.assign(new EventTarget(), page);
globalThis.window = new EventTarget();
globalThis.addEventListener = (...given) => window.addEventListener(...given);
globalThis.HTMLElement = class {{}};
globalThis.location = {{ hash: "#ABCD", pathname: "/join", href: "http://a/join" }};
globalThis.history = {{ replaceState: () => {{}} }};
const stored = new Map();
globalThis.localStorage = {{
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
  removeItem: (name) => stored.delete(name),
}};
let date = 1_000_000; // the phone's own clock
Date.now = () => date;

// The form of the question: what is chosen in it.
globalThis.form = {{ chosen: null, send: null }};

// A class: one room with one question.
const room = {{
  ...{{ phase: "open", round: 7, vote: 1, votes: 1, place: 1, count: 2, question: {{ ask: "?" }} }},
  ...{{ title: "Monday", solved: [] }},
}};
let ballots = {{}}; // of this learner, by vote
let fails = 0; // so many answers are lost on their way back
let refusals = []; // statuses of the next requests to join
const sent = [];
const streams = [];
const tell = (text) => streams.at(-1).enqueue(new TextEncoder().encode(text));
const mine = () => ({{ name: "Fox", ballots, verdicts: {{}} }});
const message = () => `data: ${{JSON.stringify({{ room, mine: mine() }})}}\\n\\n`;
globalThis.fetch = async (url, {{ body, signal }}) => {{
  const address = url.slice(url.lastIndexOf("/join/"));
  const headers = {{ "Content-Type": "application/json" }};
  const json = (content, status = 200) =>
    new Response(JSON.stringify(content), {{ status, headers }});
  if (address === "/join/enter") {{
    const status = refusals.shift();
    if (status) return json({{ say: `Refused with ${{status}}.` }}, status);
    return json({{ token: "t", code: "ABCD" }});
  }}
  if (address === "/join/events") {{
    const stream = new ReadableStream({{ start: (control) => streams.push(control) }});
    signal.addEventListener("abort", () => streams.at(-1).error(new Error("aborted")));
    return new Response(stream);
  }}
  const ballot = JSON.parse(body);
  sent.push(ballot);
  const newer = ballot.number > (ballots[ballot.vote]?.number ?? 0);
  if (newer) ballots = {{ ...ballots, [ballot.vote]: ballot }};
  if (fails-- > 0) throw new TypeError("the answer was lost");
  return json({{ kept: true }});
}};
const enter = async (told = "") => {{
  await import(`./classroom/join.js?${{Math.random()}}${{streams.length}}`);
  await settled();
  if (streams.length) tell(told || message());
  await settled();
}};
const answer = async (chosen) => {{
  form.chosen = chosen;
  form.send();
  await settled();
}};
const kept = () => Object.values(ballots).map(({{ answer }}) => answer);
let result;
"""
FORM = """export function makeForm(question, round, send) {
  globalThis.form.send = send;
  return { root: {}, value: () => globalThis.form.chosen, set: () => {}, open: () => {} };
}"""
OF_CLASS = ("join.js", "outcomes.js", "shared.js")
OF_EXHIBIT = ("asking.js", "make.js", "storage.js", "version.js")
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    modules = {f"classroom/{name}": read_module(f"classroom/{name}") for name in OF_CLASS}
    modules |= {f"exhibit/{name}": read_module(f"exhibit/{name}") for name in OF_EXHIBIT}
    modules["components/markup/band.js"] = "export const mountBand = () => {};"
    modules["components/markup/morph.js"] = (
        "export const fill = (at, html) => (at.innerHTML = html);"
    )
    return make_scene_runner(tmp_path, modules | {"classroom/forms.js": FORM}, PHONE)


def test_the_newest_answer_counts_even_if_the_phones_clock_is_set_back(node):
    here, reloaded = node("""
        await enter();
        await answer("A");
        date -= 3600_000;
        await answer("B");
        const here = kept();
        date -= 3600_000;
        await enter(); // loaded anew: what is kept comes from the room
        await answer("C");
        result = [here, kept()];
    """)
    assert (here, reloaded) == (["B"], ["C"])


def test_a_repeated_answer_keeps_its_number_and_only_the_newest_is_sent(node):
    again, newest = node("""
        await enter();
        fails = 1;
        await answer("A");
        date += 5000;
        await pass(5000);
        const again = sent.map(({ answer, number }) => [answer, number]);
        sent.length = 0;
        fails = 1;
        await answer("B");
        await answer("C");
        await answer("D");
        await pass(5000);
        result = [again, sent.map(({ answer }) => answer)];
    """)
    assert again == [["A", 1_000_000], ["A", 1_000_000]]
    assert newest == ["B", "D"]


def test_an_unconfirmed_answer_survives_a_reload_and_is_reported(node):
    assert node("""
        await enter();
        fails = 1;
        await answer("A");
        const on = body.dataset.answer;
        clock.timers.length = 0; // the page is gone
        sent.length = 0;
        await enter();
        result = [on, sent.map(({ answer }) => answer), body.dataset.answer];
    """) == ["sending", ["A"], "kept"]


def test_a_broken_stream_reconnects_and_a_finished_class_is_left(node):
    states, answering, told, stored = node("""
        await enter();
        const states = [body.dataset.connection];
        streams.at(-1).close();
        await settled();
        states.push(body.dataset.connection);
        await pass(1000);
        const half = message();
        tell(half.slice(0, 20));
        await settled();
        tell(half.slice(20));
        await settled();
        states.push(body.dataset.connection);
        fails = 1;
        await answer("A"); // on its way while the class ends
        tell("event: over\\n\\n");
        await pass(5000);
        states.push(body.dataset.connection);
        result = [states, sent.length, find("#refusal").textContent, [...stored.keys()]];
    """)
    assert states == ["here", "away", "here", "over"]
    assert answering == 1
    assert told == "This class is over. Thank you for being here."
    assert stored == ["ndcg-tutor:class:home"]


def test_a_phone_reconnects_after_a_sleep_a_silence_or_a_lost_network(node):
    hidden, woken, awake, silent, lost, again, shown = node("""
        await enter();
        let count = 1;
        const later = async (ms = 0) => {
          await pass(ms);
          if (streams.length > count) tell(message());
          count = streams.length;
          await settled();
          return [body.dataset.connection, streams.length];
        };
        const wake = () => document.dispatchEvent(new Event("visibilitychange"));
        document.hidden = true;
        date += 25_000;
        wake();
        const hidden = await later(1000);
        document.hidden = false;
        date += 25_000;
        wake();
        const woken = await later(1000);
        wake();
        const awake = await later(1000);
        date += 41_000;
        const silent = [streams.length, await later(7000)];
        window.dispatchEvent(new Event("offline"));
        const lost = await later();
        window.dispatchEvent(new Event("online"));
        const again = await later();
        streams.at(-1).close();
        await settled();
        window.dispatchEvent(new Event("pageshow"));
        result = [hidden, woken, awake, silent, lost, again, await later()];
    """)
    assert hidden == ["here", 1]
    assert woken == ["here", 2]
    assert awake == ["here", 2]
    assert silent == [2, ["here", 3]]
    assert lost == ["away", 3]
    assert again == ["here", 4]
    assert shown == ["here", 5]


def test_a_phone_waits_to_join_or_learns_why_it_was_refused(node):
    waiting, joined, refused = node("""
        refusals = [429, 503];
        await enter();
        const waiting = find("#room").textContent;
        await pass(2000);
        tell(message());
        await settled();
        const joined = find("#room").textContent;
        stored.clear();
        clock.timers.length = 0;
        refusals = [404];
        await import("./classroom/join.js?other");
        await settled();
        result = [waiting, joined, find("#refusal").textContent];
    """)
    assert waiting == "Refused with 429. This page tries again by itself."
    assert joined == "Fox"
    assert refused == "Refused with 404."


def test_a_countdown_does_not_depend_on_the_phones_clock(node):
    assert node("""
        room.left = 90;
        await enter();
        const texts = [find("#left").textContent];
        date += 3600_000;
        await pass(30_250);
        texts.push(find("#left").textContent);
        await pass(60_250);
        result = [...texts, find("#left").textContent];
    """) == ["1:30 left", "1:00 left", "Time is up."]


def test_the_second_vote_asks_for_the_learners_confidence_again(node):
    assert node("""
        await enter();
        await answer("A");
        find("#sure").dataset.sure = "sure";
        find("#sure").dispatchEvent(new Event("click"));
        await settled();
        Object.assign(room, { phase: "discuss", vote: 2, votes: 2 });
        tell(message());
        await settled();
        await answer("B");
        result = [1, 2].map((vote) => [ballots[vote].answer, ballots[vote].sure]);
    """) == [["A", "sure"], ["B", ""]]


def test_an_option_shows_the_stored_choice_and_finally_the_right_one(node):
    assert node("""
        const options = [0, 1, 2].map(() => Object.assign(element(), { ariaPressed: "false" }));
        find("#form").querySelectorAll = () => options;
        const states = [];
        const note = () => states.push(options.map(({ dataset }) => dataset.state ?? ""));
        await enter();
        note();
        options[1].ariaPressed = "true";
        fails = 1;
        await answer(1);
        note();
        await pass(5000);
        note();
        Object.assign(room, { phase: "revealed", vote: 0, right: [2] });
        const verdicts = { 1: { outcome: "wrong", message: "" } };
        tell(`data: ${JSON.stringify({ room, mine: { name: "Fox", ballots, verdicts } })}\\n\\n`);
        await settled();
        note();
        result = states;
    """) == [
        ["", "", ""],
        ["", "not sent yet", ""],
        ["", "your answer", ""],
        ["", "not right", "right"],
    ]


def test_a_long_question_is_smaller_and_fonts_load_after_the_first_answers(node):
    assert node("""
        find("#asked").focus = () => {};
        const ask = async (wall, more) => {
          Object.assign(room, { question: { wall, ask: wall }, round: room.round + 1, ...more });
          find("#asked").textContent = wall; // as innerHTML does in a browser
          tell(message());
          await settled();
          return [find("#asked").dataset.long, body.dataset.fonts ?? ""];
        };
        await enter();
        result = [
          await ask("x".repeat(62)),
          await ask("x".repeat(63), { phase: "waiting" }),
          await ask("x".repeat(63), { phase: "open" }),
          await ask("x", { phase: "closed" }),
        ];
        delete body.dataset.fonts;
        result.push(await ask("x", { phase: "open", place: 2 }));
    """) == [["false", ""], ["false", ""], ["true", ""], ["false", "here"], ["false", "here"]]
