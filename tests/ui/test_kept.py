"""What is done on a page, run by Node: asked for in order, undone, and kept by this browser."""

import os

import pytest

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

PAGE = f"""
{CLOCK}
import {{ Refused }} from "./asking.js";
import {{ BoardActs, Linked }} from "./actions.js";
import {{ Learner }} from "./learner.js";
const store = () => {{
  const texts = new Map();
  return {{
    texts,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
    removeItem: (name) => texts.delete(name),
  }};
}};
globalThis.sessionStorage = store();
globalThis.localStorage = store();
globalThis.document = {{ documentElement: {{ dataset: {{}} }} }};

// A server whose answers wait until a scene gives them.
const asked = [];
const open = [];
const send = (page, message) =>
  new Promise((answer, refuse) => {{
    asked.push(message);
    open.push({{ answer, refuse: (why) => refuse(new Refused(why)) }});
  }});
const give = async (answer) => (open.shift().answer(answer), await settled());
const refuse = async (why) => (open.shift().refuse(why), await settled());

const shown = [];
const said = [];
const followed = [];
const ahead = [];
const view = {{
  show: (answer, forgets) => shown.push([answer, forgets]),
  ahead: (answer, order) => ahead.push([answer, order]),
  refused: (why) => said.push(why),
  follow: (link, how) => followed.push([link, how]),
  unseen: () => ["charts"],
}};
let result;

// --- A board whose link is its order: "AB" has the documents A and B -----------------------------

const boardOf = (order, places = [...order].map((_, at) => at)) => ({{
  link: {{ r: order }},
  documents: [...order].map((label, at) => ({{ label, id: places[at] }})),
}});
const states = [];
const takes = (acts) => ({{
  take: (answer) => (acts().adopt(answer), states.push(acts().now.link.r)),
  again: () => states.push("again"),
  ahead: (answer, order) => ahead.push([answer && answer.link.r, order]),
  refused: (why) => said.push(why),
}});
const board = (order = "AB") => {{
  const acts = new BoardActs((link, act) => send("", {{ link, act }}), takes(() => acts));
  acts.adopt(boardOf(order));
  return acts;
}};
const act = async (acts, command, answer) => (acts.add(command), await give(boardOf(answer)));

// --- A page with a record ------------------------------------------------------------------------

const host = {{
  records: new Map(),
  changed: [],
  send,
  readRecord: (key) => host.records.get(key) ?? null,
  writeRecord: (key, text) => host.records.set(key, text),
  onRecordChange: (go) => host.changed.push(go),
  addressOf: (page) => `http://here/${{page}}`,
}};
const part = (name, data = {{ html: name }}) => ({{ kind: "ask", name, data }});
const rowsOf = (...parts) => [[parts]];
const begun = (more = {{}}) => ({{
  ...{{ link: {{ lesson: "a" }}, state: {{}}, keeps: "course", look: "" }},
  rows: rowsOf(part("one")),
  ...more,
}});
const answerOf = (record, more = {{}}) => ({{ ...begun(more), record }});
const learner = (more = {{}}) => {{
  const owner = new Learner("learn", view, host);
  owner.begin(begun(more));
  return owner;
}};
const record = () => JSON.parse(host.records.get("ndcg-tutor:course") ?? "null");
"""
pytestmark = needs_node
MODULES = ("actions.js", "asking.js", "learner.js", "storage.js")


@pytest.fixture
def node(tmp_path):
    return make_scene_runner(
        tmp_path, {name: read_module(f"exhibit/{name}") for name in MODULES}, PAGE
    )


# --- One act after the other --------------------------------------------------------------------


def test_actions_are_requested_in_order_each_on_the_last_result(node):
    links, idle, states = node("""
        const acts = board("AB");
        acts.add({ do: "one" });
        acts.add({ do: "two" });
        const idle = [acts.idle, asked.length];
        await give(boardOf("BA"));
        idle.push(acts.idle, asked.length);
        await give(boardOf("CA"));
        idle.push(acts.idle);
        result = [asked.map(({ link, act }) => [link.r, act.do]), idle, states];
    """)
    assert links == [["AB", "one"], ["BA", "two"]]
    assert idle == [False, 1, False, 2, True]
    assert states == ["BA", "CA"]


