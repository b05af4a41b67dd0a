"""A board on an empty page in a small browser: what it shows, says and sends."""

import pytest

import ndcg_core as nc
from ndcg_ui.components.board.html import render_board
from ndcg_ui.components.board.link import read_board
from ndcg_ui.components.parts import describe_board
from ndcg_ui.components.picture.picture import describe_picture
from tests.ui.scenes import needs_node
from tests.ui.visitor import do_on_empty_page

pytestmark = needs_node
BOARD = r"""
const { default: show } = await import("./components/board/board.js");
const slot = mount('<section class="board" aria-hidden="true"></section>');
const can = { undo: true, redo: false, reset: true };
const sent = []; // the commands with places, and the orders of previews
const moves = { idle: true, waiting: [], underWay: null,
  add(act, overtakes) {
    sent.push(moves.write(act));
    Object.assign(moves, { idle: false, underWay: act, overtakes });
  },
  peek: (act) => sent.push(act && act.order) };
// Shows Python's answer: the documents in an order of their names, or in the first order.
const answer = (names = "ABCD", more = {}) => {
  Object.assign(moves, { idle: true, underWay: null });
  return receive(names, more);
};
const receive = (names, more = {}) => {
  const given = structuredClone(data.documents);
  const ranked = [...names].map((name) => given.find(({ label }) => label === name));
  const documents = [...ranked, ...given.filter((one) => !ranked.includes(one))];
  const ideal = data.ideal.map((place) => documents.indexOf(given[place]));
  documents.forEach((document, place) => (document.place = place));
  return show({ parentElement: slot, acts: moves,
    data: { ...data, can, retrieved: ranked.length, documents, ideal, ...more } });
};
const swap = (i, j, group = "g") =>
  exhibit.dispatchEvent(new CustomEvent("ndcg:swap", { detail: { group, ranks: [i, j] } }));
const yOf = ({ style }) => Number(style.transform.match(/translateY\((-?[\d.]+)px/)[1]);
const card = (name) => find(`.card[data-label="${name}"]`);
const grip = (name) => card(name).querySelector(".grip");
const names = (all) => all.map((one) => one.dataset.label).join("");
const inDocument = () => names(findAll(".card"));
const onScreen = () => names(findAll(".card").sort((one, other) => yOf(one) - yOf(other)));
const lifted = () => names(findAll(".card.lifted"));
const aloud = () => text(".board > [role=status]");
const taken = () => sent.splice(0);
const focused = () => document.activeElement.ariaLabel ?? document.activeElement.localName;
"""


@pytest.fixture
def visitor(tmp_path):
    """Return a function that runs a scene with a board of the documents A to D, and E below it."""

    def run(scene: str, **values):
        values = {"data": describe("A:3,B:0,C:2,D:1", "A:3,B:0,C:2,D:1,E:3", k=3)} | values
        return do_on_empty_page(tmp_path, BOARD + scene, **values)

    return run


def describe(ranking, judged="", k=None, **more):
    """Return the data of a board, as Python sends it."""
    board, _ = read_board({"r": ranking} | ({"judged": judged} if judged else {}))
    return describe_board(board, board.trace_ranking(k, nc.STANDARD), group="g", **more)


