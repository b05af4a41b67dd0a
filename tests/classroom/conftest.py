"""Fixtures: class databases in SQLite and PostgreSQL, and servers that use them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from benchmarks._server import find_free_port
from ndcg_ui.classroom.life import get_service
from ndcg_ui.classroom.service import ClassService
from ndcg_ui.classroom.store.database import open_database
from ndcg_ui.classroom.store.repository import Repository
from ndcg_ui.classroom.store.settings import ClassSettings
from tests.classroom.people import Teacher, serve

HELP = "There is no PostgreSQL here: install Debian's package postgresql, and psycopg."


@pytest.fixture(scope="session")
def postgresql_server():
    """Start PostgreSQL once on a free port of this machine, and return its address."""
    debians = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
    program = shutil.which("pg_ctl", path=os.pathsep.join([os.environ["PATH"], *debians]))
    if not program:
        pytest.skip(HELP)
    pytest.importorskip("psycopg", reason=HELP)
    with TemporaryDirectory() as folder:
        as_user: dict[str, object] = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            as_user = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")

        def control(*words: str) -> None:
            command = [program, "-D", f"{folder}/data", *words]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_user)

        port = find_free_port()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
        control("init", "-o", "-A trust -U ndcg")
        control("start", "-l", f"{folder}/log", "-o", options)
        yield f"postgresql://ndcg@127.0.0.1:{port}/postgres"
        control("stop", "-m", "fast")  # does not wait for clients


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request, tmp_path):
    """Return the address of an empty class database in SQLite or PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "class.sqlite3")
    return _empty_database(request.getfixturevalue("postgresql_server"))


def _empty_database(address):
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address


@pytest.fixture
def postgresql_address(postgresql_server):
    """Return the address of an empty PostgreSQL database."""
    return _empty_database(postgresql_server)


@pytest.fixture
def new_class_database(tmp_path, monkeypatch):
    """Let the app in this process store its classes in a new file of the test."""
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "class.sqlite3"))
    get_service.cache_clear()
    yield
    get_service.cache_clear()


@pytest.fixture
def books(database_address):
    """Return a repository with an empty database."""
    return Repository(open_database(database_address))


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """Start a server whose classes are in a file, and return its address."""
    folder = tmp_path_factory.mktemp("class")
    server = serve(str(folder / "class.sqlite3"), folder / "log")
    yield server.url
    server.stop()


@pytest.fixture
def service(tmp_path):
    """Return the classes in a file, without a server. Local clients can make rooms."""
    return ClassService(ClassSettings(str(tmp_path / "class.sqlite3")))


@pytest.fixture
def teacher(url):
    """Return a teacher who has made a room."""
    return Teacher(url)
