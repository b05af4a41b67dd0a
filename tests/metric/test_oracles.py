"""Other people's libraries must say the same, to 1e-12."""

import random

import pytest
import pytrec_eval
from sklearn import metrics as sklearn_metrics

import ndcg_core as nc

EXPONENTIAL = nc.CONVENTIONS["exponential"]


def rankings(count: int, seed: int):
    rng = random.Random(seed)
    for number in range(count):
        n = rng.choice([2, 3, 5, 10, 30])
        fractional = number % 4 == 0
        grades = [rng.random() * 4 if fractional else rng.randint(0, 3) for _ in range(n)]
        yield grades, rng.choice([None, 1, 2, 3, 5, 10, 50])


SCIKIT = [  # ours, theirs, and what goes in as their grade
    (nc.ndcg, sklearn_metrics.ndcg_score, nc.STANDARD, lambda grade: grade),
    (nc.dcg, sklearn_metrics.dcg_score, nc.STANDARD, lambda grade: grade),
    (nc.ndcg, sklearn_metrics.ndcg_score, EXPONENTIAL, lambda grade: 2**grade - 1),
]


@pytest.mark.parametrize(("ours", "theirs", "rules", "gain"), SCIKIT, ids=["ndcg", "dcg", "gain"])
def test_scikit_learn(ours, theirs, rules, gain):
    for grades, k in rankings(500, seed=11):
        scores = [[-rank for rank in range(len(grades))]]
        printed = theirs([list(map(gain, grades))], scores, k=k)
        assert ours(grades, k, rules) == pytest.approx(printed, abs=1e-12)


def test_scikit_learn_log_base_divides_out():
    grades, scores = [3, 2, 3, 0, 1], [[5, 4, 3, 2, 1]]
    for base in (1.5, 2, 10):
        dcg = sklearn_metrics.dcg_score([grades], scores, log_base=base)
        idcg = sklearn_metrics.dcg_score([sorted(grades, reverse=True)], scores, log_base=base)
        assert dcg / idcg == pytest.approx(nc.ndcg(grades), abs=1e-12)


CUTOFFS = (1, 2, 3, 5, 10)


def pools(count: int, seed: int, least: int = 10):
    """Rankings of whole grades with a judged pool that holds more than was retrieved."""
    rng = random.Random(seed)
    for number in range(count):
        grades = [rng.randint(0, 3) for _ in range(rng.randint(least, 25))]
        pool = grades + [rng.randint(0, 3) for _ in range(rng.randint(0, 15))]
        yield f"q{number}", grades, pool


@pytest.mark.parametrize("least", [10, 1], ids=["long enough", "shorter than k"])
def test_trec_eval_ndcg_cut_with_a_judged_pool(least):
    queries = list(pools(2000, seed=14, least=least))
    qrels = {
        query: {f"d{doc:02}": grade for doc, grade in enumerate(pool)} for query, _, pool in queries
    }
    run = {
        query: {f"d{doc:02}": float(len(grades) - doc) for doc in range(len(grades))}
        for query, grades, _ in queries
    }
    measures = {"ndcg_cut." + ",".join(map(str, CUTOFFS))}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    for query, grades, pool in queries:
        random.Random(query).shuffle(pool)
        for k in CUTOFFS:
            ours = nc.ndcg(grades, k, judged=pool)
            assert ours == pytest.approx(theirs[query][f"ndcg_cut_{k}"], abs=1e-12)
