"""ir_measures nDCG(dcg='exp-log2'): gdeval's five decimals, and ranx where full digits count."""

import shutil

import pytest

from tests.conformance.cases import by_query, expected, needs, qrels, rankings, run

ir_measures = needs("ir_measures")
NAME = "ir_measures-exp-log2"


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval.pl needs perl")
def test_gdeval_to_its_five_decimals():
    queries = by_query(rankings(301, pool=True))
    judged = {query: qrels(ranking) for query, ranking in queries.items()}
    found = {query: run(ranking) for query, ranking in queries.items()}
    ks = sorted({ranking.k for ranking in queries.values()})
    measures = [ir_measures.nDCG(dcg="exp-log2") @ k for k in ks]
    theirs = {
        (row.query_id, row.measure["cutoff"]): row.value
        for row in ir_measures.gdeval.iter_calc(measures, judged, found)
    }
    for query, ranking in queries.items():
        assert theirs[query, ranking.k] == expected(ranking, NAME, within=5.1e-6)
