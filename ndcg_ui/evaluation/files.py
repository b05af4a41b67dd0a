"""What one visitor brought: files in a folder of their own, on disk, gone with the session.

The session holds the one `Files`; when the session ends, its folder is removed. Whoever uploads
names the folder, a secret that only this session's page was told, and may be another process: what
is known of the files is on disk beside them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from time import time_ns
from weakref import finalize

from ndcg_ui import limits
from ndcg_ui.evaluation import folders, room_left
from ndcg_ui.evaluation.stored import (
    RECORD,
    Kind,
    Opened,
    Stored,
    Wanted,
    delete,
    delete_at,
    digest_of,
    order,
    put,
    read,
    tidy,
)

MOST_RUNS = 5
NOT_KEPT = "The server could not keep this text. Reload the page, and paste it again."
OPENED = "opened"


class Shelf:
    """The files of one session, judgments and runs, as any thread or process sees them."""

    def __init__(self, folder: Path) -> None:
        """Look at a folder."""
        self.folder = folder

    @property
    def stored(self) -> tuple[Stored, ...]:
        """The files, judgments first, then the runs in the order in which they came."""
        found = [file for path in self.folder.glob(f"*{RECORD}") if (file := read(path))]
        return tuple(sorted(found, key=order))

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

    @property
    def opened(self) -> Opened | None:
        """The saved evaluation that was opened here last."""
        try:
            record = json.loads((self.folder / OPENED).read_bytes())
        except FileNotFoundError:
            return None
        wanted = tuple(Wanted(**file) for file in record["wanted"])
        return Opened(record["stamp"], record["asked"], wanted)

    @property
    def missing(self) -> tuple[Wanted, ...]:
        """The files that a saved evaluation wants, and that are not here."""
        here = {(file.kind, file.name, file.digest) for file in self.stored}
        wanted = self.opened.wanted if self.opened else ()
        return tuple(w for w in wanted if (w.kind, w.name, w.digest) not in here)

    def opens(self, saved: Opened) -> None:
        """Take over a saved evaluation: what it does not want is taken off."""
        put(self.folder / OPENED, asdict(saved))
        kept = {(file.kind, file.digest) for file in saved.wanted}
        for file in self.stored:
            if (file.kind, file.digest) in kept:
                self.add(file.kind, file.name, file.path, file.digest)
            else:
                delete(file)

    def place(self) -> Path:
        """Return where the next file may be written."""
        return self.folder / f"{folders.DATA}{token_hex(8)}"

    def add(self, kind: Kind, name: str, path: Path, digest: str = "") -> str:
        """Count a file that was written among the others; return why not, or nothing.

        Judgments take the place of the last ones, and a run of the one with its name. digest: its
        SHA-256, where it is known already.
        """
        others = [other for other in self.stored if other.path != path]
        digest, name = digest or digest_of(path), tidy(name, kind)
        alike = {other.name for other in others if (other.kind, other.digest) == (kind, digest)}
        name, place = self._wanted_as(kind, name, digest, alike)
        file = Stored(kind, name, path, path.stat().st_size, digest, time_ns(), place)
        put(path.with_suffix(RECORD), {**asdict(file), "path": path.name})
        others = [other for other in self.stored if other.path != path]
        if kind == "run" and sum(_stays(other, file) for other in others) >= MOST_RUNS:
            delete(file)
            return f"There are {MOST_RUNS} runs already; take one off first."
        for other in others:
            if _replaces(file, other):
                delete(other)
        return ""

    def _wanted_as(self, kind: Kind, name: str, digest: str, here: set[str]) -> tuple[str, int]:
        """The name and the place of a file that a saved evaluation wants, however it is called.

        here: names of files with this content that are there already.
        """
        found = [
            (wanted.name, place)
            for place, wanted in enumerate(self.opened.wanted if self.opened else (), 1)
            if (wanted.kind, wanted.digest) == (kind, digest)
        ]
        own = [one for one in found if one[0] == name]
        return next(iter([*own, *(one for one in found if one[0] not in here)]), (name, 0))

    def paste(self, kind: Kind, name: str, text: str) -> str:
        """Count a pasted text among the files; return why not, or nothing."""
        path, content = self.place(), text.encode("utf-8", "replace")
        if folders.held() + len(content) > max(room_left.total(), limits.TAKEN_TOGETHER):
            return room_left.FULL
        try:
            path.write_bytes(content)
            return self.add(kind, name.strip(), path)
        except OSError as error:
            delete_at(path)
            return folders.trouble(error, NOT_KEPT)

    def remove(self, name: str) -> None:
        """Take off the file that lies under a name in the folder, and delete it."""
        opened = self.opened
        for file in self.stored:
            if file.path.name == name:
                delete(file)
                if opened:
                    rest = tuple(one for one in opened.wanted if one.name != file.name)
                    put(self.folder / OPENED, asdict(replace(opened, wanted=rest)))


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


def _replaces(new: Stored, old: Stored) -> bool:
    same = new.kind == old.kind and (new.kind == "qrels" or new.name == old.name)
    return same and (old.came, old.path) < (new.came, new.path)


def _stays(old: Stored, new: Stored) -> bool:
    """Whether a run that came before stays beside a new one."""
    return old.kind == "run" and old.name != new.name and old.came < new.came
