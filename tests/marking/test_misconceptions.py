"""Every known mistake gives the number that the table of mistakes says, and is known by it."""

from dataclasses import replace
from math import isclose, isfinite, nan
from typing import get_args

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import list_practice_variants
from ndcg_core.marking import odds
from ndcg_core.misconceptions import CHANGES, MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import CONCEPTS, Scope, shorten_action
from ndcg_core.sheets.calculation import make_calculation
from tests.conftest import ALL
from tests.marking.sheets import mark_cells
from tests.selection import select_rows

SHEET = nc.Sheet((3, 2, 3, 0, 1))
MISTAKES = load_toml(__file__, "mistakes.toml")
SHEETS = [
    *(replace(SHEET, **changed) for _, changed, _, _ in MISTAKES["others"]),
    *(nc.Sheet(grades) for grades in ((0,), (0, 0), (1.5,))),
]


def is_given(id, sheet, cell, value):
    return any(
        isclose(n, value, abs_tol=6e-5) for n in MISCONCEPTIONS[id].list_numbers(cell, sheet)
    )


UNSORTED = nc.Sheet((2, 3, 1), k=2, others=((0, 1),))
CELLS = ["ideal.grade.1", "actual.gain.2", "actual.discount.2", "actual.term.2", "ideal.term.1"]
CELLS += ["cg", "dcg", "idcg", "ndcg", "mean"]


def test_each_way_of_making_a_mistake_has_its_words_and_numbers():
    right = make_calculation(UNSORTED)
    exact = {cell: UNSORTED.exact(cell) for cell in CELLS}

    def list_changes(mistake, calc):
        values = {c: calc.find_value(c) for c in CELLS if mistake.can_change_cell(c)}
        changed = {c: v for c, v in values.items() if not isclose(v, exact[c], rel_tol=1e-9)}
        return {c: v for c, v in changed.items() if isfinite(v)}

    found = [
        [mistake.id, calc.action, calc.rank, list_changes(mistake, calc)]
        for mistake in MISCONCEPTIONS.values()
        for calc in mistake.change(right, UNSORTED)
        if mistake.id not in MISTAKES["digits"]
    ]
    assert [one[:3] for one in found] == [one[:3] for one in MISTAKES["ways"]]
    for (id, action, _, numbers), (*_, expected) in zip(found, MISTAKES["ways"], strict=True):
        assert numbers == pytest.approx(expected, abs=0.00051), (id, action)


@pytest.mark.parametrize("id", MISTAKES["digits"])
def test_a_slip_in_the_digits_gives_these_numbers(id):
    calcs = CHANGES[id](make_calculation(UNSORTED), UNSORTED)
    numbers = {}
    for calc in calcs:
        numbers.setdefault(str(calc.decimals), []).append(round(calc.find_value("dcg"), 6))
    decimals = ["0"] if id == "point-moved" else ["2", "3", "4"]
    assert [*numbers] == decimals
    for name, expected in MISTAKES["digits"][id].items():
        assert numbers[name] == pytest.approx(expected, abs=6e-5)


OF_THE_IDEAL = {"ascending-ideal", "ideal-all-max"}
"""These leave DCG right."""


def is_recognized(value, cell, sheet=SHEET):
    return [mistake.id for mistake in nc.diagnose(f"{value:.4f}", cell, sheet)]


@pytest.mark.parametrize(("id", "dcg", "ndcg"), MISTAKES["totals"], ids=str)
def test_a_mistake_gives_its_number_in_the_table_and_is_recognized(id, dcg, ndcg):
    assert is_given(id, SHEET, "ndcg", ndcg)
    assert (id in is_recognized(ndcg, "ndcg")) == (id not in ("natural-log", "log10"))
    if dcg:
        assert is_given(id, SHEET, "dcg", dcg)
        assert is_recognized(dcg, "dcg")[:1] == ([] if id in OF_THE_IDEAL else [id])


@pytest.mark.parametrize(("id", "changed", "cell", "value"), MISTAKES["others"])
def test_a_mistake_gives_its_number_on_another_sheet(id, changed, cell, value):
    assert is_given(id, replace(SHEET, **changed), cell, value)


@pytest.mark.parametrize(
    ("convention", "gain", "action", "dcg"),
    [
        ("standard", "exponential", "the grade itself as the gain and divided by log2(i)", 7.3235),
        ("textbook", "linear", "2^grade − 1 as the gain and divided by log2(i + 1)", 12.7796),
        (
            "textbook",
            "exponential",
            "the grade itself as the gain and divided by log2(i + 1)",
            6.1487,
        ),
        ("standard", "linear", "", 0),  # two other rules at once are unlikely
        ("catboost-position", "exponential", "", 0),  # there is no logarithm
    ],
)
def test_another_conventions_gain_and_divisor_may_be_used_together(convention, gain, action, dcg):
    sheet = replace(SHEET, convention=replace(nc.CONVENTIONS[convention], gain=gain))
    calcs = [*CHANGES["other-convention"](make_calculation(sheet), sheet)]
    assert [calc.action for calc in calcs] == ([f"you used {action}"] if action else [])
    assert [calc.find_value("dcg") for calc in calcs] == (
        [pytest.approx(dcg, abs=5e-5)] if action else []
    )