def test_cards_bars_and_lines_show_an_order_next_to_the_ideal_one(visitor):
    first, swapped, answered, ideals, sizes, other = visitor(
        r"""
        const ends = (path) => {
          const [, y, , , , , , z] = path.getAttribute("d").match(/\d+/g).map(Number);
          const same = path.style.getPropertyValue("d") === `path("${path.getAttribute("d")}")`;
          return [path.dataset.doc, y, z, path.classList.contains("level"), same];
        };
        const draw = () => [
          findAll(".card").map((one) => [one.dataset.label, yOf(one),
            ...[".rank", ".work", ".term"].map((part) => text(one.querySelector(part))),
            one.querySelector(".term").title.slice(0, 6),
            one.querySelector(".bar").style.transform.slice(0, 12), one.className]),
          findAll(".lines path").map(ends), texts(".remarks p"), find(".remarks").className,
          find(".board").dataset.revision];
        answer("ABCD", { remarks: ["A & B."] });
        const first = draw();
        swap(1, 3);
        await pass(10);
        const swapped = draw();
        answer("CBAD", { remarks: ["C."] });
        const answered = draw();
        const ideals = findAll(".ideal-card").map((one) => [text(one), yOf(one), one.className,
          one.dataset.doc]);
        const sizes = [".cards", ".ideals", ".lines"].map((one) => find(one).style.height);
        sizes.push(find(".cards").style.getPropertyValue("--cut"), find(".cards").className,
          find(".lines").getAttribute("viewBox"), find(".lines").style.getPropertyValue("--glide"),
          find(".board").hasAttribute("aria-hidden"));
        const { firstElementChild: board } = mount('<section class="board"></section>');
        show({ parentElement: board.parentElement, data: { ...zeros, can, level: 3, reasons: true },
          acts: moves });
        const all = (one) => board.querySelectorAll(one);
        const other = [all(".bar").map(({ style }) => style.transform),
          all(".card").map((one) => [one.className, one.ariaCurrent]),
          all("h2").map((one) => [text(one), one.ariaLevel]),
          all("button, .of-before, .unretrieved > *").length,
          all(".cards")[0].className, board.dataset.mode, board.dataset.look,
          board.hasAttribute("data-reasons")];
        result = [first, swapped, answered, ideals, sizes, other];
    """,
        zeros=describe("A:0,B:0", mode="show", layout="plain", current_doc=1),
    )
    b = ["B", 56, "2", "0/log2\u2061(3)", "0.000", "0", "scaleX(0)", "card"]
    d = ["D", 168, "4", "1/log2\u2061(5)", "0.431", "0.4306", "scaleX(0)", "card beyond"]
    assert first == [
        [
            ["A", 0, "1", "3/log2\u2061(2)", "3.000", "3", "scaleX(1)", "card"],
            b,
            ["C", 112, "3", "2/log2\u2061(4)", "1.000", "1", "scaleX(0.333", "card"],
            d,
        ],
        [
            ["0", 24, 24, True, True],
            ["1", 80, 248, False, True],
            ["2", 136, 136, True, True],
            ["3", 192, 192, True, True],
        ],
        *[["A & B."], "remarks", "1"],
    ]
    c, a = (
        ["C", 0, "1", "2/log2\u2061(2)", "2.000", "2", "scaleX(0.666", "card"],
        ["A", 112, "3", "3/log2\u2061(4)", "1.500", "1.5", "scaleX(0.5)", "card"],
    )
    ends = [[136, 24, False, True], [80, 248, False, True], [24, 136, False, True]]
    level = ["3", 192, 192, True, True]
    places = [["0", *ends[0]], ["1", *ends[1]], ["2", *ends[2]], level]
    assert swapped == [[c, b, a, d], places, ["A & B."], "remarks of-before", ""]
    places = [["2", *ends[0]], ["1", *ends[1]], ["0", *ends[2]], level]
    assert answered == [[c, b, a, d], places, ["C."], "remarks", "2"]
    assert ideals == [
        ["A 3", 0, "ideal-card", "2"],
        ["E not retrieved 3", 56, "ideal-card absent", "4"],
        ["C 2", 112, "ideal-card", "0"],
        ["D 1", 168, "ideal-card beyond", "3"],
        ["B 0", 224, "ideal-card beyond", "1"],
    ]
    assert sizes == ["224px", "280px", "280px", "163px", "cards is-cut", "0 0 64 280", "", False]
    assert other == [
        ["scaleX(0)", "scaleX(0)"],
        [["card", None], ["card now", "step"]],
        [["The ranking", "3"], ["Ideal", "3"]],
        *[0, "cards", "show", "plain", True],
    ]


def test_a_board_without_the_ideal_documents_of_its_convention_says_so(visitor):
    board, _ = read_board({"r": "A:3,B:0,C:2"})
    trace = board.trace_ranking(2, nc.CONVENTIONS["rectools"])
    ideal, lines, order, remark, by_gain = visitor(
        r"""
        answer("ABC");
        const before = [findAll(".ideal-card").length, findAll(".lines path").length];
        await press("Sort to ideal");
        const byGain = [onScreen(), taken()];
        answer("CAB");
        result = [...before, onScreen(), text(".remarks"), byGain];
    """,
        data=describe_board(board, trace, group="g", mode="edit"),
    )
    assert (ideal, lines, order) == (0, 0, "CAB")
    assert by_gain == ["ACB", [{"do": "arrange", "order": [0, 2, 1]}]]
    assert remark.startswith("This convention’s ideal ranking consists of documents with grade 1")


