"""Pages of the menu in a small browser, which Node runs: boards, sheets, lessons and the header."""

import pytest

from tests.ui.scenes import needs_node
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
BEFORE = r"""
const cards = () => findAll(".card").map((one) => one.dataset.label + one.dataset.grade).join(" ");
const ndcg = () => text(".fraction.hero .ndcg");
const aloud = () => text(".board > .for-screen-readers[role=status]");
const board = () => [cards(), ndcg()];
const focused = () => document.activeElement.ariaLabel ?? text(document.activeElement);
const acts = (page) => requests.filter(({ url }) => url === `/acts/${page}`).map(({ body }) =>
  body.act);
const field = (cell) => find(`.sheet input[data-cell="${cell}"]`);
const verdicts = () =>
  Object.fromEntries(findAll(".sheet .verdict").map((one) => [one.dataset.cell, text(one)]));
const messages = () => texts("tr.message").filter(Boolean);
"""


@pytest.fixture
def visitor(tmp_path):
    """Run a scene as a visitor who was never here."""
    return lambda scene: do_as_visitor(tmp_path, BEFORE + scene)


# --- The board ----------------------------------------------------------------------------------


def test_every_button_of_a_board_works_and_the_address_follows(visitor):
    states, unretrieved, focus, addresses, heads = visitor(r"""
        await open("/playground?r=A:3,B:2,C:0&k=2");
        await pass(20);
        const states = [[...board(), document.title.split(" · ")[0]]];
        const addresses = [];
        let unretrieved = "";
        let focus = "";
        const names = ["Move A down", "Raise the grade of C", "Lower the grade of A",
          "Add a document", "Add an unretrieved document", "Remove B", "Undo", "Redo", "Reset",
          "Reverse", "Sort to ideal"];
        for (const name of names) {
          await press(name);
          states.push([name, ...board()]);
          addresses.push(decodeURIComponent(location.search));
          unretrieved ||= text("[data-testid=unretrieved]");
          if (name === "Remove B") focus = focused();
        }
        const off = findAll("[data-testid=tools] button, .card button").filter((one) =>
          one.ariaDisabled);
        const heads = off.map((one) => one.ariaLabel ?? text(one));
        result = [states, unretrieved, focus, [addresses[0], addresses[5], addresses[8]], heads];
    """)
    assert states == [
        ["A3 B2 C0", "1.000", "NDCG@2 = 1.000"],
        ["Move A down", "B2 A3 C0", "0.913"],
        ["Raise the grade of C", "B2 A3 C1", "0.913"],
        ["Lower the grade of A", "B2 A2 C1", "1.000"],
        ["Add a document", "B2 A2 C1 D1", "1.000"],
        ["Add an unretrieved document", "B2 A2 C1 D1", "0.765"],
        ["Remove B", "A2 C1 D1", "0.617"],
        ["Undo", "B2 A2 C1 D1", "0.765"],
        ["Redo", "A2 C1 D1", "0.617"],
        ["Reset", "A3 B2 C0", "1.000"],
        ["Reverse", "C0 B2 A3", "0.296"],
        ["Sort to ideal", "A3 B2 C0", "1.000"],
    ]
    assert unretrieved.startswith("Judged but not retrieved E")
    assert focus == "Move A, grade 2, rank 1"
    assert addresses == [
        "?r=B:2,A:3,C:0&k=2",
        "?r=A:2,C:1,D:1&judged=A:2,C:1,D:1,E:3&k=2",
        "?r=3,2,0&k=2",
    ]
    assert heads == ["Redo", "Reset", *["Move A up", "Lower the grade of C", "Move C down"]] or set(
        heads
    ) == {"Redo", "Reset", "Move A up", "Lower the grade of C", "Move C down"}


def test_a_card_is_renamed_moved_by_keys_and_returned(visitor):
    renamed, walked, carried, undone, shown = visitor(r"""
        await open("/playground?r=A:3,B:2,C:0&k=2");
        await pass(20);
        await press("Rename A");
        document.activeElement.value = "Best";
        await key("Enter");
        const renamed = [cards(), focused()];
        await key("F2");
        document.activeElement.value = "Other";
        await key("Escape");
        renamed.push(cards(), focused());
        renamed.push(find(".card[data-label=Best] .label").hidden);
        await key("F2");
        document.activeElement.value = "  ";
        await key("Enter");
        renamed.push(cards());
        const walked = [];
        for (const name of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
          await key(name);
          walked.push(focused());
        }
        const carried = [];
        for (const name of [" ", "ArrowDown", "End", "Home", "ArrowUp", "End", "Enter"]) {
          await key(name);
          carried.push([name, aloud(), findAll(".card.lifted").length, acts("playground").length]);
        }
        await key(" ");
        await key("Home");
        await key("Escape");
        carried.push([cards(), ndcg(), aloud()]);
        const undone = [];
        for (const shiftKey of [false, true]) {
          await key(shiftKey ? "Z" : "z", { ctrlKey: true, shiftKey });
          undone.push(cards());
        }
        await key("y", { metaKey: true });
        undone.push(cards());
        const shown = findAll(".card").map((one) => [one.classList.contains("beyond"),
          text(one.querySelector(".term"))]);
        shown.push(texts(".ideal-card"), find(".cards").classList.contains("is-cut"));
        result = [renamed, walked, carried, undone, shown];
    """)
    whole = "Best3 B2 C0"
    assert renamed == [whole, "Move Best, grade 3, rank 1"] * 2 + [False, whole]
    grip = "Move Best, grade 3, rank 1"
    assert walked == ["Move Best up", "Move Best down", "Move Best up", grip, grip]
    requests = carried[0][3]
    assert [row[:3] for row in carried[:7]] == [
        [" ", "Lifted. Best, rank 1 of 3. NDCG 1.000.", 1],
        ["ArrowDown", "Best, rank 2 of 3. NDCG 0.913.", 1],
        ["End", "Best, rank 3 of 3. NDCG 0.469.", 1],
        ["Home", "Best, rank 1 of 3. NDCG 1.000.", 1],
        ["ArrowUp", "Best, rank 1 of 3. NDCG 1.000.", 1],
        ["End", "Best, rank 3 of 3. NDCG 0.469.", 1],
        ["Enter", "Dropped. Best, rank 3 of 3. NDCG 0.469.", 0],
    ]
    assert requests < carried[6][3]
    assert carried[7] == [
        "B2 C0 Best3",
        "0.469",
        "Put back. Best, rank 3 of 3. NDCG 0.469.",
    ]
    assert undone == [whole, "B2 C0 Best3", "B2 C0 Best3"]
    assert shown == [
        [False, "2.000"],
        [False, "0.000"],
        [True, "1.500"],
        ["Best 3", "B 2", "C 0"],
        True,
    ]


