"""LensKit and implicit: relevant or not, or ratings; to 1e-12."""

import pytest

from tests.conformance.cases import expected, needs, qrels, rankings, run


def in_order(ranking):
    scores = run(ranking)
    return sorted(scores, key=lambda doc: -scores[doc])


def relevant(ranking):
    return [doc for doc, grade in qrels(ranking).items() if grade > 0]


@pytest.mark.parametrize("gain", [None, "rating"], ids=["binary", "rating"])
def test_lenskit(gain):
    lenskit = needs("lenskit.metrics")
    items = needs("lenskit.data").ItemList
    for ranking in rankings(901, pool=True):
        found = items(item_ids=in_order(ranking), ordered=True)
        judged = {doc: float(grade) for doc, grade in qrels(ranking).items() if grade > 0}
        test = items(item_ids=list(judged), rating=list(judged.values()))
        for k in (ranking.k, None):
            theirs = lenskit.NDCG(n=k, gain=gain).measure_list(found, test)
            name = "lenskit-rating" if gain else "lenskit"
            assert theirs == expected(ranking.with_k(k), name)


class Ranking:
    """A model that recommends the same items to everybody, and always K of them.

    Of fewer, implicit reads past the end of the list, and prints whatever stands there.
    """

    def __init__(self, items):
        self.items = items

    def recommend(self, users, user_items, N, **rest):
        import numpy

        items = (self.items + [-1] * N)[:N]
        return numpy.array([items] * len(users), dtype="int32"), None


def test_implicit():
    evaluation = needs("implicit.evaluation")
    sparse = needs("scipy.sparse")
    for ranking in rankings(902, pool=True):
        if not relevant(ranking):
            continue  # with nobody left it divides by zero
        names = list(ranking.labels)
        liked = [float(grade > 0) for grade in qrels(ranking).values()]
        test = sparse.csr_matrix([[*liked, 0.0]])  # where all is liked, its AUC divides by zero
        model = Ranking([names.index(doc) for doc in in_order(ranking)])
        theirs = evaluation.ranking_metrics_at_k(
            model, test * 0, test, K=ranking.k, show_progress=False
        )
        assert theirs["ndcg"] == expected(ranking, "implicit")
