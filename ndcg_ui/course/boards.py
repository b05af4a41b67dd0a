"""Boards in a lesson: to play with, and to bring into an order that a task wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ndcg_core.lessons.blocks.kinds import Board, DragTask
from ndcg_core.lessons.blocks.wants import UNMOVED, judge
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.history import History
from ndcg_ui.components.ask import ask
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.markup import markup
from ndcg_ui.course.board_controls import chart, chosen, threshold_of, values
from ndcg_ui.course.board_histories import arrange, obeying, sheet_of
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Measure
from ndcg_ui.html.builder import NOTHING, Html, button, div, html, p, span, verdict
from ndcg_ui.page.rerun import again


def play(scene: Scene, block: Board) -> None:
    """A board to play with."""
    with obeying(scene, block) as history:
        pass
    _draw(scene, block, history)


def task(scene: Scene, block: DragTask) -> None:
    """A board to bring into an order; the task stays done once it was."""
    with obeying(scene, block.board) as history:
        missing = _missing(scene, block, history)
        if not missing and scene.done(block.name) == "open":
            order = [document.id + 1 for document in history.now.ranking]
            scene.give(block.name, order)
    _asked(scene, block, missing)
    _draw(scene, block.board, history)
    done = scene.done(block.name) == "done"
    praise = p(block.done.shown(), css="answer right", role="status") if done else NOTHING
    markup(praise, key=scene.key(f"{block.name}.done"))


def _missing(scene: Scene, block: DragTask, history: History) -> str:
    """What the order lacks of what is asked for."""
    order = [document.id + 1 for document in history.now.ranking]
    whole = sorted(order) == list(range(1, len(block.board.sheet.grades) + 1))
    # By the threshold that its values are shown for: what is said of P must be what is seen.
    board = replace(block.board, threshold=threshold_of(scene, block.board))
    return judge(block.wants, board, order) if whole else UNMOVED


def _asked(scene: Scene, block: DragTask, missing: str) -> None:
    """What is asked for, what the order lacks of it, and help; all above the board."""
    key = scene.key(f"{block.name}.ask")
    with scene.taking(key) as event:
        if event.get("act") == "hint":
            scene.change_state(hinted=scene.state.hinted | {block.name})
        if event.get("act") == "show":
            arrange(scene, block.board, block.solution)
            scene.give(block.name, list(block.solution))
    if event.get("act") == "show":
        again()
    hinted = block.name in scene.state.hinted
    state = "done" if scene.done(block.name) == "done" else "not yet"
    status = p(_stands(state, missing), role="status")
    drawn = div(
        p(block.ask.shown(), css="asks"),
        div(status, span(_help(scene, block, hinted)), css="stands"),
        p(block.hint.shown(), css="hint", data_testid="hint") if hinted else None,
        css="question",
        data_testid="task",
        data_name=block.name,
        data_state=state,
        tabindex=-1,
    )
    ask(drawn, key=key, acknowledged=scene.acknowledged(key))


def _help(scene: Scene, block: DragTask, hinted: bool) -> Html | None:
    """The button to the hint; after it, to the solution."""
    if scene.done(block.name) == "done" or "hints" in scene.hide:
        return None
    return button("Show me", data_act="show") if hinted else button("Hint", data_act="hint")


def _stands(state: str, missing: str) -> Html:
    """How the order stands to what is asked for; the line is never empty, so nothing jumps."""
    if state == "done":
        return verdict("right", "done")
    if missing == UNMOVED:
        return html(missing)
    return html(verdict("wrong", "not yet"), " ", missing)


# --- What is drawn -----------------------------------------------------------------------------


def _frame(scene: Scene, block: Board) -> Any:
    """A container: without the ideal order, or without terms, before the lessons are about them."""
    plain = "idcg" not in block.shows or "ideal" in scene.hide
    kind = "bareboard" if "dcg" not in block.shows else "plainboard" if plain else "idealboard"
    return st.container(key=f"{kind}-{scene.key(block.name)}".replace(".", "-"))


def _draw(scene: Scene, block: Board, history: History) -> None:
    """The board, its controls, its values and its chart."""
    with _frame(scene, block):
        now, threshold = chosen(scene, block, sheet_of(block, history))
        values(scene, block, now, threshold)
        _board(scene, block, history, now)
        chart(scene, block, now)


def _board(scene: Scene, block: Board, history: History, sheet: Sheet) -> None:
    name = scene.key(block.name)
    draw_board(
        history,
        sheet.trace,
        key=f"{name}.board",
        acknowledged=scene.acknowledged(f"{name}.board"),
        group=name,
        mode=block.mode,
        speaks=_measure(block.shows),
    )


def _measure(shows: tuple[str, ...]) -> Measure:
    """The measure that is spoken of: the last that the lesson has come to."""
    return "ndcg" if "ndcg" in shows else "dcg" if "dcg" in shows else "cg"
