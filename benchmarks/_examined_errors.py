"""Sheets of honest people, and sheets with numbers that are wrong at random."""

from __future__ import annotations

import math
from random import Random

import ndcg_core as nc
from benchmarks._counts import Counts, judge, shown
from benchmarks._writers import Habit, fill, is_known, known_numbers, marks_of, right_before


def honest(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Answers rounded to 2 to 6 decimals, with two-decimal logarithms, or cut off."""
    for name, habit in (
        ("rounded", Habit(rng)),
        ("logs of two decimals", Habit(rng, "two", decimals=(3, 4))),
        ("logs cut at two", Habit(rng, "cut", decimals=(2, 3))),
        ("cut off", Habit(rng, cuts=1.0)),
        ("rounded or cut off", Habit(rng, cuts=0.5)),
    ):
        texts = fill(sheet, habit)
        for cell, mark in marks_of(sheet, texts).items():
            if cell in texts:
                bad = mark.verdict in ("wrong", "invalid")
                row = counts[f"honest, {name}: wrong"]
                row.add(bad, lambda t=texts, m=mark: shown(sheet, t, m))


def wrong_sum(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A random wrong NDCG, DCG or IDCG, 2 to 60 % off, under right numbers."""
    for cell in {"ndcg", "dcg", "idcg"} & set(sheet.blanks):
        exact = sheet.exact(cell) or 0.0
        if not exact:
            continue
        before = right_before(sheet, cell)
        off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
        text = f"{exact * (1 + off):.{rng.choice((2, 3, 3, 4))}f}"
        mark = marks_of(before, {cell: text})[cell]
        kind = "NDCG" if cell == "ndcg" else "DCG or IDCG"
        fine = abs(float(text) - exact) > 0.0101 if len(text.partition(".")[2]) == 2 else True
        if fine:
            judge(
                f"random {kind}", before, mark, counts, is_known(text, known_numbers(sheet, cell))
            )


def wrong_whole(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A wrong whole number for a divisor or a term, then the sum of it."""
    cells = [c for c in sheet.blanks if ".term." in c or ".discount." in c]
    if not cells:
        return
    cell = rng.choice(cells)
    exact = sheet.exact(cell) or 0.0
    text = str(rng.choice([n for n in range(8) if abs(n - exact) > 0.6]))
    mark = marks_of(right_before(sheet, cell), {cell: text})[cell]
    judge("whole divisor or term", sheet, mark, counts, is_known(text, known_numbers(sheet, cell)))


def shortened(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """NDCG cut off after two decimals, and NDCG to one decimal."""
    exact = sheet.exact("ndcg") if "ndcg" in sheet.blanks else None
    if not exact or exact > 0.9999:
        return
    before = right_before(sheet, "ndcg")
    cut = f"{math.floor(exact * 100) / 100:.2f}"
    mark = marks_of(before, {"ndcg": cut})["ndcg"]
    fine = mark.verdict == ("right" if abs(float(cut) - exact) <= 0.005 + 1e-9 else "last-digit")
    counts["NDCG cut after two decimals: not last-digit"].add(
        not fine, lambda: shown(sheet, {}, mark)
    )
    one = f"{exact:.1f}"
    mark = marks_of(before, {"ndcg": one})["ndcg"]
    counts["NDCG to one decimal: not invalid"].add(
        mark.verdict != "invalid" and abs(float(one) - exact) > 1e-9,
        lambda: shown(sheet, {}, mark),
    )
