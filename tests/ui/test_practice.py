"""An exercise from first blank to last verdict, and the learner's record."""

import json
from dataclasses import fields, replace
from random import Random

import pytest

from ndcg_core.exercises.fading import count_levels, solve_sheet
from ndcg_core.exercises.mastery import Progress
from ndcg_core.exercises.variants import Variant, list_practice_variants, load_worksheet_variants
from ndcg_ui.pages.practice.exercise import (
    MAX_SHOWN_LISTS,
    MAX_STORED_COUNT,
    Exercise,
    apply_entry,
    choose_variant,
    find_longest_streak,
    is_credited,
    pack_record,
    record_result,
    record_shown_list,
    unpack_record,
)

LIST = Variant("dcg", (3.0, 1.0, 0.0, 2.0))


def start_exercise(level: int = 1) -> Exercise:
    return Exercise(LIST, level, 1)


def find_answers(exercise: Exercise, **changed: str) -> dict[str, str]:
    given = solve_sheet(exercise.blank_sheet).given
    right = {cell: given[cell] for cell in exercise.blank_sheet.blanks}
    return right | {cell.replace("_", "."): text for cell, text in changed.items()}


def check_texts(exercise: Exercise, texts: dict[str, str]) -> Exercise:
    return apply_entry(exercise, {"why": "check", "texts": texts})


def test_checked_empty_blanks_are_invalid_and_other_cells_ignored():
    exercise = check_texts(start_exercise(), {})
    assert {m.verdict for m in exercise.marks} == {"invalid"}
    assert exercise.result == "open"
    assert check_texts(exercise, find_answers(exercise)).result == "right"
    exercise = check_texts(start_exercise(), {"actual.grade.1": "0", "dcg": "1"})
    assert set(exercise.texts) <= set(exercise.blank_sheet.blanks)


@pytest.mark.parametrize("cell", ["nonsense", "ideal.term.1", None, 3])
def test_a_hint_exists_only_for_a_blank(cell):
    assert apply_entry(start_exercise(), {"why": "hint", "cell": cell, "texts": {}}).hints == []


@pytest.mark.parametrize(("helped", "level", "row"), [(False, 1, 2), (True, 0, 0)])
def test_two_right_answers_without_hints_raise_the_level(helped, level, row):
    record, hint = {}, {"why": "hint", "cell": "dcg", "texts": {}}
    for _ in range(2):
        exercise = apply_entry(start_exercise(), hint) if helped else start_exercise()
        record = record_result(record, exercise, check_texts(exercise, find_answers(exercise)))
    assert (record["dcg"].level, record["dcg"].hints) == (level, 2 * helped)
    assert helped or find_longest_streak(record) == row


# --- The learner's record ----------------------------------------------------------------------


def test_an_unreadable_text_is_free_and_the_first_number_counts():
    exercise = check_texts(start_exercise(), find_answers(start_exercise(), dcg="about four"))
    assert (exercise.result, "dcg" in exercise.judged) == ("open", False)
    right = check_texts(exercise, find_answers(exercise))
    assert (right.result, "dcg" in right.judged) == ("right", True)
    missed = check_texts(exercise, find_answers(exercise, dcg="77"))
    assert missed.result == "wrong"
    assert check_texts(missed, find_answers(missed)).result == "wrong"


@pytest.mark.parametrize("run", [-1, 0, 1])
def test_runs_of_misses_and_right_answers_survive_a_visit(run):
    progress = Progress(level=1, top=1, run=run, right=3, missed=2, hints=1, shown=("cg/3,2",))
    again = unpack_record(json.loads(json.dumps(pack_record({"dcg": progress}))))
    assert again == {"dcg": progress}
    exercise = start_exercise()
    missed = record_result(
        again, exercise, check_texts(exercise, dict.fromkeys(exercise.blank_sheet.blanks, "77"))
    )
    assert missed["dcg"].level == (0 if run == -1 else 1)


@pytest.mark.parametrize("name", [one.name for one in fields(Progress) if one.name != "shown"])
@pytest.mark.parametrize(
    "bad", [MAX_STORED_COUNT + 1, -MAX_STORED_COUNT - 1, "3", 2.5, True, None, [1]]
)
def test_an_impossible_count_is_ignored(name, bad):
    assert getattr(unpack_record({"dcg": {name: bad}})["dcg"], name) == 0
    for count, read in ((MAX_STORED_COUNT, MAX_STORED_COUNT), (-1, -1 if name == "run" else 0)):
        assert getattr(unpack_record({"dcg": {name: count}})["dcg"], name) == read


def test_bad_records_and_unknown_skills_are_ignored():
    assert unpack_record(["dcg"]) == unpack_record(None) == {}
    assert unpack_record({"dcg": [], "juggling": {"right": 3}}) == {}


def test_lists_with_shown_solutions_are_stored_once_up_to_a_limit():
    names = [f"dcg/{number}" for number in range(MAX_SHOWN_LISTS + 5)]
    read = unpack_record({"dcg": {"shown": [*names, 3, None]}})
    assert read["dcg"].shown == tuple(names[-MAX_SHOWN_LISTS:])
    exercise = start_exercise()
    shown = record_shown_list(record_shown_list(read, exercise), exercise)
    assert shown["dcg"].shown == (*names[-MAX_SHOWN_LISTS + 1 :], exercise.variant_name)
    assert not is_credited(shown, exercise)
    assert is_credited(read, exercise)
    assert not is_credited(read, replace(exercise, number=2))


def test_a_result_counts_once_and_only_for_an_open_exercise():
    exercise = start_exercise()
    right = check_texts(exercise, find_answers(exercise))
    record = record_result({}, exercise, right)
    assert (record["dcg"].right, record["dcg"].top) == (1, count_levels(LIST) - 1)
    assert record_result(record, right, right) is record
    assert record_result(record, exercise, replace(exercise, result="open")) is record


@pytest.mark.parametrize("fair", [True, False])
@pytest.mark.parametrize("skill", ["cg", "dcg", "ndcg", "mean"])
def test_the_last_eight_lists_are_not_chosen_again(skill, fair, monkeypatch):
    every = set(range(20)) if fair else set()
    monkeypatch.setattr("ndcg_ui.pages.practice.exercise.find_printed_levels", lambda one: every)
    lists = (*list_practice_variants(skill), *load_worksheet_variants()[skill])
    for seed in range(40):
        random = Random(seed)
        seen = tuple(random.sample(lists, 8))
        own, more = (
            [one for one in of if one not in seen]
            for of in (list_practice_variants(skill), load_worksheet_variants()[skill])
        )
        if own and (more or not fair):
            assert choose_variant(skill, {}, seen, random) not in seen
