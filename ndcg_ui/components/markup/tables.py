"""Semantic HTML from a trace: the fraction, the steps and the ideal."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Literal

import ndcg_core as nc
from ndcg_core.metric.worked import adds_up_after_rounding
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html


@lru_cache(maxsize=4096)
def render_step_row(
    row: nc.Term,
    convention: nc.Convention,
    *,
    is_last_counted: bool = False,
    is_beyond: bool = False,
    is_current: bool = False,
) -> Html:
    """Return a row of the table of steps as HTML. Cached, because a move changes few rows.

    is_last_counted: True if the cutoff is below this row
    is_beyond: True below the cutoff
    is_current: True for the current row of a replay
    """
    marks = {"cut": is_last_counted, "beyond": is_beyond, "now": is_current}
    css = " ".join(mark for mark, on in marks.items() if on)
    earned = nc.short(row.gain)
    divisor = nc.number(row.discount)
    exact = nc.exact
    value = "not counted" if is_beyond else f"{earned} / {divisor} = <b>{nc.number(row.value)}</b>"
    cells = (  # built as text: nothing needs escaping, and `tag` is slow for so many cells
        f"<td>{nc.short(row.grade)}</td>"
        f'<td class="wide" title="{exact(row.gain)}">{_render_gain(row, convention, earned)}</td>'
        f'<td class="wide" title="{exact(row.discount)}">'
        f"{_render_discount(row, convention, divisor)}</td>"
        f'<td title="{exact(row.value)}">{value}</td>'
        f'<td title="{exact(row.cumulative)}">{nc.number(row.cumulative)}</td>'
    )
    return render_row(row, css, Html(cells))


def render_row(row: nc.Term, css: str, *cells: Html) -> Html:
    """Return a table row that is highlighted together with its document in other parts.

    Only the row of rank 1 is a Tab stop.
    """
    marked = f' class="{css}"' if css else ""
    current = ' aria-current="step"' if "now" in css.split() else ""
    return Html(
        f'<tr{marked} data-doc="{row.doc}" data-rank="{row.rank}"{current} '
        f'tabindex="{0 if row.rank == 1 else -1}"><th scope="row">{row.rank}</th>'
        f'<td class="name">{h.html(row.label)}</td>{"".join(cells)}</tr>'
    )


def _render_discount(row: nc.Term, convention: nc.Convention, value: str) -> str:
    if convention.ties == "shared" and row.discount != convention.divisors(row.rank)[row.rank - 1]:
        return value  # the divisor of the rank that tied documents share
    return f"{nc.divisor_at(row.rank, convention).mathml} = {value}"


def _render_gain(row: nc.Term, convention: nc.Convention, value: str) -> str:
    """Return a row's gain as HTML, after its formula unless the gain is linear."""
    if convention.gain == "linear":
        return value
    return f"{nc.gain_at(row.grade, convention).mathml} = {value}"


RELATION_SIGN = re.compile("<mo>([+=≈])</mo>")
MOST_WRITTEN_TERMS = 12
"""The largest number of terms with which a sum is written out."""

COLUMN_TITLES = (
    h.col("rank"),
    h.col("document", css="name"),
    h.col("grade"),
    h.col("gain", css="wide", title="g(r)"),
    h.col("discount", css="wide", title="d(i)"),
    h.col("term", title="g(r) / d(i)"),
)


def render_total(name: str, value: float, *, follows_preview: bool = True) -> Html:
    """Return a measure's rounded value, with the exact value in `data-value`.

    follows_preview: True if the value follows a drag
    """
    exact = nc.exact(value)
    live = name if follows_preview else None
    shown = nc.number(value)
    testid = f"value-{name}"
    return h.span(shown, data_testid=testid, data_live=live, data_value=exact, title=exact)


def render_value(number: float, digits: int = 3) -> Html:
    """Return a rounded number, or "no value" for NaN, with the exact value on hover.

    >>> render_value(0.5)
    '<data value="0.5" data-value="0.5" title="0.5">0.500</data>'
    """
    shown = nc.number(number, digits) if number == number else "no value"
    return render_data_element(number, shown)


def render_data_element(number: float, text: str) -> Html:
    """Return a <data> element with a text, and the exact number as its value and tooltip."""
    exact = nc.exact(number)
    return h.tag("data", text, value=exact, data_value=exact, title=exact)


def render_fraction(trace: nc.Trace, css: str = "hero", names: Collection[str] = SUM_CELLS) -> Html:
    """Return HTML with NDCG as the fraction DCG / IDCG, and with CG.

    css: the class of the fraction; "hero" stays in view on a narrow screen
    names: the sums to show; the other sums are question marks
    """
    numbers = {
        name: render_total(name, getattr(trace, name)) if name in names else "?"
        for name in SUM_CELLS
    }
    dcg = h.span(trace.at("DCG"), " ", numbers["dcg"])
    idcg = h.span(trace.at("IDCG"), " ", numbers["idcg"])
    return h.tag(
        "div",
        h.span(numbers["ndcg"], css="ndcg") if "ndcg" in names else h.span(trace.at("NDCG"), " ?"),
        h.span("≠" if trace.by_convention else "=", css="equals"),
        h.span(dcg, idcg, css="over"),
        h.span(trace.at("CG"), h.BREAK, numbers["cg"], css="cg"),
        css=f"fraction {css}",
        role="group",
        aria_label="NDCG",
    )


