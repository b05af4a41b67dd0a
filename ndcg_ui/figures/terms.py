"""What each rank is worth: its term in the actual order beside its term in the ideal order."""

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
    plain,
    ranks,
    rows,
    unique,
    values,
)

CLOSE = 1e-9
"""Terms nearer than this part of IDCG are the same but for rounding."""
BIG = 1000
"""From here on a value label has four digits instead of two decimals."""


def terms(trace: Trace) -> Figure:
    """Grouped bars, gain / discount by rank: blue the actual order, amber the ideal."""
    actual, ideal = rows(trace)
    count = max(len(actual), len(ideal))
    top = max(row.value for row in actual + ideal) * 1.14 or 1.0
    few = count <= LABELLED
    # An actual bar is followed by its document: it glides to its new rank. An ideal one stays.
    bars = [
        _bars("actual", actual, trace.k, top, {"ids": unique([row.label for row in actual])}),
        _bars("ideal", ideal, trace.k, top, {"hovertext": [plain(row.label) for row in ideal]}),
    ]
    y = {"range": [0, top], "nticks": 4, "showgrid": not few, "showticklabels": not few}
    frame = layout(ranks(count), y, note("gain / discount"), ORDERS)
    frame |= {"bargap": 0.28 if few else 0.1, "bargroupgap": 0.1 if few else 0}
    return Figure({"data": [*bars, cutoff(trace.k, count, top)], "layout": frame}, _text(trace))


def _bars(name: str, order: Sequence[Term], k: int, top: float, naming: Part) -> Part:
    label = "%{y:.2f}" if top < BIG else "%{y:.4~g}"
    bars: Part = {
        "type": "bar",
        "uid": name,
        "x0": 1,
        "y": values(row.value for row in order),
        "customdata": [row.doc for row in order],
        "marker": {"color": f"var(--{name})", "opacity": faded(k, len(order))},
        "hovertemplate": (
            f"{name} rank %{{x}}: %{{{'id' if 'ids' in naming else 'hovertext'}}}"
            "<br>gain / discount = %{y:.12~g}<extra></extra>"
        ),
        **naming,
    }
    if len(order) <= LABELLED:
        bars |= {
            "texttemplate": [label if row.rank <= k else "" for row in order],
            "textposition": "outside",
            "textangle": 0,
            "textfont": {"color": f"var(--{name})", "size": 12},
            "cliponaxis": False,
        }
    return bars


def _text(trace: Trace) -> str:
    return _compared(trace) + (f" {_below(trace)}" if trace.beyond else "")


def _below(trace: Trace) -> str:
    """Which ranks the cutoff leaves out."""
    first, last = trace.beyond[0].rank, trace.beyond[-1].rank
    if first == last:
        return f"Rank {first} counts nothing: k is {trace.k}."
    joint = "and" if last == first + 1 else "to"
    return f"Ranks {first} {joint} {last} count nothing: k is {trace.k}."


def _compared(trace: Trace) -> str:
    """Where the actual order loses most against the ideal, and where it gains something back."""
    if not trace.idcg:
        return "No document earns anything: every bar is 0."
    pairs = zip_longest(_terms(trace.actual), _terms(trace.ideal), fillvalue=0.0)
    gaps = [(actual - ideal, rank) for rank, (actual, ideal) in enumerate(pairs, 1)]
    lost = [gap for gap in gaps if gap[0] < -CLOSE * trace.idcg]
    won = [gap for gap in gaps if gap[0] > CLOSE * trace.idcg]
    if not lost:
        return _level(trace)
    (loss, worst), (gain, best) = min(lost), max(won, default=(0.0, 0))
    said = f"Rank {worst} loses {amount(loss)} against the ideal"
    if len(lost) > 1:
        said = f"Rank {worst} loses most against the ideal, {amount(loss)}"
    return f"{said}; rank {best} gains {amount(gain)} back." if won else f"{said}."


def _terms(order: Sequence[Term]) -> list[float]:
    return [row.value for row in order]


def _level(trace: Trace) -> str:
    if trace.k == 1:
        return f"Rank 1 earns what it would in the ideal order, {number(trace.dcg, 2)}."
    counted = "that counts " if trace.beyond else ""
    total = number(trace.dcg, 2)
    return f"Every rank {counted}earns what it would in the ideal order, {total} in all."