def test_an_urgent_action_replaces_waiting_ones_and_no_running_one(node):
    assert node("""
        const acts = board();
        const arranges = (other) => other.do === "arrange";
        for (const n of [1, 2, 3]) acts.add({ do: "arrange", n }, arranges);
        await give(boardOf("BA"));
        await give(boardOf("AB"));
        result = [asked.map(({ act }) => act.n), acts.idle];
    """) == [[1, 3], True]


def test_a_refusal_is_shown_and_drops_only_waiting_actions(node):
    told, states, later = node("""
        const acts = board();
        acts.add({ do: "one" });
        acts.add({ do: "two" });
        await refuse("No.");
        const told = [...said, acts.idle, asked.length];
        acts.add({ do: "three" });
        await give(boardOf("BA"));
        result = [told, states, asked.map(({ act }) => act.do)];
    """)
    assert told == ["No.", True, 1]
    assert states == ["again", "BA"]
    assert later == ["one", "three"]


def test_an_action_on_a_removed_document_is_dropped(node):
    assert node("""
        const acts = board();
        acts.write = (act) => (act.gone ? null : act);
        acts.add({ gone: true });
        acts.add({ do: "one" });
        await settled();
        result = [states, asked.map(({ act }) => act.do)];
    """) == [["again"], ["one"]]


# --- Undo ---------------------------------------------------------------------------------------


def test_undo_redo_and_reset_move_through_states_and_enable_buttons(node):
    found = node("""
        const acts = board("AB");
        const can = [];
        const note = (data) => can.push([data.link.r, ...Object.values(data.can)]);
        acts.view.take = (answer) => (acts.adopt(answer), note(answer));
        await act(acts, { do: "x" }, "BA");
        await act(acts, { do: "x" }, "BAC");
        await act(acts, { do: "undo" }, "BA");
        await act(acts, { do: "undo" }, "AB");
        acts.add({ do: "undo" }); // there is none
        await act(acts, { do: "redo" }, "BA");
        await act(acts, { do: "redo" }, "BAC");
        acts.add({ do: "redo" });
        await act(acts, { do: "reset" }, "AB");
        await act(acts, { do: "undo" }, "BAC");
        await act(acts, { do: "x" }, "BACD");
        acts.add({ do: "redo" }); // what was undone is over
        result = [can, asked.map(({ link }) => link.r), asked.map(({ act }) => act.do ?? "")];
    """)
    can, links, acts = found
    assert can == [
        ["BA", True, False, True],
        ["BAC", True, False, True],
        ["BA", True, True, True],
        ["AB", False, True, False],
        ["BA", True, True, True],
        ["BAC", True, False, True],
        ["AB", True, False, False],
        ["BAC", True, True, True],
        ["BACD", True, False, True],
    ]
    assert links == ["AB", "BA", "BA", "AB", "BA", "BAC", "AB", "BAC", "BAC"]
    assert acts == ["x", "x", "", "", "", "", "", "", "x"]


def test_undo_after_redo_restores_the_state_before(node):
    assert node("""
        const acts = board("AB");
        await act(acts, { do: "x" }, "BA");
        await act(acts, { do: "undo" }, "AB");
        await act(acts, { do: "redo" }, "BA");
        await act(acts, { do: "undo" }, "AB");
        result = asked.map(({ link }) => link.r);
    """) == ["AB", "AB", "BA", "AB"]


def test_an_action_without_an_effect_cannot_be_undone(node):
    assert node("""
        const acts = board("AB");
        await act(acts, { do: "x" }, "AB");
        result = [acts.past.length, acts.now.link.r];
    """) == [0, "AB"]