def test_buttons_and_presses_say_the_value_and_leave_the_focus_in_a_useful_place(visitor):
    graded, renamed, walked, names, removed, shuffled = visitor(r"""
        await open("/playground?r=A:3,B:0.5,C:0&judged=A:3,B:0.5,C:0,E:2&k=2");
        await pass(20);
        const count = () => acts("playground").filter((act) => act.do).length;
        const go = async (...buttons) => {
          const rows = [];
          for (const name of buttons) {
            const before = count();
            await press(name);
            rows.push([name, cards(), aloud(), focused(), count() - before]);
          }
          return rows;
        };
        const graded = await go("Lower the grade of C", "Raise the grade of B",
          "Lower the grade of B", "Raise the grade of E");
        await press("Rename E");
        document.activeElement.value = " Else where ";
        const renamed = [await key("z", { ctrlKey: true }), document.activeElement.maxLength];
        await key("F2");
        renamed.push(findAll(".label-input").length);
        await key("Enter");
        renamed.push(text(".unretrieved ul"), focused());
        const walked = [];
        for (const name of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"]) {
          await key(name);
          walked.push(focused());
        }
        find(".card[data-label=C] .grip").focus();
        await key("Tab");
        walked.push(focused());
        const name = find(".card[data-label=B] .label");
        fire(name, "dblclick");
        const names = [document.activeElement.value, name.hidden];
        document.activeElement.value = "Bee";
        await leave();
        names.push(cards(), name.hidden, focused());
        fire(find(".card[data-label=A] .grade"), "dblclick");
        names.push(focused());
        await press(find(".card[data-label=C] .term"));
        names.push(focused());
        const removed = await go("Remove C", "Remove Else where", "Remove A", "Remove Bee");
        await press("Reset");
        const randoms = [0.99, 0];
        Math.random = () => randoms.shift();
        const [shuffled] = await go("Shuffle");
        shuffled.push(randoms.length);
        result = [graded, renamed, walked, names, removed, shuffled];
    """)
    low, up, down, more = [
        *["Lower the grade of C", "Raise the grade of B", "Lower the grade of B"],
        "Raise the grade of E",
    ]
    assert graded == [
        [low, "A3 B0.5 C0", "", low, 0],
        [up, "A3 B1 C0", "NDCG at 2: 0.852.", up, 1],
        [down, "A3 B0 C0", "NDCG at 2: 0.704.", down, 1],
        [more, "A3 B0 C0", "NDCG at 2: 0.613.", more, 1],
    ]
    assert renamed == [True, 40, 1, "Else where − 3 + ✎ ×", "Rename Else where"]
    begin = ["Raise the grade of Else where", "Lower the grade of Else where"]
    assert walked == [*begin, begin[1], begin[0], begin[1]]
    grips = ["Move Bee, grade 0, rank 2", "Move C, grade 0, rank 3"]
    assert names == ["B", True, "A3 Bee0 C0", False, grips[0], grips[0], grips[1]]
    assert removed == [
        ["Remove C", "A3 Bee0", "NDCG at 2: 0.613.", grips[0], 1],
        ["Remove Else where", "A3 Bee0", "NDCG at 2: 1.000.", "Move A, grade 3, rank 1", 1],
        ["Remove A", "Bee0", "NDCG at 1: 0.000.", "Move Bee, grade 0, rank 1", 1],
        ["Remove Bee", "Bee0", "NDCG at 1: 0.000.", "Remove Bee", 0],
    ]
    assert shuffled == ["Shuffle", "B0.5 A3 C0", "NDCG at 2: 0.561.", "Shuffle", 1, 0]


def test_only_a_real_drag_moves_a_card(visitor):
    dragged, still, stopped = visitor(r"""
        await open("/playground?r=A:3,B:2,C:0&k=2");
        await pass(20);
        const drag = async (name, by, more = {}, stop = "pointerup") => {
          const grip = named(name);
          const go = (type, clientY) =>
            fire(grip, type, { pointerType: "mouse", pointerId: 1, clientY, ...more });
          go("pointerdown", 300);
          go("pointermove", 300 + by);
          await pass(20);
          const air = [findAll(".card.lifted").length, ndcg()];
          if (stop === "Escape") {
            for (const name of ["x", "Escape"]) {
              await key(name);
              air.push(findAll(".card.lifted").length);
            }
            go("pointermove", 300 - by);
            await pass(20);
            air.push(findAll(".card.lifted").length, heard.splice(0));
            go("pointerup", 300 - by);
          } else go(stop, 300 + by);
          await pass(20);
          return [...air, ...board(), aloud()];
        };
        const heard = [];
        document.body.addEventListener("keydown", (event) => heard.push(event.key));
        const dragged = [await drag("Move A, grade 3, rank 1", 60),
          await drag("Move A, grade 3, rank 2", 400)];
        const still = [
          await drag("Move B, grade 2, rank 1", 3),
          await drag("Move B, grade 2, rank 1", 60, { button: 2 }),
          await drag("Move B, grade 2, rank 1", 60, {}, "pointercancel"),
        ].map(([lifted, _, order, value]) => [lifted, order, value]);
        const stopped = await drag("Move B, grade 2, rank 1", 60, {}, "Escape");
        result = [dragged, still, stopped];
    """)
    assert dragged == [
        [1, "0.913", "B2 A3 C0", "0.913", "A, rank 2 of 3. NDCG 0.913."],
        [1, "0.469", "B2 C0 A3", "0.469", "A, rank 3 of 3. NDCG 0.469."],
    ]
    assert still == [[lifted, "B2 C0 A3", "0.469"] for lifted in (0, 0, 1)]
    lifted, value, *later, heard, order, end, _ = stopped
    assert (lifted, later, heard) == (1, [1, 0, 0], ["x"]), "only Escape ends the drag"
    assert (order, value, end) == ("B2 C0 A3", "0.296", "0.469")


def test_after_a_drag_with_the_mouse_the_grip_has_the_focus_and_ctrl_z_undoes_it(visitor):
    dropped, undone = visitor(r"""
        await open("/playground?r=A:3,B:2,C:0&k=2");
        await pass(20);
        const name = find(".card[data-label=A] .label");
        for (const [type, clientY] of [["down", 300], ["move", 360], ["up", 360]]) {
          fire(name, `pointer${type}`, { pointerType: "mouse", pointerId: 1, clientY });
        }
        await pass(20);
        const dropped = [cards(), focused()];
        await key("z", { ctrlKey: true });
        await pass(20);
        result = [dropped, cards()];
    """)
    assert dropped == ["B2 A3 C0", "Move A, grade 3, rank 2"]
    assert undone == "A3 B2 C0"


