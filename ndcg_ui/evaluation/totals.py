"""Over all queries: what grade, rank and judgment have to do with the difference. Pure."""

from __future__ import annotations

import ndcg_core as nc
from ndcg_ui.evaluation.values import REST, difference, is_rest
from ndcg_ui.evaluation.working import Totals
from ndcg_ui.html.builder import Html, col, div, every, html, row_head, table, td, tr

MOST = 8
"""So many moves between ranges of ranks have a row of their own."""


def totals(found: Totals, names: tuple[str, str]) -> Html:
    """Three tables; each adds up to the difference of the means."""
    grades = [
        ("unjudged" if grade is None else f"grade {nc.short(grade)}", count, value)
        for grade, count, value in found.by_grade
    ]
    judged = [("judged" if known else "unjudged", n, value) for known, n, value in found.by_judged]
    drawn = (
        _table("By grade", grades, found, "by-grade"),
        _table(f"By rank, {names[0]} → {names[1]}", _ranks(found), found, "by-rank"),
        _table("By judged or not", judged, found, "by-judged"),
    )
    return div(every(drawn), css="totals-tables")


def _ranks(found: Totals) -> list[tuple[str, int, float]]:
    lines = [(f"{one} → {other}", count, value) for one, other, count, value in found.by_rank]
    if len(lines) <= MOST:
        return lines
    rest = lines[MOST - 1 :]
    documents, value = sum(n for _, n, _ in rest), sum(v for _, _, v in rest)
    return [*lines[: MOST - 1], (f"{len(rest)} other moves", documents, value)]


def _table(title: str, lines: list[tuple[str, int, float]], found: Totals, handle: str) -> Html:
    rows = [
        tr(row_head(name, css="name"), td(f"{count:,}"), td(difference(value, 4)))
        for name, count, value in lines
    ]
    if is_rest(found.rest):
        rows.append(tr(row_head(REST, css="name"), td(), td(difference(found.rest, 4))))
    foot = tr(row_head("all together", css="name"), td(), td(difference(found.difference, 4)))
    heads = map(col, (title, "documents", "adds to the mean"))
    return html(table(heads, rows, foot, css="compared", data_testid=handle))
