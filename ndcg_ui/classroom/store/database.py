"""The database of classes: a SQLite file, or PostgreSQL (extra `postgresql`).

Both get the same SQL with `:name` for values. In both, only one transaction writes at a time, so
its reads stay valid until it ends.

Only digests of secrets are stored. A learner is a number, and no data identifies the person.

SQLite overwrites deleted rows in its file (secure_delete). Copies of rows that moved between pages
remain, so VACUUM rewrites the file. The write-ahead log may also contain deleted rows, so it is
emptied. Only the owner can read the files.

In PostgreSQL, queries do not find deleted rows. Their bytes stay in the tables' files until
autovacuum frees the space and other rows use it, in the write-ahead log until it is recycled, and
in archives and backups as long as those exist. SQL cannot change this. For more protection, keep
the database on an encrypted disk, and keep its log and backups only briefly.
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

from ndcg_ui.classroom.store.settings import POSTGRESQL_SCHEMES

log = logging.getLogger("ndcg_ui")

Row = Mapping[str, Any]
SECONDS_FOR_THE_LOCK = 20.0
NAMED_PARAMETER = re.compile(r":([a-z]+)")
WRITE_LOCK = 7_235_681
"""The number of the PostgreSQL lock that each writer takes."""
VERSION = 4
"""The version of the tables. Each change of TABLES needs a new version and new CHANGES."""
IMAGES_TABLE = """CREATE TABLE images (
        name TEXT NOT NULL,
        code TEXT NOT NULL,
        bytes BIGINT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (name, code))"""
"""The table with the images of own questions, in base64."""
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
    IMAGES_TABLE,
    f"INSERT INTO schema_version (version) VALUES ({VERSION})",
)
TABLE_UPDATES: Mapping[int, tuple[str, ...]] = {3: (IMAGES_TABLE,)}
"""The statements that update the tables of each older version to the next one."""
UNREACHABLE_MESSAGE = "The server cannot reach its class database right now. Try again in a moment."


class DatabaseUnavailableError(Exception):
    """An error for a class database that is unreachable or full."""

    def __init__(self) -> None:
        super().__init__(UNREACHABLE_MESSAGE)


TROUBLES: dict[str, str] = {}
"""The last error of each operation on this process's database, until the operation succeeds."""


@contextmanager
def record_trouble(operation: str, *errors: type[Exception]) -> Iterator[None]:
    """Record an error that the `with` block raises, or clear the operation's last error.

    Errors of the types `errors` are recorded and raised as `DatabaseUnavailableError`.
    """
    try:
        yield
    except errors as error:
        TROUBLES[operation] = str(error)
        log.error("class database: %s", error)
        raise DatabaseUnavailableError from error
    TROUBLES.pop(operation, None)


class Transaction:
    """A group of SQL statements that are committed together or not at all.

    placeholder: the database's placeholder for a value, or "" for `:name`
    """

    def __init__(self, connection: Any, placeholder: str = "") -> None:
        self.connection = connection
        self.placeholder = placeholder

    def read_rows(self, sql: str, **values: Any) -> list[Row]:
        """Run a query, and return its rows."""
        rows: list[Row] = self._execute_statement(sql, values).fetchall()
        return rows

    def execute(self, sql: str, **values: Any) -> int:
        """Run a statement, and return the number of changed rows."""
        return int(self._execute_statement(sql, values).rowcount)

    def insert_row(self, table: str, conflict: str = "", **values: Any) -> int:
        """Insert a row, and return the number of changed rows.

        conflict: the ON CONFLICT clause for a row that already exists; "" for an error
        """
        placeholders = ", ".join(f":{name}" for name in values)
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({placeholders}) {conflict}"
        return self.execute(sql, **values)

    def _execute_statement(self, sql: str, values: Mapping[str, Any]) -> Any:
        sql = NAMED_PARAMETER.sub(self.placeholder, sql) if self.placeholder else sql
        return self.connection.execute(sql, values)