def test_a_refusal_is_shown_and_a_lost_request_repeated(visitor):
    refused, late, again = visitor(r"""
        await open("/playground?r=A:3,B:2,C:0&k=2");
        await pass(20);
        failures.push(() => answerJson({ say: "Not so." }, 400));
        await press("Reverse");
        const refused = [cards(), text(".exhibit-says")];
        failures.length = 0;
        let lost = 2;
        failures.push(() => {
          if (lost-- > 0) throw new TypeError("lost");
        });
        await press("Reverse");
        const late = [cards(), text(".board .unconfirmed"), find(".board").dataset.revision];
        await pass(720);
        late.push(text(".board .unconfirmed"));
        await pass(30_000);
        result = [refused, late, [...board(), text(".board .unconfirmed"), texts(".exhibit-says")]];
    """)
    assert refused == ["A3 B2 C0", "Not so."]
    assert late == ["C0 B2 A3", "", "", "not confirmed yet"]
    assert again == ["C0 B2 A3", "0.296", "", []]


def test_settings_and_grades_changed_before_the_script_has_come_are_applied(visitor):
    fields, address, said, later = visitor(r"""
        const before = async () => {
          await type(find("[name=k]"), "2");
          await type(find("[name=r]"), "2, 3, 0");
          await leave();
        };
        await open("/playground?r=3,2,0", { before });
        const fields = [find("[name=k]").value, find("[name=r]").value, ...board()];
        const address = decodeURIComponent(location.search);
        const said = texts(".exhibit-says");
        await press("Reverse");
        const later = [decodeURIComponent(location.search)];
        await press("Undo");
        await press("Undo");
        later.push(decodeURIComponent(location.search));
        result = [fields, address, said, later];
    """)
    assert fields == ["2", "2, 3, 0", "A2 B3 C0", "0.913"]
    assert address == "?r=2,3,0&k=2"
    assert said == []
    assert later == ["?r=C:0,B:3,A:2&k=2", "?r=3,2,0&k=2"]


# --- Share or export ----------------------------------------------------------------------------


def test_the_panel_copies_and_saves_and_confirms_it(visitor):
    opened, link, embed, code, images, refused, missing, closed = visitor(r"""
        await open("/playground?r=3,2,3,0,1");
        await pass(20);
        const panel = find(".share-panel");
        Object.assign(find(".share-opener"), { layout: { left: 1200, top: 20, width: 120,
          height: 40 } });
        panel.layout = { width: 400, height: 500 };
        await press("Share or export");
        const opened = [panel.checkVisibility(), document.activeElement === panel,
          panel.style.getPropertyValue("--left"),
          panel.style.getPropertyValue("--top")];
        const status = () => text(".share-panel [role=status]");
        const ofOffer = (name) => find(`[data-offer=${name}] button`);
        await press(ofOffer("link"));
        const { done } = ofOffer("link").dataset;
        const link = [clipboard.at(-1), text(ofOffer("link")), status(), done];
        await pass(1500);
        await press(ofOffer("link"));
        await pass(1500);
        link.push(text(ofOffer("link")));
        await pass(600);
        link.push(text(ofOffer("link")), status(), ofOffer("link").dataset.done ?? "none");
        await press(ofOffer("embed"));
        const embed = clipboard.at(-1);
        await press(ofOffer("code"));
        const code = clipboard.at(-1).includes("nc.trace([3, 2, 3, 0, 1])");
        for (const format of ["SVG", "PNG"]) await press(find(`[data-image=${format}]`));
        const images = [downloads.map(({ name }) => name), (await textOfFile(downloads[0])).slice(0,
          4), status()];
        navigator.clipboard.writeText = async () => Promise.reject(new Error());
        await press(ofOffer("link"));
        const refused = [status(), find(".share-panel [role=status]").className];
        await press(ofOffer("code"));
        refused.push(status(), find(".share-panel [role=status]").className);
        Image.prototype.decode = async () => Promise.reject(new Error());
        await press(find("[data-image=PNG]"));
        const missing = [status(), find(".share-panel [role=status]").className, downloads.length];
        find(".share-opener").layout.top = 700;
        fire(window, "resize");
        missing.push(panel.style.getPropertyValue("--top"));
        await press("Close");
        const closed = [panel.checkVisibility(), text(document.activeElement)];
        await press("Share or export");
        find(".share-opener").layout.left = 100;
        fire(document, "scroll");
        closed.push(panel.style.getPropertyValue("--left"));
        findAll(".share-panel a").at(-1).focus();
        find(".card .grip").focus();
        await settled();
        closed.push(panel.checkVisibility());
        result = [opened, link, embed, code, images, refused, missing, closed];
    """)
    assert opened == [True, True, "872px", "70px"]
    address = "http://localhost/playground?r=3,2,3,0,1"
    assert link == [
        *[address, "Copied", "Link: Copied", "", "Copied", "Copy link", "", "none"],
    ]
    assert embed == (
        '<script src="http://localhost/embed.js" data-page="playground" '
        'data-link="r=3,2,3,0,1"></script>'
    )
    assert code is True
    assert images == [["ndcg.svg", "ndcg.png"], "<svg", "Image: Saved"]
    begin = "This browser does not allow copying here. "
    assert refused == [
        f"{begin}Copy the link from the address bar.",
        "",
        f"{begin}Select the text and copy it.",
        "",
    ]
    assert missing == ["The image could not be made. Try again.", "", 2, "292px"]
    assert closed == [False, "Share or export", "8px", False]


# --- The menu and the search ---------------------------------------------------------------------


def test_one_menu_group_opens_at_a_time_and_keys_cycle_through_it(visitor):
    opened, walked, closed, other, outside = visitor(r"""
        await open("/playground");
        const open_ = () => findAll("header > nav details[open] > summary").map(text);
        await press(find("header > nav details:has(a[href*=conventions]) > summary"));
        const opened = [open_(), findAll("header > nav details[open] a").length];
        const links = findAll("header > nav details[open] a");
        const walked = [];
        for (const name of ["ArrowDown", "ArrowUp", "ArrowDown", "ArrowDown", "End", "ArrowDown",
          "Home"]) {
          await key(name);
          walked.push(links.indexOf(document.activeElement));
        }
        await key("Escape");
        const closed = [open_(), text(document.activeElement)];
        await key("ArrowDown");
        closed.push(open_(), links.indexOf(document.activeElement));
        await press(find("header > nav details:first-child > summary"));
        const other = open_();
        await press(find("main"));
        result = [opened, walked, closed, other, open_()];
    """)
    assert opened == [["Tools"], 4]
    assert walked == [0, 3, 0, 1, 3, 0, 0]
    assert closed == [[], "Tools", ["Tools"], 0]
    assert other == ["Learn"]
    assert outside == []


