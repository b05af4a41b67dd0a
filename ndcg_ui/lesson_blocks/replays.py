"""A published calculation in a lesson, replayed step by step."""

from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_ui.components.markup.builder import html
from ndcg_ui.components.parts import markup
from ndcg_ui.components.player.replay import Replay, formula_of, marks_of, player_of, side_of
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def obey_replay(scene: Scene, block: ReplayBlock, piece: str, act: Mapping[str, Any]) -> None:
    """Go to a step."""
    at = act.get("at")
    if type(at) is int:
        scene.give(f"{block.name}.at", Replay(block.sheet, count=block.count).standing_at(at).at)


def show_replay(scene: Scene, block: ReplayBlock) -> list[Part]:
    """Return the player, the step's formula and the marked table up to the step."""
    at = scene.answers.get(f"{block.name}.at")
    whole = Replay(block.sheet, count=block.count)
    now = whole.standing_at(at if type(at) is int else block.start)
    group, marks = scene.of(block.name), marks_of(block.sheet)
    table = side_of(now, marks, now.step.side or "ideal")
    totals = marked_sheets.totals_table(now.sheet, marks, now.done, asking=False, names=now.totals)
    return [
        player_of(now, f"{block.name}.player", block.example, group, marks),
        markup(f"{block.name}.paper", html(formula_of(now, marks), table, totals), group),
    ]
