"""Boards in a lesson: to play with, and to bring into an order that a task wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ndcg_core.lessons.blocks.kinds import Board, DragTask
from ndcg_core.lessons.blocks.wants import UNMOVED, judge
from ndcg_core.lessons.placeholders.settings import LETTERS
from ndcg_core.metric.pools import unretrieved
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards import board as ranking
from ndcg_ui.boards.board import Document
from ndcg_ui.boards.commands import obey as obey_command
from ndcg_ui.course import kept_boards
from ndcg_ui.course.board_controls import chart, choose, chosen, controls, threshold_of, values
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.parts import Act, Look, Measure, Part, board_data, form, words
from ndcg_ui.html.builder import NOTHING, Html, button, div, html, p, span, verdict

# --- A board to play with ----------------------------------------------------------------------


def play(scene: Scene, block: Board) -> list[Part]:
    """Return the board with its controls, its values and its chart."""
    now = _now(scene, block)
    sheet = chosen(scene, block, sheet_of(block, now))
    return [
        *controls(scene, block, sheet_of(block, now)),
        values(scene, block, sheet, threshold_of(scene, block)),
        _board(scene, block, now, sheet),
        *chart(scene, block, sheet),
    ]


def obey(scene: Scene, block: Board, piece: str, act: Act) -> None:
    """Do on the board, or choose beside it, what the learner did.

    A command names the board that it was given on: undo and redo put another one there.
    """
    if piece == "controls":
        choose(scene, block, act)
    if piece != "board":
        return
    start, command = start_of(block), act.get("do")
    there = kept_boards.unpack(act.get("on"), start, block.mode)
    if command == "reset":
        there = start
    elif command == "arrange" or (command and block.mode == "edit"):
        there = obey_command(there, act)
    _put(scene, block, there)


def start_of(block: Board) -> ranking.Board:
    """Return the lesson's own board."""
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


def sheet_of(block: Board, now: ranking.Board) -> Sheet:
    """Return the calculation that a board stands for, under the lesson's convention."""
    sheet = block.sheet
    extra = tuple(document.grade for document in now.unretrieved)
    pool = (*now.grades, *extra) if extra else sheet.judged
    return Sheet(
        tuple(map(float, now.grades)),
        sheet.convention,
        sheet.k,
        tuple(document.label for document in now.ranking),
        pool and tuple(map(float, pool)),
    )


def _now(scene: Scene, block: Board) -> ranking.Board:
    """The board as the learner left it; at first the lesson's own."""
    return kept_boards.unpack(scene.answers.get(_name(block)), start_of(block), block.mode)


def _put(scene: Scene, block: Board, board: ranking.Board) -> None:
    """Remember a board, once it is another than the lesson's."""
    packed, there = kept_boards.pack(board), scene.answers.get(_name(block))
    if packed != there and (there is not None or board != start_of(block)):
        scene.give(_name(block), packed)


def _name(block: Board) -> str:
    return f"{block.name}.board"


# --- A task ------------------------------------------------------------------------------------


def task(scene: Scene, block: DragTask) -> list[Part]:
    """Return a board to bring into an order; the task stays done once it was."""
    done = scene.done(block.name) == "done"
    praise = p(block.done.shown(), css="answer right", role="status") if done else NOTHING
    return [
        _asked(scene, block),
        *play(scene, block.board),
        words(f"{block.name}.done", praise, scene.of(block.name)),
    ]


def obey_task(scene: Scene, block: DragTask, piece: str, act: Act) -> None:
    """Do on the board of a task, or show of its hint and its solution, what the learner did."""
    if piece != "ask":
        obey(scene, block.board, piece, act)
        if scene.done(block.name) == "open" and not _missing(scene, block):
            scene.give(block.name, _order(scene, block))
    elif act.get("act") == "hint":
        scene.give(_hinted(block), True)
    elif act.get("act") == "show":
        start = start_of(block.board)
        solved = tuple(start.ranking[rank - 1] for rank in block.solution)
        _put(scene, block.board, replace(start, ranking=solved))
        scene.give(block.name, list(block.solution))


def _hinted(block: DragTask) -> str:
    return f"{block.name}.hinted"


def _order(scene: Scene, block: DragTask) -> list[int]:
    """The order of a task's board, by the ranks that its documents started at."""
    return [document.id + 1 for document in _now(scene, block.board).ranking]


def _missing(scene: Scene, block: DragTask) -> str:
    """What the order lacks of what is asked for."""
    order = _order(scene, block)
    whole = sorted(order) == list(range(1, len(block.board.sheet.grades) + 1))
    # By the threshold that its values are shown for: what is said of P must be what is seen.
    board = replace(block.board, threshold=threshold_of(scene, block.board))
    return judge(block.wants, board, order) if whole else UNMOVED


def _asked(scene: Scene, block: DragTask) -> Part:
    """What is asked for, what the order lacks of it, and help; all above the board."""
    hinted = scene.answers.get(_hinted(block)) is True
    state = "done" if scene.done(block.name) == "done" else "not yet"
    status = p(_stands(state, _missing(scene, block)), role="status")
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
    return form(f"{block.name}.ask", drawn, scene.of(block.name))


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


# --- What is shown -----------------------------------------------------------------------------


def _board(scene: Scene, block: Board, now: ranking.Board, sheet: Sheet) -> Part:
    start = start_of(block)
    data = board_data(
        now,
        sheet.trace,
        group=scene.of(block.name),
        mode=block.mode,
        look=_look(scene, block.shows),
        speaks=_measure(block.shows),
    )
    more = {"link": kept_boards.pack(now), "start": kept_boards.pack(start), "ids": "own"}
    return Part("board", _name(block), data | more)


def _look(scene: Scene, shows: Sequence[str]) -> Look:
    """How much of the board is shown, before the lessons are about the rest."""
    plain = "idcg" not in shows or "ideal" in scene.hide
    return "bare" if "dcg" not in shows else "plain" if plain else "whole"


def _measure(shows: Sequence[str]) -> Measure:
    """The measure that is spoken of: the last that the lesson has come to."""
    return "ndcg" if "ndcg" in shows else "dcg" if "dcg" in shows else "cg"
