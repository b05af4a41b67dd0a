"""A published calculation in a lesson, replayed step by step."""

from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_ui.components.markup.builder import html
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.player.replay import (
    Replay,
    make_replay_player,
    mark_by_cell,
    render_formula,
    render_sheet_side,
)
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.lesson_blocks.scene import Scene


def apply_replay_action(
    scene: Scene, block: ReplayBlock, part_name: str, action: Mapping[str, Any]
) -> None:
    """Store the step of a replay that the learner goes to. Ignore any other action."""
    at = action.get("at")
    if type(at) is int:
        scene.store_answer(f"{block.name}.at", Replay(block.sheet, count=block.count).go_to(at).at)


def make_replay_parts(scene: Scene, block: ReplayBlock) -> list[Part]:
    """Return the parts of a replay: the player, and the current step's formula and tables."""
    at = scene.answers.get(f"{block.name}.at")
    whole = Replay(block.sheet, count=block.count)
    now = whole.go_to(at if type(at) is int else block.start)
    group = scene.name_block(block.name)
    marks = mark_by_cell(block.sheet)
    table = render_sheet_side(now, marks, now.step.side or "ideal")
    totals = marked_sheets.render_totals(
        now.sheet, marks, now.calculated_cells, hides_verdicts=False, names=now.totals
    )
    return [
        make_replay_player(now, f"{block.name}.player", block.example, group, marks),
        make_markup(f"{block.name}.paper", html(render_formula(now, marks), table, totals), group),
    ]
