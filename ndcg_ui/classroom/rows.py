"""What a database has to do for the books, and a room and a ballot as their rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.room import Room
from ndcg_core.classroom.rounds import Round

Row = Mapping[str, Any]
Joining = Literal["open", "locked"]


class Transaction(Protocol):
    """What a statement is given to."""

    def rows(self, sql: str, **values: Any) -> list[Row]:
        """What a query finds."""

    def run(self, sql: str, **values: Any) -> int:
        """How many rows a statement changed."""

    def announce(self, codes: Iterable[str]) -> None:
        """Tell the other processes, once this is committed, in which rooms something changed."""


class Database(Protocol):
    """Where the books are."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction that is committed at the end, durably, or not at all."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """A transaction that changes nothing."""

    def forget(self, deleted: int) -> None:
        """Have nothing of so many deleted rows stay where it can be read, as far as can be."""

    locked: str
    """What a query ends with whose rows no other transaction may change until this one ends."""


@dataclass(frozen=True)
class Kept:
    """A room as it is kept.

    version  counts every change in it, answers included
    joined   how many have ever joined it, by which they are numbered; removed: of them
    joining  "open", or "locked" where nobody new can join
    """

    code: str
    plan: str
    room: Room
    version: int
    joined: int
    salt: int
    steering: str
    showing: str
    expires: float
    removed: int = 0
    joining: Joining = "open"

    @property
    def here(self) -> int:
        """How many learners it has."""
        return self.joined - self.removed


def packed(room: Room) -> str:
    """A room's state as it is kept."""
    return json.dumps({"at": room.at, "rounds": [asdict(asked) for asked in room.rounds]})


def unpacked(row: Row) -> Kept:
    """A room as it was kept."""
    state = json.loads(row["state"])
    rounds = tuple(Round(**asked) for asked in state["rounds"])
    same = [*("code", "plan", "version", "joined", "salt", "steering", "showing", "expires")]
    same += ["removed", "joining"]
    room = Room(rounds, state["at"], row["revision"])
    return Kept(room=room, **{name: row[name] for name in same})


def ballot_of(row: Row) -> Ballot:
    """A ballot as it was kept."""
    return Ballot(row["round"], row["vote"], row["answer"], row["sure"], row["number"])
