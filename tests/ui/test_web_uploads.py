"""Files that are handed in: none unless a page needs one, and then of a size."""

from types import SimpleNamespace

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from ndcg_ui import web
from ndcg_ui.web.closed import Uploads, held_by_streamlit

FILE = "/_stcore/upload_file/session/file"


def uploader(each, total, held=lambda: 0):
    """A client of an application that counts the bytes it is handed."""
    taken = []

    async def take(request):
        taken.append(len(await request.body()))
        return PlainTextResponse("taken")

    app = Starlette(
        routes=[Route("/{rest:path}", take, methods=["PUT", "DELETE"])],
        middleware=[Middleware(Uploads, each=each, total=total, held=held)],
    )
    return TestClient(app), taken


def test_nobody_can_hand_in_a_file_unless_a_page_needs_one():
    async def take(request):
        raise AssertionError("a file reached the application")

    app = Starlette(routes=[Route(FILE, take, methods=["PUT"])], middleware=web.middleware())
    answer = TestClient(app, base_url="http://localhost").put(FILE, content=b"x")
    assert (answer.status_code, answer.text) == (403, "This app takes no files.\n")


def test_a_file_may_have_a_size_and_all_together_another():
    client, taken = uploader(each=10, total=15, held=lambda: sum(taken))
    sizes = (11, 10, 6, 5)
    assert [client.put(FILE, content=b"x" * size).status_code for size in sizes] == [
        *(413, 200, 503, 200)
    ]
    assert taken == [10, 5]
    assert client.delete(FILE).status_code == 200


def test_a_file_of_unknown_size_is_refused():
    client, taken = uploader(each=10, total=15)
    assert client.put(FILE, content=iter([b"x"])).status_code == 411
    assert taken == []


def test_streamlits_own_files_are_counted(monkeypatch):
    files = {"one": {"a": SimpleNamespace(data=b"123"), "b": SimpleNamespace(data=b"4")}, "two": {}}
    server = SimpleNamespace(uploaded_file_mgr=SimpleNamespace(file_storage=files))
    monkeypatch.setattr("ndcg_ui.web.closed.runtime.exists", lambda: True)
    monkeypatch.setattr("ndcg_ui.web.closed.runtime.get_instance", lambda: server)
    assert held_by_streamlit() == 4
