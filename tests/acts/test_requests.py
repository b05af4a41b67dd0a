"""A page's requests, run by Node: acts in order, each until it is answered, and what is kept."""

import pytest

from tests.ui.scenes import make_scene_runner, needs_node, read_module

SERVER = """
// A server that puts documents into the order it is asked for, named by their letters.
const asked = [];
let away = 0; // so many requests fail
let halves = 0; // so many answers are cut off
let held = null; // answers that wait, where a test wants them to
globalThis.fetch = async (address, { body }) => {
  const message = JSON.parse(body);
  asked.push(message);
  if (away-- > 0) throw new TypeError("no network");
  if (held) await new Promise((go) => held.push(go));
  const headers = { "Content-Type": "text/plain" };
  if (message.act.do === "explode") return new Response("Too long.", { status: 413, headers });
  const cut = async () => Promise.reject(new TypeError("the connection was cut"));
  return { ok: true, json: halves-- > 0 ? cut : async () => answerTo(message) };
};
globalThis.document = Object.assign(new EventTarget(), { documentElement: { dataset: {} } });
const timers = globalThis.setTimeout;
globalThis.setTimeout = (go) => timers(go, 0); // pauses between two tries
const settled = async (done) => { // once what was done is answered
  for (let n = 0; n < 20; n++) await new Promise((go) => timers(go, 0));
};

const shown = [], ahead = [], refused = [], links = [];
let result;
"""
SCENE = f"""
import {{ Linked }} from "./exhibit/actions.js";
import {{ Host }} from "./exhibit/host.js";
{SERVER}
const boardOf = ({{ rows }}) => rows[0][0][0].data;
const lettersOf = ({{ documents }}) => documents.map(({{ label }}) => label).join("");
let unseen = [];
const stepsOf = ({{ rows }}) => rows[1][0][0].data;
const answerTo = ({{ link, state, act }}) => {{
  const now = link.r.split(",");
  const order = act.order ?? [...now.keys()];
  const documents = order.map((place) => ({{ id: place, label: now[place] }}));
  if (act.do === "add") documents.push({{ id: now.length, label: "N" }});
  const r = documents.map(({{ label }}) => label).join();
  const data = {{ link: {{ r }}, documents }};
  const board = {{ kind: "board", name: "board", data }};
  const later = state?.unseen.includes("steps");
  const steps = {{ kind: "markup", name: "steps", data: later ? {{ later }} : {{ html: r }} }};
  return {{ link: {{ r }}, rows: [[[board]], [[steps]]] }};
}};
const page = new Linked("playground", {{
  show: (answer) => {{
    shown.push(boardOf(answer));
    page.part("board", boardOf(answer));
  }},
  ahead: (answer, order) => ahead.push([lettersOf(boardOf(answer)), order]),
  refused: (sentence) => refused.push(sentence),
  follow: (link) => links.push(link.r),
  unseen: () => unseen,
}}, new Host());
const acts = page;
page.begin(answerTo({{ link: {{ r: "A,B,C" }}, act: {{}} }}));
const arrange = (...order) => ({{ do: "arrange", order }});
const letters = () => lettersOf(shown.at(-1));
const ids = () => shown.at(-1).documents.map(({{ id }}) => id);
"""
NAMES = ("actions", "asking", "host", "learner", "make", "storage", "version")
FILES = tuple(f"exhibit/{name}.js" for name in NAMES)
MODULES = {name: read_module(name) for name in FILES}
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    return make_scene_runner(tmp_path, MODULES, SCENE)


def test_actions_are_sent_in_order_each_with_the_link_of_the_last_answer(node):
    assert node("""
        acts.add(arrange(2, 0, 1));
        await settled(acts.add(arrange(1, 0, 2)));
        result = [asked.map(({ link }) => link.r), links];
    """) == [["A,B,C", "C,A,B"], ["C,A,B", "A,C,B"]]


