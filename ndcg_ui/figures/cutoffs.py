"""What NDCG would be at every cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from ndcg_core.metric import Trace, number
from ndcg_core.metric.swaps import curve_of
from ndcg_ui.figures.base import LABELLED, Figure, Part, layout, note, ranks, values


def cutoffs(trace: Trace) -> Figure:
    """NDCG@k for k = 1, 2, ...; the trace's k is the large point."""
    curve = curve_of(trace)
    y = {"range": [0, 1.2], "tickvals": [0, 0.5, 1]}
    frame = layout(ranks(len(curve), "k = "), y, note("NDCG@k"))
    data = [_line(curve), _point(curve, trace.k)]
    return Figure({"data": data, "layout": frame}, _text(curve, trace.k))


def _line(curve: Sequence[float]) -> Part:
    return {
        "type": "scatter",
        "uid": "curve",
        "mode": "lines+markers" if len(curve) <= LABELLED else "lines",
        "x0": 1,
        "y": values(curve),
        "line": {"color": "var(--mute)", "width": 2},
        "marker": {"size": 6},
        "cliponaxis": False,
        "hovertemplate": "NDCG@%{x} = %{y:.12~g}<extra></extra>",
    }


def _point(curve: Sequence[float], k: int) -> Part:
    return {
        "type": "scatter",
        "uid": "current",
        "mode": "markers+text",
        "x": [k],
        "y": values(curve[k - 1 : k]),
        "marker": {"color": "var(--ink)", "size": 12},
        "texttemplate": "%{y:.3f}",
        "textposition": _free(curve, k),
        "textfont": {"color": "var(--ink)", "size": 14},
        "cliponaxis": False,
        "hovertemplate": "NDCG@%{x} = %{y:.12~g}<extra></extra>",
    }


def _free(curve: Sequence[float], k: int) -> str:
    """Where the number stands clear of the line: above a peak, below a dip, inside the frame."""
    neighbours = [*curve[max(k - 2, 0) : k - 1], *curve[k : k + 1]]
    dip = sum(value - curve[k - 1] for value in neighbours) > 0
    side = "center" if len(curve) <= LABELLED else "left" if 2 * k > len(curve) else "right"
    return f"{'bottom' if dip else 'top'} {side}"


def _text(curve: Sequence[float], k: int) -> str:
    if isnan(curve[0]):
        return "NDCG is undefined at every k: nothing is relevant."
    here = f"NDCG@{k} is {number(curve[k - 1])}"
    if len(curve) == 1:
        return f"{here}; with one document there is no other k."
    low, high = min(curve), max(curve)
    if number(low) == number(high):
        return f"{here}, and the same at every other k."
    said = (
        f"{here}. Over all k it is lowest at k = {curve.index(low) + 1} with {number(low)} "
        f"and highest at k = {curve.index(high) + 1} with {number(high)}."
    )
    return said.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
