"""Streamlit's page with ours in front: the one place where the app inserts into Streamlit's.

Streamlit's page is an empty shell until its scripts, 0.7 MB, have run, and its API has no way to
put anything into it before that. So what is ours goes right after its `<head>`, and all that
follows there waits in a template, whose content a browser neither fetches nor runs: shell.js takes
it out once the first screen is painted. Where there is no such place, Streamlit's page is sent as
it is.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import streamlit as st

STREAMLIT_STATIC = Path(st.__file__).parent / "static"
PLACE = "<head>"


@cache
def streamlits_page() -> str:
    """Return Streamlit's own index.html."""
    return (STREAMLIT_STATIC / "index.html").read_text("utf-8")


def with_ours(head: str, body: str) -> str:
    """Return Streamlit's page, with ours in front."""
    before, place, streamlits = streamlits_page().partition(PLACE)
    if not place:
        return streamlits_page()
    ours = f"{before}{place}{head}</head>\n<body>{body}"
    return f'{ours}\n<template id="app">{streamlits}</template>\n'


class _InlineScripts(HTMLParser):
    """Collects the texts of the scripts that a page has without an address."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[str] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a text."""
        self.inside = tag == "script" and "src" not in dict(attrs)
        if self.inside:
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        """Go on with it."""
        if self.inside:
            self.texts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        """End it."""
        self.inside = False


@cache
def inline_script_hashes() -> str:
    """Return the sources by which a Content-Security-Policy allows Streamlit's inline scripts."""
    texts = _InlineScripts(streamlits_page()).texts
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