def test_a_left_out_part_is_requested_once_and_not_during_another_request(node):
    assert node("""
        unseen = ["steps"];
        await settled(acts.add(arrange(2, 0, 1)));
        const left = stepsOf(page.shown);
        acts.peek(arrange(1, 0, 2));
        await settled();
        result = [left, await page.fetchRest(["board"])];
        acts.peek(null);
        held = [];
        const coming = page.fetchRest(["board"]);
        result.push(await page.fetchRest(["board"])); // it is on its way
        acts.add(arrange(0, 2, 1)); // and was left out anew before it came
        const [late, newer] = held.splice(0);
        await settled(newer());
        late();
        result.push(await coming);
        held = null;
        const [steps] = await page.fetchRest(["board"]);
        result.push(steps.name, steps.data, stepsOf(page.shown), asked.at(-1));
    """) == [
        {"later": True},
        [],
        [],
        [],
        "steps",
        {"html": "C,B,A"},
        {"html": "C,B,A"},
        {"link": {"r": "C,B,A"}, "state": {"unseen": ["board"]}, "act": {}},
    ]


def test_a_failed_request_is_repeated_and_counts_once(node):
    assert node("""
        away = 3;
        halves = 2;
        await settled(acts.add(arrange(2, 1, 0)));
        result = [asked.length, letters(), shown.at(-1).can];
    """) == [6, "CBA", {"undo": True, "redo": False, "reset": True}]


def test_documents_keep_their_ids_and_a_new_document_gets_a_new_id(node):
    first, moved, undone, redone, added, forgotten = node("""
        const seen = [ids()];
        const undo = { do: "undo" };
        for (const act of [arrange(2, 0, 1), undo, { do: "redo" }, { do: "add" }, undo]) {
          await settled(acts.add(act));
          seen.push(ids());
        }
        result = seen;
    """)
    assert moved == redone == forgotten == [first[2], first[0], first[1]]
    assert undone == first
    assert added[:3] == moved
    assert added[3] not in first


def test_undo_redo_and_reset_move_only_through_the_known_states(node):
    nothing, states, can = node("""
        acts.add({ do: "undo" });
        await settled(acts.add({ do: "redo" }));
        const nothing = [asked.length, letters()];
        const [undo, redo, reset] = ["undo", "redo", "reset"].map((what) => ({ do: what }));
        const seen = [];
        const first = [arrange(2, 1, 0), undo, arrange(1, 0, 2), redo];
        for (const act of [...first, arrange(1, 2, 0), reset, undo]) {
          await settled(acts.add(act));
          seen.push(letters());
        }
        result = [nothing, seen, shown.at(-1).can];
    """)
    assert nothing == [0, "ABC"]
    assert states == ["CBA", "ABC", "BAC", "BAC", "ACB", "ABC", "ACB"]
    assert can == {"undo": True, "redo": True, "reset": True}


def test_a_new_act_after_undo_leaves_nothing_to_redo(node):
    assert node("""
        await settled(acts.add(arrange(2, 0, 1)));
        await settled(acts.add({ do: "undo" }));
        const before = shown.at(-1).can;
        await settled(acts.add(arrange(1, 0, 2)));
        const count = asked.length;
        await settled(acts.add({ do: "redo" }));
        result = [before.redo, shown.at(-1).can, letters(), asked.length - count];
    """) == [True, {"undo": True, "redo": False, "reset": True}, "BAC", 0]


def test_undo_restores_at_most_200_states(node):
    assert node("""
        for (let n = 0; n < 205; n++) acts.add(arrange(1, 2, 0));
        while (!acts.idle) await settled();
        const back = acts.past.length;
        for (let n = 0; n < 205; n++) acts.add({ do: "undo" });
        while (!acts.idle) await settled();
        result = [back, shown.at(-1).can.undo, acts.future.length];
    """) == [200, False, 200]


def test_a_refusal_is_shown_and_drops_waiting_actions(node):
    assert node("""
        acts.add({ do: "explode" });
        await settled(acts.add(arrange(2, 1, 0)));
        result = [refused, letters(), asked.length, acts.idle];
    """) == [["Too long."], "ABC", 1, True]


def test_only_the_newest_order_of_a_held_card_is_shown(node):
    orders, seen = node("""
        held = [];
        acts.peek(arrange(1, 0, 2));
        acts.peek(arrange(1, 2, 0));
        await settled(acts.peek(arrange(2, 1, 0)));
        await settled(held.shift()());
        await settled(held.shift()());
        result = [asked.map(({ act }) => act.order.join("")), ahead];
    """)
    assert orders == ["102", "210"]  # the one between was overtaken before it was asked for
    assert seen == [["CBA", [2, 1, 0]]]


