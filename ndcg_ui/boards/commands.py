"""What a person does on a board: move, type, grade, rename, add, remove. No Streamlit here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.numbers import shown
from ndcg_ui import limits
from ndcg_ui.boards.board import Board, Document, default_label, tidy_label
from ndcg_ui.boards.link import STILL
from ndcg_ui.boards.ranking_text import read_ranking


def obey(board: Board, command: Mapping[str, Any]) -> Board:
    """Return the board after `command`; `at` counts through `board.documents` from 0.

    Commands: arrange (order: old places, best first), type (text: another ranking), grade (at,
    grade), rename (at, label), add (to: ranking or judged), remove (at). ValueError for one that
    does not fit the board.
    """
    match command:
        case {"do": "arrange", "order": list(order)}:
            return _arranged(board, order)
        case {"do": "type", "text": str(text)}:
            return _typed(board, text)
        case {"do": "grade", "at": at, "grade": int() | float() as grade}:
            return _edited(board, _place(board, at), grade=_sound(grade))
        case {"do": "rename", "at": at, "label": str(label)}:
            at = _place(board, at)
            return _edited(board, at, label=tidy_label(label) or board.documents[at].label)
        case {"do": "add", "to": "ranking" | "judged" as to}:
            return _added(board, to)
        case {"do": "remove", "at": at}:
            return _removed(board, _place(board, at))
    raise ValueError(f"The board does not know the command {shown(dict(command))}.")


def _arranged(board: Board, order: list[Any]) -> Board:
    known = len(order) == len(board.ranking) and all(type(place) is int for place in order)
    if not known or sorted(order) != list(range(len(board.ranking))):
        raise ValueError("The order sent is not an order of the documents on the board.")
    return replace(board, ranking=tuple(board.ranking[place] for place in order))


def _typed(board: Board, text: str) -> Board:
    """The ranking that was typed: its documents keep their identity where a name is known."""
    try:
        typed = read_ranking(text)
    except ValueError as error:
        raise ValueError(f"{error} {STILL}") from None
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


def _place(board: Board, at: object) -> int:
    if type(at) is not int or not 0 <= at < len(board.documents):
        raise ValueError(f"There is no document {shown(at)} on the board.")
    return at


def _sound(grade: float) -> float:
    nc.dcg([grade])
    return int(grade) if float(grade).is_integer() else float(grade)


def _edited(board: Board, at: int, **change: Any) -> Board:
    documents = list(board.documents)
    documents[at] = replace(documents[at], **change)
    return _split(documents, len(board.ranking))


def _added(board: Board, to: str) -> Board:
    if len(board.documents) >= limits.MOST_DOCUMENTS:
        raise ValueError(f"The board holds {limits.MOST_DOCUMENTS} documents, and it is full.")
    document = Document(
        max(document.id for document in board.documents) + 1,
        _free_label(board),
        1 if to == "ranking" else 3,
    )
    if to == "ranking":
        return replace(board, ranking=(*board.ranking, document))
    return replace(board, unretrieved=(*board.unretrieved, document))


def _free_label(board: Board) -> str:
    taken = set(board.labels)
    return next(
        label
        for place in range(limits.MOST_DOCUMENTS * 2)
        if (label := default_label(place)) not in taken
    )


def _removed(board: Board, at: int) -> Board:
    if at < len(board.ranking) == 1:
        raise ValueError("The last document stays: an empty ranking has nothing to score.")
    documents = list(board.documents)
    del documents[at]
    return _split(documents, len(board.ranking) - (at < len(board.ranking)))


def _split(documents: list[Document], retrieved: int) -> Board:
    return Board(tuple(documents[:retrieved]), tuple(documents[retrieved:]))
