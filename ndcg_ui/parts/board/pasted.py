"""What is pasted from a program or a spreadsheet: calls, printed tables, columns, lists of pairs.

Nothing here searches with patterns: every function walks its text a fixed number of times.
"""

from collections.abc import Sequence

from ndcg_core.numerals.numerals import read_plain

CALLS = (
    " array asarray tensor longtensor floattensor series list tuple int float double decimal "
    " int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
)
"""What may stand before a bracket without being a name: np.array, torch.tensor, np.int64, ..."""
OPTIONS = " dtype device index name copy grad_fn requires_grad "
WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")
DIGITS = frozenset("0123456789")


def is_number(text: str) -> bool:
    """Whether a text is written as a number.

    >>> is_number("2.5"), is_number("−1"), is_number("two")
    (True, True, False)
    """
    return read_plain(text) is not None


def has_comma_inside(token: str) -> bool:
    """Whether it is one number with a decimal comma, or two with nothing else between them.

    >>> has_comma_inside("0,5"), has_comma_inside("0,"), has_comma_inside("3,2,3")
    (True, False, False)
    """
    whole, _, decimals = token.lstrip("+-−").partition(",")
    return all_digits(whole) and all_digits(decimals)


def all_digits(text: str) -> bool:
    """Whether a text is one or more of the digits 0 to 9."""
    return bool(text) and DIGITS.issuperset(text)


def unwrapped(text: str) -> str:
    """Return the text without calls around its numbers, and without a name that it is assigned to.

    >>> unwrapped("r = np.array([3, 2], dtype=int32)"), unwrapped("[np.int64(3), np.int64(2)]")
    (' ([3, 2])', '[(3), (2)]')
    """
    first, *others = text.split("(")
    pieces = [first]
    for piece in others:
        name = _last_word(pieces[-1])
        if f" {name.rpartition('.')[2].lower()} " in CALLS:
            pieces[-1] = pieces[-1][: len(pieces[-1]) - len(name)]
            piece = _without_options(piece)
        pieces.append(piece)
    plain = "(".join(pieces)
    name, assigned, value = plain.partition("=")
    wrapped = assigned and name.strip().isidentifier() and value.lstrip()[:1] in ("[", "(", "{")
    return value if wrapped else plain


def _last_word(text: str) -> str:
    start = len(text)
    while start and text[start - 1] in WORD:
        start -= 1
    return text[start:]


def _without_options(inside: str) -> str:
    """Return a call's arguments without ", dtype=..." and the like, up to its closing bracket."""
    pieces = inside.split("=")
    for place, piece in enumerate(pieces[:-1]):
        head = piece.rstrip()
        name = _last_word(head)
        before = head[: len(head) - len(name)].rstrip()
        if f" {name} " in OPTIONS and before.endswith(","):
            _, closed, after = "=".join(pieces[place + 1 :]).partition(")")
            return "=".join([*pieces[:place], before[:-1]]) + closed + after
    return inside


Item = tuple[str, str]
"""A document's name, "" where it has none, and its grade, both as they are written."""

GRADES = (
    " grade grades gain gains label labels rel relevance rating ratings judgment judgement target "
    " y_true "
)
_BRACKETS = str.maketrans("()", "[]", "\"'")


def table(text: str) -> list[Item] | None:
    r"""Return the documents of a pasted table: a printed Series or DataFrame, two columns; else
    None.

    A field of one line shows a printed table with spaces where its lines ended; that is read too.

    >>> table("doc  grade\nA  3\nB  2"), table("0    3\n1    2\ndtype: int64")
    ([('A', '3'), ('B', '2')], [('', '3'), ('', '2')])
    >>> table("3, 2, 3") is None
    True
    """
    body = _series(text)
    if body is not None:
        return _of_series(body.splitlines())
    if text.rstrip().endswith("columns]"):  # [5 rows x 2 columns]
        text = text[: text.rindex("[")]
    elif text.lstrip()[:1] in ("[", "("):
        return _of_lists(text.translate(_BRACKETS))
    elif any(sign in text for sign in ":={"):
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        if all(has_comma_inside(line.strip()) for line in lines):
            return None
        return _of_rows([_cells(line) for line in lines])
    return _of_line(text)


def _of_lists(text: str) -> list[Item] | None:
    """Return pairs of a name and a grade; several rankings at once are asked about."""
    inner = [piece.rpartition("[")[2] for piece in text.split("]") if "[" in piece]
    if len(inner) < 2:
        return None
    rows = [[cell.strip() for cell in one.split(",")] for one in inner]
    pairs = [(row[0], row[1]) for row in rows if len(row) == 2 and not is_number(row[0])]
    if len(pairs) == len(rows):
        return pairs
    if any(len(one.replace(",", " ").split()) > 1 for one in inner):
        raise ValueError(f"These are {len(inner)} lists. Keep the one that is the ranking.")
    return None


