"""A real server and a real Chromium, shared by the browser tests.

Every page a test opens is watched: an error in the console, a request to another host or a script
error fails the test when it ends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.servers import Server, free_port


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as a browser test."""
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


# --- The server ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def make_server(tmp_path_factory) -> Iterator[Callable[..., Server]]:
    """Start a server, on its own port; all are ended with the tests."""
    started: list[Server] = []

    def make(*arguments: str) -> Server:
        server = Server(free_port(), tmp_path_factory.mktemp("server") / "log")
        server.command = [
            *(sys.executable, "-m", "streamlit", "run", "app.py"),
            *("--server.headless", "true", "--server.port", str(server.port)),
            *arguments,
        ]
        server.start()
        started.append(server)
        return server

    yield make
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(make_server) -> Server:
    """The server most tests share."""
    return make_server()


# --- Pages -----------------------------------------------------------------------------------


@pytest.fixture
def open_page(chromium, server):
    """Open a path in a fresh context; what must never happen on a page is checked at the end.

    open_page("/playground", width=390, scheme="dark"); `wait` is the selector that says the page
    is there. Pass `tolerate` to allow console errors that contain one of its texts.
    """
    contexts = []
    troubles: list[str] = []

    def watch(page, origin: str, tolerate: tuple[str, ...]) -> None:
        def said(message) -> None:
            if message.type == "error" and not any(text in message.text for text in tolerate):
                troubles.append(f"console: {message.text}")

        def asked(request) -> None:
            if not request.url.startswith((origin, "data:", "blob:")):
                troubles.append(f"request to another host: {request.url}")

        page.on("console", said)
        page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
        page.on("request", asked)

    def opened(
        path: str,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        wait: str = ".stApp h1",
        at: Server | None = None,
        tolerate: tuple[str, ...] = (),
        **options,
    ):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, **options
        )
        contexts.append(context)
        page = context.new_page()
        origin = (at or server).url
        watch(page, origin, tolerate)
        page.goto(origin + path)
        page.wait_for_selector(wait, timeout=30_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not troubles, "\n".join(troubles)
