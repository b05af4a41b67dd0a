"""Two systems over many queries, by query and by document."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ndcg_core.evaluation import Comparison
from ndcg_core.evaluation.findings import format_count
from ndcg_core.metric import number
from ndcg_ui.components.figure.base import (
    Figure,
    Part,
    copy_constant,
    escape_label,
    format_amount,
    list_ticks,
    make_annotation,
    make_labels_unique,
    make_layout,
    round_numbers,
    shorten_name,
)

if TYPE_CHECKING:
    from ndcg_core.evaluation.scoring.intervals import Interval

SYSTEM_COLOURS = ("var(--ink)", "var(--carry)")
"""The colours of the two systems. Blue and amber mean the actual and the ideal order."""
SYSTEM_SYMBOLS = ("circle", "diamond")


def plot_dumbbell(comparison: Comparison, names: Sequence[str]) -> Figure:
    """Return a chart of both systems' NDCG for each query, the first query on top.

    names: the names of the two systems.
    """
    rows = comparison.differences
    places = list(range(len(rows), 0, -1))
    scores: Mapping[str, list[float]] = {
        names[0]: [row.first for row in rows],
        names[1]: [row.second for row in rows],
    }
    lines = [
        copy_constant(
            "query-line", uid=f"line-{at}", x=round_numbers([row.first, row.second]), y=[at, at]
        )
        for row, at in zip(rows, places, strict=True)
    ]
    dots = [
        copy_constant(
            "query-dots",
            uid=f"system-{n}",
            x=round_numbers(scores[name]),
            y=places,
            hovertext=[escape_label(row.query) for row in rows],
            marker={"color": SYSTEM_COLOURS[n], "symbol": SYSTEM_SYMBOLS[n], "size": 12},
            hovertemplate=(
                f"{escape_label(name)}, %{{hovertext}}<br>NDCG = %{{x:.12~g}}<extra></extra>"
            ),
        )
        for n, name in enumerate(names)
    ]
    x = {"range": [-0.03, 1.08], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True}
    x |= {"gridcolor": "var(--line)"}
    y = {
        "range": [0.4, len(rows) + 0.6],
        "tickvals": places,
        "ticktext": [escape_label(row.query) for row in rows],
        "showgrid": False,
        "automargin": True,
    }
    frame = make_layout(x, y, make_annotation("NDCG for each query"), _make_colour_key(names))
    return Figure({"data": [*lines, *dots], "layout": frame}, _describe_dumbbell(comparison, names))


def _make_colour_key(names: Sequence[str]) -> Part:
    marks = ("●", "◆")
    parts = [
        f'<span style="color:{colour}">{mark}</span> {escape_label(name)}'
        for colour, mark, name in zip(SYSTEM_COLOURS, marks, names, strict=True)
    ]
    return make_annotation("  ".join(parts), "right")


def _describe_dumbbell(comparison: Comparison, names: Sequence[str]) -> str:
    won = comparison.won
    rows = comparison.differences
    widest = max(rows, key=lambda row: abs(row.value))
    sentence = f"{names[0]} wins {won['first']} of {len(rows)} queries, {names[1]} {won['second']}"
    sentence += f", and {won['even']} are even" if won["even"] else ""
    means = [number(side.mean) for side in (comparison.first, comparison.second)]
    means_sentence = f"The mean is {means[0]} for {names[0]} and {means[1]} for {names[1]}."
    if widest.winner == "even":
        return f"{sentence}. {means_sentence}"
    better = names[0] if widest.winner == "first" else names[1]
    return (
        f"{sentence}. They differ most on “{widest.query}”: {better} is ahead by "
        f"{format_amount(widest.value)}. {means_sentence}"
    )


MOST_BARS = 300
"""The number of bars to draw. With more queries, every second, third, ... is drawn."""
ROUNDING_ERROR = 1e-12


def plot_differences(by_query: Mapping[str, float], names: Sequence[str]) -> Figure:
    """Return a bar chart of each query's difference in score, second system minus first.

    The largest difference is first. If there are too many queries, only some are drawn.

    by_query: the differences by query
    names: the names of the two systems
    """
    order = sorted(by_query, key=lambda query: (-by_query[query], query))
    drawn = order[:: -(-len(order) // MOST_BARS)] if order else []
    heights = [by_query[query] for query in drawn]
    colours = [SYSTEM_COLOURS[1] if height > 0 else SYSTEM_COLOURS[0] for height in heights]
    bars = copy_constant(
        "differences",
        x=list(range(1, len(drawn) + 1)),
        y=round_numbers(heights),
        hovertext=[escape_label(query) for query in drawn],
        marker={"color": colours},
    )
    x: Part = {"range": [0.4, len(drawn) + 0.6], "tickvals": [], "showline": False}
    y: Part = {"range": _compute_range(heights), "showgrid": True, "tickformat": ".2~f"}
    y |= {"zeroline": True, "zerolinecolor": "var(--edge)"}
    sentence = make_annotation(
        f"↑ {shorten_name(names[1])} ahead, ↓ {shorten_name(names[0])} ahead"
    )
    return Figure(
        {"data": [bars], "layout": make_layout(x, y, sentence)},
        _describe_differences(by_query, order, drawn, names),
    )


def _make_markers(
    uid: str, x: Sequence[float], y: Sequence[float], hover: str, **mark: object
) -> Part:
    at = {"x": round_numbers(x), "y": round_numbers(y)}
    said = f"{hover}<extra></extra>"
    return copy_constant("query-dots", uid=uid, marker=mark, **at, hovertemplate=said)


def _compute_range(numbers: Sequence[float], share: float = 0.06) -> list[float]:
    """Return an axis range that includes the numbers and 0, with space at both ends.

    share: the space at each end, as a share of the distance from the lowest to the highest number
    """
    low = min([0.0, *numbers])
    high = max([0.0, *numbers])
    room = (high - low or 1.0) * share
    return [low - room, high + room]


def _describe_differences(
    by_query: Mapping[str, float], order: Sequence[str], drawn: Sequence[str], names: Sequence[str]
) -> str:
    if not order:
        return "No query has a value for both systems."
    ahead = sum(value > ROUNDING_ERROR for value in by_query.values())
    behind = sum(value < -ROUNDING_ERROR for value in by_query.values())
    of = format_count(len(order), "query", "queries")
    sentence = f"{names[1]} is ahead on {ahead:,} of {of}, {names[0]} on {behind:,}. "
    for query, name, side in ((order[0], names[1], 1), (order[-1], names[0], -1)):
        if side * by_query[query] > ROUNDING_ERROR:
            sentence += f"{name} is ahead most on “{query}”, by {format_amount(by_query[query])}. "
    if len(drawn) < len(order):
        sentence += f"{len(drawn)} of the {len(order):,} queries are drawn, evenly spaced."
    return sentence.strip()


MOST_DOTS = 1500
"""The number of dots to draw. With more queries, every second, third, ... is drawn."""


def plot_by_unjudged(
    rows: Sequence[tuple[str, int, float]], names: Sequence[str], system: str, description: str
) -> Figure:
    """Return a chart of each query's difference against its number of unjudged documents.

    If there are too many queries, only some are drawn.

    rows: each query, the number of its unjudged documents in `system`, and its difference; at
        least one row
    names: the names of the two systems
    system: the name of the system whose documents are counted
    description: the sentence that describes the chart
    """
    drawn = rows[:: -(-len(rows) // MOST_DOTS)]
    counts = [count for _, count, _ in drawn]
    gaps = [gap for *_, gap in drawn]
    hover = "%{hovertext}<br>%{x} unjudged, %{y:+.3f}"
    dots = _make_markers("queries", counts, gaps, hover, color="var(--carry)", size=8, opacity=0.75)
    dots["hovertext"] = [escape_label(query) for query, *_ in drawn]
    most = max(count for _, count, _ in rows)
    x: Part = {"range": [-0.6, most + 0.6], "tickvals": [0, *list_ticks(most)]}
    y: Part = {
        "range": _compute_range([gap for *_, gap in rows]),
        "showgrid": True,
        "zeroline": True,
    }
    y |= {"tickformat": ".2~f", "zerolinecolor": "var(--edge)"}
    notes = (
        make_annotation(f"↑ {shorten_name(names[1])}"),
        make_annotation(f"unjudged in {shorten_name(system)} →", "right"),
    )
    frame = make_layout(x, y, *notes)
    return Figure({"data": [dots], "layout": frame}, f"Each dot is a query. {description}")


def plot_ranges(difference: float, spans: "Mapping[str, Interval]", names: Sequence[str]) -> Figure:
    """Return a chart of one or more ranges of the mean difference on one axis.

    spans: the ranges by their cause
    """
    places = list(range(len(spans), 0, -1))
    bars = copy_constant(
        "ranges",
        y=places,
        x=round_numbers(high - low for low, high in spans.values()),
        base=round_numbers(low for low, _ in spans.values()),
        marker={"color": ["var(--carry)"] * len(spans)},
    )
    at = [difference] * len(spans)
    dots = _make_markers("difference", at, places, "%{x:+.4f}", color="var(--ink)", size=12)
    ends = _compute_range([end for span in spans.values() for end in span])
    edges = [0.5, len(spans) + 0.5]
    labels = [f"{what} {number(low)} to {number(high)}" for what, (low, high) in spans.items()]
    y = {"range": edges, "tickvals": places, "ticktext": labels, "automargin": True}
    frame = make_layout({"range": ends, "tickvals": [0], "ticktext": ["0: even"]}, y)
    text = "; ".join([f"{names[1]} minus {names[0]}: {number(difference)}", *labels])
    data = [copy_constant("even", y=edges), bars, dots]
    return Figure({"data": data, "layout": frame}, f"{text}.")


WON_COLOUR = "var(--ok)"
LOST_COLOUR = "var(--bad)"
LONGEST_BAR_LABEL = 18


def plot_waterfall(
    start: float,
    moves: Sequence[tuple[str, float]],
    end: float,
    names: Sequence[str],
    measure: str = "NDCG",
) -> Figure:
    """Return a chart of the first value, a bar for each move, and the second value.

    moves: the contribution of each document or group of documents; `start` plus all of them is
        `end`
    names: the names of the two systems
    measure: the name of the measure
    """
    steps = []
    so_far = start
    for _, add in moves:
        steps.append((so_far, add))
        so_far += add
    labels = make_labels_unique(
        [
            _shorten_name(names[0]),
            *(_shorten_name(name) for name, _ in moves),
            _shorten_name(names[1]),
        ]
    )
    widths = [start, *(add for _, add in steps), end]
    colours = [
        SYSTEM_COLOURS[0],
        *(WON_COLOUR if add > 0 else LOST_COLOUR for _, add in moves),
        SYSTEM_COLOURS[1],
    ]
    bars = copy_constant(
        "steps",
        y=list(range(len(widths), 0, -1)),
        x=round_numbers(widths),
        base=round_numbers([0.0, *(at for at, _ in steps), 0.0]),
        marker={"color": colours},
        hovertext=labels,
    )
    reached = [0.0, start, end, *(at + add for at, add in steps)]
    low = min(reached)
    high = max(reached)
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
    frame = make_layout(x, y, make_annotation(escape_label(measure)), WON_AND_LOST)
    return Figure({"data": [bars], "layout": frame}, _describe_waterfall(start, moves, end, names))


WON_AND_LOST = make_annotation(
    f'<span style="color:{WON_COLOUR}">■</span> won  '
    f'<span style="color:{LOST_COLOUR}">■</span> lost',
    "right",
)


def _shorten_name(name: str) -> str:
    return name if len(name) <= LONGEST_BAR_LABEL else f"{name[: LONGEST_BAR_LABEL - 1]}…"


def _describe_waterfall(
    start: float, moves: Sequence[tuple[str, float]], end: float, names: Sequence[str]
) -> str:
    sentence = f"From {number(start)} for {names[0]} to {number(end)} for {names[1]}."
    won = max(moves, key=lambda move: move[1], default=("", 0.0))
    lost = min(moves, key=lambda move: move[1], default=("", 0.0))
    sentence += (
        f" The largest gain is {format_amount(won[1])}, from {won[0]}." if won[1] > 0 else ""
    )
    sentence += (
        f" The largest loss is {format_amount(lost[1])}, from {lost[0]}." if lost[1] < 0 else ""
    )
    return sentence if moves else f"{sentence} No document makes a difference."
