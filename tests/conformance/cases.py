"""Random rankings for other people's libraries, the same ones for the same seed."""

import random
from collections.abc import Iterator

import pytest

from ndcg_core.libraries import LIBRARIES, Ranking

COUNT = 300
CUTOFFS = (1, 2, 3, 5, 10, 20)
HOW = "is not installed; `pip install 'ndcg-tutor[conformance]'` brings it"


def needs(module: str):
    """The real package, or a skip that says how to get it."""
    return pytest.importorskip(module, reason=f"{module} {HOW}")


def rankings(seed: int, *, ties: bool = True, pool: bool = False, least: int = 1, most: int = 30):
    """Random rankings with scores: short ones, tied ones, k beyond the list, nothing relevant."""
    rng = random.Random(seed)
    for number in range(COUNT):
        n = rng.choice([least, least + 1, 5, 8, 12, most])
        top = rng.choice([0, 1, 1, 3, 4]) if number % 10 == 0 else rng.choice([1, 2, 3, 4])
        grades = [rng.randint(0, top) for _ in range(n)]
        rest = [rng.randint(0, top) for _ in range(rng.randint(0, 9))] if pool else []
        yield Ranking(
            tuple(grades),
            rng.choice(CUTOFFS),
            tuple(grades + rest) if pool else None,
            tuple(_scores(rng, n, ties)),
            tuple(f"d{place:02}" for place in rng.sample(range(99), n + len(rest))),
        )


def _scores(rng: random.Random, n: int, ties: bool) -> list[float]:
    """Scores that float32 holds exactly, with or without equal ones among them."""
    values = [rng.randint(0, 5) for _ in range(n)] if ties else rng.sample(range(9 * n), n)
    return [value / 8 for value in values]


def qrels(ranking: Ranking) -> dict[str, int]:
    """The grade of every judged document."""
    return dict(zip(ranking.labels, ranking.judged or ranking.grades, strict=True))


def run(ranking: Ranking) -> dict[str, float]:
    """The score of every retrieved document."""
    return dict(zip(ranking.labels, ranking.scores, strict=False))


def expected(ranking: Ranking, name: str, within: float = 1e-12):
    """Our number for a library, and how near its own must be."""
    assert name in LIBRARIES
    return pytest.approx(ranking.ndcg(name), abs=within, nan_ok=True)


def by_query(found: Iterator[Ranking]) -> dict[str, Ranking]:
    """The rankings under query ids that are numbers, as some libraries want them."""
    return {str(number): ranking for number, ranking in enumerate(found, 1)}
