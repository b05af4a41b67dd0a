"""A missed question of a lesson's check, and the learner's answer next to its next form."""

import re

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.attempts import add_answer, judge_attempt, unpack_attempt
from ndcg_core.lessons.course.due import choose_form
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.components.questions.past_answers import render_past_answer
from tests.acts.shown import Shown, Words
from tests.acts.test_course import (
    answer_question,
    find_current_question,
    open_lesson,
    read_course,
)
from tests.lessons.test_course_questions import WRONG

LESSONS = {lesson.slug: lesson for lesson in load_lessons() if lesson.check}
CHECK = "check-1"
PAST = f"{CHECK}.past"


def find_current_form(shown: Shown):
    """Return the current question in the form in which it is asked."""
    lesson = LESSONS[shown.link["lesson"]]
    record = read_course(shown).lessons.get(lesson.slug)
    times = record.gate.earlier_answer_count if record else 0
    return choose_form(find_current_question(shown, lesson.check), times)


def give_answer(shown: Shown, outcome: str = "right") -> None:
    form = find_current_form(shown)
    answer_question(shown, CHECK, form, WRONG[form.kind](form) if outcome == "wrong" else None)


def press_next(shown: Shown) -> None:
    shown.submit(f"{CHECK}.question", "next")


def miss_until_asked_again(slug: str, times: int = 1) -> tuple[Shown, list]:
    """Miss every question of a lesson until the first one is asked again.

    Return the page and the forms in which the first question was missed.
    """
    shown = open_lesson(slug)
    first = find_current_question(shown, LESSONS[slug].check)
    missed = []
    while len(missed) < times or find_current_question(shown, LESSONS[slug].check) != first:
        if find_current_question(shown, LESSONS[slug].check) == first:
            missed.append(find_current_form(shown))
        give_answer(shown, "wrong")
        press_next(shown)
    return shown, missed


def read_goals(shown: Shown) -> tuple[str, list[str]]:
    """Return the heading above the goals, and the state of each goal."""
    html = shown.get_markup(f"{CHECK}.standing").html
    states = [Words(state).text for state in re.findall(r'<span class="state">.*?</span>', html)]
    return Words(html.partition("</h3>")[0]).text, states


def find_columns(shown: Shown) -> list[list[str]]:
    """Return the names of the parts in each column of the row with the current question."""
    rows = [[[part["name"] for part in column] for column in row] for row in shown.rows]
    return next(row for row in rows if f"{CHECK}.question" in row[-1])


def test_each_goal_says_whether_it_is_done_open_or_to_be_retried():
    shown = open_lesson("grades-not-flags")
    assert read_goals(shown) == ("0 of 2 goals", ["open", "open"])
    assert "A missed question comes back later." in shown.get_markup(f"{CHECK}.standing").text
    goal = LESSONS["grades-not-flags"].goals[0]
    assert f'<li aria-current="true"><i></i><span>{goal}' in shown.html
    give_answer(shown, "wrong")
    assert read_goals(shown) == ("0 of 2 goals", ["retry", "open"])
    press_next(shown)
    assert read_goals(shown) == ("0 of 2 goals", ["retry", "open"])
    give_answer(shown)
    assert read_goals(shown) == ("1 of 2 goals", ["retry", "done"])
    done = LESSONS["grades-not-flags"].goals[1]
    assert f'<li class="done"><i class="on"></i><span>{done}' in shown.html
    needed = "You need one right answer for each goal, without a hint."
    assert (
        f"{needed} A missed question comes back later."
        in shown.get_markup(f"{CHECK}.standing").lines
    )
    press_next(shown)
    give_answer(shown)
    assert read_goals(shown) == ("2 of 2 goals", ["done", "done"])
    assert "Passed: one right answer for each goal." in shown.text
    assert "aria-current" not in shown.get_markup(f"{CHECK}.standing").html


def test_a_second_right_answer_to_a_goal_reaches_no_other_goal():
    shown = open_lesson("dcg")
    give_answer(shown)
    press_next(shown)
    give_answer(shown, "wrong")
    assert read_goals(shown) == ("1 of 2 goals", ["done", "retry"])
    press_next(shown)
    give_answer(shown)  # to another question with the first goal
    assert read_goals(shown) == ("1 of 2 goals", ["done", "retry"])
    standing = shown.get_markup(f"{CHECK}.standing")
    read = [standing.get_data_attribute(name) for name in ("run", "asked", "state")]
    assert read == ["1", "3", "open"]
    press_next(shown)
    give_answer(shown)
    assert read_goals(shown) == ("2 of 2 goals", ["done", "done"])


