"""A visitor's files: judgments and runs, each with a record next to it.

An upload may arrive at another process than that of the page, so everything about the files is on
disk next to them.
"""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from secrets import token_hex
from time import time_ns
from typing import Literal
from unicodedata import category

from ndcg_core.metric.numbers import clip_text
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.folders import write_atomically

Kind = Literal["qrels", "run"]
PASTED_NAMES = {"qrels": "judgments", "run": "run"}
LONGEST_NAME = 255
"""The longest file name that a file system allows. The command of an export uses the full name."""
RECORD_SUFFIX = ".json"
MOST_RUNS = 5
NOT_KEPT = "The server could not store this file. Reload the page and add the file again."


@dataclass(frozen=True)
class StoredFile:
    """A stored file: its kind, its name, its path and its size in bytes.

    came: the time of the file's arrival in nanoseconds.
    """

    kind: Kind
    name: str
    path: Path
    size: int
    came: int = 0


class VisitorFiles:
    """The files in a visitor's folder, read from disk each time."""

    def __init__(self, folder: Path) -> None:
        """Store the path of the folder."""
        self.folder = folder

    @property
    def token(self) -> str:
        """The secret that names the folder."""
        return self.folder.name

    @property
    def all_files(self) -> tuple[StoredFile, ...]:
        """The stored files: the judgments, then the runs in the order of arrival."""
        files = filter(None, map(_read_record, self.folder.glob(f"*{RECORD_SUFFIX}")))
        return tuple(sorted(files, key=lambda file: (file.kind != "qrels", file.came, file.path)))

    @property
    def runs(self) -> tuple[StoredFile, ...]:
        """The stored runs, in the order of arrival."""
        return tuple(file for file in self.all_files if file.kind == "run")

    @property
    def is_ready(self) -> bool:
        """True if the folder has judgments and at least one run."""
        return len({file.kind for file in self.all_files}) == 2

    def choose_new_path(self) -> Path:
        """Return an unused path in the folder for a new file."""
        return self.folder / f"file-{token_hex(8)}"

    def add_file(self, kind: Kind, name: str, path: Path) -> str:
        """Record a file that is already in the folder. Return the reason for a refusal, or "".

        New judgments replace the previous judgments, and a run replaces the run with its name. A
        run beyond the limit is deleted.
        """
        file = StoredFile(kind, tidy_name(name, kind), path, path.stat().st_size, time_ns())
        record = {**asdict(file), "path": path.name}
        write_atomically(path.with_suffix(RECORD_SUFFIX), json.dumps(record).encode())
        others = [other for other in self.all_files if other.path != path]
        stay = (o for o in others if o.kind == "run" and o.name != file.name and o.came < file.came)
        if kind == "run" and len([*stay]) >= MOST_RUNS:
            delete_file(path)
            return f"There are {MOST_RUNS} runs already. Remove a run first."
        for other in others:
            same = kind == other.kind and (kind == "qrels" or file.name == other.name)
            if same and (other.came, other.path) < (file.came, file.path):
                delete_file(other.path)
        return ""

    def add_text(self, kind: Kind, name: str, text: str) -> str:
        """Store a pasted text as a file. Return the reason for a refusal, or ""."""
        return self.write_file(kind, name.strip(), text.encode("utf-8", "replace"))

    def write_file(self, kind: Kind, name: str, content: bytes) -> str:
        """Write and record a new file in the folder. Return the reason for a refusal, or ""."""
        path = self.choose_new_path()
        try:
            refusal = folders.find_upload_refusal(self.folder, len(content), len(content))
            if refusal:
                return refusal[1]
            path.write_bytes(content)
            return self.add_file(kind, name, path)
        except OSError as error:
            delete_file(path)
            return folders.DISK_FULL if folders.is_disk_full(error) else NOT_KEPT

    def remove_file(self, name: str) -> None:
        """Delete the file whose path in the folder has this name, if it exists."""
        for file in self.all_files:
            if file.path.name == name:
                delete_file(file.path)


def tidy_name(name: str, kind: Kind) -> str:
    """Return a file's name, clipped and without control characters, or a default if blank."""
    plain = "".join(char if char.isprintable() or category(char) == "Zs" else " " for char in name)
    return clip_text(plain, LONGEST_NAME) if plain.strip() else PASTED_NAMES[kind]


def delete_file(path: Path) -> None:
    """Delete a file with its record and partial copies."""
    for file in (path.with_suffix(RECORD_SUFFIX), path.with_suffix(".part"), path):
        file.unlink(missing_ok=True)


def _read_record(path: Path) -> StoredFile | None:
    """Read the record of a stored file. Return None if the record was just removed."""
    try:
        return replace(StoredFile(**json.loads(path.read_bytes())), path=path.with_suffix(""))
    except FileNotFoundError:
        return None
