"""Arguments for what is fuzzed: rankings, conventions, traces, sheets; hostile or nearly right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ndcg_core as nc
from benchmarks._hostile import Hostile

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "gain": (*nc.GAINS, "none", 3),
    "discount": (*nc.DISCOUNTS, "", None),
    "ideal_from": (*nc.IDEALS, "top"),
    "ideal_cut": ("k", "pool", "list", "none", "x"),
    "cutoff": ("k", "32", "none"),
    "beyond": ("whole", "zero"),
    "ties": ("input", "averaged", "id-descending", "id-ascending", "worst", "shared"),
    "scores": ("float64", "float32"),
}


def convention(h: Hostile) -> nc.Convention:
    """A convention: a known one, or any choices that make one; ValueError where they do not."""
    if h.random.random() < 0.5:
        return h.one(list(nc.CONVENTIONS.values()))
    picked = {name: h.one(values) for name, values in CHOICES.items() if h.random.random() < 0.3}
    rest = {"empty": h.number(), "base": h.number()} if h.random.random() < 0.2 else {}
    return nc.Convention(h.text() if h.random.random() < 0.1 else "made", **picked, **rest)


def pool(h: Hostile, grades: Any) -> Any:
    """A pool: none, the grades and more, or anything."""
    more = [h.number() for _ in range(3)]
    whole = [*grades, *more] if isinstance(grades, list) else more
    return h.one((None, None, whole, h.grades()))


def ranking(h: Hostile) -> dict[str, Any]:
    """The arguments that all scores share."""
    grades = h.grades()
    return {"grades": grades, "k": h.k(), "convention": convention(h), "judged": pool(h, grades)}


def trace(h: Hostile) -> nc.Trace:
    """A trace of a hostile ranking."""
    scores = h.one((None, h.grades()))
    return nc.trace(**ranking(h), scores=scores, labels=h.one((None, h.one((["a"], "ab", 3)))))


def small(h: Hostile) -> list[float]:
    """Grades that can be scored."""
    return [h.one((0, 1, 2, 3, 0.5)) for _ in range(h.random.randrange(1, 6))]


def sheet(h: Hostile) -> nc.Sheet:
    """A sheet with something written on it."""
    grades = small(h) if h.random.random() < 0.8 else h.grades()
    made = nc.Sheet(grades, h.one(list(nc.CONVENTIONS.values())), h.one((None, 1, 2, 3, 9)))
    cells = h.random.sample(made.cells, min(3, len(made.cells)))
    given = {cell: h.text() for cell in cells}
    return replace(made, given=h.anything() if h.random.random() < 0.05 else given)


def cell(h: Hostile) -> Any:
    """The name of a cell, or something in its place."""
    return h.one(("dcg", "idcg", "ndcg", "cg", "mean", "actual.term.2", h.anything()))


def term(h: Hostile) -> nc.Term:
    """A row of a trace."""
    return h.one(
        nc.trace(small(h), convention=h.one(list(nc.CONVENTIONS.values()))).actual
        or (nc.trace([1]).actual)
    )
