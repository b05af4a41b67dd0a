"""The numbers that lessons name, against numbers worked out another way."""

import re
from itertools import permutations
from math import log2
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.evaluation.scoring.queries import Query
from ndcg_core.lessons.blocks.pairs import SignFlipBlock, SystemPair
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


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("term i=2 side=ideal r=0,3,2", "1.262"),  # 2 / log2(3)
        ("gain i=2 r=0,2 c=exponential", "3"),
        ("discount i=3", "2"),
        ("cg r=3,2,1 k=2", "5"),
        ("dcg r=3,2 digits=1", "4.3"),
        ("worst ndcg r=0,1", "0.631"),
        ("average ndcg r=0,1", "0.815"),  # of 1 and 0.631
        ("shuffled r=0,1", "0.815"),
        ("less dcg r=3 | dcg r=1", "2"),
        ("less dcg r=3,2 | dcg r=1 digits=1", "3.3"),
        ("over dcg r=3 | dcg r=2", "1.500"),
        ("quotient 1 4", "0.250"),
        ("weight i=3", "0.500"),
        ("reading i=3 p=0.5", "0.250"),
        ("mean queries=3,0|0,3", "0.815"),
        ("mean queries=0,3|3,0 k=1", "0.500"),
        ("pooled queries=3,0|0,1", "0.908"),  # (3 + 0.631) / (3 + 1)
        ("as no-discount dcg r=3,1", "4"),
        ("signed dcg r=-1,1", "−0.369"),  # −1 + 0.631
        ("p r=3,0,1 k=2 t=3", "0.500"),
        ("recall r=3,0,1 k=1", "0.500"),
        ("hit r=0,1 k=1", "0"),
        ("rr r=0,0,1", "0.333"),
        ("rr r=0,0,1 k=2", "0"),
        ("ap r=1,0,1", "0.833"),  # (1 / 1 + 2 / 3) / 2
        ("err r=3,0", "0.875"),
        ("grades r=3,0,2", "3, 0, 2"),
        ("printed 004-hand-check dcg", "4.0"),
        ("exactly 004-hand-check dcg", "4"),
        ("formula gain", "g(r) = r"),
        ("formula discount", "d(i) = log2(i + 1)"),
        ("formula cg", "CG@k = sum of r_i for i = 1..k"),
        ("formula dcg", "DCG@k = sum of r_i / log2(i + 1) for i = 1..k"),
        ("formula ndcg", "NDCG@k = DCG@k / IDCG@k"),
        ("formula sum r=2,3", "2 + 1.893 = 3.893"),
        ("formula ideal-sum r=2,3", "3 + 1.262 = 4.262"),
        ("formula ratio r=2,3", "3.893 / 4.262 = 0.913"),
        ("formula grade", "r_i"),
        ("formula grade i=2", "r_2"),
        ("formula worth g=2 c=exponential", "2^2 - 1"),
        ("formula divisor i=3", "log2(4)"),
        ("formula term i=2 r=3,2", "2 / log2(3) = 1.262"),
    ],
)
def test_an_expression_of_a_lesson_has_its_number_or_formula(source, text):
    assert evaluate_placeholder(source, Setting()).text == text


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("r=3", "{{r=3}} does not name a value."),
        ("dcg x=1", "{{dcg x=1}} has the unknown argument x."),
        ("as no-discount x", "no-discount gives no number for x here."),
        ("printed 999 dcg", "there is no example '999'."),
        ("term", "it needs a rank i from 1 to 5."),
        ("term i=6", "it needs a rank i from 1 to 5."),
        ("gain i=1 side=middle", "the side is 'middle'. It must be actual or ideal."),
        ("worst ndcg r=1,1,1,1,1,1,1,1", "more than 7 documents have too many orders."),
        ("least ndcg r=?,?,?,?,?,?,?,?", "one to 7 grades must be ?."),
        ("least ndcg r=3", "one to 7 grades must be ?."),
        ("less dcg | grades", "both sides of the bar must be numbers."),
        ("dgc", "there is no value 'dgc'."),
    ],
)
def test_a_fault_in_an_expression_is_named(source, message):
    with pytest.raises(ValueError, match=f"{re.escape(message)}$"):
        evaluate_placeholder(source, Setting())


def test_a_pair_of_systems_has_numbers_by_their_names():
    a = (Query("p", (3, 0)), Query("q", (0, 1)), Query("r", (1, 0)))
    b = (Query("p", (0, 3)), Query("q", (1, 0)), Query("r", (1, 0)))
    pair = SystemPair("pair", 2, STANDARD, {"A": a, "B": b})
    low = 1 / log2(3)
    for source, value in {
        "mean A": (1 + low + 1) / 3,
        "mean B": (low + 1 + 1) / 3,
        "ndcg B 1": low,
        "idcg B 1": 3,
        "dcg B 1": 3 * low,
        "dcg A": 3 + low + 1,
        "idcg A": 5,
        "pooled A": (3 + low + 1) / 5,
        "wins A": 1,
        "wins B": 1,
    }.items():
        assert pair.calculate_named_number(source) == pytest.approx(value), source
    for source, message in (
        ("mean C", "there is no system 'C'."),
        ("median A", "there is no value 'median'."),
        ("ndcg A 4", "there is no query 4."),
    ):
        with pytest.raises(ValueError, match=re.escape(f"{{{{systems {source}}}}}: {message}")):
            pair.calculate_named_number(source)
    flips = SignFlipBlock("flips", pair)
    # The differences are 0.369, −0.369 and 0; each of the 8 means is at least as far from 0 as 0.
    assert flips.differences == pytest.approx((1 - low, low - 1, 0))
    for source, value in {"p": 1, "observed": 0, "extreme": 8, "ways": 8, "queries": 3}.items():
        assert flips.calculate_named_number(source) == pytest.approx(value), source
    assert flips.calculate_named_number("wins B") == 1
    with pytest.raises(ValueError, match=r"there is no 'q' in flips. Its values are p, observed"):
        flips.calculate_named_number("q")
    for count, mode in ((6, "hand"), (7, "drawn")):
        rows = {name: tuple(Query(str(n), (1, 0)) for n in range(count)) for name in "AB"}
        assert SignFlipBlock("f", SystemPair("p", 2, STANDARD, rows)).flip_mode == mode
