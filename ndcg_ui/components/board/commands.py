"""The commands on a board: move, type, grade, rename, add, remove. No Streamlit here."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.numbers import short_repr
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, Document, clean_label, make_default_label
from ndcg_ui.components.board.link import LAST_RANKING_SHOWN
from ndcg_ui.components.board.ranking_text import read_ranking


def apply_command(board: Board, command: Mapping[str, Any]) -> Board:
    """Return the board after a command. Raise ValueError if the command does not fit.

    These are the values of "do", each with its other keys:

    arrange  order: the earlier positions of the documents, from rank 1
    type     text: another ranking
    grade    at: a position in `board.documents`, from 0; grade
    rename   at, label
    add      to: "ranking" or "judged"
    remove   at
    """
    match command:
        case {"do": "arrange", "order": list(order)}:
            known = len(order) == len(board.ranking) and all(type(place) is int for place in order)
            if not known or sorted(order) != list(range(len(board.ranking))):
                raise ValueError(
                    "An order must contain every document of the ranking exactly once."
                )
            return replace(board, ranking=tuple(board.ranking[place] for place in order))
        case {"do": "type", "text": str(text)}:
            return _replace_ranking(board, text)
        case {"do": "grade", "at": at, "grade": int() | float() as grade}:
            nc.dcg([grade])
            whole = float(grade).is_integer()
            return _edit_document(
                board, _read_position(board, at), grade=int(grade) if whole else float(grade)
            )
        case {"do": "rename", "at": at, "label": str(label)}:
            at = _read_position(board, at)
            return _edit_document(board, at, label=clean_label(label) or board.documents[at].label)
        case {"do": "add", "to": "ranking" | "judged" as to}:
            return _add_document(board, to)
        case {"do": "remove", "at": at}:
            at = _read_position(board, at)
            if at < len(board.ranking) == 1:
                raise ValueError(
                    "A ranking needs at least one document, so you cannot remove its only document."
                )
            return _replace_document(board, at)
    raise ValueError(f"The board does not know the command {short_repr(dict(command))}.")


def _replace_ranking(board: Board, text: str) -> Board:
    """Return the board with a typed ranking. Raise ValueError for a text that is no ranking.

    A document with a known name keeps its id.
    """
    try:
        typed = read_ranking(text)
    except ValueError as error:
        raise ValueError(f"{error} {LAST_RANKING_SHOWN}") from None
    known = {document.label: document.id for document in board.ranking}
    fresh = max(document.id for document in board.documents) + 1
    taken: set[int] = set()
    ranking = []
    for place, document in enumerate(typed):
        id = known.get(document.label, fresh + place)
        id = fresh + len(typed) + place if id in taken else id
        taken.add(id)
        ranking.append(replace(document, id=id))
    return replace(board, ranking=tuple(ranking))


def _read_position(board: Board, position: object) -> int:
    """Return `position` if it is an index in `board.documents`, else raise ValueError."""
    if type(position) is not int or not 0 <= position < len(board.documents):
        raise ValueError(f"There is no document {short_repr(position)} on the board.")
    return position


def _edit_document(board: Board, position: int, **change: Any) -> Board:
    return _replace_document(board, position, replace(board.documents[position], **change))


def _replace_document(board: Board, position: int, *replacements: Document) -> Board:
    """Return the board with a document replaced by others, or removed if there are none."""
    retrieved = len(board.ranking)
    if position < retrieved:
        return replace(
            board,
            ranking=(*board.ranking[:position], *replacements, *board.ranking[position + 1 :]),
        )
    position -= retrieved
    others = board.unretrieved
    return replace(board, unretrieved=(*others[:position], *replacements, *others[position + 1 :]))


def _add_document(board: Board, side: str) -> Board:
    if len(board.documents) >= limits.MOST_DOCUMENTS:
        raise ValueError(f"The board holds {limits.MOST_DOCUMENTS} documents, and it is full.")
    taken = set(board.labels)
    labels = map(make_default_label, count())
    label = next(label for label in labels if label not in taken)
    id = max(document.id for document in board.documents) + 1
    document = Document(id, label, 1 if side == "ranking" else 3)
    if side == "ranking":
        return replace(board, ranking=(*board.ranking, document))
    return replace(board, unretrieved=(*board.unretrieved, document))
