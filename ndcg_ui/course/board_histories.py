"""The orders a lesson's board has had, in this session and in the course the browser keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from ndcg_core.lessons.blocks.kinds import Board
from ndcg_core.lessons.placeholders.settings import LETTERS
from ndcg_core.metric.pools import unretrieved
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards import board as ranking
from ndcg_ui.boards.board import Document
from ndcg_ui.boards.history import History
from ndcg_ui.components.events import Event
from ndcg_ui.course import kept_boards
from ndcg_ui.course.scene import Scene


def start_of(block: Board) -> ranking.Board:
    """The lesson's own board."""
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
def obeying(scene: Scene, block: Board) -> Iterator[History]:
    """Obey the board's last command, if it was given on the board as it is now; keep what follows.

    A command that does not fit the board is dropped.
    """
    only = None if block.mode == "edit" else ("arrange",)
    history = history_of(scene, block)
    with scene.taking(scene.key(f"{block.name}.board")) as command:
        with suppress(ValueError):
            history = after_command(history, command, only)
        put(scene, block, history)
        yield history


def history_of(scene: Scene, block: Board) -> History:
    """The board in this session; at first the one that the browser kept, or the lesson's own."""
    start, kept = start_of(block), scene.answers.get(_name(block))
    there = scene.state.boards.get(block.name)
    return there or History(kept_boards.unpack(kept, start, block.mode), start)


def put(scene: Scene, block: Board, history: History) -> None:
    """Put a board into the session and, once it is another than the lesson's, into the course."""
    scene.change_state(boards={**scene.state.boards, block.name: history})
    kept, now = scene.answers.get(_name(block)), kept_boards.pack(history.now)
    if now != kept and (kept is not None or history.now != history.start):
        scene.give(_name(block), now)


def _name(block: Board) -> str:
    """What a board's order is called in the course."""
    return f"{block.name}.board"


def arrange(scene: Scene, block: Board, order: tuple[int, ...]) -> None:
    """Put the documents into an order, given by the ranks they started at."""
    start = start_of(block)
    there = replace(start, ranking=tuple(start.ranking[rank - 1] for rank in order))
    put(scene, block, history_of(scene, block).moved(there))


def sheet_of(block: Board, history: History) -> Sheet:
    """The calculation that a board's order stands for, under the lesson's convention."""
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


def after_command(history: History, given: Event, only: Sequence[str] | None = None) -> History:
    """Return the history after a command that was given on the board as it is now, or as it was.

    only: the commands that are obeyed, all where none is named. ValueError: it does not fit.
    """
    stale = given.get("revision") != history.now.revision
    refused = only is not None and given.get("do") not in only
    return history if not given or stale or refused else history.obeying(given)
