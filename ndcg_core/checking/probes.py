"""The rankings with which a function is tested: the test vectors, then random rankings.

The test vectors tell all conventions apart.
"""

import random
from collections.abc import Mapping
from functools import cache

from ndcg_core.content import load_toml
from ndcg_core.libraries import Ranking

TEST_VECTORS: Mapping[str, Ranking] = {
    row["why"]: Ranking(
        tuple(row["grades"]),
        row.get("k"),
        *(tuple(row[name]) if name in row else None for name in ("judged", "scores", "ids")),
    )
    for row in load_toml(__file__, "vectors.toml")["vector"]
}
"""The rankings of the test vectors, by the reason for each vector."""
GRADE_SCALES: tuple[tuple[float, ...], ...] = (
    (0, 1),
    (0, 1, 2, 3),
    (0, 1, 2, 3, 4),
    (0, 0, 0, 3),
    (2,),
    (0,),
    (0, 5, 10, 20),
    (0, 0.5, 1, 1.25, 2.5, 3),
    (-1, 0, 1, 2),
    (-1, -1, 0),
    (0, 0, 1),
)
RANKING_LENGTHS = (1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 8, 12, 25, 40)


@cache
def make_probes(
    input_names: frozenset[str], cut: int | None = None, random_count: int = 300
) -> tuple[Ranking, ...]:
    """Return distinct rankings for a function that takes these inputs (`Form.input_names`).

    cut: the cutoff of a function without the input "k". random_count: the number of random rankings
    after the test vectors.

    >>> [(ranking.grades, ranking.k) for ranking in make_probes(frozenset({"k"}))[:3]]
    [((0, 4), 2), ((3, 0, 3, 3, 2, 2, 3, 2), 5), ((0, 5), 1)]
    """
    rng = random.Random(48)
    every = [*TEST_VECTORS.values(), *(_draw_ranking(rng) for _ in range(random_count))]
    adapted = (_adapt_ranking(ranking, input_names, cut) for ranking in every)
    return tuple(dict.fromkeys(adapted))


def _draw_ranking(rng: random.Random) -> Ranking:
    """Return a random ranking with every input that a function may take."""
    scale = rng.choice(GRADE_SCALES)
    n = rng.choice(RANKING_LENGTHS)
    grades, rest = (rng.choices(scale, k=count) for count in (n, rng.choice((0, 0, 0, 1, 3, 6))))
    pool = *grades, *(max(0, grade) for grade in rest)
    k = rng.choice((1, 2, 3, 5, rng.randint(1, n), n, n + 2))
    kind = rng.choice(("apart", "apart", "apart", "close", "equal"))
    levels = rng.choices(range(n), k=n) if kind == "equal" else rng.sample(range(n), n)
    step = 1e-9 if kind == "close" else 0.125  # float32 does not tell close scores apart
    ids = tuple(f"d{number}" for number in rng.sample(range(100, 200), len(pool)))
    return Ranking(pool[:n], k, pool, tuple(1 + step * level for level in levels), ids)


def _adapt_ranking(ranking: Ranking, input_names: frozenset[str], cut: int | None) -> Ranking:
    """Return a ranking adapted to the inputs of a function.

    Inputs that the function does not take are None, and missing scores and ids are added. Grades
    become binary, keep one relevant document, or get a 0 in a pool of negative grades, if the
    inputs require it. `cut` is the cutoff of a function without the input "k".
    """
    n = len(ranking.grades)
    pool = ranking.judged or ranking.grades
    if "binary" in input_names:
        pool = tuple(int(grade > 0) for grade in pool)
    if "one" in input_names:
        pool = _leave_one_relevant(pool, n if "within" in input_names else len(pool))
    if "pool" in input_names and max(pool) < 0:  # pytrec_eval may never return for such a pool
        pool = (*pool, 0)
    scores = ranking.scores or tuple(map(float, range(n, 0, -1)))
    more_ids = (f"d{number}" for number in range(200, 200 + len(pool)))
    ids = (*(ranking.labels or ()), *more_ids)
    return Ranking(
        pool[:n],
        (ranking.k or n) if "k" in input_names else cut,
        pool if "pool" in input_names else None,
        scores if "scores" in input_names else None,
        ids[: len(pool)] if input_names & {"ids", "scores"} else None,
    )


def _leave_one_relevant(pool: tuple[float, ...], count: int) -> tuple[float, ...]:
    """Return binary grades with one relevant document, the best of the first `count`."""
    best = pool.index(max(pool[:count]))
    return tuple(int(index == best) for index in range(len(pool)))


def make_size_key(ranking: Ranking) -> tuple[float, ...]:
    """Return a sort key by which the smallest and plainest ranking is first."""
    pool = ranking.judged or ranking.grades
    return (
        len(ranking.grades),
        len(pool),
        len(list_features(ranking, is_unusual_only=True)),
        sum(map(abs, pool)),
        ranking.k or 0,
    )


def list_features(ranking: Ranking, is_unusual_only: bool = False) -> list[str]:
    """Return the features that a ranking has, as clauses such as "k is 1".

    is_unusual_only: True for only the features that separate conventions by more than gain and
    discount.
    """
    grades = ranking.grades
    pool = ranking.judged or ranking.grades
    k = ranking.k or len(grades)
    scores = ranking.scores or range(len(grades))
    unusual = {
        "nothing is relevant": max(pool) <= 0,
        "nothing retrieved is relevant": max(grades) <= 0,
        "a grade is below 0": min(pool) < 0,
        "a grade is a fraction": any(grade % 1 for grade in pool),
        "k is larger than the number of documents": k > len(grades),
        "scores are equal or nearly equal": len({round(score, 6) for score in scores})
        < len(grades),
        "judged documents were not retrieved": len(pool) > len(grades),
        "a grade is above 4": max(pool) > 4,
    }
    others = {
        "nothing above the cutoff is relevant": max(grades[:k]) <= 0,
        "there is only one document": len(grades) == 1,
        "there are two or more documents": len(grades) > 1,
        "there are more than 5 documents": len(grades) > 5,
        "there are more than 10 documents": len(grades) > 10,
        "k is 1": k == 1,
        "k is more than 10": k > 10,
        "k is smaller than the number of documents": k < len(grades),
        "all grades are the same": len({*grades}) == 1,
        "a grade occurs twice": len({*grades}) < len(grades),
        "the order is not ideal": list(grades) != sorted(grades, reverse=True),
        "something is relevant": max(pool) > 0,
        "any document is ranked": True,
    }
    features = unusual if is_unusual_only else unusual | others
    return [feature for feature, is_true in features.items() if is_true]
