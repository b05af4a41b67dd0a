"""What one visitor brought: files in a folder of their own, on disk, gone with the session.

The session holds the one `Files`; when the session ends, its folder is removed. Whoever uploads
names the folder, a secret that only this session's page was told, and may be another process: what
is known of the files is on disk beside them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from time import time_ns
from typing import Literal
from weakref import finalize

from ndcg_core.metric.quoting import clipped
from ndcg_ui.evaluation import folders, limits

Kind = Literal["qrels", "run"]
MOST_RUNS = 5
LONGEST_NAME = 60
PASTED = {"qrels": "judgments", "run": "run"}
RECORD = ".json"


@dataclass(frozen=True)
class Stored:
    """One file: what it is called, where it lies, how many bytes it has, and its SHA-256.

    came  orders the files: nanoseconds, or their place in a saved evaluation
    """

    kind: Kind
    name: str
    path: Path
    size: int
    digest: str
    came: int = 0


class Shelf:
    """The files of one session, judgments and runs, as any thread or process sees them."""

    def __init__(self, folder: Path) -> None:
        """Look at a folder."""
        self.folder = folder

    @property
    def stored(self) -> tuple[Stored, ...]:
        """The files, judgments first, then the runs in the order in which they came."""
        found = [file for path in self.folder.glob(f"*{RECORD}") if (file := _read(path))]
        return tuple(sorted(found, key=lambda file: (file.kind != "qrels", file.came, file.path)))

    @property
    def runs(self) -> tuple[Stored, ...]:
        """The runs alone."""
        return tuple(file for file in self.stored if file.kind == "run")

    @property
    def ready(self) -> bool:
        """Whether there are judgments and a run."""
        return len({file.kind for file in self.stored}) == 2

    @property
    def revision(self) -> tuple[str, ...]:
        """Names the files: others, another revision."""
        return tuple(str(file.path) for file in self.stored)

    def place(self) -> Path:
        """Return where the next file may be written."""
        return self.folder / f"{folders.DATA}{token_hex(8)}"

    def add(self, kind: Kind, name: str, path: Path, digest: str = "", came: int = 0) -> str:
        """Count a file that was written among the others; return why not, or nothing.

        Judgments take the place of the last ones, and a run of the one with its name. digest: its
        SHA-256, where it is known already.
        """
        file = Stored(
            kind,
            _tidy(name, kind),
            path,
            path.stat().st_size,
            digest or digest_of(path),
            came or time_ns(),
        )
        _write(file)
        others = [other for other in self.stored if other.path != path]
        if kind == "run" and sum(_stays(other, file) for other in others) >= MOST_RUNS:
            _delete(file)
            return f"There are {MOST_RUNS} runs already; take one off first."
        for other in others:
            if _replaces(file, other):
                _delete(other)
        return ""

    def paste(self, kind: Kind, name: str, text: str) -> str:
        """Count a pasted text among the files; return why not, or nothing."""
        path = self.place()
        path.write_bytes(text.encode("utf-8", "replace"))
        return self.add(kind, name, path)

    def remove(self, name: str) -> None:
        """Take off the file that lies under a name in the folder, and delete it."""
        for file in self.stored:
            if file.path.name == name:
                _delete(file)


class Files(Shelf):
    """The files of one session; the folder is removed with it."""

    def __init__(self) -> None:
        """Make an empty folder, which only this server's user can read."""
        super().__init__(folders.new())
        finalize(self, rmtree, self.folder, ignore_errors=True)

    @property
    def token(self) -> str:
        """The secret that names the folder."""
        return self.folder.name


@dataclass
class Room:
    """How much is taken: bytes of one file, and of everybody's together."""

    each: int = field(default_factory=lambda: limits.upload_bytes())
    total: int = field(default_factory=lambda: limits.upload_bytes() * limits.UPLOADS_AT_ONCE)

    def refusal(self, size: int) -> tuple[int, str] | None:
        """The status and the sentence for a file of this size that is not taken."""
        if size < 0:
            return 411, "Say how long the file is (Content-Length)."
        if size > self.each:
            most, has = limits.megabytes(self.each), limits.megabytes(size)
            return 413, f"A file may have {most}; this one has {has}. Gzipped it may fit."
        if folders.held() + size > self.total:
            return 503, "The server holds as many files as it can. Try again in some minutes."
        return None


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    found = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


def _replaces(new: Stored, old: Stored) -> bool:
    same = new.kind == old.kind and (new.kind == "qrels" or new.name == old.name)
    return same and (old.came, old.path) < (new.came, new.path)


def _stays(old: Stored, new: Stored) -> bool:
    """Whether a run that came before stays beside a new one."""
    return old.kind == "run" and old.name != new.name and old.came < new.came


def _write(file: Stored) -> None:
    """Write what is known of a file so that it is there whole or not at all."""
    told = json.dumps({**asdict(file), "path": file.path.name}).encode()
    beside = file.path.with_suffix(".part")
    beside.write_bytes(told)
    beside.replace(file.path.with_suffix(RECORD))


def _read(path: Path) -> Stored | None:
    """What is known of a file; None where it was taken off just now."""
    try:
        return replace(Stored(**json.loads(path.read_bytes())), path=path.with_suffix(""))
    except FileNotFoundError:
        return None


def _delete(file: Stored) -> None:
    file.path.with_suffix(RECORD).unlink(missing_ok=True)
    file.path.unlink(missing_ok=True)


def _tidy(name: str, kind: Kind) -> str:
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return clipped(plain.strip(), LONGEST_NAME) or PASTED[kind]