def test_keys_lift_carry_drop_and_return_a_card(visitor):
    rows, dropped, left = visitor(r"""
        let bubbled = 0;
        exhibit.addEventListener("keydown", () => (bubbled += 1));
        answer();
        grip("B").focus();
        const rows = [];
        const go = async (name, more) => {
          const isLeft = await key(name, more);
          rows.push([name, isLeft, onScreen(), lifted(), aloud(), ...taken()]);
        };
        for (const name of ["ArrowDown", "Escape", "Enter", "ArrowDown"]) await go(name);
        await go("ArrowUp", { ctrlKey: true });
        for (const name of ["x", "ArrowUp", "ArrowUp", "ArrowUp", "End", "Escape", " ", "End"]) {
          await go(name);
        }
        rows.push([inDocument(), bubbled, find(".lines").style.getPropertyValue("--glide")]);
        await go(" ");
        const dropped = [inDocument(), find(".board").dataset.revision];
        answer("ACDB");
        dropped.push(inDocument(), focused(), aloud(), find(".board").dataset.revision);
        const outside = document.createElement("button");
        exhibit.append(outside);
        await key("Enter");
        await key("Home");
        card("B").querySelector("[data-act=down]").focus();
        const left = [onScreen(), lifted()];
        document.hasFocus = () => false; // another window has it
        outside.focus();
        left.push(lifted());
        grip("B").focus();
        document.hasFocus = () => true;
        outside.focus();
        left.push(onScreen(), lifted(), taken());
        result = [rows, dropped, left];
    """)
    value = {"ABCD": "0.679", "ACBD": "0.723", "BACD": "0.491", "ACDB": "0.808"}

    def say(order, begin=""):
        return f"{begin}B, rank {order.index('B') + 1} of 4. NDCG {value[order]}."

    assert rows == [
        ["ArrowDown", True, "ABCD", "", ""],
        ["Escape", True, "ABCD", "", ""],
        ["Enter", False, "ABCD", "B", say("ABCD", "Lifted. ")],
        ["ArrowDown", False, "ACBD", "B", say("ACBD"), [0, 2, 1, 3]],
        ["ArrowUp", True, "ACBD", "B", say("ACBD")],
        ["x", True, "ACBD", "B", say("ACBD")],
        ["ArrowUp", False, "ABCD", "B", say("ABCD"), None],
        ["ArrowUp", False, "BACD", "B", say("BACD"), [1, 0, 2, 3]],
        ["ArrowUp", False, "BACD", "B", say("BACD")],
        ["End", False, "ACDB", "B", say("ACDB"), [0, 2, 3, 1]],
        ["Escape", False, "ABCD", "", say("ABCD", "Put back. "), None],
        [" ", False, "ABCD", "B", say("ABCD", "Lifted. ")],
        ["End", False, "ACDB", "B", say("ACDB"), [0, 2, 3, 1]],
        ["ABCD", 4, "0ms"],
        [
            *[" ", False, "ACDB", "", say("ACDB", "Dropped. ")],
            {"do": "arrange", "order": [0, 2, 3, 1]},
        ],
    ]
    grip = "Move B, grade 0, rank 4"
    assert dropped == ["ACDB", "", "ACDB", grip, say("ACDB", "Dropped. "), "2"]
    assert left == ["BACD", "B", "B", "ACDB", "", [[3, 0, 1, 2], None]]


