"""The parts of an exhibit, each made from its data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import ndcg_core as nc
from ndcg_core.marking.verdict_words import find_verdict_word
from ndcg_ui.components.board.board import Board, describe_cards
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.exhibit.parts import Part

if TYPE_CHECKING:  # so that a board in a notebook loads without lessons, sheets and charts
    from ndcg_core.lessons.blocks.kinds import BoardMode
    from ndcg_core.marking.marks import Mark
    from ndcg_core.sheets.sheet import Sheet
    from ndcg_ui.components.figure import Figure

Measure = Literal["cg", "dcg", "ndcg"]
Look = Literal["whole", "plain", "bare"]


SUPPOSED_IDEAL = (
    "This convention’s ideal ranking consists of documents with grade 1 that are not on the board."
)


def describe_board(
    board: Board,
    trace: nc.Trace,
    *,
    group: str = "main",
    mode: "BoardMode" = "edit",
    layout: Look = "whole",
    current_doc: int | None = None,
    remarks: Sequence[str] = (),
    announced_measure: Measure = "ndcg",
    picture: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the data that the browser needs to show a board.

    mode: "edit" allows all actions, "move" only moves, "show" none
    layout: "whole", "plain" without the ideal order, or "bare" also without terms
    current_doc: the position of the current document of a replay
    remarks: sentences below the board
    announced_measure: the measure that screen readers announce after every change
    picture: HTML next to the cards and below them, from `describe_picture`
    """
    data = describe_cards(board, trace)
    if picture:
        for place, document in enumerate(data["documents"][: data["retrieved"]]):
            document["beside"] = picture["rows"][place]
        data["picture"] = {name: part for name, part in picture.items() if name != "rows"}
    data |= {"group": group, "mode": mode, "look": layout, "now": current_doc}
    if trace.convention.ideal_from == "ones":
        remarks = [*remarks, SUPPOSED_IDEAL]
    return data | {"remarks": list(remarks), "speaks": announced_measure}


def make_markup(name: str, html: Html, group: str) -> Part:
    """Return HTML as a part of kind "markup"."""
    return Part("markup", name, {"html": html, "group": group})


def make_chart(
    title: str,
    figure: "Figure",
    group: str,
    *,
    part: str = "",
    height: int = 230,
    is_clickable: bool = False,
    is_savable: bool = True,
) -> Part:
    """Return a figure as a part of kind "figure".

    title: the name of the chart for screen readers and saved files
    group: the group of parts that share highlights
    part: the name of the part; by default the title
    is_clickable: True if a click on a cell of a heat map swaps two ranks on the board
    is_savable: True if the chart can be saved as a file
    """
    from ndcg_ui.components.figure.base import PLOTLY_URL, render_bars

    data: dict[str, Any] = {
        "spec": figure.spec,
        "bars": render_bars(figure.spec),
        "text": figure.text,
        "name": title,
    }
    data |= {"group": group, "height": height, "clickable": is_clickable, "saved": is_savable}
    return Part("figure", part or title, data | {"plotly": f".{PLOTLY_URL}"})


def make_form(name: str, html: Html, draft_key: str, scroll_target: str = "") -> Part:
    """Return HTML with input fields as a part of kind "ask".

    A click on an element with `data-act` sends this act, the element's other `data-` attributes and
    the fields of the surrounding `data-form`, as {act, form, values, ...}.

    draft_key: the key under which the browser stores unsent entries
    scroll_target: the `data-place` of the element to scroll to; the browser scrolls when it changes
    """
    return Part("ask", name, {"name": draft_key, "html": html, "go": scroll_target})


def make_sheet(
    name: str,
    sheet: "Sheet",
    draft_key: str,
    form: str,
    marks: "Iterable[Mark]",
    state: Literal["open", "closed"],
) -> Part:
    """Return a sheet to fill in as a part: given numbers as text, blanks as fields, and marks.

    Entries arrive as {why, cell, form, texts}. "why" is "left" (a field lost the focus), "check" or
    "hint".

    draft_key: the key under which the browser stores unsent entries
    form: identifies the attempt; a new attempt starts with the texts in the blanks of `sheet`
    state: "closed" if the fields are read-only
    """
    from ndcg_ui.components.sheet.blank_sheets import describe_unmarked_sheet

    blanks = set(sheet.blanks)
    marked = {
        mark.cell: {
            "verdict": mark.verdict,
            "word": find_verdict_word(mark.verdict),
            "message": mark.message,
        }
        for mark in marks
        if mark.cell in blanks
    }
    data = describe_unmarked_sheet(sheet, draft_key, form) | {"marks": marked, "state": state}
    return Part("sheet", name, data)


def make_player(
    name: str,
    titles: Sequence[str],
    position: int,
    calculation: str,
    group: str,
    doc: int | None,
    announcement: str,
) -> Part:
    """Return the buttons of a replay as a part. The browser sends the requested step as `at`.

    titles: the titles of all steps
    position: the position of the current step
    calculation: identifies the calculation; another calculation stops the replay
    doc: the document of the step, which is highlighted in its group
    announcement: the sentence for screen readers
    """
    data = {
        "titles": list(titles),
        "at": position,
        "replayed": calculation,
        "group": group,
        "doc": doc,
    }
    return Part("player", name, {**data, "says": announcement})