def test_a_returned_card_shows_the_confirmed_order_and_a_drop_uses_a_ready_answer(node):
    assert node("""
        await settled(acts.peek(arrange(1, 0, 2)));
        acts.peek(null);
        await settled(acts.peek(arrange(2, 1, 0)));
        await settled(acts.add(arrange(2, 1, 0)));
        result = [ahead, asked.length, letters(), shown.at(-1).can.undo];
    """) == [[["BAC", [1, 0, 2]], ["ABC", None], ["CBA", [2, 1, 0]]], 2, "CBA", True]


def test_back_and_forward_open_a_link_and_undo_leaves_it(node):
    assert node("""
        await settled(page.visit({ r: "C,B" }));
        const there = letters();
        await settled(acts.add({ do: "undo" }));
        result = [there, letters(), links];
    """) == ["CB", "ABC", ["A,B,C"]]


# --- A page whose record the browser keeps -----------------------------------------------------

LESSON = f"""
import {{ Host }} from "./exhibit/host.js";
import {{ Learner }} from "./exhibit/learner.js";
{SERVER}
const KEY = "ndcg-tutor:progress";
const kept = new Map();
let full = false; // nothing more is stored
const listeners = [];
globalThis.localStorage = {{
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, text) => {{
    if (full) throw new Error("full");
    kept.set(name, text);
  }},
}};
globalThis.addEventListener = (name, listener) => listeners.push(listener);
const stored = () => JSON.parse(kept.get(KEY) ?? "null");
const store = (record) => kept.set(KEY, JSON.stringify(record));

// A server that counts the answers in the lesson that is open, and moves cards of its board.
const START = {{ ranking: "ABC" }};
const board = (on, act) => {{
  const now = [...on.ranking];
  const ranking = (act.order ?? [...now.keys()]).map((place) => now[place]).join("");
  const documents = [...ranking].map((label) => ({{ id: label, label }}));
  return {{ ids: "own", link: {{ ranking }}, start: START, documents }};
}};
const answerTo = ({{ link, state, record, act }}) => {{
  const slug = link.lesson;
  const before = record?.lessons?.[slug] ?? {{ state: "open", count: 0, board: START }};
  const after = {{ ...before }};
  if (act.act === "answer") after.count += 1;
  let data = board(act.on ?? after.board, act.do === "arrange" ? act : {{}});
  if (act.part === "b.board") after.board = data.link;
  const same = act.part && act.part !== "b.board";
  const lessons = {{ ...record?.lessons, ...(act.part && {{ [slug]: after }}) }};
  const row = (kind, name, data) => [[{{ kind, name, data }}]];
  return {{
    link: act.act === "go" ? {{ ...link, step: "2" }} : link,
    state: {{ ...state, seen: (state.seen ?? 0) + 1 }},
    record: {{ ...record, version: 1, lessons }},
    rows: [
      row("ask", "q", {{ count: after.count }}),
      row("board", "b.board", same ? undefined : data),
    ],
    look: "lesson",
  }};
}};
let forgets = false;
const follows = [];
const parts = new Map();
const learner = new Learner("learn", {{
  show: (answer, lost) => {{
    forgets = Boolean(lost);
    shown.push(answer);
    for (const {{ name, data }} of answer.rows.flat(2)) parts.set(name, learner.part(name, data));
  }},
  ahead: (answer, order, name) => ahead.push([answer.rows[1][0][0].data.link.ranking, order, name]),
  refused: (sentence) => refused.push(sentence),
  follow: (link, how) => follows.push([link.step, how]),
}}, new Host());
const begin = (keeps = "progress") => {{
  const link = {{ lesson: "gain" }};
  const first = answerTo({{ link, state: {{}}, record: null, act: {{}} }});
  learner.begin({{ ...first, link, state: {{}}, keeps }});
}};
const answer = () => parts.get("q").add({{ act: "answer" }});
const count = () => shown.at(-1).rows[0][0][0].data.count;
const ranking = () => shown.at(-1).rows[1][0][0].data.link.ranking;
const move = (...order) => parts.get("b.board").add({{ do: "arrange", order }});
"""


@pytest.fixture
def lesson(tmp_path):
    return make_scene_runner(tmp_path, MODULES, LESSON)


def test_a_page_reads_its_record_at_the_start_and_stores_nothing_else(lesson):
    assert lesson("""
        store({ version: 1, lessons: { gain: { state: "open", count: 4, board: START } } });
        const before = kept.get(KEY);
        await settled(begin());
        result = [count(), asked.length, kept.get(KEY) === before];
    """) == [4, 1, True]