def test_a_pointer_carries_a_card_within_the_list_and_scrolls_the_page(visitor):
    begun, carried, dropped, scrolled, refused, returned = visitor(r"""
        document.scrollingElement = { scrollTop: 100 };
        answer();
        const board = find(".board");
        find(".cards").layout = { top: 50 };
        const go = (type, target, clientY, more = {}) => fire(target, `pointer${type}`,
          { pointerType: "mouse", pointerId: 1, clientX: 0, clientY, ...more });
        const name = card("A").querySelector(".label");
        const begun = [];
        go("down", name, 300);
        go("move", name, 303);
        begun.push(lifted());
        go("move", name, 304);
        begun.push(lifted(), focused());
        await pass(20);
        begun.push(card("A").style.transform);
        const carry = async (clientY) => {
          go("move", name, clientY);
          await pass(20);
          return [yOf(card("A")), onScreen(), ...taken()];
        };
        const carried = [];
        for (const y of [327, 329, 360, -100, 700]) carried.push(await carry(y));
        find(".cards").layout = { top: 20 };
        fire(document, "scroll");
        carried.push(await carry(300));
        board.currentCSSZoom = 2;
        carried.push(await carry(412));
        board.currentCSSZoom = undefined;
        go("down", grip("B"), 300, { pointerId: 1 }); // a second press during the drag
        carried.push(await carry(382));
        go("up", name, 382);
        const dropped = [board.dataset.dropped, taken()];
        await pass(1);
        dropped.push(onScreen(), lifted(), yOf(card("A")), aloud());
        answer("BCAD");
        dropped.push(aloud());
        go("down", board, 300);
        dropped.push(board.dataset.dropped ?? "none");
        const scrolled = [];
        const page = document.scrollingElement;
        go("down", name, 300);
        for (const y of [770, 798, 30, 1]) {
          go("move", name, y);
          page.scrollTop = 100;
          await pass(17);
          scrolled.push(page.scrollTop);
        }
        go("move", name, 400);
        await pass(100);
        page.scrollTop = 100;
        await pass(100);
        scrolled.push(page.scrollTop);
        go("cancel", name, 400);
        taken();
        const refused = [];
        const attempt = async (target, more) => {
          go("down", target, 300, more);
          go("move", target, 400, more);
          await pass(20);
          refused.push(lifted());
          go("cancel", target, 400, more);
          return taken();
        };
        await attempt(name, { pointerType: "touch" });
        await attempt(name, { button: 2 });
        await attempt(card("A").querySelector("[data-act=up]"));
        await attempt(find(".ideal-card"));
        answer("BCAD", { mode: "show" });
        await attempt(name);
        answer("BCAD");
        const returned = [await attempt(grip("A"), { pointerType: "touch" }), onScreen(), aloud()];
        go("down", name, 300);
        go("move", name, 400);
        await pass(20);
        taken();
        data.documents.splice(2, 1); // another tab has removed C
        answer("ABD", { ideal: [0, 1, 2] });
        go("up", name, 400);
        await pass(20);
        returned.push(lifted(), onScreen(), taken());
        result = [begun, carried, dropped, scrolled, refused, returned];
    """)
    assert begun == [
        *["", "A", "Move A, grade 3, rank 1"],
        "translateY(4px) translateX(6px) rotate(-0.6deg)",
    ]
    assert carried == [
        [27, "ABCD"],
        [29, "BACD", [1, 0, 2, 3]],
        [60, "BACD"],
        [-14, "ABCD", None],
        [182, "BCDA", [1, 2, 3, 0]],
        [30, "BACD", [1, 0, 2, 3]],
        [71, "BACD"],
        [112, "BCAD", [1, 2, 0, 3]],
    ]
    said = "A, rank 3 of 4. NDCG 0.469."
    arranged = [{"do": "arrange", "order": [1, 2, 0, 3]}]
    assert dropped == ["true", arranged, "BCAD", "", 112, said, said, "none"]
    assert scrolled == [110, 114, 90, 86, 100]
    assert refused == ["", "", "", "", "", "A"]
    assert returned == [[[0, 1, 3, 2], None], "BCAD", said, "", "ABD", []]


