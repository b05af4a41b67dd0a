"""A marked sheet -> semantic HTML: what is printed, the exact value, the verdict. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import ndcg_core as nc
from ndcg_core.teaching import Mark, Sheet

TITLES = {"actual": ("The ranking", "DCG"), "ideal": ("The ideal order", "IDCG")}
Marks = Mapping[str, Mark]


def side_table(
    sheet: Sheet,
    marks: Marks,
    side: str,
    reached: int,
    *,
    now: int = 0,
    asking: bool = False,
    ordered: str = "",
) -> str:
    """One side of a sheet, its rows up to rank `reached` worked out, the others still empty.

    now: the rank that is being worked out, or 0.
    asking: the exact values and the verdicts are kept back, and every printed number is shown.
    ordered: "ordered" once the ideal order has been put; its later rows then show their grades.
    """
    rows = sheet.trace.actual if side == "actual" else sheet.trace.ideal
    title, total = TITLES[side]
    body = "".join(
        _row(sheet, marks, side, row, "now" if row.rank == now else "", asking)
        if asking or row.rank <= reached
        else _later(sheet, side, row, marks, ordered if side == "ideal" else "")
        for row in rows
    )
    heads = "".join(
        f'<th scope="col" class="{css}">{head}</th>'
        for head, css in (
            ("rank", ""),
            ("document", "name wide"),
            ("grade", ""),
            (f"term of {total}, as printed", ""),
            ("exact", ""),
            ("verdict", "verdict-head"),
        )
    )
    return (
        f'<table class="steps marked {side}" data-testid="{"steps" if side == "actual" else side}">'
        f"<caption>{title}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _later(sheet: Sheet, side: str, row: nc.Term, marks: Marks, ordered: str) -> str:
    """A row that is not worked out yet; in an order that has been put, what stands in it."""
    name, grade = _who(sheet, side, row, marks, asking=False) if ordered else ("", "")
    cells = f'<td class="name wide">{name}</td><td>{grade}</td>' + "<td></td>" * 3
    return f'<tr><th scope="row">{row.rank}</th>{cells}</tr>'


def _who(sheet: Sheet, side: str, row: nc.Term, marks: Marks, *, asking: bool) -> tuple[str, str]:
    """The document of a row and its grade, as printed where they are."""
    label = escape(sheet.given.get(f"{side}.label.{row.rank}", row.label))
    grade = _printed(sheet, marks, f"{side}.grade.{row.rank}", asking)
    return label, grade or nc.short(row.grade)


def _row(sheet: Sheet, marks: Marks, side: str, row: nc.Term, css: str, asking: bool) -> str:
    term = f"{side}.term.{row.rank}"
    name, grade = _who(sheet, side, row, marks, asking=asking)
    exact = "" if asking else f'<span title="{nc.exact(row.value)}">{nc.number(row.value)}</span>'
    verdict = "" if asking else _verdict(marks.get(term)) + _parts(marks, side, row.rank)
    return (
        f'<tr class="{css}" data-doc="{row.doc}" '
        f'tabindex="{0 if row.rank == 1 else -1}"><th scope="row">{row.rank}</th>'
        f'<td class="name wide">{name}</td>'
        f"<td>{grade}</td><td>{_working(sheet, term)}</td><td>{exact}</td>"
        f'<td class="verdict-cell">{verdict}</td></tr>'
    )


def _parts(marks: Marks, side: str, rank: int) -> str:
    """The verdicts on a row's name, gain and divisor; those that are right are heard, not seen."""
    said = ""
    for name in ("label", "gain", "discount", "cumulative"):
        mark = marks.get(f"{side}.{name}.{rank}")
        if mark is not None:
            css = "for-screen-readers" if mark.verdict == "right" else "part"
            said += f' <span class="{css}">{name} {escape(mark.given)} {_badge(mark)}</span>'
    return said


