"""Rankings for other people's libraries: the edges where they part one by one, and random ones.

Names are of one length (but for those that are about names): ranx compiles for each length anew.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from ndcg_core.content import load_toml
from ndcg_core.libraries import Ranking
from tests.libraries import read_ranking

EACH = 40
"""So many random rankings with and without equal scores, with and without a pool."""
HOW = "is not installed; `pip install 'ndcg-tutor[test,conformance]'` brings it"


def require_module(module: str):
    return pytest.importorskip(module, reason=f"{module} {HOW}")


def draw_rankings(seed: int, *, ties: bool = True, pool: bool = False) -> Iterator[Ranking]:
    """Yield random rankings with scores: short, tied, shorter than k, or irrelevant."""
    rng = random.Random(seed)
    for number in range(300):
        n = rng.choice([1, 2, 5, 8, 12, 15 if ties else 30])  # ranx sorts no more ties stably
        top = rng.choice([0, 1, 1, 3, 4]) if number % 10 == 0 else rng.choice([1, 2, 3, 4])
        grades = [rng.randint(0, top) for _ in range(n)]
        rest = [rng.randint(0, top) for _ in range(rng.randint(0, 9))] if pool else []
        scores = [rng.randint(0, 5) for _ in range(n)] if ties else rng.sample(range(9 * n), n)
        yield Ranking(
            tuple(grades),
            rng.choice((1, 2, 3, 5, 10, 20)),
            tuple(grades + rest) if pool else None,
            tuple(score / 8 for score in scores),  # which float32 holds exactly
            tuple(f"d{place:02}" for place in rng.sample(range(99), n + len(rest))),
        )


def draw_grades(n: int, seed: int, top: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    return tuple(rng.randint(0, top) for _ in range(n))


def draw_scores(n: int, seed: int) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(9 * n), n))


READ = {
    group: {name: read_ranking(row) for name, row in rows.items()}
    for group, rows in load_toml(__file__, "cases.toml").items()
}
DRAWN = {
    "33 documents": Ranking(draw_grades(33, 1, 3), scores=draw_scores(33, 2)),
    "40 documents, k 40": Ranking((1, *[0] * 34, *[1] * 5), 40),
    "40 documents": Ranking(draw_grades(40, 3, 3)),
    "300 documents": Ranking(draw_grades(300, 4, 4), 20),
    "600 documents": Ranking(draw_grades(600, 5, 3)),
    "12 tied": Ranking(draw_grades(12, 6, 3), 5, scores=draw_grades(12, 7, 3)),
    "15 tied": Ranking(draw_grades(15, 8, 3), scores=draw_grades(15, 9, 3)),
    "16 tied": Ranking(draw_grades(16, 10, 3), scores=draw_grades(16, 11, 3)),
    "17 tied, cut": Ranking(draw_grades(17, 12, 3), 10, scores=draw_grades(17, 13, 3)),
    "200 tied": Ranking(draw_grades(200, 14, 3), 100, scores=draw_grades(200, 15, 20)),
}
"""Longer ones."""


def draw_any_ranking(seed: int) -> Ranking:
    rng = random.Random(seed)
    n, top = rng.randint(1, 14), rng.choice([1, 2, 4])
    grades = [rng.choice([rng.randint(0, top), rng.randint(-1, top)]) for _ in range(n)]
    rest = [rng.randint(0, top) for _ in range(rng.randint(0, 6))]
    scores = [rng.randint(0, n) / 4 for _ in range(n)]
    return Ranking(
        tuple(grades),
        rng.choice([None, None, 1, 3, 5, 20]),
        rng.choice([None, tuple(grades + rest)]),
        rng.choice([None, tuple(scores)]),
    )


def rename_documents(ranking: Ranking) -> Ranking:
    """Return the ranking with random document names of four letters."""
    count = len(ranking.grades) + len(ranking.unretrieved_grades)
    names = (f"d{number}" for number in random.Random(count).sample(range(100, 1000), count))
    return replace(ranking, labels=tuple(names))


RANDOM = {f"random {seed}": draw_any_ranking(seed) for seed in range(20)} | {
    f"random, ties {ties}, pool {pool}, {number}": ranking
    for ties in (True, False)
    for pool in (True, False)
    for number, ranking in enumerate(islice(draw_rankings(5, ties=ties, pool=pool), EACH))
}
CASES = {
    name: rename_documents(ranking)
    for group in (READ["rankings"], DRAWN, RANDOM)
    for name, ranking in group.items()
} | READ["named"]
MISTAKEN = list(READ["mistaken"].values())