def test_documents_keep_their_ids_by_position_and_new_ones_get_new_ids(node):
    before, moved, more, undone, other = node("""
        const acts = board("AB");
        const ids = () => acts.documents.map(({ label, id }) => [label, id]);
        const found = [ids()];
        acts.add({ do: "arrange" });
        await give(boardOf("BA", [1, 0])); // places of the documents before
        found.push(ids());
        acts.add({ do: "add" });
        await give(boardOf("BAB", [0, 1, 7])); // two have one name, the third was not here before
        found.push(ids());
        acts.add({ do: "undo" });
        await give(boardOf("BA"));
        found.push(ids());
        acts.adopt(boardOf("CA")); // by another part: documents are known by their names
        found.push(ids());
        result = found;
    """)
    assert before == [["A", 1], ["B", 2]]
    assert moved == [["B", 2], ["A", 1]]
    assert more == [["B", 2], ["A", 1], ["B", 3]]
    assert undone == [["B", 2], ["A", 1]]
    assert other == [["C", 4], ["A", 1]]


# --- While a card is in the air -----------------------------------------------------------------


def test_an_outdated_order_is_not_shown_and_a_drop_reuses_an_answer(node):
    shown, orders, dropped, back = node("""
        const acts = board("ABC");
        const order = (order) => ({ do: "arrange", order });
        acts.peek(order([1, 0, 2]));
        acts.peek(order([1, 2, 0]));
        await give(boardOf("BAC"));
        await give(boardOf("BCA"));
        const seen = [...ahead];
        const orders = asked.map(({ act }) => act.order);
        acts.add(order([1, 2, 0]));
        await settled();
        const dropped = [asked.length, [...states], acts.idle];
        acts.add(order([1, 2, 0])); // what was kept is used once
        await settled();
        dropped.push(asked.length);
        await give(boardOf("CAB"));
        acts.peek(null);
        result = [seen, orders, dropped, ahead.at(-1)];
    """)
    assert shown == [["BCA", [1, 2, 0]]]
    assert orders == [[1, 0, 2], [1, 2, 0]]
    assert dropped == [2, ["BCA"], True, 3]
    assert back == [None, None]


def test_parts_that_appear_during_a_drag_are_requested(node):
    assert node("""
        const acts = board("AB");
        let unseen = ["charts"];
        acts.view.unseen = () => unseen;
        acts.renewPeek();
        const counts = [asked.length];
        acts.peek({ do: "arrange", order: [1, 0] });
        await give(boardOf("BA"));
        unseen = [];
        acts.renewPeek();
        await settled();
        counts.push(asked.length);
        result = counts;
    """) == [0, 2]


# --- A page whose link is its state -------------------------------------------------------------


def test_left_out_parts_are_requested_once_when_idle(node):
    late, again, busy, stale = node("""
        const page = new Linked("playground", view, { send, looksAhead: true });
        const charts = () => part("charts", { later: true });
        const rows = (html) => rowsOf(part("steps", { html }), charts());
        page.begin({ link: { r: "AB" }, rows: rows("first"), look: "" });
        const rest = page.fetchRest(["steps"]);
        const again = await page.fetchRest(["steps"]);
        await give({ link: { r: "AB" }, rows: rowsOf(part("charts", { spec: 1 })) });
        const late = (await rest).map(({ name, data }) => [name, data.spec]);
        page.add({ do: "x" });
        const busy = await page.fetchRest(["steps"]);
        await give({ link: { r: "BA" }, rows: rows("second"), look: "" });
        const over = page.fetchRest(["steps"]);
        page.add({ do: "x" });
        await give({ link: { r: "BA" }, rows: rowsOf(part("charts", { spec: 2 })) });
        await give({ link: { r: "CA" }, rows: rows("third"), look: "" });
        const stale = page.shown.rows.flat(2).map(({ data }) => data.spec ?? data.html ?? "");
        result = [late, again, busy, [await over, stale, asked.map(({ state }) => state.unseen)]];
    """)
    assert late == [["charts", 1]]
    assert (again, busy) == ([], [])
    assert stale[1] == ["third", ""]
    assert stale[2] == [["steps"], ["charts"], ["steps"], ["charts"]]


def test_the_address_follows_actions_and_not_visits_by_back(node):
    assert node("""
        const page = new Linked("playground", view, { send, looksAhead: true });
        page.begin({ link: { r: "AB" }, rows: rowsOf(part("steps")), look: "" });
        page.add({ do: "x" });
        await give({ link: { r: "BA" }, rows: rowsOf(part("steps")), look: "" });
        page.visit({ r: "AB" });
        await give({ link: { r: "AB" }, rows: rowsOf(part("steps")), look: "" });
        const acts = asked.map(({ link, act }) => [link.r, act.do ?? ""]);
        result = [followed.map(([{ r }]) => r), acts];
    """) == [["BA"], [["AB", "x"], ["AB", ""]]]


