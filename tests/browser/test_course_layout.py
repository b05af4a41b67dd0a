"""The course does not jump: the current task keeps its place, and the next button is visible."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.courses import CALM, make_course, open_lesson, store_course
from tests.browser.learner import LESSONS, Learner

WIDTHS = pytest.mark.parametrize("width", [1280, 390])


def measure_box(place: Locator):
    """Return an element's place on the screen."""
    return place.bounding_box()


def test_a_keyboard_commit_keeps_the_question_in_place_and_names_both_dots(open_page):
    page = open_page("/?lesson=dcg&unlock=all", **CALM)
    hook = page.locator("[data-testid=predict][data-name=hook]")
    hook.get_by_role("slider").press("End")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(hook).to_have_attribute("data-state", "done")
    assert hook.evaluate("place => place.contains(document.activeElement)")
    expect(hook.locator(".answer")).to_contain_text("You said 8. The answer is 3.335")
    own, exact = hook.get_by_text("you 8.0"), hook.get_by_text("it is 3.335", exact=True)
    assert measure_box(own)["y"] + measure_box(own)["height"] <= measure_box(exact)["y"]
    assert measure_box(own)["x"] > measure_box(exact)["x"]


@WIDTHS
def test_the_first_goal_is_visible_next_to_its_board_or_below_it(open_page, width):
    page = open_page("/", width=width, height=844, **CALM)
    goal, board = page.get_by_test_id("goal").get_by_role("status"), page.get_by_test_id("board")
    for name in ("How is that calculated?", "Hide the calculation"):
        assert measure_box(goal)["y"] + measure_box(goal)["height"] <= 844
        assert (
            width == 390
            or measure_box(goal)["x"] > measure_box(board)["x"] + measure_box(board)["width"]
        )
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_count(0)


@WIDTHS
def test_a_field_marked_wrong_does_not_move(open_page, width):
    page = open_lesson(open_page, "dcg", 3, width=width, height=1400)
    sheet = page.get_by_test_id("sheet").first
    for field in (sheet.get_by_role("textbox").first, sheet.get_by_role("textbox").last):
        before = measure_box(field)
        field.click()
        page.keyboard.type("9.9")
        page.keyboard.press("Tab")
        expect(field).to_have_attribute("aria-invalid", "true")
        after = measure_box(field)
        assert (after["x"], after["width"]) == pytest.approx((before["x"], before["width"]), abs=1)


@WIDTHS
def test_a_board_explains_a_wrong_order_and_does_not_move_when_help_closes(open_page, width):
    page = open_lesson(open_page, "ideal", 1, width=width, height=1000)
    task = page.get_by_test_id("task")
    board = page.get_by_test_id("board").last
    expect(task.get_by_role("status")).to_have_text("You have not moved a document yet.")
    board.get_by_role("button", name=re.compile("Move Cancelled .*, rank 6")).focus()
    for key in ("Space", "ArrowUp", "Space"):
        page.keyboard.press(key)
    said = re.compile(r"not yet DCG@6 is [\d.]+\. Another order makes it higher\.")
    expect(task.get_by_role("status")).to_have_text(said)
    task.get_by_role("button", name="Hint").click()
    expect(task.get_by_role("button", name="Show me")).to_be_visible()
    before = measure_box(board)
    task.get_by_role("button", name="Show me").click()
    expect(task.get_by_role("status")).to_have_text("done")
    expect(task.get_by_role("button")).to_have_count(0)
    assert measure_box(board)["y"] == before["y"]


TASKS = [
    (lesson.slug, number)
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
    if any(block.kind == "drag-task" for block in step.gating_blocks)
]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_task_and_its_board_are_visible_together(open_page, width, height):
    page = open_lesson(open_page, *TASKS[0], width=width, height=height)
    there = page.url.partition("?")[0]
    for slug, number in TASKS:
        page.goto(f"{there}?lesson={slug}&step={number}&unlock=all")
        Learner(page).expect_step(number)
        task, board = page.get_by_test_id("task").last, page.get_by_test_id("board").last
        expect(board.get_by_test_id("card").first).to_be_visible()
        long = measure_box(board)["y"] + measure_box(board)["height"] - measure_box(task)["y"]
        assert long <= measure_box(page.get_by_test_id("bar"))["y"] - 60, slug


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_lesson_opens_with_its_title_visible(open_page, motion):
    page = open_page("/", height=700, reduced_motion=motion)
    store_course(page, make_course(*LESSONS[:2]))
    learner, before = Learner(page), LESSONS[1]
    again = learner.find_lesson_entry(before.slug)
    expect(again).to_have_attribute("data-state", "done")
    again.get_by_role("link").click()
    learner.expect_step(len(before.steps))
    assert_in_sight(page, before.title)
    page.get_by_role("heading", name="In short").scroll_into_view_if_needed()
    page.get_by_test_id("continue").click()
    learner.expect_lesson(LESSONS[2])
    learner.expect_step(1)
    assert_in_sight(page, LESSONS[2].title)


def assert_in_sight(page: Page, title: str) -> None:
    """Assert that the focused title is at rest below the top bar."""
    page.wait_for_function("() => document.activeElement.dataset.place?.endsWith('-top')")
    still = """() => {
        const before = window.titleAt;
        window.titleAt = document.querySelector("h1").getBoundingClientRect().top;
        return window.titleAt === before;
    }"""
    page.wait_for_function(still, polling=400)
    assert measure_box(page.get_by_role("heading", level=1, name=title))["y"] >= 60


@WIDTHS
def test_the_next_button_is_visible_and_moves_the_focus_to_the_field(open_page, width):
    page = open_lesson(open_page, "ideal", 4, width=width, height=700)
    learner = Learner(page)
    check = next(lesson for lesson in LESSONS if lesson.slug == "ideal").check
    place, question = learner.find_current_question(check)
    given = "0"  # a miss leads to the next question of the same goal, which is a sheet
    learner.answer_in(place, question, given)
    leads = place.get_by_role("button", name="Next question")
    expect(leads).to_be_visible()
    assert (
        measure_box(leads)["y"] + measure_box(leads)["height"]
        <= measure_box(page.get_by_test_id("bar"))["y"]
    )
    leads.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Grades 1, 0, 2, 3; k = 3.")).to_be_visible()
    name = "Fill in the ideal order and IDCG@3. Grades 1, 0, 2, 3; k = 3."
    sheet = page.get_by_role("group", name=name)
    expect(sheet.locator("[data-cell='ideal.grade.1'] input")).to_be_focused()
