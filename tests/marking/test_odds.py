"""Causes are offered by their odds: from even odds, and with a rank where that is likely."""

from dataclasses import replace
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.marking import odds
from tests.marking.sheets import SHEET, marked


def test_a_cause_below_even_odds_is_not_offered_but_a_place_to_look_at_is():
    mark = marked(nc.Sheet((2, 0, 1, 3), k=3), cg="5")["cg"]  # 2 + 3, and 4 + 0 + 1
    assert (mark.verdict, mark.certainty, mark.deeds) == ("wrong", "possible", ())
    assert mark.message.startswith("I don’t recognize this number. Check which ")


def test_several_divisors_that_fit_a_term_are_offered_as_another_divisor():
    sheet = nc.Sheet((3, 2, 3, 1))
    mark = marked(sheet, actual__term__2="1")["actual.term.2"]  # 2 / 2: rank 2, or log2(4)
    assert mark.deeds == (odds.OTHER_DIVISOR_ACTION,)


def test_a_rank_is_told_where_it_is_likely_and_left_out_where_it_is_not():
    likely = marked(nc.Sheet((3, 2, 3, 1, 1)), dcg="5.318")["dcg"]  # without rank 2
    assert likely.deeds[0] == "left out the term of rank 2"
    unlikely = marked(nc.Sheet((1, 0, 3, 3)), actual__term__2="1.893")["actual.term.2"]  # 3 or 3
    assert unlikely.deeds[0] == odds.OTHER_GRADE_ACTION


@pytest.mark.parametrize("seed", range(4))
def test_halved_and_doubled_weights_assert_nothing_else(monkeypatch, seed):
    rng = Random(seed)

    def vary(weights):
        return {id: weight * rng.choice((0.5, 1.0, 2.0)) for id, weight in weights.items()}

    sheets = [replace(SHEET, given={"ndcg": text}) for text in ("0.912", "0.921", "1.000", "0.96")]
    before = [(mark.misconception, mark.certainty) for s in sheets for mark in nc.mark(s)]
    tables = ("throughout", "in_a_row", "anything_else")
    varied = {
        "default": odds.CAUSE_ODDS["default"],
        **{name: vary(odds.CAUSE_ODDS[name]) for name in tables},
    }
    monkeypatch.setattr(odds, "CAUSE_ODDS", varied)
    assert [(mark.misconception, mark.certainty) for s in sheets for mark in nc.mark(s)] == before