def render_steps(trace: nc.Trace, current_rank: int | None = None) -> Html:
    """Return the steps of DCG: one row per rank, the cutoff as a line, the sum below.

    current_rank: the current rank of a replay.
    """
    return _render_table(trace, "steps", current_rank)


def render_ideal(trace: nc.Trace, current_rank: int | None = None) -> Html:
    """Return the steps of IDCG: one row per rank of the ideal order, the sum below."""
    return _render_table(trace, "ideal", current_rank)


def render_gains(trace: nc.Trace, current_rank: int | None = None) -> Html:
    """Return the steps of CG: the gains and their running sum, without discounts.

    current_rank: the current rank of a replay.

    >>> "log" in render_gains(nc.trace([3, 0, 2])), "<b>5</b>" in render_gains(nc.trace([3, 0, 2]))
    (False, True)
    """
    sums = accumulate(row.gain for row in trace.actual)
    rows = (
        render_row(
            row,
            "now" if row.rank == current_rank else "",
            h.td(nc.short(row.grade)),
            h.td(Html(_render_gain(row, trace.convention, nc.short(row.gain)))),
            h.td(h.b(nc.short(so_far))),
        )
        for row, so_far in zip(trace.actual, sums, strict=True)
    )
    heads = [
        h.col("rank"),
        h.col("document", css="name"),
        *map(h.col, ("grade", "gain", "running CG")),
    ]
    foot = (
        h.row_head(trace.at("CG"), colspan=4),
        h.td(nc.number(trace.cg), title=nc.exact(trace.cg)),
    )
    return h.table(
        heads,
        rows,
        h.tr(*foot),
        caption="Every step",
        css="steps gains actual",
        data_testid="steps",
    )


def _render_table(
    trace: nc.Trace, name: Literal["steps", "ideal"], current_rank: int | None
) -> Html:
    if name == "steps":
        title = "Every step"
        total = "DCG"
        side = "actual"
        counted = trace.actual
        beyond = trace.beyond
    else:
        title = "The ideal order"
        total = "IDCG"
        side = "ideal"
        counted = trace.ideal
        beyond = trace.ideal_beyond
    earned = counted[-1].cumulative if counted else 0.0
    convention = trace.convention
    cut = trace.k if beyond else None
    rows = [
        render_step_row(
            row, convention, is_last_counted=row.rank == cut, is_current=row.rank == current_rank
        )
        for row in counted
    ]
    rows += [
        render_step_row(row, convention, is_beyond=True, is_current=row.rank == current_rank)
        for row in beyond
    ]
    sign = "" if adds_up_after_rounding([row.value for row in counted], earned) else " ≈"
    foot = h.tr(
        h.row_head(f"{total}@{trace.k}{sign}", colspan=6, css="wide"),
        h.row_head(f"{total}@{trace.k}{sign}", colspan=4, css="narrow"),
        h.td(nc.number(earned), title=nc.exact(earned)),
    )
    drawn = h.table(
        (*COLUMN_TITLES, h.col(f"running {total}")),
        rows,
        foot,
        caption=title,
        css=f"steps {side}",
        data_testid=name,
    )
    return h.div(drawn, css="scrolls")


def render_sum(total: nc.Formula, rows: Sequence[nc.Term] = ()) -> Html:
    """Return a sum with its terms as numbers. A narrow screen breaks the sum between terms.

    rows: the rows of the terms, so that each term highlights its document

    >>> render_sum(nc.sum_formula(nc.trace([3, 2]).actual)).count("<math>")
    3
    """
    first, *more = RELATION_SIGN.split(total.markup.removeprefix("<mrow>").removesuffix("</mrow>"))
    signed = zip(more[::2], more[1::2], strict=True)
    pieces = [first, *(f'<mo form="infix">{sign}</mo>{number}' for sign, number in signed)]
    drawn = [Html(f"<math><mrow>{piece}</mrow></math>") for piece in pieces]
    for at, row in enumerate(rows):
        name = h.html(f"{row.label}: {nc.number(row.value)}")
        drawn[at] = Html(
            f'<button class="token" type="button" data-doc="{row.doc}" aria-label="{name}">'
            f"{drawn[at]}</button>"
        )
    return h.join_pieces(drawn, " ")


def render_formulas(trace: nc.Trace) -> Html:
    """Return the formulas of DCG and NDCG with the trace's numbers. Leave out a long sum."""
    rows = trace.actual
    total = render_sum(nc.sum_formula(rows), rows) if trace.k <= MOST_WRITTEN_TERMS else None
    dcg = (nc.dcg_formula(trace.convention), total)
    ratio = (nc.ndcg_formula(), nc.ratio_formula(trace).mathml)
    written = (
        h.div(definition.mathml, h.html(h.BREAK, h.span(put_in)) if put_in else None, css="formula")
        for definition, put_in in (dcg, ratio)
    )
    return h.div(*written, css="formulas", data_testid="formulas")
