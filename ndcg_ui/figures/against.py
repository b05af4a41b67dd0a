"""One system against another: a dot for each query, above the line where the second is ahead."""

from __future__ import annotations

from collections.abc import Sequence

from ndcg_ui.figures.base import Figure, Part, layout, note, plain, shortly, values

MOST_DOTS = 1500
"""Of more queries every second, third, ... is drawn."""
LOW, HIGH = 0.25, 0.75
TICKS = [0, 0.25, 0.5, 0.75, 1]


def against(rows: Sequence[tuple[str, float, float]], names: Sequence[str]) -> Figure:
    """NDCG of the first system across, of the second upwards.

    rows: each query with both values. names: what the two systems are called.
    """
    drawn = rows[:: -(-len(rows) // MOST_DOTS)] if rows else []
    dots = {
        "type": "scatter",
        "uid": "queries",
        "mode": "markers",
        "x": values(first for _, first, _ in drawn),
        "y": values(second for _, _, second in drawn),
        "hovertext": [plain(query) for query, _, _ in drawn],
        "marker": {"color": "var(--carry)", "size": 8, "opacity": 0.75},
        "cliponaxis": False,
        "hovertemplate": "%{hovertext}<br>%{x:.3f}, %{y:.3f}<extra></extra>",
    }
    top = max([1.0, *(max(first, second) for _, first, second in drawn)])
    low = min([0.0, *(min(first, second) for _, first, second in drawn)])
    even = {
        "type": "scatter",
        "uid": "even",
        "mode": "lines",
        "x": [low, top],
        "y": [low, top],
        "line": {"color": "var(--edge)", "width": 1.5, "dash": "dot"},
        "hoverinfo": "skip",
    }
    edge: Part = {"range": [low - 0.03, top * 1.04], "tickvals": TICKS, "showgrid": True}
    x = edge | {"gridcolor": "var(--line)"}
    notes = note(f"↑ {shortly(names[1])}"), note(f"{shortly(names[0])} →", "right")
    return Figure({"data": [even, dots], "layout": layout(x, edge, *notes)}, _text(rows, names))


def _text(rows: Sequence[tuple[str, float, float]], names: Sequence[str]) -> str:
    if not rows:
        return "There is no query that both systems have a value for."
    both = sum(first < LOW and second < LOW for _, first, second in rows)
    rescued = sum(first < LOW and second > HIGH for _, first, second in rows)
    lost = sum(first > HIGH and second < LOW for _, first, second in rows)
    one, other = names
    return (
        f"Above the dotted line {other} is ahead, below it {one}. Both are under {LOW} on "
        f"{both:,} of {len(rows):,}. From under {LOW} to over {HIGH} goes {other} on {rescued:,}, "
        f"{one} on {lost:,}."
    )
