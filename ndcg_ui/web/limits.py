"""The numbers that nobody can exceed, and what the process may open."""

from __future__ import annotations

import os
from contextlib import suppress

LONGEST_MESSAGE = 2_000_000
"""Bytes of one message to the server: a progress file that is loaded comes as one."""

BURST, STEADY = 20, 5.0
"""Messages of one connection that are taken at once, and then a second."""

READ_BURST, READ_STEADY = 200, 200.0
"""Messages of one connection that are read, to find the newest, at once and then a second."""

BYTES_EACH = 10_000
"""A long message counts as one more for each so many bytes: it takes longer to read."""

QUEUE = 50
"""Messages of one connection that wait at most; then nothing more is read from it."""

SECONDS_FOR_A_TURN = 30.0
"""How long a new visitor waits at most for the first pages of those who came before."""

SECONDS_TO_RECEIVE = 0.03
"""What a new visitor costs besides the run of a page: a connection, a session, their end."""

SECONDS_TO_HAND_OVER = 0.001
"""How long one thread keeps the interpreter while another waits for it."""

MOST_VISITORS = 1000
SPARE_FILES, FILES_EACH = 100, 4
MOST_FILES = 65_536

SECONDS_FOR_HEADERS = 10.0
SECONDS_FOR_UPLOAD = 60.0

UPLOAD_MB, UPLOAD_MB_DEFAULT = "NDCG_UPLOAD_MB", 200
"""The environment variable for the size of a file that /evaluate takes, and what holds without."""

UPLOADS_AT_ONCE = 10
"""Everybody's files together may have so many times that size."""

SECONDS_FOR_A_FILE = 600.0
"""A large file over a slow line takes longer than what a page sends."""

WORKERS = 2
"""So many evaluations of somebody's files run at once; the next ones wait."""

SECONDS_FOR_WORK, BYTES_FOR_WORK = 600, 8_000_000_000
"""Processor time and address space of one evaluation."""


def raise_file_limit() -> int:
    """Let the process open as many files as it may, and return how many that is."""
    try:
        import resource
    except ImportError:  # Windows, where the limit is another one and high
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):  # macOS names a hard limit that it does not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def seats(files: int) -> int:
    """Return how many visitors fit when the process may open so many files.

    >>> seats(1024), seats(65_536)
    (231, 1000)
    """
    return max(1, min(MOST_VISITORS, (files - SPARE_FILES) // FILES_EACH))


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
