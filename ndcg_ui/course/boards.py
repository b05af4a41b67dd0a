"""Boards in a lesson: to play with, and to bring into an order that a task wants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from ndcg_core.lessons.blocks.kinds import Board, DragTask
from ndcg_core.lessons.blocks.wants import UNMOVED, judge
from ndcg_core.lessons.placeholders.settings import LETTERS
from ndcg_core.metric.pools import unretrieved
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards import board as ranking
from ndcg_ui.boards.board import Document
from ndcg_ui.boards.history import History
from ndcg_ui.boards.session import after_command
from ndcg_ui.components.ask import ask
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.markup import markup
from ndcg_ui.course import kept_boards
from ndcg_ui.course.board_controls import chart, chosen, threshold_of, values
from ndcg_ui.course.scene import Scene
from ndcg_ui.page.rerun import again


def play(scene: Scene, block: Board) -> None:
    """A board to play with."""
    with _obeying(scene, block) as history:
        pass
    _draw(scene, block, history)


def task(scene: Scene, block: DragTask) -> None:
    """A board to bring into an order; the task stays done once it was."""
    with _obeying(scene, block.board) as history:
        missing = _missing(scene, block, history)
        if not missing and scene.done(block.name) == "open":
            order = [document.doc + 1 for document in history.now.ranking]
            scene.give(block.name, order)
    _asked(scene, block, missing)
    _draw(scene, block.board, history)
    done = scene.done(block.name) == "done"
    said = f'<p class="answer right" role="status">{block.done.shown()}</p>' if done else ""
    markup(said, key=scene.key(f"{block.name}.done"))


def _missing(scene: Scene, block: DragTask, history: History) -> str:
    """What the order lacks of what is asked for."""
    order = [document.doc + 1 for document in history.now.ranking]
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
            _arrange(scene, block.board, block.solution)
            scene.give(block.name, list(block.solution))
    if event.get("act") == "show":
        again()
    shown = block.name in scene.state.hinted
    hint = f'<p class="hint">{block.hint.shown()}</p>' if shown else ""
    buttons = ""
    if scene.done(block.name) == "open" and "hints" not in scene.hide:
        name, text = ("show", "Show me") if shown else ("hint", "Hint")
        buttons = f'<button type="button" class="plain-button" data-act="{name}">{text}</button>'
    state = "done" if scene.done(block.name) == "done" else "not yet"
    ask(
        f'<div class="question" data-testid="task" data-name="{block.name}" data-state="{state}" '
        f'tabindex="-1"><p class="asks">{block.ask.shown()}</p>'
        f'<div class="stands"><p role="status">{_stands(state, missing)}</p>'
        f"<span>{buttons}</span></div>{hint}</div>",
        key=key,
        acknowledged=scene.acknowledged(key),
    )


def _stands(state: str, missing: str) -> str:
    """How the order stands to what is asked for; the line is never empty, so nothing jumps."""
    if state == "done":
        return '<span class="verdict" data-verdict="right">done</span>'
    if missing == UNMOVED:
        return missing
    return f'<span class="verdict" data-verdict="wrong">not yet</span> {missing}'


# --- The order ---------------------------------------------------------------------------------


def _start(block: Board) -> ranking.Board:
    sheet = block.sheet
    labels = list(sheet.labels or LETTERS)
    rest = unretrieved(sheet.grades, sheet.judged) if sheet.judged else []
    labels += [LETTERS[n] for n in range(len(labels), len(sheet.grades) + len(rest))]
    documents = tuple(
        Document(n, labels[n], int(grade) if float(grade).is_integer() else grade)
        for n, grade in enumerate((*sheet.grades, *rest))
    )
    count = len(sheet.grades)
    return ranking.Board(documents[:count], documents[count:])


@contextmanager
def _obeying(scene: Scene, block: Board) -> Iterator[History]:
    """Obey the board's last command, if it was given on the board as it is now; keep what follows.

    A command that does not fit the board is dropped.
    """
    only = None if block.mode == "edit" else ("arrange",)
    history = _history(scene, block)
    with scene.taking(scene.key(f"{block.name}.board")) as command:
        with suppress(ValueError):
            history = after_command(history, command, only)
        _put(scene, block, history)
        yield history


def _history(scene: Scene, block: Board) -> History:
    """The board in this session; at first the one that the browser kept, or the lesson's own."""
    start, kept = _start(block), scene.record.answers.get(_name(block))
    there = scene.state.boards.get(block.name)
    return there or History(kept_boards.unpack(kept, start, block.mode), start)


def _put(scene: Scene, block: Board, history: History) -> None:
    """Put a board into the session and, once it is another than the lesson's, into the course."""
    scene.change_state(boards={**scene.state.boards, block.name: history})
    kept, now = scene.record.answers.get(_name(block)), kept_boards.pack(history.now)
    if now != kept and (kept is not None or history.now != history.start):
        scene.give(_name(block), now)


def _name(block: Board) -> str:
    """What a board's order is called in the course."""
    return f"{block.name}.board"


def _arrange(scene: Scene, block: Board, order: tuple[int, ...]) -> None:
    """Put the documents into an order, given by the ranks they started at."""
    start = _start(block)
    there = replace(start, ranking=tuple(start.ranking[rank - 1] for rank in order))
    _put(scene, block, _history(scene, block).moved(there))


def _sheet(block: Board, history: History) -> Sheet:
    now, sheet = history.now, block.sheet
    extra = tuple(document.grade for document in now.unretrieved)
    pool = (*now.grades, *extra) if extra else sheet.judged
    return Sheet(
        tuple(map(float, now.grades)),
        sheet.convention,
        sheet.k,
        tuple(document.label for document in now.ranking),
        pool and tuple(map(float, pool)),
    )


# --- What is drawn -----------------------------------------------------------------------------


def _frame(scene: Scene, block: Board) -> Any:
    """A container: without the ideal order, or without terms, before the lessons are about them."""
    plain = "idcg" not in block.shows or "ideal" in scene.hide
    kind = "bareboard" if "dcg" not in block.shows else "plainboard" if plain else "idealboard"
    return st.container(key=f"{kind}-{scene.key(block.name)}".replace(".", "-"))


def _draw(scene: Scene, block: Board, history: History) -> None:
    """The board, its controls, its values and its chart."""
    with _frame(scene, block):
        now, threshold = chosen(scene, block, _sheet(block, history))
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
    )
