"""What a database has to do for the books, and a room and a ballot as their rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.room import Room
from ndcg_core.classroom.rounds import Round

Row = Mapping[str, Any]


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

    locked: str
    """What a query ends with whose rows no other transaction may change until this one ends."""


@dataclass(frozen=True)
class Kept:
    """A room as it is kept; version: counts every change in it, answers included."""

    code: str
    plan: str
    room: Room
    version: int
    joined: int
    salt: int
    steering: str
    showing: str
    expires: float


def packed(room: Room) -> str:
    """A room's state as it is kept."""
    return json.dumps({"at": room.at, "rounds": [asdict(asked) for asked in room.rounds]})


def unpacked(row: Row) -> Kept:
    """A room as it was kept."""
    state = json.loads(row["state"])
    rounds = tuple(Round(**asked) for asked in state["rounds"])
    same = ("code", "plan", "version", "joined", "salt", "steering", "showing", "expires")
    room = Room(rounds, state["at"], row["revision"])
    return Kept(room=room, **{name: row[name] for name in same})


def ballot_of(row: Row) -> Ballot:
    """A ballot as it was kept."""
    return Ballot(row["round"], row["vote"], row["answer"], row["sure"], row["number"])
