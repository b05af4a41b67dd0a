"""Boards in a lesson: to play with, and to bring into an order that a task wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ndcg_core.metric.pools import unretrieved
from ndcg_core.teaching.lessons.blocks import Board, Task
from ndcg_core.teaching.lessons.settings import LETTERS
from ndcg_core.teaching.lessons.tasks import UNMOVED, judge
from ndcg_core.teaching.sheets import Sheet
from ndcg_ui import ranking
from ndcg_ui.components.ask import ask, told
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.confirming import answer
from ndcg_ui.components.markup import markup
from ndcg_ui.course import kept as kept_board
from ndcg_ui.course.again import again
from ndcg_ui.course.around import chart, chosen, values
from ndcg_ui.course.scene import Scene
from ndcg_ui.ranking import Document, History
from ndcg_ui.session import obeyed


def play(scene: Scene, block: Board) -> None:
    """A board to play with."""
    history = _obeyed(scene, block)
    with _frame(scene, block):
        now, threshold = chosen(scene, block, _sheet(block, history))
        values(scene, block, now, threshold)
        _board(scene, block, history, now)
        chart(scene, block, now)


def task(scene: Scene, block: Task) -> None:
    """A board to bring into an order; the task stays done once it was."""
    history = _obeyed(scene, block.board)
    order = [document.doc + 1 for document in history.now.ranking]
    whole = sorted(order) == list(range(1, len(block.board.sheet.grades) + 1))
    missing = judge(block.wants, block.board, order) if whole else UNMOVED
    if not missing and scene.done(block.name) == "open":
        scene.keep(block.name, order)
    _asked(scene, block, missing)
    play(scene, block.board)
    done = scene.done(block.name) == "done"
    said = f'<p class="answer right" role="status">{block.done.shown()}</p>' if done else ""
    markup(said, key=scene.key(f"{block.name}.done"))


def _asked(scene: Scene, block: Task, missing: str) -> None:
    """What is asked for, what the order lacks of it, and help; all above the board."""
    key = scene.key(f"{block.name}.ask")
    act = told(key)
    hinted = f"{key}.hint"
    if act.get("act") == "hint":
        st.session_state[hinted] = "shown"
    if act.get("act") == "show":
        _arrange(scene, block.board, block.solution)
        scene.keep(block.name, list(block.solution))
        again()
    shown = st.session_state.get(hinted) == "shown"
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


def _obeyed(scene: Scene, block: Board) -> History:
    """Obey the board's last command, once, if it was given on the board as it is now."""
    name, start = f"{block.name}.board", _start(block)
    kept = scene.record.answers.get(name)
    there = History(kept_board.unpack(kept, start, block.mode), start)
    st.session_state.setdefault(scene.key(f"{block.name}.history"), there)
    only = None if block.mode == "edit" else ("arrange",)
    history = obeyed(scene.key(block.name), only=only)
    now = kept_board.pack(history.now)
    if now != kept and (kept is not None or history.now != start):
        scene.keep(name, now)
    return history


def _arrange(scene: Scene, block: Board, order: tuple[int, ...]) -> None:
    """Put the documents into an order, given by the ranks they started at."""
    start = _start(block)
    there = replace(start, ranking=tuple(start.ranking[rank - 1] for rank in order))
    kept = scene.key(f"{block.name}.history")
    st.session_state[kept] = st.session_state[kept].moved(there)


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


def _board(scene: Scene, block: Board, history: History, sheet: Sheet) -> None:
    name = scene.key(block.name)
    draw_board(
        history,
        sheet.trace,
        key=f"{name}.board",
        **answer(name, st.session_state.get(f"{name}.answered")),
        group=name,
        mode=block.mode,
    )
