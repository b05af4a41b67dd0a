"""The tables of a class on the disk: their versions, deleted data, and killed processes."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ndcg_core.classroom.room import Ballot
from ndcg_ui.classroom.service import hash_secret
from ndcg_ui.classroom.store.database import SQLite, open_database
from ndcg_ui.classroom.store.repository import JoinEntry, Repository, VoteEntry
from tests.classroom.rooms import KEPT, NOW


def test_tables_of_another_version_are_not_changed(database_address, monkeypatch):
    Repository(open_database(database_address)).store_room(KEPT, NOW)
    with monkeypatch.context() as newer:
        newer.setattr("ndcg_ui.classroom.store.database.VERSION", 99)
        with pytest.raises(ValueError, match=r"tables of version \d.* version 99"):
            open_database(database_address)
    assert Repository(open_database(database_address)).count_rooms(NOW) == 1


def test_every_commit_is_written_to_disk(tmp_path):
    database = SQLite(str(tmp_path / "class.sqlite3"))
    with database.begin_writing() as statements:
        assert statements.read_rows("PRAGMA synchronous")[0][0] == 2  # FULL
        assert statements.read_rows("PRAGMA journal_mode")[0][0] == "wal"


@pytest.mark.parametrize("ending", ["deleted", "expired", "gave way"])
def test_no_file_contains_data_of_a_deleted_room(tmp_path, ending):
    """Two rooms share pages, because rows that move between pages leave copies."""
    path = tmp_path / "class.sqlite3"
    rng = Random(5)
    books = _fill_repository(path, rng)
    assert books.delete_expired_rooms(NOW) == []  # nothing is left of earlier processes
    assert b"GONEX" in _read_all_bytes(path)
    if ending == "deleted":
        books.delete_room("GONEX")
    elif ending == "expired":
        assert books.delete_expired_rooms(NOW + 10) == ["GONEX"]
    else:
        with books.database.begin_writing() as statements:
            statements.execute("UPDATE rooms SET joined = 0, revision = 0 WHERE code = 'GONEX'")
        assert books.delete_unused_rooms(NOW, 1) == ["GONEX"]
    assert b"GONEX" not in _read_all_bytes(path)
    assert b"STAYS" in _read_all_bytes(path)
    assert len(books.read_ballots("STAYS")) == 300


def _fill_repository(path, rng):
    """Return a repository with two rooms whose rows share pages."""
    books = Repository(SQLite(str(path)))
    for code, expires in (("GONEX", NOW + 10), ("STAYS", NOW + 99)):
        books.store_room(
            replace(KEPT, code=code, plan=f"{code} {'x' * 5000}", expires=expires), NOW
        )
        books.apply_command(code, "steer", ("forward", 0, ""), NOW)
    joins = [
        JoinEntry(code, hash_secret(f"{code} {n}"))
        for n in range(300)
        for code in ("GONEX", "STAYS")
    ]
    books.store_entries(joins, NOW)
    for number in (1, 2, 3):
        books.store_entries(
            [VoteEntry(join.token, _make_long_text(join.code, number, rng)) for join in joins], NOW
        )
    return books


def _make_long_text(code, number, rng):
    return Ballot(0, 1, f"{code} {'y' * rng.randint(0, 400)}", number=number)


def test_the_next_start_clears_the_log_of_a_killed_server(tmp_path):
    path = tmp_path / "class.sqlite3"
    books = _fill_repository(path, Random(5))
    with (
        books.database.begin_writing() as statements
    ):  # rows are deleted, but the log is not emptied
        for table in ("ballots", "learners", "rooms"):
            statements.execute(f"DELETE FROM {table} WHERE code = 'GONEX'")
    assert b"GONEX" in _read_all_bytes(path)
    assert Repository(SQLite(str(path))).delete_expired_rooms(NOW) == []
    assert b"GONEX" not in _read_all_bytes(path)


def test_only_the_owner_can_read_the_files(tmp_path):
    path = tmp_path / "new" / "folder" / "class.sqlite3"
    books = Repository(SQLite(str(path)))
    books.store_room(KEPT, NOW)
    files = [path.parent.parent, path.parent, *path.parent.iterdir()]
    assert len(files) == 5  # including the log and its index
    assert [file.stat().st_mode & 0o077 for file in files] == [0] * 5


def test_a_file_that_others_can_read_is_restricted_to_its_owner(tmp_path):
    path = tmp_path / "class.sqlite3"
    path.touch(mode=0o644)
    path.chmod(0o644)
    SQLite(str(path))
    assert path.stat().st_mode & 0o777 == 0o600


def _read_all_bytes(path):
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


WRITER = """
import sys
from tests.classroom.rooms import KEPT, NOW, steer_room
from ndcg_core.classroom.room import Ballot
from ndcg_ui.classroom.store.repository import JoinEntry, Repository, VoteEntry
from ndcg_ui.classroom.store.database import SQLite
books = Repository(SQLite(sys.argv[1]))
books.store_room(KEPT, NOW)
steer_room(books, "forward", 0)
books.store_entries([JoinEntry("BCDFG", str(n)) for n in range(5)], NOW)
number = 0
while True:
    number += 1
    ballot = Ballot(0, 1, str(number), number=number)
    for kept in books.store_entries([VoteEntry(str(n), ballot) for n in range(5)], NOW):
        print(kept.number, flush=True)
"""


@pytest.mark.parametrize("moment", [Random(seed).randint(1, 60) for seed in range(3)])
def test_a_kill_at_any_time_loses_no_acknowledged_answer(tmp_path, moment):
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
    assert len(set(numbers)) == 1  # a batch is stored as a whole or not at all
