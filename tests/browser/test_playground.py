"""A board in use: with the mouse, a finger, the keyboard, its buttons and its text field."""

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from tests.browser.boards import IN_FRONT, BoardPage, open_board
from tests.browser.sites import on_a_site_too

pytestmark = on_a_site_too

FIRST = "A3 B2 C3 D0 E1"


@pytest.mark.every_time
def test_the_numbers_follow_a_held_card_also_on_a_wall(open_page):
    board = open_board(open_page, "?scale=1.5")
    revision, link = board.revision, board.page.url
    board.lift("D", onto="B")
    board.wait_value("ndcg", nc.ndcg([3, 0, 2, 3, 1]))
    board.wait_value("dcg", nc.dcg([3, 0, 2, 3, 1]))
    assert board.text == "3, 2, 3, 0, 1"
    assert board.revision == revision
    assert board.page.url == link
    board.page.mouse.up()
    board.wait_confirmed(revision)
    assert board.shown == "A3 D0 B2 C3 E1"
    assert board.on_server == "A D B C E"
    assert board.read_value("ndcg") == nc.ndcg([3, 0, 2, 3, 1])
    board.wait_text("A:3, D:0, B:2, C:3, E:1")
    board.wait_link("r=A%3A3%2CD%3A0")
    assert board.announced == f"D, rank 2 of 5. NDCG {nc.ndcg([3, 0, 2, 3, 1]):.3f}."


@pytest.mark.every_time
def test_escape_undo_redo_and_order_buttons_move_cards(open_page):
    board = open_board(open_page)
    for _ in range(2):  # the second time the card has the focus
        board.lift("A", onto="E")
        board.wait_value("ndcg", nc.ndcg([2, 3, 0, 1, 3]))
        board.page.keyboard.press("Escape")
        board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
        board.page.mouse.up()
        assert board.shown == FIRST
    board.page.mouse.click(*board.find_middle("C"))  # a click without a drag moves nothing
    board.drag("E", onto="A")
    assert board.shown == "E1 A3 B2 C3 D0"
    for act, expected in (
        ("Control+z", FIRST),
        ("Control+y", "E1 A3 B2 C3 D0"),
        ("Sort to ideal", "A3 C3 B2 E1 D0"),
        ("Undo", "E1 A3 B2 C3 D0"),
        ("Control+Shift+z", "A3 C3 B2 E1 D0"),
        ("Reset", FIRST),
    ):
        with board.change():
            if act.startswith("Control"):
                board.page.keyboard.press(act)
            else:
                board.find_tool(act).click()
        assert board.shown == expected, act
        assert board.in_document == " ".join(card[0] for card in expected.split()), act


@pytest.mark.every_time
def test_a_finger_on_the_grip_moves_a_card_and_the_fraction_stays_visible(open_page):
    page = open_page("/playground", width=390, height=844, has_touch=True, is_mobile=True)
    board = BoardPage(page)
    board.find_grip("E").scroll_into_view_if_needed()
    boxes = [board.find_grip(label).bounding_box() for label in "EA"]
    points = [{"x": box["x"] + 10, "y": box["y"] + 20} for box in boxes]
    finger = page.context.new_cdp_session(page)

    def dispatch_touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    with board.change():
        dispatch_touch("touchStart", points[0])
        for part in range(1, 9):
            y = points[0]["y"] + (points[1]["y"] - points[0]["y"]) * part / 8
            dispatch_touch("touchMove", {"x": points[0]["x"], "y": y})
        board.wait_value("ndcg", nc.ndcg([1, 3, 2, 3, 0]))
        box = page.get_by_role("group", name="NDCG", exact=True).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
        dispatch_touch("touchEnd")
    assert board.shown == "E1 A3 B2 C3 D0"
    for part in ("steps", "figure"):  # and nothing covers it
        page.get_by_test_id(part).last.scroll_into_view_if_needed()
        assert page.evaluate(IN_FRONT, "[role=group][aria-label=NDCG]"), part


@pytest.mark.every_time
def test_a_finger_off_the_grip_scrolls_the_page(open_page):
    page = open_page("/playground", width=390, height=844, has_touch=True, is_mobile=True)
    board = BoardPage(page)
    label = page.locator(".card .label").nth(3)
    label.scroll_into_view_if_needed()
    before, asked = board.shown, []
    page.on("request", lambda request: asked.append(request.url))
    label.evaluate("""(label) => {
      const { x, y } = label.getBoundingClientRect();
      const finger = { pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true };
      const point = (kind, by) => {
        const at = { clientX: x + 5, clientY: y + 5 - by };
        label.dispatchEvent(new PointerEvent(kind, { ...finger, ...at, button: 0 }));
      };
      point("pointerdown", 0);
      for (let by = 10; by <= 200; by += 10) point("pointermove", by);
      point("pointerup", 200);
    }""")
    page.wait_for_timeout(200)
    assert board.shown == before
    assert not [url for url in asked if "/acts/" in url]


