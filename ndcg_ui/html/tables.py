"""Trace -> semantic HTML: the fraction, the steps and the ideal. Pure; escapes what was typed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import accumulate

import ndcg_core as nc

WRITTEN_OUT = 12
"""Up to so many terms a sum is written out."""

_HEADS = (
    ("rank", "", ""),
    ("document", "name", ""),
    ("grade", "", ""),
    ("gain", "wide", "g(r)"),
    ("discount", "wide", "d(i)"),
    ("term", "", "g(r) / d(i)"),
)


def live(name: str, value: float, text: str | None = None) -> str:
    """One of the four numbers: rounded on screen, exact in `data-value`, following a preview."""
    exact = nc.exact(value)
    return (
        f'<span data-testid="value-{name}" data-live="{name}" data-value="{exact}" '
        f'title="{exact}">{text or nc.number(value)}</span>'
    )


def fraction(
    trace: nc.Trace, place: str = "hero", known: Collection[str] = ("cg", "dcg", "idcg", "ndcg")
) -> str:
    """NDCG, large, as the fraction it is; a "hero" stays in sight on a narrow screen.

    known: the sums that are shown; the others are still a question mark.

    >>> 'data-value="4"' in fraction(nc.trace([3, 0, 2]))
    True
    """
    shown = {
        name: live(name, getattr(trace, name)) if name in known else "?"
        for name in ("cg", "dcg", "idcg", "ndcg")
    }
    over = f"<span>DCG@{trace.k} {shown['dcg']}</span><span>IDCG@{trace.k} {shown['idcg']}</span>"
    return (
        f'<div class="fraction {place}" role="group" aria-label="NDCG">'
        f'<span class="ndcg">{shown["ndcg"]}</span>'
        f'<span class="equals">{"=" if trace.idcg else "≠"}</span>'
        f'<span class="over">{over}</span>'
        f'<span class="cg">CG@{trace.k}<br>{shown["cg"]}</span></div>'
    )


def steps(trace: nc.Trace, now: int | None = None) -> str:
    """Every step of DCG: one row per rank, the cutoff a line, the sum below.

    now: the rank a replay stands at.
    """
    return _table(trace, "steps", trace.actual, trace.beyond, now)


def ideal(trace: nc.Trace, now: int | None = None) -> str:
    """Every step of IDCG, like `steps`."""
    return _table(trace, "ideal", trace.ideal, trace.ideal_beyond, now)


def gains(trace: nc.Trace, now: int | None = None) -> str:
    """Every step of CG: the gains, added up rank by rank; no discount comes into it.

    now: the rank a replay stands at.

    >>> "log" in gains(nc.trace([3, 0, 2])), "<b>5</b>" in gains(nc.trace([3, 0, 2]))
    (False, True)
    """
    sums = accumulate(row.gain for row in trace.actual)
    rows = "".join(
        f'<tr class="{"now" if row.rank == now else ""}" data-doc="{row.doc}" '
        f'data-rank="{row.rank}" tabindex="{0 if row.rank == 1 else -1}">'
        f'<th scope="row">{row.rank}</th><td class="name">{escape(row.label)}</td>'
        f"<td>{nc.short(row.grade)}</td><td>{_gain(row, trace.convention)}</td>"
        f"<td><b>{nc.short(so_far)}</b></td></tr>"
        for row, so_far in zip(trace.actual, sums, strict=True)
    )
    heads = (("rank", ""), ("document", "name"), ("grade", ""), ("gain", ""), ("running CG", ""))
    head = "".join(f'<th scope="col" class="{css}">{name}</th>' for name, css in heads)
    return (
        '<table class="steps gains actual" data-testid="steps"><caption>Every step</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
        f'<tfoot><tr><th scope="row" colspan="4">CG@{trace.k}</th>'
        f'<td title="{nc.exact(trace.cg)}">{nc.number(trace.cg)}</td></tr></tfoot></table>'
    )


def _table(
    trace: nc.Trace,
    name: str,
    counted: Sequence[nc.Term],
    beyond: Sequence[nc.Term],
    now: int | None,
) -> str:
    title, total = ("Every step", "DCG") if name == "steps" else ("The ideal order", "IDCG")
    colour = "actual" if name == "steps" else "ideal"
    heads = "".join(
        f'<th scope="col" class="{css}" title="{note}">{head}</th>'
        for head, css, note in (*_HEADS, (f"running {total}", "", ""))
    )
    earned = counted[-1].cumulative if counted else 0.0
    rows = [_row(row, trace, now, cut=row.rank == trace.k and bool(beyond)) for row in counted]
    rows += [_row(row, trace, now, beyond=True) for row in beyond]
    return (
        f'<table class="steps {colour}" data-testid="{name}"><caption>{title}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row" colspan="6" class="wide">{total}@{trace.k}</th>'
        f'<th scope="row" colspan="4" class="narrow">{total}@{trace.k}</th>'
        f'<td title="{nc.exact(earned)}">{nc.number(earned)}</td></tr></tfoot></table>'
    )


def _row(
    row: nc.Term, trace: nc.Trace, now: int | None, *, cut: bool = False, beyond: bool = False
) -> str:
    marks = {"cut": cut, "beyond": beyond, "now": row.rank == now}
    css = " ".join(mark for mark, on in marks.items() if on)
    term = (
        "not counted"
        if beyond
        else (f"{nc.short(row.gain)} / {nc.number(row.discount)} = <b>{nc.number(row.value)}</b>")
    )
    return (
        f'<tr class="{css}" data-doc="{row.doc}" data-rank="{row.rank}" '
        f'tabindex="{0 if row.rank == 1 else -1}">'
        f'<th scope="row">{row.rank}</th><td class="name">{escape(row.label)}</td>'
        f"<td>{nc.short(row.grade)}</td>"
        f'<td class="wide" title="{nc.exact(row.gain)}">{_gain(row, trace.convention)}</td>'
        f'<td class="wide" title="{nc.exact(row.discount)}">'
        f"{_discount(row, trace.convention)}</td>"
        f'<td title="{nc.exact(row.value)}">{term}</td>'
        f'<td title="{nc.exact(row.cumulative)}">{nc.number(row.cumulative)}</td></tr>'
    )


def _discount(row: nc.Term, convention: nc.Convention) -> str:
    value = nc.number(row.discount)
    if convention.ties == "shared" and row.discount != convention.divisors(row.rank)[row.rank - 1]:
        return value  # the divisor of the rank that tied documents share
    return f"{nc.divisor_at(row.rank, convention).mathml} = {value}"


def _gain(row: nc.Term, convention: nc.Convention) -> str:
    if convention.gain == "linear":
        return nc.short(row.gain)
    return f"{nc.gain_at(row.grade, convention).mathml} = {nc.short(row.gain)}"


def formulas(trace: nc.Trace) -> str:
    """The definitions this page calculates with, and under each the numbers put in.

    >>> "<math>" in formulas(nc.trace([3, 0, 2]))
    True
    """
    total = nc.sum_formula(trace.actual) if trace.k <= WRITTEN_OUT else None
    lines = (
        (nc.dcg_formula(trace.convention), total),
        (nc.ndcg_formula(), nc.ratio_formula(trace)),
    )
    written = "".join(
        f'<div class="formula">{definition.mathml}'
        f"{'<br>' + numbers.mathml if numbers else ''}</div>"
        for definition, numbers in lines
    )
    return f'<div class="formulas">{written}</div>'
