"""Between two libraries stands a chain of single changes."""

import random
from dataclasses import replace

import ndcg_core as nc
from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    between,
    chain,
    changed,
    groups,
    same,
)
from ndcg_core.libraries.chains import FIELDS

LIST = Ranking((3, 2, 3, 0, 1))
TIED = replace(LIST, scores=(3, 2, 2, 2, 1))
POOL = Ranking((2, 3), 5, (2, 3, 3, 1))


def random_rankings():
    rng = random.Random(1)
    for _ in range(60):
        grades = [rng.randint(0, 3) for _ in range(rng.randint(1, 7))]
        rest = [rng.randint(0, 3) for _ in range(rng.randint(0, 3))]
        scores = [rng.randint(0, 3) for _ in grades]
        k = rng.choice([None, 1, 3, 9])
        yield Ranking(tuple(grades), k, tuple(grades + rest), rng.choice([None, tuple(scores)]))


def test_a_chain_leads_from_the_one_number_to_the_other_for_any_two_libraries():
    rng = random.Random(2)
    for ranking in random_rankings():
        first, second = rng.sample(list(LIBRARIES), 2)
        found = chain(ranking, first, second)
        assert same(found.start, ranking.ndcg(first))
        assert same(found.end, ranking.ndcg(second))
        for step in found.steps:
            assert step.cell == "ndcg" or step.was != step.now


def test_a_chain_from_a_library_to_itself_has_no_step():
    found = chain(LIST, "ranx-ndcg", "ranx-ndcg")
    assert (found.steps, found.silent) == ((), 0)


def test_each_step_names_the_first_cell_that_it_changes():
    def cells(first, second, ranking=LIST):
        return [step.cell for step in chain(ranking, first, second).steps]

    assert cells("scikit-learn", "lightgbm") == ["actual.gain.1"]
    assert cells("scikit-learn", "catboost-position") == ["actual.discount.2"]
    assert cells("trec_eval-ndcg_cut", "elasticsearch", POOL) == ["actual.gain.1", "ideal.term.3"]
    assert cells("lightgbm", "xgboost-minus", Ranking((0, 0))) == ["ndcg"]
    assert cells("ranx-ndcg", "pytrec_eval-ndcg_cut", TIED) == ["actual.grade.2"]


def test_a_step_holds_what_its_cell_was_and_is():
    (step,) = chain(LIST, "scikit-learn", "lightgbm").steps
    assert (step.was, step.now, step.words) == (3.0, 7.0, "gain 2^r − 1 instead of r")
    *_, last = chain(POOL, "trec_eval-ndcg_cut", "elasticsearch").steps
    assert (last.now, last.words) == (None, "the ideal no longer than the ranking")


def test_between_two_groups_stands_the_shortest_chain():
    upper, lower, *_ = groups(Ranking((0, 0)), LIBRARIES)
    (step,) = between(Ranking((0, 0)), upper, lower).steps
    assert step.words == "0 for a query with nothing relevant"


def test_every_change_between_any_two_conventions_has_words():
    rules = list(nc.CONVENTIONS.values())
    for before in rules[:12]:
        for after in rules:
            for field in FIELDS:
                for k in (None, 5):
                    assert changed(before, after, field, k).strip()