@pytest.mark.parametrize(
    ("id", "convention"),
    [
        *[("natural-log", "catboost-position"), ("log2-rank", "catboost-position")],
        *[("log10", "catboost-position"), ("discounted-grade", "standard")],
    ],
)
def test_a_mistake_needs_the_step_in_which_it_is_made(id, convention):
    sheet = replace(SHEET, convention=nc.CONVENTIONS[convention])
    assert MISCONCEPTIONS[id].list_numbers("dcg", sheet) == ()


@pytest.mark.parametrize("id", MISCONCEPTIONS)
def test_every_mistake_is_recognized_somewhere_and_never_raises(id):
    numbers = [
        (number, cell, sheet)
        for sheet in SHEETS
        for cell in sheet.cells
        for number in MISCONCEPTIONS[id].list_numbers(cell, sheet)
    ]
    assert any(id in is_recognized(*number) for number in numbers)


def test_every_mistake_has_sentences_and_a_calculation():
    assert set(MISCONCEPTIONS) == set(CHANGES)
    assert {mistake.concept for mistake in MISCONCEPTIONS.values()} <= set(CONCEPTS)
    assert {mistake.scope for mistake in MISCONCEPTIONS.values()} == set(get_args(Scope))


@pytest.mark.parametrize("empty", [0.0, 1.0, nan])
def test_the_value_of_an_empty_query_under_a_convention_is_no_mistake(empty):
    sheet = nc.Sheet((0, 0), replace(nc.STANDARD, empty=empty))
    calcs = CHANGES["all-zero-divides"](make_calculation(sheet), sheet)
    values = {str(calc.find_value("ndcg")) for calc in calcs}
    assert values == {"0.0", "1.0", "nan"} - {str(empty)}


UNEVEN = nc.Sheet((1, 3, 0, 2, 3, 3), k=4)
"""Few of the steps give the same number here as another mistake does."""
LAST_STEPS = [id for id in MISCONCEPTIONS if id.startswith("step-to-")]
LAST_STEPS += ["two-rows", "row-otherwise"]


@pytest.mark.parametrize("id", LAST_STEPS)
def test_an_alternative_last_step_is_offered_as_possible(id):
    cell = {"term": "actual.term.2", "discount": "actual.discount.2", "cumulative": "dcg"}
    cell = cell.get(MISCONCEPTIONS[id].columns[0], MISCONCEPTIONS[id].columns[0])
    for calc in MISCONCEPTIONS[id].change(make_calculation(UNEVEN), UNEVEN):
        mark = mark_cells(UNEVEN, **{cell: f"{calc.find_value(cell):.5f}"})[cell]
        if mark.misconception in LAST_STEPS:
            likely = {shorten_action(calc.action), odds.ONE_ROW_ACTION} & {*mark.deeds}
            is_simple = round(2 * calc.find_value(cell), 9).is_integer()  # which many mistakes give
            assert mark.certainty == "possible", mark
            assert likely or (is_simple and not mark.deeds), mark
        else:
            near = cell == "cg" and abs(calc.find_value(cell) - UNEVEN.exact(cell)) <= 2
            assert near or mark.misconception or mark.verdict != "wrong", calc.action


LONG = {"ndcg", "textbook", "exponential", "ndcg-at-k"}
"""Skills whose last cell takes five seconds or more to mark."""


@pytest.mark.parametrize("skill", select_rows(SKILLS, lambda one: one not in LONG, "half a minute"))
def test_each_slip_of_a_skill_is_recognized_from_its_last_cell(skill):
    variants = list_practice_variants(skill) if ALL else list_practice_variants(skill)[:1]
    rows = ((n, v, level) for n, v in enumerate(variants) for level in range(count_levels(v)))
    # In continuous integration, each variant has every second level, and each level a variant.
    for variant, level in ((v, level) for n, v, level in rows if not ALL or (n + level) % 2 == 0):
        sheet, grades = (
            fade_sheet(variant, level),
            ",".join(f"{grade:g}" for grade in variant.grades),
        )
        last = sheet.blanks[-1]
        for id in {id for ids in variant.mistakes_by_cell_group.values() for id in ids}:
            numbers = MISCONCEPTIONS[id].list_numbers(last, sheet)
            wrong = [n for n in numbers if not isclose(n, sheet.exact(last), abs_tol=1e-9)]
            silent = any(
                id in row["ids"]
                and level in row.get("levels", [level])
                and grades in row.get("lists", [grades])
                for row in MISTAKES["silent"].get(skill, [])
            )
            assert silent == (not wrong), (id, grades, level)
            for number in wrong:
                mark = mark_cells(sheet, **{last: f"{number:.3f}"})[last]
                assert mark.misconception == id or mark.certainty == "possible", mark
                assert id in (mark.misconception, *mark.others), mark
