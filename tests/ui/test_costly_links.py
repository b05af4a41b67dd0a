"""No link costs more than a usual one, whatever its parameters say.

Calls are counted, so that no machine is too slow for these tests.
"""

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ndcg_core.who import MAX_CELLS, read_table, who_prints
from ndcg_ui.components.board import link as board
from ndcg_ui.lesson_blocks import scene
from ndcg_ui.pages.code import acts as code
from ndcg_ui.pages.conventions import link as conventions
from ndcg_ui.pages.measures import measures
from ndcg_ui.pages.menu import EXHIBITS
from ndcg_ui.pages.worksheet import link as worksheet
from tests.ui.costs import count_calls

MOST_CALLS = 1_000_000
"""About 0.2 seconds of the processor."""
READ_BY = (board, code, conventions, measures, scene, worksheet)
EXTREMES = (
    *("999999", "1000000", "99999", "9999", "0", "-1", "1e308", "5e-324", "nan", "9" * 200),
    *("1=0.5," * 2_000, "@999999=0.5,@1=1", "3,0,2," * 60, ",".join("9" * 40)),
)
FIXED = {"practice": {"skill": "judged-pool", "r": "3,0,2", "judged": "3,0,2,3"}}
"""The parameters without which a page draws an exercise at random."""
READ_ALONE = {"practice": ("k", "rank", "level", "task", "question"), "examples": ("sheet", "step")}
"""The parameters that a page reads without a `Field`."""


@cache
def open_once(page: str) -> None:
    """Open a page, so that files that are read only once do not count."""
    EXHIBITS[page].build_first_screen(FIXED.get(page, {}))


NAMES = sorted({field.name for module in READ_BY for field in module.FIELDS})


@st.composite
def draw_extreme_links(draw):
    page = draw(st.sampled_from(sorted(EXHIBITS)))
    names = [*NAMES, *READ_ALONE.get(page, ())]
    link = draw(st.dictionaries(st.sampled_from(names), st.sampled_from(EXTREMES), max_size=3))
    return page, FIXED.get(page, {}) | link


@settings(max_examples=60, deadline=None)
@given(draw_extreme_links())
@example(("conventions", {"r": "3,0,2", "k": "999999"}))
@example(("conventions", {"k": "999999", "got": "0.817"}))
@example(("conventions", {"k": "999999", "a": "rectools", "b": "recommendation-jl"}))
@example(("conventions", {"got": ",".join(f"{k}=0.5" for k in range(1, 2_000))}))
@example(("measures", {"rel": "999999", "k": "999999"}))
@example(("playground", {"k": "999999", "base": "1e308"}))
@example(("practice", {"skill": "dcg", "r": "3,0,2", "k": "9999"}))
def test_no_link_exceeds_the_calls_of_its_page(drawn):
    page, link = drawn
    open_once(page)
    assert count_calls(lambda: EXHIBITS[page].build_first_screen(link)) <= MOST_CALLS, (page, link)


@pytest.mark.parametrize("number", ["0.957", "0.817"])
def test_a_huge_cutoff_costs_no_more_than_a_small_one(number):
    def ask(k):
        return count_calls(lambda: who_prints([3, 2, 3, 0, 1], number, k).others)

    ask(10)  # the tables of divisors are made once
    assert ask(1_000_000) <= 2 * ask(10)


def test_a_table_with_too_many_cutoffs_is_ignored():
    cells = [f"{k}=0.5" for k in range(1, MAX_CELLS + 2)]
    assert len(read_table(",".join(cells[:-1]))) == MAX_CELLS
    assert not read_table(",".join(cells))
