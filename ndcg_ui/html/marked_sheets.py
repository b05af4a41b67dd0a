"""A marked sheet -> semantic HTML: what is printed, the exact value, the verdict. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import ndcg_core as nc
from ndcg_core.marking.marks import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.html.builder import Html, b, col, every, html, row_head, span, table, td, tr

TITLES = {"actual": ("The ranking", "DCG"), "ideal": ("The ideal order", "IDCG")}
Marks = Mapping[str, Mark]


def side_table(
    sheet: Sheet, marks: Marks, side: str, reached: int, *, now: int = 0, asking: bool = False
) -> Html:
    """One side of a sheet, its rows up to rank `reached` worked out, the others still empty.

    now: the rank that is being worked out, or 0.
    asking: the exact values and the verdicts are kept back, and every printed number is shown.
    """
    rows = sheet.trace.actual if side == "actual" else sheet.trace.ideal
    title, total = TITLES[side]
    heads = [
        col("rank"),
        col("document", css="name wide"),
        col("grade"),
        col(f"term of {total}, as printed"),
        col("exact"),
        col("verdict", css="verdict-head"),
    ]
    body = (
        _row(sheet, marks, side, row, "now" if row.rank == now else "", asking)
        if asking or row.rank <= reached
        else _later(row.rank)
        for row in rows
    )
    return table(
        heads,
        body,
        caption=title,
        css=f"steps marked {side}",
        data_testid="steps" if side == "actual" else side,
    )


def _later(rank: int) -> Html:
    return tr(row_head(rank), td(css="wide"), *(td() for _ in range(4)))


def _row(sheet: Sheet, marks: Marks, side: str, row: nc.Term, css: str, asking: bool) -> Html:
    cell = {name: f"{side}.{name}.{row.rank}" for name in ("label", "grade", "term")}
    grade = _printed(sheet, marks, cell["grade"], asking) or nc.short(row.grade)
    exact = None if asking else span(nc.number(row.value), title=nc.exact(row.value))
    verdict = (
        None if asking else html(_verdict(marks.get(cell["term"])), _parts(marks, side, row.rank))
    )
    return tr(
        row_head(row.rank),
        td(sheet.given.get(cell["label"], row.label), css="name wide"),
        td(grade),
        td(_working(sheet, cell["term"])),
        td(exact),
        td(verdict, css="verdict-cell"),
        css=css,
        data_doc=row.doc,
        tabindex=0 if row.rank == 1 else -1,
    )


def _parts(marks: Marks, side: str, rank: int) -> Html:
    """The verdicts on a row's name, gain and divisor; those that are right are heard, not seen."""
    named = {
        name: marks[cell]
        for name in ("label", "gain", "discount", "cumulative")
        if (cell := f"{side}.{name}.{rank}") in marks
    }
    return every(
        html(" ", span(f"{name} {mark.given} ", _badge(mark), css=_heard_or_seen(mark)))
        for name, mark in named.items()
    )


def _heard_or_seen(mark: Mark) -> str:
    return "for-screen-readers" if mark.verdict == "right" else "part"


def totals_table(sheet: Sheet, marks: Marks, reached: tuple[str, ...], *, asking: bool) -> Html:
    """The printed sums and NDCG against the exact ones, those that the replay has reached."""
    rows = (
        _total(sheet, marks, name, shown=asking or name in reached, asking=asking)
        for name in ("cg", "dcg", "idcg", "ndcg")
    )
    return table(
        [*map(col, ("sum", "printed", "exact")), col("verdict", css="verdict-head")],
        rows,
        caption="The sums",
        css="steps marked totals",
        data_testid="totals",
    )


def _total(sheet: Sheet, marks: Marks, name: str, *, shown: bool, asking: bool) -> Html:
    head = row_head(f"{name.upper()}@{sheet.trace.k}")
    if not shown:
        return tr(head, td(), td(), td())
    exact = sheet.exact(name) or 0.0
    return tr(
        head,
        td(_working(sheet, name)),
        td(None if asking else span(nc.number(exact), title=nc.exact(exact))),
        td(None if asking else _verdict(marks.get(name)), css="verdict-cell"),
    )


def _printed(sheet: Sheet, marks: Marks, cell: str, asking: bool) -> Html | None:
    """A number of a side column: its verdict is said where it is not simply right."""
    text = sheet.given.get(cell)
    if text is None:
        return None
    mark = marks.get(cell)
    if asking or mark is None:
        return span(text)
    if mark.verdict == "right":
        said = span(" right", css="for-screen-readers")
        return span(text, said, data_testid="verdict", data_cell=cell, data_verdict="right")
    return html(span(text), " ", _badge(mark))


def _working(sheet: Sheet, cell: str) -> Html | None:
    """A cell as printed: earlier ways of writing it first, the last one large."""
    text = sheet.given.get(cell)
    if text is None:
        return None
    before = "".join(f"{way} = " for way in sheet.working.get(cell, ()))
    return html(span(before, css="working wide-only"), b(text, css="as-printed"))


def printed(sheet: Sheet, marks: Marks, cell: str) -> Html:
    """What a document prints for a cell, with the verdict, as a sentence."""
    text = sheet.given.get(cell)
    if text is None:
        return html("It prints nothing here.")
    said = html("It prints ", b(text), ".")
    mark = marks.get(cell)
    if mark is None:
        return said
    verdict = span(mark.verdict, css="verdict", data_verdict=mark.verdict)
    return html(said, " ", verdict, " ", mark.message)


def _badge(mark: Mark) -> Html:
    return span(
        mark.verdict,
        css="verdict",
        data_testid="verdict",
        data_cell=mark.cell,
        data_verdict=mark.verdict,
        title=mark.message,
    )


def _verdict(mark: Mark | None) -> Html:
    if mark is None:
        return span("not printed", css="none")
    return html(_badge(mark), " ", span(mark.message, css="why"))
