"""An exercise from first blank to last verdict, and the learner's record."""

import sys
from random import Random

import pytest

from ndcg_core.exercises.fading import solved
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant
from ndcg_ui.practice.exercise import (
    MIXED,
    Exercise,
    credited,
    entered,
    next_variant,
    pack_record,
    streak,
    unpack_record,
)

LIST = Variant("dcg", (3.0, 1.0, 0.0, 2.0))


def handed_out(level: int = 1) -> Exercise:
    return Exercise(LIST, level, 1)


def answers(exercise: Exercise, **changed: str) -> dict[str, str]:
    given = solved(exercise.blank).given
    right = {cell: given[cell] for cell in exercise.blank.blanks}
    return right | {cell.replace("_", "."): text for cell, text in changed.items()}


def left(exercise: Exercise, cell: str, text: str) -> Exercise:
    return entered(exercise, {"why": "left", "cell": cell, "texts": {cell: text}})


def checked(exercise: Exercise, texts: dict[str, str]) -> Exercise:
    return entered(exercise, {"why": "check", "texts": texts})


def test_empty_blanks_are_invalid_once_checked_and_what_is_in_other_cells_is_not_taken():
    exercise = checked(handed_out(), {})
    assert {m.verdict for m in exercise.marks} == {"invalid"}
    assert exercise.result == "open"
    assert checked(exercise, answers(exercise)).result == "right"
    exercise = checked(handed_out(), {"actual.grade.1": "0", "dcg": "1"})
    assert set(exercise.texts) <= set(exercise.blank.blanks)


def test_what_is_entered_is_marked_once(monkeypatch):
    there, marked = sys.modules[entered.__module__], []
    mark = there.mark
    monkeypatch.setattr(there, "mark", lambda sheet: marked.append(sheet) or mark(sheet))
    for texts, result in (({"dcg": "9.9"}, "wrong"), (answers(handed_out()), "right")):
        marked.clear()
        exercise = checked(handed_out(), texts)
        assert exercise.result == result
        assert exercise.marks
        assert len(marked) == 1


def test_hints_come_one_at_a_time_and_end():
    exercise = handed_out()
    for _ in range(5):
        exercise = entered(exercise, {"why": "hint", "cell": "dcg", "texts": {}})
    assert len(exercise.hints) == len(set(exercise.hints)) == 2


@pytest.mark.parametrize("cell", ["nonsense", "ideal.term.1", None, 3])
def test_a_hint_for_a_cell_that_is_not_asked_for_is_none(cell):
    assert entered(handed_out(), {"why": "hint", "cell": cell, "texts": {}}).hints == []


@pytest.mark.parametrize(("helped", "level", "row"), [(False, 1, 2), (True, 0, 0)])
def test_two_right_in_a_row_go_up_a_level_where_no_hint_was_asked_for(helped, level, row):
    record, hint = {}, {"why": "hint", "cell": "dcg", "texts": {}}
    for _ in range(2):
        exercise = entered(handed_out(), hint) if helped else handed_out()
        record = credited(record, exercise, checked(exercise, answers(exercise)))
    assert (record["dcg"].level, record["dcg"].hints) == (level, 2 * helped)
    assert helped or streak(record) == row


def test_a_record_comes_back_from_the_browser_and_nonsense_does_not():
    record = {"dcg": Progress(level=2, right=7)}
    assert unpack_record(pack_record(record)) == record
    nonsense = {"dcg": {"level": "high", "right": True}, "baking": {"level": 3}, "cg": 7}
    assert unpack_record(nonsense) == {"dcg": Progress()}


@pytest.mark.parametrize("skill", [MIXED, *SKILLS])
def test_the_next_list_is_for_the_skill_and_not_the_last_one(skill):
    rng = Random(4)
    seen = ()
    for _ in range(4):
        variant = next_variant(skill, {}, seen, rng)
        assert skill in (MIXED, variant.skill)
        assert variant not in seen
        seen = (*seen, variant)
