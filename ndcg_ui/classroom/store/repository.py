"""The rooms, learners and ballots in the database.

SQLite and PostgreSQL both understand this SQL (`database`). `WriteBatcher` writes many joins and
votes in one transaction, and acknowledges them when the transaction is on the disk.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from time import time
from typing import Any, Literal

from ndcg_core.classroom.room import Ballot, RefusedError, Room, Round, accept_ballot
from ndcg_ui.classroom.store.database import Database, Row, Transaction
from ndcg_ui.limits.shares import BusyError

MOST_LEARNERS = 1500
SECONDS_BETWEEN_COMMITS = 0.05
MOST_IN_A_COMMIT = 500
LONGEST_QUEUE = 10_000
NO_ROOM = "There is no room with this code. Check the code on the wall."
NOT_KNOWN = "This room has ended, or you have not joined it. Join again with the code on the wall."
NOT_A_TEACHER = "This link does not belong to a room, or the room has ended."
FULL = "This room is full, so nobody else can join."
LOCKED = "This class is locked, so nobody else can join. Ask your teacher to unlock it."
BUSY = "The server is busy. Your answer will be sent again in a moment."
SELECT_ROOM = "SELECT * FROM rooms WHERE code = :code AND expires > :now"
REPLACE_BALLOT = (
    "ON CONFLICT (code, round, vote, learner) DO UPDATE SET answer = :answer, sure = :sure,"
    " number = :number, at = CASE WHEN ballots.answer = :answer THEN ballots.at ELSE :at END"
)
"""Replace a ballot. The time changes only with the answer, not with a change of "sure"."""
Joining = Literal["open", "locked"]


@dataclass(frozen=True)
class RoomRecord:
    """A stored room: its code, plan, state, digests of its secrets, and counters.

    version  the number of changes, including answers
    joined   the number of learners who have ever joined; the newest learner has this number
    removed  the number of learners who were removed
    joining  "open", or "locked" if nobody else can join
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
    def learner_count(self) -> int:
        """The number of learners who are in the room."""
        return self.joined - self.removed


def require_joinable(record: RoomRecord | None) -> RoomRecord:
    """Return `record` unchanged. Raise `RefusedError` if learners cannot join the room."""
    if record is None:
        raise RefusedError(NO_ROOM)
    if record.joining == "locked":
        raise RefusedError(LOCKED)
    if record.learner_count >= MOST_LEARNERS:
        raise RefusedError(FULL)
    return record


@dataclass(frozen=True)
class JoinEntry:
    """A new learner to store, and the code of the room to join.

    token: the digest of the learner's secret
    """

    code: str
    token: str

    def store(self, transaction: Transaction, now: float) -> int:
        """Store the learner and return their number. Raise `RefusedError` if they cannot join."""
        rows = transaction.read_rows(SELECT_ROOM, code=self.code, now=now)
        record = require_joinable(_read_record(rows[0]) if rows else None)
        number = record.joined + 1
        transaction.insert_row("learners", **vars(self), number=number, joined=now)
        _update_room(transaction, self.code, joined=number)
        return number


@dataclass(frozen=True)
class VoteEntry:
    """A ballot to store for the learner whose secret has the digest `token`."""

    token: str
    ballot: Ballot

    def store(self, transaction: Transaction, now: float) -> Ballot:
        """Store and return the ballot. Raise `RefusedError` if it is not accepted.

        The same ballot, if it is stored already, is not stored again.
        """
        if (author := _find_learner(transaction, self.token, now)) is None:
            raise RefusedError(NOT_KNOWN)
        record, number = author
        values = {**vars(self.ballot), "code": record.code, "learner": number, "at": now}
        rows = transaction.read_rows(
            "SELECT * FROM ballots WHERE code = :code AND learner = :learner"
            " AND round = :round AND vote = :vote",
            **values,
        )
        earlier = _read_ballot(rows[0]) if rows else None
        ballot = accept_ballot(record.room, earlier, self.ballot)
        if ballot is not earlier:
            transaction.insert_row("ballots", REPLACE_BALLOT, **values)
            _update_room(transaction, record.code)
        return ballot


Entry = JoinEntry | VoteEntry
Outcome = int | Ballot | RefusedError
"""The learner's number, the stored ballot, or the refusal of an entry."""


