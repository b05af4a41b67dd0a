"""trectools: both gains; the run's rows are taken as they stand, whatever their scores."""

import pytest

from tests.conformance.cases import by_query, expected, needs, qrels, rankings, run

trectools = needs("trectools")
pandas = needs("pandas")


def frames(queries):
    found = [
        (query, doc, score)
        for query, ranking in queries.items()
        for doc, score in sorted(run(ranking).items(), key=lambda pair: -pair[1])
    ]
    judged = [
        (query, doc, grade)
        for query, ranking in queries.items()
        for doc, grade in qrels(ranking).items()
    ]
    rows, truth = trectools.TrecRun(), trectools.TrecQrel()
    rows.run_data = pandas.DataFrame(found, columns=["query", "docid", "score"])
    truth.qrels_data = pandas.DataFrame(judged, columns=["query", "docid", "rel"])
    return trectools.TrecEval(rows, truth)


@pytest.mark.parametrize("name", ["trectools", "trectools-exp"])
@pytest.mark.filterwarnings("ignore")
def test_get_ndcg(name):
    queries = by_query(rankings(1001, pool=True))
    evaluation = frames(queries)
    for k in sorted({ranking.k for ranking in queries.values()}):
        table = evaluation.get_ndcg(depth=k, per_query=True, trec_eval=name == "trectools")
        theirs = table[f"NDCG@{k}"].to_dict()
        for query, ranking in queries.items():
            if ranking.k == k and query in theirs:
                value = theirs[query]
                assert (0.0 if value != value else value) == expected(ranking, name)
