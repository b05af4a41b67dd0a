"""Groups of equal numbers, and the chain of single changes from one number to another."""

import random
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    chain,
    changed,
    groups,
    outcome,
    outcomes,
    prints,
    same,
    who_prints,
)
from ndcg_core.libraries.chains import FIELDS
from tests.libraries import ranking_of

LIST = Ranking((3, 2, 3, 0, 1))
TIED = replace(LIST, scores=(3, 2, 2, 2, 1))
FRACTIONS = Ranking((0.5, 1, 0, 0.25))
POOL = Ranking((2, 3), 5, (2, 3, 3, 1))


def test_every_library_stands_in_one_place_and_the_highest_number_first():
    for ranking in (LIST, TIED, POOL, Ranking((0, 0)), FRACTIONS, Ranking((3, -1, 2))):
        result = outcomes(ranking)
        names = [name for group in result.groups for name in group.ids]
        names += [one.library for one in (*result.refused, *result.undetermined)]
        assert sorted(names) == sorted(LIBRARIES)
        for group in result.groups:
            assert all(same(ranking.ndcg(name), group.value) for name in group.ids)
        values = [group.value for group in result.groups if group.value == group.value]
        assert values == sorted(values, reverse=True)
        assert groups(ranking, LIBRARIES) == list(result.groups)


PRINTED, CASES = beside(__file__, "printed.toml"), beside(__file__, "cases.toml")


@pytest.mark.parametrize("why", PRINTED)
def test_what_they_print_to_four_digits_or_the_state_of_those_that_print_nothing(why):
    ranking = ranking_of(PRINTED[why]["ranking"])
    found = [outcome(ranking, name) for name in PRINTED[why]["printed"]]
    wanted = list(PRINTED[why]["printed"].values())
    assert [one.state if one.value is None else round(one.value, 4) for one in found] == wanted


def test_the_error_names_the_fraction_and_a_tie_of_fifteen_has_a_number():
    assert outcome(FRACTIONS, "lightgbm").reason.endswith("(met 0.500000) for ranking task")
    fifteen = Ranking((2, 1, 2) * 5, scores=(5,) * 15)
    assert outcome(fifteen, "ranx-ndcg").value is not None


def test_a_pool_without_a_retrieved_grade_that_is_read_as_another_has_its_steps():
    ranking = Ranking((0.5, 1), None, (0, 1, 3), labels=("A", "B", "C"))
    whole = ranking.trace("ranx-ndcg")
    assert [row.label for row in whole.actual] == ["A", "B"]
    assert whole.ndcg == ranking.ndcg("ranx-ndcg")


UNTOLD = [Ranking(()), Ranking(("3",)), Ranking((float("nan"),)), Ranking((3,), 0)]


@pytest.mark.parametrize("ranking", [*UNTOLD, Ranking((3, 2), None, (3,))], ids=str)
def test_what_no_library_could_be_told_is_refused_in_a_sentence(ranking):
    with pytest.raises(ValueError, match=r"must|needed"):
        outcomes(ranking)
    with pytest.raises(ValueError, match=r"must|needed"):
        who_prints(ranking, "0.5", LIBRARIES)


def test_who_prints_a_number_goes_by_the_digits_given():
    assert "lightgbm" in who_prints(LIST, "0.957", LIBRARIES)
    assert "lightgbm" in who_prints(LIST, "0,9575", LIBRARIES)
    assert who_prints(LIST, "0.9570", LIBRARIES) == []
    assert set(who_prints(LIST, "0.96", LIBRARIES)) >= {"lightgbm", "catboost-position"}
    assert "torchmetrics" in who_prints(LIST, "0.9723642468452454", LIBRARIES)
    assert "scikit-learn" not in who_prints(LIST, "0.9723642468452454", LIBRARIES)
    assert who_prints(Ranking((3,)), "1.0", ["scikit-learn", "lightgbm"]) == ["lightgbm"]
    assert who_prints(Ranking((0,)), "nan", ["lenskit", "scikit-learn"]) == ["lenskit"]


@pytest.mark.parametrize(("printed", "printer", "printed_by_it"), CASES["floats"])
def test_a_float_means_that_very_value(printed, printer, printed_by_it):
    assert (printer in nc.who_prints([3, 2, 3, 0, 1], printed)) is printed_by_it


def test_who_prints_says_how_to_ask_for_a_rounded_number():
    assert "pass the text “0.957”" in nc.who_prints([3, 2, 3, 0, 1], 0.957).sentence
    assert "pass" not in nc.who_prints([3, 2, 3, 0, 1], "0.123").sentence


@pytest.mark.parametrize(("value", "text", "fits"), CASES["roundings"])
def test_a_rounding_may_go_either_way_at_the_half(value, text, fits):
    assert prints(value, text) is fits


@pytest.mark.parametrize(
    "text", [None, [0.9], "much", "", "inf", "1.2.3", "0,9,5", "9" * 400, "1_0"], ids=str
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="number"):
        nc.who_prints([3, 2], text)


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
        result = chain(ranking, first, second)
        assert same(result.start, ranking.ndcg(first))
        assert same(result.end, ranking.ndcg(second))
        for step in result.steps:
            assert step.cell == "ndcg" or step.was != step.now


def test_each_step_names_the_first_cell_that_it_changes_and_what_that_was_and_is():
    def cells(first, second, ranking=LIST):
        return [step.cell for step in chain(ranking, first, second).steps]

    assert cells("scikit-learn", "lightgbm") == ["actual.gain.1"]
    assert cells("scikit-learn", "catboost-position") == ["actual.discount.2"]
    assert cells("trec_eval-ndcg_cut", "elasticsearch", POOL) == ["actual.gain.1", "ideal.term.3"]
    assert cells("lightgbm", "xgboost-minus", Ranking((0, 0))) == ["ndcg"]
    assert cells("ranx-ndcg", "pytrec_eval-ndcg_cut", TIED) == ["actual.grade.2"]
    (step,) = chain(LIST, "scikit-learn", "lightgbm").steps
    assert (step.was, step.now, step.change) == (3.0, 7.0, "gain 2^r − 1 instead of r")
    *_, last = chain(POOL, "trec_eval-ndcg_cut", "elasticsearch").steps
    assert (last.now, last.change) == (None, "the ideal no longer than the ranking")


def test_every_change_between_any_two_conventions_has_words():
    rules = list(nc.CONVENTIONS.values())
    for before in rules[:12]:
        for after in rules:
            for field in FIELDS:
                for k in (None, 5):
                    assert changed(before, after, field, k).strip()
