"""What is kept of the classes: rooms, learners, ballots.

Written in the SQL that SQLite and PostgreSQL both understand, with `:name` for values; a `Database`
opens transactions and knows the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.room import Refused, Room
from ndcg_ui.classroom.entering import ROOM, Entering, Entry, Outcome, learner_of
from ndcg_ui.classroom.rows import (
    Database,
    Joining,
    Kept,
    Row,
    Transaction,
    ballot_of,
    packed,
    unpacked,
)


class Books:
    """The books in a database; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        """Keep them in `database`."""
        self.database = database

    # --- Rooms -------------------------------------------------------------------------------

    def open(self, kept: Kept, now: float) -> bool:
        """Whether the room could be made: not where its code is in use."""
        with self.database.writing() as books:
            changed = books.run(
                "INSERT INTO rooms (code, plan, state, revision, version, joined, salt, steering,"
                " showing, created, expires) VALUES (:code, :plan, :state, 0, 0, 0, :salt,"
                " :steering, :showing, :now, :expires) ON CONFLICT DO NOTHING",
                **{k: v for k, v in vars(kept).items() if k not in ("room", "version", "joined")},
                state=packed(kept.room),
                now=now,
            )
        return changed == 1

    def room(self, code: str, now: float) -> Kept | None:
        """A room; None where there is none, or its time is over."""
        with self.database.reading() as books:
            return next(map(unpacked, books.rows(ROOM, code=code, now=now)), None)

    def command(self, code: str, steering: str, command: tuple[str, int, str], now: float) -> Room:
        """The room after a command of who steers it; `Refused` where it changes nothing."""
        with self.database.writing() as books:
            room = unpacked(self._steered(books, code, steering, now)).room.obey(*command)
            books.run(
                "UPDATE rooms SET state = :state, revision = :revision, version = version + 1"
                " WHERE code = :code",
                **{"state": packed(room), "revision": room.revision, "code": code},
            )
            books.announce([code])
        return room

    def _steered(self, books: Transaction, code: str, steering: str, now: float) -> Row:
        """The room of who steers it, which nobody else changes until the transaction ends."""
        rows = books.rows(ROOM + self.database.locked, code=code, now=now)
        if not rows or rows[0]["steering"] != steering:
            raise Refused("This is not your room, or it is over.")
        return rows[0]

    def set_joining(self, code: str, steering: str, joining: Joining, now: float) -> None:
        """Lock a room, so that nobody new joins, or open it again."""
        with self.database.writing() as books:
            self._steered(books, code, steering, now)
            books.run(
                "UPDATE rooms SET joining = :joining, version = version + 1 WHERE code = :code",
                **{"joining": joining, "code": code},
            )
            books.announce([code])

    def remove_since(self, code: str, steering: str, since: float, now: float) -> int:
        """Remove the learners who joined at a time or later, and their ballots; how many."""
        who = "code = :code AND joined >= :since"
        at = {"code": code, "since": since}
        with self.database.writing() as books:
            self._steered(books, code, steering, now)
            books.run(
                "DELETE FROM ballots WHERE code = :code"
                f" AND learner IN (SELECT number FROM learners WHERE {who})",
                **at,
            )
            count = books.run(f"DELETE FROM learners WHERE {who}", **at)
            books.run(
                "UPDATE rooms SET removed = removed + :count, version = version + 1"
                " WHERE code = :code",
                **{"count": count, "code": code},
            )
            books.announce([code])
        self.database.forget(count)
        return count

    def joins(self, code: str, since: float) -> list[float]:
        """When those joined who are in a room, from a time on."""
        with self.database.reading() as books:
            rows = books.rows(
                "SELECT joined FROM learners WHERE code = :code AND joined >= :since",
                **{"code": code, "since": since},
            )
        return [row["joined"] for row in rows]

    def delete(self, code: str) -> None:
        """Delete a room and everything in it, on the disk too."""
        with self.database.writing() as books:
            _delete(books, [code])
        self.database.forget(1)

    def sweep(self, now: float) -> list[str]:
        """Delete the rooms whose time is over, on the disk too, and return their codes."""
        return self._delete_all("SELECT code FROM rooms WHERE expires <= :now", now=now)

    def give_way(self, before: float, count: int) -> list[str]:
        """Delete the oldest rooms made before a time that had no learner and no command."""
        return self._delete_all(
            "SELECT code FROM rooms WHERE joined = 0 AND revision = 0 AND created <= :before"
            " ORDER BY created LIMIT :count",
            **{"before": before, "count": count},
        )

    def _delete_all(self, which: str, **values: float) -> list[str]:
        with self.database.writing() as books:
            codes = [row["code"] for row in books.rows(which + self.database.locked, **values)]
            _delete(books, codes)
        self.database.forget(len(codes))
        return codes

    def count(self, now: float) -> int:
        """How many rooms there are."""
        with self.database.reading() as books:
            (row,) = books.rows("SELECT COUNT(*) AS n FROM rooms WHERE expires > :now", now=now)
        return int(row["n"])

    def versions(self) -> dict[str, int]:
        """The version of every room."""
        with self.database.reading() as books:
            rows = books.rows("SELECT code, version FROM rooms")
        return {row["code"]: row["version"] for row in rows}

    # --- Learners and ballots ----------------------------------------------------------------

    def learner(self, token: str, now: float) -> tuple[str, int] | None:
        """The room and the number of whoever has a token."""
        with self.database.reading() as books:
            return learner_of(books, token, now)

    def ballots(self, code: str, round: int | None = None) -> dict[tuple[int, int, int], Ballot]:
        """The ballots of a room, or on one of its questions, by round, vote and learner."""
        where = " AND round = :round" if round is not None else ""
        values = {"code": code} | ({"round": round} if round is not None else {})
        with self.database.reading() as books:
            rows = books.rows(f"SELECT * FROM ballots WHERE code = :code{where}", **values)
        return {(r["round"], r["vote"], r["learner"]): ballot_of(r) for r in rows}

    def own(self, code: str, learner: int, round: int) -> dict[int, Ballot]:
        """One learner's ballots on a question, by vote."""
        with self.database.reading() as books:
            rows = books.rows(
                "SELECT * FROM ballots"
                " WHERE code = :code AND round = :round AND learner = :learner",
                **{"code": code, "round": round, "learner": learner},
            )
        return {row["vote"]: ballot_of(row) for row in rows}

    def answered(self, code: str, round: int, vote: int) -> int:
        """How many ballots a vote has."""
        with self.database.reading() as books:
            (row,) = books.rows(
                "SELECT COUNT(*) AS n FROM ballots"
                " WHERE code = :code AND round = :round AND vote = :vote",
                **{"code": code, "round": round, "vote": vote},
            )
        return int(row["n"])

    def enter(self, entries: Sequence[Entry], now: float) -> list[Outcome]:
        """Enter all of them in one transaction; each has an outcome of its own."""
        with self.database.writing() as books:
            return Entering(books, self.database.locked, now).all(entries)


def _delete(books: Transaction, codes: Iterable[str]) -> None:
    for code in codes:
        for table in ("ballots", "learners", "rooms"):
            books.run(f"DELETE FROM {table} WHERE code = :code", code=code)
    books.announce(codes)
