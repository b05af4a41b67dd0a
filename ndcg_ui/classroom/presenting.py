"""A question as the browser needs it: all that asks it, and nothing that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.classroom.asked import Asked
from ndcg_core.classroom.guesses import Guessing
from ndcg_core.classroom.orders import Ordering
from ndcg_core.classroom.papers import FillingIn
from ndcg_core.classroom.references import find
from ndcg_core.classroom.words import Auditing, Choosing
from ndcg_core.lessons.blocks.papers import misconception_titles
from ndcg_core.marking.wording import cell_name
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import Board, Document, cards, default_label
from ndcg_ui.course.forms import about, printed_sheet
from ndcg_ui.html.blank_sheets import unmarked

SHOWN: Mapping[str, Any] = {
    "mode": "move",
    "group": "class",
    "epoch": "class",
    "now": None,
    "remarks": [],
}
"""How a board is shown to somebody who only moves its documents."""


@lru_cache(maxsize=500)
def presented(reference: str) -> Mapping[str, Any]:
    """The question: its kind, what is asked as HTML, and what its component needs."""
    asked = find(reference)
    return {"kind": asked.kind, "ask": asked.ask, **_more(asked, reference)}


def _more(asked: Asked, reference: str) -> dict[str, Any]:
    if isinstance(asked, Choosing):
        return {"options": [option.say.shown() for option in asked.question.options]}
    if isinstance(asked, FillingIn):
        paper = unmarked(asked.sheet, "class", reference)
        return {"about": about(asked.sheet), "sheet": paper}
    if isinstance(asked, Auditing):
        return {
            "about": printed_sheet(asked.question.paper),
            "lines": {cell: cell_name(cell) for cell in asked.question.lines},
            "mistakes": misconception_titles(asked.question.offered),
        }
    if isinstance(asked, Ordering):
        return {"about": about(asked.sheet), "board": _board(asked.sheet)}
    if isinstance(asked, Guessing):
        slider = {"low": asked.low, "high": asked.high, "step": asked.step}
        return {**slider, "digits": asked.digits}
    return {}


def _board(paper: Sheet) -> dict[str, Any]:
    """The board without its ideal order: what an order scores would say whether it is right."""
    labels = paper.labels or [default_label(place) for place in range(len(paper.grades))]
    documents = [Document(n, labels[n], grade) for n, grade in enumerate(paper.grades)]
    board = Board(tuple(documents))
    data = cards(board, board.trace(paper.trace.k, paper.convention))
    return data | {"ideal": [], "idcg": None, "empty": "", **SHOWN}
