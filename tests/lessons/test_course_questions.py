"""The course's questions: solutions, wrong answers, what is offered after misses."""

import re
from dataclasses import replace

import pytest

from ndcg_core.content import ContentTable, load_toml
from ndcg_core.examples.replay import list_replay_steps
from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import load_lessons, load_ten_items
from ndcg_core.lessons.blocks.questions import read_number_question
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.blocks.sheet_questions import make_skill_exercise
from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.lessons.prose import MarkdownConverter
from ndcg_core.misconceptions import MISCONCEPTIONS

LESSONS = load_lessons()


def list_questions():
    for lesson in LESSONS:
        for question in (*lesson.later, *(lesson.check.questions if lesson.check else ())):
            yield from (question, *question.others)
        for block in lesson.blocks:
            if block.kind in ("choice", "number", "sheet", "audit"):
                yield block.question


WRONG = {
    "choice": lambda question: (question.solution + 1) % len(question.options),
    "number": lambda question: "77.7",
    "sheet": lambda question: dict.fromkeys(question.sheet.blanks, "77.7"),
    "audit": lambda question: {
        "cell": question.wrong,
        "mistake": next(m for m in question.offered if m not in question.reply_by_mistake_id),
    },
}


def test_every_solution_is_right_and_every_wrong_answer_gets_a_reply():
    every = list(list_questions())
    assert len(every) > 90
    for question in every:
        assert question.judge(question.solution).outcome == "right", question.id
        wrong = question.judge(WRONG[question.kind](question))
        assert wrong.outcome == "wrong", question.id
        assert wrong.message or all(mark.message for mark in wrong.marks), question.id
        assert question.hint
        assert question.worked_solution


def test_a_reply_to_a_wrong_number_names_the_number_or_a_possible_mistake():
    """A sentence such as “That counts …” accuses a learner who may have done something else."""
    items = [item for _, item in load_ten_items()]
    questions = [form for one in (*list_questions(), *items) for form in (one, *one.others)]
    slips = [slip for one in questions if one.kind == "number" for slip in one.slips]
    replies = [extract_text(reply.fill_in()) for _, reply in slips]
    assert len(replies) > 90
    assert [text for text in replies if re.match(r"That (?!is )|You (?!may )", text)] == []


def test_a_sheet_that_asks_for_a_gain_does_not_show_its_term():
    sheets = [question.sheet for question in list_questions() if question.kind == "sheet"]
    gains = [(s, cell) for s in sheets for cell in s.blanks if ".gain." in cell]
    assert len(gains) >= 10
    for sheet, cell in gains:
        assert cell.replace("gain", "term") not in sheet.given, (sheet.grades, cell)


@pytest.mark.parametrize(("skill", "blanks"), [("term", 3), ("idcg", 7), ("ndcg", 7)])
def test_a_question_about_a_skill_has_as_many_blanks_as_possible_up_to_eight(skill, blanks):
    reader = Reader(MarkdownConverter("here", Setting(), {}, (), {}), Setting(), 1)
    exercise = make_skill_exercise(ContentTable({}, "here"), skill, 1, "q", reader)
    assert len(exercise.sheet.blanks) == blanks


def test_a_sheet_asks_for_the_exponential_gain():
    lesson = next(lesson for lesson in LESSONS if lesson.slug == "exponential-gain")
    sheets = [q.sheet for q in lesson.check.questions if q.kind != "choice"]
    assert any(".gain." in cell for sheet in sheets for cell in sheet.blanks)
    assert not any(".gain." in cell for sheet in sheets for cell in sheet.given)


