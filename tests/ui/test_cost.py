"""No text holds the server: twice as long is at most twice the work, and there is an end to it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest

from ndcg_core.exercises.links import from_link
from ndcg_core.libraries import read_number
from ndcg_core.numerals.numerals import read as read_cell
from ndcg_ui.boards.board import tidy_label
from ndcg_ui.boards.link_text import read_link
from ndcg_ui.boards.ranking_text import LONGEST_TEXT, read_ranking
from ndcg_ui.conventions.question import cut, understand
from tests.selection import first
from tests.work import work


def filled(*parts: str) -> Callable[[int], str]:
    """A text of n characters: the first part, and the second over and over."""
    start, again, *end = parts
    return lambda n: start + again * ((n - len(start)) // len(again)) + "".join(end)


HOSTILE = {
    "spaces after a name": filled("A:1", " "),
    "one long word": filled("", "a"),
    "a grade, then one long word": filled("A:1 ", "B"),
    "names without an end": filled("", "A "),
    "grades": filled("", "3 "),
    "grades and commas": filled("", "3,"),
    "decimal commas": filled("", "0,5 "),
    "names and grades": filled("", "A:3 "),
    "colons": filled("", ":"),
    "equals signs": filled("", "a ="),
    "options": filled("array(", ", dtype="),
    "commas": filled("", ","),
    "quotes": filled("", "'\""),
    "brackets": filled("", "["),
    "closing brackets": filled("", "]"),
    "nested lists": filled("[", "[3],"),
    "calls": filled("", "np.array("),
    "lines": filled("", "3\n"),
    "lines of two": filled("", "A\t3\n"),
    "tabs": filled("", "A\t"),
    "a printed Series": filled("", "1  3\n", "dtype: int64"),
    "footers": filled("", "Name: dtype: Length: "),
    "one long number": filled("", "9"),
    "a number in other digits": filled("", "٣"),
    "an exponent": filled("1e", "9"),
    "minus signs": filled("", "−-"),
    "surrogates": filled("", "\ud800"),
    "brackets in a working": filled("", "(1+"),
    "powers": filled("", "2^"),
}

READERS: dict[str, Callable[[str], object]] = {
    "a ranking": read_ranking,
    "a link": lambda text: read_link(dict.fromkeys(("r", "judged", "k", "base", "hide"), text)),
    "the page of conventions": lambda text: understand(
        cut(dict.fromkeys(("r", "k", "judged", "scores"), text))
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
@pytest.mark.parametrize("shape", first(8, HOSTILE, "one more shape of text"))
def test_twice_the_text_is_at_most_twice_the_work(reader, shape):
    costs = [cost(READERS[reader], HOSTILE[shape](n)) for n in (600, 1200, 2400)]
    for half, whole in pairwise(costs):
        assert whole <= 2.2 * half + 1000, costs


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("shape", ["spaces after a name", "one long word", "commas", "brackets"])
def test_a_text_of_a_megabyte_costs_no_more_than_one_that_may_be_read(reader, shape):
    longest = cost(READERS[reader], HOSTILE[shape](LONGEST_TEXT))
    assert cost(READERS[reader], HOSTILE[shape](10**6)) <= longest + 3 * 10**6
