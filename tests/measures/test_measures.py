"""Choices, mistakes and disagreements of measures."""

import pickle
from itertools import combinations

import pytest

from ndcg_core.content import load_toml
from ndcg_core.measures import MEASURES, find_measure, rank_grades, wrong_numbers
from ndcg_core.measures.descriptions import DESCRIPTIONS
from ndcg_core.measures.disagreement import depends_on_order, find_smallest_disagreement
from ndcg_core.measures.mistakes import MISTAKE_WORDS

NAMES = load_toml(__file__, "names.toml")


@pytest.mark.parametrize(("written", "ours"), NAMES["some"].items())
def test_common_spellings_of_a_name_are_read(written, ours):
    assert find_measure(written).name == ours


@pytest.mark.parametrize("symbol", MEASURES)
def test_terms_add_up_and_a_name_reads_back(symbol):
    measure = MEASURES[symbol]
    measure = measure.with_choices(
        3 if measure.has_cutoff else None, **({"rel": 2} if measure.is_binary else {})
    )
    assert find_measure(measure.name) == measure == pickle.loads(pickle.dumps(measure))
    traced = measure.trace([1, None, 3, 0, 2], judged=[1, 3, 0, 2, 2])
    assert sum(row.term for row in traced.rows) == pytest.approx(traced.value)
    assert all(len(row.steps) == len(traced.columns) for row in traced.rows)
    assert traced.name in traced._repr_html_()


def test_every_mistake_has_words_and_changes_some_number():
    ranking = rank_grades([2, None, 0, 3, 1, 0], [2, 0, 3, 1, 0, 1, 2], 4)
    found = {id for measure in MEASURES.values() for id in wrong_numbers(measure, ranking)}
    short = rank_grades([0, 2, 0, 1, 2], None, 8, rel=2)
    found |= {id for measure in MEASURES.values() for id in wrong_numbers(measure, short)}
    assert found == set(MISTAKE_WORDS)
    assert len(MISTAKE_WORDS) >= 30


def test_two_measures_disagree_as_stated():
    for first, second in combinations(
        map(find_measure, ("NDCG", "AP", "RR", "ERR", "RBP@3", "P@2")), 2
    ):
        found = find_smallest_disagreement(first, second)
        if found is None:
            continue
        assert sorted(found.x) == sorted(found.y)
        assert first(found.x) > first(found.y)
        assert second(found.y) > second(found.x)
    assert find_smallest_disagreement(find_measure("NDCG"), find_measure("P")) is None
    assert not depends_on_order(find_measure("P"))
    assert find_smallest_disagreement(find_measure("NDCG"), find_measure("AP"), 2) is None


def test_each_measure_has_three_programs_or_a_note():
    for said in DESCRIPTIONS.values():
        for program in said.programs:
            assert find_measure(program.prints.replace("{k}", "5")).symbol == said.measure.symbol
        if "CG" not in said.measure.symbol:  # those have the page Conventions
            assert said.missing or len(said.programs) >= 3, said.id


def test_a_measure_without_a_cutoff_finds_its_mistakes():
    grades, pool = [0, 3, 1, 0, 2, 1], [0, 3, 1, 0, 2, 1, 2]
    for measure in (one for one in MEASURES.values() if not one.has_cutoff):
        cut, whole = (wrong_numbers(measure, rank_grades(grades, pool, k)) for k in (2, None))
        assert cut == whole


@pytest.mark.parametrize("name", ["AP", "Recall"])
@pytest.mark.parametrize(("k", "id"), [(2, "capped"), (5, "divided-by-k")])
def test_a_division_by_k_is_explained_by_one_mistake(name, k, id):
    wrong = wrong_numbers(MEASURES[name], rank_grades([1, 0, 1, 1], k=k))
    assert [one for one in wrong if one.endswith(("capped", "divided-by-k"))] == [
        f"{name.lower()}-{id}"
    ]
