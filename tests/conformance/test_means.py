"""The queries that each library counts in its mean."""

import pytest

from ndcg_core.content import load_toml
from ndcg_core.evaluation import evaluate
from ndcg_core.libraries import LIBRARIES
from tests.conformance.test_snippets import read_number, require_package, run_snippets

MEANS = load_toml(__file__, "means.toml")
ODD = {
    "empty": {"e1": 0, "e2": 0},
    "both": {"b1": 2, "b2": 0, "b3": 1},
    "all": {"a1": 2, "a2": 2},
    "self": {"self": 0, "s1": 1, "s2": 3},
    "unanswered": {"u1": 1},
    "unanswered-and-empty": {"v1": 0},
}
"""Judgments of queries of every kind that libraries count in their own ways."""
FOUND = {
    "empty": {"e1": 3.0, "e2": 2.0},
    "both": {"b2": 3.0, "b1": 2.0, "b3": 1.0},
    "all": {"a2": 2.0, "a1": 1.0},
    "self": {"self": 9.0, "s1": 5.0, "s2": 4.0},
    "unjudged": {"n1": 2.0, "n2": 1.0},
}


@pytest.mark.parametrize("name", MEANS)
def test_the_mean_covers_the_queries_that_a_library_counts(name):
    library = LIBRARIES[name]
    trec_eval = library.package == "trec_eval"
    require_package(f"trec_eval {library.version}" if trec_eval else library.package)
    lists = [
        ([ODD[query].get(doc, 0) for doc in docs], [*docs.values()])
        for query, docs in FOUND.items()
        if query in ODD
    ]
    values = {"qrels": ODD, "run": FOUND, "lists": lists, "k": 2}
    qrels = [f"{q} 0 {d} {g}" for q, docs in ODD.items() for d, g in docs.items()]
    found = [f"{q} Q0 {d} 0 {s} me" for q, docs in FOUND.items() for d, s in docs.items()]
    values |= {"qrels_lines": "\n".join(qrels), "run_lines": "\n".join(found)}
    text = MEANS[name]
    for part in sorted(values, key=len, reverse=True):
        text = text.replace(f"${part}", str(values[part]))
    (answer,) = run_snippets([text])
    assert "printed" in answer, answer
    ours = evaluate(ODD, FOUND, 2, name).mean()
    near = 1e-5 if library.decimals is None else 0.5001 * 10.0**-library.decimals
    assert read_number(answer["printed"]) == pytest.approx(ours, abs=near)