def _series(text: str) -> str | None:
    """Return a printed Series without what is printed below its values; None for any other text."""
    body, sign, kind = text.rpartition("dtype:")
    if not sign or not kind.strip().isidentifier():
        return None
    for word in ("Length:", "Name:", "Freq:"):
        if body.rstrip().endswith(",") and word in body:
            body = body.rpartition(word)[0]
    return body


def _of_series(lines: Sequence[str]) -> list[Item] | None:
    rows = [line.rsplit(None, 1) for line in lines if line.strip()]
    if len(rows) == 1:
        tokens = lines[0].split() if len(lines) == 1 else rows[0]
        rows = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
    if rows and len(rows[0]) == 1:  # the name of the index stands above it
        rows = rows[1:]
    if not rows or any(len(row) != 2 for row in rows):
        return None
    return _named([name.strip() for name, _ in rows], [value for _, value in rows])


def _cells(line: str) -> list[str]:
    for sign in ("\t", ","):
        if sign in line:
            return [cell.strip() for cell in line.split(sign)]
    return line.split()


def _of_rows(rows: list[list[str]]) -> list[Item] | None:
    """Rows of cells with or without a row of heads; None where they are no table."""
    heads = [] if any(map(is_number, rows[0])) else rows[0]
    body = rows[1:] if heads else rows
    width = len(body[0])
    if any(len(row) != width for row in body) or (heads and not 0 <= width - len(heads) <= 1):
        return None
    heads = [""] * (width - len(heads)) + heads
    columns = [[row[at] for row in body] for at in range(width)]
    numeric = [all(map(is_number, column)) for column in columns]
    if not any(heads) and (width == 1 or (all(numeric) and width != 2)):
        return None  # a column, or a list that goes on in the next line
    return _chosen(heads, columns, numeric)


def _chosen(heads: list[str], columns: list[list[str]], numeric: list[bool]) -> list[Item] | None:
    places = [at for at, good in enumerate(numeric) if good]
    if len(places) > 1 and _counts(columns[places[0]]):
        places = places[1:]
    graded = [at for at in places if heads[at].casefold() in GRADES.split()] or places
    if len(graded) > 1:
        raise ValueError(_which([heads[at] for at in graded]))
    if not graded or (len(columns) == 1 and heads[0].casefold() not in GRADES.split()):
        return None
    names = next((column for column, good in zip(columns, numeric, strict=True) if not good), None)
    grades = columns[graded[0]]
    return _named(names or [""] * len(grades), grades)


def _which(heads: list[str]) -> str:
    names = " or ".join(f"“{head[:20]}”" for head in heads[:3] if head)
    which = f": {names}?" if names else "?"
    return (
        f"There are {len(heads)} columns of numbers. Which one holds the grades{which} Paste that "
        "one alone, or a column of names beside it."
    )


def _of_line(text: str) -> list[Item] | None:
    """Return a table whose lines were put one after another."""
    if "," in text or ";" in text:
        return None
    tokens = text.split()
    if "0" in tokens and not is_number(tokens[0]):
        heads = tokens.index("0")
        rows = [tokens[at : at + heads + 1] for at in range(heads, len(tokens), heads + 1)]
        if _counts([row[0] for row in rows], start=0) and len(rows[-1]) == heads + 1:
            return _of_rows([tokens[:heads], *rows])
    names, grades = tokens[::2], tokens[1::2]
    if len(names) != len(grades) or any(map(is_number, names)) or not all(map(is_number, grades)):
        return _of_tabs(text)
    return list(zip(names, grades, strict=True))


def _of_tabs(text: str) -> list[Item] | None:
    """Names and grades with a tab between them, and a space where a line ended."""
    first, *cells = text.split("\t")
    if not cells or is_number(first):
        return None
    parts = [cell.strip().partition(" ") for cell in cells]
    names = [first, *(name for _, _, name in parts[:-1])]
    if parts[-1][2] or not all(name.strip() for name in names):
        return None
    return [(name.strip(), part[0]) for name, part in zip(names, parts, strict=True)]


def _named(names: list[str], grades: list[str]) -> list[Item]:
    """Names with their grades; names that only count the rows are none."""
    if _counts(names):
        names = [""] * len(names)
    return list(zip(names, grades, strict=True))


def _counts(column: list[str], start: int | None = None) -> bool:
    """Whether a column counts its rows, from 0 or from 1."""
    starts = (0, 1) if start is None else (start,)
    return any(column == [str(n) for n in range(at, at + len(column))] for at in starts)
