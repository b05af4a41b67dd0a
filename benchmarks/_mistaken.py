"""People who make mistakes: registered ones carried through a sheet, and unregistered ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, log2, sqrt

import ndcg_core as nc
from benchmarks._writers import bare_ndcg
from ndcg_core.misconceptions import MISCONCEPTIONS


def carried_through(sheet: nc.Sheet, id: str) -> tuple[str, dict[str, str]] | None:
    """The first wrong blank and all blanks, of somebody with a mistake who uses what is printed.

    Columns that are blank are worked out wrongly; a sum is taken over the terms that stand there.
    None where the mistake does not show in any blank.
    """
    texts: dict[str, str] = {}
    for cell in sheet.blanks:
        value = _number(sheet, id, cell, texts)
        if value is None:
            return None
        plain = ".grade." in cell or ".gain." in cell
        texts[cell] = f"{value:g}" if plain else f"{value:.3f}"
    for cell in sheet.blanks:
        exact = sheet.exact(cell) or 0.0
        if abs(float(texts[cell]) - exact) > max(0.021, 0.0):
            return (cell, texts) if ".grade." not in cell else None
    return None


def _number(sheet: nc.Sheet, id: str, cell: str, texts: dict[str, str]) -> float | None:
    """A cell of a mistaken calculation: a sum of the terms that stand there, or worked out anew."""
    side = {"dcg": "actual", "idcg": "ideal"}.get(cell)
    written = {**sheet.given, **texts}
    if side and id not in SUM_MISTAKES:
        terms = [f"{side}.term.{i}" for i in range(1, sheet.count(side) + 1)]
        if all(term in written for term in terms):
            return sum(float(written[term]) for term in terms)
    if cell == "ndcg" and id not in RATIO_MISTAKES and {"dcg", "idcg"} <= set(written):
        return float(written["dcg"]) / float(written["idcg"]) if float(written["idcg"]) else 0.0
    numbers = MISCONCEPTIONS[id].numbers(cell, sheet)
    return numbers[0] if numbers else sheet.exact(cell)


SUM_MISTAKES = {"running-sum-divided", "no-discount", "k-minus-1", "dcg-not-cut", "ideal-not-cut"}
RATIO_MISTAKES = {
    "no-normalisation",
    "inverted",
    "subtracted",
    "multiplied-up",
    "divided-by-n",
    "divided-by-sum",
    "divided-by-max",
}


def rivals(sheet: nc.Sheet, id: str, cell: str, texts: dict[str, str]) -> list[str]:
    """The other mistakes that give what is written in the wrong cells of the first one's column."""
    column = cell.rpartition(".")[0]
    cells = [c for c in texts if c == cell or (column and c.startswith(f"{column}."))]
    return [other for other in MISCONCEPTIONS if other != id and _gives(sheet, other, cells, texts)]


def column_of(sheet: nc.Sheet, id: str) -> dict[str, str] | None:
    """The column of terms, every row with the mistake; None where it does not show."""
    cells = [f"actual.term.{i}" for i in range(1, sheet.count("actual") + 1)]
    texts = {}
    for cell in cells:
        numbers = MISCONCEPTIONS[id].numbers(cell, sheet)
        if not numbers:
            return None
        texts[cell] = f"{numbers[0]:.3f}"
    shows = any(abs(float(texts[c]) - (sheet.exact(c) or 0.0)) > 0.021 for c in cells)
    return texts if shows else None


def column_rivals(sheet: nc.Sheet, id: str, texts: dict[str, str]) -> list[str]:
    """The other mistakes that give the whole column."""
    return [o for o in MISCONCEPTIONS if o != id and _gives(sheet, o, list(texts), texts)]


def _gives(sheet: nc.Sheet, id: str, cells: list[str], texts: dict[str, str]) -> bool:
    mistake = MISCONCEPTIONS[id]
    if mistake.scope == "cell" and len(cells) > 1:
        return False
    return all(
        any(abs(float(texts[c]) - n) <= 0.00051 for n in mistake.numbers(c, sheet)) for c in cells
    )


def unregistered(grades: tuple[float, ...]) -> Iterator[tuple[str, float]]:
    """NDCG of mistakes that no registry holds."""
    best = sorted(grades, reverse=True)
    for name, divisor in (
        ("square root", lambda i: sqrt(i)),
        ("square root of i + 1", lambda i: sqrt(i + 1)),
        ("log2(i + 3)", lambda i: log2(i + 3)),
        ("1 + ln i", lambda i: 1 + log(i)),
        ("2^i", lambda i: 2.0**i),
        ("i squared", lambda i: float(i * i)),
        ("log2(i) + 2", lambda i: log2(i) + 2),
        ("2 log2(i + 1) - 1", lambda i: 2 * log2(i + 1) - 1),
        ("whole logs", lambda i: max(1.0, round(log2(i + 1)))),
    ):
        sums = [sum(r / divisor(i) for i, r in enumerate(o, 1)) for o in (grades, best)]
        yield name, sums[0] / sums[1]
    for name, gain in (
        ("r + 1", lambda r: r + 1.0),
        ("3^r - 1", lambda r: 3.0**r - 1),
        ("root of r", lambda r: sqrt(r)),
        ("r cubed", lambda r: r**3.0),
    ):
        sums = [sum(gain(r) / log2(i + 1) for i, r in enumerate(o, 1)) for o in (grades, best)]
        if sums[1]:
            yield name, sums[0] / sums[1]
    ndcg = bare_ndcg(grades, nc.Sheet(grades))
    yield "squared", ndcg**2
    yield "one minus", 1 - ndcg
    yield "half", ndcg / 2
    yield "first rank forgotten", bare_ndcg(grades[1:] or (1.0,), nc.Sheet(grades))
    yield "mean of the terms", sum(r / log2(i + 1) for i, r in enumerate(grades, 1)) / max(best)
