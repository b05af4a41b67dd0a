"""The pages that act by requests: what an act on each is, and what it begins with."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ndcg_ui import limits
from ndcg_ui.examples.acts import examples
from ndcg_ui.learn.acts import course
from ndcg_ui.measures.acts import answered
from ndcg_ui.parts.exhibit.parts import Answer, Row
from ndcg_ui.playground.acts import board
from ndcg_ui.practice.acts import practice

Plain = Mapping[str, Any]


class Page(NamedTuple):
    """What an act on a page is, and how many bytes of one are read.

    act    from a link, a record, what the tab remembers, and what was done
    keeps  what the browser keeps the record as; "" where there is none
    waits  whether what the page begins with waits for the browser to say that there is no record
    """

    act: Callable[[Mapping[str, str], object, Plain, Plain], Answer]
    keeps: str = ""
    longest: int = limits.LONGEST_ACT
    waits: bool = False


PAGES: Mapping[str, Page] = {
    "playground": Page(lambda link, record, state, act: board(link, act)),
    "learn": Page(course, "progress", limits.LONGEST_ACT_WITH_RECORD, waits=True),
    "practice": Page(practice, "practice"),
    "examples": Page(examples),
    "measures": Page(lambda link, record, state, act: answered(link, act)),
}
"""By name."""


def first(page: str, query: Mapping[str, str]) -> tuple[dict[str, Any], list[Row]]:
    """Return what a page begins with where a link leads to it: its message, and its rows.

    It knows nothing of a record: a browser that has one asks again. query: the link as it was read;
    one that names nothing leaves in place what a visitor had.
    """
    act, keeps, _, waits = PAGES[page]
    answer = act(query, None, {}, {})
    begun = {"page": page, "query": dict(query), "keeps": keeps, "waits": waits}
    return {**answer.plain, **begun}, answer.rows