# --- The record ---------------------------------------------------------------------------------


def test_a_page_requests_the_parts_that_depend_on_its_record(node):
    assert node("""
        learner();
        const counts = [asked.length];
        host.records.set("ndcg-tutor:course", "{}");
        sessionStorage.texts.clear();
        learner();
        counts.push(asked.length);
        host.records.clear();
        sessionStorage.texts.clear();
        learner({ waits: true });
        result = [...counts, asked.length];
    """) == [0, 1, 2]


def test_progress_is_stored_and_sent_with_the_next_action(node):
    kept, sent, shown = node("""
        const owner = learner();
        const ask = owner.part("one", {});
        ask.add({ act: "answer" });
        const busy = ask.idle;
        await give(answerOf({ answers: 1 }));
        ask.add({ act: "answer" });
        const message = asked.at(-1);
        await give(answerOf({ answers: 2 }, { link: { lesson: "b" } }));
        const { part: of, seed, now: at, today } = message.act;
        const sent = [message.record, of, [seed, typeof at, typeof today], busy, ask.idle];
        result = [record(), sent, followed.at(-1)];
    """)
    assert kept == {"answers": 2}
    assert sent == [{"answers": 1}, "one", [0.5, "number", "number"], False, True]
    assert shown == [{"lesson": "b"}, "pushState"]


def test_other_lessons_are_sent_as_states_and_stay_stored(node):
    sent, kept = node("""
        const whole = { a: { state: "open", reached: 2 }, b: { state: "done", reached: 9 } };
        host.records.set("ndcg-tutor:course", JSON.stringify({ answers: 1, lessons: whole }));
        const owner = learner();
        await give(answerOf(null));
        owner.part("one", {}).add({ act: "answer" });
        const { record: sent } = asked.at(-1);
        const lessons = { a: { state: "done", reached: 3 }, b: { state: "done" } };
        await give(answerOf({ answers: 2, lessons }));
        result = [sent, record()];
    """)
    assert sent["lessons"] == {"a": {"state": "open", "reached": 2}, "b": {"state": "done"}}
    assert kept == {
        "answers": 2,
        "lessons": {"a": {"state": "done", "reached": 3}, "b": {"state": "done", "reached": 9}},
    }


def test_an_action_is_repeated_if_another_tab_changed_the_record(node):
    assert node("""
        const owner = learner();
        owner.part("one", {}).add({ act: "answer" });
        host.records.set("ndcg-tutor:course", JSON.stringify({ answers: 7 }));
        await give(answerOf({ answers: 1 }));
        const again = asked.at(-1).record;
        await give(answerOf({ answers: 8 }));
        result = [again, record(), open.length];
    """) == [{"answers": 7}, {"answers": 8}, 0]


def test_a_page_is_updated_only_if_another_tab_changes_its_record(node):
    assert node("""
        const owner = learner();
        for (const go of host.changed) go("ndcg-tutor:practice");
        const counts = [asked.length];
        for (const go of host.changed) go("ndcg-tutor:course");
        result = [...counts, asked.length];
    """) == [0, 1]


def test_a_page_without_storage_remembers_and_says_so(node):
    assert node("""
        const broken = () => { throw new Error("SecurityError"); };
        Object.assign(host, { readRecord: broken, writeRecord: broken });
        const owner = learner();
        owner.part("one", {}).add({ act: "answer" });
        await give(answerOf({ answers: 1 }));
        owner.part("one", {}).add({ act: "answer" });
        result = [asked.at(-1).record, shown.at(-1)[1]];
    """) == [{"answers": 1}, True]


