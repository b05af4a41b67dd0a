"""The browser's outbox, run by Node: events in order, each until it is acknowledged."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.ui.scenes import module, needs_node, scenes

CONNECTION = """
let listens = true;
let caller = () => {};
export const connected = () => listens;
export const currentSession = () => "here";
export const onChange = (asked) => ((caller = asked), () => (caller = () => {}));
export function connection(there) {
  listens = there;
  caller(there);
}
"""
SCENE = """
import { mock } from "node:test";
import { connection } from "./connected.js";
import { countStored, Outbox } from "./outbox.js";

mock.timers.enable({ apis: ["setTimeout"] });
const sent = [];
const wait = (seconds) => { for (let n = 0; n < seconds; n++) mock.timers.tick(1000); };
const made = (how) => new Outbox((event) => sent.push({ ...event }), how);
const acts = () => sent.map(({ act }) => act);
const last = () => sent.at(-1).seq;
const acknowledge = (seq, counts = "now") => outbox.acknowledge({ acknowledged: seq, counts });
let outbox = made();
let result;
"""
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    """Run a scene in JavaScript and return its `result`."""
    modules = {"outbox.js": module("reconnect/outbox.js"), "connected.js": CONNECTION}
    return scenes(tmp_path, modules, SCENE)


def test_the_next_event_waits_until_the_one_before_is_acknowledged(node):
    first, then = node("""
        outbox.add({ act: "a" });
        outbox.add({ act: "b" });
        const first = acts();
        acknowledge("of somebody else");
        outbox.proceed();
        acknowledge(last());
        outbox.proceed();
        result = [first, acts()];
    """)
    assert first == ["a"]
    assert then == ["a", "b"]


def test_an_event_keeps_its_number_however_often_it_is_sent(node):
    sent = node("""outbox.add({ act: "a" }); wait(9); result = sent;""")
    assert len(sent) == 3
    assert len({event["seq"] for event in sent}) == 1
    assert len({event["tries"] for event in sent}) == 3  # Streamlit sends only what has changed
    assert {event["session"] for event in sent} == {"here"}


def test_what_is_acknowledged_is_not_sent_again(node):
    assert node("""
        outbox.add({ act: "a" });
        acknowledge(last());
        wait(60);
        connection(true);
        result = [acts(), outbox.idle];
    """) == [["a"], True]


def test_where_the_effect_is_stored_an_acknowledgement_counts_once_it_is(node):
    told, stored = node("""
        outbox.add({ act: "a" });
        outbox.add({ act: "b" });
        acknowledge(last(), "stored");
        outbox.proceed();
        const told = [acts(), outbox.idle];
        countStored(["another", last()]);
        result = [told, acts()];
    """)
    assert told == [["a"], False]
    assert stored == ["a", "b"]


def test_an_effect_that_is_stored_but_not_yet_shown_is_not_acknowledged(node):
    stored, shown = node("""
        let times = 0;
        outbox = made({ acknowledged: () => times++ });
        outbox.add({ act: "a" });
        countStored([last()]);
        const stored = [outbox.idle, times];
        acknowledge(last(), "stored");
        result = [stored, [outbox.idle, times]];
    """)
    assert stored == [False, 0]
    assert shown == [True, 0]


def test_a_component_is_called_when_what_it_shows_counts_later(node):
    times = node("""
        let times = 0;
        outbox = made({ acknowledged: () => times++ });
        outbox.add({ act: "a" });
        acknowledge(last(), "stored");
        countStored(["another"]);
        countStored([last()]);
        countStored([last()]);
        result = times;
    """)
    assert times == 1


def test_nothing_is_sent_while_the_server_is_away_and_all_of_it_after(node):
    away, back = node("""
        connection(false);
        outbox.add({ act: "a" });
        wait(60);
        const away = acts();
        connection(true);
        result = [away, acts()];
    """)
    assert away == []
    assert back == ["a"]


def test_what_is_sent_in_vain_is_given_up_and_the_next_has_its_turn(node):
    acts, given_up = node("""
        let times = 0;
        outbox = made({ giveUp: () => times++ });
        outbox.add({ act: "a" });
        outbox.add({ act: "b" });
        wait(17);
        result = [acts(), times];
    """)
    assert acts == ["a", "a", "a", "a", "b"]
    assert given_up == 1


def test_an_event_that_nothing_stands_for_is_never_given_up(node):
    tries = node("""
        outbox.add({ act: "a" });
        outbox.add({ act: "b" });
        wait(41);
        result = sent.map(({ act, tries }) => [act, tries]);
    """)
    assert {act for act, _ in tries} == {"a"}
    assert len(tries) == 11
    assert all(one != other for one, other in pairwise(tries))


def test_only_what_waits_is_overtaken(node):
    assert node("""
        for (const act of ["a", "b", "c"]) outbox.add({ act }, () => true);
        acknowledge(last());
        outbox.proceed();
        result = acts();
    """) == ["a", "c"]


def test_what_was_left_is_taken_over_under_the_same_name_and_number(node):
    assert node("""
        outbox.add({ act: "a" });
        outbox.add({ act: "b" });
        outbox.leave("board", "more");
        const one = last();
        outbox = made();
        const other = outbox.resume("sheet");
        const more = outbox.resume("board");
        outbox.proceed();
        const same = last() === one;
        acknowledge(one);
        outbox.proceed();
        result = [other === undefined, more, same, acts()];
    """) == [True, "more", True, ["a", "a", "b"]]