def test_a_check_with_one_goal_counts_right_answers():
    shown = open_lesson("find-the-error")
    assert read_goals(shown) == ("0 of 2 right answers", ["open"])
    give_answer(shown, "wrong")
    press_next(shown)
    give_answer(shown)
    assert read_goals(shown) == ("1 of 2 right answers", ["retry"])
    press_next(shown)
    give_answer(shown)
    assert read_goals(shown) == ("2 of 2 right answers", ["done"])
    assert "Passed: two right answers." in shown.text
    assert "comes back later" not in shown.get_markup(f"{CHECK}.standing").text


@pytest.mark.parametrize("slug", ["grades-not-flags", "dcg", "find-the-error", "ties"])
def test_a_missed_answer_is_next_to_the_fresh_form_of_the_question(slug):
    shown = open_lesson(slug)
    assert PAST not in shown.parts
    shown, (missed,) = miss_until_asked_again(slug)
    past, fresh = find_columns(shown)
    assert past == [PAST]
    first = "asks" if missed.kind == "sheet" else "question"
    assert fresh[0] == f"{CHECK}.{first}"
    lines = shown.get_markup(PAST).lines
    assert lines[0] == "Your first answer"
    text = shown.get_markup(PAST).text
    assert Words(missed.ask.fill_in()).text in text
    assert "wrong" in text
    heading = "A similar question" if missed.kind == "choice" else "The same with fresh numbers"
    assert shown.get_markup(fresh[0]).lines[0] == heading
    assert heading not in text
    assert find_current_form(shown) != missed
    if missed.kind == "sheet":
        assert [*missed.solution.values()] == [row[2] for row in shown.get_markup(PAST).table[1:]]
        assert shown.get_markup(PAST).table[:2] == [
            ["number", "your answer", "right answer"],
            [
                "The term at rank 2 of the rankingAt rank 2, the term is 3 / log2(3).",
                "77.7 wrong",
                "1.893",
            ],
        ]
        both = "The term at rank 2 of the ranking, the term at rank 4 of the ranking: I don’t"
        assert lines[-2].startswith(both), "a message is told once"
    else:
        look = "given number" if missed.kind == "number" else "given"
        assert f'<p class="{look}"><b>' in shown.get_markup(PAST).html
        assert Words(missed.worked_solution).text in text
    if missed.kind == "number":
        assert "77.7 wrong" in lines
        assert "I don’t recognize this number." in text


def test_the_missed_answer_stays_until_the_question_after_the_retry():
    shown, _ = miss_until_asked_again("grades-not-flags")
    before = shown.get_markup(PAST).html
    give_answer(shown)
    assert shown.get_markup(PAST).html == before
    again = open_lesson("grades-not-flags", shown.record)
    assert again.get_markup(PAST).html == before
    press_next(shown)
    asked_before = read_course(shown).lessons["grades-not-flags"].answers[f"{CHECK}.missed"]
    assert f"{CHECK}/1" not in asked_before


def test_after_two_misses_only_the_last_answer_is_shown():
    shown, (first, second) = miss_until_asked_again("grades-not-flags", times=2)
    words = shown.get_markup(PAST)
    assert words.lines[0] == "Your last answer"
    assert Words(second.ask.fill_in()).text in words.text
    assert Words(first.ask.fill_in()).text not in words.text


def test_an_answer_to_the_same_form_is_not_shown():
    shown, _ = miss_until_asked_again("grades-not-flags")
    check = LESSONS["grades-not-flags"].check
    missed = shown.record["lessons"]["grades-not-flags"]["answers"][f"{CHECK}.missed"]
    missed[f"{CHECK}/1"]["times"] = 1 + check.form_counts[0]
    again = open_lesson("grades-not-flags", shown.record)
    assert PAST not in again.parts
    assert "The same with fresh numbers" not in again.text
    missed[f"{CHECK}/1"]["times"] = check.form_counts[0]
    assert PAST in open_lesson("grades-not-flags", shown.record).parts


