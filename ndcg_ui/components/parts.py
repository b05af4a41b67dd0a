"""The parts of an exhibit, each made from its data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import ndcg_core as nc
from ndcg_core.marking.verdict_words import find_word
from ndcg_ui.components.board.board import Board, describe_cards
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.exhibit.parts import Part

if TYPE_CHECKING:  # a board in a notebook need not wait for lessons, sheets and charts
    from ndcg_core.lessons.blocks.kinds import BoardMode
    from ndcg_core.marking.marks import Mark
    from ndcg_core.sheets.sheet import Sheet
    from ndcg_ui.components.figure import Figure

Measure = Literal["cg", "dcg", "ndcg"]
Look = Literal["whole", "plain", "bare"]


def describe_board(
    board: Board,
    trace: nc.Trace,
    *,
    group: str = "main",
    mode: "BoardMode" = "edit",
    look: Look = "whole",
    now: int | None = None,
    remarks: Sequence[str] = (),
    speaks: Measure = "ndcg",
    picture: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the data that the browser needs to show a board.

    mode: "edit" has every control, "move" only moving, "show" none. look: "whole", "plain" without
    the ideal order, or "bare" also without terms. now: the current document of a replay. remarks:
    sentences below the board. speaks: the measure that is announced after every change. picture:
    content next to the cards and below them.
    """
    data = describe_cards(board, trace)
    if picture:
        for place, document in enumerate(data["documents"][: data["retrieved"]]):
            document["beside"] = picture["rows"][place]
        data["picture"] = {name: part for name, part in picture.items() if name != "rows"}
    data |= {"group": group, "mode": mode, "look": look, "now": now}
    return data | {"remarks": list(remarks), "speaks": speaks}


def make_markup(name: str, html: Html, group: str) -> Part:
    """Return HTML as a part of kind "markup"."""
    return Part("markup", name, {"html": html, "group": group})


def make_chart(
    title: str,
    drawn: "Figure",
    group: str,
    *,
    part: str = "",
    height: int = 230,
    clickable: bool = False,
    saved: bool = True,
) -> Part:
    """Return a figure as a part of kind "figure".

    title      the name of the chart for screen readers and saved files
    group      the components that share highlights
    clickable  True if a click, or Enter on a cell of a heat map, swaps two ranks on the board of
               the same exhibit
    saved      True if it can be saved as a file
    """
    from ndcg_ui.components.figure.base import PLOTLY_URL, render_bars

    data: dict[str, Any] = {
        "spec": drawn.spec,
        "bars": render_bars(drawn.spec),
        "text": drawn.text,
        "name": title,
    }
    data |= {"group": group, "height": height, "clickable": clickable, "saved": saved}
    return Part("figure", part or title, data | {"plotly": f".{PLOTLY_URL}"})


def make_form(name: str, html: Html, place: str, go: str = "") -> Part:
    """Return HTML with input fields as a part of kind "ask".

    A click on an element with `data-act` sends this act, the element's other `data-` attributes and
    the fields of the surrounding `data-form`, as {act, form, values, ...}. place: the key for
    drafts in the fields. go: the name of an element with `data-place` to scroll to, once until
    another is named.
    """
    return Part("ask", name, {"name": place, "html": html, "go": go})


def make_sheet(
    name: str,
    paper: "Sheet",
    place: str,
    form: str,
    marks: "Iterable[Mark]",
    state: Literal["open", "closed"],
) -> Part:
    """Return a sheet to fill in as a part: given numbers as text, blanks as fields, and marks.

    form: identifies the attempt. A new attempt starts with the texts in the blanks of `paper`.
    Entries arrive as {why, cell, form, texts}. why: "left" (a field lost the focus), "check" or
    "hint". state: "closed" if the fields are read-only.
    """
    from ndcg_ui.components.sheet.blank_sheets import describe_unmarked_sheet

    blanks = set(paper.blanks)
    marked = {
        mark.cell: {
            "verdict": mark.verdict,
            "word": find_word(mark.verdict),
            "message": mark.message,
        }
        for mark in marks
        if mark.cell in blanks
    }
    data = describe_unmarked_sheet(paper, place, form) | {"marks": marked, "state": state}
    return Part("sheet", name, data)


def make_player(
    name: str, titles: Sequence[str], at: int, replayed: str, group: str, doc: int | None, says: str
) -> Part:
    """Return the buttons of a step-by-step replay as a part. The next step arrives as {at}.

    replayed: identifies the calculation. Another one stops the replay. doc: the document of the
    step, which is highlighted with its group. says: the announcement for screen readers.
    """
    data = {"titles": list(titles), "at": at, "replayed": replayed, "group": group, "doc": doc}
    return Part("player", name, {**data, "says": says})
