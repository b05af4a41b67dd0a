"""XGBoost: four ways to write ndcg, scores in float32, 1 for an empty query; to 1e-12."""

import pytest

from tests.conformance.cases import expected, needs, rankings

xgboost = needs("xgboost")
numpy = needs("numpy")

KINDS = [
    ("xgboost", "ndcg@{k}", {}),
    ("xgboost-minus", "ndcg@{k}-", {}),
    ("xgboost-bare", "ndcg", {}),
    ("xgboost-linear", "ndcg@{k}", {"ndcg_exp_gain": False}),
]


def their_ndcg(ranking, metric, options):
    n = len(ranking.grades)
    data = xgboost.DMatrix(numpy.zeros((n, 1)), label=ranking.grades, nthread=1)
    data.set_group([n])
    data.set_base_margin(ranking.scores)
    params = {"objective": "rank:pairwise", "eval_metric": metric, "nthread": 1, **options}
    printed = xgboost.train(params, data, num_boost_round=0).eval(data)
    return float(printed.rsplit(":", 1)[1])


@pytest.mark.parametrize(("name", "metric", "options"), KINDS, ids=[kind[0] for kind in KINDS])
def test_ndcg(name, metric, options):
    for ranking in rankings(701, most=45):
        theirs = their_ndcg(ranking, metric.format(k=ranking.k), options)
        assert theirs == expected(ranking, name, within=1e-12)
