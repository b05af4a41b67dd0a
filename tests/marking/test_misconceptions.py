"""Every known mistake gives the number that the table of mistakes says, and is known by it."""

from dataclasses import replace
from math import isclose
from typing import get_args

import pytest

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.misconceptions import CHANGES, MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import CONCEPTS, Scope

SHEET = nc.Sheet((3, 2, 3, 0, 1))
MISTAKES = beside(__file__, "mistakes.toml")
ELSEWHERE = {"another-rank's-divisor", "all-zero-divides"}


def gives(id, sheet, cell, value):
    return any(isclose(n, value, abs_tol=6e-5) for n in MISCONCEPTIONS[id].numbers(cell, sheet))


OF_THE_IDEAL = {"ascending-ideal", "ideal-all-max"}
"""These leave DCG right."""


def known(value, cell):
    return [mistake.id for mistake in nc.diagnose(f"{value:.4f}", cell, SHEET)]


@pytest.mark.parametrize(("id", "dcg", "ndcg"), MISTAKES["totals"], ids=str)
def test_a_mistake_gives_the_number_in_the_table_and_is_known_by_it(id, dcg, ndcg):
    assert gives(id, SHEET, "ndcg", ndcg)
    assert (id in known(ndcg, "ndcg")) == (id not in ("natural-log", "log10"))
    if dcg:
        assert gives(id, SHEET, "dcg", dcg)
        assert known(dcg, "dcg")[:1] == ([] if id in OF_THE_IDEAL else [id])


@pytest.mark.parametrize(("id", "changed", "cell", "value"), MISTAKES["others"])
def test_a_mistake_gives_the_number_in_the_table_on_another_sheet(id, changed, cell, value):
    assert gives(id, replace(SHEET, **changed), cell, value)


def test_every_mistake_of_the_table_is_registered():
    ids = {row[0] for row in (*MISTAKES["totals"], *MISTAKES["others"])} | ELSEWHERE
    assert ids == set(MISCONCEPTIONS) == set(CHANGES)
    assert {mistake.concept for mistake in MISCONCEPTIONS.values()} <= set(CONCEPTS)
    assert {mistake.scope for mistake in MISCONCEPTIONS.values()} == set(get_args(Scope))
