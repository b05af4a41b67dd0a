"""LightGBM: exponential gain, equal scores in the order of the input, 1 for an empty query."""

from tests.conformance.cases import expected, needs, rankings

lightgbm = needs("lightgbm")
numpy = needs("numpy")


QUIET = {"verbose": -1, "num_threads": 1}
PARAMS = {"objective": "lambdarank", "metric": "ndcg", **QUIET}


def their_ndcg(ranking):
    n = len(ranking.grades)
    data = lightgbm.Dataset(
        numpy.zeros((n, 1)),
        label=list(ranking.grades),
        group=[n],
        init_score=list(ranking.scores),
        params=QUIET,
    )
    return lightgbm.Booster({**PARAMS, "eval_at": [ranking.k]}, data).eval_train()[0][2]


def test_ndcg_to_the_last_digits():
    for ranking in rankings(601):
        assert their_ndcg(ranking) == expected(ranking, "lightgbm")
