"""Every known mistake gives the number that the table of mistakes says, and is known by it."""

from dataclasses import replace
from math import isclose

import pytest

import ndcg_core as nc
from ndcg_core.misconceptions import LIKELIEST_FIRST, MISCONCEPTIONS

SHEET = nc.Sheet((3, 2, 3, 0, 1))
AT = {k: replace(SHEET, k=k) for k in range(1, 6)}
WITH_POOL = replace(SHEET, judged=(3, 2, 3, 0, 1, 3, 2))
TWO_QUERIES = replace(SHEET, others=((0, 0, 1),))
EXPONENTIAL = replace(SHEET, convention=nc.CONVENTIONS["exponential"])

TABLE = [
    ("no-discount", 9.0000, 1.0000),
    ("log2-rank", 7.3235, 0.9435),
    ("log2-rank-plus-2", 4.5410, 0.9785),
    ("natural-log", 8.8707, 0.9724),
    ("log10", 20.4256, 0.9724),
    ("reciprocal-rank", 5.2000, 0.9600),
    ("reciprocal-rank-plus-1", 3.0833, 0.9635),
    ("log2-then-plus-1", 5.4616, 0.9741),
    ("multiply", 14.7549, 1.0482),
    ("exponential-gain", 12.7796, 0.9575),
    ("power-without-minus-1", 15.7281, 0.9652),
    ("power-of-r-minus-1", 7.8641, 0.9652),
    ("squared-gain", 16.4106, 0.9592),
    ("binary-gain", 2.5178, 0.9829),
    ("drop-zeros", 6.1925, 0.9793),
    ("sort-first", 6.3235, 1.0000),
    ("counted-from-the-bottom", 4.5219, 0.7151),
    ("ascending-ideal", 6.1487, 1.5057),
    ("no-normalisation", None, 6.1487),
    ("inverted", None, 1.0284),
    ("subtracted", None, 0.1748),
    ("divided-by-max", None, 2.0496),
    ("divided-by-n", None, 1.2297),
    ("divided-by-sum", None, 0.6832),
    ("multiplied-up", None, 9.7236),
    ("ideal-all-max", 6.1487, 0.6951),
    ("running-sum-divided", 3.4817, 1.0000),
    ("counted-from-zero", 8.5000, 0.9848),
]
MORE = [
    ("ideal-not-sorted", SHEET, "idcg", 6.1487),
    ("ideal-not-sorted", SHEET, "ndcg", 1.0000),
    ("ideal-not-sorted", AT[2], "idcg", 4.2619),
    ("ideal-not-sorted", WITH_POOL, "idcg", 6.1487),
    ("ascending-ideal", SHEET, "idcg", 4.0835),
    ("ideal-all-max", SHEET, "idcg", 8.8454),
    ("ideal-from-top-k", AT[2], "ndcg", 1.0000),
    ("ideal-from-top-k", AT[4], "ndcg", 0.9778),
    ("ideal-from-top-k", AT[3], "ndcg", 0.9778),
    ("ideal-from-top-k", AT[5], "ndcg", 0.9724),
    ("ideal-not-cut", AT[2], "ndcg", 0.6740),
    ("ideal-not-cut", AT[3], "ndcg", 0.9112),
    ("ideal-not-cut", AT[4], "ndcg", 0.9112),
    ("dcg-not-cut", AT[2], "ndcg", 1.2567),
    ("dcg-not-cut", AT[3], "ndcg", 1.0434),
    ("k-minus-1", AT[3], "ndcg", 0.8710),
    ("k-minus-1", AT[5], "ndcg", 0.9112),
    ("retrieved-as-pool", WITH_POOL, "ndcg", 0.9724),
    ("pool-not-cut", WITH_POOL, "ndcg", 0.7334),
    ("pool-not-cut", WITH_POOL, "idcg", 8.3841),
    ("pooled-average", TWO_QUERIES, "mean", 0.9079),
    ("empty-query-left-out", replace(SHEET, others=((0, 0),)), "mean", 0.9724),
    ("discounted-grade", EXPONENTIAL, "dcg", 10.5340),
    ("ideal-other-rules", SHEET, "idcg", 13.3472),
    ("digits-swapped", SHEET, "dcg", 6.419),
    ("digit-left-out", SHEET, "dcg", 6.487),
    ("cut-off", SHEET, "ndcg", 0.97),
]
ELSEWHERE = {"another-rank's-divisor", "all-zero-divides"}


def gives(id, sheet, cell, value):
    return any(isclose(n, value, abs_tol=6e-5) for n in MISCONCEPTIONS[id].numbers(cell, sheet))


OF_THE_IDEAL = {"ascending-ideal", "ideal-all-max"}
"""These leave DCG right."""


def known(value, cell):
    return [mistake.id for mistake in nc.diagnose(f"{value:.4f}", cell, SHEET)]


@pytest.mark.parametrize(("id", "dcg", "ndcg"), TABLE, ids=[id for id, _, _ in TABLE])
def test_a_mistake_gives_the_number_in_the_table_and_is_known_by_it(id, dcg, ndcg):
    assert gives(id, SHEET, "ndcg", ndcg)
    assert (id in known(ndcg, "ndcg")) == (id not in ("natural-log", "log10"))
    if dcg is not None:
        assert gives(id, SHEET, "dcg", dcg)
        assert known(dcg, "dcg")[:1] == ([] if id in OF_THE_IDEAL else [id])


@pytest.mark.parametrize(("id", "sheet", "cell", "value"), MORE)
def test_a_mistake_gives_the_number_in_the_table_at_other_cutoffs(id, sheet, cell, value):
    assert gives(id, sheet, cell, value)


def test_every_mistake_of_the_table_is_registered():
    ids = {row[0] for row in (*TABLE, *MORE)} | ELSEWHERE
    assert ids == set(MISCONCEPTIONS) == set(LIKELIEST_FIRST)
