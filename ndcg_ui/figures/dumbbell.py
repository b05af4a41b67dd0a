"""Two systems, query by query: a dot for each, and a line that says by how much they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ndcg_core.evaluation import Comparison, Difference
from ndcg_core.metric import number
from ndcg_ui.figures.base import Figure, Part, amount, layout, note, plain, values

COLOURS = ("var(--ink)", "var(--carry)")
"""The systems' colours: not blue and amber, which are the actual and the ideal order."""
SYMBOLS = ("circle", "diamond")


def dumbbell(comparison: Comparison, names: Sequence[str]) -> Figure:
    """NDCG of two systems for each query, the first query on top.

    names: what the two systems are called.
    """
    rows = comparison.differences
    places = list(range(len(rows), 0, -1))
    scores: Mapping[str, list[float]] = {
        names[0]: [row.first for row in rows],
        names[1]: [row.second for row in rows],
    }
    lines = [_line(row, place) for row, place in zip(rows, places, strict=True)]
    dots = [_dots(n, name, scores[name], places, rows) for n, name in enumerate(names)]
    x = {"range": [-0.03, 1.08], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True}
    x |= {"gridcolor": "var(--line)"}
    y = {
        "range": [0.4, len(rows) + 0.6],
        "tickvals": places,
        "ticktext": [plain(row.query) for row in rows],
        "showgrid": False,
        "automargin": True,
    }
    frame = layout(x, y, note("NDCG of each query"), _key(names))
    return Figure({"data": [*lines, *dots], "layout": frame}, _text(comparison, names))


def _line(row: Difference, place: int) -> Part:
    return {
        "type": "scatter",
        "uid": f"line-{place}",
        "mode": "lines",
        "x": values([row.first, row.second]),
        "y": [place, place],
        "line": {"color": "var(--edge)", "width": 3},
        "hoverinfo": "skip",
    }


def _dots(
    nth: int, name: str, scores: list[float], places: list[int], rows: Sequence[Difference]
) -> Part:
    return {
        "type": "scatter",
        "uid": f"system-{nth}",
        "mode": "markers",
        "x": values(scores),
        "y": places,
        "hovertext": [plain(row.query) for row in rows],
        "marker": {"color": COLOURS[nth], "symbol": SYMBOLS[nth], "size": 12},
        "cliponaxis": False,
        "hovertemplate": f"{plain(name)}, %{{hovertext}}<br>NDCG = %{{x:.12~g}}<extra></extra>",
    }


def _key(names: Sequence[str]) -> Part:
    marks = ("●", "◆")
    parts = [
        f'<span style="color:{colour}">{mark}</span> {plain(name)}'
        for colour, mark, name in zip(COLOURS, marks, names, strict=True)
    ]
    return note("  ".join(parts), "right")


def _text(comparison: Comparison, names: Sequence[str]) -> str:
    won, rows = comparison.won, comparison.differences
    widest = max(rows, key=lambda row: abs(row.value))
    said = f"{names[0]} wins {won['first']} of {len(rows)} queries, {names[1]} {won['second']}"
    said += f", and {won['even']} are even" if won["even"] else ""
    means = [number(side.mean) for side in (comparison.first, comparison.second)]
    means_said = f"The mean is {means[0]} for {names[0]} and {means[1]} for {names[1]}."
    if widest.winner == "even":
        return f"{said}. {means_said}"
    better = names[0] if widest.winner == "first" else names[1]
    return (
        f"{said}. They differ most on “{widest.query}”: {better} is ahead by "
        f"{amount(widest.value)}. {means_said}"
    )
