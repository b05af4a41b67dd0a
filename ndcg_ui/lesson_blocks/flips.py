"""The sign-flip test, with signs flipped by the learner or at random."""

from collections.abc import Mapping
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.blocks.pairs import RANDOM_FLIPS, SignFlipBlock
from ndcg_ui.components import figure as figures
from ndcg_ui.components.markup.builder import (
    Html,
    button,
    col,
    div,
    html,
    p,
    row_head,
    table,
    td,
    tr,
)
from ndcg_ui.components.parts import make_chart, make_form
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def apply_flips_action(
    scene: Scene, block: SignFlipBlock, part_name: str, action: Mapping[str, Any]
) -> None:
    """Flip the sign of one query's difference, or show the chart. Store the change."""
    state = _read_state(scene, block)
    after = state
    row = str(action.get("row", ""))
    if action.get("act") == "flip" and row.isdigit() and int(row) < len(block.differences):
        way = state["way"] ^ (1 << int(row))
        after = {**state, "way": way, "seen": sorted({*state["seen"], way})}
    elif action.get("act") == "all":
        after = {**state, "all": True}
    if after != state:
        scene.store_answer(block.name, after)


def make_flips_parts(scene: Scene, block: SignFlipBlock) -> list[Part]:
    """Return the parts of a sign-flip test, with a chart once the learner requests it.

    The chart shows all sign patterns, or many random ones.
    """
    place = scene.name_block(block.name)
    state = _read_state(scene, block)
    if block.flip_mode == "hand":
        shown = _render_hand_flips(block, state)
        offer = f"Try all {2 ** len(block.differences)} sign patterns"
    else:
        first, second = block.systems.evaluations.values()
        name, other = block.systems.queries
        won = block.comparison.won
        offer = f"Flip {RANDOM_FLIPS:,} times"
        shown = p(
            f"There are {len(block.differences)} queries. The mean NDCG@{block.systems.k} is "
            f"{nc.number(first.mean, 4)} for {name} and {nc.number(second.mean, 4)} for {other}, "
            f"and the difference is {nc.number(block.result.observed, 4)}. {name} wins "
            f"{won['second']} queries, {other} wins {won['first']}, and {won['even']} are even."
        )
    drawn = div(
        shown,
        None if state["all"] else p(button(offer, data_act="all"), css="acts"),
        css="question flips",
        data_testid="flips",
        data_name=block.name,
        data_form=block.name,
        data_seen=len(state["seen"]),
    )
    parts = [make_form(f"{block.name}.signs", drawn, place)]
    if state["all"]:
        title = "The mean difference, with signs flipped"
        part = f"{block.name}.chart"
        flips = figures.plot_sign_flips(block.result)
        parts.append(make_chart(title, flips, place, part=part, height=260, is_savable=False))
    return parts


def _read_state(scene: Scene, block: SignFlipBlock) -> dict[str, Any]:
    """Return a block's stored state, with defaults instead of missing or invalid values.

    "way" is the current sign pattern as bits, "seen" lists the patterns seen so far, and "all" is
    True if the chart is shown.
    """
    state = scene.answers.get(block.name)
    data = state if isinstance(state, Mapping) else {}
    ways = 2 ** len(block.differences)
    way = data.get("way")
    seen = data.get("seen")
    listed = seen if isinstance(seen, (list, tuple)) else [0]
    return {
        "way": way if type(way) is int and 0 <= way < ways else 0,
        "seen": sorted({s for s in listed if type(s) is int and 0 <= s < ways} | {0}),
        "all": data.get("all") is True,
    }


def _render_hand_flips(block: SignFlipBlock, state: Mapping[str, Any]) -> Html:
    """Return a table in which a learner flips the signs of differences, and a summary."""
    first, second = block.systems.evaluations.values()
    mean = block.result.means[state["way"]]
    value = td(nc.number(mean), data_testid="mean-difference", data_value=nc.exact(mean))
    differences = table(
        map(col, ("query", *block.systems.queries, "difference", "sign")),
        (
            _render_sign_row(
                n, name, (first.scores[name], second.scores[name]), bool(state["way"] >> n & 1)
            )
            for n, name in enumerate(first.scores)
        ),
        tr(row_head("mean of the differences", colspan=3), value, td()),
        css="compared",
    )
    return html(differences, _render_seen_summary(block, state))


def _render_sign_row(index: int, name: str, scores: tuple[float, float], is_flipped: bool) -> Html:
    """Return a query's row: the scores, the signed difference, and a button that flips it."""
    value = (scores[0] - scores[1]) * (-1 if is_flipped else 1)
    flip = button(
        "Flip back" if is_flipped else "Flip",
        data_act="flip",
        data_row=index,
        aria_pressed="true" if is_flipped else "false",
        aria_label=f"Flip the sign of {name}",
    )
    return tr(row_head(name), *(td(nc.number(number)) for number in (*scores, value)), td(flip))


def _render_seen_summary(block: SignFlipBlock, state: Mapping[str, Any]) -> Html:
    """Return sentences that count the sign patterns seen so far, and the extreme ones of them.

    A pattern is extreme if its mean is at least as far from 0 as the observed mean.
    """
    result = block.result
    seen = state["seen"]
    extreme = sum(abs(result.means[way]) >= abs(result.observed) - 1e-12 for way in seen)
    return p(
        f"You have seen {len(seen)} of {len(result.means)} sign patterns. In {extreme} of them, "
        f"the mean is as far from 0 as the observed {nc.number(result.observed)}, or further.",
        css="say",
        role="status",
    )
