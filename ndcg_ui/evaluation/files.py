"""What one visitor brought: files in a folder of their own, on disk, gone with the session.

The session holds the one `Files`; when the session ends, its folder is removed. Whoever uploads
names it by a secret that only this session's page was told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Literal
from weakref import WeakValueDictionary

from ndcg_core.metric.quoting import clipped
from ndcg_ui.evaluation import limits

Kind = Literal["qrels", "run"]
MOST_RUNS = 5
LONGEST_NAME = 60
PASTED = {"qrels": "judgments", "run": "run"}


@dataclass(frozen=True)
class Stored:
    """One file: what it is called, where it lies, and how many bytes it has."""

    kind: Kind
    name: str
    path: Path
    size: int


class Files:
    """The files of one session, judgments and runs; safe to use from several threads."""

    def __init__(self) -> None:
        """Make an empty folder, which only this process's user can read."""
        self._folder = TemporaryDirectory(prefix="ndcg-evaluate-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.token = token_urlsafe(18)
        self._lock, self._number = Lock(), 0
        self._stored: tuple[Stored, ...] = ()
        self.coming = 0  # bytes of the files that are on their way
        EVERYBODYS[self.token] = self

    @property
    def stored(self) -> tuple[Stored, ...]:
        """The files, judgments first, then the runs in the order in which they came."""
        return tuple(sorted(self._stored, key=lambda file: file.kind != "qrels"))

    @property
    def runs(self) -> tuple[Stored, ...]:
        """The runs alone."""
        return tuple(file for file in self.stored if file.kind == "run")

    @property
    def ready(self) -> bool:
        """Whether there are judgments and a run."""
        return len(self.runs) > 0 and len(self.stored) > len(self.runs)

    @property
    def revision(self) -> tuple[str, ...]:
        """Names the files: others, another revision."""
        return tuple(str(file.path) for file in self.stored)

    @property
    def size(self) -> int:
        """How many bytes they have together, those on their way included."""
        return sum(file.size for file in self._stored) + self.coming

    def place(self) -> Path:
        """Return where the next file may be written."""
        with self._lock:
            self._number += 1
            return self.folder / f"file-{self._number}"

    def add(self, kind: Kind, name: str, path: Path) -> str:
        """Count a file that was written among the others; return why not, or nothing.

        Judgments take the place of the last ones, and a run of the one with its name.
        """
        stored = Stored(kind, _tidy(name, kind), path, path.stat().st_size)
        with self._lock:
            rest = [file for file in self._stored if not _replaces(stored, file)]
            if kind == "run" and sum(file.kind == "run" for file in rest) >= MOST_RUNS:
                path.unlink()
                return f"There are {MOST_RUNS} runs already; take one off first."
            for file in set(self._stored) - set(rest):
                file.path.unlink(missing_ok=True)
            self._stored = (*rest, stored)
        return ""

    def paste(self, kind: Kind, name: str, text: str) -> str:
        """Count a pasted text among the files; return why not, or nothing."""
        path = self.place()
        path.write_bytes(text.encode("utf-8", "replace"))
        return self.add(kind, name, path)

    def remove(self, name: str) -> None:
        """Take off the file that lies under a name in the folder, and delete it."""
        with self._lock:
            gone = [file for file in self._stored if file.path.name == name]
            self._stored = tuple(file for file in self._stored if file not in gone)
        for file in gone:
            file.path.unlink(missing_ok=True)


EVERYBODYS: WeakValueDictionary[str, Files] = WeakValueDictionary()
"""Every session's files by their secret; a session that ends takes its own along."""


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
        if sum(files.size for files in list(EVERYBODYS.values())) + size > self.total:
            return 503, "The server holds as many files as it can. Try again in some minutes."
        return None


def _replaces(new: Stored, old: Stored) -> bool:
    return new.kind == old.kind and (new.kind == "qrels" or new.name == old.name)


def _tidy(name: str, kind: Kind) -> str:
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return clipped(plain.strip(), LONGEST_NAME) or PASTED[kind]
