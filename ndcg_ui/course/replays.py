"""A published calculation in a lesson, a step at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_ui.components.markup import markup
from ndcg_ui.course.scene import LessonScene, library
from ndcg_ui.html import marked_sheets
from ndcg_ui.html.builder import html, p, span
from ndcg_ui.html.marks import printed
from ndcg_ui.replays.playing import draw_player, followed
from ndcg_ui.replays.replay import Replay, ReplayState


def replay(scene: LessonScene, block: ReplayBlock) -> None:
    """The player, the step's formula and the marked table as far as the replay has come."""
    key = scene.key(block.name)
    whole = Replay(block.sheet, count=block.count)
    stands = _standing(scene, block, whole)
    shown = whole.standing_at(stands.at)
    draw_player(shown, stands, key=f"{key}.player", replayed=block.example, group=key)
    marks = _marks(scene.lesson.slug, block.name)
    said = printed(shown.sheet, marks, shown.cell)
    formula = p(
        shown.formula, " ", span(said, css="say"), css="formula large", data_testid="formula"
    )
    side = shown.step.side or "ideal"
    table = marked_sheets.side_table(
        shown.sheet,
        marks,
        side,
        shown.reached(side),
        now=shown.step.rank if shown.row else 0,
        ordered=shown.ordered,
    )
    totals = marked_sheets.totals_table(
        shown.sheet, marks, shown.done, asking=False, names=shown.totals
    )
    markup(html(formula, table, totals), key=f"{key}.paper", group=key)


def _standing(scene: LessonScene, block: ReplayBlock, whole: Replay) -> ReplayState:
    """Where the learner left the replay, or was just sent."""
    player = f"{scene.key(block.name)}.player"
    before = ReplayState(scene.state.replays.get(block.name, block.start), scene.learning.inbox)
    with scene.taking(player) as event:
        after = followed(before, whole, key=player, replayed=block.example) if event else before
        scene.change_state(replays={**scene.state.replays, block.name: after.at})
    return replace(after, inbox=scene.learning.inbox)


@cache
def _marks(slug: str, name: str) -> Mapping[str, Mark]:
    """The verdicts on everything printed, by cell."""
    lesson = next(lesson for lesson in library() if lesson.slug == slug)
    block = next(block for block in lesson.blocks if block.name == name)
    assert isinstance(block, ReplayBlock)
    return {marked_cell.cell: marked_cell for marked_cell in mark(block.sheet)}
