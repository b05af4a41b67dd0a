"""Feedback of a drag task on an order, compared with independent calculations."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.lessons.blocks.kinds import Board
from ndcg_core.lessons.blocks.wants import (
    MORE_THAN_SWAP_REPLY,
    SAME_GRADES_REPLY,
    UNMOVED_REPLY,
    check_condition,
    explain_unmet_condition,
    explain_wrong_order,
)
from ndcg_core.sheets.sheet import Sheet
from tests.lessons.arithmetic import calculate_ndcg

GRADES = st.lists(st.integers(0, 3), min_size=2, max_size=5).filter(any)


def order_grades(grades, order):
    return [grades[rank - 1] for rank in order]


def make_board(grades, k):
    return Board("board", Sheet(tuple(grades), k=k), ("ndcg",))


@settings(max_examples=30)
@given(GRADES, st.integers(1, 5), st.data())
def test_every_swap_with_the_largest_increase_is_best(grades, k, data):
    places, start, board = (
        range(1, len(grades) + 1),
        calculate_ndcg(grades, k),
        make_board(grades, k),
    )
    swaps = []
    for one, other in combinations(places, 2):
        swapped = {one: other, other: one}
        order = [swapped.get(place, place) for place in places]
        swaps.append((calculate_ndcg(order_grades(grades, order), k), order))
    best = max(value for value, _ in swaps)
    for value, order in swaps:
        reply = explain_unmet_condition("ndcg best-swap", board, order)
        if value <= start + 1e-9:
            assert "it should rise" in reply
        elif value < best - 1e-9:
            assert reply.startswith(f"That adds {value - start:.3f} to NDCG@")
            assert reply.endswith("another swap adds more.")
        else:
            assert reply == ""
    order = data.draw(st.permutations(places))
    if order not in [swapped for _, swapped in swaps]:
        assert explain_unmet_condition("ndcg best-swap", board, order) == MORE_THAN_SWAP_REPLY


@settings(max_examples=30)
@given(GRADES, st.integers(1, 5), st.data())
def test_a_different_order_with_the_same_ndcg_is_accepted(grades, k, data):
    order = data.draw(st.permutations(range(1, len(grades) + 1)))
    moved = order_grades(grades, order)
    reply = explain_wrong_order(["grades changed", "ndcg same"], make_board(grades, k), order)
    if order == sorted(order):
        assert reply == UNMOVED_REPLY
    elif moved == grades:
        assert reply == SAME_GRADES_REPLY
    elif abs(calculate_ndcg(moved, k) - calculate_ndcg(grades, k)) > 1e-9:
        assert reply.endswith(f"It should stay {calculate_ndcg(grades, k):.3f}.")
    else:
        assert reply == ""


@settings(max_examples=20)
@given(GRADES, st.integers(1, 5), st.sampled_from([("lowest", min), ("highest", max)]), st.data())
def test_the_extremes_are_those_of_all_orders(grades, k, want, data):
    word, of = want
    ends = of(calculate_ndcg(order, k) for order in permutations(grades))
    order = data.draw(st.permutations(range(1, len(grades) + 1)))
    there = abs(calculate_ndcg(order_grades(grades, order), k) - ends) < 1e-9
    assert (explain_unmet_condition(f"ndcg {word}", make_board(grades, k), order) == "") == there


@pytest.mark.parametrize(
    ("want", "order", "reply"),
    [
        ("order 2 1 3", [1, 2, 3], "2 documents are at the wrong rank."),
        ("order 2 1 3", [2, 1, 3], ""),
        ("rank 1 1", [2, 1, 3], "A must stay at rank 1."),
        ("rank 1 1", [1, 3, 2], ""),
        ("rank 1 3", [2, 1, 3], "It is at rank 2."),
        ("rank 1 3", [2, 3, 1], ""),
        # DCG is 1 + 3 / log2(3) = 2.893 at the start.
        ("dcg higher", [1, 3, 2], "DCG@3 is 2.500. It should rise above 2.893."),
        ("dcg higher", [2, 1, 3], ""),
        ("dcg lower", [2, 1, 3], "DCG@3 is 3.631. It should fall below 2.893."),
        ("dcg lower", [1, 3, 2], ""),
        ("dcg same", [2, 1, 3], "DCG@3 is 3.631. It should stay 2.893."),
        ("dcg changed", [1, 2, 3], "DCG@3 is still 2.893. It should change."),
        ("dcg highest", [1, 2, 3], "DCG@3 is 2.893. Another order makes it higher."),
        ("dcg lowest", [1, 2, 3], "DCG@3 is 2.893. Another order makes it lower."),
        ("p same", [2, 1, 3], ""),
        ("p changed", [2, 1, 3], "P@3 is still 0.333. It should change."),  # of grade 2 or more
        ("dcg best-swap", [3, 2, 1], "That changes DCG@3 by −0.500, but it should rise."),
    ],
)
def test_the_reply_to_an_order_names_what_is_missing(want, order, reply):
    board = Board("b", Sheet((1, 3, 0), labels=("A", "B", "C")), ("dcg",), threshold=2)
    assert explain_unmet_condition(want, board, order) == reply


@pytest.mark.parametrize(
    ("want", "count", "is_possible"),
    [
        *((f"dcg {what}", 50, True) for what in ("same", "changed", "higher", "lower")),
        ("dcg best-swap", 50, True),
        ("dcg best-swap", 51, False),
        ("order 1 2", 2, True),
        ("rank 1 2", 2, True),
        ("grades changed", 2, True),
        ("grades same", 2, False),
        ("dgc same", 2, False),
        ("dcg nice", 2, False),
    ],
)
def test_a_condition_that_does_not_exist_or_tries_too_many_orders_is_refused(
    want, count, is_possible
):
    board = Board("b", Sheet((1,) * count), ("dcg",))
    if is_possible:
        check_condition(want, board)
    else:
        with pytest.raises(ValueError, match=f"'{want}' (is not a condition|tries all swaps)"):
            check_condition(want, board)