def test_a_tab_restores_its_state_only_for_the_same_link(node):
    assert node("""
        const owner = learner();
        owner.part("one", {}).add({ act: "answer" });
        await give(answerOf({}, { state: { level: 2 } }));
        learner();
        const back = asked.at(-1).state.level;
        await give(answerOf({}, { state: { level: 2 } }));
        learner({ link: { lesson: "z" } });
        result = [back, asked.at(-1).state.level ?? null];
    """) == [2, None]


def test_a_refused_action_changes_neither_page_nor_record(node):
    assert node("""
        const owner = learner();
        owner.part("one", {}).add({ act: "answer" });
        const before = shown.length;
        await refuse("Too many.");
        result = [said, shown.length - before, record()];
    """) == [["Too many."], 1, None]


def test_a_board_that_returns_has_nothing_to_undo(node):
    assert node("""
        const owner = learner();
        const data = (order) => ({ ...boardOf(order), ids: "own" });
        const first = owner.part("task", data("AB"));
        owner.part("task", data("BA"));
        const past = [first.past.length];
        owner.accept({ rows: rowsOf(part("task", data("BA"))), look: "" });
        past.push(owner.part("task", data("BA")) === first);
        owner.accept({ rows: rowsOf(part("one")), look: "" });
        past.push(owner.part("task", data("AB")).past.length);
        result = past;
    """) == [1, True, 0]


def test_a_part_without_data_is_unchanged(node):
    assert node("""
        const two = (html) => part("two", { html });
        const owner = learner({ rows: rowsOf(part("one", { html: "1" }), two("2")) });
        owner.part("one", {}).add({ act: "answer" });
        await give(answerOf({}, { rows: rowsOf({ kind: "ask", name: "one" }, two("3")) }));
        result = shown.at(-1)[0].rows.flat(2).map(({ data }) => data.html);
    """) == ["1", "3"]


@pytest.mark.parametrize(
    ("zone", "day"), [("UTC", 20_000), ("Pacific/Auckland", 20_001), ("America/New_York", 20_000)]
)
def test_the_day_is_that_of_the_learners_clock(node, monkeypatch, zone, day):
    monkeypatch.setitem(os.environ, "TZ", zone)
    today = node("""
        Date.now = () => Date.UTC(2024, 9, 4, 13, 0); // the 20,000th day since 1970
        const owner = learner();
        owner.part("one", {}).add({ act: "answer" });
        result = asked.at(-1).act.today;
    """)
    assert today == day


def test_a_page_begins_with_its_link_its_address_and_a_damaged_record(node):
    followed, addresses, corrected, damaged = node("""
        const address = "http://here/learn";
        learner({ state: { address } });
        const addresses = [asked.length];
        learner({ link: { lesson: "b" }, state: { address: "http://proxy/learn", level: 1 } });
        const { today, ...state } = asked[0].state;
        addresses.push(asked.length, state);
        await give(answerOf({}, { link: { lesson: "c" } }));
        const corrected = followed.at(-1);
        const paths = followed.slice(0, 2);
        host.records.set("ndcg-tutor:course", "{");
        sessionStorage.texts.clear();
        learner();
        result = [paths, addresses, corrected, asked.at(-1).record];
    """)
    assert followed == [[{"lesson": "a"}, "replaceState"], [{"lesson": "b"}, "replaceState"]]
    assert addresses == [0, 1, {"address": "http://here/learn", "level": 1}]
    assert corrected == [{"lesson": "c"}, "replaceState"]
    assert damaged == {}


def test_a_stored_page_that_is_shown_again_reads_its_record_again(node):
    early, again, forgotten = node("""
        const page = new Learner("learn", view, host);
        for (const go of host.changed) go(null); // before the first message
        const early = asked.length;
        page.begin(begun());
        page.part("one", {}).add({ act: "answer" });
        await give(answerOf({ answers: 1 }));
        for (const go of host.changed) go(null);
        const again = [asked.length, asked.at(-1).act, asked.at(-1).record];
        await give(answerOf({ answers: 1 }));
        host.records.clear(); // another tab has deleted the progress
        for (const go of host.changed) go("ndcg-tutor:course");
        result = [early, again, asked.at(-1).record];
    """)
    assert early == 0
    assert again == [2, {}, {"answers": 1}]
    assert forgotten == {}


