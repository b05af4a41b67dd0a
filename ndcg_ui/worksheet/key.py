"""The key of a worksheet: what belongs in each box, and every step that leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import ndcg_core as nc
from ndcg_core.exercises.fading import filled
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.html import tables
from ndcg_ui.html.blank_sheets import total_name
from ndcg_ui.html.builder import Html, b, every, html, li, p, section, span, tag, ul
from ndcg_ui.worksheet.exercises import title
from ndcg_ui.worksheet.given import given

COLUMNS = {"grade": "Grade", "gain": "Gain", "discount": "Discount", "term": "Term"}
SIDES = {"actual": "of the ranking", "ideal": "of the ideal order"}
ACTUAL, IDEAL = {"term", "dcg"}, {"ideal-order", "idcg"}
"""The skills that need one order alone; "cg" needs none of the divisors, all others both."""
_FOLLOWED = re.compile(r' (?:data-doc|tabindex)="[^"]*"')


def solution(number: int, one: PaperExercise) -> Html:
    """One exercise worked out."""
    sheet, skill = one.sheet, one.variant.skill
    return section(
        title(number, one),
        given(one.variant),
        ul(*_answers(sheet), css="answers"),
        *_worked(sheet, skill),
        css="solution",
        data_testid="solution",
    )


# --- What belongs in the boxes -----------------------------------------------------------------


def _answers(sheet: Sheet) -> Iterator[Html]:
    """The answers, a column of a table or a sum at a time."""
    for (side, name), cells in groupby(sheet.blanks, key=_column):
        if side:
            values = (html(f"rank {Cell.of(cell).rank}: ", _answer(sheet, cell)) for cell in cells)
            yield li(f"{COLUMNS[name]} {SIDES[side]}, ", every(values, ", "))
        else:
            yield li(f"{total_name(sheet, name)} ", _answer(sheet, name))


def _column(cell: str) -> tuple[str, str]:
    at = Cell.of(cell)
    return at.side, at.column


def _answer(sheet: Sheet, cell: str) -> Html:
    return b(filled(sheet, cell), data_testid="answer", data_cell=cell)


# --- The steps ---------------------------------------------------------------------------------


def _worked(sheet: Sheet, skill: str) -> Iterator[Html]:
    trace = sheet.trace
    if not sheet.others:
        yield from _steps(trace, skill)
        return
    queries = [sheet, *sheet.queries]
    for number, query in enumerate(queries, 1):
        yield tag("h4", f"Query {number}")
        yield from _steps(query.trace, skill)
    added = " + ".join(nc.number(query.trace.ndcg) for query in queries)
    yield _sum("mean of NDCG", f"({added}) / {len(queries)} = {nc.number(sheet.mean)}")


def _steps(trace: nc.Trace, skill: str) -> Iterator[Html]:
    """The tables of one ranking, and its sums with their numbers put in."""
    if skill == "cg":
        yield still(tables.gains(trace))
        yield _sum(f"CG@{trace.k}", nc.gains_formula(trace.actual).mathml)
        return
    if skill not in IDEAL:
        yield still(tables.steps(trace))
        yield _sum(f"DCG@{trace.k}", nc.sum_formula(trace.actual).mathml)
    if skill not in ACTUAL:
        yield still(tables.ideal(trace))
        yield _sum(f"IDCG@{trace.k}", nc.sum_formula(trace.ideal).mathml)
    if skill not in ACTUAL | IDEAL:
        yield _sum(f"NDCG@{trace.k}", nc.ratio_formula(trace).mathml)


def _sum(name: str, worked: Html | str) -> Html:
    return p(span(f"{name} = ", css="of"), worked, css="formula")


def still(drawn: Html) -> Html:
    """A table that is only read: no Tab stop, and no row that is lit with its document.

    >>> still(Html('<tr class="cut" data-doc="0" data-rank="1" tabindex="0"></tr>'))
    '<tr class="cut" data-rank="1"></tr>'
    """
    return Html(_FOLLOWED.sub("", drawn))
