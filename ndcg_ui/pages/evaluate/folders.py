"""The folders of visitors' files, in a common folder that this user's servers share.

The name of a visitor's folder is a secret of the visitor's tab, by which any process finds the
files. A process refreshes the folders of its sessions. Any process removes folders without recent
use, such as the folder of a closed page, and the last process that ends removes all folders.

Processes exchange dataclasses as MessagePack files and check their types, because a file made from
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
SHARE_USED_UP = "Your files use all the space that the server has left. Remove a file first."


class FolderOwner(Protocol):
    """An object with a folder of files, such as a session's `OwnFiles`."""

    folder: Path


_in_use: WeakSet[FolderOwner] = WeakSet()


def ensure_common_folder() -> Path:
    """Return the common folder of this user's servers, or another one if it is not private.

    The folder is created if necessary. The other folder is for this process alone.
    """
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    folder = Path(gettempdir()) / f"ndcg-evaluate-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if _is_private(folder):
        return folder
    alone = _get_process_folder(folder)
    alone.mkdir(mode=0o700, exist_ok=True)
    return alone


@cache
def _get_process_folder(readable_folder: Path) -> Path:
    """Return this process's own folder. Make it, and log a warning, at the first call.

    readable_folder: the folder that others can read, which the warning names.
    """
    alone = Path(mkdtemp(prefix="ndcg-evaluate-"))
    log.warning(
        "%s can be read by others; %s is used, by this process alone.", readable_folder, alone
    )
    return alone


def _is_private(folder: Path) -> bool:
    """Return True if a path is a folder and, except on Windows, private to this user."""
    status = folder.lstat()
    if sys.platform == "win32":
        return S_ISDIR(status.st_mode)
    return S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def make_visitor_folder() -> Path:
    """Make a folder with a secret name for a visitor's files."""
    folder = ensure_common_folder() / token_urlsafe(24)
    folder.mkdir(mode=0o700)
    return folder


def find_visitor_folder(name: object) -> Path | None:
    """Return the visitor's folder with this secret name, or None if there is none."""
    if not isinstance(name, str) or not FOLDER_NAME.fullmatch(name):
        return None
    folder = ensure_common_folder() / name
    return folder if folder.is_dir() else None


def ensure_visitor_folder(name: object) -> Path | None:
    """Return the visitor's folder with a name, made if necessary, or None for an invalid name."""
    if isinstance(name, str) and FOLDER_NAME.fullmatch(name):
        (ensure_common_folder() / name).mkdir(mode=0o700, exist_ok=True)
    return find_visitor_folder(name)


def protect_folder(session: FolderOwner) -> None:
    """Protect a session's folder from sweeps as long as the session object exists."""
    _in_use.add(session)


def sweep_folders() -> None:
    """Refresh the folders of this process's sessions, and remove entries without recent use."""
    for session in list(_in_use):
        with suppress(OSError):
            os.utime(session.folder)
    for path in ensure_common_folder().iterdir():
        with suppress(OSError):  # another process may sweep at the same time
            if path.stat().st_mtime < time() - limits.SECONDS_WITHOUT_USE:
                rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


@contextmanager
def lock_common_folder() -> Iterator[None]:
    """Lock the common folder while a server runs. The last server to end empties it.

    Windows has no such lock, so there every server empties the folder when it ends.
    """
    handle = _try_lock("shared")
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)
        if (alone := _try_lock("alone")) is not None or sys.platform == "win32":
            for path in ensure_common_folder().iterdir():
                rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
        if alone is not None:
            os.close(alone)


def _try_lock(mode: Literal["shared", "alone"]) -> int | None:
    """Lock the common folder, shared or alone. Return a handle to close, or None if refused.

    Windows has no such lock, so there the result is always None.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    handle = os.open(ensure_common_folder(), os.O_RDONLY)
    try:
        fcntl.flock(handle, {"shared": fcntl.LOCK_SH, "alone": fcntl.LOCK_EX}[mode] | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


# --- How much there is, and may be -------------------------------------------------------------


def count_stored_bytes() -> int:
    """Return the total size of all visitors' files in bytes, including running uploads."""
    return sum(map(count_folder_bytes, ensure_common_folder().iterdir()))


def count_folder_bytes(folder: Path) -> int:
    """Return the total size, in bytes, of the files in a visitor's folder."""
    return sum(_iterate_sizes(folder))


def _iterate_sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        with suppress(OSError):  # the file was removed just now
            if not path.is_dir():
                yield path.stat().st_size


def find_upload_refusal(folder: Path, length: int, coming_bytes: int) -> tuple[int, str] | None:
    """Return the HTTP status and the reason if a file cannot be stored, otherwise None.

    A visitor may store as much as stays free for all other visitors, so there is always room for a
    small file.

    length: the size of the file in bytes, or a negative number if it is not known.
    coming_bytes: the bytes still to come. Bytes that have arrived are counted already.
    """
    if length < 0:
        return 411, "Send the length of the file (Content-Length)."
    if length > read_upload_limit():
        return 413, describe_oversized_file(length)
    own = count_folder_bytes(folder)
    free = read_upload_limit() * limits.UPLOADS_AT_ONCE - count_stored_bytes()
    if coming_bytes > (free - own) // 2:
        return 503, SHARE_USED_UP if own else SERVER_FULL
    return None


def describe_oversized_file(length: int) -> str:
    """Return an error message for a file of `length` bytes, which is over the upload limit."""
    may = format_size(read_upload_limit())
    has = format_size(length)
    return f"This file has {has}, but at most {may} are possible. Compress the file with gzip."


def read_upload_limit() -> int:
    """Return the maximum size of a file in bytes. Raise ValueError for an invalid setting.

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
    """Return True if an error means that the disk or the user's quota is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file in one step, so that readers never see an incomplete file."""
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)


def serialize(value: object) -> bytes:
    """Serialize plain data, paths and dataclasses. Raise TypeError for other values."""
    return msgpack.encode(value, enc_hook=_encode_path)


def deserialize(kind: type[T], content: bytes) -> T:
    """Deserialize a value of type `kind`. Raise ValueError for invalid data or another type.

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
