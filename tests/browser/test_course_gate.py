"""What leads on in the course: the gate, links to a step, and what is taken off for a projector."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ndcg_core.lessons.course.course import Course, Record
from tests.browser.courses import CALM, keep
from tests.browser.learner import LESSONS, Learner
from tests.lessons.test_course_questions import WRONG


def test_the_gate_is_not_passed_by_hints_or_reloads(open_page):
    page = open_page("/", **CALM)
    lesson, learner = LESSONS[0], Learner(page)
    keep(page, Course({lesson.slug: Record(reached=5)}, last=lesson.slug))
    learner.start()
    learner.at_step(5)

    place, question = learner.asked(lesson.check)
    place.get_by_role("button", name="Hint").click()
    expect(place.get_by_test_id("hint")).to_be_visible()
    page.reload()
    place, again = learner.asked(lesson.check)
    expect(place.get_by_test_id("hint")).to_be_visible()
    assert again.id == question.id
    learner.answer_in(place, question)
    expect(learner.gate).to_have_attribute("data-asked", "1")
    expect(learner.gate).to_have_attribute("data-run", "0")

    learner.next_one(lesson.check)
    place, question = learner.asked(lesson.check)
    learner.answer_in(place, question)
    expect(learner.gate).to_have_attribute("data-run", "1")
    page.reload()
    expect(learner.gate).to_have_attribute("data-run", "1")
    learner.next_one(lesson.check)
    place, question = learner.asked(lesson.check)
    learner.answer_in(place, question, WRONG[question.kind](question))
    expect(learner.gate).to_have_attribute("data-run", "0")
    page.reload()
    expect(learner.gate).to_have_attribute("data-run", "0")
    expect(page.get_by_test_id("continue")).to_have_attribute("aria-disabled", "true")


def test_a_link_leads_to_a_step_and_past_a_lock_only_where_it_says_so(open_page):
    page = open_page("/?lesson=discount&step=4", **CALM)
    expect(page.locator("h1")).to_have_text("Discount: position costs")
    expect(page.get_by_text("It opens when you pass")).to_be_visible()
    page.goto(page.url.partition("?")[0] + "?lesson=discount&step=4&unlock=all")
    learner = Learner(page)
    learner.at_step(4)
    expect(page.get_by_test_id("step")).to_have_count(4)
    page.get_by_text("All lessons").click()
    expect(learner.state("write-it-yourself")).to_have_attribute("data-state", "open")
    assert "unlock=all" in page.url


@pytest.mark.every_time
def test_hide_takes_hints_off_for_a_projector(open_page):
    page = open_page("/?lesson=dcg&step=3&unlock=all&hide=hints,chart", **CALM)
    Learner(page).at_step(3)
    assert page.get_by_test_id("figure").count() == 0
    assert page.get_by_role("button", name="Hint", exact=True).count() == 0
