"""Two systems, a bar for each query: how much more the second scores, sorted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from ndcg_core.metric import number
from ndcg_ui.figures.base import Figure, Part, amount, layout, note, plain, shortly, values
from ndcg_ui.figures.dumbbell import COLOURS

MOST_BARS = 300
"""Of more queries every second, third, ... is drawn."""
NEAR = 1e-12
FROM_AROUND = 1.08


def differences(found: Mapping[str, float], names: Sequence[str]) -> Figure:
    """The second system's NDCG less the first's for each query, the largest first.

    found: the differences by query. names: what the two systems are called.
    """
    order = sorted(found, key=lambda query: (-found[query], query))
    drawn = order[:: -(-len(order) // MOST_BARS)] if order else []
    heights = [found[query] for query in drawn]
    colours = [COLOURS[1] if height > 0 else COLOURS[0] for height in heights]
    bars = {
        "type": "bar",
        "uid": "differences",
        "x": list(range(1, len(drawn) + 1)),
        "y": values(heights),
        "hovertext": [plain(query) for query in drawn],
        "marker": {"color": colours},
        "hovertemplate": "%{hovertext}<br>%{y:+.3f}<extra></extra>",
    }
    reach = max([abs(height) for height in heights], default=0.0) * FROM_AROUND or 1.0
    x: Part = {"range": [0.4, len(drawn) + 0.6], "tickvals": [], "showline": False}
    y: Part = {"range": [-reach, reach], "showgrid": True, "tickformat": ".2~f"}
    y |= {"zeroline": True, "zerolinecolor": "var(--edge)"}
    said = note(f"↑ {shortly(names[1])} ahead, ↓ {shortly(names[0])} ahead")
    return Figure({"data": [bars], "layout": layout(x, y, said)}, _text(found, order, drawn, names))


def _text(
    found: Mapping[str, float], order: Sequence[str], drawn: Sequence[str], names: Sequence[str]
) -> str:
    if not order:
        return "There is no query that both systems have a value for."
    ahead = sum(value > NEAR for value in found.values())
    behind = sum(value < -NEAR for value in found.values())
    said = f"{names[1]} is ahead on {_of(ahead, len(order))}, {names[0]} on {behind:,}. "
    said += _ends(found, order[0], order[-1], names)
    mean = fmean(found.values())
    said += f"The mean of all differences is {number(mean)}."
    if len(drawn) < len(order):
        said += f" {len(drawn)} of the {len(order):,} queries are drawn, evenly spaced."
    return said


def _of(count: int, of: int) -> str:
    return f"{count:,} of {of:,} {'query' if of == 1 else 'queries'}"


def _ends(found: Mapping[str, float], top: str, bottom: str, names: Sequence[str]) -> str:
    """By how much each is ahead at most, and where."""
    said = ""
    for query, name, side in ((top, names[1], 1), (bottom, names[0], -1)):
        if side * found[query] > NEAR:
            said += f"{name} is ahead most on “{query}”, by {amount(found[query])}. "
    return said
