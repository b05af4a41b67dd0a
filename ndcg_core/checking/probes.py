"""The rankings that a function is asked: each short one, and drawn ones of every kind, the smallest
and plainest first, so that the first that shows a difference says it best.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from ndcg_core.libraries import Ranking

Grades = tuple[float, ...]
SCALES: tuple[Grades, ...] = (
    *((0, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 0, 0, 3), (2,), (0,), (0, 5, 10, 20)),
    *((0, 0.5, 1, 1.25, 2.5, 3), (-1, 0, 1, 2), (-1, -1, 0), (0, 0, 1)),
)
LENGTHS = (2, 3, 4, 5, 5, 6, 8, 12, 25, 40)
EXTRA = ((), (1,), (3, 0), (2, 3, 1))
"""The grades of judged documents that short rankings lack."""


@cache
def probes(takes: frozenset[str], cut: int | None = None, drawn: int = 240) -> tuple[Ranking, ...]:
    """The rankings for a function that is told so much of them (`Form.takes`), each once.

    >>> [(one.grades, one.k) for one in probes(frozenset({"k"}))[:3]]
    [((1,), 1), ((2,), 1), ((3,), 1)]
    """
    rng, found = random.Random(48), set()
    for grades, k, rest in _drawn(rng, drawn):
        n, pool = len(grades), (*grades, *rest)
        if "binary" in takes:
            pool = tuple(int(grade > 0) for grade in pool)
        kind = rng.choice(("apart", "apart", "apart", "close", "equal"))
        places = rng.choices(range(n), k=n) if kind == "equal" else rng.sample(range(n), n)
        step = 1e-9 if kind == "close" else 0.125  # float32 does not tell close scores apart
        scores = tuple(1 + step * place for place in places)
        ids = tuple(f"d{at}" for at in rng.sample(range(100, 200), len(pool)))
        one = Ranking(
            pool[:n],
            k if "k" in takes else cut,
            pool if "pool" in takes else None,
            scores if "scores" in takes else None,
            ids if takes & {"ids", "scores"} else None,
        )
        found.add(one)
    return tuple(sorted(found, key=_size))


def _drawn(rng: random.Random, count: int) -> Iterator[tuple[Grades, int, Grades]]:
    """Grades, a cutoff, and the grades of further judged documents."""
    for n in (1, 2):
        for place, grades in enumerate(product((0, 1, 2, 3), repeat=n)):
            for k in range(1, n + 2):
                yield grades, k, EXTRA[(place + k) % len(EXTRA)]
    for _ in range(count):
        scale, n = rng.choice(SCALES), rng.choice(LENGTHS)
        drawn = tuple(rng.choices(scale, k=n))
        rest = tuple(rng.choices(scale, k=rng.choice((0, 0, 1, 3, 6))))
        if max(drawn) < 0:  # pytrec_eval may never return where all that is judged is below 0
            rest = (0, *rest)
        yield drawn, rng.choice((1, 2, 3, 5, rng.randint(1, n), n, n + 2)), rest


def _size(one: Ranking) -> tuple[object, ...]:
    """By what rankings are sorted; a set has no order that stays."""
    told = one.judged or one.grades, one.scores or (), one.labels or (), one.k or 0
    return len(one.grades), len(told[0]), len(oddities(one)), sum(map(abs, told[0])), *told


def oddities(ranking: Ranking) -> list[str]:
    """Where honest conventions part for more reasons than gain and discount: ", where ..."."""
    grades, pool = ranking.grades, ranking.judged or ranking.grades
    facts = {
        "nothing is relevant": max(pool) <= 0,
        "nothing is relevant above the cutoff": max(grades) <= 0,
        "a grade is below 0": min(pool) < 0,
        "a grade is a fraction": any(grade % 1 for grade in pool),
        "k is more than the documents": (ranking.k or 0) > len(grades),
        "scores are equal, or nearly": ranking.scores is not None
        and len({round(score, 6) for score in ranking.scores}) < len(grades),
        "judged documents were not retrieved": len(pool) > len(grades),
        "a grade is above 4": max(pool) > 4,
    }
    return [fact for fact, holds in facts.items() if holds]


def where(ranking: Ranking) -> list[str]:
    """All that is special about a ranking; of each it is said that "it" differs there."""
    grades, k = ranking.grades, ranking.k or len(ranking.grades)
    facts = {
        "there is one document": len(grades) == 1,
        "k is 1": k == 1,
        "k is less than the documents": k < len(grades),
        "there are more than 10 documents": len(grades) > 10,
        "k is more than 10": k > 10,
        "all grades are the same": len({*grades}) == 1,
        "a grade occurs twice": len({*grades}) < len(grades),
        "the order is not the best": list(grades) != sorted(grades, reverse=True),
        "there are two documents or more": len(grades) > 1,
        "something is relevant": max(ranking.judged or grades) > 0,
        "anything is ranked": True,
    }
    return oddities(ranking) + [fact for fact, holds in facts.items() if holds]
