"""An exhibit, its parts, and the answer to an act: plain data for the browser.

What the server sends first and the answer to an act are the same parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Mode
from ndcg_core.marking.marks import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.parts.board.board import Board, cards
from ndcg_ui.parts.figure import Figure
from ndcg_ui.parts.figure.base import PLOTLY_URL, bars
from ndcg_ui.parts.markup.builder import Html
from ndcg_ui.parts.sheet.blank_sheets import unmarked

Act = Mapping[str, Any]
"""What was done in a part: plain data from a browser."""
Measure = Literal["cg", "dcg", "ndcg"]
Look = Literal["whole", "plain", "bare"]
Kind = Literal["ask", "board", "controls", "figure", "lab", "markup", "player", "sheet"]
LATER = {"later": True}
"""The data of a part that a browser asks for once it is needed."""


class Part(NamedTuple):
    """One part: its kind, its name among its siblings, and the data of such a component."""

    kind: Kind
    name: str
    data: Mapping[str, Any]


Row = Sequence[Sequence[Part]]
"""The columns of a row, each a list of parts from top to bottom."""


@dataclass(frozen=True)
class Answer:
    """A page's link after an act, what is shown then, and what is remembered of it.

    state         what the browser's tab remembers, and record: what the browser keeps; plain data,
                  or None where there is nothing of the kind
    look          what the style knows the page by
    shown_before  the parts that were shown before, by name: one that is the same is not sent again
    """

    link: Mapping[str, str]
    rows: list[Row]
    state: Mapping[str, Any] | None = None
    record: Mapping[str, Any] | None = None
    look: str = ""
    shown_before: Mapping[str, Part] = field(default_factory=dict)

    def for_browser(self, before: Iterable[Row]) -> "Answer":
        """Return the answer for a browser that shows the rows `before`."""
        parts = {part.name: part for row in before for column in row for part in column}
        return replace(self, shown_before=parts)

    @property
    def plain(self) -> dict[str, Any]:
        """The answer as the browser reads it; a part that is the same as before has no data."""
        rows = [[[self._sent(part) for part in column] for column in row] for row in self.rows]
        remembered = {"state": self.state, "record": self.record}
        more = {name: value for name, value in remembered.items() if value is not None}
        return {"link": self.link, "rows": rows, "look": self.look, **more}

    def _sent(self, part: Part) -> dict[str, Any]:
        if self.shown_before.get(part.name) == part:
            return {"kind": part.kind, "name": part.name}
        return part._asdict()


def unseen_by(shown: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of parts that a browser does not show just now, of what it says of itself.

    >>> sorted(unseen_by({"unseen": ["steps", 3]})), sorted(unseen_by({}))
    (['steps'], [])
    """
    names = shown.get("unseen")
    known = names if isinstance(names, list) else ()
    return frozenset(name for name in known if isinstance(name, str))


def board_data(
    board: Board,
    trace: nc.Trace,
    *,
    group: str = "main",
    mode: Mode = "edit",
    look: Look = "whole",
    now: int | None = None,
    remarks: Sequence[str] = (),
    speaks: Measure = "ndcg",
    picture: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return what the browser needs to show a board.

    mode: "edit" has every control, "move" only moving, "show" none. look: "whole", "plain" without
    the ideal order, or "bare" without terms too. now: the document a replay stands at. remarks:
    sentences under it. speaks: the measure whose value is said after every change. picture: what
    stands beside its cards and below them.
    """
    data = cards(board, trace)
    if picture:
        for place, document in enumerate(data["documents"][: data["retrieved"]]):
            document["beside"] = picture["rows"][place]
        data["picture"] = {name: part for name, part in picture.items() if name != "rows"}
    data |= {"group": group, "mode": mode, "look": look, "now": now}
    return data | {"remarks": list(remarks), "speaks": speaks}


def markup(name: str, html: Html, group: str) -> Part:
    """Return markup as a part."""
    return Part("markup", name, {"html": html, "group": group})


def chart(
    title: str,
    drawn: Figure,
    group: str,
    *,
    part: str = "",
    height: int = 230,
    clickable: bool = False,
    saved: bool = True,
) -> Part:
    """Return a figure as a part, which is called as its title unless it has a name.

    title      what the chart is called: for screen readers and for the files it is saved as
    group      highlights stay among components of one group
    clickable  whether a click, or Enter on a cell of a heat map, swaps two ranks on the board of
               the same exhibit
    saved      whether it can be saved as a file
    """
    data: dict[str, Any] = {
        "spec": drawn.spec,
        "bars": bars(drawn.spec),
        "text": drawn.text,
        "name": title,
    }
    data |= {"group": group, "height": height, "clickable": clickable, "saved": saved}
    return Part("figure", part or title, data | {"plotly": f".{PLOTLY_URL}"})


def form(name: str, html: Html, place: str, go: str = "") -> Part:
    """Return HTML with something to answer in it, as a part.

    An element with `data-act` sends, when it is clicked, that act, its other `data-` attributes and
    the fields of the `data-form` that it stands in, as {act, form, values, ...}. place: what
    drafts in its fields are kept under. go: the name of an element with `data-place` to scroll to,
    once until another is named.
    """
    return Part("ask", name, {"name": place, "html": html, "go": go})


def fields_of(act: Act) -> Mapping[str, str]:
    """Return the fields of the form that an act was done in, by name."""
    fields = act.get("values")
    named = fields if isinstance(fields, Mapping) else {}
    return {name: text for name, text in named.items() if isinstance(text, str)}


def sheet(
    name: str,
    paper: Sheet,
    place: str,
    form: str,
    marks: Iterable[Mark],
    state: Literal["open", "closed"],
) -> Part:
    """Return a sheet to fill in: what is given as text, its blanks as fields, marks beside them.

    form: names this try; another one starts with what `paper` has in its blanks. What is written
    arrives as {why, cell, form, texts}; why: "left" (a field was left), "check" or "hint". state:
    "closed" where nothing can be written any more.
    """
    blanks = set(paper.blanks)
    marked = {
        mark.cell: {"verdict": mark.verdict, "message": mark.message}
        for mark in marks
        if mark.cell in blanks
    }
    data = unmarked(paper, place, form) | {"marks": marked, "state": state}
    return Part("sheet", name, data)


def player(
    name: str, titles: Sequence[str], at: int, replayed: str, group: str, doc: int | None, says: str
) -> Part:
    """Return the buttons that lead through steps; where they lead arrives as {at}.

    replayed: names what is played; another one stops the play. doc: the document that the step is
    about, highlighted with its group. says: what a screen reader is told of the step.
    """
    data = {"titles": list(titles), "at": at, "replayed": replayed, "group": group, "doc": doc}
    return Part("player", name, {**data, "says": says})
