"""An exhibit's requests, run by Node: acts in order, each until it is answered, undo and redo."""

from __future__ import annotations

import pytest

from tests.ui.scenes import module, needs_node, scenes

SCENE = """
import { Acts } from "./acts.js";

// A server that puts documents into the order it is asked for, named by their letters.
const asked = [];
let away = 0; // so many requests fail
let halves = 0; // so many answers are cut off
let held = null; // answers that wait, where a test wants them to
const answerTo = ({ link, act }) => {
  const now = link.r.split(",");
  const order = act.order ?? [...now.keys()];
  const documents = order.map((place) => ({ id: place, label: now[place] }));
  if (act.do === "add") documents.push({ id: now.length, label: "N" });
  const r = documents.map(({ label }) => label).join();
  return { link: { r }, rows: [[[{ kind: "board", name: "board", data: { documents } }]]] };
};
globalThis.fetch = async (address, { body }) => {
  const message = JSON.parse(body);
  asked.push(message);
  if (away-- > 0) throw new TypeError("no network");
  if (held) await new Promise((go) => held.push(go));
  const explodes = message.act.do === "explode";
  if (explodes) return { ok: false, status: 413, text: async () => "Too long." };
  const cut = async () => Promise.reject(new TypeError("the connection was cut"));
  return { ok: true, json: halves-- > 0 ? cut : async () => answerTo(message) };
};
const timers = globalThis.setTimeout;
globalThis.setTimeout = (go) => timers(go, 0); // pauses between two tries
const settled = async () => {
  for (let n = 0; n < 20; n++) await new Promise((go) => timers(go, 0));
};

const shown = [], ahead = [], refused = [], links = [];
const boardOf = (rows) => rows[0][0][0].data;
const lettersOf = ({ documents }) => documents.map(({ label }) => label).join("");
const acts = new Acts("playground", {
  show: (rows) => shown.push(boardOf(rows)),
  ahead: (rows, order) => ahead.push([lettersOf(boardOf(rows)), order]),
  refused: (sentence) => refused.push(sentence),
  follow: (link) => links.push(link.r),
});
acts.begin(answerTo({ link: { r: "A,B,C" }, act: {} }));
const arrange = (...order) => ({ do: "arrange", order });
const letters = () => lettersOf(shown.at(-1));
const ids = () => shown.at(-1).documents.map(({ id }) => id);
let result;
"""
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    """Run a scene in JavaScript and return its `result`."""
    return scenes(tmp_path, {"acts.js": module("exhibit/acts.js")}, SCENE)


def test_acts_are_sent_in_their_order_each_to_the_link_after_the_one_before(node):
    sent, written = node("""
        acts.add(arrange(2, 0, 1));
        acts.add(arrange(1, 0, 2));
        await settled();
        result = [asked.map(({ link }) => link.r), links];
    """)
    assert sent == ["A,B,C", "C,A,B"]
    assert written == ["C,A,B", "A,C,B"]


def test_a_request_that_failed_is_sent_again_and_counts_once(node):
    tries, letters, can = node("""
        away = 3;
        halves = 2;
        acts.add(arrange(2, 1, 0));
        await settled();
        result = [asked.length, letters(), shown.at(-1).can];
    """)
    assert (tries, letters) == (6, "CBA")
    assert can == {"undo": True, "redo": False, "reset": True}


def test_documents_keep_their_ids_through_moves_undo_and_redo(node):
    first, moved, undone, redone = node("""
        const seen = [ids()];
        for (const act of [arrange(2, 0, 1), { do: "undo" }, { do: "redo" }]) {
          acts.add(act);
          await settled();
          seen.push(ids());
        }
        result = seen;
    """)
    assert moved == redone == [first[2], first[0], first[1]]
    assert undone == first


def test_a_document_that_is_added_has_an_id_of_its_own_and_undo_forgets_it(node):
    before, added, undone = node("""
        const before = ids();
        acts.add({ do: "add" });
        await settled();
        const added = ids();
        acts.add({ do: "undo" });
        await settled();
        result = [before, added, ids()];
    """)
    assert added[:3] == before
    assert added[3] not in before
    assert undone == before


def test_undo_and_redo_lead_no_further_than_there_is_anything(node):
    requests, letters = node("""
        acts.add({ do: "undo" });
        acts.add({ do: "redo" });
        await settled();
        result = [asked.length, letters()];
    """)
    assert (requests, letters) == (0, "ABC")


def test_a_new_move_after_undo_takes_the_place_of_what_was_undone(node):
    assert node("""
        for (const act of [arrange(2, 1, 0), { do: "undo" }, arrange(1, 0, 2), { do: "redo" }]) {
          acts.add(act);
          await settled();
        }
        result = [letters(), shown.at(-1).can];
    """) == ["BAC", {"undo": True, "redo": False, "reset": True}]


def test_reset_leads_to_where_the_page_began_and_can_be_undone(node):
    assert node("""
        const seen = [];
        for (const act of [arrange(2, 1, 0), arrange(1, 2, 0), { do: "reset" }, { do: "undo" }]) {
          acts.add(act);
          await settled();
          seen.push(letters());
        }
        result = seen;
    """) == ["CBA", "BAC", "ABC", "BAC"]


def test_what_is_refused_is_said_and_nothing_that_waits_is_sent(node):
    said, letters, requests, idle = node("""
        acts.add({ do: "explode" });
        acts.add(arrange(2, 1, 0));
        await settled();
        result = [refused, letters(), asked.length, acts.idle];
    """)
    assert (said, letters, requests, idle) == (["Too long."], "ABC", 1, True)


def test_of_a_card_in_the_air_only_the_newest_order_is_shown(node):
    orders, seen = node("""
        held = [];
        acts.peek(arrange(1, 0, 2));
        acts.peek(arrange(1, 2, 0));
        acts.peek(arrange(2, 1, 0));
        await settled();
        held.shift()();
        await settled();
        held.shift()();
        await settled();
        result = [asked.map(({ act }) => act.order.join("")), ahead];
    """)
    assert orders == ["102", "210"]  # the one between was overtaken before it was asked for
    assert seen == [["CBA", [2, 1, 0]]]


def test_a_drop_takes_the_answer_that_is_there_already(node):
    requests, letters, can = node("""
        acts.peek(arrange(2, 1, 0));
        await settled();
        acts.add(arrange(2, 1, 0));
        await settled();
        result = [asked.length, letters(), shown.at(-1).can.undo];
    """)
    assert (requests, letters, can) == (1, "CBA", True)


def test_a_card_that_is_put_back_shows_what_was_confirmed(node):
    assert node("""
        acts.peek(arrange(2, 1, 0));
        await settled();
        acts.peek(null);
        result = ahead;
    """) == [["CBA", [2, 1, 0]], ["ABC", None]]


GRADES = """
import { ACTS } from "./acts.js";

const done = [];
const command = ({ grade }) => done.push(grade);
const board = (grade) => ({ byId: new Map([[0, { grade }]]), command });
let result;
"""


def test_a_grade_goes_to_the_next_whole_one_and_never_below_zero(tmp_path):
    node = scenes(tmp_path, {"acts.js": module("board/acts.js")}, GRADES)
    assert node("""
        for (const grade of [0, 1, 1.5, 2.25]) {
          ACTS.less(board(grade), 0);
          ACTS.more(board(grade), 0);
        }
        result = done;
    """) == [1, 0, 2, 1, 2, 2, 3]
