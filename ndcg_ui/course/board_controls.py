"""What stands beside a lesson's board: its controls, its values and its chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.blocks.kinds import Board
from ndcg_core.lessons.blocks.wants import called, measure
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui import figures
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.controls import segments, settings_part
from ndcg_ui.exhibits.parts import Part, words
from ndcg_ui.exhibits.parts import chart as chart_part
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, p, small, span

CONTROLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "gain": ("Gain", ("linear", "exponential")),
    "discount": ("Divisor", ("log2(i+1)", "i", "none")),
    "threshold": ("Relevant from grade", (1, 2, 3)),
    "base": ("b", (2, 3, 4, 10)),
}


def controls(scene: Scene, block: Board, sheet: Sheet) -> list[Part]:
    """Return the controls of a board, where it has any."""
    if not block.controls or "controls" in scene.hide:
        return []
    values = {name: str(_value(scene, block, name, sheet)) for name in block.controls}
    rows = [_control(name, sheet, values[name]) for name in block.controls]
    return [settings_part(f"{block.name}.controls", rows, values)]


def choose(scene: Scene, block: Board, act: Mapping[str, Any]) -> None:
    """Take a choice from a control; another than it offers is none."""
    name, text = act.get("name"), act.get("value")
    if name not in block.controls:
        return
    choices = _choices(str(name), block.sheet)[1]
    chosen = next((choice for choice in choices if str(choice) == text), None)
    if chosen is not None:
        kept = scene.remembered(_name(block))
        scene.give(_name(block), {**kept, str(name): chosen})


def chosen(scene: Scene, block: Board, sheet: Sheet) -> Sheet:
    """Return the sheet as the controls have it."""
    for name in block.controls if "controls" not in scene.hide else ():
        value = _value(scene, block, name, sheet)
        if name == "k":
            sheet = replace(sheet, k=int(value))
        elif name != "threshold":
            sheet = replace(sheet, convention=replace(sheet.convention, **{name: value}))
    return sheet


def threshold_of(scene: Scene, block: Board) -> float:
    """Return the threshold that the learner chose."""
    if "threshold" not in block.controls or "controls" in scene.hide:
        return block.threshold
    return float(_value(scene, block, "threshold", block.sheet))


def _name(block: Board) -> str:
    return f"{block.name}.controls"


def _choices(name: str, sheet: Sheet) -> tuple[str, tuple[Any, ...]]:
    return CONTROLS.get(name, ("Cutoff k", tuple(range(1, len(sheet.grades) + 1))))


def _value(scene: Scene, block: Board, name: str, sheet: Sheet) -> Any:
    """The choice of a control; the last there is, where the one made before is none any more."""
    start = {"k": sheet.k or len(sheet.grades), "threshold": int(block.threshold)}.get(name)
    if start is None:
        start = getattr(sheet.convention, name)
    kept = scene.remembered(_name(block)).get(name, start)
    choices = _choices(name, sheet)[1]
    # The choice itself: a 2.0 that equals the choice 2 is not one of the options.
    return next((choice for choice in choices if choice == kept), choices[-1])


def _control(name: str, sheet: Sheet, value: str) -> Html:
    label, choices = _choices(name, sheet)
    options = {str(choice): str(choice) for choice in choices}
    return segments(name, label, options, value)


def values(scene: Scene, block: Board, sheet: Sheet, threshold: float) -> Part:
    """Return what the ranking comes to, in the measures that the board shows."""
    if {"dcg", "idcg", "ndcg"} <= set(block.shows):
        drawn = tables.fraction(sheet.trace, "plain")
    else:
        drawn = p(*(_shown(name, sheet, threshold) for name in block.shows), css="values")
    return words(f"{block.name}.values", drawn, scene.of(block.name))


def _shown(name: str, sheet: Sheet, threshold: float) -> Html:
    value = measure(name, sheet, threshold)
    shown = tables.live(name, value) if name in ("cg", "dcg", "ndcg") else _still(name, value)
    colour = name if name in ("dcg", "idcg") else ""
    return span(small(called(name, sheet)), " ", shown, css=colour)


def _still(name: str, value: float) -> Html:
    """A value that does not follow a preview."""
    exact = nc.exact(value)
    return span(nc.number(value), data_testid=f"value-{name}", data_value=exact, title=exact)


def chart(scene: Scene, block: Board, sheet: Sheet) -> list[Part]:
    """Return the board's chart, if it has one."""
    if block.chart == "none" or "chart" in scene.hide:
        return []
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
    drawn, group = draw[block.chart](), scene.of(block.name)
    return [chart_part(titles[block.chart], drawn, group, part=f"{block.name}.chart")]