def test_a_board_waits_for_answers_says_each_value_once_and_numbers_its_commands(visitor):
    said, held, notes, written, keys, ended = visitor(r"""
        const said = [];
        const say = () => said.push(find(".board > [role=status]").textContent);
        answer();
        say();
        answer("ABCD", { k: 2 });
        say();
        answer("BACD", { k: 2 });
        say();
        answer("BACD", { k: 2 });
        say();
        answer("BACD", { k: 2, speaks: "cg" });
        swap(1, 3);
        say();
        answer("CABD", { k: 2, speaks: "cg" });
        say();
        answer("CABD", { k: 2, idcg: null });
        swap(2, 3);
        say();
        answer("CBAD", { k: 2, idcg: null });
        say();
        answer();
        taken();
        swap(1, 2, "other");
        const held = [taken()];
        swap(1, 4);
        await pass(10);
        receive("ABCD", { k: 2 }); // of an earlier act
        held.push(taken(), onScreen(), find(".board").dataset.revision);
        answer("DBCA");
        held.push(onScreen());
        grip("B").focus();
        await key(" ");
        swap(1, 2);
        answer("DCBA"); // of another part
        held.push(onScreen(), taken());
        await key("Escape");
        held.push(onScreen());
        const { mode } = data;
        answer("ABCD", { mode: "show" });
        swap(1, 2);
        held.push(taken().filter(Boolean));
        answer();
        const note = () => text(".unconfirmed");
        swap(1, 2);
        await pass(400);
        answer("BACD");
        await pass(400);
        swap(1, 2);
        await pass(690);
        const notes = [note()];
        await pass(20);
        notes.push(note());
        answer();
        notes.push(note());
        swap(1, 2);
        const [first, last] = [{ do: "arrange" }, { do: "arrange" }];
        const graded = { do: "grade" };
        for (const waiting of [[first, last], [last, graded]]) {
          moves.waiting = waiting;
          swap(1, 2);
          notes.push(waiting.map((act) => moves.overtakes(act)));
        }
        moves.waiting = [first];
        await press("Add a document");
        notes.push(moves.overtakes(first));
        moves.waiting = [];
        answer("BACD");
        taken();
        const written = [{ do: "grade", id: 0, grade: 2 }, { do: "remove", id: 9 },
          { do: "arrange", order: [2, 0] }, { do: "arrange", order: [0, 9] }, { do: "add" },
        ].map((command) => moves.write(command));
        grip("B").focus();
        const keys = [];
        for (const [name, more] of [["z", { ctrlKey: true }], ["Z", { metaKey: true }], ["y", {}],
          ["Z", { ctrlKey: true, shiftKey: true }], ["y", { ctrlKey: true }]]) {
          moves.underWay = null;
          keys.push(await key(name, more), taken());
        }
        moves.underWay = first;
        keys.push(await key("y", { ctrlKey: true }), taken());
        answer("BACD", { mode: "move" });
        keys.push(await key("z", { ctrlKey: true }), await key("F2"), taken(), focused());
        answer("BACD");
        const cleanUp = answer("BACD");
        cleanUp(); // Streamlit ends an earlier call
        swap(1, 2);
        const ended = [taken().length];
        slot.remove();
        cleanUp();
        swap(1, 2);
        ended.push(taken().length);
        result = [said, held, notes, written, keys, ended];
    """)
    assert said == [
        *["", "NDCG at 2: 0.509.", "NDCG at 2: 0.321.", "NDCG at 2: 0.321."],
        *["C, rank 1 of 4. CG 5.000.", "C, rank 1 of 4. CG 5.000."],
        *["B, rank 2 of 4.", "B, rank 2 of 4."],
    ]
    arranged = {"do": "arrange", "order": [3, 1, 2, 0]}
    assert held == [[], [arranged], "DBCA", "", "DBCA", "DBCA", [], "DCBA", []]
    added = [[False, True], [False, False], False]
    assert notes == ["", "not confirmed yet", "", *added]
    assert written == [
        {"do": "grade", "at": 1, "grade": 2},
        *[None, {"do": "arrange", "order": [2, 1]}, None, {"do": "add"}],
    ]
    undo = [{"do": "undo"}]
    assert keys == [
        *[False, undo, False, undo, True, [], False, [], False, [], False, [{"do": "redo"}]],
        *[True, True, [], "Move B, grade 0, rank 1"],
    ]
    assert ended == [1, 0]


