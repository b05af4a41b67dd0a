"""The rankings that a function is asked: each short one, and drawn ones of every kind, the smallest
first, so that the first that shows a difference is the plainest.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from ndcg_core.libraries import Ranking

SCALES: tuple[tuple[float, ...], ...] = (
    *((0, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 0, 0, 3), (2,), (0,), (0, 5, 10, 20)),
    *((0, 0.5, 1, 1.25, 2.5, 3), (-1, 0, 1, 2), (0, 0, 1)),
)
LENGTHS = (2, 3, 4, 5, 5, 6, 8, 12, 25, 40)
DRAWN = 700
EXTRA = ((), (1,), (3, 0), (2, 3, 1))
"""The grades of judged documents that short rankings lack."""


@cache
def probes(takes: frozenset[str], cut: int | None = None) -> tuple[Ranking, ...]:
    """The rankings for a function that is told so much of them (`Form.takes`).

    >>> [(one.grades, one.k) for one in probes(frozenset({"k"}))[:3]]
    [((0,), 1), ((0,), 2), ((1,), 1)]
    """
    rng = random.Random(48)
    found = dict.fromkeys(_as_told(row, takes, cut, rng) for row in _rows(rng))
    return tuple(sorted(found, key=_size))


def _rows(rng: random.Random) -> Iterator[tuple[tuple[float, ...], int, tuple[float, ...]]]:
    """Grades, a cutoff and further judged grades."""
    for n in (1, 2, 3):
        for place, grades in enumerate(product((0, 1, 2, 3), repeat=n)):
            for k in range(1, n + 2):
                yield grades, k, EXTRA[(place + k) % len(EXTRA)]
    for _ in range(DRAWN):
        scale, n = rng.choice(SCALES), rng.choice(LENGTHS)
        drawn = tuple(rng.choices(scale, k=n))
        rest = tuple(rng.choices(scale, k=rng.choice((0, 0, 1, 3, 6))))
        yield drawn, rng.choice((1, 2, 3, 5, rng.randint(1, n), n, n + 2)), rest


def _as_told(
    row: tuple[tuple[float, ...], int, tuple[float, ...]],
    takes: frozenset[str],
    cut: int | None,
    rng: random.Random,
) -> Ranking:
    grades, k, rest = row
    if "binary" in takes:
        grades, rest = (tuple(int(grade > 0) for grade in some) for some in (grades, rest))
    n, scores, labels = len(grades), None, None
    if "scores" in takes:
        close = rng.choice((1, 1, 1, 0.25, 1e-9))  # float32 does not tell the last from equal ones
        values = rng.sample(range(n), n) if close != 0.25 else rng.choices(range(n), k=n)
        scores = tuple(1 + value * min(close, 0.125) for value in values)
        if "ids" in takes:
            labels = tuple(f"d{at}" for at in rng.sample(range(100, 200), n + len(rest)))
    pool = (*grades, *rest) if "pool" in takes else None
    return Ranking(grades, k if "k" in takes else cut, pool, scores, labels)


def _size(ranking: Ranking) -> tuple[object, ...]:
    every = ranking.judged or ranking.grades
    odd = any(grade % 1 for grade in every)
    tied = ranking.scores is not None and len(set(ranking.scores)) < len(ranking.scores)
    return len(ranking.grades), len(every), odd, tied, sum(map(abs, every)), ranking.k or 0


def is_plain(ranking: Ranking) -> bool:
    """Whether honest conventions part here by gain and discount alone: something is relevant above
    and below the cutoff, and nothing is odd.
    """
    grades, pool, scores = ranking.grades, ranking.judged or ranking.grades, ranking.scores
    whole = all(grade >= 0 and not grade % 1 for grade in grades) and max(grades) < 5
    apart = scores is None or len({round(score, 6) for score in scores}) == len(scores)
    return whole and apart and len(pool) == len(grades) > (ranking.k or 0) and max(grades) > 0


def where(ranking: Ranking) -> Iterator[str]:
    """What is special about a ranking, the plainest first; of each it is said that "it" differs
    there.
    """
    grades, k, n = ranking.grades, ranking.k or len(ranking.grades), len(ranking.grades)
    every = ranking.judged or grades
    facts = {
        "nothing is relevant": max(every) <= 0,
        "nothing is relevant above the cutoff": max(grades) <= 0,
        "a grade is below 0": min(every) < 0,
        "a grade is a fraction": any(grade % 1 for grade in every),
        "k is more than the documents": k > n,
        "scores are equal, or nearly": bool(ranking.scores)
        and len({round(score, 6) for score in ranking.scores or ()}) < n,
        "judged documents were not retrieved": len(every) > n,
        "there is one document": n == 1,
        "k is 1": k == 1,
        "k is less than the documents": k < n,
        "there are more than 10 documents": n > 10,
        "k is more than 10": k > 10,
        "a grade is above 4": max(every) > 4,
        "all grades are the same": len(set(every)) == 1,
        "a grade occurs twice": len(set(every)) < len(every),
        "the order is not the best": list(grades) != sorted(grades, reverse=True),
        "there are two documents or more": n > 1,
        "something is relevant": max(every) > 0,
    }
    yield from (fact for fact, holds in facts.items() if holds)
    yield "anything is ranked"
