"""The charts of lessons: the readers of each discount, and means with flipped signs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from math import floor

from ndcg_core.evaluation.comparing.sign_flips import SignFlips
from ndcg_core.metric import number
from ndcg_ui.components.figure.base import (
    LINE_COLOUR,
    Figure,
    Part,
    copy_constant,
    escape_label,
    make_annotation,
    make_layout,
    make_rank_axis,
    round_numbers,
)

CURVE_COLOURS = ("var(--actual)", "var(--ideal)", "var(--carry)", "var(--mute)")
CURVE_DASHES = ("solid", "dash", "dot", "dashdot")
READERS_COLOUR = "var(--ink)"
LEGEND: Part = {"showlegend": True, "legend": {"orientation": "h", "y": -0.14, "x": 0}}


def plot_discount_curves(
    weights: Mapping[str, Sequence[float]], reader_name: str, reader_shares: Sequence[float]
) -> Figure:
    """Return a chart of the ranks' weights under several discounts, and of readers by rank.

    weights: the weights from rank 1 on by the name of the discount
    reader_name: the name of the curve of readers
    reader_shares: the share of readers who reach each rank
    """
    looks = [(colour, dash, 2) for colour, dash in zip(CURVE_COLOURS, CURVE_DASHES, strict=True)]
    rows = [
        *zip(weights.items(), cycle(looks)),
        ((reader_name, reader_shares), (READERS_COLOUR, "solid", 4)),
    ]
    lines = [
        copy_constant(
            "weights",
            uid=f"curve-{dash}-{width}",
            name=escape_label(name),
            x=list(range(1, len(row) + 1)),
            y=round_numbers(row),
            line={"color": colour, "width": width, "dash": dash},
            marker={"color": colour, "size": width + 4},
            hovertemplate=f"{escape_label(name)}, rank %{{x}}: %{{y:.3f}}<extra></extra>",
        )
        for (name, row), (colour, dash, width) in rows
    ]
    count = len(reader_shares)
    x = make_rank_axis(count) | {"showgrid": True, "gridcolor": "var(--line)"}
    y = {"range": [0, 1.05], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True}
    frame = make_layout(x, y, make_annotation("share of the gain, or of the readers"))
    frame |= LEGEND
    frame["margin"] = {"l": 40, "r": 12, "t": 28, "b": 60}
    at_last_rank = ", ".join(f"{number(row[-1])} ({name})" for name, row in weights.items())
    text = (
        f"At rank {count}, the weight of a gain is {at_last_rank}. "
        f"The share of readers is {number(reader_shares[-1])} ({reader_name})."
    )
    return Figure({"data": lines, "layout": frame}, text)


FEW_MEANS = 6
"""Up to this height, the axis has a line at every whole number."""
BINS_PER_SIDE = 12
"""The approximate number of bins on each side of 0."""
FAR_COLOUR = "var(--actual)"
NEAR_COLOUR = "var(--edge)"
BAR_COLOURS = {"as far from 0 as observed, or further": FAR_COLOUR, "closer to 0": NEAR_COLOUR}


def plot_sign_flips(flips: SignFlips) -> Figure:
    """Return a histogram of the tried sign patterns' means, with extreme means highlighted."""
    width = _choose_bin_width(flips)
    counts = Counter(_find_bin(mean, width) for mean in flips.means)
    top = max(counts.values())
    edge = _find_bin(abs(flips.observed), width)
    bars: list[Part] = []
    for name, colour in BAR_COLOURS.items():
        places = [p for p in sorted(counts) if (max(p, -p - 1) >= edge) == (colour == FAR_COLOUR)]
        bars.append(
            copy_constant(
                "means",
                uid=f"means-{len(bars)}",
                name=name,
                x=round_numbers(_compute_bin_middle(place, width) for place in places),
                y=[counts[place] for place in places],
                width=width * 0.92,
                marker={"color": colour},
            )
        )
    at = round_numbers([flips.observed, flips.observed])
    bars.append(copy_constant("observed", x=at, y=[0, top * 1.08]))
    far = max(abs(_compute_bin_middle(place, width)) for place in counts) + width
    x: Part = {
        "range": [-far, far],
        "tickformat": ".2~f",
        "showline": True,
        "linecolor": LINE_COLOUR,
    }
    y: Part = {"range": [0, top * 1.12], "showgrid": True, "tickformat": "d"}
    if top <= FEW_MEANS:
        y["dtick"] = 1
    frame = make_layout(
        x, y, make_annotation("how often"), make_annotation("mean of the differences", "right")
    )
    frame |= LEGEND | {"barmode": "overlay"}
    text = (
        f"The observed mean difference is {number(flips.observed)} (dashed line). Of the "
        f"{len(flips.means):,} sign patterns, {flips.extreme:,} have a mean as far from 0 as "
        f"observed, or further: p = {number(flips.p, 4)}."
    )
    return Figure({"data": bars, "layout": frame}, text)


def _choose_bin_width(flips: SignFlips) -> float:
    """Return a bin width that puts the observed mean at an edge, so no bin mixes colours."""
    observed = abs(flips.observed)
    far = max(map(abs, flips.means))
    if not observed:
        return far / BINS_PER_SIDE or 1.0
    return observed / max(1, round(observed * BINS_PER_SIDE / far))


def _find_bin(mean: float, width: float) -> int:
    """Return the bin number of a mean: 0, 1, ... for 0 and above, and -1, -2, ... below 0."""
    steps = floor(abs(mean) / width + 1e-9)
    return steps if mean >= 0 else -steps - 1


def _compute_bin_middle(place: int, width: float) -> float:
    return (place + 0.5) * width