# --- The keyboard --------------------------------------------------------------------------------

KEYS = [
    ("B", ["ArrowUp"], "B2 A3 C3 D0 E1", "one up"),
    ("B", ["ArrowDown", "ArrowDown"], "A3 C3 D0 B2 E1", "two down"),
    ("C", ["Home"], "C3 A3 B2 D0 E1", "to the first place"),
    ("C", ["End"], "A3 B2 D0 E1 C3", "to the last place"),
    ("A", ["ArrowUp", "ArrowDown"], "B2 A3 C3 D0 E1", "not above the first place"),
]


@pytest.mark.every_time
def test_keys_move_and_announce_a_card_until_escape_or_blur_returns_it(open_page):
    board = open_board(open_page)
    for label, keys, expected, reason in KEYS:
        board.find_grip(label).press("Space")
        assert board.announced.startswith(f"Lifted. {label}, rank")
        for key in keys:
            board.page.keyboard.press(key)
        with board.change():
            board.page.keyboard.press("Space")
        assert board.shown == expected, reason
        grades = [int(card[1]) for card in expected.split()]
        rank = [card[0] for card in expected.split()].index(label) + 1
        assert board.announced == f"Dropped. {label}, rank {rank} of 5. NDCG {nc.ndcg(grades):.3f}."
        assert board.focused == f"Move {label}, grade {grades[rank - 1]}, rank {rank}"
        with board.change():
            board.find_tool("Reset").click()
    board.find_grip("D").press("Space")
    board.page.keyboard.press("ArrowUp")
    assert board.read_value("ndcg") == pytest.approx(nc.ndcg([3, 2, 0, 3, 1]), abs=1e-12)
    assert board.announced == f"D, rank 3 of 5. NDCG {nc.ndcg([3, 2, 0, 3, 1]):.3f}."
    expect(board.page.locator("[data-testid=steps] tbody th + td")).to_have_text(list("ABDCE"))
    board.page.keyboard.press("Escape")
    assert board.announced.startswith("Put back. D, rank 4 of 5.")
    assert board.shown == FIRST
    assert board.read_value("ndcg") == pytest.approx(nc.ndcg([3, 2, 3, 0, 1]), abs=1e-12)
    assert board.focused == "Move D, grade 0, rank 4"
    board.page.keyboard.press("Space")
    board.page.keyboard.press("ArrowDown")
    board.field.focus()
    board.wait_value("ndcg", nc.ndcg([3, 2, 3, 0, 1]))
    assert board.shown == FIRST


def test_the_keyboard_reaches_a_cards_buttons_which_keep_the_focus(open_page):
    board = open_board(open_page)
    board.find_grip("C").focus()
    board.page.keyboard.press("ArrowRight")
    assert board.focused == "Move C up"
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.shown == "A3 C3 B2 D0 E1"
    assert board.focused == "Move C up"
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.shown == "C3 A3 B2 D0 E1"
    assert board.announced.startswith("C, rank 1 of 5.")
    assert "C" in (board.focused or ""), "the focus stays on the card that reached the top"
    board.find_card("D").locator("[data-act=more]").focus()
    for grade in (1, 2):
        with board.change():
            board.page.keyboard.press("Enter")
        assert f"D{grade}" in board.shown
        assert board.focused == "Raise the grade of D"


# --- Grades, names, documents, whole orders ------------------------------------------------------


@pytest.mark.every_time
def test_each_button_acts_on_its_card_and_a_name_can_be_edited(open_page):
    board = open_board(open_page)
    for begin in (
        lambda: board.find_card("B").get_by_test_id("name").dblclick(),
        lambda: board.find_grip("B").press("F2"),
        lambda: board.press("B", "rename"),
    ):
        begin()
        with board.change():
            board.page.keyboard.type("<b>Best</b>")
            board.page.keyboard.press("Enter")
        assert board.shown == "A3 <b>Best</b>2 C3 D0 E1"
        assert board.on_server == "A <b>Best</b> C D E"
        assert board.focused == "Move <b>Best</b>, grade 2, rank 2"
        with board.change():
            board.find_tool("Undo").click()
    board.find_grip("B").press("F2")
    board.page.keyboard.type("Other")
    board.page.keyboard.press("Escape")
    assert board.page.locator(".label-input").count() == 0
    assert board.find_card("B").get_by_test_id("name").inner_text() == "B"
    assert board.focused == "Move B, grade 2, rank 2"
    for label, act, expected in (
        ("D", "more", "A3 B2 C3 D1 E1"),
        ("B", "up", "B2 A3 C3 D1 E1"),
        ("B", "less", "B1 A3 C3 D1 E1"),
        ("B", "down", "A3 B1 C3 D1 E1"),
        ("A", "remove", "B1 C3 D1 E1"),
    ):
        with board.change():
            board.press(label, act)
        assert board.shown == expected
    assert board.focused == "Move B, grade 1, rank 1", "the card in the place of the removed one"
    assert board.read_value("idcg") == nc.idcg([1, 3, 1, 1])
    status = board.page.locator("[data-testid=board] > [role=status]")
    expect(status).to_contain_text(f"NDCG at 4: {nc.ndcg([1, 3, 1, 1]):.3f}.")
    board.page.get_by_label("Cutoff k").fill("2")
    board.page.keyboard.press("Enter")
    expect(status).to_contain_text(f"NDCG at 2: {nc.ndcg([1, 3, 1, 1], 2):.3f}.")


