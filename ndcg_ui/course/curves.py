"""What divisors believe of readers: curves, and a patience to drag beside them."""

from __future__ import annotations

import streamlit as st

from ndcg_core.lessons.blocks.kinds import Curves
from ndcg_core.metric import STANDARD, Convention, number
from ndcg_core.metric.patience import reading, weight
from ndcg_ui import figures
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.course.scene import Scene
from ndcg_ui.html.builder import Html, col, row_head, table, td, tr

NAMES = {
    "log2(i+1)": "dividing by log2(i + 1)",
    "i": "dividing by i",
    "none": "no divisor",
    "logb(i)": "dividing by log2(i) from rank 2 on",
}
LISTED = (2, 5, 10, 20)
"""The ranks in the table under the curves."""


def draw(scene: Scene, block: Curves) -> None:
    """The curves, the slider, and how many of a hundred readers are still there."""
    patience = _patience(scene, block)
    ranks = range(1, block.ranks + 1)
    weights = {
        NAMES[name]: [weight(rank, Convention(name, discount=name)) for rank in ranks]
        for name in block.discounts
    }
    share = f"patience {number(patience, 2)}"
    key = scene.key(block.name)
    if "chart" not in scene.hide:
        figure(
            figures.curves(weights, share, [reading(rank, patience) for rank in ranks]),
            key=f"{key}.chart",
            name="What a rank counts for",
            group=key,
            height=300,
        )
    markup(_readers(patience, block.ranks), key=f"{key}.said")


def _patience(scene: Scene, block: Curves) -> float:
    if "controls" in scene.hide:
        return block.patience
    key = scene.key(f"{block.name}.patience")
    kept = scene.state.controls
    label = "Patience: the share of readers who go on to the next rank"
    # The default goes with every message: a value put into the session's state goes with one, and
    # a browser that draws only the next one would stand at 0.05, and say so.
    start = kept.get(key, block.patience)
    value = float(st.slider(label, 0.05, 0.95, start, 0.05, key=key))
    scene.change_state(controls={**kept, key: value})
    return value


def _readers(patience: float, last: int) -> Html:
    """The readers who are left, of a hundred, and what the course's own divisor counts."""
    rows = (
        tr(
            row_head(f"rank {rank}"),
            td(number(100 * reading(rank, patience), 1)),
            td(number(weight(rank, STANDARD))),
        )
        for rank in LISTED
        if rank <= last
    )
    heads = map(col, ("of 100 readers", "still reading", "1 / log2(i + 1)"))
    return table(heads, rows, css="compared", data_testid="readers")
