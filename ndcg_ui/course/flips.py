"""Is the difference real: signs flipped by hand, and ten thousand times."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.blocks.pairs import TIMES, Flips
from ndcg_ui import figures
from ndcg_ui.components.ask import ask
from ndcg_ui.components.events import Event
from ndcg_ui.components.figure import figure
from ndcg_ui.course.scene import Scene
from ndcg_ui.figures.flips import whole


def draw(scene: Scene, block: Flips) -> None:
    """The differences with their signs, what was flipped so far, and all ways once asked for."""
    key, kept = scene.key(block.name), _kept(scene, block)
    with scene.taking(key) as event:
        after = _after(kept, event, len(block.differences))
        if after != kept:
            scene.give(block.name, after)
    table = _table(block, after) if block.form == "hand" else _summary(block)
    ask(
        f'<div class="question flips" data-testid="flips" data-name="{escape(block.name)}" '
        f'data-form="{escape(block.name)}" data-seen="{len(after["seen"])}">{table}'
        f"{_button(block, after)}</div>",
        key=key,
        acknowledged=scene.acknowledged(key),
    )
    if after["all"] and "chart" not in scene.hide:
        figure(
            figures.flips(block.found),
            key=f"{key}.chart",
            name="The mean difference, with signs flipped",
            group=key,
            height=260,
        )


def _kept(scene: Scene, block: Flips) -> dict[str, Any]:
    """The signs as they stand, the ways seen so far, and whether all were asked for."""
    kept = scene.record.answers.get(block.name)
    data = kept if isinstance(kept, Mapping) else {}
    ways = 2 ** len(block.differences)
    way, seen = data.get("way"), data.get("seen")
    listed = seen if isinstance(seen, (list, tuple)) else [0]
    return {
        "way": way if type(way) is int and 0 <= way < ways else 0,
        "seen": sorted({s for s in listed if type(s) is int and 0 <= s < ways} | {0}),
        "all": data.get("all") is True,
    }


def _after(kept: dict[str, Any], event: Event, rows: int) -> dict[str, Any]:
    """What is kept, after what was just pressed."""
    row = str(event.get("row", ""))
    if event.get("act") == "flip" and row.isdigit() and int(row) < rows:
        way = kept["way"] ^ (1 << int(row))
        return {**kept, "way": way, "seen": sorted({*kept["seen"], way})}
    return {**kept, "all": True} if event.get("act") == "all" else kept


# --- By hand -----------------------------------------------------------------------------------


def _table(block: Flips, kept: Mapping[str, Any]) -> str:
    first, second = block.systems.evaluations.values()
    names = [escape(name) for name in block.systems.queries]
    heads = "".join(
        f'<th scope="col">{text}</th>' for text in ("query", *names, "difference", "sign")
    )
    rows = "".join(
        _row(n, name, (first.scores[name], second.scores[name]), kept["way"] >> n & 1)
        for n, name in enumerate(first.scores)
    )
    mean = block.found.means[kept["way"]]
    return (
        f'<table class="compared"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
        f'<tfoot><tr><th scope="row" colspan="3">mean of the differences</th>'
        f'<td data-testid="mean-difference" data-value="{nc.exact(mean)}">{nc.number(mean)}</td>'
        f"<td></td></tr></tfoot></table>{_seen(block, kept)}"
    )


def _row(n: int, name: str, scores: tuple[float, float], flipped: int) -> str:
    value = (scores[0] - scores[1]) * (-1 if flipped else 1)
    state, text = ("true", "Flip back") if flipped else ("false", "Flip")
    return (
        f'<tr><th scope="row">{escape(name)}</th><td>{nc.number(scores[0])}</td>'
        f"<td>{nc.number(scores[1])}</td><td>{nc.number(value)}</td>"
        f'<td><button type="button" class="plain-button" data-act="flip" data-row="{n}" '
        f'aria-pressed="{state}" aria-label="Flip the sign of {escape(name)}">{text}</button>'
        "</td></tr>"
    )


def _seen(block: Flips, kept: Mapping[str, Any]) -> str:
    """How many ways were seen, and how many of them are as far from 0 as the observed one."""
    found, seen = block.found, kept["seen"]
    far = sum(abs(found.means[way]) >= abs(found.observed) - 1e-12 for way in seen)
    return (
        f'<p class="say" role="status">Seen so far: {len(seen)} of {len(found.means)} ways of '
        f"flipping. In {far} of them the mean is as far from 0 as the observed "
        f"{nc.number(found.observed)}, or further.</p>"
    )


# --- Ten thousand times ------------------------------------------------------------------------


def _summary(block: Flips) -> str:
    first, second = block.systems.evaluations.values()
    names = list(block.systems.queries)
    won = block.comparison.won
    return (
        f"<p>{len(block.differences)} queries. Mean NDCG@{block.systems.k}: {escape(names[0])} "
        f"{nc.number(first.mean)}, {escape(names[1])} {nc.number(second.mean)}; the difference is "
        f"{nc.number(block.found.observed)}. {escape(names[0])} wins {won['second']} of them, "
        f"{escape(names[1])} {won['first']}; {won['even']} are even.</p>"
    )


def _button(block: Flips, kept: Mapping[str, Any]) -> str:
    if kept["all"]:
        return ""
    hand = block.form == "hand"
    text = f"All {2 ** len(block.differences)} ways" if hand else f"Flip {whole(TIMES)} times"
    button = f'<button type="button" class="plain-button" data-act="all">{text}</button>'
    return f'<p class="acts">{button}</p>'