def test_what_is_pointed_at_is_lit_everywhere_until_the_pointer_has_moved_a_card(visitor):
    lit, pointed, rests = visitor(r"""
        const below = '<b class="piece" data-doc="2">C</b><button class="token">D</button>';
        const picture = { stage: "gain", heads: "<i>gain</i>", below, ideals: [], worked: [],
          tallest: 3, most: 6 };
        for (const document of data.documents) document.beside = '<i class="picture"></i>';
        answer("ABCD", { picture });
        const board = find(".board");
        const all = () => findAll("[data-lit]").map((one) => one.className || one.localName);
        let clientY = 0;
        const point = (target, clientX, type = "pointerover") => {
          fire(target, type, { clientX, clientY });
          return all();
        };
        const label = (name) => card(name).querySelector(".label");
        const lit = [point(label("C"), 10)];
        answer("CABD", { picture }); // another rank, the same document
        lit.push(all(), point(find(".columns"), 20), point(find(".unretrieved li"), 30),
          point(board, 40, "pointerleave"));
        grip("A").focus();
        lit.push(all());
        grip("A").blur();
        lit.push(all());
        const isPointed = () => board.hasAttribute("data-pointed");
        const pointed = [isPointed()];
        find(".token").focus();
        pointed.push(isPointed());
        answer("CABD"); // without a picture
        pointed.push(isPointed());
        answer("CABD", { picture });
        find(".token").focus();
        pointed.push(isPointed());
        find(".token").blur();
        pointed.push(isPointed(), board.dataset.stage, text(".heads"));
        const rests = [point(label("B"), 50)];
        const drag = (type, clientY) => fire(label("B"), `pointer${type}`,
          { pointerType: "mouse", pointerId: 1, clientX: 50, clientY });
        for (const [type, y] of [["down", 0], ["move", 60], ["up", 60]]) drag(type, y);
        clientY = 60;
        await pass(20);
        rests.push(all(), point(label("B"), 52), point(label("B"), 52, "pointermove"));
        rests.push(point(label("B"), 60, "pointermove"), point(label("A"), 61));
        await press("Move B up");
        rests.push(all());
        const pressed = grip("C");
        pressed.matches = (selector) => selector !== ":focus-visible" && selector !== ":hover";
        pressed.focus(); // by a press
        rests.push(all());
        grip("A").focus(); // by a key
        rests.push(all());
        result = [lit, pointed, rests];
    """)
    c = ["card", "path", "ideal-card"]
    assert lit == [
        ["card", "level", "ideal-card", "piece"],
        *[c, [], ["ideal-card absent", "li"], [], c, []],
    ]
    assert pointed == [False, True, False, True, False, "gain", "gain"]
    b, a = (["card beyond", "path", "ideal-card beyond", "piece"], ["card", "path", "ideal-card"])
    assert rests == [["card", "path", "ideal-card beyond", "piece"], [], [], [], b, a, [], [], a]


def test_the_servers_first_board_is_what_the_browser_then_draws(visitor):
    trace = nc.trace([3, 0.5, 2], 2, judged=[3, 0.5, 2, 1], labels=["A", "<B>", "C", "E"])
    judged = "A:3,<B>:0.5,C:2,E:1"
    boards = [
        describe(judged[:-4], judged, k=2, remarks=["A & <B>."]),
        describe("0,0", mode="move", layout="bare"),
        *(
            describe(judged[:-4], judged, k=2, mode="show", picture=describe_picture(trace, stage))
            for stage in ("discount", "ideal")
        ),
    ]
    drawn = visitor(
        r"""
        const look = (root, part) => root.querySelectorAll(part).map(text).filter(Boolean);
        const round = (css) => css.replace(/[\d.]+/g, (number) => Number(number).toFixed(3));
        const styles = ({ style }, ...names) => names.map((name) => style.getPropertyValue(name));
        const read = (root) => {
          const css = (one) => [...one.classList].sort();
          const card = (one) => [css(one), yOf(one), ...[".rank", ".label", ".work", ".term",
            ".chip", ".picture"].map((part) => look(one, part)),
            one.querySelectorAll(".bar").map(({ style }) => round(style.transform)),
            one.querySelector(".chip").dataset.level, one.querySelectorAll(".grip").length,
            one.querySelectorAll(".grade .chip").length];
          const ideal = (one) => [css(one), yOf(one), ...[".label", ".chip", ".worked"].map(
            (part) => look(one, part)), one.querySelector(".chip").dataset.level];
          const line = (one) => [one.getAttribute("d"), one.classList.contains("level")];
          const [sums] = root.querySelectorAll(".columns");
          const all = (part, how) => root.querySelectorAll(part).map(how);
          return [all(".cards > li", card), all(".ideals > li", ideal),
            all(".lines path", line).sort(),
            all(".lines", (one) => [one.getAttribute("viewBox"), one.style.height]),
            all(".cards, .ideals", (one) => [one.style.height, one.getAttribute("aria-label")]),
            look(sums, ".columns > .heads, h2"), look(root, ".below"),
            look(root, ".unretrieved :is(h2, .label, .chip)"), look(root, ".tools > *"),
            all(".tools > *", (one) => one.className), look(root, ".remarks > *"),
            all(".remarks > *", (one) => one.className),
            ["mode", "look", "stage"].map((name) => root.dataset[name] ?? ""),
            styles(root, "--tallest", "--most").map((number) => Number(number).toFixed(3))];
        };
        slot.remove();
        result = boards.map(([html, data]) => {
          const place = mount(html);
          const root = place.firstElementChild;
          const first = read(root);
          show({ parentElement: place, acts: moves,
            data: { ...data, can: { undo: true, redo: true, reset: true } } });
          const then = read(root);
          place.remove();
          return [first, then];
        });
    """,
        boards=[[str(render_board(board)), board] for board in boards],
    )
    for first, then in drawn:
        assert first == then
    assert [first[-2] for first, _ in drawn] == [
        *[["edit", "whole", ""], ["move", "bare", ""]],
        *[["show", "whole", "discount"], ["show", "whole", "ideal"]],
    ]
    assert [card[:4] for card in drawn[0][0][0]] == [
        [["card"], 0, ["1"], ["A"]],
        [["card"], 56, ["2"], ["<B>"]],
        [["beyond", "card"], 112, ["3"], ["C"]],
    ]


