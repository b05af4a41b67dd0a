"""A prediction on the line from 0 to 1, beside what came out."""

from collections.abc import Mapping

from ndcg_core.metric import number
from ndcg_ui.figures.base import LINE, Figure, layout


def guess(guessed: float, marks: Mapping[str, float]) -> Figure:
    """Your guess and the values in `marks`, each a point on one line; the first is the answer."""
    names = ["your guess", *marks]
    values = [guessed, *marks.values()]
    colours = ["var(--ink)", "var(--actual)"] + ["var(--mute)"] * (len(marks) - 1)
    points = {
        "type": "scatter",
        "uid": "guess",
        "mode": "markers+text",
        "x": values,
        "y": names,
        "text": [number(value) for value in values],
        "textposition": "top center",
        "cliponaxis": False,
        "marker": {"color": colours, "size": 12},
        "hovertemplate": "%{y}: %{x:.12~g}<extra></extra>",
    }
    frame = layout(
        {"range": [0, 1.02], "showgrid": True, "gridcolor": LINE, "tickformat": "~g"},
        {"autorange": "reversed", "showgrid": False},
    )
    frame["margin"] = {"l": 116, "r": 16, "t": 22, "b": 28}
    return Figure({"data": [points], "layout": frame}, _text(guessed, marks))


def _text(guessed: float, marks: Mapping[str, float]) -> str:
    name, value = next(iter(marks.items()))
    off = guessed - value
    if abs(off) < 5e-4:
        return f"Your guess and {name} are the same to three decimals: {number(value)}."
    side = "above" if off > 0 else "below"
    return f"You guessed {number(guessed)}; {name} is {number(value)}: {number(abs(off))} {side}."
