"""Two systems over many queries: numbers checked with scipy or a separate count, and texts."""

import math
import random
from itertools import chain, combinations, product
from math import fsum, log2, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import ndcg_core as nc
from ndcg_core.evaluation import Choices, compare, evaluate, load_bundled, second_convention
from ndcg_core.evaluation.comparing.paired import (
    adjust_p_values,
    compare_pair,
    find_reversing_queries,
    run_sign_flip_test,
)
from ndcg_core.evaluation.comparing.pairs import build_paragraphs
from ndcg_core.evaluation.comparing.sign_flips import run_exact_flip_test, run_random_flip_test
from ndcg_core.evaluation.scoring.intervals import (
    calculate_critical_value,
    calculate_interval,
    calculate_p_value,
)


def draw_differences(seed, n=40, shift=0.03):
    rng = random.Random(seed)
    return [round(rng.gauss(shift, 0.2), 3) for _ in range(n)]


def score_queries(values):
    return {f"q{n}": value for n, value in enumerate(values)}


def list_sentences(*found):
    return tuple(chain(*build_paragraphs(*found)))


def make_pair(values, **options):
    one, other = [0.5] * len(values), [0.5 + value for value in values]
    return compare_pair(("A", score_queries(one)), ("B", score_queries(other)), **options)


SMALL_RUNS = {
    "A": {"q": ["b", "a"], "r": ["a"]},
    "B": {"q": ["a", "b"], "r": ["a"]},
    "C": {"q": ["c"], "r": ["c"]},
}
"""NDCG@2 of q is (1 + 2/log2(3)) / (2 + 1/log2(3)) = 0.860 in A. B has the ideal orders."""


def test_a_baseline_is_compared_with_each_other_system():
    results = evaluate({"q": {"a": 2, "b": 1, "c": 0}, "r": {"a": 1}}, SMALL_RUNS, 2)
    found = compare(results, baseline="B")
    assert [(pair.first, pair.second) for pair in found.pairs] == [("B", "A"), ("B", "C")]
    assert [(pair.wins, pair.ties, pair.losses) for pair in found.pairs] == [(0, 1, 1), (0, 0, 2)]
    assert [pair.queries for pair in found.pairs] == [2, 2]
    assert (found.k, found.measure, found.apart) == (2, "NDCG", ())
    few = "That is too few to distinguish any difference from chance."
    alike = "has the same value on every query."
    one, other = found.pairs
    assert one.warnings == (f"The two systems differ on only 1 query. {few}", f"B {alike}")
    assert other.warnings[1:] == (f"B {alike}", f"C {alike}")
    assert one.sentences[0] == "“B” leads “A” by 0.070 in mean NDCG@2 (1.000 to 0.930)."
    assert other.sentences[0] == "“B” leads “C” by 1.000 in mean NDCG@2 (1.000 to 0.000)."
    row = found.frame.row(0, named=True)
    assert (row["first"], row["second"], row["mean_first"]) == ("B", "A", 1)
    assert row["mean_second"] == pytest.approx((1 + 0.8597) / 2, abs=1e-4)
    assert row["difference"] == pytest.approx(row["mean_second"] - 1)
    assert found.pair("A", "B") is one
    with pytest.raises(ValueError, match="The systems 'A' and 'C' were not compared"):
        found.pair("A", "C")
    html = found._repr_html_()
    assert "<caption>Differences in NDCG@2</caption>" in html
    assert html.count("<p>“B” leads") == 2
    assert html.endswith(" ".join((*other.sentences, *other.warnings)) + "</p></div>")


def test_systems_without_a_common_query_are_named_in_a_notebook():
    runs = {"A": {"r": ["a"]}, "B": {"q": ["a"]}}
    qrels, choices = {"q": {"a": 1}, "r": {"a": 1}}, Choices(missing="left-out")
    found = compare(evaluate(qrels, runs, choices=choices))
    assert (found.pairs, found.apart) == ((), (("A", "B"),))
    sentence = "A and B cannot be compared, because no query has a value for both."
    assert found._repr_html_().endswith(f"<p>{sentence}</p></div>")


@pytest.mark.parametrize("seed", range(5))
def test_t_equals_scipys_paired_t(seed):
    rng = random.Random(seed)
    one, other = ([rng.random() for _ in range(30)] for _ in range(2))
    theirs = stats.ttest_rel(other, one)
    found = compare_pair(("A", score_queries(one)), ("B", score_queries(other)), times=10)
    assert found.t == pytest.approx(theirs.statistic)
    assert found.t_p == pytest.approx(theirs.pvalue)


