"""Joins and votes, entered many in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ndcg_core.classroom.ballots import Ballot, taken
from ndcg_core.classroom.room import Refused
from ndcg_ui.classroom.rows import Kept, Transaction, ballot_of, unpacked


@dataclass(frozen=True)
class Join:
    """Somebody joins; token: the digest of the secret by which they are known."""

    code: str
    token: str


@dataclass(frozen=True)
class Vote:
    """Somebody's ballot."""

    token: str
    ballot: Ballot


Entry = Join | Vote
Outcome = int | Ballot | Refused
"""A learner's number, the ballot that is kept, or why nothing is."""

NO_ROOM = "There is no room with this code. Look at the code on the wall again."
NOT_KNOWN = "This room is over, or does not know you; join again with the code on the wall."
FULL = "This room is full: it has as many learners as it can take."
LOCKED = "This class is locked: nobody new can join it. Ask whoever teaches it to let you in."
MOST_LEARNERS = 1500

ROOM = "SELECT * FROM rooms WHERE code = :code AND expires > :now"


class Entering:
    """One transaction in which many joins and votes are entered."""

    def __init__(self, books: Transaction, locked: str, now: float) -> None:
        """Enter them in `books`, at the time `now`."""
        self.books, self.locked, self.now = books, locked, now
        self.rooms: dict[str, Kept | None] = {}
        self.joined: dict[str, int] = {}
        self.changed: set[str] = set()

    def all(self, entries: Sequence[Entry]) -> list[Outcome]:
        """The outcome of each."""
        known = [self.known(entry) for entry in entries]
        for code in sorted({code for code, _ in filter(None, known)}):  # in one order: no deadlock
            found = self.books.rows(ROOM + self.locked, code=code, now=self.now)
            self.rooms[code] = unpacked(found[0]) if found else None
        outcomes = [self.one(entry, who) for entry, who in zip(entries, known, strict=True)]
        for code in sorted(self.changed):
            self.books.run(
                "UPDATE rooms SET version = version + 1, joined = joined + :more"
                " WHERE code = :code",
                **{"more": self.joined.get(code, 0), "code": code},
            )
        self.books.announce(sorted(self.changed))
        return outcomes

    def known(self, entry: Entry) -> tuple[str, int] | None:
        """The room and the number of whom an entry is by."""
        if isinstance(entry, Join):
            return entry.code, 0
        return learner_of(self.books, entry.token, self.now)

    def one(self, entry: Entry, who: tuple[str, int] | None) -> Outcome:
        """The outcome of one."""
        try:
            return self.join(entry) if isinstance(entry, Join) else self.vote(entry, who)
        except Refused as refused:
            return refused

    def join(self, entry: Join) -> int:
        """The number of who joins."""
        kept = self.rooms[entry.code]
        if kept is None:
            raise Refused(NO_ROOM)
        if kept.joining == "locked":
            raise Refused(LOCKED)
        number = kept.joined + self.joined.get(entry.code, 0) + 1
        if number - kept.removed > MOST_LEARNERS:
            raise Refused(FULL)
        self.books.run(
            "INSERT INTO learners (token, code, number, joined)"
            " VALUES (:token, :code, :number, :now)",
            **{"token": entry.token, "code": entry.code, "number": number, "now": self.now},
        )
        self.joined[entry.code] = self.joined.get(entry.code, 0) + 1
        self.changed.add(entry.code)
        return number

    def vote(self, entry: Vote, who: tuple[str, int] | None) -> Ballot:
        """The ballot that is kept."""
        kept = self.rooms.get(who[0]) if who else None
        if who is None or kept is None:
            raise Refused(NOT_KNOWN)
        at = {"code": who[0], "round": entry.ballot.round, "vote": entry.ballot.vote}
        at["learner"] = who[1]
        before = self.books.rows(
            "SELECT * FROM ballots WHERE code = :code AND round = :round AND vote = :vote"
            " AND learner = :learner",
            **at,
        )
        ballot = taken(kept.room, ballot_of(before[0]) if before else None, entry.ballot)
        entered = self.books.run(
            "INSERT INTO ballots (code, round, vote, learner, answer, sure, number)"
            " SELECT code, :round, :vote, number, :answer, :sure, :number"
            " FROM learners WHERE token = :token"  # nobody who was removed since
            " ON CONFLICT (code, round, vote, learner) DO UPDATE SET answer = :answer,"
            " sure = :sure, number = :number",
            **{"round": at["round"], "vote": at["vote"], "token": entry.token},
            **{"answer": ballot.answer, "sure": ballot.sure, "number": ballot.number},
        )
        if not entered:
            raise Refused(NOT_KNOWN)
        self.changed.add(who[0])
        return ballot


def learner_of(books: Transaction, token: str, now: float) -> tuple[str, int] | None:
    """The room and the number of whoever has a token."""
    rows = books.rows(
        "SELECT learners.code, learners.number FROM learners JOIN rooms"
        " ON rooms.code = learners.code WHERE token = :token AND expires > :now",
        **{"token": token, "now": now},
    )
    return (rows[0]["code"], rows[0]["number"]) if rows else None
