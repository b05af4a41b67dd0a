"""Two systems over many queries: numbers against scipy or a count of their own; what is said."""

import random
from dataclasses import replace
from itertools import chain, combinations, product
from math import fsum, isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_core.evaluation import Choices, compare, evaluate
from ndcg_core.evaluation.comparing.paired import (
    effect,
    flipped,
    holm,
    paired,
    t_test,
    turning,
)
from ndcg_core.evaluation.comparing.pairs import odds, paragraphs, warnings
from ndcg_core.evaluation.comparing.sign_flips import MOST, flip_all, flip_at_random
from ndcg_core.evaluation.scoring.intervals import mean_interval, quantile, tail


def differences(seed, n=40, shift=0.03):
    rng = random.Random(seed)
    return [round(rng.gauss(shift, 0.2), 3) for _ in range(n)]


def scores(values):
    return {f"q{n}": value for n, value in enumerate(values)}


def words(*found):
    return tuple(chain(*paragraphs(*found)))


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


def test_p_is_one_more_than_the_extreme_ways_over_one_more_than_all():
    values = [1.0] * 30  # no random way is as far from 0
    found = flip_at_random(values, 99)
    assert (flipped(values, 99)[0], found.p, found.extreme) == (1 / 100, 1 / 100, 0)


NOT_0 = st.integers(1, 9) | st.integers(-9, -1)  # what is 0 is flipped at random


@settings(max_examples=60)
@given(st.lists(NOT_0, min_size=2, max_size=8), st.integers(-12, 12))
def test_the_interval_has_every_difference_that_the_test_does_not_tell_from_the_one_seen(values, x):
    """Against the definition: p of the values less x, every way of flipping signs tried."""
    shifted = [value - x for value in values]
    ways = product((1, -1), repeat=len(values))
    sums = [sum(s * d for s, d in zip(way, shifted, strict=True)) for way in ways]
    p = sum(abs(total) >= abs(sum(shifted)) for total in sums) / len(sums)
    low, high = flipped(values)[1]
    assert (low != low or low <= x <= high) == (p > 0.05)


def test_the_same_seed_gives_the_same_answer_and_another_another():
    values = differences(2)
    assert pair_of(values, seed=5) == pair_of(values, seed=5)
    assert pair_of(values, seed=5).interval != pair_of(values, seed=6).interval
    one, same, other = (flip_at_random(values, 50, seed) for seed in (5, 5, 6))
    assert one == same != other


def test_the_other_way_round_everything_is_the_same_with_its_sign_turned():
    one, other = scores(differences(3)), scores(differences(4))
    there, back = paired(("A", one), ("B", other)), paired(("B", other), ("A", one))
    assert there == paired(("A", one), ("B", dict(reversed(other.items()))))  # by id, not by place
    assert there.flips_p == back.flips_p
    assert there.upright in (there, back)
    assert there.upright.interval == back.upright.interval
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)
    for name in ("difference", "t", "effect"):
        assert getattr(there, name) == pytest.approx(-getattr(back, name))


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


@pytest.mark.parametrize(
    "values", [[0.1, 0.1], [0.1], [x + 0.1 - x for x in (0.3, 0.5, 0.7, 0.011)]], ids=str
)
def test_where_nothing_varies_but_for_rounding_there_is_no_t_and_no_effect(values):
    assert all(map(isnan, (*t_test(values), effect(values), *mean_interval([0.3]))))


@pytest.mark.parametrize("n", [1, 2, 3, 9, 40, 9_999, 1_000_000])
def test_students_distribution_is_scipys(n):
    assert quantile(n) == pytest.approx(stats.t.ppf(0.975, n), rel=1e-9)
    for t in (0.0, 1e-5, 0.3, 1.0, 1.96, 4.0, 30.0):
        assert tail(t, n) == pytest.approx(2 * stats.t.sf(t, n), rel=1e-8)


@pytest.mark.parametrize("n", [3, 19, 200])
def test_the_interval_of_a_mean_is_scipys_t_interval(n):
    values = differences(n, n=n)
    theirs = stats.t.interval(0.95, n - 1, loc=np.mean(values), scale=stats.sem(values))
    assert mean_interval(values) == pytest.approx(theirs)