KINDS = """[
  {"kind": "Lessons", "hits": [
    {"title": "The ideal order", "note": "lesson", "href": "./?lesson=ideal", "lines": ["Top"]},
    {"title": "Gain", "note": "lesson", "href": "./?lesson=gain", "lines": ["An ideal gain."]},
    {"title": "NDCG", "note": "lesson", "href": "./?lesson=ndcg", "lines": ["By an ideal."]}]},
  {"kind": "Glossary", "hits": [
    {"title": "Cutoff", "note": "term", "href": "./glossary#k", "lines": ["The last rank."]},
    {"title": "Ideal", "note": "term", "href": "./glossary#ideal", "lines": ["The best order."]},
    {"title": "IDCG", "note": "term", "href": "./glossary#idcg", "lines": ["The ideal DCG."]}]},
  {"kind": "Pages", "hits": [
    {"title": "Playground", "note": "Tools", "href": "./playground", "lines": ["ideal", "all"]},
    {"title": "Practice", "note": "Learn", "href": "./practice", "lines": ["ideal"]}]}]"""
ANSWER_INDEX = f"""
const kinds = {KINDS};
let isThere = true;
failures.push(({{ url }}) => {{
  if (url !== "/search.json") return undefined;
  return isThere ? answerJson(kinds) : answerJson([], 404);
}});
const options = () => findAll("header [role=option]").filter((one) => one.checkVisibility());
const count = () => texts("header .menu-count").filter(Boolean)[0];
"""


def test_the_search_shows_two_of_each_kind_and_keys_choose_one(visitor):
    found, moved, opened, cleared, none, typed = visitor(rf"""
        {ANSWER_INDEX}
        await open("/playground");
        await key("/");
        const search = document.activeElement;
        const chosen = () => options().findIndex((one) => one.ariaSelected === "true");
        await type(search, "ideal");
        await until(() => options().length);
        const found = [search.ariaExpanded, options().length, texts("header .menu-kind"), count(),
          chosen(),
          texts("header [role=option] mark")[0]];
        const moved = [];
        for (const name of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"]) {{
          await key(name);
          moved.push(chosen());
        }}
        moved.push(search.getAttribute("aria-activedescendant") === options().at(-1).id);
        fire(options()[2], "pointermove");
        moved.push(chosen());
        await key("Enter");
        const opened = [leftFor.length, search.value, options().length];
        await type(search, "cutoff");
        await until(() => options().length);
        await key("Escape");
        const cleared = [options().length, search.value, search.ariaExpanded];
        await key("Escape");
        cleared.push(search.value);
        await type(search, "xyzzy");
        await settled();
        const none = [options().length, count()];
        find("main").focus();
        await settled();
        const writing = find("main input[type=text], main input[type=number]");
        writing.focus();
        result = [found, moved, opened, cleared, none, [await key("/"),
          document.activeElement === writing]];
    """)
    kinds = ["Lessons", "Glossary", "Pages"]
    assert found == ["true", 6, kinds, "6 results", 0, "ideal"]
    assert moved == [1, 2, 1, 0, 5, True, 2]
    assert opened == [1, "", 0]
    assert cleared == [0, "cutoff", "false", ""]
    assert none == [0, "Nothing found. Try one word, such as “cutoff”."]
    assert typed == [True, True]


def test_the_search_is_left_continued_and_used_in_the_sheet_of_a_narrow_window(visitor):
    shown, left, slash, own, sheet, away = visitor(rf"""
        {ANSWER_INDEX}
        await open("/playground");
        await pass(20);
        const [mine, panel] = [document.createElement("a"), find("header .menu-panel")];
        mine.setAttribute("href", "./mine");
        mine.innerHTML = "Mine<small>A page of my own.</small>";
        panel.append(mine);
        await key("/", {{ ctrlKey: true }});
        const slash = [document.activeElement === document.body];
        await key("/");
        const search = document.activeElement;
        const look = () => [options().length, search.ariaExpanded, search.value];
        await type(search, "ideal");
        const [first] = options();
        const group = first.closest("[role=group]");
        const named_ = document.getElementById(group.getAttribute("aria-labelledby"));
        const shown = [text(named_), text(first.querySelector(".menu-note")),
          first.getAttribute("href"), first.tabIndex, first.scrolled > 0];
        await press(find("h1"));
        const left = [look()];
        search.focus();
        await settled();
        left.push(look());
        await key("Escape");
        left.push(look());
        await key("ArrowDown");
        left.push(look());
        await type(search, " ");
        left.push(look());
        await key("Escape");
        left.push(await key("ArrowDown"), look());
        await type(search, "xyzzy");
        left.push(look(), find("header .menu-search [role=listbox]").hidden);
        const radio = find("main :is(input[type=radio], input[type=checkbox], input[type=range])");
        radio.focus();
        await key("/");
        slash.push(document.activeElement === search, search.selection);
        await type(search, "mine");
        const own = [count(), options().map(text)];
        await type(search, "playground");
        own.push(count(), options().map((one) => text(one.querySelector(".menu-title"))));
        await press(options()[0]);
        own.push(look());
        const menu = find("header .menu-sheet");
        const main = find("main");
        await press(find("header .menu-lens"));
        const field_ = menu.querySelector("input");
        const state = () => [menu.open, options().length, field_.value, main.inert, focused()];
        const sheet = [document.activeElement === field_];
        await type(field_, "ideal");
        sheet.push(state().slice(0, 4));
        await key("Escape");
        sheet.push(state().slice(0, 4));
        await key("Escape");
        await settled();
        sheet.push(state(), menu.dataset.search ?? "none");
        await press(find("header .menu-lens"));
        await press(options()[1]);
        await settled();
        sheet.push(state().slice(0, 4));
        for (const leave of [() => fire(window, "pagehide"), () => setMedia("960px", true)]) {{
          menu.open = true;
          await settled();
          leave();
          await settled();
          sheet.push(menu.open);
        }}
        setMedia("960px", false);
        await open("/playground");
        isThere = false;
        await key("/");
        await type(document.activeElement, "ideal");
        await settled();
        result = [shown, left, slash, own, sheet, count()];
    """)
    assert shown == ["Lessons", "lesson", "./?lesson=ideal", -1, True]
    closed, opened = [0, "false", "ideal"], [6, "true", "ideal"]
    assert left[:4] == [closed, opened, closed, opened]
    assert left[4:] == [[0, "false", " "], True, [0, "false", ""], [0, "false", "xyzzy"], True]
    assert slash == [True, True, [0, 5]]
    assert own == [
        *["1 result", ["MineLearnA page of my own."], "1 result", ["Playground"]],
        [0, "false", ""],
    ]
    assert sheet[0]
    assert sheet[1:3] == [[True, 6, "ideal", True], [True, 0, "ideal", True]]
    assert sheet[3:] == [
        [False, 0, "ideal", False, "MenuClose"],
        "none",
        *[[False, 0, "", False]],
        False,
        False,
    ]
    assert away.startswith("The search needs a connection.")


