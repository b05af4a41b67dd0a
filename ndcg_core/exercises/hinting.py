"""Hints for a cell: first the rule, then the rule with the numbers of the sheet."""

import re

from ndcg_core.metric import (
    cg_formula,
    dcg_formula,
    discount_formula,
    gain_formula,
    ndcg_formula,
    number,
    ratio_formula,
    short,
    sum_formula,
    term_formula,
)
from ndcg_core.sheets.cells import Cell, find_row, list_column
from ndcg_core.sheets.sheet import Sheet


def list_hints(sheet: Sheet, cell: str) -> tuple[str, ...]:
    """Return the hints for a cell, the gentlest first: the rule, then the rule with numbers.

    A grade of the ranking has only one hint.

    >>> list_hints(Sheet((3, 0, 2)), "actual.term.3")[-1]
    'At rank 3, the term is 2 / log2(4).'
    """
    parsed = Cell.parse(cell)
    if not parsed.side:
        return _list_total_hints(sheet, parsed.column)
    return _list_row_hints(sheet, parsed)


def _list_row_hints(sheet: Sheet, cell: Cell) -> tuple[str, ...]:
    """Return the hints for a cell in a row."""
    line = find_row(sheet.trace, cell)
    if cell.column == "gain":
        rule = f"The gain of a grade is {gain_formula(sheet.convention).text}."
        return rule, f"The grade at rank {cell.rank} is {short(line.grade, 6)}."
    if cell.column == "discount":
        rule = f"The divisor of a rank is {discount_formula(sheet.convention).text}."
        return rule, f"Replace i by {cell.rank}."
    if cell.column == "term":
        discount = discount_formula(sheet.convention).text
        rule = f"A term is the gain divided by the divisor of its rank, {discount}."
        return rule, _format_term_hint(sheet, cell)
    if cell.column == "cumulative":
        rule = "The running sum is the sum so far plus the term of this rank."
        return rule, _format_term_hint(sheet, cell)
    if cell.side == "ideal":
        return _list_order_hints(sheet, cell)
    return ("Copy the grade from the ranking.",)


def _format_term_hint(sheet: Sheet, cell: Cell) -> str:
    """Return a term's calculation without its result, or the step to take first."""
    if f"{cell.side}.grade.{cell.rank}" in sheet.missing:
        return f"Find the grade that belongs at rank {cell.rank} first."
    line = find_row(sheet.trace, cell)
    formula = _remove_result(term_formula(line, sheet.convention).text)
    return f"At rank {cell.rank}, the term is {formula}."


def _list_order_hints(sheet: Sheet, cell: Cell) -> tuple[str, ...]:
    """Return the hints for a grade of the ideal order."""
    rows = (*sheet.trace.ideal, *sheet.trace.ideal_beyond)
    left = sorted(short(line.grade, 6) for line in rows[cell.rank - 1 :])
    documents = "judged documents" if len(rows) > len(sheet.grades) else "documents"
    rule = f"The ideal order has all {documents} from the best grade to the worst, cut at k."
    are_left = "this grade is left" if len(left) == 1 else "these grades are left"
    return rule, f"From rank {cell.rank} on, {are_left}: {', '.join(left)}."


def _list_total_hints(sheet: Sheet, name: str) -> tuple[str, ...]:
    """Return the hints for a sum, a ratio or a mean."""
    trace = sheet.trace
    k = sheet.trace.k
    if name == "cg":
        gains = " + ".join(short(line.gain) for line in trace.actual)
        return (
            f"Add up the gains: {cg_formula(sheet.convention).text}.",
            f"Here k is {k}, so add {gains}.",
        )
    if name == "dcg":
        rule = f"Add up the terms: {dcg_formula(sheet.convention).text}."
        return rule, _format_sum_hint(sheet, "actual")
    if name == "idcg":
        rule = "IDCG is the DCG of the ideal order, with the same divisors and the same k."
        return rule, _format_sum_hint(sheet, "ideal")
    if name == "mean":
        return "Calculate NDCG for each query first, then average.", _format_mean_hint(sheet)
    return f"{ndcg_formula().text}.", _format_ratio_hint(sheet)


def _format_sum_hint(sheet: Sheet, side: str) -> str:
    """Return a sentence with the terms to add up, or with the step to take first."""
    for column, name in (("grade", "order"), ("term", "terms")):
        if set(list_column(side, column, sheet.count(side))) & set(sheet.missing):
            return f"First fill in the {name} above this sum."
    rows = sheet.trace.actual if side == "actual" else sheet.trace.ideal
    return f"Here the sum is {_remove_result(sum_formula(rows).text)}."


def _format_ratio_hint(sheet: Sheet) -> str:
    """Return the ratio without its result, the step to take first, or a sentence for IDCG 0."""
    if not sheet.trace.idcg:
        return "IDCG is 0 here, so the convention decides the value."
    if {"dcg", "idcg"} & set(sheet.missing):
        return "Calculate DCG and IDCG first."
    return f"Here NDCG is {_remove_result(ratio_formula(sheet.trace).text)}."


def _format_mean_hint(sheet: Sheet) -> str:
    """Return a sentence with the scores to average, or with the number of queries.

    It has the number of queries if the NDCG of this query is not filled in yet.
    """
    if "ndcg" in sheet.missing:
        return f"There are {1 + len(sheet.queries)} queries, and each counts the same."
    scores = [sheet.trace.ndcg, *(query.trace.ndcg for query in sheet.queries)]
    return f"The NDCG values of the queries are {' and '.join(number(score) for score in scores)}."


def _remove_result(formula: str) -> str:
    """Return the text of a formula up to its first “=” or “≈”, without the result."""
    return re.split(" [=≈] ", formula)[0]
