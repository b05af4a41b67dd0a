"""Three tests of ten items, before part one, after part one and a week later.

The verdicts on all answers come at the end of a form.
"""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from ndcg_core.lessons import Question, load_lessons, load_ten_items
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.blocks.sheet_questions import Exercise
from ndcg_core.lessons.course.course import Course
from ndcg_core.marking.verdicts import RIGHT
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.components.questions.forms import (
    Presentation,
    render_facts,
    render_lesson_bar,
    render_lesson_link,
)
from ndcg_ui.exhibit.parts import Action, Part
from ndcg_ui.lesson_blocks.questions import change_attempt, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import Learner, PageScene

PAGE = "ten"
FORMS = {"before": 0, "after": 1, "later": 0}
"""The number of the variant of each item, by test. The last test repeats the first test."""
FORM_NAMES = {"before": "before part one", "after": "after it", "later": "a week later"}
WEEK = 7 * 86_400_000
LATEST_TIME = 10**13
"""Milliseconds. Later times, after the year 2286, come from a wrong clock."""
LUCK_SENTENCE = " With ten items, a difference of up to four can be luck."
RULE_TEXT = (
    "Ten short questions take a quarter of an hour. You get no feedback before the end, and "
    "“I don’t know” is a good answer, because it shows what you can still learn."
)
UNKNOWN_ANSWER = "not known"


def is_part_one_done(course: Course) -> bool:
    """Return True if every lesson of part one is done."""
    return all(
        course.find_record(lesson).state == "done" for lesson in load_lessons() if lesson.part == 1
    )


def find_next_test(learner: Learner) -> str:
    """Return the name in `FORMS` of the learner's next test, or "" if there is none."""
    scene = PageScene(learner, PAGE)
    done = is_part_one_done(learner.course)
    left = [form for form in FORMS if not _is_complete(scene, form)]
    if "before" in left:
        return "" if done else "before"
    return left[0] if left and done else ""


def describe_right_counts(learner: Learner) -> str:
    """Return a sentence with the number of right answers in each completed test, or ""."""
    scene = PageScene(learner, PAGE)
    counts = {
        form: _list_outcomes_so_far(scene, form).count(RIGHT)
        for form in FORMS
        if _is_complete(scene, form)
    }
    if not counts:
        return ""
    (first, count), *others = counts.items()
    said = f"{count} of {len(load_ten_items())} items right {FORM_NAMES[first]}"
    said += "".join(f", {count} {FORM_NAMES[form]}" for form, count in others)
    return f"You got {said}.{LUCK_SENTENCE if others else ''}"


def list_outcomes(learner: Learner, form: str) -> list[str]:
    """Return the outcomes of a test's items, or [] if the test is not completed.

    form: the name of the test in `FORMS`.
    """
    scene = PageScene(learner, PAGE)
    return _list_outcomes_so_far(scene, form) if _is_complete(scene, form) else []


def make_ten_parts(learner: Learner) -> list[Part]:
    """Return the parts of the current item, or the results and the start of the next test."""
    scene = PageScene(learner, PAGE)
    form = find_next_test(learner)
    counts = describe_right_counts(learner)
    problem = str(learner.state.get("said", ""))
    home = make_form("bar", render_lesson_bar(), f"{scene.prefix}.bar")
    if form and "outcomes" in scene.get_mapping(form):
        return [*_make_item_parts(scene, form), home]
    note = h.p(counts, css="note", role="status", data_testid="gain") if counts else None
    head = h.div(h.render_title("What do you know?", RULE_TEXT), note, css="lesson-head")
    table = [make_form("results", _render_results(scene), scene.prefix)] if counts else []
    start = make_form("start", _render_start(scene, form, problem), scene.prefix)
    return [make_markup("head", head, scene.prefix), *table, start, home]


def apply_ten_action(learner: Learner, part: str, action: Action) -> None:
    """Begin the next test unless it is too early, or store an answer to the current item."""
    scene = PageScene(learner, PAGE)
    form = find_next_test(learner)
    now = action.get("now")
    if not form or type(now) is not int:
        return
    outcomes = _list_outcomes_so_far(scene, form)
    begun = "outcomes" in scene.get_mapping(form)
    if not begun and action.get("act") == "begin":
        if form == "later" and now < _compute_week_after(scene):
            learner.change_state(
                said=f"It is too early. Come back on {_format_week_after(scene)} or later."
            )
        else:
            scene.store_answer(form, {"outcomes": []})
    elif (
        begun
        and action.get("form") == (presentation := _make_presentation(form, len(outcomes))).form
    ):
        attempt = change_attempt(
            _get_question(form, len(outcomes)), scene.get_attempt("item"), action, presentation
        )
        unknown = "unknown" in (action.get("why"), action.get("act"))
        if unknown or attempt.result != "open":
            given = [*_list_answers(scene, form), None if unknown else attempt.given]
            outcomes.append(UNKNOWN_ANSWER if unknown else attempt.result)
            scene.store_answer(form, {"outcomes": outcomes, "given": given, "now": now})
        scene.store_answer("item", None if unknown or attempt.result != "open" else asdict(attempt))


def _make_presentation(form: str, index: int) -> Presentation:
    return Presentation(
        f"{form}/{index}",
        tries="one",
        help_kind="unknown",
        feedback="end",
        rotation=FORMS[form],
    )


def _get_question(form: str, index: int) -> Question:
    """Return the variant of an item that a test uses. The last test repeats the first test.

    index: the index of the item, from 0.
    """
    question = load_ten_items()[index][1]
    turns: tuple[Question, ...] = (question, *question.others)
    return turns[FORMS[form]]