def test_p_counts_the_observed_way_among_the_extreme_and_all_ways():
    values = [1.0] * 30  # no random way is as far from 0
    found = run_random_flip_test(values, 99)
    assert (run_sign_flip_test(values, 99)[0], found.p, found.extreme) == (1 / 100, 1 / 100, 0)


NOT_0 = st.integers(1, 9) | st.integers(-9, -1)  # differences of 0 are flipped at random


@settings(max_examples=60)
@given(st.lists(NOT_0, min_size=2, max_size=8), st.integers(-12, 12))
def test_the_interval_has_every_difference_that_the_test_does_not_reject(values, x):
    """Compare with the definition, by all sign patterns of the values minus x."""
    shifted = [value - x for value in values]
    ways = product((1, -1), repeat=len(values))
    sums = [sum(s * d for s, d in zip(way, shifted, strict=True)) for way in ways]
    p = sum(abs(total) >= abs(sum(shifted)) for total in sums) / len(sums)
    low, high = run_sign_flip_test(values)[1]
    assert (low != low or low <= x <= high) == (p > 0.05)


def count_turning_queries(values):
    """Return the size of the smallest set of queries whose removal changes the sign of the sum."""
    total = fsum(values.values())
    for size in range(1, len(values)):
        for gone in combinations(values, size):
            if total * fsum(v for q, v in values.items() if q not in gone) < 0:
                return size
    return None


@pytest.mark.parametrize("seed", range(12))
def test_no_smaller_set_of_queries_reverses_the_winner(seed):
    rng = random.Random(seed)
    values = score_queries([rng.randint(-4, 6) / 8 for _ in range(8)])
    if not fsum(values.values()):
        values["q0"] += 0.5
    found, least = find_reversing_queries(values), count_turning_queries(values)
    assert (None if found is None else len(found)) == least
    if found:
        rest = fsum(v for q, v in values.items() if q not in found)
        assert rest * fsum(values.values()) < 0


def test_nothing_reverses_a_system_that_is_never_behind():
    assert find_reversing_queries({"a": 0.5, "b": 0.0}) is None
    assert find_reversing_queries({"a": 0.5, "b": -0.5}) is None


@pytest.mark.parametrize("seed", range(5))
def test_holms_p_values_reject_as_the_step_down_rule(seed):
    rng = random.Random(seed)
    values = [rng.random() ** 3 / 4 for _ in range(6)]
    level, rejected = 0.05, set()
    for place, which in enumerate(sorted(range(6), key=values.__getitem__)):
        if values[which] > level / (6 - place):
            break
        rejected.add(which)
    assert {which for which, p in enumerate(adjust_p_values(values)) if p <= level} == rejected


@pytest.mark.parametrize("n", [1, 2, 3, 9, 40, 9_999, 1_000_000])
def test_students_distribution_equals_scipys(n):
    assert calculate_critical_value(n) == pytest.approx(stats.t.ppf(0.975, n), rel=1e-9)
    for t in (0.0, 1e-5, 0.3, 1.0, 1.96, 4.0, 30.0):
        assert calculate_p_value(t, n) == pytest.approx(2 * stats.t.sf(t, n), rel=1e-8)


@pytest.mark.parametrize(
    ("values", "lowest", "low", "high"),
    [
        ([0.0, 0.1], -1, -0.585, 0.685),
        ([0.0, 0.1], 0, 0, 0.685),
        ([0.9, 1.0], 0, 0.315, 1),
        ([-0.5, 0.5], 0, -6.353, 6.353),
        ([2.0, 3.0], 0, -3.853, 8.853),
        ([0.5], 0, math.nan, math.nan),
    ],
)
def test_an_interval_ends_at_the_bounds_of_its_values(values, lowest, low, high):
    """The critical value of t for two values is 12.706."""
    found = calculate_interval(values, lowest)
    assert tuple(found) == pytest.approx((low, high), abs=1e-3, nan_ok=True)


@pytest.mark.parametrize("n", [3, 19, 200])
def test_the_interval_of_a_mean_equals_scipys_t_interval(n):
    values = draw_differences(n, n=n)
    theirs = stats.t.interval(0.95, n - 1, loc=np.mean(values), scale=stats.sem(values))
    assert calculate_interval(values) == pytest.approx(theirs)


DIFFERENCES = st.lists(st.integers(-20, 20), min_size=1, max_size=6)


