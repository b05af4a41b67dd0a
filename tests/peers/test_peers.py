"""The numbers that other projects' own tests expect: each is met, or a sentence says why not.

One file a project: where the numbers stand (`repository`, `commit`, `files`), how close its test
wants them (`within`), and its cases. A case has the name of their test, the `conventions` of
ours that answer it, `choices` that differ from theirs, and numbers for dcg, idcg or ndcg, as a number or a formula;
at the cutoff `k`, or in a table by cutoff. What is scored is one of

    grades, scores, judged   one ranking, as the functions of ndcg_core take them
    lists                    several of these; the number is their mean
    qrels, run               many queries; the numbers stand by query, and under "mean"
    rankings                 likewise, the name of what is condensed of TREC files: how many
                             documents were `returned`, at which `ranks` those of each grade stood,
                             and how many were `judged` so

A case with `why` is one whose numbers are not met: the sentence says what is different there.
"""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

import ndcg_core as nc
from ndcg_core.evaluation import Choices, evaluate
from ndcg_core.numerals.numerals import read

PEERS = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.toml"))
}
MEASURES = ("dcg", "idcg", "ndcg")


def cases():
    return [
        pytest.param(peer | case, convention, id=f"{name}-{case['test']}-{convention}")
        for name, peer in PEERS.items()
        for case in peer["case"]
        for convention in (peer | case)["conventions"]
    ]


def by_cutoff(numbers, k):
    """{cutoff: number} of one number at k, or of a table by cutoff, where "whole" is none."""
    table = numbers if isinstance(numbers, dict) else {k or "whole": numbers}
    return {
        None if cutoff == "whole" else int(cutoff): read(str(number)).value
        for cutoff, number in table.items()
    }


def one(measure, ranking, k, rules):
    grades, judged, scores = (ranking.get(key) for key in ("grades", "judged", "scores"))
    if measure == "ndcg":
        return nc.ndcg(grades, k, rules, judged, scores)
    if scores:
        return getattr(nc.trace(grades, k, rules, judged, scores=scores), measure)
    return nc.dcg(grades, k, rules) if measure == "dcg" else nc.idcg(grades, k, rules, judged)


def of_lists(case, rules):
    """(theirs, ours) by measure and cutoff."""
    for measure in MEASURES:
        for k, expected in by_cutoff(case.get(measure, {}), case.get("k")).items():
            lists = case.get("lists", [case])
            yield (measure, k), expected, fmean(one(measure, each, k, rules) for each in lists)


def trec(rankings):
    """Judgments and a run of documents that are named by their ranks."""
    qrels, run = {}, {}
    for query, ranking in rankings.items():
        qrels[query] = documents = {}
        for grade, ranks in ranking["ranks"].items():
            missed = range(ranking["judged"][grade] - len(ranks))
            names = [*map(str, ranks), *(f"{grade}, not returned, {place}" for place in missed)]
            documents |= dict.fromkeys(names, int(grade))
        if ranking["returned"]:
            run[query] = {str(rank): -rank for rank in range(1, ranking["returned"] + 1)}
    return qrels, run


def of_queries(case, rules):
    """(theirs, ours) by query and cutoff."""
    condensed = case.get("rankings")
    qrels, run = trec(case["trec"][condensed]) if condensed else (case["qrels"], case["run"])
    expected = {query: by_cutoff(each, case.get("k")) for query, each in case["ndcg"].items()}
    cutoffs = sorted({k for each in expected.values() for k in each}, key=lambda k: k or 0)
    choices = Choices(missing=case.get("missing", "zero"))
    results = evaluate(qrels, {"theirs": run}, cutoffs, rules, choices)
    for query, each in expected.items():
        for k, number in each.items():
            scores = results.scores(k=k)
            yield (query, k), number, results.mean(k=k) if query == "mean" else scores[query]


@pytest.mark.parametrize(("case", "convention"), cases())
def test_their_number_is_ours_or_a_sentence_says_why_not(case, convention):
    rules = replace(nc.CONVENTIONS[convention], **case.get("choices", {}))
    kind = of_queries if {"qrels", "rankings"} & set(case) else of_lists
    numbers = {place: (theirs, ours) for place, theirs, ours in kind(case, rules)}
    assert numbers
    near = pytest.approx(0, abs=case["within"] + 1e-12)
    met = {place: theirs - ours == near for place, (theirs, ours) in numbers.items()}
    assert set(met.values()) == {"why" not in case}, (numbers, case.get("why"))


def test_every_project_says_where_its_numbers_stand():
    for name, peer in PEERS.items():
        assert peer["repository"].startswith("https://github.com/"), name
        assert re.fullmatch(r"[0-9a-f]{40}|\d+\.\d+\.\d+", peer["commit"]), name
        assert peer["files"], name
        assert all(case.get("why", ".").endswith(".") for case in peer["case"]), name
