"""Two libraries: the single changes that lead from one's number to the other's. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import ndcg_core as nc
from ndcg_core.libraries import LIBRARIES, Chain, ChainStep, Library, Ranking, outcome
from ndcg_core.marking.wording import cell_name
from ndcg_ui.conventions.values import value
from ndcg_ui.html.builder import Html, col, every, html, p, row_head, table, td, tr


def steps_between(found: Chain, first: Library, second: Library) -> Html:
    """From one library's number to another's, a change at a time."""
    return html(
        table(
            map(col, ("one change at a time", "first cell that changes", "NDCG")),
            [_end(first, found.start), *map(_step, found.steps)],
            _end(second, found.end),
            css="chain",
            data_testid="chain",
        ),
        _silent(found.silent),
    )


def _end(library: Library, number: float) -> Html:
    return tr(row_head(library.title), td(), td(value(number)))


def _silent(count: int) -> Html | None:
    if not count:
        return None
    what = (
        "further choice differs, and changes"
        if count == 1
        else "further choices differ, and change"
    )
    return p(f"{count} {what} nothing for this ranking.", css="say")


def _step(step: ChainStep) -> Html:
    return tr(
        row_head(step.words),
        td(_cell(step)),
        td(value(step.value)),
        data_testid="chain-step",
        data_cell=step.cell,
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


def no_way(ranking: Ranking, libraries: Iterable[Library]) -> Html:
    """Why there is no way from one library to the other: what those say that print no number."""
    silent = {one.id: outcome(ranking, one.id) for one in libraries}
    said = (
        html(
            LIBRARIES[name].title,
            " refuses this ranking" if found.state == "refuses" else " has no one number for it",
            f": {found.words}",
        )
        for name, found in silent.items()
        if found.value is None
    )
    return p(every(said, "<br>"), css="say", data_testid="no-way")
