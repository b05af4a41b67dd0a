"""A saved evaluation is taken apart, in a process of its own: no more than a ZIP file may hold."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from struct import Struct, error
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from ndcg_ui import limits
from ndcg_ui.evaluation.asked import LONGEST, read_asked, write_asked
from ndcg_ui.evaluation.room_left import FULL, too_large
from ndcg_ui.evaluation.saved import CHOICES, DAMAGED, FORMAT, NOT_OURS
from ndcg_ui.evaluation.stored import PASTED, Kind, Opened, Unpacking, Wanted, tidy

LONGEST_CHOICES = 100_000
LONGEST_LIST = 20_000
PLAIN = (ZIP_STORED, ZIP_DEFLATED)
"""How our files are packed: of these alone Python unpacks no more than it is asked for."""
_END, _LOCATOR = Struct("<4s4H2LH"), b"PK\x06\x07"
"""What a ZIP file ends with; and what stands before that in one of four gigabytes."""
ODD = (ValueError, KeyError, TypeError, AttributeError, RuntimeError, EOFError, error, zlib.error)
"""What reading a ZIP file that somebody made up may raise."""


class Refused(Exception):
    """A sentence for the person."""


def unpacked(task: Unpacking) -> Opened:
    """Write the files to their places; ValueError with a sentence for what is not one of ours."""
    if not _has_few_entries(task.path):
        raise ValueError(NOT_OURS)
    try:
        with ZipFile(task.path) as packed:
            opened, held = _read(packed, len(task.places))
            _refuse_too_large([file.size for file in opened.wanted if held], task)
            for member, file, place in zip(held, opened.wanted, task.places, strict=False):
                _copy(packed, member, file, place)
    except Refused as why:
        raise ValueError(str(why)) from None
    except (BadZipFile, *ODD):
        raise ValueError(NOT_OURS) from None
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
    if any(entry.compress_type not in PLAIN for entry in packed.infolist()):
        raise Refused(NOT_OURS)
    with packed.open(CHOICES) as file:
        about = json.loads(file.read(LONGEST_CHOICES))
    asked, files = about["asked"], about["files"]
    if about["format"] != FORMAT or not 0 < len(files) <= most:
        raise Refused(NOT_OURS)
    texts = {str(name): str(text)[:LONGEST] for name, text in asked.items()}
    wanted = tuple(_wanted(file) for file in files)
    held = [str(file["member"]) for file in files if "member" in file]
    if len(held) not in (0, len(wanted)):
        raise Refused(NOT_OURS)
    return Opened(token_hex(8), write_asked(read_asked(texts)), wanted), held


def _wanted(entry: Mapping[str, Any]) -> Wanted:
    kind, name, size, digest = (entry[name] for name in ("kind", "name", "size", "digest"))
    if kind not in PASTED or type(size) is not int or size < 0:
        raise Refused(NOT_OURS)
    return Wanted(cast(Kind, kind), tidy(str(name), cast(Kind, kind)), size, str(digest)[:64])


def _refuse_too_large(sizes: Sequence[int], task: Unpacking) -> None:
    if max(sizes, default=0) > task.each:
        raise Refused(too_large(max(sizes), task.each))
    if sum(sizes) > limits.SAVED_WHOLE:
        raise Refused(NOT_OURS)
    if sum(sizes) > task.more:
        raise Refused(FULL)


def _copy(packed: ZipFile, member: str, wanted: Wanted, place: Path) -> None:
    """Write a file of the ZIP file, no more of it than was announced; refuse another content."""
    found, left = sha256(), wanted.size
    with packed.open(member) as source, place.open("wb") as file:
        while left and (chunk := source.read(min(left, 1 << 20))):
            file.write(chunk)
            found.update(chunk)
            left -= len(chunk)
    if left or found.hexdigest() != wanted.digest:
        raise Refused(DAMAGED)
