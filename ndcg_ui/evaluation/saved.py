"""A saved evaluation: one file that holds what was chosen and, where they are small, the files.

A ZIP file of `evaluation.json` (the choices as the link has them; each file's name, size and
SHA-256) and the files under their names, so that the command of the report runs where it is
unpacked. Of large files it holds names and SHA-256 alone, and they are asked for again.

One that somebody brings is unpacked in the server: of what is stored or deflated Python unpacks no
more than it is asked for, and nothing else is opened.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from struct import Struct, error
from typing import Any, Literal, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ndcg_ui import limits
from ndcg_ui.evaluation import folders
from ndcg_ui.evaluation.files import MOST_RUNS, PASTED, Files, Kind, Opened, Stored, Wanted, tidy
from ndcg_ui.evaluation.question import LONGEST, read_question, write_question

CHOICES = "evaluation.json"
FORMAT = "ndcg-tutor evaluation 1"
SIGNATURE = b"PK\x03\x04"
NOT_OURS = "This ZIP file is no evaluation saved here; drop the files that it holds instead."
DAMAGED = "This saved evaluation is damaged: a file in it is not the one that was saved."
LONGEST_CHOICES = 100_000
LONGEST_LIST = 20_000
_END, _LOCATOR = Struct("<4s4H2LH"), b"PK\x06\x07"
"""What a ZIP file ends with; and what stands before that in one of four gigabytes."""
ODD = (
    *(BadZipFile, zlib.error, error, EOFError, NotImplementedError),
    *(ValueError, KeyError, TypeError, AttributeError, RuntimeError),
)
"""What reading a ZIP file that somebody made up may raise."""


def holds(files: Sequence[Stored]) -> Literal["files", "names"]:
    """Whether the saved file will hold the files, or their names alone."""
    most = min(limits.SAVED_WHOLE, folders.upload_bytes())
    return "files" if sum(file.size for file in files) <= most else "names"


def pack(question: Mapping[str, str], files: Sequence[Stored]) -> bytes:
    """The one file; the same for the same choices and files."""
    whole, out, names = holds(files) == "files", BytesIO(), _members(files)
    listed = [
        {"kind": file.kind, "name": file.name, "size": file.size, "digest": file.digest}
        | ({"member": name} if whole else {})
        for file, name in zip(files, names, strict=True)
    ]
    about = {"format": FORMAT, "asked": dict(question), "files": listed}
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        text = json.dumps(about, indent=1, ensure_ascii=False)
        packed.writestr(_entry(CHOICES), text.encode("utf-8", "replace"))
        for file, name in zip(files, names, strict=True):
            if whole:
                packed.writestr(_entry(name), file.path.read_bytes())
    return out.getvalue()


def _entry(name: str) -> ZipInfo:
    """An entry of no particular time, so that the same evaluation gives the same file."""
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


class Refused(Exception):
    """A sentence for the person."""


def is_saved(path: Path) -> bool:
    """Whether a file is a ZIP file, as a saved evaluation is and nothing else that is taken."""
    with path.open("rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


def unpack(path: Path, files: Files) -> str:
    """Put the files of a saved evaluation in the place of those there; return why not, or nothing.

    Of one that holds names alone, files that are there already and are the same stay.
    """
    places = [files.place() for _ in range(MOST_RUNS + 1)]
    try:
        opened = _unpacked(path, places, files)
        files.open(opened)
        for file, place in zip(opened.wanted, places, strict=False):
            if place.exists():
                files.add(file.kind, file.name, place, file.digest)
        return ""
    except Refused as refusal:
        return str(refusal)
    except ODD:
        return NOT_OURS
    finally:
        for place in {*places} - {file.path for file in files.stored}:
            place.unlink(missing_ok=True)


def _unpacked(path: Path, places: Sequence[Path], files: Files) -> Opened:
    if not _has_few_entries(path):
        raise Refused(NOT_OURS)
    with ZipFile(path) as packed:
        opened, members = _read(packed, len(places))
        if members:
            _refuse_too_large([file.size for file in opened.wanted], files)
        for member, file, place in zip(members, opened.wanted, places, strict=False):
            _copy(packed, member, file, place)
    return opened


def _has_few_entries(path: Path) -> bool:
    """Whether the list of what a ZIP file holds is short: a long one is not even read."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - len(_LOCATOR) - 16 - _END.size))
        tail = file.read()
    if len(tail) < _END.size:
        return False
    signature, *_, size, _, _ = _END.unpack(tail[-_END.size :])
    return signature == b"PK\x05\x06" and size < LONGEST_LIST and not tail.startswith(_LOCATOR)


def _read(packed: ZipFile, most: int) -> tuple[Opened, list[str]]:
    """What was chosen and the files that belong to it; and the members that hold these, if any."""
    if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in packed.infolist()):
        raise Refused(NOT_OURS)
    with packed.open(CHOICES) as file:
        about = json.loads(file.read(LONGEST_CHOICES))
    question, files = about["asked"], about["files"]
    if about["format"] != FORMAT or not 0 < len(files) <= most:
        raise Refused(NOT_OURS)
    texts = {str(name): str(text)[:LONGEST] for name, text in question.items()}
    wanted = tuple(_wanted(file) for file in files)
    members = [str(file["member"]) for file in files if "member" in file]
    if len(members) not in (0, len(wanted)):
        raise Refused(NOT_OURS)
    return Opened(token_hex(8), write_question(read_question(texts)), wanted), members


def _wanted(entry: Mapping[str, Any]) -> Wanted:
    kind, name, size, digest = (entry[name] for name in ("kind", "name", "size", "digest"))
    if kind not in PASTED or type(size) is not int or size < 0:
        raise Refused(NOT_OURS)
    return Wanted(cast(Kind, kind), tidy(str(name), cast(Kind, kind)), size, str(digest)[:64])


def _refuse_too_large(sizes: Sequence[int], files: Files) -> None:
    if max(sizes) > folders.upload_bytes():
        raise Refused(folders.too_large(max(sizes)))
    if sum(sizes) > limits.SAVED_WHOLE:
        raise Refused(NOT_OURS)
    refusal = folders.refusal(files.folder, max(sizes), sum(sizes))
    if refusal:
        raise Refused(refusal[1])


def _copy(packed: ZipFile, member: str, wanted: Wanted, place: Path) -> None:
    """Write a file of the ZIP file, no more of it than was announced; refuse another content."""
    digest, left = sha256(), wanted.size
    with packed.open(member) as source, place.open("wb") as file:
        while left and (chunk := source.read(min(left, 1 << 20))):
            file.write(chunk)
            digest.update(chunk)
            left -= len(chunk)
    if left or digest.hexdigest() != wanted.digest:
        raise Refused(DAMAGED)
