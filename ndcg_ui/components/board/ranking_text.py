"""A typed or pasted ranking: read and write it. No Streamlit here."""

import re
from itertools import pairwise
from math import isfinite

from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain_number
from ndcg_ui import limits
from ndcg_ui.components.board.board import Document, clean_label, make_default_label

Item = tuple[str, str]
"""A document's name, or "", and its grade, both as typed."""

DIGITS = frozenset("0123456789")
_CALL = re.compile(
    r"\b(?:[a-z_]{1,12}\.){0,2}(?:(?:as)?array|[a-z]{0,5}tensor|series|list|tuple|"
    r"u?int\d{0,2}|float\d{0,2}|double|decimal)\(",
    re.IGNORECASE,
)
_OPTION = re.compile(r",\s{0,9}(?:dtype|device|name|index|requires_grad)\s{0,9}=[^,()\]]{0,60}")
"""The text that programs write around numbers: np.array([3, 2], dtype=int32), np.int64(3),
tensor(3)."""
_BRACKETS = str.maketrans("()", "[]", "\"'")
_ENCLOSING = str.maketrans(dict.fromkeys("[](){}\"'\u00a0\ufeff\u200b", " "))
_LEFT_OUT = {"...", "..", "…"}


def read_ranking(text: str, lowest_grade: float = 0.0) -> tuple[Document, ...]:
    """Parse a ranking in one of several layouts. Raise ValueError for an unusable text.

    Accepts `3, 2, 3`, `3 2 3`, `np.array([3, 2])`, a column, names and grades in two columns, `A:3
    B:2` and `Doc 1 = 3`. Documents without names are named A, B, C, ... An ambiguous text is
    refused, such as one with an empty cell or a comma inside a number.

    lowest_grade: the lowest allowed grade.

    >>> [(d.label, d.grade) for d in read_ranking("[3, 2] 0.5")]
    [('A', 3), ('B', 2), ('C', 0.5)]
    >>> [(d.label, d.grade) for d in read_ranking("Doc 1 = 3 Doc 2 = 1")]
    [('Doc 1', 3), ('Doc 2', 1)]
    >>> [d.grade for d in read_ranking("0,5 1,0 0,25")]
    [0.5, 1, 0.25]
    """
    if len(text) > limits.LONGEST_RANKING:
        raise ValueError(
            f"This text has more than {limits.LONGEST_RANKING} characters. Keep only a name and a "
            f"grade for each of at most {limits.MOST_DOCUMENTS} documents."
        )
    items = _read_items(_unwrap_calls(text.replace("\r\n", "\n").replace("\r", "\n")))
    if not items:
        raise ValueError("There are no grades yet. Type grades, such as 3, 2, 3, 0, 1.")
    if len(items) > limits.MOST_DOCUMENTS:
        raise ValueError(
            f"These are {len(items)} documents, but a board holds at most {limits.MOST_DOCUMENTS}. "
            f"Keep the first {limits.MOST_DOCUMENTS}, because later documents add little."
        )
    return tuple(
        Document(
            place,
            clean_label(label) or make_default_label(place),
            _read_grade(grade, place + 1, lowest_grade),
        )
        for place, (label, grade) in enumerate(items)
    )


def is_comma_pair(token: str) -> bool:
    """Return True if a text is digits, a comma and digits, with or without signs in front.

    >>> is_comma_pair("-0,5"), is_comma_pair("0,"), is_comma_pair("3,2,3")
    (True, False, False)
    """
    whole, _, decimals = token.lstrip("+-−").partition(",")
    return is_all_digits(whole) and is_all_digits(decimals)


def is_all_digits(text: str) -> bool:
    """Return True if a text is not empty and has only the digits 0 to 9."""
    return bool(text) and DIGITS.issuperset(text)


def _unwrap_calls(text: str) -> str:
    """Remove the names of functions and of a variable, and options such as `dtype=int32`.

    >>> _unwrap_calls("r = np.array([3, 2], dtype=int32)")
    ' ([3, 2])'
    >>> _unwrap_calls("[np.int64(3), np.int64(2)]")
    '[(3), (2)]'
    """
    plain = _CALL.sub("(", _OPTION.sub("", text))
    name, assigned, value = plain.partition("=")
    wrapped = assigned and name.strip().isidentifier() and value.lstrip()[:1] in ("[", "(", "{")
    return value if wrapped else plain


def _read_items(text: str) -> list[Item]:
    lists = text.lstrip()[:1] in ("[", "(")
    rows = _read_pairs(text.translate(_BRACKETS)) if lists else _read_columns(text)
    if rows is not None:
        return rows
    plain = text.translate(_ENCLOSING)
    if ":" in plain or "=" in plain:
        return _read_labelled_grades(plain.replace("=", ":"))
    return [("", grade) for grade in _read_unlabelled_grades(plain)]


def _read_pairs(text: str) -> list[Item] | None:
    """Parse (name, grade) pairs, or return None. Raise ValueError for several lists."""
    inner = [piece.rpartition("[")[2] for piece in text.split("]") if "[" in piece]
    rows = [[cell.strip() for cell in piece.split(",")] for piece in inner]
    if len(inner) > 1 and all(len(row) == 2 and not _is_number(row[0]) for row in rows):
        return [(row[0], row[1]) for row in rows]
    if len(inner) > 1 and any(len(piece.replace(",", " ").split()) > 1 for piece in inner):
        raise ValueError(f"These are {len(inner)} lists. Keep only the ranking.")
    return None


