"""The course in a real Chromium: finished, and failed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.courses import CALM, done, keep, kept
from tests.browser.lab_page import LabPage
from tests.browser.learner import LESSONS, Learner
from tests.code.programs_right import NDCG, SUM
from tests.lessons.test_course_questions import WRONG
from tests.selection import some

LONGER = "a longer walk of the same kind"


@pytest.mark.every_time
@pytest.mark.parametrize("lessons", some((2, 10), (2).__eq__, LONGER))
def test_a_learner_finishes_one_lesson_after_the_other(open_page, lessons):
    page = open_page("/", wait="[data-testid=start]", **CALM)
    learner = Learner(page)
    learner.start()
    for lesson in LESSONS[:lessons]:
        learner.finish(lesson)
        learner.go_on()
    learner.on_lesson(LESSONS[lessons])
    records = kept(page)["lessons"]
    assert [records[lesson.slug]["state"] for lesson in LESSONS[:lessons]] == ["done"] * lessons


def test_the_last_lesson_is_done_when_the_last_program_of_its_lab_has_passed(open_page):
    page = open_page("/", **CALM)
    keep(page, done(*LESSONS[:10]))
    learner, last = Learner(page), LESSONS[10]
    learner.start()
    learner.open_with(last)
    learner.at_step(1)
    learner.do(last.steps[0].gates[0])
    learner.go_on()
    learner.at_step(2)
    lab = LabPage(page)
    lab.order_lines()
    assert lab.press_run().state == "passed"
    lab.choose("blanks")
    for blank, text in enumerate(("math.log2(i + 1)", "rel / discount")):
        page.locator("[data-testid=blank]").nth(blank).fill(text)
    assert lab.press_run().state == "passed"
    assert lab.run("dcg", SUM).state == "passed"
    learner.go_on()
    learner.at_step(3)
    assert kept(page)["lessons"][last.slug]["state"] == "open"
    assert lab.run("ndcg", NDCG["sorted and a guard"]).state == "passed"
    page.get_by_text("All lessons").click()
    expect(learner.state(last.slug)).to_have_attribute("data-state", "done")


@pytest.mark.parametrize("number", [1, 3, 8])
def test_a_learner_who_is_always_wrong_is_never_stuck(open_page, number):
    page = open_page("/", **CALM)
    lesson = LESSONS[number - 1]
    if number > 1:
        keep(page, done(*LESSONS[: number - 1]))
    learner = Learner(page)
    page.get_by_test_id("start").click()
    learner.on_lesson(lesson)
    remembered = page.locator("[data-testid=question][data-name^='later-']")
    for nth in range(2 if number > 2 else 0):
        _miss(learner, remembered.nth(nth))
        expect(remembered.nth(nth)).to_have_attribute("data-state", "wrong")
    for at, step in enumerate(lesson.steps, 1):
        learner.at_step(at)
        for block in step.gates:
            _fail(learner, block)
        if at < len(lesson.steps):
            learner.go_on()
    expect(page.get_by_test_id("continue")).to_have_text("Next lesson")
    page.get_by_text("All lessons").click()
    expect(page.get_by_test_id("due")).to_be_attached()


def _miss(learner, place) -> None:
    """Answer a question that is asked once with something wrong, whatever it is."""
    name = place.get_attribute("data-name")
    ids = [q for lesson in LESSONS for q in lesson.later if q.id == name]
    asked = next(q for q in ids if q.ask.shown() in place.inner_html())
    learner.answer_in(place, asked, WRONG[asked.kind](asked))


def _fail(learner, block) -> None:
    """Be wrong at a live part until it lets one go on."""
    page = learner.page
    if block.kind == "predict":
        learner.predict(block.name)
    elif block.kind == "drag-task":
        task = page.locator(f"[data-testid=task][data-name='{block.name}']")
        task.get_by_role("button", name="Hint").click()
        task.get_by_role("button", name="Show me").click()
        expect(task).to_have_attribute("data-state", "done")
    elif block.kind == "check":
        place, question = learner.asked(block)
        learner.answer_in(place, question, WRONG[question.kind](question))
        expect(learner.gate).to_have_attribute("data-run", "0")
        learner.next_one(block)
        learner.pass_check(block)
    else:
        _fail_question(learner, block)


def _fail_question(learner, block) -> None:
    place, question = learner.question(block.name), block.question
    if block.kind == "choice":
        for option in range(len(question.options)):
            if option != question.solution:
                learner.answer_in(place, question, option)
                verdict = place.locator(f"[data-option='{option}'] [data-verdict]")
                expect(verdict).to_have_text("wrong")
        learner.answer_in(place, question)
        return
    for miss in (1, 2):
        given = WRONG[block.kind](question)
        if block.kind == "number":
            given = f"{70 + miss}"
        learner.answer_in(place, question, given)
    show = place.get_by_role("button", name="Show me")
    if not show.count():
        learner.answer_in(place, question, WRONG[block.kind](question))
    show.click()
    expect(place).to_have_attribute("data-state", "shown")
