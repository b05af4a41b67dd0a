"""From one system's NDCG to the other's, a document at a time: what each move won or lost."""

from __future__ import annotations

from collections.abc import Sequence

from ndcg_core.metric import number
from ndcg_ui.figures.base import Figure, Part, amount, layout, note, unique, values
from ndcg_ui.figures.dumbbell import COLOURS

WON, LOST = "var(--ok)", "var(--bad)"
LONGEST_NAME = 18


def waterfall(
    start: float, moves: Sequence[tuple[str, float]], end: float, names: Sequence[str]
) -> Figure:
    """The first system's value on top, then a bar for each document, the second's value last.

    moves: each document, or several together, and what they add; with `start` they make `end`.
    """
    steps, so_far = [], start
    for _, add in moves:
        steps.append((so_far, add))
        so_far += add
    labels = unique([_cut(names[0]), *(_cut(name) for name, _ in moves), _cut(names[1])])
    widths = [start, *(add for _, add in steps), end]
    bars = {
        "type": "bar",
        "uid": "steps",
        "orientation": "h",
        "y": list(range(len(widths), 0, -1)),
        "x": values(widths),
        "base": values([0.0, *(at for at, _ in steps), 0.0]),
        "marker": {
            "color": [COLOURS[0], *(WON if add > 0 else LOST for _, add in moves), COLOURS[1]]
        },
        "hovertext": labels,
        "hovertemplate": "%{hovertext}: %{x:+.3f}<extra></extra>",
    }
    reached = [0.0, start, end, *(at + add for at, add in steps)]
    low, high = min(reached), max(reached)
    room = (high - low or 1.0) * 0.04
    x: Part = {"range": [low - (room if low < 0 else 0), high + room], "showgrid": True}
    x |= {"gridcolor": "var(--line)", "tickformat": ".2~f"}
    y: Part = {
        "range": [0.4, len(widths) + 0.6],
        "tickvals": bars["y"],
        "ticktext": labels,
        "showgrid": False,
        "automargin": True,
    }
    frame = layout(x, y, note("NDCG"), _KEY)
    return Figure({"data": [bars], "layout": frame}, _text(start, moves, end, names))


_KEY = note(
    f'<span style="color:{WON}">■</span> won  <span style="color:{LOST}">■</span> lost', "right"
)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _text(
    start: float, moves: Sequence[tuple[str, float]], end: float, names: Sequence[str]
) -> str:
    said = f"From {number(start)} for {names[0]} to {number(end)} for {names[1]}."
    won = max(moves, key=lambda move: move[1], default=("", 0.0))
    lost = min(moves, key=lambda move: move[1], default=("", 0.0))
    said += f" Most is won by {won[0]}: {amount(won[1])}." if won[1] > 0 else ""
    said += f" Most is lost by {lost[0]}: {amount(lost[1])}." if lost[1] < 0 else ""
    return said if moves else f"{said} No document makes a difference."
