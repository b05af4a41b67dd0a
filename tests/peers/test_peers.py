"""The numbers that other projects' own tests expect: each is met, or a sentence says why not.

One file a project: where its numbers stand (`repository`, `commit`, `files`), how close its tests
want them (`within`), and `case`s. A case may say again what stands above all of them. It has the
name of a test, the `conventions` that answer it, `choices` that differ from theirs, and numbers for
dcg, idcg or ndcg, each a number or a formula, at the cutoff `k` or in a table by cutoff. What is
scored is one of

    grades, scores, judged   one ranking, as the functions of ndcg_core take them
    lists                    several of these: the numbers are means
    qrels, run               many queries: the numbers stand by query, and under "mean"
    rankings                 likewise, a name under `trec`, where files are condensed: how many
                             documents were `returned`, at which `ranks` those of each grade stood,
                             and how many were `judged` so

The numbers of a case with a `why` are not met: that sentence says what is different there.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import evaluate
from ndcg_core.numerals.numerals import read_numeral

PEERS = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.toml"))
}
CASES = [
    pytest.param(peer | case, convention, id=f"{name}-{case['test']}-{convention}")
    for name, peer in PEERS.items()
    for case in peer["case"]
    for convention in (peer | case)["conventions"]
]


def list_by_cutoff(numbers, k):
    """Return numbers by cutoff, from one number at k or from a table."""
    table = numbers if isinstance(numbers, dict) else {k or "whole": numbers}
    return {
        None if cutoff == "whole" else int(cutoff): read_numeral(str(number)).value
        for cutoff, number in table.items()
    }


def calculate_score(measure, ranking, k, rules):
    grades, judged, scores = (ranking.get(key) for key in ("grades", "judged", "scores"))
    if measure == "ndcg":
        return nc.ndcg(grades, k, rules, judged, scores)
    if scores:
        return getattr(nc.trace(grades, k, rules, judged, scores=scores), measure)
    return nc.dcg(grades, k, rules) if measure == "dcg" else nc.idcg(grades, k, rules, judged)


def compare_lists(case, rules):
    """Return their number and ours by measure and cutoff."""
    lists = case.get("lists", [case])
    return {
        (measure, k): (theirs, fmean(calculate_score(measure, each, k, rules) for each in lists))
        for measure in ("dcg", "idcg", "ndcg")
        for k, theirs in list_by_cutoff(case.get(measure, {}), case.get("k")).items()
    }


def compare_queries(case, rules):
    """Return their number and ours by query and cutoff."""
    if "rankings" in case:
        case = case | make_files(case["trec"][case["rankings"]])
    numbers = {
        (query, k): theirs
        for query, each in case["ndcg"].items()
        for k, theirs in list_by_cutoff(each, case.get("k")).items()
    }
    results = evaluate(case["qrels"], {"theirs": case["run"]}, {k for _, k in numbers}, rules)
    ours = {k: {"mean": results.mean(k=k), **results.scores(k=k)} for _, k in numbers}
    return {(query, k): (theirs, ours[k][query]) for (query, k), theirs in numbers.items()}


def make_files(rankings):
    """Return judgments and a run whose documents are named by their ranks."""
    qrels, run = {}, {}
    for query, ranking in rankings.items():
        run[query] = {str(rank): -rank for rank in range(1, ranking["returned"] + 1)}
        qrels[query] = {}
        for grade, ranks in ranking["ranks"].items():
            missed = (f"{grade}-{n}" for n in range(len(ranks), ranking["judged"][grade]))
            qrels[query] |= dict.fromkeys([*map(str, ranks), *missed], int(grade))
    return {"qrels": qrels, "run": run}


@pytest.mark.parametrize(("case", "convention"), CASES)
def test_our_number_equals_theirs_or_a_sentence_explains_the_difference(case, convention):
    rules = replace(nc.CONVENTIONS[convention], **case.get("choices", {}))
    numbers = (compare_queries if {"qrels", "rankings"} & {*case} else compare_lists)(case, rules)
    near = {abs(theirs - ours) <= case["within"] + 1e-12 for theirs, ours in numbers.values()}
    assert near == {"why" not in case}, (numbers, case.get("why"))
