"""The documents on a board, and the board as plain data for the browser and its record."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import ndcg_core as nc
from ndcg_core.metric.numbers import replace_surrogates
from ndcg_ui import limits

_UNWRITABLE = re.compile(r"[\s\ufeff\u200b\x00-\x1f\x7f-\x9f,;:=\[\](){}\"']+")


@dataclass(frozen=True)
class Document:
    """A judged document. `id` is its identity, whatever its rank. A position is called `doc`."""

    id: int
    label: str
    grade: float

    @property
    def shown_grade(self) -> str:
        """The grade on a card: 3, 0.5, 0.333."""
        return nc.short(self.grade)

    @property
    def written_grade(self) -> str:
        """The grade in a link or a text field: the shortest text that reads back as the same
        number.
        """
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
    def judged_grades(self) -> list[float] | None:
        """The judged pool's grades, or None if the pool is the ranking itself."""
        return [document.grade for document in self.documents] if self.unretrieved else None

    @property
    def labels(self) -> list[str]:
        """Every document's name, in the order of `documents`."""
        return [document.label for document in self.documents]

    def trace_ranking(self, k: int | None, convention: nc.Convention) -> nc.Trace:
        """Return the board's trace. The `doc` of its rows counts from 0 in `documents`."""
        return nc.trace(self.grades, k, convention, self.judged_grades, self.labels)


@cache
def write_default_label(place: int) -> str:
    """Return the label A, B, ..., Z, AA, AB, ... for position 0, 1, ...

    >>> write_default_label(0), write_default_label(25), write_default_label(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def shorten_label(text: str) -> str:
    """Shorten a label to fit a link and a text field. A longer label ends in "…".

    >>> long = shorten_label("a" * 50)
    >>> shorten_label("  How to: rank  "), len(long), long[-2:]
    ('How to rank', 40, 'a…')
    """
    longest = limits.LONGEST_LABEL
    if text.isalnum() and len(text) <= longest:
        return text
    label = _UNWRITABLE.sub(" ", replace_surrogates(text[: limits.LONGEST_LABEL_TEXT])).strip()
    return label if len(label) <= longest else f"{label[: longest - 1].rstrip()}…"


def describe_cards(board: Board, trace: nc.Trace) -> dict[str, Any]:
    """Return the documents, their gains and divisors, and the ideal order."""
    rows = sorted((*trace.actual, *trace.beyond), key=lambda row: row.rank)
    ideal = (*trace.ideal, *trace.ideal_beyond)
    gains = {row.doc: row.gain for row in (*ideal, *rows)}
    highest = max(document.grade for document in board.documents)
    marks = {
        grade: _draw_gain(grade, trace.convention) for grade in {d.grade for d in board.documents}
    }
    return {
        "documents": [
            _describe_document(
                document, place, gains.get(place, 0.0), highest, marks[document.grade]
            )
            for place, document in enumerate(board.documents)
        ],
        "retrieved": len(board.ranking),
        "ideal": [row.doc for row in ideal],
        "divisors": [row.discount for row in rows],
        "works": [nc.divisor_at(row.rank, trace.convention).markup for row in rows],
        "k": trace.k,
        "idcg": trace.idcg,
        "empty": nc.exact(trace.ndcg) if trace.idcg == 0 else None,
        "previews": trace.convention.has_fixed_idcg,
        "longest": limits.MOST_DOCUMENTS,
    }


def _draw_gain(grade: float, convention: nc.Convention) -> str:
    markup = nc.gain_at(grade, convention).markup
    if convention.gain == "linear":
        return markup
    return f'<mo stretchy="false">(</mo>{markup}<mo stretchy="false">)</mo>'


def _describe_document(
    document: Document, place: int, gain: float, highest: float, markup: str
) -> dict[str, Any]:
    return {
        "id": document.id,
        "place": place,
        "label": document.label,
        "grade": document.grade,
        "shown": document.shown_grade,
        "level": find_grade_level(document.grade, highest),
        "gain": gain,
        "gainMarkup": markup,
    }


def find_grade_level(grade: float, highest: float) -> int:
    """Return a grade's step on the colour scale: 0 for grade 0, else 1 to 3.

    >>> [find_grade_level(grade, 3) for grade in (0, 0.5, 1, 2, 3)], find_grade_level(1e308, 1e308)
    ([0, 1, 1, 2, 3], 3)
    """
    return min(3, -int(-grade // (max(highest, 3) / 3))) if grade > 0 else 0


PackedBoard = Mapping[str, list[list[Any]]]


def pack_board(board: Board) -> PackedBoard:
    """Return the board as plain data.

    >>> pack_board(Board((Document(1, "B", 3), Document(0, "A", 2))))
    {'ranking': [[1, 'B', 3], [0, 'A', 2]], 'unretrieved': []}
    """
    sides = {"ranking": board.ranking, "unretrieved": board.unretrieved}
    return {name: [[d.id, d.label, d.grade] for d in side] for name, side in sides.items()}


def unpack_board(data: object, start: Board, mode: str) -> Board:
    """Return the board that a browser stored, or `start` if it is unusable.

    mode: a board whose cards can only be moved must still have its first cards.

    >>> unpack_board({"ranking": "nonsense"}, Board((Document(0, "A", 2),)), "edit").labels
    ['A']
    """
    try:
        packed: Any = data
        sides = (packed["ranking"], packed["unretrieved"])
        board = Board(*(tuple(Document(*row) for row in side) for side in sides))
        documents = board.documents
        if not board.ranking or len(documents) > limits.MOST_DOCUMENTS:
            raise ValueError("A board holds from 1 to 200 documents.")
        if len({document.id for document in documents}) != len(documents):
            raise ValueError("A document can be on the board only once.")
        for document in documents:
            good = type(document.id) is int and document.id >= 0 and isinstance(document.label, str)
            if not good or type(document.grade) not in (int, float):
                raise ValueError("A document needs a number, a name and a grade.")
            if not document.label or document.label != shorten_label(document.label):
                raise ValueError("A name has characters that a link cannot hold.")
        nc.dcg(board.grades)
        nc.dcg([document.grade for document in documents])
    except (KeyError, TypeError, ValueError, OverflowError):
        return start
    moved = (set(board.ranking), board.unretrieved) == (set(start.ranking), start.unretrieved)
    return board if moved or mode == "edit" else start
