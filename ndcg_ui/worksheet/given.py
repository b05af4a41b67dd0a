"""What an exercise on paper gives: the grades, and the convention it is to be worked out in."""

from __future__ import annotations

from collections.abc import Iterator

import ndcg_core as nc
from ndcg_core.exercises.variants import Variant
from ndcg_ui.course.presentation import listed
from ndcg_ui.html.builder import Html, every, html, p

NO_DIVISOR = ("cg", "ideal-order")
"""The skills in which nothing is divided."""


def given(variant: Variant) -> Html:
    """The grades, and the rules: gain, discount, cutoff, and what else matters.

    >>> "cutoff k = 2 (ranks 1 and 2)" in given(Variant("cg", (3, 0, 2), k=2))
    True
    """
    return html(p(" ".join(_grades(variant))), p(every(_rules(variant), "; "), ".", css="rules"))


def _grades(variant: Variant) -> Iterator[str]:
    if variant.others:
        yield f"Query 1: grades {listed(variant.grades)}."
    else:
        yield f"Grades from rank 1 down: {listed(variant.grades)}."
    for number, grades in enumerate(variant.others, 2):
        yield f"Query {number}: grades {listed(grades)}."
    if variant.judged:
        yield f"All judged grades, these included: {listed(variant.judged)}."


def _rules(variant: Variant) -> Iterator[Html]:
    convention = variant.trains.convention
    yield html("Gain ", nc.gain_formula(convention).mathml)
    if variant.skill not in NO_DIVISOR:
        yield html("discount (divisor) ", nc.discount_formula(convention).mathml)
    yield html(_cutoff(variant))
    if variant.judged:
        yield html("the ideal order is made of all judged documents")
    if variant.skill in ("mean-empty", "nothing-relevant"):
        yield html(f"where IDCG is 0, NDCG counts as {nc.short(convention.empty)}")


def _cutoff(variant: Variant) -> str:
    if variant.others:
        return "no cutoff: each query counts to its last rank"
    k, n = variant.blank_sheet.trace.k, len(variant.grades)
    counted = "every rank" if k >= n else f"ranks 1 {'and' if k == 2 else 'to'} {k}"
    return f"cutoff k = {k} ({counted})"