def test_buttons_set_the_next_whole_grade_and_complete_orders(open_page):
    board = open_board(open_page, "?r=4,1.5,2.25,0")
    for label, less, more in (("A", 3, 5), ("B", 1, 2), ("C", 2, 3), ("D", None, 1)):
        for act, grade in (("less", less), ("more", more)):
            if grade is None:
                expect(board.find_card(label).locator(f"[data-act={act}]")).to_be_disabled()
                continue
            with board.change():
                board.press(label, act)
            assert f"{label}{grade}" in board.shown.split()
            with board.change():
                board.find_tool("Undo").click()
    for label, act in (("A", "up"), ("D", "down")):  # the first and the last stay where they are
        expect(board.find_card(label).locator(f"[data-act={act}]")).to_be_disabled()
    with board.change():  # it is in the ideal order alone
        board.find_tool("Add an unretrieved document").click()
    for act, expected in (("Reverse", "D0 C2.25 B1.5 A4"), ("Sort to ideal", "A4 C2.25 B1.5 D0")):
        with board.change():
            board.find_tool(act).click()
        assert board.shown == expected
    board.enter(",".join(map(str, range(20))))
    board.wait_text(", ".join(map(str, range(20))))
    before = board.shown.split()
    with board.change():
        board.find_tool("Shuffle").click()
    assert board.shown.split() != before
    assert sorted(board.shown.split()) == sorted(before)


@pytest.mark.every_time
def test_documents_are_added_judged_and_removed(open_page):
    board = open_board(open_page, "?r=3")
    assert board.find_card("A").locator("[data-act=remove]").is_disabled()
    with board.change():
        board.find_tool("Add a document").click()
    assert board.shown == "A3 B1"
    with board.change():
        board.find_tool("Add an unretrieved document").click()
    assert board.shown == "A3 B1"
    assert board.read_value("idcg") == nc.idcg([3, 1], judged=[3, 1, 3])
    board.wait_link("judged=")
    unretrieved = board.page.locator("[data-testid=unretrieved] li")
    unretrieved.locator("[data-act=less]").focus()
    with board.change():
        board.page.keyboard.press("Enter")
    assert board.focused == "Lower the grade of C"
    assert board.read_value("idcg") == nc.idcg([3, 1], judged=[3, 1, 2])
    with board.change():
        unretrieved.locator("[data-act=remove]").click()
    assert board.read_value("idcg") == nc.idcg([3, 1])
    board.page.get_by_label("Discount").select_option(label="none")
    board.wait_value("dcg", 4.0)
    board.wait_link("discount=none")


# --- The ranking as text -------------------------------------------------------------------------


SWAP = """document.querySelector(".exhibit").dispatchEvent(
  new CustomEvent("ndcg:swap", { detail: { group: "playground", ranks: [1, 5] } }))"""


def test_bad_text_changes_nothing_and_a_move_keeps_unfinished_text(
    open_page,
):
    board = open_board(open_page)
    problem = board.page.locator("p[role=alert]")
    board.enter("3, two, 1")
    problem.wait_for()
    assert "Item 2, “two”" in problem.inner_text()
    expect(board.field).to_have_attribute("aria-invalid", "true")
    assert board.shown == FIRST
    with board.change():
        board.find_tool("Reverse").click()
    board.wait_text("E:1, D:0, C:3, B:2, A:3")
    problem.wait_for(state="detached")
    expect(board.field).to_have_attribute("aria-invalid", "false")
    board.field.fill("")
    board.field.press_sequentially("0, 0")
    with board.change():
        board.page.evaluate(SWAP)
    assert board.shown == "A3 D0 C3 B2 E1"
    assert board.text == "0, 0"
    board.field.press_sequentially(", 2")
    with board.change():
        board.field.press("Tab")
    assert board.shown == "A0 B0 C2"
    board.wait_text("0, 0, 2")
