"""A session's own files, in a folder of the test's own, and who comes for them."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_ui.evaluation.files import Files
from ndcg_ui.web import downloads


@pytest.fixture
def app():
    return Starlette(routes=downloads.routes())


@pytest.fixture
def client(app):
    return TestClient(app)


@pytest.fixture
def mine(common):
    return Files()
