"""Two systems over many queries: each number against scipy or a count of its own."""

from __future__ import annotations

import random
from itertools import combinations
from math import fsum, isnan, nan

import pytest

pytest.importorskip("polars")
stats = pytest.importorskip("scipy.stats")
np = pytest.importorskip("numpy")

from ndcg_core.evaluation.paired import effect, flips_p, holm, paired, t_test, turning  # noqa: E402
from ndcg_core.evaluation.resampling import bootstrap  # noqa: E402


def differences(seed, n=40, shift=0.03):
    rng = random.Random(seed)
    return [round(rng.gauss(shift, 0.2), 3) for _ in range(n)]


def scores(values):
    return {f"q{n}": value for n, value in enumerate(values)}


def pair_of(values, **options):
    one, other = [0.5] * len(values), [0.5 + value for value in values]
    return paired(("A", scores(one)), ("B", scores(other)), **options)


@pytest.mark.parametrize("seed", range(5))
def test_t_is_scipys_paired_t(seed):
    rng = random.Random(seed)
    one, other = ([rng.random() for _ in range(30)] for _ in range(2))
    theirs = stats.ttest_rel(other, one)
    found = paired(("A", scores(one)), ("B", scores(other)), times=10)
    assert found.t == pytest.approx(theirs.statistic)
    assert found.t_p == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("seed", range(3))
def test_random_flips_come_close_to_scipys_permutation_test(seed):
    values = differences(seed)
    theirs = stats.permutation_test(
        (values,),
        lambda sample, axis: sample.mean(axis=axis),
        permutation_type="samples",
        n_resamples=20_000,
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    assert flips_p(values, 20_000) == pytest.approx(theirs.pvalue, abs=0.02)


def test_p_is_one_more_than_the_extreme_ways_over_one_more_than_all():
    values = [1.0] * 30  # no random way is as far from 0
    assert flips_p(values, 99) == 1 / 100


def test_queries_without_a_difference_change_no_p():
    values = differences(1, n=30)
    assert flips_p(values + [0.0] * 50, 500) == flips_p(values, 500)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_comes_close_to_scipys_bootstrap(seed):
    values = differences(seed, n=60)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    assert bootstrap(values) == pytest.approx((theirs.low, theirs.high), abs=0.005)


def test_the_same_seed_gives_the_same_answer_and_another_another():
    values = differences(2)
    assert pair_of(values, seed=5) == pair_of(values, seed=5)
    assert pair_of(values, seed=5).interval != pair_of(values, seed=6).interval


def test_the_other_way_round_everything_is_the_same_with_its_sign_turned():
    one, other = scores(differences(3)), scores(differences(4))
    there, back = paired(("A", one), ("B", other)), paired(("B", other), ("A", one))
    assert there.flips_p == back.flips_p
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)
    for name in ("difference", "t", "effect"):
        assert getattr(there, name) == pytest.approx(-getattr(back, name))


def test_the_order_of_the_queries_does_not_matter():
    one, other = scores(differences(5)), scores(differences(6))
    turned = dict(reversed(other.items()))
    assert paired(("A", one), ("B", other), 200) == paired(("A", one), ("B", turned), 200)


def test_queries_are_matched_by_id_and_those_without_a_value_left_out():
    found = paired(("A", {"x": 0.1, "y": nan, "z": 0.5}), ("B", {"z": 0.7, "x": 0.1, "y": 1.0}))
    assert found.queries == 2
    assert found.differences == pytest.approx({"x": 0.0, "z": 0.2})
    with pytest.raises(ValueError, match="no query in common"):
        paired(("A", {"x": 1.0}), ("B", {"y": 1.0}))


def test_a_difference_of_rounding_alone_is_a_tie():
    found = paired(("A", {"x": 0.1 + 0.2}), ("B", {"x": 0.3}))
    assert (found.wins, found.ties, found.losses) == (0, 1, 0)


def by_trying(values):
    """The smallest set of queries without which the sum has the other sign."""
    total = fsum(values.values())
    for size in range(1, len(values)):
        for gone in combinations(values, size):
            if total * fsum(v for q, v in values.items() if q not in gone) < 0:
                return size
    return None


@pytest.mark.parametrize("seed", range(12))
def test_no_smaller_set_of_queries_turns_the_winner_round(seed):
    rng = random.Random(seed)
    values = scores([rng.randint(-4, 6) / 8 for _ in range(8)])
    if not fsum(values.values()):
        values["q0"] += 0.5
    found, least = turning(values), by_trying(values)
    assert (None if found is None else len(found)) == least
    if found:
        rest = fsum(v for q, v in values.items() if q not in found)
        assert rest * fsum(values.values()) < 0


def test_nothing_turns_round_where_one_is_never_behind():
    assert turning({"a": 0.5, "b": 0.0}) is None
    assert turning({"a": 0.5, "b": -0.5}) is None


@pytest.mark.parametrize("seed", range(5))
def test_holm_rejects_as_the_step_down_rule_does(seed):
    rng = random.Random(seed)
    values = [rng.random() ** 3 / 4 for _ in range(6)]
    level, rejected = 0.05, set()
    for place, which in enumerate(sorted(range(6), key=values.__getitem__)):
        if values[which] > level / (6 - place):
            break
        rejected.add(which)
    assert {which for which, p in enumerate(holm(values)) if p <= level} == rejected


def test_effect_is_the_mean_over_the_standard_deviation():
    values = differences(7)
    assert effect(values) == pytest.approx(np.mean(values) / np.std(values, ddof=1))


@pytest.mark.parametrize(
    "values", [[0.1, 0.1], [0.1], [x + 0.1 - x for x in (0.3, 0.5, 0.7, 0.011)]], ids=str
)
def test_where_nothing_varies_but_for_rounding_there_is_no_t_and_no_effect(values):
    assert all(map(isnan, (*t_test(values), effect(values))))


def test_one_query_has_no_interval():
    assert all(map(isnan, bootstrap([0.3])))


@pytest.mark.parametrize(("moved", "ways", "exact"), [(12, 4096, True), (13, 99, False)])
def test_it_is_known_whether_all_ways_of_flipping_were_tried(moved, ways, exact):
    found = pair_of([0.1] * moved + [0.0] * 20, times=99)
    assert (found.ways, found.exact) == (ways, exact)


def test_equal_systems_are_called_different_as_often_as_the_level_says():
    """The count of 300 simulated comparisons is within the middle 99.9 % of its binomial."""
    low, high = stats.binom.interval(0.999, 300, 0.05)
    rng = np.random.default_rng(11)
    drawn = rng.gamma(1.0, 0.2, size=(300, 2, 25))
    found = {"flips": 0, "t": 0}
    for one, other in drawn:
        values = list(other - one)
        found["flips"] += flips_p(values, 400) <= 0.05
        found["t"] += t_test(values)[1] <= 0.05
    assert low <= found["flips"] <= high
    assert low <= found["t"] <= high
