"""A published calculation in a lesson, replayed step by step."""

from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_ui.components.markup.builder import html
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.player.replay import (
    Replay,
    draw_formula,
    draw_sheet_side,
    make_replay_player,
    mark_by_cell,
)
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def act_on_replay(scene: Scene, block: ReplayBlock, piece: str, act: Mapping[str, Any]) -> None:
    """Go to the step of a replay that an action names."""
    at = act.get("at")
    if type(at) is int:
        scene.store_answer(f"{block.name}.at", Replay(block.sheet, count=block.count).go_to(at).at)


def show_replay(scene: Scene, block: ReplayBlock) -> list[Part]:
    """Return the player, the step's formula and the marked table up to the step."""
    at = scene.answers.get(f"{block.name}.at")
    whole = Replay(block.sheet, count=block.count)
    now = whole.go_to(at if type(at) is int else block.start)
    group = scene.name_block(block.name)
    marks = mark_by_cell(block.sheet)
    table = draw_sheet_side(now, marks, now.step.side or "ideal")
    totals = marked_sheets.draw_totals(now.sheet, marks, now.done, asking=False, names=now.totals)
    return [
        make_replay_player(now, f"{block.name}.player", block.example, group, marks),
        make_markup(f"{block.name}.paper", html(draw_formula(now, marks), table, totals), group),
    ]