def _read_columns(text: str) -> list[Item] | None:
    """Parse columns of names and grades, or return None. Raise ValueError for unclear columns.

    The first row may have headings, and the names may be line numbers, which become "".

    Two columns of numbers are unclear if the first one is no numbering.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if any(sign in text for sign in ":={") or all(map(is_comma_pair, lines)):
        return None
    rows = [
        re.split("[\t,]", line) if {*"\t,"} & {*line} else line.rsplit(None, 1) for line in lines
    ]
    if any(len(row) != 2 for row in rows):
        return None
    body = rows if _is_number(rows[0][1]) else rows[1:]
    names, grades = ([row[at].strip() for row in body] for at in (0, 1))
    numbered = {*map(_is_number, names)}
    if len(lines) < 2 or len(numbered) != 1 or not all(map(_is_number, grades)):
        return None
    if numbered == {True}:
        if names not in ([str(n + first) for n in range(len(body))] for first in (0, 1)):
            raise ValueError("There are two columns of numbers. Paste only the column of grades.")
        names = [""] * len(body)
    return list(zip(names, grades, strict=True))


def _is_number(text: str) -> bool:
    return read_plain_number(text) is not None


def _read_unlabelled_grades(text: str) -> list[str]:
    tokens = text.replace(";", " ").split()
    inside = [token for token in tokens if is_comma_pair(token)]
    if len(tokens) > 1 and len(inside) == len(tokens):
        counts = [str(n) for n in range(1, len(tokens) + 1)]
        if "\n" in text and [token.partition(",")[0] for token in tokens] == counts:
            raise ValueError(_describe_ambiguity(tokens[0]))
        return [token.replace(",", ".") for token in tokens]
    if len(tokens) > 1 and inside and not any(map(_has_separating_comma, tokens)):
        raise ValueError(_describe_ambiguity(inside[0]))
    cells = _split_cells(text)
    gap = next((place for place, cell in enumerate(cells, 1) if not cell.strip()), 0)
    if gap and any(cell.strip() for cell in cells):
        raise ValueError(
            f"Item {gap} is empty. Write its grade (0 if the document is not relevant), or remove "
            "the separator."
        )
    return [grade for cell in cells for grade in cell.split()]


def _has_separating_comma(token: str) -> bool:
    """Return True if a token's commas can only separate grades, as in "3,2,1" or "3,"."""
    return token.count(",") > 1 or token.startswith(",") or token.endswith(",")


def _describe_ambiguity(token: str) -> str:
    number = clip_text(token, 20)
    return (
        f"“{number}” can mean the number {number.replace(',', '.')} or two grades. Write decimals "
        "with a point, or use the same separator between all grades."
    )


def _split_cells(text: str) -> list[str]:
    """Split a list at its commas and semicolons, or else at its tabs and line breaks.

    One separator may also end the list.
    """
    plain = text.replace(";", ",").strip()
    if "," in plain:
        return plain.removesuffix(",").split(",")
    return text.strip("\n").rstrip().replace("\t", "\n").split("\n")


def _read_labelled_grades(text: str) -> list[Item]:
    """Read pairs such as `A:3 B:2`. Raise ValueError for an ambiguous comma, as in `A:3,5`."""
    for before, after in pairwise(text.split(",")):
        if before[-1:] in DIGITS and after[:1] in DIGITS:
            name, colon, _ = after.partition(":")
            if not colon or not is_all_digits(name.strip()):
                raise ValueError(
                    _describe_ambiguity(
                        f"{before.split()[-1].rpartition(':')[2]},{after.split()[0]}"
                    )
                )
    for sign in ",;\t":
        text = text.replace(sign, "\n")
    return [item for segment in text.split("\n") for item in _split_pairs(segment)]


def _split_pairs(segment: str) -> list[Item]:
    """Split `A:3 B:2` or `3 2` into names and grades. The grades stay strings."""
    name, *parts = segment.split(":")
    if not parts:
        return [("", grade) for grade in name.split()]
    items: list[Item] = []
    for place, part in enumerate(parts, 1):
        grade, *left = part.split(None, 1) or [""]
        if place < len(parts) and not left and not part[-1:].isspace():  # two colons: 1:2:3
            grade = ":".join([part.strip(), *parts[place:]])
            return [*items, (name, grade)]
        items.append((name, grade))
        name = left[0] if left else ""
    return [*items, (name, "")] if name.strip() else items


def _read_grade(text: str, item: int, lowest_grade: float) -> float:
    if text in _LEFT_OUT:
        raise ValueError(f"Item {item} is “{text}”, so grades are missing. Paste the whole list.")
    grade = read_plain_number(text)
    if grade is None:
        problem = f"“{clip_text(text)}”, is not a number" if text else "has no grade"
        raise ValueError(
            f"Item {item}{',' if text else ''} {problem}. Write a grade such as 2 or 0.5."
        )
    if not isfinite(grade) or grade < lowest_grade:
        raise ValueError(
            f"Item {item}, {clip_text(text)}, cannot be a grade. Grades are 0 or more."
        )
    return int(grade) if grade.is_integer() and abs(grade) < 2**53 else grade


def format_ranking(documents: tuple[Document, ...], separator: str = ", ") -> str:
    """Return documents as text for `read_ranking`, without names if all names are defaults.

    >>> format_ranking(read_ranking("3 2 3"))
    '3, 2, 3'
    >>> format_ranking(read_ranking("B:3 A:2"))
    'B:3, A:2'
    """
    defaults = [make_default_label(place) for place in range(len(documents))]
    if [document.label for document in documents] == defaults:
        return separator.join(document.exact_grade for document in documents)
    written = ""
    for document in documents:
        # "A:3,5 B:1" would be ambiguous: the grade 3.5, or a document called "5 B".
        tight = written and document.label[:1] in DIGITS and not separator.endswith(" ")
        between = f"{separator} " if tight else separator
        written += f"{between if written else ''}{document.label}:{document.exact_grade}"
    return written
