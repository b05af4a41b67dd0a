"""A published calculation in a lesson, a step at a time."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Part, markup
from ndcg_ui.html import marked_sheets
from ndcg_ui.html.builder import html, p, span
from ndcg_ui.html.marked_sheets import printed
from ndcg_ui.replays.replay import Replay, player_of


def obey(scene: Scene, block: ReplayBlock, piece: str, act: Mapping[str, Any]) -> None:
    """Go to a step."""
    at = act.get("at")
    if type(at) is int:
        scene.give(_name(block), _whole(block).standing_at(at).at)


def replay(scene: Scene, block: ReplayBlock) -> list[Part]:
    """Return the player, the step's formula and the marked table as far as the replay has come."""
    at = scene.answers.get(_name(block))
    now = _whole(block).standing_at(at if type(at) is int else block.start)
    group, marks = scene.of(block.name), _marks(block.sheet)
    sentence = printed(now.sheet, marks, now.cell)
    formula = p(
        now.formula, " ", span(sentence, css="say"), css="formula large", data_testid="formula"
    )
    side = now.step.side or "ideal"
    table = marked_sheets.side_table(
        now.sheet,
        marks,
        side,
        now.reached(side),
        now=now.step.rank if now.row else 0,
        ordered=now.ordered,
    )
    totals = marked_sheets.totals_table(now.sheet, marks, now.done, asking=False, names=now.totals)
    return [
        player_of(now, f"{block.name}.player", block.example, group, marks),
        markup(f"{block.name}.paper", html(formula, table, totals), group),
    ]


def _name(block: ReplayBlock) -> str:
    return f"{block.name}.at"


def _whole(block: ReplayBlock) -> Replay:
    return Replay(block.sheet, count=block.count)


@cache
def _marks(sheet: Sheet) -> Mapping[str, Mark]:
    return {marked.cell: marked for marked in mark(sheet)}
