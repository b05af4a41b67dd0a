"""The rows of the step tables: one rank, its document and its term. Pure."""

from __future__ import annotations

from functools import lru_cache

import ndcg_core as nc
from ndcg_ui.html.builder import Html, b, html, row_head, td, tr


@lru_cache(maxsize=4096)
def step_row(
    row: nc.Term,
    convention: nc.Convention,
    *,
    cut: bool = False,
    beyond: bool = False,
    now: bool = False,
) -> Html:
    """A row of the steps; most of them stay as they are when a document is moved.

    cut: the cutoff lies below it. beyond: below the cutoff. now: a replay stands at it.
    """
    marks = {"cut": cut, "beyond": beyond, "now": now}
    css = " ".join(mark for mark, on in marks.items() if on)
    worked = f"{nc.short(row.gain)} / {nc.number(row.discount)} = "
    term: object = "not counted" if beyond else html(worked, b(nc.number(row.value)))
    return row_of(
        row,
        css,
        td(nc.short(row.grade)),
        td(gain(row, convention), css="wide", title=nc.exact(row.gain)),
        td(_discount(row, convention), css="wide", title=nc.exact(row.discount)),
        td(term, title=nc.exact(row.value)),
        td(nc.number(row.cumulative), title=nc.exact(row.cumulative)),
    )


def row_of(row: nc.Term, css: str, *cells: Html) -> Html:
    """A row of an order, lit with its document; one Tab stop a table."""
    return tr(
        row_head(row.rank),
        td(row.label, css="name"),
        *cells,
        css=css,
        data_doc=row.doc,
        data_rank=row.rank,
        aria_current="step" if "now" in css.split() else None,
        tabindex=0 if row.rank == 1 else -1,
    )


def _discount(row: nc.Term, convention: nc.Convention) -> Html:
    value = nc.number(row.discount)
    if convention.ties == "shared" and row.discount != convention.divisors(row.rank)[row.rank - 1]:
        return html(value)  # the divisor of the rank that tied documents share
    return html(nc.divisor_at(row.rank, convention).mathml, f" = {value}")


def gain(row: nc.Term, convention: nc.Convention) -> Html:
    """The gain, and where it is not the grade itself, how it comes from that."""
    value = nc.short(row.gain)
    if convention.gain == "linear":
        return html(value)
    return html(nc.gain_at(row.grade, convention).mathml, f" = {value}")
