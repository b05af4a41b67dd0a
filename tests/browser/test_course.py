"""The course in a real Chromium: walked through, gone to by links, moved by hand, and for axe."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SIDEWAYS, list_findings, scrolls_sideways
from tests.browser.boards import AT_REST, BoardPage
from tests.browser.courses import CALM, make_course, open_lesson, read_stored_record, store_course
from tests.browser.lab_page import LabPage
from tests.browser.learner import LESSONS, Learner
from tests.browser.sites import on_a_site_too
from tests.code.programs import NDCG, SUM
from tests.selection import select_rows

LONGER = "a longer walk of the same kind"


@on_a_site_too
@pytest.mark.every_time
@pytest.mark.parametrize("lessons", select_rows((2, 10), (2).__eq__, LONGER))
def test_a_learner_completes_the_lessons_in_order(open_page, lessons):
    page = open_page("/", wait="[data-testid=start]", **CALM)
    learner = Learner(page)
    learner.start()
    for lesson in LESSONS[:lessons]:
        learner.complete_lesson(lesson)
        learner.press_continue()
        if lesson == LESSONS[5]:  # a list to correct is between the parts
            page.get_by_role("link", name="Part two begins").click()
    learner.expect_lesson(LESSONS[lessons])
    records = read_stored_record(page)["lessons"]
    assert [records[lesson.slug]["state"] for lesson in LESSONS[:lessons]] == ["done"] * lessons


def test_the_last_lesson_is_done_when_the_last_program_of_its_lab_passes(open_page):
    page = open_page("/", **CALM)
    store_course(page, make_course(*LESSONS[:10]))
    learner, last = Learner(page), LESSONS[10]
    learner.start()
    learner.answer_opening_questions(last)
    learner.expect_step(1)
    learner.complete_block(last.steps[0].gating_blocks[0])
    learner.press_continue()
    learner.expect_step(2)
    lab = LabPage(page)
    lab.order_lines()
    assert lab.press_run().state == "passed"
    lab.choose("blanks")
    for blank, text in enumerate(("math.log2(i + 1)", "rel / discount")):
        page.locator("[data-testid=blank]").nth(blank).fill(text)
    assert lab.press_run().state == "passed"
    assert lab.run("dcg", SUM).state == "passed"
    expect(page.get_by_test_id("continue")).to_have_attribute("aria-disabled", "true")
    assert read_stored_record(page)["lessons"][last.slug]["state"] == "open"
    assert lab.run("ndcg", NDCG["sorted and a guard"]).state == "passed"
    learner.press_continue()
    learner.expect_step(3)
    page.get_by_text("All lessons").click()
    expect(learner.find_lesson_entry(last.slug)).to_have_attribute("data-state", "done")


@pytest.mark.every_time
def test_the_picture_follows_a_card_and_highlights_the_pointed_document(open_page):
    page = open_lesson(open_page, "discount", 1)
    card = page.get_by_test_id("board").locator("[data-label^='Cancelled flight']")
    for rank, left, state in (("6", "36", "not yet"), ("5", "39", "not yet")):
        expect(card).to_have_attribute("data-rank", rank)
        expect(card.get_by_text(left, exact=True)).to_be_visible()
        expect(page.get_by_test_id("task")).to_have_attribute("data-state", state)
        card.locator("[data-act=up]").click()
    for act in ("down", "up", "up"):
        card.locator(f"[data-act={act}]").click()
    said = page.get_by_test_id("board").first.locator("> [role=status]")
    expect(said).to_contain_text("your money back, rank 3 of 6. DCG 3.617.")
    expect(card.get_by_text("50", exact=True)).to_be_visible()
    expect(page.get_by_test_id("task")).to_have_attribute("data-state", "done")
    expect(page.get_by_test_id("picture-text")).to_contain_text(
        "your money back: 3 blocks, 50 of 100 readers are left, worth 1.500."
    )
    page.get_by_role("radio", name="1 Gain").check(force=True)
    expect(page.locator(".lengths")).to_contain_text("CG@6 8")
    page.mouse.move(0, 0)  # otherwise the pointer may later be over a new element
    token = page.get_by_role("button", name="your money back: 3")
    token.focus()
    expect(card).to_have_attribute("data-lit", "")
    other = page.get_by_test_id("board").locator("[data-label^='Cheap flights']")
    card.hover()
    expect(other).to_have_css("opacity", "0.34")
    expect(card.locator(".acts")).to_have_css("opacity", "1")
    # A long title fades out in front of the first button.
    expect(card.locator(".acts")).to_have_css("mask-image", re.compile("^linear-gradient"))
    buttons = card.locator(".acts").bounding_box()
    assert card.locator("[data-act=up]").bounding_box()["x"] == buttons["x"] + 24
    page.mouse.down()
    box = card.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 9)
    expect(other).to_have_css("opacity", "1")  # a card is in the air
    page.mouse.up()


BEST_THREE = ("Cancelled flight – your money back", "Passenger rights on one page")
SPREAD = """() => Math.max(...[...document.querySelectorAll(".pieces .piece")].map(
  (piece) => piece.getBoundingClientRect().right))"""


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_dimmed_after_a_move_until_the_pointer_moves(open_page, width):
    page = open_lesson(open_page, "gain", 1)
    page.set_viewport_size({"width": width, "height": 900})
    board = BoardPage(page)
    lit = page.get_by_test_id("board").locator("[data-lit]")
    for label, onto in zip(BEST_THREE, ("Cheap flights from €29",) * 2, strict=True):
        board.drag(label, onto)
        expect(lit).to_have_count(0)
    form = board.find_card("Refund form of one airline")
    form.get_by_test_id("name").click()
    expect(lit.first).to_be_attached()
    for _ in range(3):
        form.locator("[data-act=up]").click()
        expect(lit).to_have_count(0)
    expect(page.get_by_test_id("task")).to_have_attribute("data-state", "done")
    expect(page.locator(".lengths")).to_contain_text("CG@3 7")
    page.wait_for_function(AT_REST)
    for card in page.get_by_test_id("card").all():
        expect(card).to_have_css("opacity", "1")
    assert page.evaluate(SPREAD) <= width
    assert not scrolls_sideways(page)
    board.find_card(BEST_THREE[0]).hover()
    expect(board.find_card(BEST_THREE[0])).to_have_attribute("data-lit", "")


def test_remarks_on_two_cells_of_a_row_name_the_cells(open_page):
    page = open_lesson(open_page, "exponential-gain", 3)
    sheet = page.get_by_test_id("sheet").last
    message = sheet.get_by_test_id("message").filter(visible=True)
    for column, number in (("gain", "4"), ("term", "1.5")):  # of a 2 at rank 1
        sheet.get_by_label(f"The {column} at rank 1 of the ranking").click()
        page.keyboard.type(number)
    page.keyboard.press("Tab")
    expect(message).to_have_count(1)
    expect(message).to_have_text(re.compile(r"^Gain: You .* Term: \w"))
    sheet.get_by_label("The term at rank 1 of the ranking").fill("3")
    expect(message).to_have_text(re.compile(r"^You may have .*used 2\^grade"))


def test_the_keyboard_opens_the_meaning_of_a_term(open_page):
    page = open_page("/?lesson=gain&unlock=all", wait="button[popovertarget]", **CALM)
    page.get_by_role("button", name="grade").first.press("Enter")
    expect(page.locator("[popover]:popover-open")).to_contain_text("How useful a document is")
    page.keyboard.press("Escape")
    expect(page.locator("[popover]:popover-open")).to_have_count(0)


@pytest.mark.every_time
@pytest.mark.parametrize("width", select_rows((1280, 390), (390).__eq__, "a phone has less room"))
def test_a_missed_answer_is_next_to_the_fresh_form_which_gets_the_focus(open_page, width):
    page = open_lesson(open_page, "grades-not-flags", 6, width=width, height=844)
    gate, check = page.get_by_test_id("gate"), LESSONS[0].check
    question, _ = Learner(page).find_current_question(check)
    question.locator("input").focus()
    page.keyboard.type("77.7")
    page.keyboard.press("Enter")
    expect(question).to_have_attribute("data-state", "wrong")
    question.get_by_role("button", name="Next question").press("Enter")
    expect(question).to_have_attribute("data-kind", "choice")
    expect(question).to_be_focused()
    _, choice = Learner(page).find_current_question(check)
    question.locator(f"[data-option='{choice.solution}']").press("Enter")
    expect(question).to_have_attribute("data-state", "right")
    button = question.get_by_role("button", name="Next question")
    button.focus()
    place = gate.bounding_box()
    page.keyboard.press("Enter")
    past = page.get_by_test_id("past-answer")
    expect(past).to_contain_text("77.7 wrong")
    field = question.get_by_label("Your answer")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        re.compile("What is P@5 of the ranking 3, 1, 1, 2, 0, 3")
    )
    left, right = past.bounding_box(), question.bounding_box()
    if width == 1280:
        assert gate.bounding_box() == place
        assert right["x"] > left["x"] + left["width"]
        assert abs(left["y"] - right["y"]) < 2
    else:
        assert right["y"] > left["y"] + left["height"]
    assert right["y"] + right["height"] < 844
    assert list_findings(page) == []
    assert not scrolls_sideways(page)
    page.keyboard.type("0.400")
    page.keyboard.press("Enter")
    expect(question.get_by_role("status")).to_contain_text("right")
    expect(past).to_be_visible()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_axe_finds_nothing_in_a_lesson_on_a_phone_and_nothing_scrolls_sideways(open_page, lesson):
    path = f"/?lesson={lesson.slug}&unlock=all&step=20"
    page = open_page(path, width=390, height=844, **CALM)
    Learner(page).expect_step(len(lesson.steps))
    expect(page.locator("[data-testid=figure] > h2:empty")).to_have_count(0)
    assert list_findings(page) == []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(f"width => innerWidth === width && !({SIDEWAYS})()", arg=width)