class Repository:
    """The classes in a database. Each method runs one transaction.

    steering_digest  the digest of the secret of a room's teacher
    token            the digest of a learner's secret
    now              the current time, in seconds since 1970
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    # --- Rooms -------------------------------------------------------------------------------

    def store_room(
        self, record: RoomRecord, now: float, images: Mapping[str, bytes] | None = None
    ) -> bool:
        """Store a new room with its images. Return False if its code is in use."""
        columns = {name: value for name, value in vars(record).items() if name != "room"}
        columns |= {"state": format_state(record.room), "revision": 0, "created": now}
        with self.database.begin_writing() as transaction:
            is_new = transaction.insert_row("rooms", "ON CONFLICT DO NOTHING", **columns) == 1
            for name, content in (images or {}).items() if is_new else ():
                data = b64encode(content).decode()
                values: dict[str, object] = {"name": name, "bytes": len(content), "data": data}
                transaction.insert_row("images", "", code=record.code, **values)
            return is_new

    def read_image(self, name: str, now: float) -> bytes | None:
        """Return the content of an image if a room with it has not expired, or None."""
        rows = self._read_rows(
            "SELECT data FROM images JOIN rooms ON rooms.code = images.code"
            " WHERE name = :name AND expires > :now LIMIT 1",
            name=name,
            now=now,
        )
        return b64decode(rows[0]["data"]) if rows else None

    def count_image_bytes(self) -> int:
        """Return the total size of all images in bytes."""
        return int(self._read_rows("SELECT COALESCE(SUM(bytes), 0) AS n FROM images")[0]["n"])

    def read_room(self, code: str, now: float) -> RoomRecord | None:
        """Return a room, or None if it is missing or expired."""
        return next(map(_read_record, self._read_rows(SELECT_ROOM, code=code, now=now)), None)

    @contextmanager
    def _begin_steering(
        self, code: str, steering_digest: str, now: float
    ) -> Iterator[tuple[Transaction, RoomRecord]]:
        """Open a writing transaction for a room's teacher. Raise `RefusedError` for others."""
        with self.database.begin_writing() as transaction:
            rows = transaction.read_rows(SELECT_ROOM, code=code, now=now)
            if not rows or rows[0]["steering"] != steering_digest:
                raise RefusedError(NOT_A_TEACHER)
            yield transaction, _read_record(rows[0])

    def apply_command(
        self, code: str, steering_digest: str, command: tuple[str, int, str], now: float
    ) -> Room:
        """Apply a teacher's command and return the changed room.

        Raises `RefusedError` if the secret is wrong or the command is not accepted.

        command: a name, the revision of the room that the teacher saw, and an argument
        """
        with self._begin_steering(code, steering_digest, now) as (transaction, record):
            room = record.room.apply_command(*command, now)
            _update_room(transaction, code, state=format_state(room), revision=room.revision)
        return room

    def set_joining(self, code: str, steering_digest: str, joining: Joining, now: float) -> None:
        """Lock a room for new learners, or unlock the room. Only its teacher may do that.

        Raises `RefusedError` if the secret is wrong.
        """
        with self._begin_steering(code, steering_digest, now) as (transaction, _):
            _update_room(transaction, code, joining=joining)

    def delete_learners_since(
        self, code: str, steering_digest: str, since: float, now: float
    ) -> int:
        """Delete the learners who joined since a time and their ballots. Return the learner count.

        The database overwrites the data if it can. Raises `RefusedError` if the secret is wrong.
        """
        condition = "code = :code AND joined >= :since"
        values = {"code": code, "since": since}
        with self._begin_steering(code, steering_digest, now) as (transaction, record):
            transaction.execute(
                "DELETE FROM ballots WHERE code = :code"
                f" AND learner IN (SELECT number FROM learners WHERE {condition})",
                **values,
            )
            count = transaction.execute(f"DELETE FROM learners WHERE {condition}", **values)
            _update_room(transaction, code, removed=record.removed + count)
        self.database.overwrite_deleted_rows(count)
        return count

    def delete_room(self, code: str) -> None:
        """Delete a room and its data, if it exists. Overwrite the data if possible."""
        self._delete_rooms("SELECT code FROM rooms WHERE code = :code", code=code)

    def delete_expired_rooms(self, now: float) -> list[str]:
        """Delete expired rooms and return their codes. Overwrite their data if possible."""
        return self._delete_rooms("SELECT code FROM rooms WHERE expires <= :now", now=now)

    def delete_unused_rooms(self, before: float, count: int) -> list[str]:
        """Delete up to `count` unused rooms, oldest first, and return their codes.

        An unused room was created by the time `before`, and has no learner and no command.
        """
        return self._delete_rooms(
            "SELECT code FROM rooms WHERE joined = 0 AND revision = 0 AND created <= :before"
            " ORDER BY created LIMIT :count",
            before=before,
            count=count,
        )

    def _delete_rooms(self, query: str, **values: object) -> list[str]:
        with self.database.begin_writing() as transaction:
            codes = [row["code"] for row in transaction.read_rows(query, **values)]
            for code in codes:
                for table in ("ballots", "learners", "images", "rooms"):
                    transaction.execute(f"DELETE FROM {table} WHERE code = :code", code=code)
        self.database.overwrite_deleted_rows(len(codes))
        return codes

    def count_rooms(self, now: float) -> int:
        """Return the number of rooms that have not expired."""
        rows = self._read_rows("SELECT COUNT(*) AS n FROM rooms WHERE expires > :now", now=now)
        return int(rows[0]["n"])

    def read_versions(self) -> dict[str, int]:
        """Return the version of every room, by the room's code."""
        rows = self._read_rows("SELECT code, version FROM rooms")
        return {row["code"]: row["version"] for row in rows}

    # --- Learners and ballots ----------------------------------------------------------------

    def read_learners(self, code: str) -> dict[int, float]:
        """Return the time at which each learner joined a room, by the learner's number."""
        query = "SELECT number, joined FROM learners WHERE code = :code ORDER BY number"
        return {row["number"]: row["joined"] for row in self._read_rows(query, code=code)}

    def find_learner(self, token: str, now: float) -> tuple[RoomRecord, int] | None:
        """Return the room and number of the learner with the digest `token`, or None."""
        with self.database.begin_reading() as transaction:
            return _find_learner(transaction, token, now)

    def read_answer_times(self, code: str, round: int, vote: int) -> dict[int, float]:
        """Return the time of each ballot in a vote, by the learner's number."""
        query = (
            "SELECT learner, at FROM ballots WHERE code = :code AND round = :round AND vote = :vote"
        )
        rows = self._read_rows(query, code=code, round=round, vote=vote)
        return {row["learner"]: row["at"] for row in rows}

    def read_ballots(
        self, code: str, round: int | None = None, learner: int | None = None
    ) -> dict[tuple[int, int, int], Ballot]:
        """Return a room's ballots by round, vote and learner.

        round: the only round to include; None for all
        learner: the only learner to include; None for all
        """
        values = {"round": round, "learner": learner}
        where = [f" AND {name} = :{name}" for name, value in values.items() if value is not None]
        query = f"SELECT * FROM ballots WHERE code = :code{''.join(where)}"
        rows = self._read_rows(query, code=code, **values)
        return {(r["round"], r["vote"], r["learner"]): _read_ballot(r) for r in rows}

    def _read_rows(self, query: str, **values: object) -> list[Row]:
        with self.database.begin_reading() as transaction:
            return transaction.read_rows(query, **values)

    def store_entries(self, entries: Sequence[Entry], now: float) -> list[Outcome]:
        """Store joins and votes in one transaction. Return the outcome or refusal of each."""
        with self.database.begin_writing() as transaction:
            return [_store_entry(transaction, entry, now) for entry in entries]


