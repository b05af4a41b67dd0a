"""torchmetrics: scikit-learn's calculation in float32, so to 1e-6."""

from tests.conformance.cases import expected, needs, rankings

torch = needs("torch")
retrieval = needs("torchmetrics.functional.retrieval")


def test_retrieval_normalized_dcg_averages_ties():
    for ranking in rankings(501):
        scores, grades = torch.tensor(ranking.scores), torch.tensor(ranking.grades)
        theirs = retrieval.retrieval_normalized_dcg(scores, grades, top_k=ranking.k)
        assert float(theirs) == expected(ranking, "torchmetrics", within=1e-6)
