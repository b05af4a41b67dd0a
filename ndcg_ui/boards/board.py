"""The documents on a board: a ranking, and what was judged besides. No Streamlit here."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

import ndcg_core as nc
from ndcg_core.metric.quoting import writable
from ndcg_ui import limits

_UNWRITABLE = re.compile(r"[\s\ufeff\u200b\x00-\x1f\x7f-\x9f,;:=\[\](){}\"']+")


@dataclass(frozen=True)
class Document:
    """One judged document. `id` is its identity, whatever its place: a place is called `doc`."""

    id: int
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
    return (
        _UNWRITABLE.sub(" ", writable(text[: limits.LABEL_READ]))
        .strip()[: limits.LONGEST_LABEL]
        .strip()
    )