def test_every_offered_mistake_that_gives_the_number_is_right():
    audits = [question for question in list_questions() if question.kind == "audit"]
    assert len(audits) >= 6
    for audit in audits:
        bare = replace(audit.printed_sheet, given={})
        for mistake in audit.offered:
            numbers = MISCONCEPTIONS[mistake].list_numbers(audit.wrong, bare)
            gives = any(
                f"{value:.3f}" == audit.printed_sheet.given[audit.wrong] for value in numbers
            )
            answer_given = {"cell": audit.wrong, "mistake": mistake}
            right = audit.judge(answer_given).outcome == "right"
            assert right == (gives or mistake == audit.mistake), (audit.id, mistake)


def test_nonsense_never_counts_as_a_miss():
    for question in list_questions():
        for answer_given in (None, "", "two", [], {}, -1, 99):
            assert question.judge(answer_given).outcome in ("invalid", "wrong")
            if answer_given in (None, "", "two"):
                assert question.judge(answer_given).outcome == "invalid"


def test_a_wrong_number_beside_an_unreadable_one_is_wrong():
    sheets = [q for q in list_questions() if q.kind == "sheet" and len(q.sheet.blanks) > 1]
    assert len(sheets) > 10
    for question in sheets:
        first, *rest = question.sheet.blanks
        verdict = question.judge({first: "two", **dict.fromkeys(rest, "77.7")})
        assert verdict.outcome == "wrong", question.id


def test_replays_are_only_in_part_two_and_within_their_steps():
    replays = [(lesson, b) for lesson in LESSONS for b in lesson.blocks if b.kind == "replay"]
    assert replays
    for lesson, replay in replays:
        assert lesson.part == 2
        assert replay.start < replay.count <= len(list_replay_steps(replay.sheet)), lesson.slug


def test_a_right_line_is_said_to_follow_from_printed_numbers():
    for audit in (question for question in list_questions() if question.kind == "audit"):
        terms = [line for line in audit.choosable_cells if ".term." in line]
        for line in (line for line in audit.choosable_cells if line != audit.wrong):
            reply = audit.judge({"cell": line, "mistake": audit.mistake}).message
            source = "the printed numbers before it" if terms else "the grades"
            assert reply.endswith(f" has no mistake of its own. It follows from {source}."), (
                audit.id
            )


NUMBER = {"kind": "number", "ask": "a", "hint": "h", "why": "w"}
ANSWERED = load_toml(__file__, "answered_numbers.toml")


@pytest.mark.parametrize(("lesson", "name", "answer", "sentence"), ANSWERED["plausible"])
def test_a_plausible_wrong_number_of_part_two_is_explained(lesson, name, answer, sentence):
    one = LESSONS[lesson - 1]
    asked = {question.id: question for question in (*one.check.questions, *one.later)}
    asked |= {block.name: block.question for block in one.blocks if block.kind == "number"}
    found = asked[name].judge(answer)
    assert found.outcome == "wrong"
    assert sentence in str(found.message)


@pytest.mark.parametrize(("sheets", "answer", "outcome", "sentence"), ANSWERED["said"])
def test_a_wrong_number_is_explained_and_a_rounded_one_is_right(sheets, answer, outcome, sentence):
    table = ContentTable({**NUMBER, "answer": sheets}, "here")
    reader = Reader(MarkdownConverter("here", Setting(), {}, (), {}), Setting(), 1)
    found = read_number_question(table, "q", reader).judge(answer)
    assert found.outcome == outcome
    assert sentence in found.message


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        ("What is the term at rank 2?", "I don’t recognize this number."),
        ("What is the term at rank 2 of 3, 1, 2?", "You may have used a gain other than this"),
    ],
)
def test_a_mistake_about_a_grade_is_named_only_if_the_question_shows_the_grades(ask, sentence):
    table = ContentTable({**NUMBER, "ask": ask, "answer": "term i=2 r=3,1,2"}, "here")
    reader = Reader(MarkdownConverter("here", Setting(), {}, (), {}), Setting(), 1)
    question = read_number_question(table, "q", reader)
    assert sentence in question.judge("1.893").message  # 3 / log2(3), with the grade of rank 1
    assert "divisor other than this row’s" in question.judge("0.5").message
