"""Rankings for other people's libraries: the edges where they part one by one, and random ones.

Names are of one length (but for those that are about names): ranx compiles for each length anew.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from ndcg_core.libraries import Ranking

CUTOFFS = (1, 2, 3, 5, 10, 20)
EACH = 40
"""So many random rankings with and without equal scores, with and without a pool."""
HOW = "is not installed; `pip install 'ndcg-tutor[conformance]'` brings it"


def needs(module: str):
    """The real package, or a skip that says how to get it."""
    return pytest.importorskip(module, reason=f"{module} {HOW}")


def rankings(seed: int, *, ties: bool = True, pool: bool = False) -> Iterator[Ranking]:
    """Random rankings with scores: short ones, tied ones, k beyond the list, nothing relevant."""
    rng = random.Random(seed)
    for number in range(300):
        n = rng.choice([1, 2, 5, 8, 12, 15 if ties else 30])  # ranx sorts no more ties stably
        top = rng.choice([0, 1, 1, 3, 4]) if number % 10 == 0 else rng.choice([1, 2, 3, 4])
        grades = [rng.randint(0, top) for _ in range(n)]
        rest = [rng.randint(0, top) for _ in range(rng.randint(0, 9))] if pool else []
        scores = [rng.randint(0, 5) for _ in range(n)] if ties else rng.sample(range(9 * n), n)
        yield Ranking(
            tuple(grades),
            rng.choice(CUTOFFS),
            tuple(grades + rest) if pool else None,
            tuple(score / 8 for score in scores),  # which float32 holds exactly
            tuple(f"d{place:02}" for place in rng.sample(range(99), n + len(rest))),
        )


def some(n: int, seed: int, top: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    return tuple(rng.randint(0, top) for _ in range(n))


def distinct(n: int, seed: int) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(9 * n), n))


LISTS = {
    "a list": Ranking((3, 2, 3, 0, 1)),
    "a list cut": Ranking((3, 2, 3, 0, 1), 3),
    "only the first rank": Ranking((0, 3, 1), 1),
    "k beyond the list": Ranking((2, 3, 1), 10),
    "relevant or not": Ranking((0, 1, 1, 0, 1), 3),
    "all relevant": Ranking((1, 1, 1)),
    "zeros only": Ranking((0, 0, 0)),
    "zeros cut": Ranking((0, 0, 0), 2),
    "one document": Ranking((3,)),
    "one irrelevant document": Ranking((0,)),
    "one document, k beyond": Ranking((2,), 5),
    "33 documents": Ranking(some(33, 1, 3), scores=distinct(33, 2)),
    "40 documents, k 40": Ranking((1, *[0] * 34, *[1] * 5), 40),
    "40 documents": Ranking(some(40, 3, 3)),
    "300 documents": Ranking(some(300, 4, 4), 20),
    "600 documents": Ranking(some(600, 5, 3)),
}
POOLS = {
    "a pool": Ranking((3, 0, 2, 1), None, (3, 3, 3, 2, 2, 1, 0, 0)),
    "a pool cut": Ranking((3, 0, 2, 1), 2, (3, 3, 3, 2, 2, 1, 0, 0)),
    "a pool, k beyond the list": Ranking((1, 0, 2), 5, (1, 0, 2, 3, 1)),
    "a pool, k beyond the pool": Ranking((2, 3), 50, (2, 3, 3, 1)),
    "a pool, nothing found": Ranking((0, 0, 0), None, (0, 0, 0, 3, 1)),
    "a pool of zeros": Ranking((0, 0), None, (0, 0, 0, 0)),
    "a pool, one document": Ranking((2,), None, (2, 3)),
    "a pool, tied": Ranking((1, 0, 2, 1), None, (1, 0, 2, 1, 3, 3), (2, 2, 2, 1)),
    "a pool, tied and cut": Ranking((1, 0, 2, 1), 3, (1, 0, 2, 1, 3, 3), (2, 2, 2, 1)),
}
TIES = {
    "two tied": Ranking((0, 1), scores=(1, 1)),
    "some tied": Ranking((3, 2, 3, 0, 1), scores=(3, 2, 2, 2, 1)),
    "some tied, cut among them": Ranking((3, 2, 3, 0, 1), 3, scores=(3, 2, 2, 2, 1)),
    "all tied": Ranking((0, 1, 2, 3, 4), scores=(1, 1, 1, 1, 1)),
    "all tied, cut": Ranking((0, 1, 2, 3, 4), 2, scores=(1, 1, 1, 1, 1)),
    "tied below the cutoff": Ranking((3, 2, 1, 0, 2), 2, scores=(9, 8, 5, 5, 5)),
    "tied and of one grade": Ranking((3, 1, 1, 1, 2) * 4, scores=(9, 5, 5, 5, 4) * 4),
    "12 tied": Ranking(some(12, 6, 3), 5, scores=some(12, 7, 3)),
    "15 tied": Ranking(some(15, 8, 3), scores=some(15, 9, 3)),
    "16 tied": Ranking(some(16, 10, 3), scores=some(16, 11, 3)),
    "17 tied, cut": Ranking(some(17, 12, 3), 10, scores=some(17, 13, 3)),
    "200 tied": Ranking(some(200, 14, 3), 100, scores=some(200, 15, 20)),
}
GRADES = {
    "fractions": Ranking((0.5, 1, 0, 0.25)),
    "fractions cut": Ranking((2.5, 1, 0, 3), 2),
    "tenths": Ranking((0.1, 1.3, 0, 2.7)),
    "fractions below 1 only": Ranking((0.5, 0.25, 0)),
    "fractions in a pool": Ranking((0.5, 1), None, (0.5, 1, 2.5)),
    "a fraction in the pool alone": Ranking((3, 1), None, (3, 1, 2.5)),
    "grade 5": Ranking((5, 0, 3, 1)),
    "grade 10": Ranking((10, 0, 3, 1), 3),
    "grade 30": Ranking((3, 30, 0, 1)),
    "grade 31": Ranking((3, 31, 0, 30)),
    "grade 32": Ranking((3, 32, 0, 30)),
    "grade 100": Ranking((60, 0, 100, 1)),
}
NEGATIVE = {
    "-1": Ranking((3, -1, 2)),
    "-1 first, cut": Ranking((-1, 3, 2), 2),
    "-1 and -2": Ranking((3, -2, 2, 0, -1)),
    "-1 alone": Ranking((-1,)),
    "nothing above 0": Ranking((0, -1, 0)),
    "a sum of 0": Ranking((1, -1)),
    "an ideal below 0": Ranking((-2, 1)),
    "only below 0": Ranking((-1, -2)),
    "-1 in a pool": Ranking((3, -1, 2), None, (3, -1, 2, -2, 1)),
    "-1 in the pool alone": Ranking((3, 1), None, (3, 1, 2, -1)),
    "-1 in a pool cut beyond it": Ranking((3, -1, 2), 9, (3, -1, 2, -2, 1)),
    "-0.5": Ranking((3, -0.5, 2)),
    "0.5 and -1": Ranking((0.5, -1, 1)),
    "-1, tied": Ranking((3, -1, 2, 1), scores=(2, 2, 2, 1)),
}
SCORES = {
    "scores that float32 cannot tell apart": Ranking((0, 3, 1), scores=(1.00000001, 1.0, 0.5)),
    "scores below 0": Ranking((0, 3, 1), scores=(-1, -0.5, -3)),
    "scores of eight digits": Ranking((0, 3, 1), scores=(16777217, 16777216, 5)),
    "scores out of order": Ranking((1, 2, 3, 0), 2, (1, 2, 3, 0, 3), (0.1, 0.4, 0.2, 0.9)),
    "very large scores": Ranking((0, 3, 1), scores=(1e30, 2e30, 5)),
}
NAMES = {
    "names out of order": Ranking(
        (3, 2, 3, 0, 1), 3, scores=(3, 2, 2, 2, 1), labels=("Cat", "Ant", "Dog", "Eel", "Bee")
    ),
    "names with spaces": Ranking(
        (3, 2, 0, 1), scores=(2, 2, 2, 1), labels=("Doc 1", "Doc 10", "doc 2", "É a")
    ),
    "one name thrice": Ranking((3, 2, 0, 1), scores=(2, 2, 2, 2), labels=("x", "x", "y", "x")),
    "no names": Ranking((3, 2, 0, 1, 2, 3, 1, 0, 2, 2, 3), scores=(2,) * 11),
    "the name of the query": Ranking((3, 2), labels=("q", "1")),
}


def any_ranking(seed: int) -> Ranking:
    """A ranking in which several of these come together."""
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


def named(ranking: Ranking) -> Ranking:
    """The same with names of four letters, in no order."""
    count = len(ranking.grades) + len(ranking.unretrieved)
    names = (f"d{number}" for number in random.Random(count).sample(range(100, 1000), count))
    return replace(ranking, labels=tuple(names))


RANDOM = {f"random {seed}": any_ranking(seed) for seed in range(20)} | {
    f"random, ties {ties}, pool {pool}, {number}": ranking
    for ties in (True, False)
    for pool in (True, False)
    for number, ranking in enumerate(islice(rankings(5, ties=ties, pool=pool), EACH))
}
CASES = {
    name: named(ranking)
    for group in (LISTS, POOLS, TIES, GRADES, NEGATIVE, SCORES, RANDOM)
    for name, ranking in group.items()
} | NAMES
