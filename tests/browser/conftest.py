"""A real server and a real Chromium, shared by the browser tests.

`open_page` is a visitor who was never here, and costs more than a second of processor time.

Every page is watched: an error in the console, a request to another host or a script error fails
the test when it ends.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks._server import Server, make_streamlit_server, make_uvicorn_server
from benchmarks.site import serve_folder
from ndcg_ui.hosts.site.writing import write_folder
from tests.browser.sites import make_site
from tests.browser.visits import EMPTY, WarmPage, Watch, make_patient
from tests.conftest import leave_out


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test in this folder as a browser test. Skip it unless it is for every time.

    A visit takes seconds of processor time. So by default, only each page's main way is tested, and
    places that often broke. Continuous integration runs all other browser tests.
    """
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("every_time"):
                leave_out(item, "each page's main way is walked every time")


# --- The server ------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def kept_apart(tmp_path_factory) -> Iterator[None]:
    """Let each server store its classes in a file of the tests."""
    os.environ["NDCG_CLASS_DATABASE"] = str(tmp_path_factory.mktemp("class") / "class.sqlite3")
    yield
    del os.environ["NDCG_CLASS_DATABASE"]


@pytest.fixture(scope="session")
def make_server(tmp_path_factory) -> Iterator[Callable[..., Server]]:
    """Start servers on free ports, and end all of them after the tests."""
    started: list[Server] = []

    def make(*arguments: str) -> Server:
        server = make_streamlit_server(tmp_path_factory.mktemp("server") / "log", *arguments)
        server.start()
        started.append(server)
        return server

    yield make
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(make_server) -> Server:
    """Return the server that most tests share."""
    return make_server()


@pytest.fixture
def two_processes(tmp_path) -> Iterator[Server]:
    """Run the app in two processes, with its files in the test's folder."""
    server = make_uvicorn_server(tmp_path / "log", workers=2, TMPDIR=str(tmp_path))
    server.start()
    yield server
    server.stop()


# --- A folder of files ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Server]:
    """Serve the pages as static files below a path, with Python in the browser."""
    folder = tmp_path_factory.mktemp("space")
    write_folder(make_site(), folder / "ndcg")
    empty = folder / f"ndcg{EMPTY}"
    empty.parent.mkdir()
    empty.write_text("ok")
    with serve_folder(folder, "/ndcg") as place:
        yield place


@pytest.fixture
def place(request) -> Server:
    """Return the address of the pages: a server, or a static site if a test asks for it."""
    return request.getfixturevalue(getattr(request, "param", "server"))


# --- Pages -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def warm_page(chromium) -> Iterator[WarmPage]:
    """Return the page that the tests of a worker open one after the other."""
    warm = WarmPage(chromium)
    yield warm
    warm.context.close()


@pytest.fixture
def open_page(chromium, place, warm_page):
    """Open a path as a new visitor; what must never happen on a page is checked at the end.

    open_page("/playground", width=390, scheme="dark"); `wait` is the selector that says the page
    is there. Pass `tolerate` to allow console errors that contain one of its texts. A test's first
    visitor gets the warm page; each further one, and one who asks for it or for options of a
    context, such as touch, a context of their own.
    """
    pages = []
    watch = Watch()

    def opened(
        path: str,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        reduced_motion: str = "no-preference",
        permissions: tuple[str, ...] = (),
        wait: str = "h1",
        at: Server | None = None,
        tolerate: tuple[str, ...] = (),
        context: str = "warm",
        **options,
    ):
        origin = (at or place).url
        media = {"color_scheme": scheme, "reduced_motion": reduced_motion}
        size = {"width": width, "height": height}
        if pages or options or context == "own":
            options |= {"viewport": size, "permissions": list(permissions), **media}
            page = make_patient(chromium.new_context(**options).new_page())
        else:
            page = warm_page.visitor(origin, size, permissions, **media)
        pages.append(page)
        watch.over(page, origin, tolerate)
        page.goto(origin + path)
        page.wait_for_selector(wait)
        return page

    yield opened
    for page in pages:
        if page is warm_page.page:
            warm_page.leave()
        else:
            page.context.close()
    watch.end()
    assert not watch.troubles, "\n".join(watch.troubles)
