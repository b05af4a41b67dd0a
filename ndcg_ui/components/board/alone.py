"""A board by itself, for other people's pages. Its link is the ranking and the judged pool."""

from collections.abc import Mapping
from typing import Any

import ndcg_core as nc
from ndcg_ui.components.board.board import Board
from ndcg_ui.components.board.commands import obey_command
from ndcg_ui.components.board.link import FIRST_RANKING, read_board, write_board
from ndcg_ui.components.parts import board_data
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import Answer, Part


def board_after(link: Query, act: Mapping[str, Any]) -> Board:
    """Return the board of a link after an action.

    Raises ValueError with a sentence where the action cannot be obeyed.

    >>> board_after({"r": "3,0,2"}, {"do": "arrange", "order": [2, 0, 1]}).grades
    [2, 3, 0]
    """
    board, _ = read_board({"r": FIRST_RANKING, **link})
    return obey_command(board, act) if act else board


def show_board(board: Board, trace: nc.Trace) -> Answer:
    """Return a board with its calculation, as the answer to an action."""
    data = board_data(board, trace, group="board")
    link = write_board(board)
    return Answer(link, [[[Part("board", "board", data | {"link": link})]]])


def answer_board(
    link: Query, record: object, shown: Mapping[str, Any], act: Mapping[str, Any]
) -> Answer:
    """Return the board after an action. `shown` names the cutoff `k` and the `convention`.

    An action that cannot be obeyed changes nothing.
    """
    k, name = shown.get("k"), shown.get("convention")
    convention = nc.CONVENTIONS.get(name, nc.STANDARD) if isinstance(name, str) else nc.STANDARD
    cutoff = k if isinstance(k, int) and k > 0 else None
    try:
        board = board_after(link, act)
        return show_board(board, board.trace(cutoff, convention))
    except ValueError:
        board = board_after(link, {})
        return show_board(board, board.trace(cutoff, convention))


BOARD = ExhibitPage(
    name="board",
    title="Board",
    about=lambda link: ("Board", "One ranking to drag."),
    act=answer_board,
)
"""The board as an exhibit that acts by requests; it is on no menu."""