def test_a_menu_group_closes_when_the_focus_or_a_press_leaves_it(visitor):
    tabbed, outside, closed_keys, left = visitor(r"""
        await open("/playground");
        await pass(20);
        const group = find("header > nav details:has(a[href*=conventions])");
        const summary = group.querySelector("summary");
        const links = group.querySelectorAll("a");
        await press(summary);
        links.at(-1).focus();
        const tabbed = [group.open];
        await key("Tab");
        tabbed.push(group.open);
        await press(summary);
        find(".card .grip").focus(); // the focus leaves it
        await settled();
        tabbed.push(group.open);
        group.open = true; // while the focus is elsewhere
        await key("ArrowDown");
        const outside = [group.open, document.activeElement.classList.contains("grip")];
        await key("Escape");
        outside.push(group.open, document.activeElement === summary);
        const closed = [];
        for (const name of ["ArrowUp", "Home", "End", "x"]) {
          closed.push(await key(name), group.open);
        }
        await press(summary);
        await key("End");
        closed.push(document.activeElement === links.at(-1));
        await key("ArrowUp");
        closed.push(document.activeElement === links.at(-2));
        links[0].focus();
        await key("Home");
        closed.push(document.activeElement === links[0]);
        links[0].addEventListener("click", (event) => event.preventDefault()); // stays here
        await press(links[0]);
        result = [tabbed, outside, closed, group.open];
    """)
    assert tabbed == [True, False, False]
    assert outside == [True, True, False, True]
    assert closed_keys == [True, False] * 4 + [True] * 3
    assert left is False


def test_the_sheet_keeps_the_tab_key_and_closes_after_a_press_beside_it_or_a_link(visitor):
    opened, tabs, beside, link, slash = visitor(r"""
        failures.push(({ url }) => (url === "/search.json" ? answerJson([]) : undefined));
        await open("/playground");
        await pass(20);
        const sheet = find("header .menu-sheet");
        const [summary, input] = [sheet.querySelector("summary"), sheet.querySelector("input")];
        const last = sheet.querySelectorAll(".menu-links a").at(-1);
        const others = () => [...document.body.children].filter((one) => one.inert).map((one) =>
          one.localName);
        summary.focus();
        const closed = await key("Tab");
        await press(summary);
        await settled();
        const opened = [closed, sheet.open, "search" in sheet.dataset, others().includes("main"),
          Boolean(find("header").closest("[inert]"))];
        last.focus();
        const tabs = [await key("Tab"), document.activeElement === summary];
        tabs.push(await key("Tab", { shiftKey: true }), document.activeElement === last);
        input.focus();
        tabs.push(await key("Tab"), document.activeElement !== input);
        input.focus();
        tabs.push(await key("Tab", { shiftKey: true }), sheet.open);
        document.activeElement.blur();
        tabs.push(await key("Tab"), document.activeElement === summary);
        await press(sheet.querySelector(".menu-links"));
        const beside = [sheet.open];
        fire(sheet, "pointerdown");
        await settled();
        beside.push(sheet.open, others());
        await press(find("header .menu-lens"));
        await settled();
        beside.push("search" in sheet.dataset);
        last.addEventListener("click", (event) => event.preventDefault());
        await press(last);
        const link = [sheet.open];
        for (const one of findAll("header .menu-search")) {
          if (!one.closest(".menu-sheet")) one.hidden = true; // as in a narrow window
        }
        const slash = [await key("/"), sheet.open, "search" in sheet.dataset,
          document.activeElement === input];
        await key("Escape");
        slash.push(sheet.open, document.activeElement === summary);
        find("header .menu-lens").hidden = true;
        slash.push(await key("/"), sheet.open);
        result = [opened, tabs, beside, link, slash];
    """)
    assert opened == [True, True, False, True, False]
    assert tabs == [False, True, False, True, True, True, True, True, False, True]
    assert beside == [True, False, [], True]
    assert link == [False]
    assert slash == [False, True, True, True, False, True, True, False]


def test_the_menu_and_the_search_work_on_a_page_that_streamlit_draws(visitor):
    cover, search, sheet, typing, links = visitor(rf"""
        {ANSWER_INDEX}
        await open("/evaluate", {{ scripts: "inline" }});
        const root = find("#root");
        const isCovered = () => findAll("#cover").length === 1;
        await pass(50);
        const cover = [isCovered()];
        root.innerHTML = '<div data-testid="stElementContainer"><i data-testid="stSkeleton"></i>'
          + "</div>";
        await pass(50);
        cover.push(isCovered());
        await key("/");
        const input = document.activeElement;
        await type(input, "ideal");
        await until(() => options().length);
        const search = [input.matches("header .menu-search input"), options().length];
        await key("ArrowDown");
        search.push(options().findIndex((one) => one.ariaSelected === "true"));
        await key("Escape");
        search.push(options().length, input.value);
        const menu = find("header .menu-sheet");
        await press(find("header .menu-lens"));
        await settled();
        const isOff = (selector) => find(selector).closest("[inert]") !== null;
        const sheet = [isOff("#root"), isOff("#cover"), isOff("header")];
        await key("Escape");
        await settled();
        sheet.push(menu.open, isOff("#root"));
        root.innerHTML = `<div data-testid="stAlert"><input type="text"><input type="checkbox">
          <div contenteditable="true" tabindex="0"></div><textarea></textarea><select></select>
          </div>`;
        await pass(50);
        cover.push(isCovered());
        const typing = [];
        for (const one of root.querySelectorAll("input, [contenteditable], textarea, select")) {{
          one.focus();
          typing.push(await key("/"), document.activeElement === one);
        }}
        const box = root.querySelector("[type=checkbox]");
        box.focus();
        for (const held of ["ctrlKey", "metaKey", "altKey"]) {{
          typing.push(await key("/", {{ [held]: true }}), document.activeElement === box);
        }}
        box.addEventListener("keydown", (event) => event.preventDefault());
        await key("/");
        typing.push(document.activeElement === box);
        const before = history.visited.length;
        history.pushState({{}}, "", "?ks=5");
        const links = [history.visited.length - before, location.search];
        history.pushState({{}}, "", "/playground");
        links.push(leftFor, location.pathname);
        result = [cover, search, sheet, typing, links];
    """)
    assert cover == [True, True, False]
    assert search == [True, 6, 1, 0, "ideal"]
    assert sheet == [True, True, False, False, False]
    assert typing == [True, True, False, False, *[True] * 13]
    assert links == [0, "?ks=5", ["http://localhost/playground"], "/evaluate"]


