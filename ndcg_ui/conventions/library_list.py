"""What libraries print, as semantic HTML. Pure; escapes what was typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from html import escape
from urllib.parse import quote_plus, urlencode

import ndcg_core as nc
from ndcg_core.libraries import (
    CHECKED,
    LIBRARIES,
    Chain,
    ChainStep,
    Group,
    Library,
    Outcome,
    Outcomes,
    Ranking,
    between,
    outcome,
)
from ndcg_core.marking.unexplained import cell_name
from ndcg_ui.conventions.question import Asked, write_asked

_quoted = lru_cache(maxsize=64)(quote_plus)
"""Every library's link holds the same long texts."""


def value(number: float, digits: int = 4) -> str:
    """A library's number: rounded on screen, exact on hover and in `data-value`."""
    exact = nc.exact(number)
    shown = "no value" if number != number else nc.number(number, digits)
    return f'<data value="{exact}" data-value="{exact}" title="{exact}">{shown}</data>'


# --- Who prints what ---------------------------------------------------------------------------


def every_group(
    ranking: Ranking, found: Outcomes, asked: Asked, printers: Collection[str] = ()
) -> str:
    """Each number with the libraries that print it, and what separates it from the next; then
    those that print none.

    printers: the libraries that print the number somebody got.
    """
    items = []
    for place, group in enumerate(found.groups):
        items.append(_group(group, asked, not set(printers).isdisjoint(group.ids)))
        if place + 1 < len(found.groups):
            items.append(_between(between(ranking, group, found.groups[place + 1])))
    return (
        f'<ul class="prints" data-testid="prints">{"".join(items)}</ul>'
        + _without(found.refused, "refuses", "Refused", asked)
        + _without(found.undetermined, "not determined", "Not determined", asked)
    )


def _group(group: Group, asked: Asked, mine: bool) -> str:
    mark = '<span class="mine">your number</span>' if mine else ""
    return (
        f'<li class="prints-group{" is-mine" if mine else ""}" data-testid="prints-group">'
        f'<span class="prints-value">{value(group.value)}{mark}</span>'
        f"{_names(group.ids, asked)}</li>"
    )


def _names(ids: Iterable[str], asked: Asked) -> str:
    names = "".join(f"<li>{_name(LIBRARIES[name], asked)}</li>" for name in ids)
    return f'<ul class="prints-names">{names}</ul>'


def _without(found: Iterable[Outcome], state: str, title: str, asked: Asked) -> str:
    """The libraries without a number, those together that have the same words for it."""
    words: dict[str, list[str]] = {}
    for one in found:
        words.setdefault(one.words, []).append(one.library)
    if not words:
        return ""
    tag = "code" if state == "refuses" else "span"
    items = "".join(
        f'<li data-testid="prints-none">{_names(ids, asked)}'
        f"<p><{tag}>{escape(why)}</{tag}></p></li>"
        for why, ids in words.items()
    )
    return (
        f'<section class="prints-none" data-state="{state}"><h3>{title}</h3><ul>{items}</ul>'
        "</section>"
    )


def _name(library: Library, asked: Asked) -> str:
    link = urlencode(write_asked(asked) | {"a": library.id}, quote_via=_quoted)
    current = ' aria-current="true"' if library.id == asked.a else ""
    read = ' <span class="only-read">only read</span>' if library.checked == "read" else ""
    return (
        f'<a href="?{escape(link)}" target="_self" data-library="{library.id}"{current}>'
        f"{escape(library.title)}</a>{read}"
    )


def _between(found: Chain) -> str:
    words = "; ".join(escape(step.words) for step in found.steps)
    return f'<li class="prints-between" data-testid="prints-between">{words}</li>'


# --- Two libraries -----------------------------------------------------------------------------


def steps_between(found: Chain, first: Library, second: Library) -> str:
    """From one library's number to another's, a change at a time."""
    rows = "".join(_step(step) for step in found.steps)
    silent = f"{found.silent} further choice{'s' if found.silent > 1 else ''}"
    differ = "differ" if found.silent > 1 else "differs"
    note = (
        f'<p class="say">{silent} {differ}, and change{"s" if found.silent == 1 else ""} nothing '
        "for this ranking.</p>"
        if found.silent
        else ""
    )
    return (
        '<table class="chain" data-testid="chain"><thead><tr><th scope="col">one change at a time'
        '</th><th scope="col">first cell that changes</th><th scope="col">NDCG</th></tr></thead>'
        f'<tbody><tr><th scope="row">{escape(first.title)}</th><td></td>'
        f"<td>{value(found.start)}</td></tr>{rows}</tbody>"
        f'<tfoot><tr><th scope="row">{escape(second.title)}</th><td></td>'
        f"<td>{value(found.end)}</td></tr></tfoot></table>{note}"
    )


def _step(step: ChainStep) -> str:
    return (
        f'<tr data-testid="chain-step" data-cell="{step.cell}">'
        f'<th scope="row">{escape(step.words)}</th>'
        f"<td>{_cell(step)}</td><td>{value(step.value)}</td></tr>"
    )


def _cell(step: ChainStep) -> str:
    if step.cell == "ndcg":
        return "the fraction itself"
    name = cell_name(step.cell).removesuffix(" of the ranking")
    if step.was is None or step.now is None:
        return f"{name}: {'is gone' if step.now is None else 'is added'}"
    return f"{name}: {_short(step.was)} becomes {_short(step.now)}"


def _short(number: float) -> str:
    return nc.short(number, 3)


# --- One library -------------------------------------------------------------------------------


def about(library: Library, ranking: Ranking) -> str:
    """Its number, version, trap and the rules that a ranking of one query does not show."""
    thread = (
        f' <a href="{escape(library.url)}" target="_blank" rel="noreferrer">'
        f"{escape(library.thread)}</a>"
        if library.url
        else f" {escape(library.thread)}"
    )
    found = outcome(ranking, library.id)
    facts = {
        found.state: escape(found.words),
        "checked": CHECKED[library.checked],
        "trap": escape(library.trap) + (thread if library.thread else ""),
        "source": escape(library.convention.cite),
        "unjudged documents": escape(library.unjudged),
        "several queries": escape(library.averaging),
        "precision": escape(library.precision),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts.items() if text)
    return (
        f'<section class="library" data-testid="library" data-library="{library.id}">'
        f"<h3>{escape(library.title)} <small>{escape(library.package)} "
        f"{escape(library.version)}</small> {_result(found)}</h3>"
        f"<dl>{rows}</dl></section>"
    )


def _result(found: Outcome) -> str:
    return value(found.value) if found.value is not None else f"<span>{found.state}</span>"


def no_way(ranking: Ranking, libraries: Iterable[Library]) -> str:
    """Why there is no way from one library to the other: what those say that print no number."""
    silent = {one.id: outcome(ranking, one.id) for one in libraries}
    said = (
        f"{escape(LIBRARIES[name].title)} "
        + ("refuses this ranking" if found.state == "refuses" else "has no one number for it")
        + f": {escape(found.words)}"
        for name, found in silent.items()
        if found.value is None
    )
    return f'<p class="say" data-testid="no-way">{"<br>".join(said)}</p>'
