"""ranx: both gains, equal scores in the order of the input; to 1e-12."""

import pytest

from tests.conformance.cases import by_query, expected, needs, qrels, rankings, run

ranx = needs("ranx")


@pytest.mark.parametrize("name", ["ndcg", "ndcg_burges"])
@pytest.mark.parametrize(
    ("ties", "most"),
    [(True, 15), (False, 30)],
    ids=["ties among at most 15", "no ties"],  # above 15 its sort is not stable
)
def test_ndcg(name, ties, most):
    queries = by_query(rankings(401, ties=ties, most=most, pool=True))
    for k in sorted({ranking.k for ranking in queries.values()}):
        chosen = {query: ranking for query, ranking in queries.items() if ranking.k == k}
        judged = ranx.Qrels({query: qrels(ranking) for query, ranking in chosen.items()})
        found = ranx.Run({query: run(ranking) for query, ranking in chosen.items()})
        theirs = ranx.evaluate(judged, found, f"{name}@{k}", return_mean=False)
        for value, query in zip(theirs, sorted(chosen), strict=True):
            assert value == expected(chosen[query], f"ranx-{name}")