def test_a_page_without_a_record_stores_and_requests_nothing_on_its_return(lesson):
    assert lesson("""
        begin("");
        await settled(answer());
        await settled(begin(""));
        result = [asked.length, [...kept.keys()]];
    """) == [1, []]


def test_each_answer_is_stored_and_the_next_one_builds_on_it(lesson):
    assert lesson("""
        begin();
        for (let n = 0; n < 3; n++) answer();
        await settled();
        const seen = asked.map(({ state }) => state.seen ?? 0);
        result = [stored().lessons.gain.count, count(), seen];
    """) == [3, 3, [0, 1, 2]]


def test_a_repeated_action_has_the_same_seed_and_a_new_one_another(lesson):
    first, again, other = lesson("""
        begin();
        away = 1;
        answer();
        await settled(answer());
        result = asked.map(({ act }) => act.seed);
    """)
    assert 0 <= first == again < 1
    assert other != first


def test_only_the_states_of_other_lessons_are_sent_and_their_records_stay(lesson):
    sent, kept = lesson("""
        const dcg = { state: "done", count: 9, board: START };
        const gain = { state: "open", count: 1, board: START };
        store({ version: 1, answers: 7, lessons: { dcg, gain } });
        begin();
        await settled(answer());
        result = [asked.at(-1).record, stored()];
    """)
    assert sent["lessons"]["dcg"] == {"state": "done"}
    assert sent["lessons"]["gain"]["count"] == 1
    assert sent["answers"] == kept["answers"] == 7
    assert kept["lessons"]["dcg"] == {"state": "done", "count": 9, "board": {"ranking": "ABC"}}
    assert kept["lessons"]["gain"]["count"] == 2


def test_the_course_page_sends_the_whole_record_and_can_forget_a_lesson(lesson):
    sent, kept = lesson("""
        store({ version: 1, lessons: { dcg: { state: "done", count: 9 } } });
        await settled(begin());
        learner.now = { link: {}, state: {} };
        result = [learner.shortenRecord(), learner.restoreRecord({ version: 1, lessons: {} })];
    """)
    assert sent["lessons"]["dcg"] == {"state": "done", "count": 9}
    assert kept["lessons"] == {}


def test_changes_that_another_tab_stored_are_not_lost(lesson):
    assert lesson("""
        begin();
        held = [];
        await settled(answer());
        store({ version: 1, lessons: { gain: { state: "open", count: 40, board: START } } });
        const open = held;
        held = null;
        open.forEach((go) => go());
        await settled();
        result = [asked.length, stored().lessons.gain.count];
    """) == [2, 41]


def test_changes_that_another_tab_stores_are_shown(lesson):
    assert lesson("""
        begin();
        store({ version: 1, lessons: { gain: { state: "open", count: 40, board: START } } });
        for (const listener of listeners) listener({ key: KEY });
        await settled();
        result = [count()];
    """) == [40]


def test_a_page_works_without_storage_and_says_so(lesson):
    assert lesson("""
        full = true;
        begin();
        answer();
        await settled(answer());
        result = [count(), forgets, stored()];
    """) == [2, True, None]


def test_an_unchanged_part_is_shown_as_before(lesson):
    assert lesson("""
        begin();
        await settled(move(2, 1, 0));
        await settled(answer());
        result = [ranking(), count()];
    """) == ["CBA", 1]


def test_a_new_step_is_in_the_link_and_back_opens_the_step_before(lesson):
    assert lesson("""
        begin();
        await settled(parts.get("q").add({ act: "go" }));
        await settled(learner.visit({ lesson: "gain" }));
        result = [follows, asked.map(({ act, link }) => [act.act ?? "", link.step ?? ""])];
    """) == [[[None, "replaceState"], ["2", "pushState"]], [["go", ""], ["", ""]]]


def test_a_part_is_idle_without_a_pending_action_of_its_own(lesson):
    assert lesson("""
        begin();
        held = [];
        await settled(answer());
        const during = [parts.get("q").idle, learner.part("other", {}).idle, learner.idle];
        held.forEach((go) => go());
        await settled(held = null);
        result = [during, parts.get("q").idle, learner.idle];
    """) == [[False, True, False], True, True]


