"""The numbers that bound what somebody brings to /evaluate. Nothing here needs the server."""

from __future__ import annotations

import os

UPLOAD_MB, UPLOAD_MB_DEFAULT = "NDCG_UPLOAD_MB", 200
"""The environment variable for the size of a file that /evaluate takes, and what holds without."""

UPLOADS_AT_ONCE = 10
"""Everybody's files together may have so many times that size."""

TAKEN_TOGETHER = 200_000_000
"""Something can be taken along up to so many bytes of everybody's files, even where none may be
brought."""

SECONDS_FOR_A_FILE = 600.0
"""A large file over a slow line takes longer than what a page sends."""

SAVED_WHOLE = 30_000_000
"""Files of so many bytes together go into a saved evaluation; larger ones are named in it."""

WORKERS = 2
"""So many evaluations of somebody's files one server process runs at once; the next ones wait."""

SECONDS_LEFT_BEHIND = 2 * 86_400.0
"""What lies in the common folder so long, and is no living process's, is removed."""

SECONDS_BETWEEN_SWEEPS = 3_600.0
"""So often a server looks for what others have left behind."""

SECONDS_FOR_WORK, BYTES_FOR_WORK = 600, 8_000_000_000
"""Processor time and address space of one evaluation."""


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
