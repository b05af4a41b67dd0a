"""Other people's libraries say the same, of NDCG and of the yes-or-no measures, to 1e-12."""

import random
from math import isclose

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

import ndcg_core as nc
from ndcg_core.metric.binary import average_precision, precision, recall, reciprocal_rank

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


lists = st.lists(st.integers(0, 3), min_size=1, max_size=8)


def authority(grades, extra, level, k):
    """What trec_eval says of a ranking, with further judged documents that it did not return."""
    qrels = {f"d{i:02}": grade for i, grade in enumerate([*grades, *extra])}
    run = {f"d{i:02}": float(100 - i) for i in range(len(grades))}
    measures = {f"P_{k}", f"recall_{k}", "recip_rank", "map"}
    judge = pytrec_eval.RelevanceEvaluator({"q": qrels}, measures, relevance_level=level)
    return judge.evaluate({"q": run})["q"]


@given(lists, st.lists(st.integers(0, 3), max_size=4), st.integers(1, 3), st.sampled_from([5, 10]))
def test_the_four_agree_with_trec_eval(grades, extra, level, k):
    pool = [*grades, *extra]
    theirs = authority(grades, extra, level, k)
    ours = {
        f"P_{k}": precision(grades, k, level),
        f"recall_{k}": recall(grades, k, level, pool),
        "recip_rank": reciprocal_rank(grades, level),
        "map": average_precision(grades, level, pool),
    }
    for name, value in ours.items():
        assert isclose(value, theirs[name], abs_tol=1e-12), name


def test_nothing_relevant_scores_zero():
    grades = [1, 0, 1]
    assert precision(grades, 2, 3) == recall(grades, 2, 3) == 0
    assert reciprocal_rank(grades, 3) == average_precision(grades, 3) == 0


@pytest.mark.parametrize("bad", [0, -1, float("nan")])
def test_a_threshold_of_0_would_make_everything_relevant_and_is_refused(bad):
    with pytest.raises(ValueError, match="threshold"):
        precision([1], threshold=bad)


def test_a_cutoff_of_0_is_refused():
    with pytest.raises(ValueError, match="cutoff"):
        precision([1], k=0)
