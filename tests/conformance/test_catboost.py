"""CatBoost: two gains, two discounts, equal scores with the worst document first; to 1e-12."""

import pytest

from tests.conformance.cases import expected, needs, rankings

catboost = needs("catboost.utils")

KINDS = [
    ("catboost", "Base", "LogPosition"),
    ("catboost-position", "Base", "Position"),
    ("catboost-exp", "Exp", "LogPosition"),
    ("catboost-exp-position", "Exp", "Position"),
]


@pytest.mark.parametrize(("name", "gain", "denominator"), KINDS, ids=[kind[0] for kind in KINDS])
def test_ndcg(name, gain, denominator):
    for ranking in rankings(801):
        metric = f"NDCG:type={gain};denominator={denominator};top={ranking.k}"
        groups = [0] * len(ranking.grades)
        theirs = catboost.eval_metric(
            list(ranking.grades), list(ranking.scores), metric, group_id=groups, thread_count=1
        )
        assert theirs[0] == expected(ranking, name)