MISS = {"given": "77.7", "result": "wrong"}


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        {f"{CHECK}/1": None},
        {f"{CHECK}/1": {"attempt": MISS}},
        {f"{CHECK}/1": {"times": 0.5, "attempt": MISS}},
        {f"{CHECK}/1": {"times": -3, "attempt": MISS}},
        {f"{CHECK}/1": {"times": 0}},
        {f"{CHECK}/1": {"times": 0, "attempt": {"given": {}, "result": "wrong"}}},
        {f"{CHECK}/1": {"times": 0, "attempt": {"given": "77.7", "result": "shown"}}},
        {f"{CHECK}/1": {"times": 0, "attempt": {"given": "1/5", "result": "wrong"}}},
        {f"{CHECK}/9": {"times": 0, "attempt": MISS}},
    ],
)
def test_a_record_without_a_valid_missed_answer_shows_none(stored):
    shown, _ = miss_until_asked_again("grades-not-flags")
    answers = shown.record["lessons"]["grades-not-flags"]["answers"]
    assert answers[f"{CHECK}.missed"][f"{CHECK}/1"]["times"] == 0
    answers[f"{CHECK}.missed"] = stored
    again = open_lesson("grades-not-flags", shown.record)
    assert PAST not in again.parts
    assert find_columns(again) == [[f"{CHECK}.question"]]
    give_answer(again, "wrong")
    press_next(again)
    assert f"{CHECK}/1" in read_course(again).lessons["grades-not-flags"].answers[f"{CHECK}.missed"]


@pytest.mark.parametrize("slug", LESSONS)
def test_a_missed_answer_has_no_controls_no_ids_and_no_live_regions(slug):
    for question in LESSONS[slug].check.questions:
        for form in (question, *question.others):
            attempt = add_answer(form, unpack_attempt(None), WRONG[form.kind](form))
            verdict = judge_attempt(form, attempt)
            html = render_past_answer(
                "Title", form, attempt, verdict, Presentation("", tries="one")
            )
            found = re.findall(
                r"<(?:button|input|select|textarea|a)\b|"
                r" (?:id|role|aria-live|tabindex|data-act|data-form)=",
                html,
            )
            assert not found, form.id


def test_a_hint_is_no_answer_and_a_passed_check_asks_nothing_more():
    shown = open_lesson("discount")

    def read_check():
        standing = shown.get_markup(f"{CHECK}.standing")
        says_next = "Next question" in shown.get_markup(f"{CHECK}.question").text
        return [standing.get_data_attribute(name) for name in ("asked", "run", "state")], says_next

    assert read_check() == (["0", "0", "open"], False)
    shown.write(f"{CHECK}.sheet", "hint", {}, find_current_form(shown).sheet.blanks[0])
    assert read_check() == (["0", "0", "open"], False)
    give_answer(shown)  # with a hint, so that it does not count
    assert read_check() == (["1", "0", "open"], True)
    while read_check()[0][2] == "open":
        press_next(shown)
        give_answer(shown)
    assert read_check()[0][1:] == ["2", "passed"]
    assert not read_check()[1]
    assert (
        shown.get_markup(f"{CHECK}.standing").lines[-1] == "Passed: one right answer for each goal."
    )


def test_a_check_marks_and_reveals_nothing_before_its_answer():
    shown = open_lesson("discount")
    sheet, (first, *_) = f"{CHECK}.sheet", find_current_form(shown).sheet.blanks
    asked = find_current_question(shown, LESSONS["discount"].check)
    for act in ("next", "show"):
        shown.submit(f"{CHECK}.question", act)
        assert find_current_question(shown, LESSONS["discount"].check) == asked
        assert set(shown.get_data(sheet)["texts"].values()) == {""}
    for text, marks in (("77", {}), ("x", {first: "invalid"}), ("", {})):
        shown.write(sheet, "left", {first: text}, first)
        read = {cell: mark["verdict"] for cell, mark in shown.get_data(sheet)["marks"].items()}
        assert (read, shown.get_data(sheet)["state"]) == (marks, "open")
    assert shown.get_markup(f"{CHECK}.standing").get_data_attribute("asked") == "0"
    give_answer(shown, "wrong")
    assert shown.get_markup(f"{CHECK}.standing").get_data_attribute("asked") == "1"
    assert "wrong" in {mark["verdict"] for mark in shown.get_data(sheet)["marks"].values()}
