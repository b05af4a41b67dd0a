"""How large a file for /evaluate may be, and sizes as people say them."""

from __future__ import annotations

import os

from ndcg_ui.limits import UPLOAD_MB, UPLOAD_MB_DEFAULT


def upload_bytes() -> int:
    """Return how many bytes a file for /evaluate may have; ValueError for a setting that is none.

    >>> upload_bytes()
    200000000
    """
    text = os.environ.get(UPLOAD_MB, str(UPLOAD_MB_DEFAULT))
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise ValueError(f"{UPLOAD_MB} is {text[:20]!r}; it must be a whole number of megabytes.")
    return int(text) * 1_000_000


def megabytes(size: int) -> str:
    """Return a size as people say it.

    >>> megabytes(200_000_000), megabytes(1_500)
    ('200 MB', '1.5 kB')
    """
    for unit, name in ((10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"
