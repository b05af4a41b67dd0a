"""A saved evaluation: one file that holds what was chosen, and the files, where they are small.

A ZIP file of `evaluation.json` (the choices as the link has them; each file's name, size and
SHA-256) and the files under their names, so that the command of the report runs where it is
unpacked.

One that somebody brings is unpacked in the server: of what is stored or deflated Python unpacks no
more than it is asked for, and nothing else is opened.
"""

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from struct import Struct, error
from typing import Any, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ndcg_ui import limits
from ndcg_ui.evaluate import folders
from ndcg_ui.evaluate.files import MOST_RUNS, PASTED, Files, Kind, Opened, Stored, tidy
from ndcg_ui.evaluate.link import LONGEST, read_question, write_question

CHOICES = "evaluation.json"
FORMAT = "ndcg-tutor evaluation 1"
SIGNATURE = b"PK\x03\x04"
NOT_OURS = "This ZIP file is no evaluation saved here; drop the files that it holds instead."
DAMAGED = "This saved evaluation is damaged: a file in it is not the one that was saved."
ABOUT = ("kind", "name", "size", "digest")
"""What is said of each file."""
LONGEST_CHOICES = 100_000
LONGEST_LIST = 20_000
_END, _LOCATOR = Struct("<4s4H2LH"), b"PK\x06\x07"
"""What a ZIP file ends with; and what stands before that in one of four gigabytes."""
ODD = (
    *(BadZipFile, zlib.error, error, EOFError, NotImplementedError),
    *(ValueError, KeyError, TypeError, AttributeError, RuntimeError),
)
"""What reading a ZIP file that somebody made up may raise."""


def fits(files: Sequence[Stored]) -> bool:
    """Whether the files are small enough to be saved as one."""
    return sum(file.size for file in files) <= min(limits.SAVED_WHOLE, folders.upload_bytes())


def pack(question: Mapping[str, str], files: Sequence[Stored]) -> bytes:
    """Return the one file; the same for the same choices and files."""
    out, names = BytesIO(), _members(files)
    listed = [
        {name: getattr(file, name) for name in ABOUT} | {"member": member}
        for file, member in zip(files, names, strict=True)
    ]
    about = {"format": FORMAT, "asked": dict(question), "files": listed}
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        text = json.dumps(about, indent=1, ensure_ascii=False)
        packed.writestr(_entry(CHOICES), text.encode("utf-8", "replace"))
        for file, name in zip(files, names, strict=True):
            packed.writestr(_entry(name), file.path.read_bytes())
    return out.getvalue()


def _entry(name: str) -> ZipInfo:
    """Return an entry of no particular time, so that the same evaluation gives the same file."""
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    return entry


def _members(files: Sequence[Stored]) -> list[str]:
    """Each file's own name, without folders; numbered where two are alike."""
    names: list[str] = []
    for file in files:
        plain = re.sub(r"[/\\:]", "_", file.name).lstrip(".") or file.kind
        names.append(plain if plain not in (CHOICES, *names) else f"{len(names)} {plain}")
    return names


# --- One that somebody brings ------------------------------------------------------------------


class NotOpened(Exception):
    """A sentence for the person."""


def is_saved(path: Path) -> bool:
    """Whether a file is a ZIP file, as a saved evaluation is and nothing else that is taken."""
    with path.open("rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


def unpack(path: Path, files: Files) -> str:
    """Put the files of a saved evaluation in the place of those there; return why not, or ""."""
    places = [files.place() for _ in range(MOST_RUNS + 1)]
    try:
        opened, members = _unpacked(path, places, files)
        files.open(opened)
        for member, place in zip(members, places, strict=False):
            files.add(member.kind, member.name, place, member.digest)
        return ""
    except NotOpened as refusal:
        return str(refusal)
    except ODD:
        return NOT_OURS
    finally:
        for place in {*places} - {file.path for file in files.stored}:
            place.unlink(missing_ok=True)


class Member(NamedTuple):
    """A file in the ZIP file, and what is said of it."""

    kind: Kind
    name: str
    size: int
    digest: str
    member: str


def _unpacked(path: Path, places: Sequence[Path], files: Files) -> tuple[Opened, list[Member]]:
    if not _has_few_entries(path):
        raise NotOpened(NOT_OURS)
    with ZipFile(path) as packed:
        opened, members = _read(packed, len(places))
        _refuse_too_large([member.size for member in members], files)
        for member, place in zip(members, places, strict=False):
            _copy(packed, member, place)
    return opened, members


def _has_few_entries(path: Path) -> bool:
    """Whether the list of what a ZIP file holds is short: a long one is not even read."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - len(_LOCATOR) - 16 - _END.size))
        tail = file.read()
    if len(tail) < _END.size:
        return False
    signature, *_, size, _, _ = _END.unpack(tail[-_END.size :])
    return signature == b"PK\x05\x06" and size < LONGEST_LIST and not tail.startswith(_LOCATOR)


def _read(packed: ZipFile, most: int) -> tuple[Opened, list[Member]]:
    """Return what was chosen, and the files."""
    if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in packed.infolist()):
        raise NotOpened(NOT_OURS)
    with packed.open(CHOICES) as file:
        about = json.loads(file.read(LONGEST_CHOICES))
    question, files = about["asked"], about["files"]
    if about["format"] != FORMAT or not 0 < len(files) <= most:
        raise NotOpened(NOT_OURS)
    texts = {str(name): str(text)[:LONGEST] for name, text in question.items()}
    opened = Opened(token_hex(8), write_question(read_question(texts)))
    return opened, [_member(file) for file in files]


def _member(entry: Mapping[str, Any]) -> Member:
    kind, name, size, digest, member = (entry[name] for name in (*ABOUT, "member"))
    if kind not in PASTED or type(size) is not int or size < 0:
        raise NotOpened(NOT_OURS)
    kind = cast(Kind, kind)
    return Member(kind, tidy(str(name), kind), size, str(digest)[:64], str(member))


def _refuse_too_large(sizes: Sequence[int], files: Files) -> None:
    if max(sizes) > folders.upload_bytes():
        raise NotOpened(folders.too_large(max(sizes)))
    if sum(sizes) > limits.SAVED_WHOLE:
        raise NotOpened(NOT_OURS)
    refusal = folders.refusal(files.folder, max(sizes), sum(sizes))
    if refusal:
        raise NotOpened(refusal[1])


def _copy(packed: ZipFile, member: Member, place: Path) -> None:
    """Write a file of the ZIP file, no more of it than was announced; refuse another content."""
    digest, left = sha256(), member.size
    with packed.open(member.member) as source, place.open("wb") as file:
        while left and (chunk := source.read(min(left, 1 << 20))):
            file.write(chunk)
            digest.update(chunk)
            left -= len(chunk)
    if left or digest.hexdigest() != member.digest:
        raise NotOpened(DAMAGED)
