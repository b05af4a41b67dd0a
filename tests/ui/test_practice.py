"""An exercise from first blank to last verdict, and the learner's record."""

import pytest

from ndcg_core.exercises.fading import solve
from ndcg_core.exercises.variants import Variant
from ndcg_ui.pages.practice.exercise import Exercise, credit_result, enter, streak

LIST = Variant("dcg", (3.0, 1.0, 0.0, 2.0))


def handed_out(level: int = 1) -> Exercise:
    return Exercise(LIST, level, 1)


def answers(exercise: Exercise, **changed: str) -> dict[str, str]:
    given = solve(exercise.blank).given
    right = {cell: given[cell] for cell in exercise.blank.blanks}
    return right | {cell.replace("_", "."): text for cell, text in changed.items()}


def checked(exercise: Exercise, texts: dict[str, str]) -> Exercise:
    return enter(exercise, {"why": "check", "texts": texts})


def test_empty_blanks_are_invalid_once_checked_and_what_is_in_other_cells_is_not_taken():
    exercise = checked(handed_out(), {})
    assert {m.verdict for m in exercise.marks} == {"invalid"}
    assert exercise.result == "open"
    assert checked(exercise, answers(exercise)).result == "right"
    exercise = checked(handed_out(), {"actual.grade.1": "0", "dcg": "1"})
    assert set(exercise.texts) <= set(exercise.blank.blanks)


@pytest.mark.parametrize("cell", ["nonsense", "ideal.term.1", None, 3])
def test_a_hint_for_a_cell_that_is_not_asked_for_is_none(cell):
    assert enter(handed_out(), {"why": "hint", "cell": cell, "texts": {}}).hints == []


@pytest.mark.parametrize(("helped", "level", "row"), [(False, 1, 2), (True, 0, 0)])
def test_two_right_in_a_row_go_up_a_level_where_no_hint_was_asked_for(helped, level, row):
    record, hint = {}, {"why": "hint", "cell": "dcg", "texts": {}}
    for _ in range(2):
        exercise = enter(handed_out(), hint) if helped else handed_out()
        record = credit_result(record, exercise, checked(exercise, answers(exercise)))
    assert (record["dcg"].level, record["dcg"].hints) == (level, 2 * helped)
    assert helped or streak(record) == row
