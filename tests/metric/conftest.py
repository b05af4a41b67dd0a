"""Fixtures for several of these tests."""

import random
from dataclasses import replace

import pytest

import ndcg_core as nc
from ndcg_core.metric.catalogue import TAUGHT_CONVENTIONS

SCORERS = [nc.cg, nc.dcg, nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg, nc.ndcg_curve]
CONVENTIONS = [
    *TAUGHT_CONVENTIONS,
    replace(nc.STANDARD, discount="none"),
    replace(nc.STANDARD, ideal_from="grades", empty=1.0),
    nc.Convention("odd", gain="exponential", discount="logb(i)", base=2.7),
]


def _draw_rankings(count: int, seed: int):
    """Yield random rankings with cutoffs. Every other ranking has a pool."""
    rng = random.Random(seed)
    for number in range(count):
        n = rng.choice([1, 2, 3, 5, 8, 13, 40])
        grade = (lambda: rng.randint(0, 4)) if number % 3 else (lambda: rng.random() * 4)
        grades = [grade() for _ in range(n)]
        pool = [*grades, *(grade() for _ in range(rng.randint(0, 9)))] if number % 2 else None
        yield grades, rng.choice([None, 1, 2, 5, 10, 100]), pool, rng.choice(CONVENTIONS)


@pytest.fixture
def rankings():
    """Return a function that yields random (grades, k, pool, convention) for a seed."""
    return _draw_rankings
