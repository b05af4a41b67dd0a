"""A lesson's board as the browser keeps it: each document's identity, name and grade, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ndcg_core as nc
from ndcg_ui import limits
from ndcg_ui.boards.board import Board, Document, tidy_label

Kept = Mapping[str, list[list[Any]]]


def pack(board: Board) -> Kept:
    """Return the board as plain data.

    >>> pack(Board((Document(1, "B", 3), Document(0, "A", 2))))
    {'ranking': [[1, 'B', 3], [0, 'A', 2]], 'unretrieved': []}
    """
    sides = {"ranking": board.ranking, "unretrieved": board.unretrieved}
    return {name: [[d.id, d.label, d.grade] for d in side] for name, side in sides.items()}


def unpack(data: object, start: Board, mode: str) -> Board:
    """Return the board that a browser kept, or `start` where that is none, or none that can be.

    mode: a board on which cards can only be moved still has the cards it started with.

    >>> unpack({"ranking": "nonsense"}, Board((Document(0, "A", 2),)), "edit").labels
    ['A']
    """
    try:
        kept: Any = data
        board = Board(_side(kept["ranking"]), _side(kept["unretrieved"]))
        _check(board)
    except (KeyError, TypeError, ValueError, OverflowError):
        return start
    moved = (set(board.ranking), board.unretrieved) == (set(start.ranking), start.unretrieved)
    return board if moved or mode == "edit" else start


def _side(rows: Any) -> tuple[Document, ...]:
    return tuple(Document(id, label, grade) for id, label, grade in rows)


def _check(board: Board) -> None:
    """Refuse what no board can hold."""
    documents = board.documents
    if not board.ranking or len(documents) > limits.MOST_DOCUMENTS:
        raise ValueError("A board holds from 1 to 200 documents.")
    if len({document.id for document in documents}) != len(documents):
        raise ValueError("Each document is on the board once.")
    for document in documents:
        good = type(document.id) is int and document.id >= 0 and isinstance(document.label, str)
        if not good or type(document.grade) not in (int, float):
            raise ValueError("A document has a number, a name and a grade.")
        if not document.label or document.label != tidy_label(document.label):
            raise ValueError("A name is what a link can carry.")
    nc.dcg(board.grades)
    nc.dcg([document.grade for document in documents])