def _list_outcomes_so_far(scene: PageScene, form: str) -> list[str]:
    """Return the stored outcomes of a test's answered items, or [] if none are stored."""
    stored = scene.get_mapping(form).get("outcomes")
    if not isinstance(stored, list):
        return []
    return [str(outcome) for outcome in stored[: len(load_ten_items())]]


def _list_answers(scene: PageScene, form: str) -> list[Any]:
    """Return the stored answers to a test's items, or []. None means “I don’t know”."""
    given = scene.get_mapping(form).get("given")
    return given if isinstance(given, list) else []


def _is_complete(scene: PageScene, form: str) -> bool:
    return len(_list_outcomes_so_far(scene, form)) == len(load_ten_items())


def _compute_week_after(scene: PageScene) -> int:
    """Return the time a week after the second test, in milliseconds since 1970.

    Without a valid time of the second test, this is a week after the beginning of 1970.
    """
    ended = scene.get_mapping("after").get("now")
    return WEEK + (ended if type(ended) is int and 0 < ended < LATEST_TIME else 0)


def _format_week_after(scene: PageScene) -> str:
    """Return the day and month a week after the second test."""
    day = datetime.fromtimestamp(_compute_week_after(scene) / 1000, UTC)
    return f"{day.day} {day:%B}"


def _make_item_parts(scene: PageScene, form: str) -> list[Part]:
    """Return the parts of a test's current item: a heading, which gets the focus, and a form."""
    at = len(_list_outcomes_so_far(scene, form))
    presentation = _make_presentation(form, at)
    heading = h.h1(
        f"{at + 1} of {len(load_ten_items())}", data_place=presentation.form, tabindex=-1
    )
    asked = make_attempt_parts(
        _get_question(form, at), scene.get_attempt("item"), "item", scene.prefix, presentation
    )
    return [
        make_form("item", h.div(heading, data_testid="item"), scene.prefix, presentation.form),
        *asked,
    ]


def _render_results(scene: PageScene) -> Html:
    """Return a table of the outcomes by item and test, and the missed items to review.

    The missed items appear only after the second test, which they would spoil.
    """
    taken = [form for form in FORMS if _is_complete(scene, form)]
    lessons = {lesson.slug: lesson for lesson in load_lessons()}
    rows = list[Html]()
    missed = list[Html]()
    for at, (slug, _) in enumerate(load_ten_items()):
        link = render_lesson_link(
            lessons[slug], f"Lesson {lessons[slug].number}, {lessons[slug].title}"
        )
        outcomes = [_list_outcomes_so_far(scene, form)[at] for form in taken]
        verdicts = (h.td(_render_verdict(outcome)) for outcome in outcomes)
        rows.append(h.tr(h.row_head(f"{at + 1}. ", link), *verdicts))
        if outcomes[-1] != RIGHT:
            answer = dict(enumerate(_list_answers(scene, taken[-1]))).get(at)
            explanation = _render_explanation(_get_question(taken[-1], at), answer)
            missed.append(h.li(*explanation, h.p(link), value=at + 1))
    heads = [h.col("item"), *(h.col(FORM_NAMES[form]) for form in taken)]
    is_over = "after" in taken  # before, the answers would spoil the second form
    below = h.html(h.h2("What to review"), h.ol(*missed)) if missed and is_over else None
    return h.html(h.table(heads, rows, css="compared"), below)


def _render_explanation(question: Question, answer: Any) -> Iterator[Html]:
    """Yield paragraphs with a question, any mistake of the learner, and the right answer."""
    yield h.p(h.b(question.ask.fill_in()))
    judged = question.judge(answer)
    if isinstance(question, Exercise):
        yield render_facts(question.sheet)
        wrong = {mark.cell: mark for mark in judged.marks if mark.verdict == "wrong"}
        for cell in wrong or question.solution:
            own = (
                f"you wrote {wrong[cell].given}. {wrong[cell].message} The answer is "
                if wrong
                else ""
            )
            yield h.p(f"{capitalize_text(name_cell(cell))}: {own}{question.solution[cell]}.")
        return
    if judged.outcome == "wrong":
        own_answer = (
            question.options[answer].say.fill_in() if isinstance(question, Choice) else answer
        )
        yield h.p("Your answer: ", own_answer, ". ", judged.message)
    yield h.p(question.worked_solution)


def _render_start(scene: PageScene, form: str, problem: str) -> Html:
    """Return the invitation to the next test with its button, or the reason why there is none."""
    day = _format_week_after(scene)
    asks = {
        "": "Done. Each item names the lesson that explains it.",
        "before": "What do you know already? You take ten items like these again after part one.",
        "after": "Part one is done. Now take ten items like those before it.",
        "later": f"Come back in a week, on {day} or later, to see what you remember.",
    }
    if not form and not _is_complete(scene, "before"):
        asks[""] = (
            "Answer the first ten items before part one. Afterwards there is nothing to compare "
            "with."
        )
    elif not form and not _is_complete(scene, "after"):
        asks[""] = (
            "Now take part one. The second ten items are at its end. You see all answers after "
            "the second ten."
        )
    label = "Start the ten items"
    begin = h.button(label, css="plain-button strong", data_act="begin") if form else None
    return h.div(h.p(asks[form]), h.render_problem(problem), h.p(begin, css="acts"), css="question")


def _render_verdict(outcome: str) -> Html:
    return h.render_verdict(outcome if outcome != UNKNOWN_ANSWER else "invalid", outcome)
