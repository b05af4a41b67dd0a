"""The scripts that a page will ask for, told in its head: else each is found in the one before.

A module names what it imports only once it is there, so that a chain of them costs a way to the
server and back for each link. Here the chains are followed before anybody comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from posixpath import dirname, join, normpath

from ndcg_ui.web.assets import COMPONENT_ROOM, STREAMLIT_STATIC, bundle

BUNDLE = STREAMLIT_STATIC / "static" / "js"
WIDGETS = ("BidiComponent",)
"""Streamlit's own pieces that every page of ours needs and that it fetches late."""
_IMPORT = re.compile(r"""(?:from|import)\s*["'`](\.{1,2}/[\w./-]+\.js)["'`]""")


@cache
def preloads(
    components: tuple[str, ...], widgets: tuple[str, ...], always: tuple[str, ...] = WIDGETS
) -> tuple[str, ...]:
    """Return the addresses of the modules of some components and of some of Streamlit's pieces."""
    entries = [f"{COMPONENT_ROOM}/ndcg-tutor.{name}/{name}.js" for name in components]
    for name in (*always, *widgets):
        entries += [f"/static/js/{file.name}" for file in sorted(BUNDLE.glob(f"{name}.*.js"))]
    return tuple(address for address in _with_imports(entries) if address not in _in_the_shell())


def _with_imports(entries: Iterable[str]) -> list[str]:
    """The entries and all that they import, each once, the entries first."""
    found = list(dict.fromkeys(entries))
    for address in found:  # it grows meanwhile
        found += [one for one in _imports(address) if one not in found]
    return found


@cache
def _imports(address: str) -> tuple[str, ...]:
    content = bundle().get(address)
    here = dirname(address)
    texts = _IMPORT.findall(content().decode()) if content else ()
    return tuple(dict.fromkeys(normpath(join(here, text)) for text in texts))


@cache
def _in_the_shell() -> frozenset[str]:
    """What Streamlit's own page tells already."""
    html = (STREAMLIT_STATIC / "index.html").read_text("utf-8")
    return frozenset(f"/{text}" for text in re.findall(r'"\./(static/js/[^"]+\.js)"', html))
