"""What is known of a visitor's file, and is written beside it; and of a saved evaluation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal
from unicodedata import category

from ndcg_core.metric.quoting import clipped

Kind = Literal["qrels", "run"]
LONGEST_NAME = 255
"""No file system has a longer one: the command that the page offers names a file as it is."""
PASTED = {"qrels": "judgments", "run": "run"}
RECORD = ".json"


@dataclass(frozen=True)
class Stored:
    """One file: what it is called, where it lies, how many bytes it has, and its SHA-256.

    came   when, in nanoseconds
    place  where it stands in the saved evaluation that wants it; 0: nowhere
    """

    kind: Kind
    name: str
    path: Path
    size: int
    digest: str
    came: int = 0
    place: int = 0


@dataclass(frozen=True)
class Wanted:
    """A file of a saved evaluation, as in `Stored`."""

    kind: Kind
    name: str
    size: int
    digest: str


@dataclass(frozen=True)
class Opened:
    """The saved evaluation that was opened last: which one, what was chosen, and of which files."""

    stamp: str
    asked: Mapping[str, str]
    wanted: tuple[Wanted, ...]


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    found = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


def tidy(name: str, kind: Kind) -> str:
    """A name that is only a name: printable but for its blanks of any kind, and not endless."""
    plain = "".join(sign if _shows(sign) else " " for sign in name)
    return clipped(plain, LONGEST_NAME) if plain.strip() else PASTED[kind]


def _shows(sign: str) -> bool:
    return sign.isprintable() or category(sign) == "Zs"


def order(file: Stored) -> tuple[bool, int, Path]:
    """Judgments first, then the runs as they came, or as the saved evaluation has them."""
    return file.kind != "qrels", file.place or file.came, file.path


def put(path: Path, content: object) -> None:
    """Write what is known so that it is there whole or not at all."""
    write_whole(path, json.dumps(content).encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    beside = path.with_suffix(".part")
    beside.write_bytes(content)
    beside.replace(path)


def read(path: Path) -> Stored | None:
    """What is known of a file; None where it was taken off just now."""
    try:
        return replace(Stored(**json.loads(path.read_bytes())), path=path.with_suffix(""))
    except FileNotFoundError:
        return None


def delete(file: Stored) -> None:
    """Take off a file and what is known of it."""
    delete_at(file.path)


def delete_at(path: Path) -> None:
    """Take off what lies there, and what is known of it or was half written."""
    for one in (path.with_suffix(RECORD), path.with_suffix(".part"), path):
        one.unlink(missing_ok=True)


@dataclass(frozen=True)
class Unpacking:
    """Take a saved evaluation apart.

    places  where its files may be written
    each    bytes that one of them may have; more: all of them together
    """

    path: Path
    places: tuple[Path, ...]
    each: int
    more: int
