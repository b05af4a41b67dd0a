"""The database of classes: a SQLite file, or PostgreSQL for several machines (its extra).

Both get the same SQL with `:name` for values. In both, one transaction writes at a time, so that
its reads stay true until it ends.

Secrets are stored as digests alone, and nothing says who anybody is: a learner is a number.

What is deleted is overwritten in SQLite's file (secure_delete). That leaves copies of rows that
moved from page to page, so that the file is written anew (VACUUM); and the write-ahead log, in
which all of it may still stand, is emptied. All files are their owner's alone.

In PostgreSQL no query finds at once what was deleted. Its bytes stay in the tables' files until
autovacuum has made room and something else is written there, in the write-ahead log until that is
recycled, and in archives and backups for as long as these are kept. SQL alone can change none of
this: to promise more, keep the database on an encrypted disk, and its log and backups briefly.
"""

import logging
import os
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ndcg_ui.classroom.store.settings import REMOTE

log = logging.getLogger("ndcg_ui")

Row = Mapping[str, Any]
SECONDS_FOR_THE_LOCK = 20.0
NAMED = re.compile(r":([a-z]+)")
ONE_AT_A_TIME = 7_235_681  # the number of the lock under which PostgreSQL is written
VERSION = 4
"""The version of the tables. A change of TABLES needs a greater version and an entry in CHANGES."""
IMAGES = """CREATE TABLE images (
        name TEXT NOT NULL,
        code TEXT NOT NULL,
        bytes BIGINT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (name, code))"""
"""The images of the rooms' own questions, in base64."""
TABLES = (
    """CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        plan TEXT NOT NULL,
        state TEXT NOT NULL,
        revision BIGINT NOT NULL,
        version BIGINT NOT NULL,
        joined BIGINT NOT NULL,
        removed BIGINT NOT NULL DEFAULT 0,
        joining TEXT NOT NULL DEFAULT 'open',
        salt BIGINT NOT NULL,
        steering TEXT NOT NULL,
        showing TEXT NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        expires DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE learners (
        token TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        number BIGINT NOT NULL,
        joined DOUBLE PRECISION NOT NULL,
        UNIQUE (code, number))""",
    """CREATE TABLE ballots (
        code TEXT NOT NULL,
        round BIGINT NOT NULL,
        vote BIGINT NOT NULL,
        learner BIGINT NOT NULL,
        answer TEXT NOT NULL,
        sure TEXT NOT NULL,
        number BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (code, round, vote, learner))""",
    IMAGES,
    f"INSERT INTO schema_version (version) VALUES ({VERSION})",
)
CHANGES: Mapping[int, tuple[str, ...]] = {3: (IMAGES,)}
"""By version: the statements that turn its tables into those of the next version."""
AWAY = "The server cannot reach its class database right now. Try again in a moment."


class Away(Exception):
    """The database is unreachable or full."""

    def __init__(self) -> None:
        super().__init__(AWAY)


TROUBLES: dict[str, str] = {}
"""What is wrong with the database of this process, by what was tried, until that is done again."""


@contextmanager
def record_trouble(what: str, *errors: type[Exception]) -> Iterator[None]:
    """Record whether the database is reachable. Raise `Away` if it is not."""
    try:
        yield
    except errors as error:
        TROUBLES[what] = str(error)
        log.error("class database: %s", error)
        raise Away from error
    TROUBLES.pop(what, None)


class Transaction:
    """Statements that are committed together or not at all.

    named: the placeholder of a value, if it is not `:name`.
    """

    def __init__(self, connection: Any, named: str = "") -> None:
        self.connection, self.named = connection, named

    def rows(self, sql: str, **values: Any) -> list[Row]:
        """Return the rows of a query."""
        rows: list[Row] = self._execute(sql, values).fetchall()
        return rows

    def run(self, sql: str, **values: Any) -> int:
        """Run a statement, and return the number of changed rows."""
        return int(self._execute(sql, values).rowcount)

    def insert(self, table: str, conflict: str = "", **values: Any) -> int:
        """Insert a row, and return the number of changed rows.

        conflict: the clause for an existing row.
        """
        named = ", ".join(f":{name}" for name in values)
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({named}) {conflict}"
        return self.run(sql, **values)

    def _execute(self, sql: str, values: Mapping[str, Any]) -> Any:
        sql = NAMED.sub(self.named, sql) if self.named else sql
        return self.connection.execute(sql, values)


