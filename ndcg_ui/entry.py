"""What a person types or pastes as a ranking, read and written. No Streamlit here."""

from __future__ import annotations

import re
from math import isfinite

from ndcg_ui.ranking import LONGEST, Document, default_label, tidy_label

_ENCLOSING = str.maketrans(dict.fromkeys("[](){}\"'\u00a0", " "))
_ASSIGNED = re.compile(r"^\s*[A-Za-z_]\w*\s*=\s*(?=[\[({])")
_TWO_COLUMNS = re.compile(r"^([^\t\n,;:=]*[^\d\s.,;:=][^\t\n,;:=]*)\t([^\t\n]+)$", re.MULTILINE)
_SEGMENTS = re.compile(r"[,;\n\t\r]+")
_LABELLED = re.compile(r"\s*(?P<label>[^:=]*?)\s*[:=]\s*(?P<grade>\S+)")


def read_ranking(text: str, least: float = 0.0) -> tuple[Document, ...]:
    """Read grades, with or without labels, however they were separated.

    Takes `3, 2, 3`, `3 2 3`, `grades = [3, 2, 3]`, one or two pasted columns, `A:3 B:2` and
    `Doc 1 = 3`. A list without labels is named A, B, C, ... ValueError says which item is wrong.

    least: the lowest grade that is taken.

    >>> [(d.label, d.grade) for d in read_ranking("[3, 2] 0.5")]
    [('A', 3), ('B', 2), ('C', 0.5)]
    >>> [(d.label, d.grade) for d in read_ranking("Doc 1 = 3 Doc 2 = 1")]
    [('Doc 1', 3), ('Doc 2', 1)]
    """
    plain = _TWO_COLUMNS.sub(r"\1:\2", _ASSIGNED.sub("", text)).translate(_ENCLOSING)
    items = [item for segment in _SEGMENTS.split(plain) for item in _items(segment)]
    if not items:
        raise ValueError("There is no grade here yet. Write some, such as 3, 2, 3, 0, 1.")
    if len(items) > LONGEST:
        raise ValueError(
            f"That is {len(items)} documents, and the board holds {LONGEST}. Keep the first "
            f"{LONGEST}: with a cutoff, what comes later adds little."
        )
    return tuple(
        Document(place, tidy_label(label) or default_label(place), _grade(grade, place + 1, least))
        for place, (label, grade) in enumerate(items)
    )


def _items(segment: str) -> list[tuple[str, str]]:
    """Split `A:3 B:2` or `3 2` into (label, grade) pairs, the grade still a text."""
    if ":" not in segment and "=" not in segment:
        return [("", grade) for grade in segment.split()]
    pairs = [(match["label"], match["grade"]) for match in _LABELLED.finditer(segment)]
    rest = _LABELLED.sub("", segment).strip()
    return [*pairs, (rest, "")] if rest else pairs


def _grade(text: str, item: int, least: float) -> float:
    try:
        grade = float(text.replace("−", "-"))
    except ValueError:
        said = f"“{text}”, is not a number" if text else "has no grade"
        raise ValueError(
            f"Item {item}{',' if text else ''} {said}. Write a grade such as 2 or 0.5."
        ) from None
    if not isfinite(grade) or grade < least:
        raise ValueError(f"Item {item}, {text}, cannot be a grade. Grades are 0 or more.")
    return int(grade) if grade.is_integer() and abs(grade) < 2**53 else grade


def write_ranking(documents: tuple[Document, ...], separator: str = ", ", first: int = 0) -> str:
    """Write documents so that `read_ranking` reads them back; default names are left out.

    first: the place whose default name the first document would have.

    >>> write_ranking(read_ranking("3 2 3"))
    '3, 2, 3'
    >>> write_ranking(read_ranking("B:3 A:2"))
    'B:3, A:2'
    """
    defaults = [default_label(place) for place in range(first, first + len(documents))]
    if [document.label for document in documents] == defaults:
        return separator.join(document.written_grade for document in documents)
    return separator.join(f"{document.label}:{document.written_grade}" for document in documents)