TOTALS = ("cg", "dcg", "idcg", "ndcg")


def totals_table(
    sheet: Sheet,
    marks: Marks,
    reached: tuple[str, ...],
    *,
    asking: bool,
    names: tuple[str, ...] = TOTALS,
) -> str:
    """The printed sums and NDCG against the exact ones, those that the replay has reached.

    names: those that it will come to. Where no sum is printed with its working, the columns are
    close together.
    """
    rows = "".join(
        _total(sheet, marks, name, shown=asking or name in reached, asking=asking) for name in names
    )
    close = "" if any(sheet.working.get(name) for name in names) else " close"
    return (
        f'<table class="steps marked totals{close}" data-testid="totals">'
        "<caption>The sums</caption>"
        '<thead><tr><th scope="col">sum</th><th scope="col">printed</th>'
        '<th scope="col">exact</th><th scope="col" class="verdict-head">verdict</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _total(sheet: Sheet, marks: Marks, name: str, *, shown: bool, asking: bool) -> str:
    head = f'<tr><th scope="row">{name.upper()}@{sheet.trace.k}</th>'
    if not shown:
        return f"{head}<td></td><td></td><td></td></tr>"
    exact = sheet.exact(name) or 0.0
    value = f'<span title="{nc.exact(exact)}">{nc.number(exact)}</span>'
    marking = "" if asking else _verdict(marks.get(name))
    return (
        f"{head}<td>{_working(sheet, name)}</td><td>{'' if asking else value}</td>"
        f'<td class="verdict-cell">{marking}</td></tr>'
    )


def _printed(sheet: Sheet, marks: Marks, cell: str, asking: bool) -> str:
    """A number of a side column: its verdict is said where it is not simply right."""
    text = sheet.given.get(cell)
    if text is None:
        return ""
    mark = marks.get(cell)
    if asking or mark is None:
        return f"<span>{escape(text)}</span>"
    if mark.verdict == "right":
        said = '<span class="for-screen-readers"> right</span>'
        return (
            f'<span data-testid="verdict" data-cell="{cell}" data-verdict="right">'
            f"{escape(text)}{said}</span>"
        )
    return f"<span>{escape(text)}</span> {_badge(mark)}"


def _working(sheet: Sheet, cell: str) -> str:
    """A cell as printed: earlier ways of writing it first, the last one large."""
    text = sheet.given.get(cell)
    if text is None:
        return ""
    before = "".join(f"{escape(way)} = " for way in sheet.working.get(cell, ()))
    return (
        f'<span class="working wide-only">{before}</span><b class="as-printed">{escape(text)}</b>'
    )


def printed(sheet: Sheet, marks: Marks, cell: str) -> str:
    """What a document prints for a cell, with the verdict, as a sentence.

    cell: "" for the ideal order.
    """
    text = sheet.given.get(cell) if cell else _order(sheet)
    if text is None:
        return "It prints nothing here."
    said = f"It prints <b>{escape(text)}</b>."
    mark = marks.get(cell)
    if mark is None:
        return said
    css = f'class="verdict" data-verdict="{mark.verdict}"'
    return f"{said} <span {css}>{mark.verdict}</span> {escape(mark.message)}"


def _order(sheet: Sheet) -> str | None:
    """The ideal order as a document prints it."""
    cells = (f"ideal.grade.{row.rank}" for row in sheet.trace.ideal)
    return ", ".join(sheet.given[cell] for cell in cells if cell in sheet.given) or None


def _badge(mark: Mark) -> str:
    return (
        f'<span class="verdict" data-testid="verdict" data-cell="{mark.cell}" '
        f'data-verdict="{mark.verdict}" title="{escape(mark.message)}">{mark.verdict}</span>'
    )


def _verdict(mark: Mark | None) -> str:
    if mark is None:
        return '<span class="none">not printed</span>'
    return f"{_badge(mark)} <span class='why'>{escape(mark.message)}</span>"
