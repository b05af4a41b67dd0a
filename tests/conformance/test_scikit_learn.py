"""scikit-learn: linear gain, ties averaged, the ideal from the list; to 1e-12."""

import pytest

from tests.conformance.cases import expected, needs, rankings

metrics = needs("sklearn.metrics")


def test_ndcg_score_averages_ties():
    for ranking in rankings(101, least=2):
        theirs = metrics.ndcg_score([ranking.grades], [ranking.scores], k=ranking.k)
        assert theirs == expected(ranking, "scikit-learn")


def test_ndcg_score_ignoring_ties_where_there_are_none():
    """With equal scores its unstable sort decides, and differs between processors."""
    for ranking in rankings(102, least=2, ties=False):
        theirs = metrics.ndcg_score(
            [ranking.grades], [ranking.scores], k=ranking.k, ignore_ties=True
        )
        assert theirs == expected(ranking, "scikit-learn-ignore-ties")


def test_one_document_is_refused():
    with pytest.raises(ValueError, match="more than 1 document"):
        metrics.ndcg_score([[3]], [[1]])
