"""The course's questions: solutions, wrong answers, what is offered after misses."""

from dataclasses import replace

import pytest

from ndcg_core.content import Table
from ndcg_core.examples.replay import steps
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import read_number
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.lessons.prose import Writer
from ndcg_core.misconceptions import MISCONCEPTIONS

LESSONS = load_lessons()


def questions():
    for lesson in LESSONS:
        yield from lesson.later
        yield from lesson.check.questions if lesson.check else ()
        for block in lesson.blocks:
            if block.kind in ("choice", "number", "sheet", "audit"):
                yield block.question


WRONG = {
    "choice": lambda question: (question.solution + 1) % len(question.options),
    "number": lambda question: "77.7",
    "sheet": lambda question: dict.fromkeys(question.sheet.blanks, "77.7"),
    "audit": lambda question: {"cell": question.lines[-1], "mistake": question.offered[-1]},
}


def test_every_stored_solution_is_right_and_something_is_said_of_a_wrong_answer():
    every = list(questions())
    assert len(every) > 90
    for question in every:
        assert question.judge(question.solution).outcome == "right", question.id
        wrong = question.judge(WRONG[question.kind](question))
        assert wrong.outcome == "wrong", question.id
        assert wrong.message or all(mark.message for mark in wrong.marks), question.id
        assert question.hint
        assert question.worked


def test_a_sheet_that_asks_for_a_gain_does_not_show_the_term_that_tells_it():
    sheets = [question.sheet for question in questions() if question.kind == "sheet"]
    gains = [(s, cell) for s in sheets for cell in s.blanks if ".gain." in cell]
    assert len(gains) >= 10
    for sheet, cell in gains:
        assert cell.replace("gain", "term") not in sheet.given, (sheet.grades, cell)


def test_exponential_gain_is_asked_for_and_not_filled_in():
    lesson = next(lesson for lesson in LESSONS if lesson.slug == "exponential-gain")
    sheets = [question.sheet for question in lesson.check.questions]
    assert sum(any(".gain." in cell for cell in sheet.blanks) for sheet in sheets) >= 3
    assert not any(".gain." in cell for sheet in sheets for cell in sheet.given)


def test_every_offered_mistake_that_gives_the_printed_number_is_an_answer():
    audits = [question for question in questions() if question.kind == "audit"]
    assert len(audits) >= 6
    for audit in audits:
        bare = replace(audit.paper, given={})
        for mistake in audit.offered:
            numbers = MISCONCEPTIONS[mistake].numbers(audit.wrong, bare)
            gives = any(f"{value:.3f}" == audit.paper.given[audit.wrong] for value in numbers)
            answer_given = {"cell": audit.wrong, "mistake": mistake}
            right = audit.judge(answer_given).outcome == "right"
            assert right == (gives or mistake == audit.mistake), (audit.id, mistake)


def test_nonsense_is_never_counted_as_a_miss():
    for question in questions():
        for answer_given in (None, "", "two", [], {}, -1, 99):
            assert question.judge(answer_given).outcome in ("invalid", "wrong")
            if answer_given in (None, "", "two"):
                assert question.judge(answer_given).outcome == "invalid"


def test_printed_calculations_come_after_one_can_work_one_out():
    replays = [(lesson, b) for lesson in LESSONS for b in lesson.blocks if b.kind == "replay"]
    assert replays
    for lesson, replay in replays:
        assert lesson.part == 2
        assert replay.start < replay.count <= len(steps(replay.sheet)), lesson.slug


def test_a_sound_line_is_said_to_follow_from_something_that_stands_there():
    for audit in (question for question in questions() if question.kind == "audit"):
        terms = [line for line in audit.lines if ".term." in line]
        for line in (line for line in audit.lines if line != audit.wrong):
            reply = audit.judge({"cell": line, "mistake": audit.mistake}).message
            source = "what is printed before it" if terms else "the grades"
            assert f" is sound: it follows from {source}. " in reply, audit.id


NUMBER = {"kind": "number", "ask": "a", "hint": "h", "why": "w"}
SAID = [
    # what is asked; what is answered; the verdict, and what is said
    ("quotient 1 3", "0.3", "invalid", "Right so far: give two decimals."),
    ("quotient 1 3", "0.33", "right", "w"),
    ("quotient 1 3", "0.4", "wrong", "I cannot tell how this came about."),
    ("ndcg", "1.0", "wrong", "left the ideal order as the ranking is"),
    ("ndcg", "0.9", "wrong", "I cannot tell how this came about."),
    ("idcg k=2", "4.262", "wrong", "left the ideal order as the ranking is"),
    ("idcg k=2", "5.9", "wrong", "I cannot tell how this came about."),
    ("dcg", "9", "wrong", "counted every gain in full"),
    ("ndcg r=0,2,1,0,1,2 c=textbook", "0.682", "wrong", "divided by log2(i + 1)"),
    ("term i=2 c=textbook", "1.262", "wrong", "divided by log2(i + 1)"),
    ("ndcg r=3,2,3,0,3", "1.05", "wrong", "That is the fraction upside down."),
    ("weight i=7", "3", "wrong", "That is the fraction upside down."),
    ("reading p=0.5 i=3", "0.75", "wrong", "That is what this leaves of 1."),
    ("quotient 2 1", "-1", "wrong", "I cannot tell how this came about."),
]
PLAUSIBLE = [  # a lesson, its question, a wrong number that somebody may well write, what is said
    (10, "later-1/1", "1", "leaves the query with 0 out"),
    (13, "check-1/1", "0.5", "takes the worse order for 0"),
    (15, "up", "0.97", "That is NDCG before"),
    (15, "up", "1.05", "upside down"),
    (16, "later-1/2", "8", "multiply"),
    (17, "number-1", "0.5", "takes the unlucky order for 0"),
    (17, "above", "0.631", "upside down"),
    (18, "agree", "0.74", "leaves the 3 at rank 5 out of DCG"),
    (18, "check-1/1", "0.5", "divides by the sum of the two grades"),
]


@pytest.mark.parametrize(("lesson", "name", "answer", "sentence"), PLAUSIBLE)
def test_a_plausible_wrong_number_of_part_two_is_explained(lesson, name, answer, sentence):
    one = LESSONS[lesson - 1]
    asked = {question.id: question for question in (*one.check.questions, *one.later)}
    asked |= {block.name: block.question for block in one.blocks if block.kind == "number"}
    found = asked[name].judge(answer)
    assert found.outcome == "wrong"
    assert sentence in str(found.message)


@pytest.mark.parametrize(("sheets", "answer", "outcome", "sentence"), SAID)
def test_a_wrong_number_is_explained_and_a_rounded_one_is_not_wrong(
    sheets, answer, outcome, sentence
):
    table = Table({**NUMBER, "answer": sheets}, "here")
    found = read_number(table, "q", Reader(Writer("here", Setting(), {}, {}), Setting(), 1)).judge(
        answer
    )
    assert found.outcome == outcome
    assert sentence in found.message
