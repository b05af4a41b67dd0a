"""What makes the server answer at once: no waiting packets, imports done ahead."""

from __future__ import annotations

import gc
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import Thread
from time import sleep

import streamlit as st
from starlette.types import ASGIApp, Receive, Scope, Send

HERE = Path(__file__).parent
AFTER_THE_FIRST = 3  # seconds: who waits for the server to be back is served before the long import


class Promptly:
    """Switches off Nagle's algorithm for every connection.

    Streamlit's listening socket leaves it on; then a file's body waits until the browser has
    acknowledged its headers, and all but the first of a run's small messages for the one before.
    Browsers put that off for up to 40 ms.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reach through to uvicorn's connection, where that is what serves."""
        transport = getattr(getattr(receive, "__self__", None), "transport", None)
        if transport is not None:
            found = transport.get_extra_info("socket")
            if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self.app(scope, receive, send)


@asynccontextmanager
async def warm(app: st.App) -> AsyncIterator[None]:
    """Import before the server listens what the first visitor would otherwise wait for.

    In one thread: two visitors' runs that import the same rooms at once can each be given half of
    them, and crash.
    """
    for view in iter_modules([str(HERE.parent / "views")]):
        import_module(f"ndcg_ui.views.{view.name}")
    Thread(target=_import_the_rest, daemon=True).start()
    yield


def _import_the_rest() -> None:
    sleep(AFTER_THE_FIRST)
    import_module("pandas")  # some of Streamlit's widgets need it, and few pages have those
    gc.freeze()  # a full collection, some 70 ms, need not look through what stays for good
