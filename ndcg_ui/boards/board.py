"""The documents on a board, and what can be done to them. No Streamlit here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.quoting import shown, writable

LONGEST = 200
LONGEST_LABEL = 40
REMEMBERED = 200
READ = 400
"""More characters of a name are not looked at."""
_UNWRITABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f,;:=\[\](){}\"']+")


@dataclass(frozen=True)
class Document:
    """One judged document. `doc` is its identity on the board, whatever its rank."""

    doc: int
    label: str
    grade: float

    @property
    def shown_grade(self) -> str:
        """The grade on a card: 3, 0.5, 0.333."""
        return nc.short(self.grade)

    @property
    def written_grade(self) -> str:
        """The grade in a link or a text field: the shortest text that reads back the same."""
        return repr(self.grade).removesuffix(".0")


@dataclass(frozen=True)
class Board:
    """A ranking, best place first, and the documents judged but not retrieved."""

    ranking: tuple[Document, ...]
    unretrieved: tuple[Document, ...] = ()

    @property
    def grades(self) -> list[float]:
        """The ranking's grades, in order."""
        return [document.grade for document in self.ranking]

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every judged document: the ranking, then the unretrieved ones."""
        return (*self.ranking, *self.unretrieved)

    @property
    def judged(self) -> list[float] | None:
        """The judged pool's grades, or None where it is just the ranking."""
        return [document.grade for document in self.documents] if self.unretrieved else None

    @property
    def labels(self) -> list[str]:
        """Every document's name, in the order of `documents`."""
        return [document.label for document in self.documents]

    @property
    def revision(self) -> str:
        """A short digest of what is on the board: the same board, the same revision."""
        content = repr([(d.label, d.grade) for d in self.ranking]) + repr(
            [(d.label, d.grade) for d in self.unretrieved]
        )
        return hashlib.blake2b(content.encode(), digest_size=6).hexdigest()

    def trace(self, k: int | None, convention: nc.Convention) -> nc.Trace:
        """Return the calculation behind this board; its rows' `doc` count from 0 in `documents`."""
        return nc.trace(self.grades, k, convention, self.judged, self.labels)


def default_label(place: int) -> str:
    """Return A, B, ..., Z, AA, AB, ... for place 0, 1, ...

    >>> default_label(0), default_label(25), default_label(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def tidy_label(text: str) -> str:
    """Return a label that a link and a text field can carry.

    >>> tidy_label("  How to: rank  ")
    'How to rank'
    """
    return _UNWRITABLE.sub(" ", writable(text[:READ])).strip()[:LONGEST_LABEL].strip()


# --- Commands: what a person did on the board ------------------------------------------------


def obey(board: Board, command: Mapping[str, Any]) -> Board:
    """Return the board after `command`; `at` counts through `board.documents` from 0.

    Commands: arrange (order: old places, best first), grade (at, grade), rename (at, label),
    add (to: ranking or judged), remove (at). ValueError for one that does not fit the board.
    """
    match command:
        case {"do": "arrange", "order": list(order)}:
            return _arranged(board, order)
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
    if len(board.documents) >= LONGEST:
        raise ValueError(f"The board holds {LONGEST} documents, and it is full.")
    document = Document(
        max(document.doc for document in board.documents) + 1,
        _free_label(board),
        1 if to == "ranking" else 3,
    )
    if to == "ranking":
        return replace(board, ranking=(*board.ranking, document))
    return replace(board, unretrieved=(*board.unretrieved, document))


def _free_label(board: Board) -> str:
    taken = set(board.labels)
    return next(
        label for place in range(LONGEST * 2) if (label := default_label(place)) not in taken
    )


def _removed(board: Board, at: int) -> Board:
    if at < len(board.ranking) == 1:
        raise ValueError("The last document stays: an empty ranking has nothing to score.")
    documents = list(board.documents)
    del documents[at]
    return _split(documents, len(board.ranking) - (at < len(board.ranking)))


def _split(documents: list[Document], retrieved: int) -> Board:
    return Board(tuple(documents[:retrieved]), tuple(documents[retrieved:]))


# --- Undo ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class History:
    """The board now, and the ones before and after it that undo and redo lead to."""

    now: Board
    start: Board
    past: tuple[Board, ...] = field(default=(), repr=False)
    future: tuple[Board, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, board: Board) -> History:
        """Begin with `board`; reset leads back to it."""
        return cls(board, board)

    def moved(self, board: Board) -> History:
        """Return the history after a change to `board`; a change to the same is none."""
        if board == self.now:
            return self
        return replace(self, now=board, past=(*self.past, self.now)[-REMEMBERED:], future=())

    def undone(self) -> History:
        """Return one change back, where there is one."""
        if not self.past:
            return self
        return replace(
            self, now=self.past[-1], past=self.past[:-1], future=(self.now, *self.future)
        )

    def redone(self) -> History:
        """Return one change forward, where one was undone."""
        if not self.future:
            return self
        return replace(
            self, now=self.future[0], past=(*self.past, self.now), future=self.future[1:]
        )

    def obeying(self, command: Mapping[str, Any]) -> History:
        """Return the history after a board command, undo, redo or reset."""
        match command.get("do"):
            case "undo":
                return self.undone()
            case "redo":
                return self.redone()
            case "reset":
                return self.moved(self.start)
        return self.moved(obey(self.now, command))
