"""Schools with books of their own, in SQLite and in PostgreSQL, and servers in front of them."""

from __future__ import annotations

import pytest

from ndcg_ui.classroom.database import open_database
from ndcg_ui.classroom.repository import Repository
from tests.classroom.databases import postgresql
from tests.classroom.people import Teacher, serve


@pytest.fixture(scope="session")
def postgresql_server():
    """The address of a PostgreSQL, started once."""
    with postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request, tmp_path):
    """Where classes are kept: an empty file, or an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "class.sqlite3")
    return _emptied(request.getfixturevalue("postgresql_server"))


def _emptied(address):
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address


@pytest.fixture
def books(database_address):
    """Empty books."""
    return Repository(open_database(database_address))


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A server with classes in a file."""
    folder = tmp_path_factory.mktemp("class")
    server = serve(str(folder / "class.sqlite3"), folder / "log")
    yield server.url
    server.stop()


@pytest.fixture
def teacher(url):
    """Who has made a room."""
    return Teacher(url)