def test_late_results_are_shown_only_for_the_words_in_a_field_that_is_still_used(visitor):
    waiting, newest, left, within, sheet = visitor(rf"""
        {ANSWER_INDEX}
        let release;
        const slow = new Promise((go) => (release = go));
        failures.unshift(({{ url }}) => (url === "/search.json" ? slow : undefined));
        await open("/playground");
        await pass(20);
        await key("/");
        const input = document.activeElement;
        await type(input, "ideal");
        const waiting = [options().length];
        await type(input, "cutoff");
        find(".card .grip").focus(); // the visitor goes on
        release(undefined);
        await settled();
        waiting.push(options().length, count() ?? "none");
        input.focus();
        await settled();
        const newest = [options().map((one) => text(one.querySelector(".menu-title")))];
        failures.length = 0;
        for (const words of ["ideal", "cutoff"]) {{
          input.value = words;
          fire(input, "input"); // faster than the index
        }}
        await settled();
        newest.push(options().length, input.getAttribute("aria-activedescendant") !== null);
        options()[0].focus(); // by a press on it, before the click
        await settled();
        const within = [options().length];
        find(".card .grip").focus();
        await settled();
        const left = [options().length, input.getAttribute("aria-activedescendant")];
        await press(find("header .menu-lens"));
        await type(document.activeElement, "ideal");
        await until(() => options().length);
        find("header .menu-sheet .menu-links a").focus();
        await settled();
        const sheet = [options().length];
        document.activeElement.blur();
        await type("header .menu-sheet input", "cutoff");
        await settled();
        result = [waiting, newest, left, within, sheet];
    """)
    assert waiting == [0, 0, "none"]
    assert newest == [["Cutoff"], 1, True]
    assert left == [0, None]
    assert within == [1]
    assert sheet == [6]


INDEX = """[
  {"kind": "Lessons", "hits": [
    {"title": "Late", "note": "", "href": "?late", "lines": ["the ideal", "Sorted.",
      "An ideal zebra."]},
    {"title": "Early", "note": "", "href": "?early", "lines": ["The ideal order"]},
    {"title": "Ideal order", "note": "", "href": "?title", "lines": ["First line", "of order"]},
    {"title": "Apart", "note": "", "href": "?apart", "lines": ["no", "a yak", "the ideal"]},
    {"title": "Apart 2", "note": "", "href": "?two", "lines": ["an owl", "the ideal"]},
    {"title": "Near", "note": "", "href": "?near", "lines": ["no", "an owl, the ideal"]},
    {"title": "NDCG@3", "note": "", "href": "?cutoff", "lines": ["At 3."]},
    {"title": "Half", "note": "", "href": "?half", "lines": ["an ideal"]},
    {"title": "Within", "note": "", "href": "?within", "lines": ["nonideal border"]}]},
  {"kind": "Pages", "hits": []}]"""


def test_a_result_with_all_words_in_its_title_or_one_line_is_first_and_shows_that_line(visitor):
    away, found, twice, late, apart = visitor(rf"""
        const index = {INDEX};
        let there = false;
        failures.push(({{ url }}) => {{
          if (url !== "/search.json") return undefined;
          if (!there) throw new TypeError("lost");
          return answerJson(index);
        }});
        await open("/playground");
        await key("/");
        const search = document.activeElement;
        const shown = async (words) => {{
          await type(search, words);
          await until(() => text("header .menu-search .menu-count"));
          const row = (one) => [text(one.querySelector(".menu-title")),
            text(one.querySelector("small")),
            one.querySelectorAll("mark").map(text)];
          return findAll("header [role=option]").map(row);
        }};
        const away = [await shown("ideal order"), text("header .menu-search .menu-count")];
        there = true;
        const found = await shown("ideal  Order");
        const twice = [await shown("ideal id"), await shown("@3")];
        const late = [await shown("zebra ideal"), await shown("yak ideal"),
          await shown("owl ideal")];
        result = [away, found, twice, late, texts("header .menu-kind")];
    """)
    assert away == [[], "The search needs a connection. Type again once it is back."]
    assert found == [
        ["Ideal order", "of order", ["Ideal", "order", "order"]],
        ["Early", "The ideal order", ["ideal", "order"]],
    ]
    assert twice == [
        [["Ideal order", "First line", ["Ideal"]], ["Late", "the ideal", ["ideal"]]],
        [["NDCG@3", "At 3.", ["@3"]]],
    ]
    assert late == [
        [["Late", "An ideal zebra.", ["ideal", "zebra"]]],
        [["Apart", "a yak", ["yak"]]],
        [["Near", "an owl, the ideal", ["owl", "ideal"]], ["Apart 2", "an owl", ["owl"]]],
    ]
    assert apart == ["Lessons"]


# --- A sheet ------------------------------------------------------------------------------------


def test_a_sheet_marks_finished_cells_and_keeps_typed_text(visitor):
    keys, left, changed, right, check, kept = visitor(r"""
        const address = "/practice?skill=ndcg&r=3,2,3,0,1&level=5";
        const before = async () => await type(field("ideal.term.2"), "1.9");
        await open(address, { before });
        const keys = [document.activeElement.dataset.cell, field("ideal.term.2").value];
        await type(field("ideal.term.2"), "");
        field("ideal.term.1").focus();
        for (const name of ["Enter", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "Enter"]) {
          await key(name);
          keys.push(document.activeElement.dataset.cell);
        }
        field("ideal.term.5").focus();
        await key("ArrowDown");
        keys.push(document.activeElement.dataset.cell);
        await type(field("ideal.term.3"), "2");
        await key("Tab");
        await pass(300);
        const { why, cell, texts: sent } = acts("practice").at(-1);
        const wrong = field("ideal.term.3");
        const described = () => document.getElementById(wrong.getAttribute(
          "aria-describedby") ?? "none");
        const left = [why, cell, sent["ideal.term.3"], verdicts(),
          wrong.getAttribute("aria-invalid"), messages().length,
          described() && text(described()) === messages()[0],
            text(".sheet [role=status]").includes(messages()[0])];
        await type(wrong, "1");
        const changed = [verdicts(), messages(), described() === null];
        await press("Hint");
        await pass(300);
        const right = [acts("practice").at(-1).why, acts("practice").at(-1).cell, verdicts(),
          wrong.getAttribute("aria-invalid")];
        await type(field("idcg"), "6.3");
        await open(address); // before it was sent
        await pass(300);
        const kept = [field("ideal.term.3").value, field("idcg").value, verdicts()];
        field("ndcg").focus();
        await key("Enter");
        await pass(300);
        const { why: last, cell: none } = acts("practice").at(-1);
        result = [keys, left, changed, right, [last, none, Object.values(verdicts())], kept];
    """)
    assert keys == [
        *["ideal.term.2", "1.9"],
        *["ideal.term.2", "ideal.term.3", "ideal.term.4", "ideal.term.3", "ideal.term.2"],
        *["ideal.grade.3", "idcg"],
    ]
    assert left == [
        *["left", "ideal.term.3", "2", {"ideal.term.3": "wrong"}, "true", 1, True, True],
    ]
    assert changed == [{}, [], True]
    assert right == ["hint", "ideal.term.3", {"ideal.term.3": "right"}, "false"]
    assert check[:2] == ["check", None]
    assert check[2].count("not marked") == 8
    assert kept == ["1", "6.3", {}]


