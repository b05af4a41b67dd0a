"""Texts, JSON, plans and files that are made to be costly to read, each of a given length."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Mapping

Shape = Callable[[int], str]


def filled(*parts: str) -> Shape:
    """A text of n characters: the first part, and the second over and over."""
    start, again, *end = parts
    return lambda n: start + again * ((n - len(start)) // len(again)) + "".join(end)


TEXTS: Mapping[str, Shape] = {
    "spaces after a name": filled("A:1", " "),
    "one long word": filled("", "a"),
    "a grade, then one long word": filled("A:1 ", "B"),
    "names without an end": filled("", "A "),
    "grades": filled("", "3 "),
    "grades and commas": filled("", "3,"),
    "decimal commas": filled("", "0,5 "),
    "names and grades": filled("", "A:3 "),
    "colons": filled("", ":"),
    "equals signs": filled("", "a ="),
    "options": filled("array(", ", dtype="),
    "commas": filled("", ","),
    "quotes": filled("", "'\""),
    "brackets": filled("", "["),
    "closing brackets": filled("", "]"),
    "nested lists": filled("[", "[3],"),
    "calls": filled("", "np.array("),
    "lines": filled("", "3\n"),
    "lines of two": filled("", "A\t3\n"),
    "tabs": filled("", "A\t"),
    "a printed Series": filled("", "1  3\n", "dtype: int64"),
    "footers": filled("", "Name: dtype: Length: "),
    "one long number": filled("", "9"),
    "a number in other digits": filled("", "٣"),
    "an exponent": filled("1e", "9"),
    "minus signs": filled("", "−-"),
    "surrogates": filled("", "\ud800"),
    "brackets in a working": filled("", "(1+"),
    "powers": filled("", "2^"),
}
"""For readers whose work is counted as well: `tests/ui/test_cost.py`."""


def _board(n: int, label: str = "x" * 36, grades: int = 41) -> str:
    return ",".join(f"{label}{i}:{7 * i % grades / 8}" for i in range(200))[:n]


RANKINGS: Mapping[str, Shape] = {
    **TEXTS,
    "a full board": _board,
    "a full board of huge grades": lambda n: _board(n, "L").replace(":", ":1e29"),
    "names that grow when they are normalised": lambda n: _board(n, "\ufdfa" * 36),
    "one character that grows": filled("", "\ufdfa"),
}


# --- JSON ---------------------------------------------------------------------------------------


def _keys(n: int) -> str:
    return "{" + ",".join(f'"{number:x}":0' for number in range(n // 10)) + "}"


JSON: Mapping[str, Shape] = {
    "nested lists": filled("", "["),
    "nested tables": filled("", '{"a":'),
    "empty lists": filled("[", "[],", "0]"),
    "small tables": filled("[", '{"":0},', "0]"),
    "the same key": filled("{", '"a":0,', '"a":0}'),
    "many keys": _keys,
    "one long number": filled("", "9"),
    "floats": filled("[", "1e9,", "0]"),
    "escapes": filled('"', "\\ud800", '"'),
    "wide characters": filled('"\\ud83d\\ude00', "a", '"'),
}


# --- Plans of a class -----------------------------------------------------------------------------

PLANS: Mapping[str, Shape] = {
    "dotted keys": filled("a", ".a", "=1"),
    "a table's dotted name": filled("[a", ".a", "]"),
    "many tables": filled("", "[[a]]\n"),
    "tables in tables": filled("", "[a.b.c.d.e.f.g.h]\n[[a]]\n"),
    "lists in lists": filled("questions = ", "["),
    "tables in a line": filled("a = ", "{a="),
    "many keys": lambda n: "\n".join(f"{number:x} = 1" for number in range(n // 10)),
    "one long number": filled("a = ", "9"),
    "one long text": filled('title = "', "a", '"'),
    "escapes": filled('title = "', "\\u0041", '"'),
    "questions": filled("questions = [", '"drag/1",', "]"),
    "questions that grow": filled('questions = ["own?ask=dcg&r=', "\ufdfa", '"]'),
    "comments": filled("", "#\n"),
}


# --- Files for /evaluate --------------------------------------------------------------------------


def _zipped(kind: int, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as file:
        for name in ("evaluation.json", "qrels", "a.run"):
            with file.open(name, "w", force_zip64=True) as entry:
                for _ in range(size // 10**6):
                    entry.write(bytes(10**6))
    return out.getvalue()


def _trec(rows: int) -> bytes:
    return b"".join(b"q%d 0 d%d 1\n" % (row // 100, row) for row in range(rows))


def _ids(size: int) -> bytes:
    import polars

    out = io.BytesIO()
    ids = [str(number) * size for number in range(5)]
    polars.DataFrame({"query": ids, "doc": ids, "grade": [1] * 5}).write_parquet(out)
    return out.getvalue()


FILES: Mapping[str, Callable[[], bytes]] = {
    "a table": lambda: _trec(400_000),
    "one long line": lambda: b"a" * 8_000_000,
    "empty lines": lambda: b"\n" * 8_000_000,
    "columns": lambda: b"a," * 4_000_000,
    "lists in lists": lambda: b"[" * 8_000_000,
    "JSON of small tables": lambda: JSON["small tables"](8_000_000).encode(),
    "nothing, gzipped": lambda: gzip.compress(bytes(190_000_000)),
    "gzipped over and over": lambda: gzip.compress(gzip.compress(bytes(190_000_000))),
    "many gzipped members": lambda: gzip.compress(b"\n") * 300_000,
    "a saved evaluation of nothing": lambda: _zipped(zipfile.ZIP_DEFLATED, 400_000_000),
    "a saved evaluation in bzip2": lambda: _zipped(zipfile.ZIP_BZIP2, 400_000_000),
    "a saved evaluation in LZMA": lambda: _zipped(zipfile.ZIP_LZMA, 400_000_000),
    "bzip2": lambda: bz2.compress(bytes(100_000_000)),
    "LZMA": lambda: lzma.compress(bytes(100_000_000)),
    "long ids in Parquet": lambda: _ids(5_000_000),
}
