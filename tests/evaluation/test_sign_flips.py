"""The sign-flip test, against a count of its own and against scipy where that is there."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.evaluation.sign_flips import MOST, flip_all, flip_at_random

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


@settings(max_examples=20)
@given(DIFFERENCES)
def test_which_system_is_called_the_first_does_not_matter(differences):
    assert flip_all(differences).p == flip_all([-d for d in differences]).p


def test_random_ways_come_close_to_all_ways():
    differences = [0.3, -0.1, 0.2, 0.25, -0.05, 0.1, 0.15, -0.2]
    drawn, exact = flip_at_random(differences, 10_000), flip_all(differences)
    assert abs(drawn.p - exact.p) < 0.02
    assert set(drawn.means) <= set(exact.means)


def test_the_same_seed_draws_the_same_ways_and_another_draws_others():
    differences = [0.01 * n for n in range(20)]
    assert flip_at_random(differences, 50, seed=1) == flip_at_random(differences, 50, seed=1)
    assert flip_at_random(differences, 50, seed=1) != flip_at_random(differences, 50, seed=2)


def test_p_from_random_ways_is_never_0():
    found = flip_at_random([1.0] * 40, 99)
    assert (found.extreme, found.p) == (0, 0.01)


def test_scipy_finds_the_same_p():
    stats = pytest.importorskip("scipy.stats")
    differences = [-0.08, 0.5, 0.04, -0.25, 0.07]
    found = stats.permutation_test(
        (differences,),
        lambda sample, axis: sample.mean(axis=axis),
        permutation_type="samples",
        n_resamples=100_000,
        vectorized=True,
    )
    assert flip_all(differences).p == pytest.approx(float(found.pvalue))


def test_too_many_or_no_differences_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match=f"{MOST} is the most"):
        flip_all([0.1] * (MOST + 1))
    for flip in (flip_all, lambda none: flip_at_random(none, 10)):
        with pytest.raises(ValueError, match="at least one query is needed"):
            flip([])
