"""One file as a browser takes it: in Brotli where that is packed already, else gzipped here."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response

from ndcg_ui.packed import brotlied, folder

FOREVER = "public, max-age=31536000, immutable"
Content = Callable[[], bytes]


async def answer(name: str, content: Content, media_type: str, headers: Headers) -> Response:
    """Return a file of a fixed version, compressed as the request's headers allow, kept for good.

    Browsers take Brotli where nobody can listen: over HTTPS, and from this machine.
    """
    asked = headers.get("accept-encoding", "")
    if _in_memory(name, asked):  # a way to a thread and back costs more
        coding, body = _encoded(name, content, asked)
    else:
        coding, body = await to_thread.run_sync(_encoded, name, content, asked)
    out = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if coding:
        out["Content-Encoding"] = coding
    return Response(body, media_type=media_type, headers=out)


def accepts(coding: str, header: str) -> bool:
    """Return whether an Accept-Encoding header takes a coding.

    >>> accepts("br", "gzip, br;q=0.9"), accepts("br", "gzip, br;q=0"), accepts("br", "brr")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _in_memory(name: str, asked: str) -> bool:
    """Whether the best that the browser takes was sent before."""
    return name in _BROTLI if accepts("br", asked) else name in _GZIP and accepts("gzip", asked)


def _encoded(name: str, content: Content, asked: str) -> tuple[str, bytes]:
    """The coding and what is sent; no coding where the browser takes none of ours."""
    packed = _brotli(name, content) if accepts("br", asked) else None
    if packed is not None:
        return "br", packed
    return ("gzip", _gzip(name, content)) if accepts("gzip", asked) else ("", content())


_BROTLI: dict[str, bytes] = {}
_GZIP: dict[str, bytes] = {}
_KEYS: dict[str, str] = {}
"""All by name; the names are a fixed few, and each stands for one content."""


def _brotli(name: str, content: Content) -> bytes | None:
    """What another process has packed; None as long as it has not."""
    if name not in _BROTLI:
        key = _KEYS.get(name) or _KEYS.setdefault(name, brotlied.key(content()))
        packed = folder.read(key)
        if packed is None:
            return None
        _BROTLI[name] = packed
    return _BROTLI[name]


def _gzip(name: str, content: Content) -> bytes:
    if name not in _GZIP:
        _GZIP[name] = gzip.compress(content(), compresslevel=6)
    return _GZIP[name]
