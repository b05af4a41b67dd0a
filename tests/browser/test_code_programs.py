"""The code lab and what learners may write: right and hostile programs, in one browser.

`tests/code` runs every program in CPython and judges it in Node. Those run here for which the
browser does something of its own, in Brython or in the sandbox.
"""

import pytest

from tests.browser.lab_page import READY, LabPage
from tests.browser.visits import make_patient
from tests.code import programs
from tests.selection import select_first, select_rows

WHY = "a program of a kind that others here stand for"


@pytest.fixture(scope="module")
def watched(chromium, server):
    """Return one page for all programs, and a list of forbidden events on it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = make_patient(context.new_page())
    troubles: list[str] = []
    page.on("console", lambda m: m.type == "error" and troubles.append(f"console: {m.text}"))
    page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
    page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
    page.on("request", lambda r: "leak" in r.url and troubles.append(f"request: {r.url}"))
    page.goto(f"{server.url}/code")
    yield LabPage(page), troubles
    context.close()


@pytest.fixture
def lab(watched):
    """Return the shared page, and check for forbidden events after the test."""
    lab, troubles = watched
    yield lab
    found, troubles[:] = list(troubles), []
    assert not found, "\n".join(found)


USUAL = {"sorted and a guard"}


@pytest.mark.every_time
@pytest.mark.parametrize("name", select_rows(programs.RIGHT, USUAL.__contains__, WHY))
def test_every_right_program_passes(lab, name):
    step, source = programs.RIGHT[name]
    verdict = lab.run(step, source)
    assert (verdict.state, verdict.passed) == ("passed", verdict.total), verdict.words
    assert f"All {verdict.total} checks passed" in verdict.words


HOSTILE = programs.HOSTILE["endless"] | programs.HOSTILE["loud"]
ARMED = {"an endless loop", "a forged verdict"}


@pytest.mark.every_time
@pytest.mark.parametrize("name", select_rows(HOSTILE, ARMED.__contains__, WHY))
def test_a_run_works_after_a_hostile_program_which_sent_nothing(lab, name):
    page = lab.page
    before = (page.title(), page.url, page.context.cookies())
    verdict = lab.run("dcg", HOSTILE[name])
    assert verdict.state in ("failed", "error", "stopped", "broken")
    if name in programs.HOSTILE["endless"]:
        assert verdict.state in ("stopped", "broken"), verdict.words
    page.wait_for_selector(READY)
    assert lab.run("dcg", programs.SUM).state == "passed"
    assert before == (page.title(), page.url, page.context.cookies())


@pytest.mark.parametrize("name", programs.HOSTILE["odd"])
def test_an_unexpected_answer_of_a_program_ends_the_run_with_a_sentence(lab, name):
    verdict = lab.run("dcg", programs.HOSTILE["odd"][name])
    assert (verdict.state, verdict.id) == ("broken", "odd"), verdict.words
    assert "returned an unexpected result" in verdict.words
    assert lab.run("dcg", programs.SUM).state == "passed"


@pytest.mark.parametrize("name", programs.HOSTILE["powerless"])
def test_a_program_cannot_replace_the_functions_that_the_harness_uses(lab, name):
    verdict = lab.run("dcg", programs.HOSTILE["powerless"][name])
    assert (verdict.state, verdict.id) == ("failed", "different"), verdict.words


@pytest.mark.every_time
@pytest.mark.parametrize(
    "name", select_first(1, ["islice", "accumulate", "pairwise", "batched"], WHY)
)
def test_the_faulty_functions_of_brythons_itertools_are_reported_as_missing(lab, name):
    for line in (f"from itertools import {name}", f"import itertools\nitertools.{name}"):
        verdict = lab.run("dcg", f"{line}\n{programs.SUM}")
        assert verdict.state == "error"
        assert f"The itertools module in this browser has no {name}." in verdict.words


@pytest.mark.every_time
@pytest.mark.parametrize("name", ["exit", "quit"])
def test_a_program_that_ends_itself_is_told_so(lab, name):
    verdict = lab.run("dcg", f"def dcg(rels):\n    {name}()")
    assert verdict.state == "error"
    assert "Python stopped at line 2" in verdict.words
    assert "The program ended itself." in verdict.words


def test_modules_that_load_too_long_are_not_called_a_loop(lab):
    frame = next(frame for frame in lab.page.frames if "/sandbox/" in frame.url)
    assert frame.evaluate("LOADING > LONGEST_LIMIT")
    frame.evaluate(
        "() => { globalThis.own = allow;"
        " allow = (worker, time, how) => own(worker, how === 'loading' ? 1 : time, how) }"
    )
    verdict = lab.run("dcg", "import dataclasses, statistics, typing\n" + programs.SUM)
    frame.evaluate("() => { allow = own }")
    assert (verdict.state, verdict.id) == ("stopped", "loading")
    assert "does not mean that your program is wrong" in verdict.words
    assert "loop" not in verdict.words
    assert lab.run("dcg", programs.SUM).state == "passed"
