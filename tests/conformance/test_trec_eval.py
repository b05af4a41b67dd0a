"""trec_eval 9.0.8 as pytrec_eval wraps it, and ir_measures over it; to 1e-12."""

import pytest

from tests.conformance.cases import CUTOFFS, by_query, expected, needs, qrels, rankings, run

pytrec_eval = needs("pytrec_eval")
MEASURES = {"ndcg", "ndcg_cut." + ",".join(map(str, CUTOFFS))}


@pytest.mark.parametrize("pool", [False, True], ids=["list", "pool"])
def test_ndcg_and_ndcg_cut(pool):
    queries = by_query(rankings(201 + pool, pool=pool))
    judged = {query: qrels(ranking) for query, ranking in queries.items()}
    found = {query: run(ranking) for query, ranking in queries.items()}
    theirs = pytrec_eval.RelevanceEvaluator(judged, MEASURES).evaluate(found)
    for query, ranking in queries.items():
        cut = theirs[query][f"ndcg_cut_{ranking.k}"]
        for name in ("pytrec_eval-ndcg_cut", "trec_eval-ndcg_cut", "beir", "mteb"):
            assert cut == expected(ranking, name)
        assert theirs[query]["ndcg"] == expected(ranking, "pytrec_eval-ndcg")
        assert theirs[query]["ndcg"] == expected(ranking.with_k(None), "trec_eval-ndcg")


def test_scores_that_float32_cannot_tell_apart_go_by_document_id():
    scores = {"a": 1.0 + 1e-9, "b": 1.0}
    theirs = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, {"ndcg"}).evaluate({"q": scores})
    assert theirs["q"]["ndcg"] == pytest.approx(0.6309297535714575)


def test_ir_measures():
    ir_measures = needs("ir_measures")
    queries = by_query(rankings(203, pool=True))
    judged = {query: qrels(ranking) for query, ranking in queries.items()}
    found = {query: run(ranking) for query, ranking in queries.items()}
    measures = [ir_measures.nDCG, *(ir_measures.nDCG @ k for k in CUTOFFS)]
    theirs = {
        (row.query_id, str(row.measure)): row.value
        for row in ir_measures.iter_calc(measures, judged, found)
    }
    for query, ranking in queries.items():
        assert theirs[query, f"nDCG@{ranking.k}"] == expected(ranking, "ir_measures")
        assert theirs[query, "nDCG"] == expected(ranking.with_k(None), "ir_measures")
