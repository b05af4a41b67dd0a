"""Where visitors' files lie: a folder for each session, under one that this user's servers share.

    ndcg-evaluate-1000/        of one user of this machine, readable by nobody else
        a1b2c3d4.alive         locked for as long as the process lives that made it
        a1b2c3d4-SECRET/       a session of that process

A file may reach another process than its session's (`uvicorn app:app --workers 2`), which finds the
folder by its name. A process that was killed leaves its folders, but not its lock: the next sweep,
by any process, removes them.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from secrets import token_hex, token_urlsafe
from shutil import rmtree
from stat import S_ISDIR
from tempfile import gettempdir, mkdtemp
from threading import Lock
from time import time
from typing import IO

from ndcg_ui import limits

if sys.platform != "win32":
    import fcntl

ALIVE = ".alive"
NAME = re.compile(r"[0-9a-f]{8}-[A-Za-z0-9_-]{24}")
DATA, TAKEN = "file-", "taken-"
"""What the names of a visitor's files on disk begin with: what was brought, which has no ending,
and what is taken along."""
log = logging.getLogger("ndcg_ui")
FULL = "The server's disk is full. Try again later, or tell who runs this server."
_NAMING = Lock()
_OWN: dict[Path, tuple[str, IO[bytes]]] = {}
"""By the common folder: the name of this process there, and the mark that it holds locked."""


def common() -> Path:
    """Return the folder that all of this user's servers share; made again where it was removed."""
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    folder = Path(gettempdir()) / f"ndcg-evaluate-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if _is_ours_alone(folder):
        return folder
    alone = _alone(folder)
    alone.mkdir(mode=0o700, exist_ok=True)
    return alone


@cache
def _alone(folder: Path) -> Path:
    alone = Path(mkdtemp(prefix="ndcg-evaluate-"))
    log.warning("%s can be read by others; %s is used, by this process alone.", folder, alone)
    return alone


def _is_ours_alone(folder: Path) -> bool:
    found = folder.lstat()
    if sys.platform == "win32":
        return S_ISDIR(found.st_mode)
    return S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def new() -> Path:
    """Make the folder of a session; its name is the secret by which files are sent there."""
    with _NAMING:
        folder = common() / f"{_marked()}-{token_urlsafe(18)}"
        folder.mkdir(mode=0o700)
    return folder


def found(name: str) -> Path | None:
    """Return the session's folder of that name, whichever process made it."""
    folder = common() / name
    return folder if NAME.fullmatch(name) and folder.is_dir() else None


def held() -> int:
    """Return how many bytes everybody's files have together, those on their way included."""
    return sum(map(size, _sessions()))


def size(folder: Path) -> int:
    """Return how many bytes the files of one session have."""
    came = (path for path in folder.glob(f"{DATA}*") if not path.suffix)
    return sum(map(_bytes, (*came, *folder.glob(f"{TAKEN}*"))))


def sweep() -> None:
    """Remove what processes that are over have left behind.

    What this process holds is marked as such anew first, and made young: whoever cleans temporary
    folders by their age leaves it, and where a mark was removed nobody takes it for left behind.
    """
    with _NAMING:
        if _OWN:
            owner = _marked()
            for path in (common() / f"{owner}{ALIVE}", *common().glob(f"{owner}-*")):
                with suppress(OSError):
                    os.utime(path)
    for path in common().glob(f"*{ALIVE}"):
        # Another process may sweep at the same time.
        with suppress(FileNotFoundError), path.open("rb") as file:
            if _locks(file) if sys.platform != "win32" else _is_old(path):
                _remove(path.stem)
    for path in common().iterdir():  # what nobody's lock speaks for
        if not (common() / f"{path.name[:8]}{ALIVE}").exists() and _is_old(path):
            rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def leave() -> None:
    """Remove what this process has made: it ends, maybe by a signal after which nothing runs."""
    with _NAMING:
        for folder in list(_OWN):
            owner, file = _OWN.pop(folder)
            _remove(owner)
            file.close()


def _remove(owner: str) -> None:
    for folder in common().glob(f"{owner}-*"):
        rmtree(folder, ignore_errors=True)
    (common() / f"{owner}{ALIVE}").unlink(missing_ok=True)


def _sessions() -> Iterator[Path]:
    return (path for path in common().iterdir() if NAME.fullmatch(path.name))


def _marked() -> str:
    """Name this process, and hold its lock; the file is there under its name once it is locked.

    A mark that somebody removed is made again, under the same name.
    """
    folder = common()
    owner, old = _OWN.get(folder, (token_hex(4), None))
    mark = folder / f"{owner}{ALIVE}"
    if old is None or not mark.exists():
        starting = folder / f"{owner}.starting"
        file = starting.open("wb")
        _locks(file)
        starting.replace(mark)
        _OWN[folder] = owner, file
        if old:
            old.close()
    return owner


def is_full(error: OSError) -> bool:
    """Whether the disk has no room left, or none for this user."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def trouble(error: OSError, otherwise: str) -> str:
    """Return the sentence for what could not be written."""
    return FULL if is_full(error) else otherwise


def _locks(file: IO[bytes]) -> bool:
    """Lock the file, unless a living process has; say whether."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def _is_old(path: Path) -> bool:
    try:
        return path.stat().st_mtime < time() - limits.SECONDS_LEFT_BEHIND
    except OSError:
        return False


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # it was taken off just now
        return 0
