"""No text holds the server: twice as long is at most twice the work, and there is an end to it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest

from ndcg_core.exercises.variants import from_link
from ndcg_core.libraries import read_number
from ndcg_core.numerals.numerals import read as read_cell
from ndcg_ui.boards.board import tidy_label
from ndcg_ui.boards.link import read_link
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.conventions.question import read_question, understand
from ndcg_ui.limits import LONGEST_RANKING
from tests.selection import first
from tests.ui.walk.shapes import TEXTS
from tests.work import work

READERS: dict[str, Callable[[str], object]] = {
    "a ranking": read_ranking,
    "a link": lambda text: read_link(dict.fromkeys(("r", "judged", "k", "base", "hide"), text)),
    "the page of conventions": lambda text: understand(
        read_question(dict.fromkeys(("r", "k", "judged", "scores"), text))
    ),
    "a number somebody got": read_number,
    "an exercise in a link": lambda text: from_link({"skill": "cg", "r": text, "k": "2"}),
    "further queries in a link": lambda text: from_link(
        {"skill": "mean", "r": "3,2", "others": text}
    ),
    "a cell of a sheet": read_cell.__wrapped__,
    "a name": tidy_label,
}


def cost(read: Callable[[str], object], text: str) -> int:
    """What reading a text costs, whether it is read or refused."""

    def attempt() -> None:
        with suppress(ValueError):
            read(text)

    attempt()  # what is worked out once, such as a table of divisors, is no part of it
    return work(attempt)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("shape", first(8, TEXTS, "one more shape of text"))
def test_twice_the_text_is_at_most_twice_the_work(reader, shape):
    costs = [cost(READERS[reader], TEXTS[shape](n)) for n in (600, 1200, 2400)]
    for half, whole in pairwise(costs):
        assert whole <= 2.2 * half + 1000, costs


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("shape", ["spaces after a name", "one long word", "commas", "brackets"])
def test_a_text_of_a_megabyte_costs_no_more_than_one_that_may_be_read(reader, shape):
    longest = cost(READERS[reader], TEXTS[shape](LONGEST_RANKING))
    assert cost(READERS[reader], TEXTS[shape](10**6)) <= longest + 3 * 10**6
