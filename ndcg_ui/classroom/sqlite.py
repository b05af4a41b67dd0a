"""The books in a file, by SQLite: a write-ahead log, each commit on the disk before it counts.

What is deleted is overwritten in the file (secure_delete). That leaves copies of rows that moved
from page to page, so that the file is written anew (VACUUM); and the log, in which all of it may
still stand, is emptied. All files are their owner's alone.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ndcg_ui.classroom.rows import Row
from ndcg_ui.classroom.schema import VERSIONS

log = logging.getLogger("ndcg_ui")

SECONDS_FOR_THE_LOCK = 20.0


class SQLite:
    """A file; each thread has a connection of its own, several processes may share the file."""

    locked = ""  # one writer at a time has the whole file

    def __init__(self, path: str) -> None:
        """Open the file, or make it, and bring it up to date."""
        self.path = path
        self.own = threading.local()
        self.unclean = True  # whoever wrote the log may have been killed before emptying it
        _make_private(Path(path))
        with self.writing() as books:
            bring_up_to_date(books)

    @contextmanager
    def writing(self) -> Iterator[_Statements]:
        """A transaction that is on the disk when it ends."""
        with self._transaction("BEGIN IMMEDIATE") as books:
            yield books

    @contextmanager
    def reading(self) -> Iterator[_Statements]:
        """A transaction that sees one state of the books."""
        with self._transaction("BEGIN") as books:
            yield books

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[_Statements]:
        connection = self.connection
        connection.execute(begin)
        try:
            yield _Statements(connection)
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of the thread that asks."""
        if not hasattr(self.own, "connection"):
            self.own.connection = self._connect()
        found: sqlite3.Connection = self.own.connection
        return found

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=SECONDS_FOR_THE_LOCK, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is gone from the file
        return connection

    def forget(self, deleted: int) -> None:
        """Have nothing of what was deleted stay in the file and the log; try again what failed."""
        self.unclean = self.unclean or deleted > 0
        if not self.unclean:
            return
        try:
            self.connection.execute("VACUUM")
            row = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self.unclean = bool(row["busy"])
        except sqlite3.OperationalError:  # it is locked, or the disk is full
            log.exception("%s could not be written anew", self.path)
        if self.unclean:
            log.warning("what was deleted can be read in %s until the next sweep", self.path)

    def changes(self) -> int:
        """A number that is another one once another connection has changed something."""
        (number,) = self.connection.execute("PRAGMA data_version").fetchone()
        return int(number)


def _make_private(path: Path) -> None:
    """Make the file, and the folders that are missing, for their owner alone.

    SQLite makes its log and index with the file's own mode.
    """
    for folder in reversed(path.absolute().parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # another user's file is theirs
            file.chmod(0o600)


class _Statements:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def rows(self, sql: str, **values: Any) -> list[Row]:
        found: list[Row] = self.connection.execute(sql, values).fetchall()
        return found

    def run(self, sql: str, **values: Any) -> int:
        return self.connection.execute(sql, values).rowcount

    def announce(self, codes: Iterable[str]) -> None:
        """Other processes look at `changes`."""


def bring_up_to_date(books: Any) -> None:
    """Make the tables, or those that are missing of them; ValueError where they are too new."""
    books.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
    rows = books.rows("SELECT version FROM schema_version")
    version = int(rows[0]["version"]) if rows else 0
    if version > len(VERSIONS):
        raise ValueError(
            f"The classes are kept in version {version} of their tables; this program knows "
            f"{len(VERSIONS)}. Start a newer one, or name another NDCG_CLASS_DATABASE."
        )
    if not rows:
        books.run("INSERT INTO schema_version (version) VALUES (0)")
    for statement in (text for step in VERSIONS[version:] for text in step):
        books.run(statement)
    books.run("UPDATE schema_version SET version = :version", version=len(VERSIONS))