def test_a_preview_shows_its_texts_and_numbers_and_cards_glide_unless_motion_is_reduced(visitor):
    before, ahead, back, glides, still, running = visitor(r"""
        const picture = (below) => ({ stage: "gain", heads: "", below, ideals: [], worked: [],
          tallest: 3, most: 6 });
        for (const document of data.documents) document.beside = '<i class="picture"></i>';
        const docs = () => [".card", ".ideal-card", ".lines path"].map((part) =>
          findAll(part).map(({ dataset }) => dataset.doc).join(""));
        const state = () => [docs(), texts(".remarks p"), text(".below"),
          find(".remarks").className, onScreen()];
        answer("ABCD", { remarks: ["Now."], picture: picture("now") });
        const before = state();
        grip("A").focus();
        await key(" ");
        await key("ArrowDown");
        const held = find(".remarks").className;
        const peek = (names, order, words) => show({ parentElement: slot, ahead: { order },
          data: { remarks: [words], picture: picture(words) } });
        peek("BACD", [1, 0, 2, 3], "Then.");
        const ahead = state();
        await key("Escape");
        peek("ABCD", null, "Now.");
        const back = state();
        back.push(held);
        const glides = [];
        const animations = [];
        for (const one of [...findAll(".card"), ...findAll(".ideal-card")]) {
          one.animate = (frames, { duration }) => {
            const name = one.dataset.label ?? text(one);
            glides.push([name, ...frames.map(({ transform }) => transform), duration]);
            return { playState: "running", cancel: () => animations.push("cancelled") };
          };
        }
        answer("BACD");
        const first = glides.splice(0);
        globalThis.getComputedStyle = () => ({ transform: "halfway" });
        answer("ABCD");
        const running = [glides.splice(0), animations.splice(0)];
        answer("ABCD");
        running.push(glides.length);
        setMedia("reduced-motion", true);
        answer("BACD");
        result = [before, ahead, back, first, [glides, onScreen()], running];
    """)
    assert before == [["0123", "04231", "0123"], ["Now."], "now", "remarks", "ABCD"]
    assert ahead == [["1023", "14230", "1023"], ["Then."], "Then.", "remarks", "BACD"]
    assert back == [*before, "remarks of-before"]
    first, second = "translateY(0px)", "translateY(56px)"
    assert glides == [["B", second, first, 180], ["A", first, second, 180]]
    halfway = [["A", "halfway", first, 180], ["B", "halfway", second, 180]]
    assert running == [halfway, ["cancelled", "cancelled"], 0]
    assert still == [[], "BACD"]