def _store_entry(transaction: Transaction, entry: Entry, now: float) -> Outcome:
    try:
        return entry.store(transaction, now)
    except RefusedError as refused:
        return refused


def _update_room(transaction: Transaction, code: str, **values: object) -> None:
    """Set columns of a room, and increase its version."""
    changes = "".join(f", {name} = :{name}" for name in values)
    sql = f"UPDATE rooms SET version = version + 1{changes} WHERE code = :code"
    transaction.execute(sql, code=code, **values)


def _find_learner(
    transaction: Transaction, token: str, now: float
) -> tuple[RoomRecord, int] | None:
    """Return the room and number of the learner with the digest `token`, or None."""
    rows = transaction.read_rows(
        "SELECT rooms.*, learners.number FROM learners JOIN rooms"
        " ON rooms.code = learners.code WHERE token = :token AND expires > :now",
        token=token,
        now=now,
    )
    return (_read_record(rows[0]), rows[0]["number"]) if rows else None


def format_state(room: Room) -> str:
    """Return a room's state as JSON for the database."""
    return json.dumps({"at": room.at, "rounds": [asdict(round) for round in room.rounds]})


def _read_record(row: Row) -> RoomRecord:
    state = json.loads(row["state"])
    room = Room(tuple(map(_read_round, state["rounds"])), state["at"], row["revision"])
    columns = (field.name for field in fields(RoomRecord) if field.name != "room")
    return RoomRecord(room=room, **{name: row[name] for name in columns})


def _read_ballot(row: Row) -> Ballot:
    return Ballot(**{field.name: row[field.name] for field in fields(Ballot)})


class WriteBatcher:
    """A writer that commits many joins and votes in one transaction."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.group: list[Entry] = []  # the entries of the next commit
        self.outcomes: asyncio.Task[list[Outcome]] | None = None

    async def store(self, entry: Entry) -> Outcome:
        """Store a join or a vote with the next commit, and return its outcome.

        Raises `BusyError` if too many entries are waiting, and `RefusedError` if the entry is
        refused.
        """
        if self.waiting >= LONGEST_QUEUE:
            raise BusyError(BUSY)
        if self.outcomes is None or self.outcomes.done() or len(self.group) >= MOST_IN_A_COMMIT:
            self.group = []
            self.outcomes = asyncio.create_task(self._commit(self.group))
        place = len(self.group)
        outcomes = self.outcomes
        self.group.append(entry)
        self.waiting += 1
        try:
            outcome = (await asyncio.shield(outcomes))[place]
        finally:
            self.waiting -= 1
        if isinstance(outcome, RefusedError):
            raise outcome
        return outcome

    async def _commit(self, group: list[Entry]) -> list[Outcome]:
        async with self.turn:
            await asyncio.sleep(SECONDS_BETWEEN_COMMITS)
            if group is self.group:
                self.outcomes = None
            return await asyncio.to_thread(self.repository.store_entries, group, time())


def _read_round(stored: Mapping[str, Any]) -> Round:
    """Return a stored question. Another version may have stored fewer or more of its fields."""
    known = {name: value for name, value in stored.items() if name in _ROUND_FIELDS}
    older = {"solved": stored["phase"] == "revealed"}
    return Round(**{**older, **known, "chosen": tuple(stored.get("chosen", ()))})


_ROUND_FIELDS = {field.name for field in fields(Round)}
