"""Unjudged documents of two systems: their number and their possible effect."""

import pytest

from ndcg_core.evaluation import compare, evaluate, load_bundled


def test_the_bundled_examples_leader_has_fewer_judgments():
    example = load_bundled()
    results = evaluate(example.qrels, example.runs, 10, "trec_eval-ndcg_cut")
    pair = compare(results).pair("meanings", "both")
    both_cutoffs = evaluate(example.qrels, example.runs, [20, 10], "trec_eval-ndcg_cut")
    assert compare(both_cutoffs, 10).pair("meanings", "both") == pair
    assert (pair.shown, pair.unjudged) == ((590, 600), (245, 35))
    assert pair.possible == pytest.approx((-0.329, 0.189), abs=5e-4)
    _, (amount, verdict), (where,), *_ = pair.paragraphs
    assert "245 of 590 in “meanings” (42%) and 35 of 600 in “both”" in amount
    assert verdict.startswith(
        "Unjudged documents could reverse the result. With all documents judged,"
    )
    assert verdict.endswith("(“both” minus “meanings”) could be anything from −0.329 to 0.189.")
    assert where == (  # one query timed out
        "On the 21 queries with at most 3 unjudged in “meanings”, “meanings” leads by 0.030. On "
        "the 38 with 4 or more, “both” leads by 0.238. A lead only there may come from the "
        "pool."
    )
