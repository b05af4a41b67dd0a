"""Where what was packed is kept, from start to start and for all servers of one user.

    ~/.cache/ndcg-tutor/    XDG_CACHE_HOME/ndcg-tutor, or the folder that NDCG_CACHE names
        3f1c...9a           named by what it was made from, and how; it begins with its own digest
        lock                held by the one process that packs

NDCG_CACHE=none keeps nothing: everything is sent as it would be before anything was packed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import time

if sys.platform != "win32":
    import fcntl

CACHE, NOWHERE = "NDCG_CACHE", "none"
LOCK = "lock"
OURS = re.compile(r"[0-9a-f]{64}(\.[0-9a-f]{8})?")
"""The names of what is kept, and of what is being written."""
DIGEST = 32
"""Bytes of a SHA-256."""
SECONDS_UNUSED = 90 * 24 * 3600
"""After which what is not wanted is taken to be an earlier version's."""


def folder() -> Path | None:
    """Return the folder, which need not be there yet; None where nothing is to be kept."""
    named = os.environ.get(CACHE, "")
    if named:
        return None if named == NOWHERE else Path(named)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(caches) if caches else Path.home() / ".cache") / "ndcg-tutor"
    except RuntimeError:  # a user without a home
        return None


def key(*parts: bytes | str) -> str:
    """Return the name for what is made from `parts`.

    >>> key("ab", "c") == key(b"ab", "c"), key("ab", "c") == key("a", "bc")
    (True, False)
    """
    whole = sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        whole.update(len(content).to_bytes(8, "big"))
        whole.update(content)
    return whole.hexdigest()


def read(name: str) -> bytes | None:
    """Return what is kept under `name`; None where it is not there, or not as it was written."""
    where = folder()
    if where is None:
        return None
    try:
        found = (where / name).read_bytes()
    except OSError:
        return None
    content = found[DIGEST:]
    return content if found[:DIGEST] == sha256(content).digest() else None


def write(where: Path, name: str, content: bytes) -> None:
    """Keep `content` under `name`: nobody ever finds a part of it there."""
    beside = where / f"{name}.{token_hex(4)}"
    try:
        beside.write_bytes(sha256(content).digest() + content)
        beside.replace(where / name)
    finally:
        beside.unlink(missing_ok=True)


def in_use(where: Path, names: Iterable[str]) -> None:
    """Note that a server that starts wants `names`."""
    for name in names:
        with suppress(OSError):  # not there, or another user's
            os.utime(where / name)


def sweep(where: Path) -> None:
    """Remove what no server that started for a long time has wanted."""
    for path in where.iterdir():
        with suppress(OSError):
            if OURS.fullmatch(path.name) and path.stat().st_mtime < time() - SECONDS_UNUSED:
                path.unlink()


@contextmanager
def alone(where: Path) -> Iterator[bool]:
    """Whether no other process packs into `where`, nor will until this one is done.

    OSError where nothing can be written there.
    """
    where.mkdir(parents=True, exist_ok=True)
    with (where / LOCK).open("wb") as file:
        yield _locks(file.fileno())


def _locks(file: int) -> bool:
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