def test_a_sheet_names_its_messages_and_closes_with_the_solution(visitor):
    invalid, wrong, both, hint, closed = visitor(r"""
        await open("/practice?skill=ndcg&r=3,2,3,0,1&level=5");
        await pass(50);
        const enter = async (cell, typed) => {
          await type(field(cell), typed);
          await key("Tab");
          await pass(300);
        };
        const heard = () => text(".sheet [role=status]");
        const look = (cell) => [field(cell).className, field(cell).ariaInvalid];
        const shown = () => findAll("tr.message").filter((row) => !row.hidden).length;
        await enter("ndcg", "x");
        const invalid = [look("ndcg"), heard().slice(0, 30), shown(),
          texts(".sheet .strong")];
        await enter("ideal.term.3", "2");
        const wrong = [look("ideal.term.3"), heard().includes("NDCG"), shown()];
        await enter("ideal.grade.3", "0");
        const row = field("ideal.grade.3").closest("tr");
        const both = [row.hasAttribute("data-message"), text(row.nextElementSibling)];
        await press("Hint");
        await pass(300);
        const hint = acts("practice").at(-1).cell;
        await press("Show the solution");
        await pass(300);
        const off = (one) => one.disabled;
        const closed = [field("ndcg").readOnly, findAll(".sheet-acts button").map(off),
          field("ndcg").value, field("ideal.term.3").value, shown(),
          Object.values(verdicts()).length];
        result = [invalid, wrong, both, hint, closed];
    """)
    assert invalid == [["", "true"], "NDCG: not marked. “x” is not k", 1, ["Check"]]
    assert wrong == [["is-wrong", "true"], False, 2]
    assert both[0] is True
    assert both[1].startswith("Grade: The best remaining grade belongs here. Term: You may have")
    assert hint == "ideal.term.3"
    assert closed == [True, [True, True], "0.972", "1.000", 0, 10]


def test_after_the_solution_enter_shows_another_exercise(visitor):
    assert (
        visitor(r"""
        await open("/practice?skill=ndcg&r=3,2,3,0,1&level=5");
        await pass(50);
        await press("Show the solution");
        await pass(300);
        result = focused();
    """)
        == "Show another exercise"
    )


# --- The course ---------------------------------------------------------------------------------


def test_opening_every_step_leaves_the_focus_in_its_place(visitor):
    focused = visitor(r"""
        await open("/");
        await pass(50);
        await press("Open every step");
        await pass(50);
        result = focused();
    """)
    assert focused.startswith("Every step is open.")


def test_progress_is_kept_by_escape_and_by_enter_pressed_twice(visitor):
    record, asked, escaped, kept, deleted = visitor(r"""
        await open("/?lesson=discount&unlock=all");
        await pass(50);
        await press("It drops");
        await pass(50);
        await open("/");
        await pass(50);
        const lessons = () => Object.keys(JSON.parse(localStorage.getItem(
          "ndcg-tutor:progress"))?.lessons ?? {});
        const state = () => [focused(), find("[data-testid=reset]").querySelectorAll(
          "button").length, lessons()];
        const record = lessons();
        await press("Start again");
        await pass(50);
        const asked = state();
        await key("Escape");
        await pass(50);
        const escaped = state();
        for (const _ of "12") {
          await key("Enter");
          await pass(50);
        }
        const kept = state();
        await press("Start again");
        await pass(50);
        await press("Yes, delete my progress");
        await pass(50);
        result = [record, asked, escaped, kept, state()];
    """)
    assert record == ["discount"]
    assert asked == ["Keep my progress", 2, record]
    assert escaped == kept == ["Start again", 1, record]
    assert deleted == ["Start again", 1, []]


# --- A lesson -----------------------------------------------------------------------------------


def test_a_lesson_accepts_an_answer_once_and_keeps_typed_text(visitor):
    answered, slider, kept, drafts = visitor(r"""
        const sent = () => acts("learn").at(-1);
        await open("/?lesson=discount&unlock=all");
        await pass(50);
        const count = acts("learn").length;
        await press("It drops");
        await pass(50);
        const { act, option, form, part } = sent();
        const wrong = named("It dropswrong");
        const answered = [act, option, form.split("/")[0], part, wrong.ariaDisabled,
          text(wrong.closest(".question")).includes("The answer is “It stays the same”.")];
        await press(wrong); // it is off
        answered.push(acts("learn").length - count);
        const range = find("input[type=range]");
        await type(range, "0.8");
        const slider = text(range.closest("[data-form]").querySelector("output"));
        const number = find(".ask input[type=text]");
        await type(number, "1.26");
        const kept = "discount" in JSON.parse(localStorage.getItem("ndcg-tutor:progress")).lessons;
        await open("/?lesson=discount&unlock=all");
        await pass(50);
        const drafts = [find(".ask input[type=text]").value, findAll(".option.wrong").length];
        result = [answered, slider, kept, drafts];
    """)
    part = "opening-1.question"
    assert answered == ["answer", "2", "opening-1", part, "true", True, 1]
    assert slider == "0.80"
    assert kept is True
    assert drafts == ["1.26", 1]


def test_a_press_on_check_sends_only_one_action(visitor):
    assert visitor(r"""
        await open("/practice?skill=ndcg&r=3,2,3,0,1&level=5");
        await type(field("ideal.term.3"), "1");
        await press("Check");
        await pass(500);
        await type(field("ideal.term.4"), "2");
        field("idcg").focus();
        await pass(500);
        result = acts("practice").map(({ why }) => why).filter(Boolean);
    """) == ["check", "left"]


