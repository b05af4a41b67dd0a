"""A folder for what is packed, and a client that looks at what comes as it came."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui import web
from ndcg_ui.packed import folder


@pytest.fixture
def where(tmp_path, monkeypatch):
    """An empty folder for what is packed."""
    monkeypatch.setenv(folder.CACHE, str(tmp_path / "packed"))
    return tmp_path / "packed"


@pytest.fixture(scope="module")
def ask():
    """What the server sends, as it came: its headers and its body, still packed."""
    client = TestClient(
        Starlette(routes=web.routes(), middleware=web.middleware()),
        base_url="http://localhost",
        follow_redirects=False,
    )

    def asked(path, coding="", **headers):
        with client.stream("GET", path, headers={"accept-encoding": coding, **headers}) as answer:
            return answer, b"".join(answer.iter_raw())

    return asked
