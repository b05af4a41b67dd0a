"""One file as a browser takes it: gzipped once, and kept."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
Content = Callable[[], bytes]
_GZIP: dict[str, bytes] = {}
"""By name; the names are a fixed few, and each stands for one content."""


async def answer(name: str, content: Content, media_type: str, headers: Headers) -> Response:
    """Return a file of a fixed version, kept for good; gzipped where the headers allow."""
    out = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if not accepts("gzip", headers.get("accept-encoding", "")):
        return Response(content(), media_type=media_type, headers=out)
    if name not in _GZIP:
        _GZIP[name] = await to_thread.run_sync(lambda: gzip.compress(content(), 6))
    out["Content-Encoding"] = "gzip"
    return Response(_GZIP[name], media_type=media_type, headers=out)


def accepts(coding: str, header: str) -> bool:
    """Return whether an Accept-Encoding header takes a coding.

    >>> accepts("gzip", "br, gzip;q=0.9"), accepts("gzip", "br, gzip;q=0"), accepts("gzip", "gz")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == coding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
