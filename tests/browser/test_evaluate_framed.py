"""/evaluate inside a page of another site, as a learning management system shows it."""

from __future__ import annotations

import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from benchmarks._server import streamlit

FRAME = '<!doctype html><iframe src="{url}" {attributes} width="1200" height="2000"></iframe>'
REFUSED = "If a file does not come, the page around this one allows no downloads"


@pytest.fixture(scope="module")
def framed(tmp_path_factory):
    """The app on localhost, and a site on 127.0.0.1 whose pages show it."""
    folder = tmp_path_factory.mktemp("site")
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=site.serve_forever, daemon=True).start()
    outside = f"http://127.0.0.1:{site.server_port}"
    app = streamlit(tmp_path_factory.mktemp("framed") / "log", "app.py")
    app.variables = {**os.environ, "NDCG_FRAME_ANCESTORS": outside}
    app.start()
    url = f"{app.url}/evaluate?embed=1"
    for name, attributes in (
        ("plain", ""),
        ("sandbox", "allow-scripts allow-same-origin allow-forms"),
    ):
        attributes = attributes and f'sandbox="{attributes}"'
        (folder / f"{name}.html").write_text(FRAME.format(url=url, attributes=attributes))
    yield outside
    app.stop()
    site.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing of it."""

    def log_message(self, format, *args):
        """Say nothing."""


def inside(chromium, address):
    """The outer page, and the app in it."""
    page = chromium.new_context(accept_downloads=True).new_page()
    page.goto(address)
    return page, page.frame_locator("iframe")


def test_a_report_is_taken_from_a_frame_on_another_site(chromium, framed, tmp_path):
    page, app = inside(chromium, f"{framed}/plain.html")
    with page.expect_download() as taking:
        app.get_by_role("link", name="Report (HTML)").click()
    taking.value.save_as(tmp_path / "report.html")
    assert "<h1>NDCG@10 of keywords, meanings, both</h1>" in (tmp_path / "report.html").read_text()
    page.context.close()


def test_in_a_sandbox_that_allows_no_downloads_the_link_is_there_and_that_is_said(chromium, framed):
    page, app = inside(chromium, f"{framed}/sandbox.html")
    downloads = []
    page.on("download", lambda taken: downloads.append(taken))
    link = app.get_by_role("link", name="Every query (CSV)")
    link.click()
    app.get_by_text(REFUSED).wait_for()
    address = link.evaluate("link => link.href")
    answer = page.context.request.get(address)
    assert answer.text().startswith("system,query,k,ndcg")
    assert downloads == []
    page.context.close()
