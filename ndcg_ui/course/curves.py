"""What divisors believe of readers: curves, and a patience to drag beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.blocks.kinds import Curves
from ndcg_core.metric import STANDARD, Convention, number
from ndcg_core.metric.patience import reading, weight
from ndcg_ui import figures
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.controls import settings_part
from ndcg_ui.exhibits.parts import Part, chart, words
from ndcg_ui.html.builder import Html, col, label, row_head, span, table, tag, td, tr

NAMES = {
    "log2(i+1)": "dividing by log2(i + 1)",
    "i": "dividing by i",
    "none": "no divisor",
    "logb(i)": "dividing by log2(i) from rank 2 on",
}
LEAST, MOST = 0.05, 0.95
LISTED = (2, 5, 10, 20)
"""The ranks in the table under the curves."""


def obey(scene: Scene, block: Curves, piece: str, act: Mapping[str, Any]) -> None:
    """Take a patience from the slider."""
    try:
        given = float(str(act.get("value"))[:20])
    except ValueError:
        return
    if LEAST <= given <= MOST:  # nan is not
        scene.give(_name(block), round(given, 2))


def curves(scene: Scene, block: Curves) -> list[Part]:
    """Return the slider, the curves, and how many of a hundred readers are still there."""
    patience = _patience(scene, block)
    ranks = range(1, block.ranks + 1)
    weights = {
        NAMES[name]: [weight(rank, Convention(name, discount=name)) for rank in ranks]
        for name in block.discounts
    }
    share = f"patience {number(patience, 2)}"
    drawn = figures.curves(weights, share, [reading(rank, patience) for rank in ranks])
    group, title, part = scene.of(block.name), "What a rank counts for", f"{block.name}.chart"
    return [
        *([] if "controls" in scene.hide else [_slider(block, patience)]),
        *([] if "chart" in scene.hide else [chart(title, drawn, group, part=part, height=300)]),
        words(f"{block.name}.readers", _readers(patience, block.ranks), group),
    ]


def _name(block: Curves) -> str:
    return f"{block.name}.patience"


def _patience(scene: Scene, block: Curves) -> float:
    given = scene.answers.get(_name(block))
    if isinstance(given, (int, float)) and LEAST <= given <= MOST and "controls" not in scene.hide:
        return float(given)
    return block.patience


def _slider(block: Curves, patience: float) -> Part:
    text = f"{patience:.2f}"
    field = tag(
        "input",
        type="range",
        name="patience",
        min=LEAST,
        max=MOST,
        step=LEAST,
        value=text,
        data_digits=2,
    )
    title = span("Patience: the share of readers who go on to the next rank")
    drawn = label(title, span(field, " ", tag("output", text)), css="control slider", data_form="")
    return settings_part(f"{block.name}.controls", [drawn], {"patience": text})


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
