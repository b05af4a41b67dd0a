"""The course in a real Chromium: finished, failed, gated, interrupted, looked at."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from ndcg_core.teaching.lessons.course import Course, Record, pack
from ndcg_core.teaching.lessons.gate import Gate
from tests.browser.axe import findings, sideways
from tests.browser.lab_desk import Desk
from tests.browser.learner import LESSONS, PATIENCE, Learner
from tests.browser.servers import GONE
from tests.code.programs_right import NDCG, SUM
from tests.lessons.test_course import WRONG
from tests.selection import some

CALM = {"reduced_motion": "reduce"}
KEPT = "ndcg-tutor:progress"


def keep(page, course: Course) -> None:
    """Put a course into the browser's storage, and come back as that learner.

    The page stores its own, empty one first; that has to have happened.
    """
    page.wait_for_function("name => localStorage.getItem(name) !== null", arg=KEPT)
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [KEPT, kept_text(course)])
    page.reload()


def kept_text(course: Course) -> str:
    return json.dumps(pack(course))


def kept(page) -> dict:
    """What the browser has stored."""
    return json.loads(page.evaluate(f"localStorage.getItem('{KEPT}')") or "{}")


def done(*lessons) -> Course:
    """A course in which these lessons are done."""
    passed = {
        lesson.slug: Record(
            reached=len(lesson.steps),
            gate=Gate(_questions(lesson), state="passed"),
            state="done",
        )
        for lesson in lessons
    }
    return Course(passed, last=lessons[-1].slug)


def _questions(lesson) -> tuple[int, ...]:
    """The places of the questions in a lesson's check; a lesson that ends otherwise has none."""
    return tuple(range(len(lesson.check.questions))) if lesson.check else ()


# --- Finishing, and failing --------------------------------------------------------------------


LONGER = "a longer walk of the same kind"


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
    desk = Desk(page)
    desk.order_lines()
    assert desk.press_run().state == "passed"
    desk.choose("blanks")
    for blank, text in enumerate(("math.log2(i + 1)", "rel / discount")):
        page.locator("[data-testid=blank]").nth(blank).fill(text)
    assert desk.press_run().state == "passed"
    assert desk.run("dcg", SUM).state == "passed"
    learner.go_on()
    learner.at_step(3)
    assert kept(page)["lessons"][last.slug]["state"] == "open"
    assert desk.run("ndcg", NDCG["sorted and a guard"]).state == "passed"
    page.get_by_text("All lessons").click()
    expect(learner.state(last.slug)).to_have_attribute("data-state", "done", timeout=PATIENCE)


@pytest.mark.parametrize("number", some((1, 3, 8), (8).__eq__, LONGER))
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
        expect(remembered.nth(nth)).to_have_attribute("data-state", "wrong", timeout=PATIENCE)
    for at, step in enumerate(lesson.steps, 1):
        learner.at_step(at)
        for block in step.gates:
            _fail(learner, block)
        if at < len(lesson.steps):
            learner.go_on()
    expect(page.get_by_test_id("continue")).to_have_text("Next lesson")
    page.get_by_text("All lessons").click()
    expect(page.get_by_test_id("due")).to_be_attached(timeout=PATIENCE)


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
        expect(task).to_have_attribute("data-state", "done", timeout=PATIENCE)
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
                verdict = place.locator(f"[data-option='{option}'] .verdict")
                expect(verdict).to_have_text("wrong", timeout=PATIENCE)
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
    expect(place).to_have_attribute("data-state", "shown", timeout=PATIENCE)


# --- The gate ----------------------------------------------------------------------------------


def test_the_gate_is_not_passed_by_hints_or_reloads(open_page):
    page = open_page("/", **CALM)
    lesson, learner = LESSONS[0], Learner(page)
    keep(page, Course({lesson.slug: Record(reached=5)}, last=lesson.slug))
    learner.start()
    learner.at_step(5)

    place, question = learner.asked(lesson.check)
    place.get_by_role("button", name="Hint").click()
    expect(place.locator(".hint")).to_be_visible()
    page.reload()
    place, again = learner.asked(lesson.check)
    expect(place.locator(".hint")).to_be_visible()
    assert again.id == question.id
    learner.answer_in(place, question)
    expect(learner.gate).to_have_attribute("data-asked", "1")
    expect(learner.gate).to_have_attribute("data-run", "0")

    learner.next_one(lesson.check)
    place, question = learner.asked(lesson.check)
    learner.answer_in(place, question)
    expect(learner.gate).to_have_attribute("data-run", "1")
    page.reload()
    expect(learner.gate).to_have_attribute("data-run", "1", timeout=PATIENCE)
    place, question = learner.asked(lesson.check)
    learner.answer_in(place, question, WRONG[question.kind](question))
    expect(learner.gate).to_have_attribute("data-run", "0")
    page.reload()
    expect(learner.gate).to_have_attribute("data-run", "0", timeout=PATIENCE)
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