def test_a_browser_that_stores_nothing_is_reported_at_once_until_it_stores_again(node):
    assert node("""
        const { readRecord, writeRecord } = host;
        const broken = () => { throw new Error("SecurityError"); };
        Object.assign(host, { readRecord: broken, writeRecord: broken });
        const owner = learner();
        const seen = [shown.at(-1)[1]];
        owner.part("one", {}).add({ act: "answer" });
        Object.assign(host, { readRecord, writeRecord });
        await give(answerOf({ answers: 1 }));
        result = [...seen, shown.at(-1)[1], record()];
    """) == [True, False, {"answers": 1}]


def test_acts_replace_only_waiting_acts_of_their_own_part_and_visits_only_visits(node):
    acts, links = node("""
        const owner = learner();
        const [one, two] = ["one", "two"].map((name) => owner.part(name, {}));
        const isText = ({ act }) => act === "text";
        for (const n of [1, 2, 3]) one.add({ act: "answer", n });
        for (const n of [4, 5]) one.add({ act: "text", n }, isText);
        two.add({ act: "text", n: 6 }, isText);
        owner.visit({ lesson: "b" });
        owner.visit({ lesson: "c" });
        const links = [];
        while (open.length) {
          links.push(asked.at(-1).link.lesson);
          await give(answerOf({}, { link: asked.at(-1).link }));
        }
        result = [asked.map(({ act }) => act.n ?? null), links];
    """)
    # The first is sent again, because a visit opened another lesson meanwhile.
    assert acts == [1, 1, 2, 3, 5, 6, None]
    assert links == ["a", *["c"] * 6]


def test_a_lessons_board_is_refused_previewed_again_and_waited_for(node):
    idle, told, previews = node("""
        const data = () => ({ ...boardOf("AB"), ids: "own" });
        const owner = learner({ rows: rowsOf(part("board", data()), part("one")) });
        const acts = owner.part("board", data());
        const idle = [owner.idle];
        acts.add({ do: "arrange" });
        idle.push(owner.idle);
        const before = shown.length;
        await refuse("Too long.");
        const told = [said, shown.length > before, owner.idle];
        const same = { kind: "ask", name: "one" }; // without data
        const preview = () => answerOf({}, { rows: rowsOf(part("board", data()), same) });
        acts.peek({ do: "arrange", order: [1, 0] });
        await give(preview());
        owner.renewPeek(); // a part has come into sight
        await give(preview());
        acts.peek(null);
        owner.renewPeek();
        const [[{ rows: [[[, one]]] }]] = ahead;
        result = [idle, told, [ahead.map(([, order]) => order), asked.length, one.data]];
    """)
    assert idle == [True, False]
    assert told == [["Too long."], True, True]
    assert previews == [[[1, 0], [1, 0], None], 3, {"html": "one"}]


def test_a_page_without_previews_requests_none_and_a_refused_preview_is_silent(node):
    assert node("""
        const rows = () => rowsOf(part("board", boardOf("AB")), part("charts", { later: true }));
        const order = { do: "arrange", order: [1, 0] };
        const start = (looksAhead) => {
          const page = new Linked("playground", view, { send, looksAhead });
          page.begin({ link: { r: "AB" }, rows: rows(), look: "" });
          page.part("board", page.shown.rows[0][0][0].data);
          return page;
        };
        await start(false).peek(order);
        const counts = [asked.length];
        const page = start(true);
        page.peek(order);
        const rest = await page.fetchRest(["board"]); // not during a drag
        await refuse("Too long.");
        counts.push(asked.length, rest, said);
        page.peek(null);
        counts.push(ahead.map(([answer, held]) => [answer === page.shown, held]));
        result = counts;
    """) == [0, 1, [], [], [[True, None]]]


def test_a_refused_left_out_part_is_reported_and_stays_out(node):
    assert node("""
        const page = new Linked("x", view, host);
        page.begin({ link: {}, rows: rowsOf(part("one", { later: true })), look: "" });
        const coming = page.fetchRest(["two"]);
        await settled();
        await refuse("No.");
        result = [await coming, said, asked.length, page.shown.rows[0][0][0].data];
    """) == [[], ["No."], 1, {"later": True}]
