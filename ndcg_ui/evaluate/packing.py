"""What two processes tell each other: dataclasses as MessagePack, read with the types expected.

What a process has made of somebody's file may be nonsense, and nothing else can come of it.
"""

from pathlib import Path
from typing import Any, TypeVar

from msgspec import msgpack

T = TypeVar("T")


def pack(value: object) -> bytes:
    """Write a value; a TypeError for one that is not plain."""
    return msgpack.encode(value, enc_hook=_as_text)


def unpack(kind: type[T], content: bytes) -> T:
    """Read a value of a type; ValueError for any other.

    >>> unpack(tuple[Path, ...], pack((Path("a"),)))
    (PosixPath('a'),)
    """
    return msgpack.decode(content, type=kind, dec_hook=_as_path)


def _as_text(value: Any) -> str:
    if not isinstance(value, Path):
        raise TypeError(f"{type(value).__name__} is not written.")
    return str(value)


def _as_path(kind: type, value: Any) -> Path:
    if not issubclass(kind, Path) or not isinstance(value, str):
        raise ValueError(f"{value!r} is no {kind.__name__}.")
    return Path(value)