def test_hide_takes_hints_off_for_a_projector(open_page):
    page = open_page("/?lesson=dcg&step=3&unlock=all&hide=hints,chart", **CALM)
    Learner(page).at_step(3)
    assert page.get_by_test_id("figure").count() == 0
    assert page.get_by_role("button", name="Hint", exact=True).count() == 0


# --- Progress ----------------------------------------------------------------------------------


def test_progress_survives_a_server_that_is_killed_and_started_again(open_page, own_server):
    server = own_server
    page = open_page("/", at=server, tolerate=GONE, **CALM)
    learner, lesson = Learner(page), LESSONS[0]
    learner.start()
    learner.on_lesson(lesson)
    hook = lesson.steps[0].gates[0]
    learner.do(hook)
    learner.go_on()
    learner.at_step(2)

    server.kill()
    page.wait_for_selector(
        "[data-test-connection-state]:not([data-test-connection-state=CONNECTED])"
    )
    server.start()
    page.wait_for_selector("[data-test-connection-state=CONNECTED]", timeout=60_000)
    learner.go_on()
    learner.at_step(3)
    expect(learner.question(hook.name)).to_have_attribute("data-state", "right")
    page.reload()
    learner.at_step(3)
    expect(learner.question(hook.name)).to_have_attribute("data-state", "right")


def test_no_lesson_flashes_as_locked_before_progress_is_there(open_page):
    page = open_page("/", context="own", **CALM)  # the script below would stay with a warm page
    keep(page, done(LESSONS[0]))
    page.add_init_script(
        """window.seen = new Set();
        new MutationObserver(() => {
          for (const row of document.querySelectorAll("[data-testid=lesson]"))
            window.seen.add(`${row.dataset.slug} ${row.dataset.state}`);
        }).observe(document, { subtree: true, childList: true, attributes: true });"""
    )
    page.reload()
    expect(Learner(page).state("gain")).to_have_attribute("data-state", "open", timeout=PATIENCE)
    seen = page.evaluate("[...window.seen]")
    states = {line for line in seen if line.startswith(("gain ", "grades-not-flags "))}
    assert states <= {
        "gain loading",
        "gain open",
        "grades-not-flags loading",
        "grades-not-flags done",
    }


def test_progress_goes_to_a_file_and_comes_back_after_a_reset(open_page, tmp_path):
    page = open_page("/", **CALM)
    keep(page, done(*LESSONS[:2]))
    learner = Learner(page)
    expect(learner.state("discount")).to_have_attribute("data-state", "open", timeout=PATIENCE)
    with page.expect_download() as download:
        page.get_by_text("Save to a file").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    reset = page.get_by_test_id("reset")
    reset.get_by_role("button", name="Start again").click()
    reset.get_by_role("button", name="Yes, forget it").click()
    expect(learner.state("gain")).to_have_attribute("data-state", "locked", timeout=PATIENCE)
    page.locator("input[type=file]").set_input_files(file)
    expect(learner.state("discount")).to_have_attribute("data-state", "open", timeout=PATIENCE)
    page.reload()
    expect(learner.state("discount")).to_have_attribute("data-state", "open", timeout=PATIENCE)


def test_one_lesson_can_be_forgotten_alone(open_page):
    page = open_page("/", **CALM)
    keep(page, done(*LESSONS[:2]))
    reset = page.get_by_test_id("reset")
    reset.locator("select").select_option("gain")
    reset.get_by_role("button", name="Start again").click()
    reset.get_by_role("button", name="Yes, forget it").click()
    learner = Learner(page)
    expect(learner.state("gain")).to_have_attribute("data-state", "open", timeout=PATIENCE)
    expect(learner.state("grades-not-flags")).to_have_attribute("data-state", "done")


# --- What it says and how it looks -------------------------------------------------------------


def test_the_prose_answers_to_the_prediction(open_page):
    page = open_page("/?lesson=dcg&unlock=all", **CALM)
    hook = page.locator("[data-testid=predict][data-name=hook]")
    hook.locator("input[type=range]").fill("7.2")
    hook.get_by_role("button", name="Commit").click()
    expect(hook.locator(".answer")).to_contain_text("You said 7.2; it is 6.149.")


def test_a_term_opens_its_meaning_from_the_keyboard(open_page):
    page = open_page("/?lesson=gain&unlock=all", wait=".term", **CALM)
    page.locator(".term", has_text="grade").first.press("Enter")
    expect(page.locator(".meaning:popover-open")).to_contain_text("How useful a document is")
    page.keyboard.press("Escape")
    expect(page.locator(".meaning:popover-open")).to_have_count(0)


VARIED = (
    *("other-discounts", "find-the-error", "many-queries", "why-a-logarithm"),
    *("real-difference", "two-libraries"),
)
"""Lessons that together hold every kind of block but the lab, which has a page of its own."""


