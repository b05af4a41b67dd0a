"""Part two in a real Chromium: what is flipped, dragged and handed to two libraries."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ndcg_core.lessons import load_lessons
from tests.browser.learner import Learner

CALM = {"reduced_motion": "reduce"}


@pytest.mark.every_time
def test_signs_are_flipped_by_hand_kept_over_a_reload_and_then_all_at_once(open_page):
    page = open_page("/?lesson=real-difference&step=2&unlock=all", **CALM)
    Learner(page).at_step(2)
    hand = page.locator("[data-testid=flips][data-name=five]")
    mean = hand.get_by_test_id("mean-difference")
    expect(mean).to_have_text("0.056")
    hand.get_by_role("button", name="Flip the sign of query 2").click()
    # (-0.081 - 0.5 + 0.044 - 0.250 + 0.069) / 5
    expect(mean).to_have_text("−0.144")
    expect(hand).to_have_attribute("data-seen", "2")
    page.reload()
    expect(mean).to_have_text("−0.144")
    hand.get_by_role("button", name="All 32 ways").click()
    expect(page.get_by_text("Of 32 ways of flipping, 24 are as far from 0")).to_be_visible()


def test_patience_is_dragged_from_the_keyboard(open_page):
    page = open_page("/?lesson=why-a-logarithm&step=2&unlock=all", **CALM)
    Learner(page).at_step(2)
    still = page.get_by_test_id("readers").locator("tbody tr").first.locator("td").first
    expect(still).to_have_text("80.0")
    page.get_by_role("slider", name=re.compile("Patience")).press("ArrowRight")
    expect(still).to_have_text("85.0")


def test_two_calls_lead_to_the_page_of_conventions_with_the_same_ranking(same_page):
    page = same_page("/?lesson=two-libraries&step=3&unlock=all", **CALM)
    Learner(page).at_step(3)
    calls, choices = (page.get_by_test_id("libraries").nth(n) for n in (0, 1))
    expect(calls).to_contain_text("ndcg_score([[3, 2, 0, 1]], [[4, 3, 2, 1]], k=4)")
    expect(choices).to_contain_text("the ideal from all judged documents: 0.742")
    page.get_by_role("link", name="What every other library prints").click()
    expect(page.locator("h1")).to_have_text("Which library prints this number?")
    expect(page.get_by_label("Grades, best place first")).to_have_value("3,2,0,1")


def test_a_board_says_what_an_order_still_lacks(same_page):
    page = same_page("/?lesson=ties&step=2&unlock=all", **CALM)
    learner = Learner(page)
    learner.at_step(2)
    board = learner.board("unlucky")
    board.locator("[data-label='C'] [data-act=up]").dispatch_event("click")
    said = page.get_by_text("3 documents stand elsewhere than they should.")
    expect(said).to_be_visible()


@pytest.mark.parametrize("slug", ["ties", "real-difference"])
def test_a_lesson_of_part_two_can_be_finished(open_page, slug):
    page = open_page(f"/?lesson={slug}&unlock=all", **CALM)
    learner = Learner(page)
    learner.finish(next(lesson for lesson in load_lessons() if lesson.slug == slug))
    expect(page.get_by_test_id("continue")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.every_time
def test_the_course_page_shows_two_parts(open_page):
    page = open_page("/", wait="[data-testid=start]", **CALM)
    parts = page.locator("section.part")
    expect(parts).to_have_count(2)
    expect(parts.nth(0).get_by_test_id("lesson")).to_have_count(6)
    expect(parts.nth(1).get_by_test_id("lesson")).to_have_count(12)
    expect(parts.nth(1).locator("[data-slug=real-difference]")).to_contain_text(
        "Opens when you pass “Many queries, two systems”."
    )


def test_a_task_is_judged_by_the_threshold_that_its_values_are_shown_for(same_page):
    page = same_page("/?lesson=grades-not-flags&step=4&unlock=all", **CALM)
    Learner(page).at_step(4)
    page.get_by_role("radio", name="3", exact=True).click()
    precision = page.get_by_test_id("value-p")
    expect(precision).to_have_text("0.667")
    card = page.get_by_test_id("board").locator("[data-label='E']")
    for rank in ("4", "3"):  # 3, 2, 1, 3, 0: at threshold 1 P@3 is 1 as before
        card.locator("[data-act=up]").dispatch_event("click")
        expect(card).to_have_attribute("data-rank", rank)
    expect(precision).to_have_text("0.333")
    task = page.get_by_test_id("task")
    expect(task.get_by_role("status")).to_have_text(
        "not yet P@3 is 0.333; it was 0.667 and should stay so."
    )
    expect(task).to_have_attribute("data-state", "not yet")


def test_what_is_said_of_two_cells_of_a_row_names_them(same_page):
    page = same_page("/?lesson=exponential-gain&step=7&unlock=all", **CALM)
    Learner(page).at_step(7)
    sheet = page.get_by_test_id("sheet").last
    message = sheet.get_by_test_id("message").filter(visible=True)
    for column, number in (("gain", "4"), ("term", "1.5")):  # of a 2 at rank 1
        sheet.get_by_label(f"The {column} at rank 1 of the ranking").click()
        page.keyboard.type(number)
    page.keyboard.press("Tab")
    expect(message).to_have_count(1)
    expect(message).to_have_text(re.compile(r"^Gain: You .* Term: \w"))
    sheet.get_by_label("The term at rank 1 of the ranking").fill("3")
    expect(message).to_have_text(re.compile(r"^You may have used 2\^grade"))
