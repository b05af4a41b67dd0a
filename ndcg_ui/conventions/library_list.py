"""What every library prints: the numbers, and the libraries that print each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from urllib.parse import quote_plus, urlencode

from ndcg_core.libraries import (
    LIBRARIES,
    Chain,
    Group,
    Library,
    Outcome,
    Outcomes,
    Ranking,
    between,
)
from ndcg_ui import limits
from ndcg_ui.conventions.question import Asked, write_asked
from ndcg_ui.conventions.values import value
from ndcg_ui.html.builder import Html, html, li, p, span, tag

_quoted = lru_cache(maxsize=64)(quote_plus)
"""Every library's link holds the same long texts."""


def every_group(
    ranking: Ranking, found: Outcomes, asked: Asked, printers: Collection[str] = ()
) -> Html:
    """Each number with the libraries that print it, and what separates it from the next; then
    those that print none.

    printers: the libraries that print the number somebody got.
    """
    items = []
    for place, group in enumerate(found.groups):
        items.append(_group(group, asked, not set(printers).isdisjoint(group.ids)))
        if place + 1 < len(found.groups):
            items.append(_between(between(ranking, group, found.groups[place + 1])))
    return html(
        tag("ul", *items, css="prints", data_testid="prints"),
        _without(found.refused, "refuses", "Refused", asked),
        _without(found.undetermined, "not determined", "Not determined", asked),
    )


def _group(group: Group, asked: Asked, mine: bool) -> Html:
    mark = span("your number", css="mine") if mine else None
    return li(
        span(value(group.value), mark, css="prints-value"),
        _names(group.ids, asked),
        css="prints-group is-mine" if mine else "prints-group",
        data_testid="prints-group",
    )


def _names(ids: Iterable[str], asked: Asked) -> Html:
    return tag("ul", *(li(_name(LIBRARIES[name], asked)) for name in ids), css="prints-names")


def _without(found: Iterable[Outcome], state: str, title: str, asked: Asked) -> Html | None:
    """The libraries without a number, those together that have the same words for it."""
    words: dict[str, list[str]] = {}
    for one in found:
        words.setdefault(one.words, []).append(one.library)
    if not words:
        return None
    kind = "code" if state == "refuses" else "span"
    items = (
        li(_names(ids, asked), p(tag(kind, why)), data_testid="prints-none")
        for why, ids in words.items()
    )
    return tag("section", tag("h3", title), tag("ul", *items), css="prints-none", data_state=state)


def _name(library: Library, asked: Asked) -> Html:
    link = urlencode(write_asked(asked) | {"a": library.id}, quote_via=_quoted)
    short = len(link) <= limits.LONGEST_QUERY  # without an address it is only a name
    current = "true" if library.id == asked.a else None
    name = tag(
        "a",
        library.title,
        href=f"?{link}" if short else None,
        target="_self",
        data_library=library.id,
        aria_current=current,
    )
    read = html(" ", span("only read", css="only-read")) if library.checked == "read" else None
    return html(name, read)


def _between(found: Chain) -> Html:
    words = "; ".join(step.words for step in found.steps)
    return li(words, css="prints-between", data_testid="prints-between")