def test_an_interval_ends_where_no_value_can_be():
    assert mean_interval([0.9, 0.5, 1.0], least=0.0).high == 1.0
    assert mean_interval([0.1, 0.0, 0.4], least=0.0).low == 0.0
    assert mean_interval([0.9, 0.5, -1.0], least=0.0).low < -1  # some conventions go below 0


@pytest.mark.parametrize(("moved", "ways", "exact"), [(12, 4096, True), (13, 99, False)])
def test_it_is_known_whether_all_ways_of_flipping_were_tried(moved, ways, exact):
    found = pair_of([0.1] * moved + [0.0] * 20, times=99)
    assert (found.ways, found.exact) == (ways, exact)


DIFFERENCES = st.lists(st.integers(-20, 20), min_size=1, max_size=6)


@settings(max_examples=40)
@given(DIFFERENCES)
def test_all_ways_are_counted_as_a_plain_product_counts_them(differences):
    sums = [
        sum(sign * d for sign, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    far = sum(abs(total) >= abs(sum(differences)) for total in sums)
    found = flip_all([d / 20 for d in differences])
    assert (found.extreme, found.p) == (far, far / len(sums))
    assert sorted(round(mean * 20 * len(differences)) for mean in found.means) == sorted(sums)


def test_too_many_or_no_differences_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match=f"{MOST} is the most"):
        flip_all([0.1] * (MOST + 1))
    for flip in (flip_all, lambda none: flip_at_random(none, 10)):
        with pytest.raises(ValueError, match="at least one query is needed"):
            flip([])


QRELS = {f"q{n}": {"a": 1, "b": 2} for n in range(30)}
RUNS = {
    "good": {q: ["b", "a"] for q in QRELS},
    "fair": {q: ["b", "a"] if n % 3 else ["a", "b"] for n, q in enumerate(QRELS)},
    "poor": {q: ["x", "a"] for q in QRELS},
}


def test_every_two_systems_are_compared_and_p_is_corrected():
    found = compare(evaluate(QRELS, RUNS, 5), times=500)
    assert [(p.first, p.second) for p in found.pairs] == list(combinations(RUNS, 2))
    assert [p.adjusted_p for p in found.pairs] == holm([p.flips_p for p in found.pairs])
    assert found.pair("poor", "good").losses == 30


def test_the_words_say_who_is_ahead_by_how_much_and_how_likely_by_chance():
    pair = compare(evaluate(QRELS, RUNS, 5), times=999).pair("good", "fair")
    ahead, chance, between, won, size = pair.sentences
    assert ahead == "“good” is ahead of “fair” by 0.047 in mean NDCG@5 (1.000 against 0.953)."
    assert pair.difference < 0  # and yet no number below 0 is said
    assert chance.startswith("If the two were equally good")
    assert chance.endswith("signs in all 1,024 ways, 0.0030 after Holm for 3 pairs).")
    low, high = (nc.number(-bound) for bound in reversed(pair.interval))
    assert between.endswith(f"the difference lies between {low} and {high} (“good” less “fair”).")
    assert won == "“good” is better on 10 queries, “fair” on 0; 20 are even."
    assert size.endswith("a medium effect.")
    assert chance.count("either way") == 1
    assert pair.turning is None


def test_the_words_of_a_difference_that_chance_brings():
    found = pair_of(differences(14, n=60, shift=0.01))
    said = " ".join(words(found, "NDCG@10"))
    assert f"is no more than chance would bring in {odds(found.flips_p)} cases" in said
    assert f"Without {len(found.turning)} of the 60 queries" in said


def test_degenerate_systems_are_warned_of():
    qrels = QRELS | {"q1": QRELS["q1"] | {"c": 0}}
    runs = RUNS | {"copy": RUNS["good"], "empty": {"q0": ["c"]}}  # nobody judged it for q0
    runs |= {"flat": {q: {"a": 1.0, "b": 1.0} for q in QRELS}}
    found = compare(evaluate(qrels, runs, 5, choices=Choices(unjudged="removed")), times=50)
    alike = "No query tells the two apart; they may be the same run."
    assert alike in found.pair("good", "copy").warnings
    assert "empty returned nothing for any judged query." in found.pair("good", "empty").warnings
    same = "“good” and “copy” have the same NDCG@5 on every query."
    assert found.pair("good", "copy").sentences == (same,)
    said = found.pair("good", "flat").warnings
    assert "flat gives every document the same score: it ranks nothing." in said
    assert "good has the same value on every query." in said
    one_each = {"one": {q: ["b"] for q in QRELS}, "good": RUNS["good"]}
    assert "ranks nothing" not in " ".join(compare(evaluate(QRELS, one_each, 5)).pairs[0].warnings)


def test_systems_without_a_query_in_common_are_not_compared_and_the_others_are():
    runs = {name: dict(list(run.items())[:9]) for name, run in RUNS.items()}
    runs |= {"others": {"q9": ["b"]}}
    found = compare(evaluate(QRELS, runs, 5, choices=Choices(missing="left-out")), times=50)
    assert found.apart == tuple((name, "others") for name in RUNS)
    assert len(found.pairs) == 3


def test_many_queries_and_few_queries_are_warned_of():
    def said(n, values=(0.1, -0.05)):
        return " ".join(warnings(pair_of([*values] * (n // 2), times=99)))

    assert "a difference that is too small to matter is significant" in said(1_000)
    assert said(1_000, (0.1, -0.1)) == ""  # there chance may well bring what is seen
    assert "only a difference that keeps coming out the same way" in said(10)
    assert said(100) == ""


@pytest.mark.parametrize(("moved", "warned"), [(5, True), (6, False)])
def test_where_no_difference_could_be_told_from_chance_that_is_said(moved, warned):
    found = pair_of([1.0] * moved + [0.0] * 40)
    assert (found.flips_p > 0.05) == warned
    assert ("no difference can be told from chance" in " ".join(warnings(found))) == warned


def test_among_several_pairs_the_share_of_cases_is_still_that_of_the_two():
    """Holm's p is no share of cases: it only decides whether the share is a surprise."""
    found = replace(pair_of(differences(1), times=99), flips_p=0.03, adjusted_p=0.09)
    chance = words(found, "NDCG@10", 3)[1]
    p = "(p 0.0300 by flipping signs 99 times, 0.0900 after Holm for 3 pairs)"
    assert f"or more, either way, in 3 of 100 cases {p}; but" in chance
    assert "but" not in words(replace(found, adjusted_p=0.04), "NDCG@10")[1]


@pytest.mark.parametrize(
    ("values", "sentence"), beside(__file__, "by_chance.toml")["smallest"], ids=str
)
def test_a_difference_that_every_way_of_flipping_brings_is_called_so(values, sentence):
    assert words(pair_of(values), "NDCG@10")[1].startswith(sentence)


@pytest.mark.parametrize("tiny", [0.0, 1e-7])
def test_equal_means_are_called_equal_and_others_not(tiny):
    said = words(pair_of([0.1, tiny * 2 - 0.1] * 15, times=99), "NDCG@10")
    if tiny:
        assert said[0].startswith("“B” is ahead of “A” by 1e-07")
        assert said[-1].startswith("Without 1 of the 30 queries")
    else:
        assert said[0] == "“A” and “B” have the same mean NDCG@10."
        assert said[1].startswith("With a confidence of 95 % the difference lies between")
        assert said[2:] == ("“B” is better on 15 queries, “A” on 15.",)


FEW = {"one query": [0.3], "always the same": [0.1] * 30, "five": [0.2, 0.15, 0.28, 0.22, 0.19]}


@pytest.mark.parametrize("values", FEW.values(), ids=FEW)
def test_no_confidence_is_spoken_of_where_nothing_varies_or_no_p_could_be_small(values):
    said = " ".join(words(pair_of(values, times=99), "NDCG@10"))
    assert "confidence" not in said
    assert "Paired t" not in said
    assert ("(p" in said, "One query cannot tell" in said) == (len(values) > 1, len(values) == 1)


def test_one_system_or_no_resamples_is_refused():
    with pytest.raises(ValueError, match="only one system"):
        compare(evaluate(QRELS, {"good": RUNS["good"]}, 5))
    with pytest.raises(ValueError, match="random ways is 0"):
        compare(evaluate(QRELS, RUNS, 5), times=0)
    with pytest.raises(ValueError, match="There is no system"):
        compare(evaluate(QRELS, RUNS, 5), baseline="none")
