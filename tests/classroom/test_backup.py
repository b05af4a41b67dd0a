"""The commands in docs/online/keep-running.md that copy a class while the app runs."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ndcg_ui.classroom.store.database import SQLite
from ndcg_ui.classroom.store.repository import Repository
from tests.classroom.rooms import KEPT, NOW

OPERATING = (Path(__file__).parents[2] / "docs" / "online" / "keep-running.md").read_text("utf-8")
(BY_SQLITE,) = re.findall(r"^sqlite3 .*$", OPERATING, re.MULTILINE)
(IN_A_CONTAINER,) = re.findall(
    r"^podman exec -w /var/lib/ndcg ndcg (python -c \\\n.*)$", OPERATING, re.MULTILINE
)
HELP = "There is no sqlite3 here: Debian's package sqlite3 brings it."


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(BY_SQLITE, marks=pytest.mark.skipif(not shutil.which("sqlite3"), reason=HELP)),
        IN_A_CONTAINER,
    ],
)
def test_a_backup_of_an_open_class_contains_its_room(tmp_path, line):
    books = Repository(SQLite(str(tmp_path / "class.sqlite3")))
    assert books.store_room(KEPT, NOW)
    whole = line.replace("\\\n", "")
    program, *words = shlex.split(whole.replace("~/.ndcg-tutor/", f"{tmp_path}/"))
    command = [sys.executable if program == "python" else program, *words]
    subprocess.run(command, cwd=tmp_path, check=True)
    (copy,) = tmp_path.glob("*backup.sqlite3")
    assert Repository(SQLite(str(copy))).read_room(KEPT.code, NOW) == KEPT
