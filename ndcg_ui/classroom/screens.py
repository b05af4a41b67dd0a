"""What a learner's phone is sent of a room: the same for all, and then what is their own.

Before the solution is shown nothing here depends on whether an answer is right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.classroom.codes import name_of
from ndcg_core.classroom.lesson_questions import Auditing, Choosing, Guessing
from ndcg_core.classroom.question import ClassQuestion
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import Ballot, Room, Round
from ndcg_core.classroom.sheets_and_orders import FillingIn, Ordering
from ndcg_core.classroom.tally import Judge
from ndcg_core.lessons.blocks.papers import misconception_titles
from ndcg_core.marking.wording import cell_name
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import Board, Document, cards, default_label
from ndcg_ui.classroom.replaying import frames, solved
from ndcg_ui.classroom.repository import RoomRecord
from ndcg_ui.course.forms import about, printed_sheet
from ndcg_ui.html.blank_sheets import unmarked

ONLY_MOVED: Mapping[str, Any] = {
    "mode": "move",
    "group": "class",
    "epoch": "class",
    "now": None,
    "remarks": [],
}
"""How a board is shown to somebody who only moves its documents."""


@lru_cache(maxsize=500)
def presented(reference: str) -> Mapping[str, Any]:
    """The question: its kind, what is asked as HTML, and what its component needs."""
    question = find(reference)
    return {"kind": question.kind, "ask": question.ask, **_more(question, reference)}


def _more(question: ClassQuestion, reference: str) -> dict[str, Any]:
    if isinstance(question, Choosing):
        return {"options": [option.say.shown() for option in question.question.options]}
    if isinstance(question, FillingIn):
        blank = unmarked(question.sheet, "class", reference)
        return {"about": about(question.sheet), "sheet": blank}
    if isinstance(question, Auditing):
        return {
            "about": printed_sheet(question.question.paper),
            "lines": {cell: cell_name(cell) for cell in question.question.lines},
            "mistakes": misconception_titles(question.question.offered),
        }
    if isinstance(question, Ordering):
        return {"about": about(question.sheet), "board": _board(question.sheet)}
    if isinstance(question, Guessing):
        names = ("low", "high", "step", "digits")
        return {name: getattr(question.question, name) for name in names}
    return {}


def _board(sheet: Sheet) -> dict[str, Any]:
    """The board without its ideal order: what an order scores would say whether it is right."""
    labels = sheet.labels or [default_label(place) for place in range(len(sheet.grades))]
    documents = [Document(n, labels[n], grade) for n, grade in enumerate(sheet.grades)]
    board = Board(tuple(documents))
    data = cards(board, board.trace(sheet.trace.k, sheet.convention))
    return data | {"ideal": [], "idcg": None, "empty": "", **ONLY_MOVED}


def learners_room(room: Room) -> Mapping[str, Any]:
    """The question on the wall and its phase."""
    return _room_part(room.now, room.at, len(room.rounds), room.revision)


@lru_cache(maxsize=200)
def _room_part(now: Round | None, at: int, count: int, revision: int) -> Mapping[str, Any]:
    where = {"revision": revision, "place": at + 1, "count": count}
    if now is None:
        return where | {"phase": "waiting"}
    return where | {
        "round": now.id,
        "phase": now.phase,
        "vote": now.vote,
        "votes": now.votes,
        "alone": now.after is not None,
        "question": presented(now.question),
        **(_solution(now) if now.phase == "revealed" else {"solution": ""}),
    }


def _solution(now: Round) -> dict[str, Any]:
    """The solution, or the step at which its replay stands; steps: how many there are."""
    steps = frames(now.question)
    solution = steps[now.step - 1] if 0 < now.step <= len(steps) else solved(now.question)
    return {"solution": solution, "step": now.step, "steps": len(steps)}


def own_part(
    record: RoomRecord, number: int, ballots: Mapping[int, Ballot], judge: Judge | None
) -> dict[str, Any]:
    """A learner's name and answers, by vote; what became of them, once the solution is shown.

    Without a judge they hear of that later: marking a whole class may take a while.
    """
    now = record.room.now
    revealed = now is not None and now.phase == "revealed"
    return {
        "name": name_of(number, record.salt),
        "ballots": {vote: _answer(ballot) for vote, ballot in sorted(ballots.items())},
        "verdicts": {vote: _verdict(b, judge) for vote, b in sorted(ballots.items())}
        if revealed and judge
        else {},
    }


def _answer(ballot: Ballot) -> dict[str, Any]:
    return {
        "answer": json.loads(ballot.answer),
        "sure": ballot.sure,
        "number": ballot.number,
    }


def _verdict(ballot: Ballot, judge: Judge) -> dict[str, str]:
    verdict = judge(ballot.answer)
    return {"outcome": verdict.outcome, "message": verdict.message}
