"""Streamlit's page with our header in front: the only place where the app changes it.

Streamlit's page is empty until its scripts, 0.7 MB, have run, and its API cannot add content before
that. So our content is inserted right after `<head>`. If there is no `<head>`, Streamlit's page is
sent unchanged.
"""

from functools import cache
from pathlib import Path

import streamlit as st

from ndcg_ui.exhibit.scripts import hash_inline_script, join_modules

STREAMLIT_STATIC = Path(st.__file__).parent / "static"
HEAD_TAG = "<head>"
SHELL = join_modules(Path(__file__).parent / "shell.js").decode()


@cache
def read_streamlit_page() -> str:
    """Return Streamlit's own index.html."""
    return (STREAMLIT_STATIC / "index.html").read_text("utf-8")


def insert_into_streamlit_page(head: str, body: str) -> str:
    """Return Streamlit's page with our HTML in front of its own.

    A browser accepts the elements of Streamlit's head in the body too. A page without the tag
    `HEAD_TAG` is returned unchanged.
    """
    before, place, streamlits = read_streamlit_page().partition(HEAD_TAG)
    return f"{before}{place}{head}</head>\n<body>{body}{streamlits}" if place else before


@cache
def hash_inline_scripts() -> str:
    """Return the CSP hash sources that allow our and Streamlit's inline scripts."""
    scripts = (part.partition(">") for part in read_streamlit_page().split("<script")[1:])
    texts = (rest.partition("</script>")[0] for head, _, rest in scripts if "src=" not in head)
    return " ".join(map(hash_inline_script, (SHELL, *texts)))