@settings(max_examples=40)
@given(DIFFERENCES)
def test_all_sign_patterns_are_counted_as_a_plain_product_counts_them(differences):
    sums = [
        sum(sign * d for sign, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    far = sum(abs(total) >= abs(sum(differences)) for total in sums)
    found = run_exact_flip_test([d / 20 for d in differences])
    assert (found.extreme, found.p) == (far, far / len(sums))
    assert sorted(round(mean * 20 * len(differences)) for mean in found.means) == sorted(sums)


QRELS = {f"q{n}": {"a": 1, "b": 2} for n in range(30)}
RUNS = {
    "good": {q: ["b", "a"] for q in QRELS},
    "fair": {q: ["b", "a"] if n % 3 else ["a", "b"] for n, q in enumerate(QRELS)},
    "poor": {q: ["x", "a"] for q in QRELS},
}


def test_sentences_state_the_leader_the_difference_and_p():
    pair = compare(evaluate(QRELS, RUNS, 5), times=999).pair("good", "fair")
    ahead, chance, between, won, size = pair.sentences
    assert ahead == "“good” leads “fair” by 0.047 in mean NDCG@5 (1.000 to 0.953)."
    assert pair.difference < 0  # but the text has no number below 0
    assert chance.startswith("If the two were equally good")
    assert chance.endswith("signs in all 1,024 ways, 0.0030 after Holm for 3 pairs).")
    low, high = (nc.number(-bound) for bound in reversed(pair.interval))
    assert between.endswith(f"the difference (“good” minus “fair”) is between {low} and {high}.")
    assert won == "“good” is better on 10 queries, and “fair” on 0. The two are equal on 20."
    assert size.endswith("a medium effect.")
    assert chance.count("in either direction") == 1
    assert pair.turning is None


def test_a_frame_has_each_pairs_numbers_below_their_names():
    results = evaluate(QRELS, RUNS, 5)
    rows = compare(results, times=999).frame.rows(named=True)
    assert [(row["first"], row["second"]) for row in rows] == [*combinations(RUNS, 2)]
    ideal = 2 + 1 / log2(3)
    values = [1.0] * 20 + [(1 + 2 / log2(3)) / ideal] * 10
    fair, poor = np.mean(values), 1 / log2(3) / ideal
    means = [(row["mean_first"], row["mean_second"]) for row in rows]
    assert means == [pytest.approx(pair) for pair in [(1, fair), (1, poor), (fair, poor)]]
    for row in rows:
        assert row["difference"] == pytest.approx(row["mean_second"] - row["mean_first"])
    assert rows[0]["low"] < rows[0]["difference"] < rows[0]["high"] < 0
    counts = [[row[name] for name in ("wins", "ties", "losses", "queries")] for row in rows]
    assert counts == [[0, 20, 10, 30], [0, 0, 30, 30], [0, 0, 30, 30]]
    theirs = stats.ttest_1samp(values, 1)
    numbers = [rows[0][name] for name in ("t", "t_p", "effect", "flips_p", "adjusted_p")]
    effect = theirs.statistic / sqrt(30)
    assert numbers == pytest.approx([theirs.statistic, theirs.pvalue, effect, 2 / 1024, 3 / 1000])
    assert [(row["ways"], row["exact"]) for row in rows] == [(1024, True)] + [(999, False)] * 2


@pytest.mark.parametrize("tiny", [0.0, 1e-7])
def test_only_equal_means_are_called_equal(tiny):
    said = list_sentences(make_pair([0.1, tiny * 2 - 0.1] * 15, times=99), "NDCG@10")
    if tiny:
        assert said[0].startswith("“B” leads “A” by 1e-07")
        assert said[-1].startswith("Without 1 of the 30 queries")
    else:
        assert said[0] == "“A” and “B” have the same mean NDCG@10."
        assert said[1].startswith("With 95% confidence, the difference (“")
        assert said[2:] == ("“B” is better on 15 queries, and “A” on 15.",)


FEW = {"one query": [0.3], "always the same": [0.1] * 30, "five": [0.2, 0.15, 0.28, 0.22, 0.19]}


@pytest.mark.parametrize("values", FEW.values(), ids=FEW)
def test_no_confidence_is_stated_if_nothing_varies_or_p_cannot_be_small(values):
    said = " ".join(list_sentences(make_pair(values, times=99), "NDCG@10"))
    assert "confidence" not in said
    assert "Paired t" not in said
    assert ("(p" in said, "One query is not enough" in said) == (len(values) > 1, len(values) == 1)


def test_a_second_convention_without_a_cutoff_reports_evaluates_sentence():
    found = load_bundled()
    results = evaluate(found.qrels, list(found.runs), 5)
    second = second_convention(found.qrels, found.runs, results, "lightgbm", [])
    assert second.problem.startswith("There is no cutoff.")
