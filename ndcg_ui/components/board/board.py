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
    """A judged document. Its `id` stays the same when its rank changes."""

    id: int
    label: str
    grade: float

    @property
    def rounded_grade(self) -> str:
        """The grade as a card shows it, with at most three decimals: 3, 0.5, 0.333."""
        return nc.short(self.grade)

    @property
    def exact_grade(self) -> str:
        """The grade as a text that reads back as the same number, for links and text fields."""
        return repr(self.grade).removesuffix(".0")


@dataclass(frozen=True)
class Board:
    """A ranking from rank 1 on, and the judged documents that it does not retrieve."""

    ranking: tuple[Document, ...]
    unretrieved: tuple[Document, ...] = ()

    @property
    def grades(self) -> list[float]:
        """The grades of the ranking, from rank 1."""
        return [document.grade for document in self.ranking]

    @property
    def documents(self) -> tuple[Document, ...]:
        """All judged documents: the ranking, then the unretrieved documents."""
        return (*self.ranking, *self.unretrieved)

    @property
    def judged_grades(self) -> list[float] | None:
        """The grades of all judged documents, or None if all of them are retrieved."""
        return [document.grade for document in self.documents] if self.unretrieved else None

    @property
    def labels(self) -> list[str]:
        """The labels of all judged documents, in the order of `documents`."""
        return [document.label for document in self.documents]

    def trace_ranking(self, k: int | None, convention: nc.Convention) -> nc.Trace:
        """Return the trace of the ranking. Raise ValueError if the ranking has no score.

        The `doc` of a row is a position in `documents`.
        """
        return nc.trace(self.grades, k, convention, self.judged_grades, self.labels)


@cache
def make_default_label(position: int) -> str:
    """Return the default label of a position: A for 0, ..., Z for 25, AA for 26, ...

    >>> make_default_label(0), make_default_label(25), make_default_label(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    position += 1
    while position:
        position, letter = divmod(position - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def clean_label(text: str) -> str:
    """Return a text as a label of 0 to 40 characters that a link can contain.

    A longer label is cut and ends in "…". Without a usable character, the label is "".

    >>> long = clean_label("a" * 50)
    >>> clean_label("  How to: rank  "), len(long), long[-2:]
    ('How to rank', 40, 'a…')
    """
    longest = limits.LONGEST_LABEL
    if text.isalnum() and len(text) <= longest:
        return text
    label = _UNWRITABLE.sub(" ", replace_surrogates(text[: limits.LONGEST_LABEL_TEXT])).strip()
    return label if len(label) <= longest else f"{label[: longest - 1].rstrip()}…"


def describe_cards(board: Board, trace: nc.Trace) -> dict[str, Any]:
    """Return a board's documents, gains, divisors and ideal order as data for the browser.

    The ideal order lacks documents that only the convention supposes (`ideal_from="ones"`).
    """
    rows = sorted((*trace.actual, *trace.beyond), key=lambda row: row.rank)
    ideal = (*trace.ideal, *trace.ideal_beyond)
    count = len(board.documents)
    gains = {row.doc: row.gain for row in (*ideal, *rows)}
    highest = max(document.grade for document in board.documents)
    marks = {
        grade: _render_gain(grade, trace.convention) for grade in {d.grade for d in board.documents}
    }
    return {
        "documents": [
            _describe_document(
                document, place, gains.get(place, 0.0), highest, marks[document.grade]
            )
            for place, document in enumerate(board.documents)
        ],
        "retrieved": len(board.ranking),
        "ideal": [row.doc for row in ideal if row.doc < count],
        "divisors": [row.discount for row in rows],
        "works": [nc.divisor_at(row.rank, trace.convention).markup for row in rows],
        "k": trace.k,
        "idcg": trace.idcg,
        "empty": nc.exact(trace.ndcg) if trace.idcg == 0 else None,
        "previews": trace.convention.has_fixed_idcg,
        "longest": limits.MOST_DOCUMENTS,
    }


def _render_gain(grade: float, convention: nc.Convention) -> str:
    markup = nc.gain_at(grade, convention).markup
    if convention.gain == "linear":
        return markup
    return f'<mo stretchy="false">(</mo>{markup}<mo stretchy="false">)</mo>'


def _describe_document(
    document: Document, position: int, gain: float, highest: float, markup: str
) -> dict[str, Any]:
    return {
        "id": document.id,
        "place": position,
        "label": document.label,
        "grade": document.grade,
        "shown": document.rounded_grade,
        "level": compute_grade_level(document.grade, highest),
        "gain": gain,
        "gainMarkup": markup,
    }


def compute_grade_level(grade: float, highest: float) -> int:
    """Return a grade's level on the colour scale: 0 for grades up to 0, else 1 to 3.

    highest: the highest grade; a value below 3 counts as 3

    >>> [compute_grade_level(grade, 3) for grade in (0, 0.5, 1, 2, 3)]
    [0, 1, 1, 2, 3]
    >>> compute_grade_level(1e308, 1e308)
    3
    """
    if grade <= 0:
        return 0
    step = max(highest, 3) / 3
    rounded_up = -int(-grade // step)
    return min(3, rounded_up)


PackedBoard = Mapping[str, list[list[Any]]]


def pack_board(board: Board) -> PackedBoard:
    """Return the board as lists and dicts that a browser can store.

    >>> pack_board(Board((Document(1, "B", 3), Document(0, "A", 2))))
    {'ranking': [[1, 'B', 3], [0, 'A', 2]], 'unretrieved': []}
    """
    sides = {"ranking": board.ranking, "unretrieved": board.unretrieved}
    return {name: [[d.id, d.label, d.grade] for d in side] for name, side in sides.items()}


def unpack_board(packed: object, start: Board, mode: str) -> Board:
    """Return the board in `packed`, or `start` if that board is not valid in the mode.

    packed: the result of `pack_board`, or anything that a browser can send
    mode: "edit" accepts any documents. In other modes the board must have the documents of `start`.

    >>> unpack_board({"ranking": "nonsense"}, Board((Document(0, "A", 2),)), "edit").labels
    ['A']
    """
    try:
        stored: Any = packed
        sides = (stored["ranking"], stored["unretrieved"])
        board = Board(*(tuple(Document(*row) for row in side) for side in sides))
        documents = board.documents
        if not board.ranking or len(documents) > limits.MOST_DOCUMENTS:
            raise ValueError(
                "A board needs at least one ranked document and can have at most "
                f"{limits.MOST_DOCUMENTS} documents."
            )
        if len({document.id for document in documents}) != len(documents):
            raise ValueError("A document can be on the board only once.")
        for document in documents:
            good = type(document.id) is int and document.id >= 0 and isinstance(document.label, str)
            if not good or type(document.grade) not in (int, float):
                raise ValueError("A document needs a number, a name and a grade.")
            if not document.label or document.label != clean_label(document.label):
                raise ValueError(
                    "A name is empty, is too long or has characters that a link cannot contain."
                )
        nc.dcg(board.grades)
        nc.dcg([document.grade for document in documents])
    except (KeyError, TypeError, ValueError, OverflowError):
        return start
    moved = (set(board.ranking), board.unretrieved) == (set(start.ranking), start.unretrieved)
    return board if moved or mode == "edit" else start
