"""How the sums grow: running DCG against running IDCG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ndcg_core.metric import Term, Trace, number
from ndcg_ui.figures.base import (
    LABELLED,
    ORDERS,
    Figure,
    Part,
    amount,
    cutoff,
    faded,
    layout,
    note,
    ranks,
    rows,
    values,
)


def running(trace: Trace, beside: str = "ideal") -> Figure:
    """Two stair lines: the sum of the terms down to each rank, actual and ideal.

    beside: what the ranking's own stair stands beside: "ideal", or "nothing" before the ideal order
    is known.
    """
    actual, ideal = rows(trace)
    count = max(len(actual), len(ideal))
    top = trace.idcg * 1.15 or 1.0
    lines = [_line("ideal", ideal, trace.k), _line("actual", actual, trace.k)]
    notes = [note("running sum of the terms"), ORDERS]
    if beside == "nothing":
        lines, notes = lines[1:], notes[:1]
    frame = layout(ranks(count), {"range": [0, top], "nticks": 4}, *notes)
    text = _own_text(trace) if beside == "nothing" else _text(trace)
    return Figure({"data": [*lines, cutoff(trace.k, count, top)], "layout": frame}, text)


def _line(name: str, order: Sequence[Term], k: int) -> Part:
    few = len(order) <= LABELLED
    return {
        "type": "scatter",
        "uid": name,
        "mode": "lines+markers" if few else "lines",
        "x0": 1,
        "y": values(row.cumulative for row in order),
        "customdata": [row.doc for row in order],
        "line": {"color": f"var(--{name})", "width": 2, "shape": "hv"},
        "marker": {"size": 7, "opacity": faded(k, len(order)) if few else 1},
        "cliponaxis": False,
        "hovertemplate": f"{'DCG' if name == 'actual' else 'IDCG'}@%{{x}} = %{{y:.12~g}}"
        "<extra></extra>",
    }


def _own_text(trace: Trace) -> str:
    counted = trace.actual[: trace.k]
    if not trace.dcg:
        return f"The sum stays at 0 down to rank {trace.k}."
    most = max(counted, key=lambda row: row.value)
    said = f"At rank {trace.k} DCG is {number(trace.dcg, 2)}."
    return f"{said} Rank {most.rank} adds most to it, {amount(most.value)}."


def _text(trace: Trace) -> str:
    if not trace.idcg:
        return f"Both sums stay at 0: {_score(trace)}."
    pairs = zip_longest(_sums(trace.actual), _sums(trace.ideal), fillvalue=trace.dcg)
    gaps = [(ideal - actual, rank) for rank, (actual, ideal) in enumerate(pairs, 1)]
    gap, rank = max(gaps, key=lambda pair: pair[0])
    sums = f"At rank {trace.k} DCG is {number(trace.dcg, 2)}, IDCG {number(trace.idcg, 2)}"
    if gap < 1e-9 * trace.idcg:
        return f"DCG keeps up with IDCG at every rank. {sums}."
    return f"{sums}: {_score(trace)}. DCG is furthest behind at rank {rank}, by {amount(gap)}."


def _sums(order: Sequence[Term]) -> list[float]:
    return [row.cumulative for row in order]


def _score(trace: Trace) -> str:
    return f"NDCG is {number(trace.ndcg)}" + (" by convention" if trace.by_convention else "")
