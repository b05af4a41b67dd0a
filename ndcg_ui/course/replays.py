"""A published calculation in a lesson, a step at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import streamlit as st

from ndcg_core.lessons.blocks.kinds import Replay as ReplayBlock
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_ui.components.markup import markup
from ndcg_ui.course.scene import Scene, library
from ndcg_ui.html import marked_sheets
from ndcg_ui.replays.replay import Replay, draw_player, followed


def replay(scene: Scene, block: ReplayBlock) -> None:
    """The player, the step's formula and the marked table as far as the replay has come."""
    shown = _standing(scene, block)
    key = scene.key(block.name)
    draw_player(
        shown,
        key=f"{key}.player",
        replayed=block.example,
        answered=st.session_state.get(f"{key}.went"),
        group=key,
    )
    marks = _marks(scene.lesson.slug, block.name)
    said = marked_sheets.printed(shown.sheet, marks, shown.cell)
    formula = f'<p class="formula large">{shown.formula} <span class="say">{said}</span></p>'
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
    markup(f"{formula}{table}{totals}", key=f"{key}.paper", group=key)


def _standing(scene: Scene, block: ReplayBlock) -> Replay:
    """The replay where the learner left it, or was just sent."""
    key = scene.key(block.name)
    at = st.session_state.get(f"{key}.at", block.start)
    shown, went = followed(
        Replay(block.sheet, count=block.count).standing_at(at),
        key=f"{key}.player",
        replayed=block.example,
        answered=st.session_state.get(f"{key}.went"),
    )
    st.session_state[f"{key}.at"], st.session_state[f"{key}.went"] = shown.at, went
    return shown


@cache
def _marks(slug: str, name: str) -> Mapping[str, Mark]:
    """The verdicts on everything printed, by cell."""
    lesson = next(lesson for lesson in library() if lesson.slug == slug)
    block = next(block for block in lesson.blocks if block.name == name)
    assert isinstance(block, ReplayBlock)
    return {marked_cell.cell: marked_cell for marked_cell in mark(block.sheet)}
