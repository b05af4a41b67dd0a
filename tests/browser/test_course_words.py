"""The course's words and looks: answers in the prose, meanings of terms, nothing for axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings, sideways
from tests.browser.courses import CALM
from tests.browser.learner import LESSONS, Learner


@pytest.mark.every_time
def test_the_prose_answers_to_the_prediction(open_page):
    page = open_page("/?lesson=dcg&unlock=all", **CALM)
    hook = page.locator("[data-testid=predict][data-name=hook]")
    hook.locator("input[type=range]").fill("7.2")
    hook.get_by_role("button", name="Commit").click()
    expect(hook.locator(".answer")).to_contain_text("You said 7.2; it is 6.149.")


def test_a_term_opens_its_meaning_from_the_keyboard(open_page):
    page = open_page("/?lesson=gain&unlock=all", wait="button[popovertarget]", **CALM)
    page.get_by_role("button", name="grade").first.press("Enter")
    expect(page.locator("[popover]:popover-open")).to_contain_text("How useful a document is")
    page.keyboard.press("Escape")
    expect(page.locator("[popover]:popover-open")).to_have_count(0)


@pytest.mark.parametrize("slug", [x.slug for x in LESSONS])
def test_a_lesson_at_390_pixels_has_nothing_for_axe_and_nothing_sideways(open_page, slug):
    path = f"/?lesson={slug}&unlock=all&step=20"
    page = open_page(path, width=390, height=844, **CALM)
    lesson = next(lesson for lesson in LESSONS if lesson.slug == slug)
    Learner(page).at_step(len(lesson.steps))
    expect(page.locator("[data-testid=figure] > h2:empty")).to_have_count(0)
    assert findings(page) == []
    assert not sideways(page)
