"""The tables in which a class is kept, on the disk: their versions, secrets, and kills."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ndcg_core.classroom.ballots import Ballot
from ndcg_ui.classroom import schema
from ndcg_ui.classroom.books import Books
from ndcg_ui.classroom.entering import Join
from ndcg_ui.classroom.secrets import digest
from ndcg_ui.classroom.sqlite import SQLite
from tests.classroom.conftest import opened
from tests.classroom.rooms import KEPT, NOW, votes


def test_older_tables_are_brought_up_to_date_and_newer_ones_are_left_alone(
    database_address, monkeypatch
):
    Books(opened(database_address)).open(KEPT, NOW)
    more = (*schema.VERSIONS, ("ALTER TABLE rooms ADD COLUMN colour TEXT",))
    with monkeypatch.context() as newer:
        newer.setattr("ndcg_ui.classroom.sqlite.VERSIONS", more)
        for _ in range(2):
            database = opened(database_address)
        with database.reading() as statements:
            assert statements.rows("SELECT colour FROM rooms")[0]["colour"] is None
    with pytest.raises(ValueError, match="version 2 of their tables"):
        opened(database_address)
    with database.reading() as statements:
        assert statements.rows("SELECT code FROM rooms")[0]["code"] == "BCDFG"


def test_every_commit_is_on_the_disk(tmp_path):
    database = SQLite(str(tmp_path / "new folder" / "class.sqlite3"))
    with database.writing() as statements:
        assert statements.rows("PRAGMA synchronous")[0][0] == 2  # FULL
        assert statements.rows("PRAGMA journal_mode")[0][0] == "wal"
    assert (tmp_path / "new folder").stat().st_mode & 0o077 == 0


def test_the_file_holds_no_secret_and_no_answer_of_a_room_that_was_deleted(tmp_path):
    path = tmp_path / "class.sqlite3"
    books = Books(SQLite(str(path)))
    books.open(replace(KEPT, steering=digest("my secret")), NOW)
    books.command("BCDFG", digest("my secret"), ("forward", 0, ""), NOW)
    books.enter([Join("BCDFG", digest("my token"))], NOW)
    votes(books, Ballot(0, 1, "a telling answer"), token=digest("my token"))
    assert _bytes(path).count(b"a telling answer")
    assert b"my secret" not in _bytes(path)
    assert b"my token" not in _bytes(path)
    books.delete("BCDFG")
    books.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"a telling answer" not in _bytes(path)


def _bytes(path):
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


WRITER = """
import sys
from tests.classroom.rooms import KEPT, NOW, command
from ndcg_core.classroom.ballots import Ballot
from ndcg_ui.classroom.books import Books
from ndcg_ui.classroom.entering import Join, Vote
from ndcg_ui.classroom.sqlite import SQLite
books = Books(SQLite(sys.argv[1]))
books.open(KEPT, NOW)
command(books, "forward", 0)
books.enter([Join("BCDFG", str(n)) for n in range(5)], NOW)
number = 0
while True:
    number += 1
    ballot = Ballot(0, 1, str(number), number=number)
    for kept in books.enter([Vote(str(n), ballot) for n in range(5)], NOW):
        print(kept.number, flush=True)
"""


@pytest.mark.parametrize("moment", [Random(seed).randint(1, 60) for seed in range(3)])
def test_killed_at_any_moment_it_has_lost_no_answer_that_was_acknowledged(tmp_path, moment):
    path = str(tmp_path / "class.sqlite3")
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, cwd=root
    )
    written = [int(writer.stdout.readline()) for _ in range(moment)]
    writer.kill()
    written += [int(line) for line in writer.stdout.read().split(b"\n") if line.strip()]
    writer.wait()
    with sqlite3.connect(path) as file:
        numbers = [row[0] for row in file.execute("SELECT number FROM ballots")]
    assert len(numbers) == 5
    assert min(numbers) >= max(written)
    assert len(set(numbers)) == 1  # a group is kept whole or not at all
