"""What a learner's phone is told of a room: the same for all, and then what is their own.

Before the solution is shown nothing here depends on whether an answer is right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.names import name_of
from ndcg_core.classroom.room import Room
from ndcg_core.classroom.rounds import Round
from ndcg_core.classroom.tally import Judge
from ndcg_ui.classroom.presenting import presented
from ndcg_ui.classroom.replaying import frames, solved
from ndcg_ui.classroom.rows import Kept


def learners_room(room: Room) -> Mapping[str, Any]:
    """The question on the wall and its phase."""
    return _shown(room.now, room.at, len(room.rounds), room.revision)


@lru_cache(maxsize=200)
def _shown(now: Round | None, at: int, count: int, revision: int) -> Mapping[str, Any]:
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
    shown = steps[now.step - 1] if 0 < now.step <= len(steps) else solved(now.question)
    return {"solution": shown, "step": now.step, "steps": len(steps)}


def own(
    kept: Kept, number: int, ballots: Mapping[int, Ballot], judge: Judge | None
) -> dict[str, Any]:
    """A learner's name and answers, by vote; what became of them, once the solution is shown.

    Without a judge they are told that later: judging a whole class may take a while.
    """
    now = kept.room.now
    revealed = now is not None and now.phase == "revealed"
    return {
        "name": name_of(number, kept.salt),
        "ballots": {vote: _kept(ballot) for vote, ballot in sorted(ballots.items())},
        "verdicts": {vote: _verdict(b, judge) for vote, b in sorted(ballots.items())}
        if revealed and judge
        else {},
    }


def _kept(ballot: Ballot) -> dict[str, Any]:
    return {
        "answer": json.loads(ballot.answer),
        "sure": ballot.sure,
        "number": ballot.number,
    }


def _verdict(ballot: Ballot, judge: Judge) -> dict[str, str]:
    verdict = judge(ballot.answer)
    return {"outcome": verdict.outcome, "message": verdict.message}
