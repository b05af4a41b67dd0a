"""A lesson's board has controls, values and a chart: drawn here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Board
from ndcg_core.lessons.blocks.wants import called, measure
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui import figures
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.course.scene import Scene
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, p, small, span
from ndcg_ui.page.fields import keep_known

CONTROLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "gain": ("Gain", ("linear", "exponential")),
    "discount": ("Divisor", ("log2(i+1)", "i", "none")),
    "threshold": ("Relevant from grade", (1, 2, 3)),
    "base": ("b", (2, 3, 4, 10)),
}


def chosen(scene: Scene, block: Board, sheet: Sheet) -> tuple[Sheet, float]:
    """The sheet and the threshold as the controls have them."""
    threshold = block.threshold
    if not block.controls or "controls" in scene.hide:
        return sheet, threshold
    with st.container(horizontal=True, key=f"controls-{scene.key(block.name)}".replace(".", "-")):
        for name in block.controls:
            value = _control(scene, block, name, sheet)
            if name == "k":
                sheet = replace(sheet, k=int(value))
            elif name == "threshold":
                threshold = float(value)
            else:
                sheet = replace(sheet, convention=replace(sheet.convention, **{name: value}))
    return sheet, threshold


def threshold_of(scene: Scene, block: Board) -> float:
    """The threshold that the learner chose, known before its control is drawn."""
    if "threshold" not in block.controls or "controls" in scene.hide:
        return block.threshold
    key = scene.key(f"{block.name}.threshold")
    now = st.session_state.get(key)
    known = now if now in CONTROLS["threshold"][1] else scene.state.controls.get(key)
    return float(known or block.threshold)


def _control(scene: Scene, block: Board, name: str, sheet: Sheet) -> Any:
    key = scene.key(f"{block.name}.{name}")
    n = len(sheet.grades)
    label, choices = CONTROLS.get(name, ("Cutoff k", tuple(range(1, n + 1))))
    start = {"k": sheet.k or n, "threshold": int(block.threshold)}.get(name)
    if start is None:
        start = getattr(sheet.convention, name)
    kept = scene.state.controls.get(key, start)
    # The choice itself: a 2.0 that equals the choice 2 is not one of the options.
    last = next((choice for choice in choices if choice == kept), choices[-1])
    keep_known(key, choices, last)
    # The default goes with every message: a value put into the session's state goes with one, and
    # a browser that draws only the next one would choose nothing.
    value = st.segmented_control(label, choices, default=last, key=key, required=True) or last
    scene.change_state(controls={**scene.state.controls, key: value})
    return value


def values(scene: Scene, block: Board, sheet: Sheet, threshold: float) -> None:
    """What the ranking comes to, in the measures that the board shows."""
    trace = sheet.trace
    if {"dcg", "idcg", "ndcg"} <= set(block.shows):
        drawn = tables.fraction(trace, "plain")
    else:
        drawn = p(*(_value(name, sheet, threshold) for name in block.shows), css="values")
    name = scene.key(f"{block.name}.values")
    markup(drawn, key=name, group=scene.key(block.name))


def _value(name: str, sheet: Sheet, threshold: float) -> Html:
    value = measure(name, sheet, threshold)
    shown = tables.live(name, value) if name in ("cg", "dcg", "ndcg") else _still(name, value)
    colour = name if name in ("dcg", "idcg") else ""
    return span(small(called(name, sheet)), " ", shown, css=colour)


def _still(name: str, value: float) -> Html:
    """A value that does not follow a preview."""
    exact = nc.exact(value)
    return span(nc.number(value), data_testid=f"value-{name}", data_value=exact, title=exact)


def chart(scene: Scene, block: Board, sheet: Sheet) -> None:
    """The board's chart, if it has one."""
    if block.chart == "none" or "chart" in scene.hide:
        return
    trace = sheet.trace
    draw: dict[str, Callable[[], figures.Figure]] = {
        "terms": lambda: figures.terms(trace),
        "running": lambda: figures.running(trace, "ideal" if "idcg" in block.shows else "nothing"),
        "cutoffs": lambda: figures.cutoffs(trace),
    }
    titles = {
        "terms": "What each rank is worth",
        "running": "How the sum grows",
        "cutoffs": "NDCG at every cutoff",
    }
    key, group = scene.key(f"{block.name}.chart"), scene.key(block.name)
    figure(draw[block.chart](), key=key, name=titles[block.chart], group=group)
