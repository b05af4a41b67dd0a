"""Ballots: one person's answer to one vote, and whether it is taken."""

from dataclasses import dataclass
from typing import Literal, get_args

from ndcg_core.classroom.room import Refused, Room

Sure = Literal["", "sure", "not sure"]
SURE: tuple[Sure, ...] = get_args(Sure)
LARGEST_NUMBER = 2**53


@dataclass(frozen=True)
class Ballot:
    """An answer as it is kept.

    round   the id of the question; vote: 1, or 2 after the discussion
    answer  as `Asked.read` wrote it: one text for all answers that are the same
    number  the learner's own count of what they sent: a later one replaces an earlier one
    """

    round: int
    vote: int
    answer: str
    sure: Sure = ""
    number: int = 1


def taken(room: Room, kept: Ballot | None, sent: Ballot) -> Ballot:
    """The ballot that is kept once `sent` has come; `Refused` where it changes nothing.

    kept: the same learner's ballot on the same vote. One that comes twice is taken once.

    >>> room = Room.of(["drag/1"]).obey("forward", 0)
    >>> taken(room, None, Ballot(0, 1, "[1,0]")).answer
    '[1,0]'
    """
    if kept and sent.number == kept.number:
        if sent != kept:
            raise Refused("Another answer came under this number; the first one is kept.")
        return kept
    if kept and sent.number < kept.number:
        raise Refused("A newer answer of yours is kept.")
    now = room.now
    if now is None or (now.id, now.vote) != (sent.round, sent.vote):
        raise Refused(_closed(kept))
    return sent


def _closed(kept: Ballot | None) -> str:
    if kept:
        return "This vote is closed. The answer that you gave before it closed is kept."
    return "This vote is closed; the answer came after it."
