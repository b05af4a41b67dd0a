"""Every measure has the numbers of a program that is not ours, on random rankings."""

from math import isnan
from random import Random

import ir_measures
import pytest
import pytrec_eval
from pyNTCIREVAL import metrics as ntcireval
from scipy.stats import kendalltau

from ndcg_core import measures
from ndcg_core.content import beside
from tests.selection import some

TREC_EVAL = beside(__file__, "trec_eval.toml")
RANKINGS = some((500, 10_000), (500).__eq__, "more random rankings")


def drawn(count: int) -> dict[str, tuple[list[float | None], list[float]]]:
    """Rankings by query, some empty, with unjudged documents and judged ones that they miss."""
    random = Random(count)
    cases = {}
    for query in range(count):
        grades = random.choices([None, 0, 0, 1, 2, 3], k=random.randint(0, 12))
        missed = random.choices([0, 1, 2, 3], k=random.randint(1, 4))
        pool = [grade for grade in grades if grade is not None] + missed
        cases[f"q{query}"] = (grades, pool)
    return cases


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("count", RANKINGS)
def test_trec_eval_prints_the_same(count, level):
    cases, qrels, run = drawn(count), {}, {}
    for query, (grades, pool) in cases.items():
        known = {f"d{place:02}": g for place, g in enumerate(grades) if g is not None}
        missed = {f"x{place}": g for place, g in enumerate(pool[len(known) :])}
        qrels[query] = known | missed
        run[query] = {f"d{place:02}": 100.0 - place for place in range(len(grades))}
    wanted = {name.replace("_5", ".5") for name in TREC_EVAL.values()}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, wanted, relevance_level=level).evaluate(run)
    assert len(theirs) > 0.8 * count  # it passes over rankings of none
    for query, numbers in theirs.items():
        grades, pool = cases[query]
        for ours, name in TREC_EVAL.items():
            measure = measures.named(ours)
            choices = {"rel": level} if measure.binary else {}
            value = measure(grades, judged=pool, **choices)
            assert value == pytest.approx(numbers[name], abs=1e-12), (ours, grades, pool)


@pytest.mark.parametrize("count", RANKINGS)
def test_scipy_has_the_same_tau(count):
    for grades, _ in drawn(count).values():
        known = [grade or 0 for grade in grades]
        theirs = kendalltau(range(len(known), 0, -1), known).statistic if len(known) > 1 else 0.0
        expected = 0.0 if isnan(theirs) else theirs
        assert measures.Tau(grades) == pytest.approx(expected, abs=1e-12), grades


LEVELS, WORTH = [1, 2, 3], [1, 3, 7]  # of grade 1, 2 and 3: the grade, and 2^grade - 1
NTCIREVAL = {
    "Q": lambda counts: ntcireval.QMeasure(counts, LEVELS, 1.0),
    "Q(beta=3)@5": lambda counts: ntcireval.QMeasure(counts, LEVELS, 3.0, cutoff=5),
    "ERR(largest=3)": lambda counts: ntcireval.ERR(counts, WORTH),
    "nERR(largest=3)@5": lambda counts: ntcireval.nERR(counts, WORTH, 5),
    "RBP(p=0.5)": lambda counts: ntcireval.RBP(counts, [1, 1, 1], 0.5),
    "RBP": lambda counts: ntcireval.RBP(counts, [1, 1, 1], 0.8),
}


@pytest.mark.parametrize("name", NTCIREVAL)
@pytest.mark.parametrize("count", RANKINGS)
def test_ntcireval_prints_the_same(count, name):
    compared = 0
    for grades, pool in drawn(count).values():
        counts = [pool.count(level) for level in range(4)]
        if not sum(counts[1:]) or not grades:
            continue  # it divides by their number
        theirs = NTCIREVAL[name](counts).compute([(str(n), g) for n, g in enumerate(grades)])
        ours = measures.named(name)(grades, judged=pool)
        assert ours == pytest.approx(theirs, abs=1e-12), (grades, pool)
        compared += 1
    assert compared > 0.8 * count


@pytest.mark.parametrize("count", RANKINGS)
def test_ir_measures_has_the_same_judged_share(count):
    cases = {query: case for query, case in drawn(count).items() if case[0]}
    qrels, run = {}, {}
    for query, (grades, _) in cases.items():
        qrels[query] = {f"d{n:02}": g for n, g in enumerate(grades) if g is not None} | {"x": 0}
        run[query] = {f"d{place:02}": 100.0 - place for place in range(len(grades))}
    for found in ir_measures.iter_calc([ir_measures.Judged @ 5], qrels, run):
        grades, _ = cases[found.query_id]
        assert measures.Judged(grades, 5) == pytest.approx(found.value, abs=1e-12), grades
