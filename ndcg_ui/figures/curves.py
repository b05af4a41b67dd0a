"""What divisors believe of readers: the weight of each rank, beside a patience."""

from collections.abc import Mapping, Sequence

from ndcg_core.metric import number
from ndcg_ui.figures.base import Figure, Part, layout, note, plain, ranks, values

COLOURS = ("var(--actual)", "var(--ideal)", "var(--carry)", "var(--mute)")
DASHES = ("solid", "dash", "dot", "dashdot")
PATIENCE = "var(--ink)"


def curves(
    weights: Mapping[str, Sequence[float]], patience: str, reading: Sequence[float]
) -> Figure:
    """The weight of each rank under each divisor in `weights`, and the share still reading.

    patience: what the last curve is called.
    """
    lines = [
        _line(name, row, COLOURS[n % 4], DASHES[n % 4])
        for n, (name, row) in enumerate(weights.items())
    ]
    lines.append(_line(patience, reading, PATIENCE, "solid", width=4))
    count = len(reading)
    x = ranks(count) | {"showgrid": True, "gridcolor": "var(--line)"}
    y = {"range": [0, 1.05], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True}
    frame = layout(x, y, note("share of the gain, or of the readers"))
    frame |= {"showlegend": True, "legend": {"orientation": "h", "y": -0.14, "x": 0}}
    frame["margin"] = {"l": 40, "r": 12, "t": 28, "b": 60}
    return Figure({"data": lines, "layout": frame}, _text(weights, patience, reading))


def _line(name: str, row: Sequence[float], colour: str, dash: str, width: int = 2) -> Part:
    return {
        "type": "scatter",
        "uid": f"curve-{dash}-{width}",
        "mode": "lines+markers",
        "name": plain(name),
        "x": list(range(1, len(row) + 1)),
        "y": values(row),
        "line": {"color": colour, "width": width, "dash": dash},
        "marker": {"color": colour, "size": width + 4},
        "hovertemplate": f"{plain(name)}, rank %{{x}}: %{{y:.3f}}<extra></extra>",
    }


def _text(weights: Mapping[str, Sequence[float]], patience: str, reading: Sequence[float]) -> str:
    last = len(reading)
    said = [f"{number(row[-1])} under {name}" for name, row in weights.items()]
    return f"Rank {last} counts for {', '.join(said)}, and {number(reading[-1])} for {patience}."
