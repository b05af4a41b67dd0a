"""The playground's first screen: a link's ranking with all its numbers."""

from __future__ import annotations

from collections.abc import Mapping

import ndcg_core as nc
from ndcg_ui.boards.linked import played_from
from ndcg_ui.first_screens.board_place import row, stage_row
from ndcg_ui.first_screens.screen import Screen, kept
from ndcg_ui.html.builder import div, html, tag
from ndcg_ui.views import playground as view

NAMED = 12
"""So many grades stand in a title."""
LONGEST, LINE = 60, 70
"""The tables of more documents come with the app: anybody may ask for any link, and they cost most.
Their place has so many pixels for each document."""
CHARTS = 330, 520
"""The heights of the two columns of charts below the tables."""

WIDGETS = ("Html", "ButtonGroup", "NumberInput", "Selectbox")


def screen(query: Mapping[str, str]) -> Screen:
    """The page of a link."""
    played = played_from(query)
    hidden = played.settings.hide
    wrong = div(view.problems(played), css="markup")
    long = len(played.board.documents) > LONGEST
    steps = kept(LINE * len(played.board.documents)) if long else view.steps(played, hidden)
    below = div(steps, css="markup")
    heading = "markup for-screen-readers" if "title" in hidden else "markup"
    content = html(
        div(view.HEADING, css=heading),
        None if "controls" in hidden else tag("div", css="kept-controls"),
        tag(
            "div",
            row(wrong) if played.problems else None,
            stage_row(played),
            row(below),
            None if "charts" in hidden else row(*map(kept, CHARTS)),
            css="exhibit",
        ),
    )
    trace = played.trace
    return Screen(
        title(trace),
        summary(trace),
        content,
        "[data-testid=card]",
        ("exhibit", "reconnect"),
        () if "controls" in hidden else WIDGETS,
    )


def title(trace: nc.Trace) -> str:
    """What the page says, in one line.

    >>> title(nc.trace([3, 2, 3, 0, 1]))
    'NDCG@5 = 0.972 for 3, 2, 3, 0, 1'
    """
    grades = [nc.short(row.grade) for row in (*trace.actual, *trace.beyond)]
    more = ", …" if len(grades) > NAMED else ""
    return f"NDCG@{trace.k} = {nc.number(trace.ndcg)} for {', '.join(grades[:NAMED])}{more}"


def summary(trace: nc.Trace) -> str:
    """The same as the division that it is.

    >>> summary(nc.trace([3, 2, 3, 0, 1]))
    'DCG 6.149 over IDCG 6.323. Drag a document up and watch every term change.'
    """
    return (
        f"DCG {nc.number(trace.dcg)} over IDCG {nc.number(trace.idcg)}. "
        "Drag a document up and watch every term change."
    )
