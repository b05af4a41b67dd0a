"""Sheets with a mistake: one that is registered, another rank's divisor, one nobody knows."""

from __future__ import annotations

from random import Random

import ndcg_core as nc
from benchmarks import _mistaken as mistaken
from benchmarks._counts import Counts, judge, shown
from benchmarks._writers import (
    bare_ndcg,
    divisor_of,
    is_known,
    known_numbers,
    marks_of,
    order_of,
)
from ndcg_core.misconceptions import MISCONCEPTIONS


def registered(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A registered mistake, carried through the blanks by somebody who uses what is printed."""
    mistake = rng.choice([m for m in MISCONCEPTIONS.values() if m.scope == "throughout"])
    found = mistaken.carried_through(sheet, mistake.id)
    if found is None:
        return
    first, texts = found
    mark = marks_of(sheet, texts)[first]
    if mark.verdict not in ("wrong", "invalid"):
        counts["registered mistake on a practice sheet: passed"].add(
            True, lambda: shown(sheet, texts, mark)
        )
        return
    rivals = mistaken.rivals(sheet, mistake.id, first, texts)
    if rivals:
        return
    counts["registered mistake on a practice sheet: named first"].add(
        mark.misconception == mistake.id, lambda: ""
    )
    if mark.misconception != mistake.id:
        counts["(not named first)"].add(True, lambda: f"{mistake.id}: {shown(sheet, texts, mark)}")


def column(rng: Random, counts: Counts) -> None:
    """A registered mistake carried through the column of terms of a random list."""
    grades = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(4, 8)))
    name = rng.choice(("standard", "exponential", "textbook"))
    sheet = nc.Sheet(grades, nc.CONVENTIONS[name], rng.randint(3, len(grades)))
    mistakes = [m for m in MISCONCEPTIONS.values() if m.scope == "throughout"]
    mistake = rng.choice(mistakes)
    texts = mistaken.column_of(sheet, mistake.id)
    if texts is None or mistaken.column_rivals(sheet, mistake.id, texts):
        return
    wrong = [m for m in marks_of(sheet, texts).values() if m.verdict == "wrong"]
    if not wrong:
        return
    first = wrong[0]
    counts["registered mistake in a column: named first"].add(
        first.misconception == mistake.id, lambda: ""
    )
    if first.misconception != mistake.id:
        counts["(column: not named first)"].add(
            True, lambda: f"{mistake.id}: {shown(sheet, texts, first)}"
        )


def one_row(rng: Random, counts: Counts) -> None:
    """Another rank's divisor in one row among right rows."""
    grades = tuple(rng.choice((1, 2, 3)) for _ in range(rng.randint(4, 8)))
    sheet = nc.Sheet(grades)
    row, other = rng.sample(range(1, len(grades) + 1), 2)
    divisor = divisor_of(sheet)
    texts = {f"actual.term.{i}": f"{r / divisor(i):.3f}" for i, r in enumerate(grades, 1)}
    texts[f"actual.term.{row}"] = f"{grades[row - 1] / divisor(other):.3f}"
    mark = marks_of(sheet, texts)[f"actual.term.{row}"]
    counts["another rank's divisor in one row: named first"].add(
        mark.misconception == "another-rank's-divisor", lambda: ""
    )


def bare(rng: Random, counts: Counts) -> None:
    """A sheet with NDCG alone: honest numbers, random ones, and mistakes nobody has registered."""
    grades = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(3, 9)))
    sheet = nc.Sheet(grades)
    exact = bare_ndcg(grades, sheet)
    if not exact or not sum(order_of(sheet, "actual")):
        return
    for name, value in mistaken.unregistered(grades):
        text = f"{value:.3f}"
        if abs(value - exact) > 0.02 and not is_known(text, known_numbers(sheet, "ndcg")):
            mark = marks_of(sheet, {"ndcg": text})["ndcg"]
            counts["bare NDCG, unregistered mistake: falsely named"].add(
                mark.misconception is not None, lambda n=name, m=mark: f"{n} {shown(sheet, {}, m)}"
            )
    off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
    text = f"{exact * (1 + off):.3f}"
    mark = marks_of(sheet, {"ndcg": text})["ndcg"]
    known = is_known(text, known_numbers(sheet, "ndcg"))
    judge("bare random NDCG", sheet, mark, counts, known)
