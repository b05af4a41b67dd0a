"""The code lab and what learners may write: right, wrong and hostile programs, in one browser."""

from __future__ import annotations

import pytest

from tests.browser.lab_desk import Desk
from tests.code import programs_hostile, programs_right, programs_wrong


@pytest.fixture(scope="module")
def watched(chromium, server):
    """One page for all programs, and what it did that no program may make it do."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda m: m.type == "error" and troubles.append(f"console: {m.text}"))
    page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
    page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
    page.on("request", lambda r: "leak" in r.url and troubles.append(f"request: {r.url}"))
    page.goto(f"{server.url}/code")
    yield Desk(page), troubles
    context.close()


@pytest.fixture
def desk(watched):
    """The shared page, and nothing amiss afterwards."""
    desk, troubles = watched
    yield desk
    found, troubles[:] = list(troubles), []
    assert not found, "\n".join(found)


RIGHT = [("dcg", name) for name in programs_right.DCG] + [
    ("ndcg", name) for name in programs_right.NDCG
]


@pytest.mark.parametrize(("step", "name"), RIGHT)
def test_a_right_program_passes_however_it_is_written(desk, step, name):
    source = {**programs_right.DCG, **programs_right.NDCG}[name]
    verdict = desk.run(step, source)
    assert (verdict.state, verdict.passed) == ("passed", verdict.total), verdict.words
    assert f"All {verdict.total} checks passed" in verdict.words


WRONG = [("dcg", *pair) for pair in programs_wrong.DCG] + [
    ("ndcg", *pair) for pair in programs_wrong.NDCG
]


@pytest.mark.parametrize(("step", "id", "source"), WRONG)
def test_a_wrong_program_gets_its_one_message(desk, step, id, source):
    verdict = desk.run(step, source)
    assert verdict.id == id, verdict.words
    assert verdict.state == ("error" if id == "error" else "failed")
    assert verdict.passed < verdict.total


HOSTILE = {**programs_hostile.ENDLESS, **programs_hostile.LOUD}


@pytest.mark.parametrize("name", HOSTILE)
def test_after_a_hostile_program_the_next_run_works_and_nothing_left(desk, name):
    page = desk.page
    before = (page.title(), page.url, page.context.cookies())
    verdict = desk.run("dcg", HOSTILE[name])
    assert verdict.state in ("failed", "error", "stopped", "broken")
    if name in programs_hostile.ENDLESS:
        assert verdict.state in ("stopped", "broken"), verdict.words
    desk.ready()
    assert desk.run("dcg", programs_right.SUM).state == "passed"
    assert before == (page.title(), page.url, page.context.cookies())


def test_a_run_shows_no_more_than_a_screenful_of_what_is_printed(desk):
    desk.run("dcg", "while True:\n    print('x' * 100)\n")
    assert 3000 < len(desk.page.inner_text("[data-testid=printed]")) < 5000
    assert "the rest is not shown" in desk.page.inner_text("[data-testid=printed]")


def test_markup_that_a_program_prints_is_text(desk):
    desk.run("dcg", programs_hostile.LOUD["markup"])
    assert "<img" in desk.page.inner_text("[data-testid=printed]")
    assert desk.page.locator("[data-testid=run-result] img").count() == 0
