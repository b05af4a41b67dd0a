"""The folders of visitors' files, below one that this user's servers share.

The folder's name is a secret of the visitor's tab, by which any process finds the files. A process
refreshes the folders of its sessions. Any process removes folders without recent use, such as that
of a closed page, and the last process removes all of them when it ends.

Processes exchange dataclasses as MessagePack there and check their types, because a file made from
a visitor's data may contain anything.
"""

import errno
import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from shutil import rmtree
from stat import S_ISDIR
from tempfile import gettempdir, mkdtemp
from time import time
from typing import Any, Literal, Protocol, TypeVar
from weakref import WeakSet

from msgspec import msgpack

from ndcg_core.evaluation.files.contents import format_size
from ndcg_ui import limits

T = TypeVar("T")
FOLDER_NAME = re.compile(r"[A-Za-z0-9_-]{32}")
log = logging.getLogger("ndcg_ui")
DISK_FULL = "The server's disk is full. Try again later, or tell the administrator of this server."
SERVER_FULL = "The server holds as many files as it can. Try again in a few minutes."
SHARE_USED_UP = "Your files use all the space that the server has left. Remove one first."


class HasFolder(Protocol):
    """A session that keeps a folder of files."""

    folder: Path


_in_use: WeakSet[HasFolder] = WeakSet()


def find_common_folder() -> Path:
    """Return the folder that this user's servers share, and make it if it is gone."""
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    folder = Path(gettempdir()) / f"ndcg-evaluate-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if _is_private(folder):
        return folder
    alone = _make_private_folder(folder)
    alone.mkdir(mode=0o700, exist_ok=True)
    return alone


@cache
def _make_private_folder(folder: Path) -> Path:
    alone = Path(mkdtemp(prefix="ndcg-evaluate-"))
    log.warning("%s can be read by others; %s is used, by this process alone.", folder, alone)
    return alone


def _is_private(folder: Path) -> bool:
    status = folder.lstat()
    if sys.platform == "win32":
        return S_ISDIR(status.st_mode)
    return S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def make_folder() -> Path:
    """Make a visitor's folder."""
    folder = find_common_folder() / token_urlsafe(24)
    folder.mkdir(mode=0o700)
    return folder


def find_folder(name: object) -> Path | None:
    """Return the visitor's folder with this name, made by any process."""
    if not isinstance(name, str) or not FOLDER_NAME.fullmatch(name):
        return None
    folder = find_common_folder() / name
    return folder if folder.is_dir() else None


def find_or_make_folder(name: object) -> Path | None:
    """Return the visitor's folder with this name, and make it if necessary. None for a bad name."""
    if isinstance(name, str) and FOLDER_NAME.fullmatch(name):
        (find_common_folder() / name).mkdir(mode=0o700, exist_ok=True)
    return find_folder(name)


def keep_folder(session: HasFolder) -> None:
    """Keep a session's folder as long as the session lives."""
    _in_use.add(session)


def sweep_folders() -> None:
    """Keep the folders of this process's sessions, and remove folders without recent use."""
    for session in list(_in_use):
        with suppress(OSError):
            os.utime(session.folder)
    for path in find_common_folder().iterdir():
        with suppress(OSError):  # another process may sweep at the same time
            if path.stat().st_mtime < time() - limits.SECONDS_WITHOUT_USE:
                rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


@contextmanager
def hold_common_folder() -> Iterator[None]:
    """Hold the common folder while a server runs. The last server to end empties it."""
    handle = _lock_common_folder("shared")
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)
        if (alone := _lock_common_folder("alone")) is not None or sys.platform == "win32":
            for path in find_common_folder().iterdir():
                rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
        if alone is not None:
            os.close(alone)


def _lock_common_folder(how: Literal["shared", "alone"]) -> int | None:
    """Lock the common folder and return a handle to close, or None."""
    if sys.platform == "win32":
        return None
    import fcntl

    handle = os.open(find_common_folder(), os.O_RDONLY)
    try:
        fcntl.flock(handle, {"shared": fcntl.LOCK_SH, "alone": fcntl.LOCK_EX}[how] | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


# --- How much there is, and may be -------------------------------------------------------------


def count_stored_bytes() -> int:
    """Return the size of all visitors' files, with running uploads."""
    return sum(map(count_folder_bytes, find_common_folder().iterdir()))


def count_folder_bytes(folder: Path) -> int:
    """Return the size of the files in a visitor's folder in bytes."""
    return sum(_list_sizes(folder))


def _list_sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        with suppress(OSError):  # it was taken off just now
            if not path.is_dir():
                yield path.stat().st_size


def refuse_file(folder: Path, length: int, more: int) -> tuple[int, str] | None:
    """Return the status and the sentence that refuse a file if there is no room, or None.

    A visitor may store as much as stays free for all others, so there is always room for a small
    file. more: the bytes still to come. Bytes that have arrived are counted already.
    """
    if length < 0:
        return 411, "Send the length of the file (Content-Length)."
    if length > read_upload_limit():
        return 413, describe_too_large(length)
    own = count_folder_bytes(folder)
    free = read_upload_limit() * limits.UPLOADS_AT_ONCE - count_stored_bytes()
    if more > (free - own) // 2:
        return 503, SHARE_USED_UP if own else SERVER_FULL
    return None


def describe_too_large(length: int) -> str:
    """Return the sentence for a file that is too large."""
    may = format_size(read_upload_limit())
    has = format_size(length)
    return f"This file has {has}, but at most {may} are possible. Compress the file with gzip."


def read_upload_limit() -> int:
    """Return the maximum size of a file for /evaluate. Raise ValueError for a bad setting.

    >>> read_upload_limit()
    200000000
    """
    text = os.environ.get(limits.UPLOAD_MB, str(limits.UPLOAD_MB_DEFAULT))
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text)):
        name = limits.UPLOAD_MB
        raise ValueError(
            f"{name} is {text[:20]!r}. It must be a whole number of megabytes, from 1."
        )
    return int(text) * 1_000_000


def is_disk_full(error: OSError) -> bool:
    """Return True if the disk or the user's quota is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file in one step, so that readers never see a part of it."""
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)


def serialize(value: object) -> bytes:
    """Serialize a value. Raise TypeError if it is not plain data."""
    return msgpack.encode(value, enc_hook=_encode_path)


def deserialize(kind: type[T], content: bytes) -> T:
    """Deserialize a value of a type. Raise ValueError for another.

    >>> deserialize(tuple[Path, ...], serialize((Path("a"),)))
    (PosixPath('a'),)
    """
    return msgpack.decode(content, type=kind, dec_hook=_decode_path)


def _encode_path(value: Any) -> str:
    if not isinstance(value, Path):
        raise TypeError(f"{type(value).__name__} is not written.")
    return str(value)


def _decode_path(kind: type, value: Any) -> Path:
    if not issubclass(kind, Path) or not isinstance(value, str):
        raise ValueError(f"{value!r} is not a {kind.__name__}.")
    return Path(value)
