"""A board by itself, for other people's pages. Its link is the ranking and the judged pool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ndcg_core as nc
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, Document, clean_label, make_default_label
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.link import FIRST_RANKING, build_board_link_parameters, read_board
from ndcg_ui.components.parts import describe_board
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import Answer, Part


@dataclass(frozen=True)
class Ranking:
    """A board's ranking after the last change, with the calculation of its NDCG.

    Attributes
    ----------
    trace : Trace
        The calculation of the ranking: one row per rank of the actual and of the ideal order, and
        their sums CG, DCG, IDCG and NDCG.
    """

    trace: nc.Trace

    @property
    def grades(self) -> list[float]:
        """The grades of the ranking, from rank 1."""
        return [row.grade for row in (*self.trace.actual, *self.trace.beyond)]

    @property
    def labels(self) -> list[str]:
        """The labels of the ranked documents, from rank 1."""
        return [row.label for row in (*self.trace.actual, *self.trace.beyond)]


def build_board(
    grades: Sequence[float],
    k: int | None,
    convention: nc.Convention | str,
    judged: Sequence[float] | None,
    labels: Sequence[str] | None,
) -> Board:
    """Build a board from grades. Raise ValueError if a board cannot show or score them.

    `k` and `convention` are only used to check that the grades have a score.

    >>> build_board([3, 0], None, nc.STANDARD, [3, 0, 2], None).judged_grades
    [3.0, 0.0, 2.0]
    >>> build_board([3], 3, nc.STANDARD, [3, 1, 2], None).judged_grades
    [3.0, 1.0, 2.0]
    """
    trace = nc.trace(grades, judged=judged, labels=labels)  # raises for invalid arguments
    count = len(trace.judged or trace.actual)
    if count > len(trace.actual):  # an ideal order has all judged documents only with such a cutoff
        trace = nc.trace(grades, count, judged=judged, labels=labels)
    rows = trace.actual
    nc.trace([row.grade for row in rows], k, convention, trace.judged)  # raises without a score
    others = [row for row in trace.ideal if row.doc >= len(rows)]
    if len(rows) + len(others) > limits.MOST_DOCUMENTS:
        raise ValueError(
            f"A board holds at most {limits.MOST_DOCUMENTS} documents, and these are "
            f"{len(rows) + len(others)}. Pass the first {limits.MOST_DOCUMENTS}."
        )
    named = labels is not None
    ranking = [
        Document(place, clean_label(row.label) if named else make_default_label(place), row.grade)
        for place, row in enumerate((*rows, *sorted(others, key=lambda row: row.doc)))
    ]
    names = [document.label for document in ranking]
    if "" in names:
        raise ValueError(f"Label {names.index('') + 1} is empty. Each card needs a name.")
    if named and len(set(names)) < len(names):
        raise ValueError("Two documents have the same label. Give each document a different label.")
    return Board(tuple(ranking[: len(rows)]), tuple(ranking[len(rows) :]))


def change_board(link: Query, act: Mapping[str, Any]) -> Board:
    """Return the board of a link after an action. Raise ValueError if the action is refused.

    An empty action changes nothing. A link that cannot be read raises ValueError too.

    >>> change_board({"r": "3,0,2"}, {"do": "arrange", "order": [2, 0, 1]}).grades
    [2, 3, 0]
    """
    board, _ = read_board({"r": FIRST_RANKING, **link})
    return apply_command(board, act) if act else board


def make_board_answer(board: Board, trace: nc.Trace) -> Answer:
    """Return an answer with a board as its only part, and with the board's link."""
    data = describe_board(board, trace, group="board")
    link = build_board_link_parameters(board)
    return Answer(link, [[[Part("board", "board", data | {"link": link})]]])


def answer_board_action(
    link: Query, record: object, arguments: Mapping[str, Any], act: Mapping[str, Any]
) -> Answer:
    """Answer an action on a board that is shown alone. A refused action changes nothing.

    Raises ValueError for a link that cannot be read, or for a ranking without a score.

    record: not used, because the link is all of the board's state
    arguments: the cutoff "k" and the name of the "convention"
    """
    k = arguments.get("k")
    name = arguments.get("convention")
    convention = nc.CONVENTIONS.get(name, nc.STANDARD) if isinstance(name, str) else nc.STANDARD
    cutoff = k if isinstance(k, int) and k > 0 else None
    try:
        board = change_board(link, act)
        return make_board_answer(board, board.trace_ranking(cutoff, convention))
    except ValueError:
        board = change_board(link, {})
        return make_board_answer(board, board.trace_ranking(cutoff, convention))


BOARD = ExhibitPage(
    name="board",
    title="Board",
    describe=lambda link: ("Board", "One ranking to drag."),
    answer_action=answer_board_action,
)
"""The board as an exhibit that answers requests. It is not in the menu."""
