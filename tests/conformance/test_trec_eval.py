"""What libraries share with trec_eval 9.0.8, as pytrec_eval wraps it; to 1e-12."""

from dataclasses import replace

import pytest

from tests.conformance.cases import CUTOFFS, needs, rankings

pytrec_eval = needs("pytrec_eval")
MEASURES = {"ndcg", "ndcg_cut." + ",".join(map(str, CUTOFFS))}


@pytest.mark.parametrize("pool", [False, True], ids=["list", "pool"])
def test_programs_that_we_only_read_have_the_numbers_of_pytrec_eval(pool):
    for ranking in rankings(201 + pool, pool=pool):
        judged = dict(zip(ranking.labels, ranking.judged or ranking.grades, strict=True))
        run = dict(zip(ranking.labels, ranking.scores, strict=False))
        theirs = pytrec_eval.RelevanceEvaluator({"q": judged}, MEASURES).evaluate({"q": run})["q"]
        for name in ("trec_eval-ndcg_cut", "beir", "mteb"):
            cut = theirs[f"ndcg_cut_{ranking.k}"]
            assert ranking.ndcg(name) == pytest.approx(cut, abs=1e-12)
        whole = replace(ranking, k=None).ndcg("trec_eval-ndcg")
        assert whole == pytest.approx(theirs["ndcg"], abs=1e-12)