class Database(ABC):
    """A database whose connections are shared by threads.

    A committed transaction is on the disk.

    trouble      the exception for an unreachable or full database
    begin        the statement that begins a transaction
    begin_alone  the statement that begins a transaction without other writers
    placeholder  the placeholder for a value (see `Transaction`)
    """

    trouble: type[Exception] = sqlite3.OperationalError
    begin = "BEGIN"
    begin_alone = "BEGIN IMMEDIATE"
    placeholder = ""

    def __init__(self) -> None:
        """Create or update the tables. Raise ValueError for tables of an unknown version.

        Raises `DatabaseUnavailableError` if the database is unreachable or full.
        """
        self.idle: SimpleQueue[Any] = SimpleQueue()
        with self.begin_writing() as transaction:
            make_tables(transaction)

    @abstractmethod
    def open_connection(self) -> Any:
        """Return a new connection."""

    @abstractmethod
    def overwrite_deleted_rows(self, deleted_count: int) -> None:
        """Overwrite deleted rows on the disk, if the database can.

        deleted_count: the number of rows that were just deleted
        """

    def take_connection(self) -> Any:
        """Return an idle or a new connection, which the caller puts back into `idle`."""
        with suppress(Empty):
            while getattr(connection := self.idle.get_nowait(), "closed", False):
                pass
            return connection
        return self.open_connection()

    @contextmanager
    def begin_reading(self, begin: str = "") -> Iterator[Transaction]:
        """Open a transaction for reading. Commit it at the end, or roll it back after an error.

        Raises `DatabaseUnavailableError` if the database is unreachable or full.

        begin: the statement that begins the transaction; "" for `self.begin`
        """
        with record_trouble(begin or self.begin, self.trouble):
            connection = self.take_connection()
            try:
                connection.execute(begin or self.begin)
                yield Transaction(connection, self.placeholder)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
            finally:
                self.idle.put(connection)

    def begin_writing(self) -> AbstractContextManager[Transaction]:
        """Open a transaction that excludes other writers. It ends as in `begin_reading`."""
        return self.begin_reading(self.begin_alone)


class SQLite(Database):
    """A SQLite file, which several processes can share."""

    def __init__(self, path: str) -> None:
        """Open or create a SQLite file. Raise `DatabaseUnavailableError` if that fails.

        Raises ValueError for tables of an unknown version.
        """
        self.path = path
        self.unclean = True  # an earlier process may have been killed before it emptied the log
        with record_trouble("open", OSError):
            _create_private_file(Path(path))
        super().__init__()

    def open_connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, SECONDS_FOR_THE_LOCK, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def overwrite_deleted_rows(self, deleted_count: int) -> None:
        """Overwrite rows deleted since the last success, if any, in the file and its log.

        If that fails, log a warning. The next call tries again.
        """
        self.unclean = self.unclean or deleted_count > 0
        if not self.unclean:
            return
        connection = self.take_connection()
        try:
            connection.execute("VACUUM")
            row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.unclean = bool(row["busy"])
        except sqlite3.OperationalError:  # the file is locked, or the disk is full
            log.exception("could not rewrite %s", self.path)
        self.idle.put(connection)
        if self.unclean:
            log.warning("deleted data can be read in %s until the next sweep", self.path)


def _create_private_file(path: Path) -> None:
    """Create a missing file and its folders, and make the file private to its owner.

    A file of another owner keeps its mode. SQLite gives its log and index the mode of the file.
    """
    for folder in reversed(path.absolute().parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # only the owner may change it
            file.chmod(0o600)


class PostgreSQL(Database):
    """A PostgreSQL database, which several machines can share."""

    begin_alone = f"BEGIN; SELECT pg_advisory_xact_lock({WRITE_LOCK})"
    placeholder = r"%(\1)s"

    def __init__(self, address: str) -> None:
        import psycopg

        self.psycopg = psycopg
        self.address = address
        self.trouble = psycopg.OperationalError
        super().__init__()

    def open_connection(self) -> Any:
        from psycopg.rows import dict_row

        return self.psycopg.connect(self.address, row_factory=dict_row, autocommit=True)

    def overwrite_deleted_rows(self, deleted_count: int) -> None:
        """Do nothing, because PostgreSQL decides when deleted rows are overwritten."""


def open_database(address: str) -> Database:
    """Open the PostgreSQL database or the SQLite file at an address.

    Raises `DatabaseUnavailableError` if it cannot be opened, and ValueError for tables of an
    unknown version.
    """
    return PostgreSQL(address) if address.startswith(POSTGRESQL_SCHEMES) else SQLite(address)


def make_tables(transaction: Transaction) -> None:
    """Create missing tables, and update tables of older versions.

    Raises ValueError for tables of an unknown version.
    """
    transaction.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
    version = next(
        (row["version"] for row in transaction.read_rows("SELECT * FROM schema_version")), 0
    )
    if version not in (0, VERSION, *TABLE_UPDATES):
        raise ValueError(
            f"The class database has tables of version {version}, and this program knows "
            f"version {VERSION}. Start the program that made them, or set NDCG_CLASS_DATABASE to "
            "another database."
        )
    for statement in TABLES if not version else ():
        transaction.execute(statement)
    while 0 < version < VERSION:
        for statement in TABLE_UPDATES[version]:
            transaction.execute(statement)
        version += 1
        transaction.execute("UPDATE schema_version SET version = :version", version=version)
