"""The numbers that lessons name, against numbers worked out another way."""

from itertools import permutations
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.evaluation.scoring.queries import Query
from ndcg_core.lessons.blocks.pairs import SystemPair
from ndcg_core.lessons.placeholders.expressions import evaluate_placeholder
from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.metric import CONVENTIONS, STANDARD, ndcg
from ndcg_core.metric.score import average_over_orders

GRADES = st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(any)


def evaluate_expression(source: str) -> float | None:
    return evaluate_placeholder(source, Setting()).number


@settings(max_examples=30, deadline=None)
@given(GRADES, st.integers(1, 6), st.sampled_from(["standard", "exponential", "textbook"]))
def test_the_shuffled_value_equals_the_mean_over_all_orders(grades, k, name):
    convention = CONVENTIONS[name]
    orders = [ndcg(order, k, convention) for order in permutations(grades)]
    assert average_over_orders(grades, k, convention) == pytest.approx(fmean(orders))


@settings(max_examples=30, deadline=None)
@given(GRADES, st.data())
def test_tied_documents_have_their_worst_and_best_order(grades, data):
    scores = data.draw(st.lists(st.integers(0, 1), min_size=len(grades), max_size=len(grades)))
    rows = list(zip(scores, grades, strict=True))
    orders = {
        tuple(grade for _, grade in order)
        for order in permutations(rows)
        if [score for score, _ in order] == sorted(scores, reverse=True)
    }
    reached = [ndcg(order) for order in orders]
    setting = f"r={','.join(map(str, grades))} scores={','.join(map(str, scores))}"
    assert evaluate_expression(f"tied worst {setting}") == pytest.approx(min(reached))
    assert evaluate_expression(f"tied best {setting}") == pytest.approx(max(reached))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("dcg r=3,0,1 k=1", 3),
        ("dcg r=3,0,1 k=2", 3),
        ("dcg r=3,0,1", 3.5),
        ("cg r=3,0,1 k=1", 3),
        ("idcg r=0,3,1 k=1", 3),
        ("idcg r=0,3,1 judged=0,3,1,7 k=1", 7),
        ("ndcg r=0,0,3 k=1", 0),
        ("ndcg r=3,0 judged=3,0,6 k=1", 0.5),
        ("dcg r=3,0,1 c=exponential k=1", 7),
    ],
)
@pytest.mark.parametrize("scores", ["", " scores=9,8,7", " scores=0.3,0.2,0.1"])
def test_different_scores_change_no_cutoff_pool_or_gain(source, value, scores):
    grades = source.partition("r=")[2].split()[0].split(",")
    few = ",".join(scores.split(",")[: len(grades)])
    assert evaluate_expression(source + few) == value


def test_equal_scores_count_in_the_way_of_the_convention():
    tied = "r=3,0 scores=1,1 k=1"
    assert evaluate_expression(f"dcg {tied}") == 3
    assert evaluate_expression(f"dcg {tied} c=scikit-learn") == 1.5


def test_the_range_for_unjudged_documents_covers_every_grade():
    tried = [ndcg([3, a, 2, b, 0]) for a in range(4) for b in range(4)]
    assert evaluate_expression("least ndcg r=3,?,2,?,0") == min(tried)
    assert evaluate_expression("most ndcg r=3,?,2,?,0") == max(tried)
    assert evaluate_expression("most ndcg r=0,?,1 top=1") == max(ndcg([0, g, 1]) for g in (0, 1))


@pytest.mark.parametrize(
    "source",
    [
        "less dcg",
        "least ndcg r=3,2",
        "tied worst",
        "tied middle scores=1,1",
        "signed mean r=-1,1",
        "gain i=1 side=ndcg",
        "gain i=1 side=middle",
        "quotient 1 0",
        "over dcg | dcg r=0,0",
    ],
)
def test_an_incomplete_expression_is_refused(source):
    with pytest.raises(ValueError, match="cannot be calculated"):
        evaluate_placeholder(source, Setting())


def test_a_number_of_a_query_that_two_systems_do_not_have_is_refused():
    first = Query("p", (1, 0))
    queries = {"A": (first, Query("q", (3, 0))), "B": (first, Query("q", (0, 3)))}
    pair = SystemPair("pair", 2, STANDARD, queries)
    assert pair.calculate_named_number("dcg A 2") == 3
    for nth in (0, 3):
        with pytest.raises(ValueError, match=f"there is no query {nth}"):
            pair.calculate_named_number(f"dcg A {nth}")
