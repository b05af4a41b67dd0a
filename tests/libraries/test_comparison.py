"""Groups of equal numbers, and the chain of single changes from one number to another."""

import random
from dataclasses import replace

import ndcg_core as nc
from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    are_numbers_equal,
    collect_outcomes,
    describe_change,
    find_chain,
    group_outcomes,
)
from ndcg_core.libraries.chains import CHANGED_FIELDS

LIST = Ranking((3, 2, 3, 0, 1))
TIED = replace(LIST, scores=(3, 2, 2, 2, 1))
FRACTIONS = Ranking((0.5, 1, 0, 0.25))
POOL = Ranking((2, 3), 5, (2, 3, 3, 1))


def test_each_library_is_in_one_group_and_the_highest_number_is_first():
    for ranking in (LIST, TIED, POOL, Ranking((0, 0)), FRACTIONS, Ranking((3, -1, 2))):
        result = collect_outcomes(ranking)
        names = [name for group in result.groups for name in group.ids]
        names += [one.library for one in (*result.refused, *result.undetermined)]
        assert sorted(names) == sorted(LIBRARIES)
        for group in result.groups:
            assert all(
                are_numbers_equal(ranking.calculate_ndcg(name), group.value) for name in group.ids
            )
        values = [group.value for group in result.groups if group.value == group.value]
        assert values == sorted(values, reverse=True)
        assert group_outcomes(ranking, LIBRARIES) == list(result.groups)


def draw_rankings():
    rng = random.Random(1)
    for _ in range(60):
        grades = [rng.randint(0, 3) for _ in range(rng.randint(1, 7))]
        rest = [rng.randint(0, 3) for _ in range(rng.randint(0, 3))]
        scores = [rng.randint(0, 3) for _ in grades]
        k = rng.choice([None, 1, 3, 9])
        yield Ranking(tuple(grades), k, tuple(grades + rest), rng.choice([None, tuple(scores)]))


def test_a_chain_connects_the_numbers_of_any_two_libraries():
    rng = random.Random(2)
    for ranking in draw_rankings():
        first, second = rng.sample(list(LIBRARIES), 2)
        result = find_chain(ranking, first, second)
        assert are_numbers_equal(result.start, ranking.calculate_ndcg(first))
        assert are_numbers_equal(result.end, ranking.calculate_ndcg(second))
        for step in result.steps:
            assert step.cell == "ndcg" or step.was != step.now


def test_each_step_names_its_first_changed_cell_and_both_values():
    def list_cells(first, second, ranking=LIST):
        return [step.cell for step in find_chain(ranking, first, second).steps]

    assert list_cells("scikit-learn", "lightgbm") == ["actual.gain.1"]
    assert list_cells("scikit-learn", "catboost-position") == ["actual.discount.2"]
    assert list_cells("trec_eval-ndcg_cut", "elasticsearch", POOL) == [
        "actual.gain.1",
        "ideal.term.3",
    ]
    assert list_cells("lightgbm", "xgboost-minus", Ranking((0, 0))) == ["ndcg"]
    assert list_cells("ranx-ndcg", "pytrec_eval-ndcg_cut", TIED) == ["actual.grade.2"]
    (step,) = find_chain(LIST, "scikit-learn", "lightgbm").steps
    assert (step.was, step.now, step.change) == (3.0, 7.0, "gain 2^r − 1 instead of r")
    *_, last = find_chain(POOL, "trec_eval-ndcg_cut", "elasticsearch").steps
    change = "the ideal order cut at k, or earlier where the ranking ends"
    assert (last.now, last.change) == (None, change)


def test_every_change_between_two_conventions_has_a_sentence():
    rules = list(nc.CONVENTIONS.values())
    for before in rules[:12]:
        for after in rules:
            for field in CHANGED_FIELDS:
                for k in (None, 5):
                    assert describe_change(before, after, field, k).strip()
