"""What a learner sent, read: the question that it is about, and the ballot that it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ndcg_core.classroom.asked import written
from ndcg_core.classroom.ballots import LARGEST_NUMBER, SURE, Ballot
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import Refused, Room


def ballot_sent(room: Room, given: Mapping[str, Any]) -> tuple[str, Ballot]:
    """The ballot in what somebody sent, and the question it is on."""
    round, vote, number = (_whole(given.get(name), name) for name in ("round", "vote", "number"))
    asked = next((r for r in room.rounds if r.id == round and r.votes >= vote), None)
    if asked is None or vote not in (1, 2):
        raise Refused("This question is not asked here.")
    sure = given.get("sure", "")
    if sure not in SURE:
        raise Refused("Say whether you are sure, not sure, or neither.")
    try:
        answer = written(find(asked.question).read(given.get("answer")))
    except ValueError as error:
        raise Refused(str(error)) from None
    return asked.question, Ballot(round, vote, answer, sure, number)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST_NUMBER:
        raise Refused(f"This message has no {name} that is a whole number.")
    return value
