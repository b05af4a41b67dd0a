"""The common parts of all figures: the frame, the axes, the cutoff line and amounts.

Colours are our CSS variables, which the component resolves when it draws. Every trace has a `uid`,
and as little as possible changes between rankings (templates instead of texts, fixed ranges).
Plotly animates a change only if all differences can be animated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.metric import Term, Trace, number
from ndcg_core.metric.numbers import clip_text
from ndcg_ui.components.markup.builder import Html

PLOTLY_URL = f"/vendor/plotly-{version('plotly')}.min.js"
Part = dict[str, Any]
LINE_COLOUR = "var(--line)"
MOST_LABELLED_BARS = 12
"""The largest number of ranks at which each bar shows its value."""
FEWEST_RANKS_ON_AXIS = 5
"""The axis has at least this many ranks, so that bars do not become too wide."""
UNCOUNTED_OPACITY = 0.3
"""The opacity of ranks below the cutoff."""
MOST_TICKS = 12
LONGEST_NAME_BESIDE = 18
"""Two names of this many characters fit side by side on a narrow screen."""
TICK_DISTANCES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
CONSTANTS = load_toml(__file__, "pieces.toml")


def read_plotly_script() -> bytes:
    """Return the content of plotly.min.js from the installed package plotly."""
    import plotly  # imported here because the import is slow

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as plain data, and its text equivalent.

    spec  {"data": [...], "layout": {...}}, the arguments of `plotly.graph_objects.Figure`
    text  a description of the chart
    """

    spec: dict[str, Any]
    text: str


def copy_constant(name: str, /, **values: Any) -> Part:
    """Return a constant from pieces.toml merged with the given values.

    Nested values of the constant are read-only.
    """
    constant: Part = CONSTANTS[name]
    return constant | values


def make_layout(x: Part, y: Part, *notes: Part) -> Part:
    """Return the layout of a chart: the common frame, two axes, and annotations."""
    axes = {"xaxis": CONSTANTS["frame"]["xaxis"] | x, "yaxis": CONSTANTS["frame"]["yaxis"] | y}
    return copy_constant("frame", annotations=list(notes), **axes)


def make_rank_axis(count: int, prefix: str = "rank ") -> Part:
    """Return a horizontal axis with a tick at each rank, or at some ranks if there are many.

    prefix: the text before the number of the first tick
    """
    at = list_ticks(count)
    return {
        "range": [0.5, max(count, FEWEST_RANKS_ON_AXIS) + 0.5],
        "tickvals": at,
        "ticktext": [f"{prefix}1", *map(str, at[1:])],
        "linecolor": LINE_COLOUR,
        "showline": True,
    }


def list_ticks(count: int) -> list[int]:
    """Return the ranks with a tick: all, odd ones, or 1 and the multiples of 5, 10 and so on.

    >>> list_ticks(3), list_ticks(14), list_ticks(33)
    ([1, 2, 3], [1, 3, 5, 7, 9, 11, 13], [1, 5, 10, 15, 20, 25, 30])
    """
    step = next((step for step in TICK_DISTANCES if count <= step * MOST_TICKS), TICK_DISTANCES[-1])
    second = 3 if step == 2 else max(step, 2)  # after 1: 2, 3, ... or 3, 5, ... or 5, 10, ...
    return [1, *range(second, count + 1, step)]


def make_annotation(text: str, side: str = "left") -> Part:
    """Return an annotation above the plot, at its left or right end."""
    return copy_constant("note", text=text, x=1 if side == "right" else 0, xanchor=side)


ORDER_KEY = make_annotation(
    '<span style="color:var(--actual)">■</span> actual  '
    '<span style="color:var(--ideal)">■</span> ideal',
    "right",
)
"""The key to the two colours. Only the squares are coloured, not the words."""


def make_cutoff_line(k: int, count: int, top: float) -> Part:
    """Return a Plotly trace of a dotted line after rank k, empty if all ranks count.

    The line is not a Plotly shape, because Plotly does not animate shapes.

    count: the number of ranks in the chart
    top: the height of the line
    """
    cuts = k < count
    name = f"\N{EN SPACE}k = {k}\N{EN SPACE}" if cuts else ""
    place = "bottom right" if 2 * k <= count else "bottom left"
    ends = {"x": [k + 0.5, k + 0.5], "y": [0, top if cuts else 0]}
    return copy_constant("cutoff", **ends, text=["", name], textposition=place)


def list_opacities(k: int, count: int) -> list[float]:
    """Return the opacity of each rank: full down to the cutoff, faint below it."""
    return [1 if rank <= k else UNCOUNTED_OPACITY for rank in range(1, count + 1)]


def list_rows(trace: Trace) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Return the rows of both orders, counted or not, down to the end of the ranking.

    If the cutoff is below the end of the ranking, the ideal order continues down to the cutoff.
    """
    actual = trace.actual + trace.beyond
    return actual, (trace.ideal + trace.ideal_beyond)[: max(len(actual), len(trace.ideal))]


def round_numbers(numbers: Iterable[float]) -> list[float | None]:
    """Round to 12 significant digits. NaN and infinity, which JSON lacks, become None."""
    return [float(f"{value:.12g}") + 0.0 if isfinite(value) else None for value in numbers]


def escape_label(label: str) -> str:
    """Escape a user's label, so that Plotly reads no markup in it."""
    return label.replace("&", "&amp;").replace("<", "&lt;")


def shorten_name(name: str) -> str:
    """Shorten and escape a name that shares the space above a plot with another name.

    >>> shorten_name("a & b"), shorten_name("the second half of the year")
    ('a &amp; b', 'the second half o…')
    """
    return escape_label(clip_text(name, LONGEST_NAME_BESIDE))


def make_labels_unique(labels: Sequence[str]) -> list[str]:
    """Escape the labels and number repeated ones, because Plotly tells bars apart by label.

    >>> make_labels_unique(["A", "B", "A"]), make_labels_unique(["A", "A", "A (2)"])
    (['A', 'B', 'A (2)'], ['A', 'A (3)', 'A (2)'])
    """
    counts: dict[str, int] = {}
    taken = set(labels)
    out = []
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
        name = label
        if counts[label] > 1:
            while (name := f"{label} ({counts[label]})") in taken:
                counts[label] += 1
            taken.add(name)
        out.append(escape_label(name))
    return out


def format_amount(value: float) -> str:
    """Format the size of a difference with 2 decimals, or 4 if 2 would show zero.

    A size below 0.0001 becomes "less than 0.0001".

    >>> format_amount(-0.631), format_amount(0.00042), format_amount(1e-9)
    ('0.63', '0.0004', 'less than 0.0001')
    """
    size = abs(value)
    if size < 0.0001:
        return "less than 0.0001"
    return number(size, 2 if size >= 0.005 else 4)


def render_bars(spec: Mapping[str, Any]) -> Html:
    """Return a chart's bars of both orders as HTML, or "" if it has none.

    A page shows them until Plotly has loaded.
    """
    orders = []
    for part in spec["data"]:
        if part["type"] == "bar" and part.get("uid") in ("actual", "ideal"):
            name = part["uid"]
            percent = 100 / spec["layout"]["yaxis"]["range"][1]
            values = zip(part["y"], part["marker"]["opacity"], strict=True)
            style = "height:{:.1f}%;opacity:{}".format
            orders.append(
                [f'<i class="{name}" style="{style(percent * y, o)}"></i>' for y, o in values]
            )
    ranks = zip_longest(*orders, fillvalue="")
    return Html("".join([f"<span>{''.join(rank)}</span>" for rank in ranks]))
