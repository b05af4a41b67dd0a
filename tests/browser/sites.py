"""The tutorial as a folder of files, on a web space that only sends files."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace

import pytest

from ndcg_ui.site.writing import get_pyodide, site, write_folder

WHY = "Python starts anew in each page of a site"
on_a_site_too = pytest.mark.parametrize(
    "place", ["server", pytest.param("site", marks=pytest.mark.thorough(WHY))], indirect=True
)
"""For tests of what a page does, whether a server answers or Python in the browser."""


def make_site(folder: Path, **how) -> None:
    """Write a site; ValueError with a sentence where Python for the browser cannot be had."""
    with TemporaryDirectory() as scratch:
        write_folder(site(get_pyodide(Path(scratch)), **how), folder)


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, as `python -m http.server` does, and writes no log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {"": "text/plain"}

    def log_message(self, *said) -> None:
        """Say nothing."""


@contextmanager
def serve_folder(folder: Path, path: str = "") -> Iterator[SimpleNamespace]:
    """Send the files of a folder; `url` is where, with a path behind it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}{path}", folder=folder)
    finally:
        server.shutdown()
        server.server_close()