def test_a_replay_moves_by_buttons_and_keys_and_plays_to_its_end(visitor):
    begin, pressed, keys, playing, end = visitor(r"""
        await open("/examples?example=004-hand-check");
        await pass(50);
        const last = Number(text(".player .say").match(/step 1 of (\d+)/)[1]);
        const state = () => {
          const off = findAll(".player button").filter((one) => one.ariaDisabled === "true");
          const [, at] = text(".player .say").match(/step (\d+) of/).map(Number);
          const place = at > last - 2 ? at - last : at; // 0 is the last step
          return [place, off.map(text), text(findAll(".player button")[2])];
        };
        const after = async (act) => (await act, await pass(50), state());
        const begin = state();
        const pressed = [];
        for (const name of ["Next", "Last", "Back", "First"]) {
          pressed.push(await after(press(named(name, find(".player")))));
        }
        const keys = [];
        for (const name of ["ArrowRight", "ArrowLeft", "End", "Home"]) {
          keys.push((await after(key(name)))[0]);
        }
        const playing = await after(press(named("Play", find(".player"))));
        await pass(1600 * last);
        result = [begin, pressed, keys, playing, state()];
    """)
    first, last = [1, ["First", "Back"], "Play"], [0, ["Next", "Last"], "Play"]
    assert begin == first
    assert pressed == [[2, [], "Play"], last, [-1, [], "Play"], first]
    assert keys == [2, 1, 0, 1]
    assert playing == [2, [], "Pause"]
    assert end == last


def test_a_replay_is_heard_stopped_and_led_by_a_presenters_keys(visitor):
    heard, keys, away, playing, slow = visitor(r"""
        await open("/examples?example=004-hand-check");
        await pass(50);
        const player = find(".player");
        const place = () => Number(player.dataset.at);
        const said = () => text(".player [role=status]");
        const play = () => text(findAll(".player button")[2]);
        const begin = said();
        const isWhole = begin.startsWith(text(".player .say"));
        const last = Number(text(".player .say").match(/step 1 of (\d+)/)[1]) - 1;
        const titles = findAll(".player button").map((one) => one.title);
        const keys = [];
        for (const name of ["PageDown", "PageDown", "PageUp", "Home"]) {
          if (name === "PageUp") find("main").focus(); // as a click on blank space does
          keys.push(await key(name), place());
          await pass(50);
        }
        await key("ArrowRight");
        await pass(50);
        const lit = findAll("[data-lit]").length;
        const heard = [isWhole, said() !== begin, titles, lit > 0,
          player.ariaBusy];
        await key("Home");
        await pass(50);
        const away = [];
        for (const held of ["ctrlKey", "metaKey", "altKey"]) {
          away.push(await key("ArrowRight", { [held]: true }), place());
        }
        find("header a").focus(); // another part of the page
        away.push(await key("End"), place());
        find(".player button").focus();
        away.push(await key("End"), place() === last);
        await pass(50);
        await press("Play"); // again from the first step
        const playing = [place(), play()];
        await pass(1600);
        playing.push(place());
        await press("Pause");
        await pass(2000);
        playing.push(place(), play());
        await press("Play");
        await press(named("First", player));
        await pass(2000);
        playing.push(place(), play());
        let release = [];
        failures.push(({ url, body }) => {
          if (url !== "/acts/examples" || !body.act.part) return undefined;
          return new Promise((go) => release.push(() => go(undefined)));
        });
        const before = said();
        for (let n = 0; n < 3; n++) await press(named("Next", player));
        const slow = [place(), player.ariaBusy, said() === before, release.length];
        for (const _ of [1, 2, 3]) {
          release.shift()?.();
          await pass(50);
        }
        slow.push(place(), player.ariaBusy, release.length);
        result = [heard, keys, away, playing, slow];
    """)
    assert heard == [
        *[True, True, ["Home", "Left arrow", "Space", "Right arrow", "End"], True, "false"],
    ]
    assert keys == [False, 1, False, 2, False, 1, False, 0]
    assert away == [True, 0] * 3 + [True, 0, False, True]
    assert playing == [0, "Pause", 1, 1, "Play", 0, "Play"]
    assert slow == [3, "true", True, 1, 3, "false", 0]


def test_progress_is_saved_as_a_file_and_loaded_from_it_also_after_a_refusal(visitor):
    name, kept, empty, is_refused, loaded, again = visitor(r"""
        await open("/?lesson=discount&unlock=all");
        await pass(50);
        await press("It drops");
        await pass(50);
        const work = { "ndcg-tutor:practice": { skills: {} }, "ndcg-tutor.code.passed.dcg": "a" };
        const others = () => Object.keys(work).map((name) => localStorage.getItem(name));
        for (const [name, value] of Object.entries(work)) {
          localStorage.setItem(name, JSON.stringify(value));
        }
        localStorage.setItem("ndcg-tutor:class-plans", "{}");
        await open("/");
        await pass(50);
        await press(find("[data-save]"));
        const [{ name }] = downloads;
        const whole = await textOfFile(downloads[0]);
        const record = () => JSON.parse(localStorage.getItem("ndcg-tutor:progress") ?? "{}");
        const lessons = () => Object.keys(record().lessons ?? {});
        const kept = lessons();
        const stored = others();
        await press("Start again");
        await pass(50);
        await press("Yes, delete my progress");
        await pass(50);
        await open("/");
        await pass(50);
        const empty = [...lessons(), ...others()];
        localStorage.setItem("ndcg-tutor.code.passed.dcg", '"of somebody else"');
        localStorage.setItem("ndcg-tutor.code.passed.ndcg", '"of somebody else"');
        const chooseFile = async (content) => {
          const file = find("input[type=file][data-act]");
          const path = "C:\\fakepath\\progress.json";
          if (file.value === path) return; // a browser reports no change to the same file
          file.value = path;
          file.chosenFiles = [new File([content], "progress.json")];
          fire(file, "change");
          await pass(500);
        };
        await chooseFile("[");
        const isRefused = text(".exhibit").includes("This file has no progress in it.");
        await chooseFile(whole);
        const again = [others().join() === stored.join(),
          localStorage.getItem("ndcg-tutor.code.passed.ndcg"),
          localStorage.getItem("ndcg-tutor:class-plans"), JSON.parse(whole).others];
        const { others: _, ...old } = JSON.parse(whole); // a file of an earlier version
        localStorage.setItem("ndcg-tutor.code.passed.ndcg", '"mine"');
        await chooseFile(JSON.stringify(old));
        again.push(localStorage.getItem("ndcg-tutor.code.passed.ndcg"), lessons());
        result = [name, kept, empty, isRefused, lessons(), again];
    """)
    assert name == "ndcg-progress.json"
    assert kept == loaded == ["discount"]
    assert empty == [None, None]
    assert is_refused
    others = {"ndcg-tutor:practice": {"skills": {}}, "ndcg-tutor.code.passed.dcg": "a"}
    assert again == [True, None, "{}", others, '"mine"', ["discount"]]