def test_moves_of_cards_in_a_lesson_can_be_undone_redone_and_reset(lesson):
    assert lesson("""
        begin();
        const seen = [];
        const acts = [{ do: "arrange", order: [2, 1, 0] }, { do: "arrange", order: [1, 0, 2] }];
        for (const what of ["undo", "redo", "reset", "undo"]) acts.push({ do: what });
        for (const act of acts) {
          await settled(parts.get("b.board").add(act));
          seen.push(ranking());
        }
        result = [seen, stored().lessons.gain.board.ranking];
    """) == [["CBA", "BCA", "CBA", "BCA", "ABC", "BCA"], "BCA"]


def test_a_drop_in_a_lesson_uses_a_ready_answer_unless_another_action_came_first(lesson):
    assert lesson("""
        begin();
        await settled(parts.get("b.board").peek({ do: "arrange", order: [2, 1, 0] }));
        const before = stored();
        await settled(move(2, 1, 0));
        const [first, there, then] = [asked.length, ranking(), stored().lessons.gain.board.ranking];
        await settled(parts.get("b.board").peek({ do: "arrange", order: [2, 1, 0] }));
        await settled(answer());
        await settled(move(2, 1, 0));
        const later = [asked.length, ranking(), count()];
        result = [first, ahead.slice(0, 1), there, [before, then], later];
    """) == [1, [["CBA", [2, 1, 0], "b.board"]], "CBA", [None, "CBA"], [4, "ABC", 1]]


# --- What is decided in the browser --------------------------------------------------------------

SPEC = """
import * as adapting from "./spec.js";
const { canGlide, fitLabels, haveSameSizes, liftDocuments, hatchIdeal, reuseArrays } = adapting;
const layout = (high = 3) => ({
  ...{ width: 300, height: 200, margin: { l: 20, r: 10 } },
  ...{ xaxis: { range: [0.5, 5.5] }, yaxis: { range: [0, high] } },
});
const bars = (y, colour = "blue") => ({
  ...{ type: "bar", uid: "actual", y, marker: { color: colour }, texttemplate: "%{y}" },
  customdata: y.map((_, doc) => doc),
});
const figure = (y, high, colour) => ({ data: [bars(y, colour)], layout: layout(high) });
let result;
"""


def test_figures_are_animated_labelled_and_reused_as_their_change_allows(tmp_path):
    node = make_scene_runner(tmp_path, {"spec.js": read_module("components/figure/spec.js")}, SPEC)
    glides, many, labels, documents, ideal, reused = node("""
        const from = figure([1, 2, 3]);
        const others = [figure([3, 2, 1]), figure([1, 2]), figure([3, 2, 1], 4)];
        others.push(figure([3, 2, 1], 3, "red"));
        const glides = [null, ...others].map((to) => canGlide(to && from, to ?? from));
        const many = others.map((to) => haveSameSizes(from, to));
        const labels = [164, 165].map((width) => { // 27 pixels for each of five ranks, and margins
          const { data, layout } = figure([1, 2, 3]);
          fitLabels(data, layout, width);
          return ["texttemplate" in data[0], Boolean(layout.yaxis.showticklabels)];
        });
        const { documents, spec } = liftDocuments(from);
        const ideal = { ...from.data[0], uid: "ideal" };
        const marked = hatchIdeal({ data: [ideal, from.data[0]] }).data;
        const next = figure([1, 2, 3]);
        reuseArrays(from, next);
        result = [
          ...[glides, many, labels, [documents, "customdata" in spec.data[0]]],
          marked.map(({ marker }) => marker.pattern?.shape ?? null),
          [next.data[0].y === from.data[0].y, next.data === from.data],
        ];
    """)
    assert glides == [False, True, False, False, False]
    assert many == [True, False, True, True]
    assert labels == [[False, True], [True, False]]
    assert documents == [[[0, 1, 2]], False]
    assert ideal == ["/", None]
    assert reused == [True, True]


def test_rounding_never_makes_ndcg_exceed_1_and_a_wrong_ideal_is_visible(tmp_path):
    before = 'import { scoreOrder } from "./sums.js"; let result;'
    node = make_scene_runner(tmp_path, {"sums.js": read_module("components/board/sums.js")}, before)
    assert node("""
        const byId = new Map([3, 2].map((gain, id) => [id, { gain }]));
        const data = { k: 2, divisors: [1, 2], empty: null };
        result = [4 - 1e-12, 4 - 1e-3, 8].map(
          (idcg) => scoreOrder({ order: [0, 1], byId, data: { ...data, idcg } }).ndcg,
        );
    """) == [1, 4 / (4 - 1e-3), 0.5]
