"""Unjudged documents of two systems: their number and their possible effect."""

import pytest

from ndcg_core.evaluation import compare, evaluate, load_bundled


def test_the_bundled_lead_lies_where_less_was_judged():
    example = load_bundled()
    results = evaluate(example.qrels, example.runs, 10, "trec_eval-ndcg_cut")
    pair = compare(results).pair("meanings", "both")
    both_cutoffs = evaluate(example.qrels, example.runs, [20, 10], "trec_eval-ndcg_cut")
    assert compare(both_cutoffs, 10).pair("meanings", "both") == pair
    assert (pair.shown, pair.unjudged) == ((590, 600), (245, 35))
    assert pair.possible == pytest.approx((-0.329, 0.189), abs=5e-4)
    _, (amount, verdict), (where,), *_ = pair.paragraphs
    assert "nobody judged 245 of the 590 of “meanings” (42 %) and 35 of the 600 of “both”" in amount
    assert verdict.startswith("What nobody knows may turn the two round: with everything judged")
    assert verdict.endswith("from −0.329 to 0.189 (“both” less “meanings”).")
    assert where == (  # one query timed out
        "On the queries with at most 3 unjudged in “meanings” (21) “meanings” leads by 0.030; on "
        "those with 4 or more (38) “both” leads by 0.238: a lead there alone may be that of the "
        "pool."
    )
