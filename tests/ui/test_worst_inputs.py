"""Whatever comes from outside is measured before it is understood: the work of the readers of text.

Twice the text is at most twice the work, and what is longer than may be read costs no more. Work is
counted in instructions of Python, so that no machine is too slow for these tests.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

from ndcg_core.content import load_toml
from ndcg_core.exercises.variants import read_variant_link
from ndcg_core.numerals.numerals import read_numeral as read_cell
from ndcg_core.numerals.numerals import read_printed_number
from ndcg_ui import limits
from ndcg_ui.components.board.board import clean_label
from ndcg_ui.components.board.link import read_link
from ndcg_ui.components.board.ranking_text import read_ranking
from ndcg_ui.pages.conventions.link import parse_question, read_question
from ndcg_ui.pages.worksheet.link import read_link as read_worksheet
from tests.selection import select_first

MEGABYTE = 10**6

# --- Texts, JSON and plans that are costly to read, each of a given length --------------------

Shape = Callable[[int], str]


def make_filler(start: str, again: str, end: str = "") -> Shape:
    """Return a function that makes a text of n characters by repeating a part of it."""
    return lambda n: start + again * ((n - len(start)) // len(again)) + end


TEXTS: Mapping[str, Shape] = {
    **{
        name: make_filler(*parts) for name, parts in load_toml(__file__, "worst_texts.toml").items()
    },
    "surrogates": make_filler("", "\ud800"),  # which TOML cannot hold
}


# --- Readers ----------------------------------------------------------------------------------


READERS: Mapping[str, Callable[[str], object]] = {
    "a ranking": read_ranking,
    "a ranking's link": lambda text: read_link(
        dict.fromkeys(("r", "judged", "k", "base", "hide"), text)
    ),
    "the page of conventions": lambda text: parse_question(
        read_question(dict.fromkeys(("r", "k", "judged", "scores"), text))
    ),
    "a number somebody got": read_printed_number,
    "an exercise in a link": lambda text: read_variant_link({"skill": "cg", "r": text, "k": "2"}),
    "further queries in a link": lambda text: read_variant_link(
        {"skill": "mean", "r": "3,2", "others": text}
    ),
    "a worksheet's link": lambda text: read_worksheet(
        dict.fromkeys(("skills", "number", "seed"), text)
    ),
    "a cell of a sheet": read_cell.__wrapped__,
    "a name": clean_label,
}
CUT = [name for name in READERS if name != "a worksheet's link"]
"""Readers that look at no more of a text than may be read."""


SEARCHES = ("index", "count", "remove", "insert", "sort", "reverse", "copy")


def measure_work(do: Callable[[], object]) -> int:
    """Return the work of a call: its Python instructions, and the data of its C functions.

    A method of a text, or a search in a list, counts as many instructions as the text or the list
    is long. So a loop of searches in a long text is measured, although each search is one
    instruction.
    """
    counted = 0

    def instruction(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return instruction

    def touched(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal counted
        if event == "c_call":
            held = getattr(arg, "__self__", None)
            whole = isinstance(held, (str, bytes)) or (
                isinstance(held, list) and arg.__name__ in SEARCHES
            )
            counted += len(held) if whole else 1

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(instruction)
    sys.setprofile(touched)
    try:
        do()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return counted


def count_instructions(read: Callable[[str], object], text: str) -> int:
    """Return the work of reading a text that is accepted or refused."""

    def attempt() -> None:
        with suppress(ValueError):
            read(text)

    attempt()  # work that is done only once is not counted
    return measure_work(attempt)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("shape", select_first(8, TEXTS, "one more shape of text"))
def test_twice_the_text_costs_at_most_twice_the_work(name, shape):
    costs = [count_instructions(READERS[name], TEXTS[shape](n)) for n in (600, 1200, 2400)]
    for half, whole in pairwise(costs):
        assert whole <= 2.2 * half + 1000, costs


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("shape", list(TEXTS)[:4])
def test_a_megabyte_of_text_costs_no_more_than_an_allowed_text(name, shape):
    read, make = READERS[name], TEXTS[shape]
    longest = count_instructions(read, make(limits.LONGEST_RANKING))
    assert count_instructions(read, make(MEGABYTE)) <= longest + 3 * MEGABYTE