def test_the_lessons_looked_at_every_time_hold_every_kind_of_block():
    kinds = {
        lesson.slug: {getattr(part, "kind", "") for step in lesson.steps for part in step.parts}
        for lesson in LESSONS
    }
    seen = set().union(*(kinds[slug] for slug in VARIED))
    assert seen | {"lab"} == set().union(*kinds.values())


@pytest.mark.parametrize(
    "slug", some([x.slug for x in LESSONS], VARIED.__contains__, "axe takes its time")
)
def test_a_lesson_at_390_pixels_has_nothing_for_axe_and_nothing_sideways(open_page, slug):
    path = f"/?lesson={slug}&unlock=all&step=20"
    page = open_page(path, width=390, height=844, **CALM)
    lesson = next(lesson for lesson in LESSONS if lesson.slug == slug)
    Learner(page).at_step(len(lesson.steps))
    expect(page.locator(".ndcg-figure > h2:empty")).to_have_count(0)
    assert findings(page) == []
    assert not sideways(page)


# --- What is typed and where things lie is kept --------------------------------------------------


def in_lesson(open_page, slug: str, step: int):
    """A lesson at a step, without the ones before it."""
    path = f"/?lesson={slug}&step={step}&unlock=all"
    page = open_page(path, wait=f"[data-testid=bar][data-step='{step}']", **CALM)
    page.set_default_timeout(PATIENCE)
    return page


def with_sheet():
    """The first lesson with a sheet of several blanks on one of its steps: its slug, the step."""
    return next(
        (lesson.slug, number)
        for lesson in LESSONS
        for number, step in enumerate(lesson.steps, 1)
        for block in step.gates
        if block.kind == "sheet" and len(block.question.sheet.blanks) > 1
    )


def test_the_cell_that_is_being_typed_outlives_a_reload_and_the_way_to_all_lessons(open_page):
    slug, step = with_sheet()
    page = in_lesson(open_page, slug, step)
    first, second = (
        page.locator("[data-testid=sheet] input").nth(0),
        page.locator("[data-testid=sheet] input").nth(1),
    )
    first.click()
    page.keyboard.type("0.5")
    second.click()
    page.locator("[data-testid=verdict]").first.wait_for()
    page.keyboard.type("12")
    lesson = page.url
    page.reload()
    expect(second).to_have_value("12", timeout=PATIENCE)
    expect(first).to_have_value("0.5")
    second.click()
    page.keyboard.press("End")
    page.keyboard.type("3")
    page.get_by_role("link", name="All lessons").click()
    page.wait_for_selector(f"[data-testid=lesson][data-slug='{slug}']")
    page.goto(lesson)
    expect(second).to_have_value("123", timeout=PATIENCE)


def test_what_was_typed_is_forgotten_with_the_lesson(open_page):
    slug, step = with_sheet()
    page = in_lesson(open_page, slug, step)
    page.locator("[data-testid=sheet] input").first.click()
    page.keyboard.type("77")
    page.get_by_role("link", name="All lessons").click()
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("button", name="Yes, forget it").click()
    page.get_by_text("Forgotten.").wait_for()
    page.goto(page.url.partition("?")[0] + f"?lesson={slug}&step={step}&unlock=all")
    expect(page.locator("[data-testid=sheet] input").first).to_have_value("", timeout=PATIENCE)


def board_in(page, slug: str, name: str):
    """The board of a lesson's block."""
    return page.locator(f"[class*='board-learn-{slug}-{name}'] [data-testid=board]")


def test_a_lessons_board_lies_after_a_reload_as_it_did_before(open_page):
    slug, step, block = next(
        (lesson.slug, number, part)
        for lesson in LESSONS
        for number, step in enumerate(lesson.steps, 1)
        for part in step.parts
        if getattr(part, "kind", "") == "board" and part.mode == "edit"
    )
    page = in_lesson(open_page, slug, step)
    board = board_in(page, slug, block.name)
    first = board.locator("[data-testid=card][data-rank='1']")
    moved = first.get_attribute("data-label")
    first.locator("[data-act=down]").dispatch_event("click")
    regraded = board.locator(f"[data-testid=card][data-label='{moved}']")
    regraded.locator("[data-act=more]").dispatch_event("click")
    expect(regraded).to_have_attribute("data-rank", "2", timeout=PATIENCE)
    grade = str(int(block.sheet.grades[0]) + 1)
    expect(regraded).to_have_attribute("data-grade", grade, timeout=PATIENCE)
    page.wait_for_function(
        "([key, board]) => (localStorage.getItem(key) ?? '').includes(board)",
        arg=[KEPT, f"{block.name}.board"],
    )
    page.reload()
    expect(regraded).to_have_attribute("data-rank", "2", timeout=PATIENCE)
    expect(regraded).to_have_attribute("data-grade", grade)