class Database(ABC):
    """Connections that threads take in turn. A finished transaction is on the disk.

    trouble        what is raised where the database is away, or full
    begin, alone   how a transaction begins, and one that nobody else writes beside
    named          as `Transaction` has it
    """

    trouble: type[Exception] = sqlite3.OperationalError
    begin, alone, named = "BEGIN", "BEGIN IMMEDIATE", ""

    def __init__(self) -> None:
        """Make missing tables."""
        self.idle: SimpleQueue[Any] = SimpleQueue()
        with self.writing() as transaction:
            make_tables(transaction)

    @abstractmethod
    def connect(self) -> Any:
        """Return a new connection."""

    @abstractmethod
    def forget(self, deleted: int) -> None:
        """Overwrite deleted rows, as far as the database can."""

    def take(self) -> Any:
        """Return a free connection. The caller puts it back."""
        with suppress(Empty):
            while getattr(connection := self.idle.get_nowait(), "closed", False):
                pass
            return connection
        return self.connect()

    @contextmanager
    def reading(self, begin: str = "") -> Iterator[Transaction]:
        """Open a transaction that sees one state of the tables."""
        with record_trouble(begin or self.begin, self.trouble):
            connection = self.take()
            try:
                connection.execute(begin or self.begin)
                yield Transaction(connection, self.named)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
            finally:
                self.idle.put(connection)

    def writing(self) -> AbstractContextManager[Transaction]:
        """Open a transaction that is the only writer."""
        return self.reading(self.alone)


class SQLite(Database):
    """A file that several processes may share."""

    def __init__(self, path: str) -> None:
        """Open the file, or make it."""
        self.path = path
        self.unclean = True  # whoever wrote the log may have been killed before emptying it
        with record_trouble("open", OSError):
            _make_private(Path(path))
        super().__init__()

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, SECONDS_FOR_THE_LOCK, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def forget(self, deleted: int) -> None:
        """Overwrite deleted rows in the file and the log, with failures of the last time."""
        self.unclean = self.unclean or deleted > 0
        if not self.unclean:
            return
        connection = self.take()
        try:
            connection.execute("VACUUM")
            row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.unclean = bool(row["busy"])
        except sqlite3.OperationalError:  # it is locked, or the disk is full
            log.exception("could not rewrite %s", self.path)
        self.idle.put(connection)
        if self.unclean:
            log.warning("deleted data can be read in %s until the next sweep", self.path)


def _make_private(path: Path) -> None:
    """Make the file and missing folders, readable by their owner only.

    SQLite makes its log and index with the file's own mode.
    """
    for folder in reversed(path.absolute().parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # another user's file is theirs
            file.chmod(0o600)


class PostgreSQL(Database):
    """A database that several machines share."""

    alone = f"BEGIN; SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"
    named = r"%(\1)s"

    def __init__(self, address: str) -> None:
        import psycopg

        self.psycopg, self.address, self.trouble = psycopg, address, psycopg.OperationalError
        super().__init__()

    def connect(self) -> Any:
        from psycopg.rows import dict_row

        return self.psycopg.connect(self.address, row_factory=dict_row, autocommit=True)

    def forget(self, deleted: int) -> None:
        """Do nothing. PostgreSQL overwrites deleted rows in its own time (see above)."""


def open_database(address: str) -> Database:
    """Open the database at postgresql://... or in a file. Raise ValueError if that fails."""
    return PostgreSQL(address) if address.startswith(REMOTE) else SQLite(address)


def make_tables(transaction: Transaction) -> None:
    """Make missing tables, and update older ones.

    Raise ValueError for tables of another version.
    """
    transaction.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
    version = next((row["version"] for row in transaction.rows("SELECT * FROM schema_version")), 0)
    if version not in (0, VERSION, *CHANGES):
        raise ValueError(
            f"The class database has version {version} of the tables, and this program knows "
            f"{VERSION}. Start the program that made it, or name another NDCG_CLASS_DATABASE."
        )
    for statement in TABLES if not version else ():
        transaction.run(statement)
    while 0 < version < VERSION:
        for statement in CHANGES[version]:
            transaction.run(statement)
        version += 1
        transaction.run("UPDATE schema_version SET version = :version", version=version)
