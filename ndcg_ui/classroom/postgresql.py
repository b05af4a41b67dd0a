"""The books in PostgreSQL, for several machines: the extra `postgresql` brings psycopg.

Deleted means here: at once no query finds it any more. Its bytes stay in the tables' files until
autovacuum has made room and something else is written there, in the write-ahead log until that is
recycled, and in archives and backups for as long as these are kept. SQL alone can change none of
this: to promise more, keep the database on an encrypted disk, and its log and backups briefly.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any

from ndcg_ui.classroom.rows import Row
from ndcg_ui.classroom.sqlite import bring_up_to_date

CHANNEL = "ndcg_class"
NAMED = re.compile(r":([a-z]+)")
ONE_AT_A_TIME = 7_235_681  # the number of the lock under which the tables are made
MISSING = "postgresql:// needs psycopg: install ndcg-tutor[postgresql]."


def named(sql: str) -> str:
    """A statement with its values named as psycopg names them.

    >>> named("SELECT 1 WHERE a = :a")
    'SELECT 1 WHERE a = %(a)s'
    """
    return NAMED.sub(r"%(\1)s", sql)


class PostgreSQL:
    """A database that several processes share; connections are kept for the next transaction."""

    locked = " FOR UPDATE"

    def __init__(self, address: str) -> None:
        """Connect, and bring the tables up to date."""
        try:
            import psycopg
        except ImportError:
            raise ValueError(MISSING) from None
        self.psycopg, self.address = psycopg, address
        self.idle: SimpleQueue[Any] = SimpleQueue()
        with self.writing() as books:
            books.rows("SELECT pg_advisory_xact_lock(:number)", number=ONE_AT_A_TIME)
            bring_up_to_date(books)

    def _connect(self) -> Any:
        from psycopg.rows import dict_row

        return self.psycopg.connect(self.address, row_factory=dict_row)

    @contextmanager
    def writing(self) -> Iterator[_Statements]:
        """A transaction; PostgreSQL acknowledges it once it is on the disk."""
        connection = self._taken()
        try:
            with connection.transaction():
                yield _Statements(connection)
        finally:
            self._back(connection)

    reading = writing

    def _taken(self) -> Any:
        with suppress(Empty):
            while True:
                connection = self.idle.get_nowait()
                if not connection.closed:
                    return connection
        return self._connect()

    def _back(self, connection: Any) -> None:
        if connection.closed or connection.broken:
            return
        self.idle.put(connection)

    def forget(self, deleted: int) -> None:
        """Do nothing: PostgreSQL overwrites what was deleted in its own time (see above)."""

    def listen(self, tell: Callable[[str], None], over: threading.Event) -> None:
        """Tell of every room in which another process changed something, until it is `over`."""
        while not over.is_set():
            with suppress(self.psycopg.OperationalError), self._connect() as connection:
                connection.autocommit = True
                connection.execute(f"LISTEN {CHANNEL}")
                tell("")  # what was told while nobody listened is not known
                while not over.is_set():
                    for notice in connection.notifies(timeout=1.0):
                        tell(notice.payload)
            over.wait(1.0)


class _Statements:
    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def rows(self, sql: str, **values: Any) -> list[Row]:
        found: list[Row] = self.connection.execute(named(sql), values).fetchall()
        return found

    def run(self, sql: str, **values: Any) -> int:
        return int(self.connection.execute(named(sql), values).rowcount)

    def announce(self, codes: Iterable[str]) -> None:
        for code in codes:
            self.connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, code))
