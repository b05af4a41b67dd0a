"""A saved evaluation: one file that holds what was chosen and, where they are small, the files.

A ZIP file of `evaluation.json` (the choices as the link has them; each file's name, size and
SHA-256) and the files under their names, so that the command of the report runs where it is
unpacked. Of large files it holds names and SHA-256 alone, and they are asked for again. No
Streamlit here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ndcg_ui import limits
from ndcg_ui.evaluation import sizes
from ndcg_ui.evaluation.stored import Stored

NAME = "ndcg-evaluation.zip"
CHOICES = "evaluation.json"
FORMAT = "ndcg-tutor evaluation 1"
SIGNATURE = b"PK\x03\x04"
NOT_OURS = "This ZIP file is no evaluation saved here; drop the files that it holds instead."
DAMAGED = "This saved evaluation is damaged: a file in it is not the one that was saved."


def holds(files: Sequence[Stored]) -> Literal["files", "names"]:
    """Whether the saved file will hold the files, or their names alone."""
    most = min(limits.SAVED_WHOLE, sizes.upload_bytes())
    return "files" if sum(file.size for file in files) <= most else "names"


def pack(asked: Mapping[str, str], files: Sequence[Stored]) -> bytes:
    """The one file; the same for the same choices and files."""
    whole, out, names = holds(files) == "files", BytesIO(), _members(files)
    listed = [
        {"kind": file.kind, "name": file.name, "size": file.size, "digest": file.digest}
        | ({"member": name} if whole else {})
        for file, name in zip(files, names, strict=True)
    ]
    about = {"format": FORMAT, "asked": dict(asked), "files": listed}
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        text = json.dumps(about, indent=1, ensure_ascii=False)
        packed.writestr(_entry(CHOICES), text.encode("utf-8", "replace"))
        for file, name in zip(files, names, strict=True):
            if whole:
                packed.writestr(_entry(name), file.path.read_bytes())
    return out.getvalue()


def is_saved(path: Path) -> bool:
    """Whether a file is a ZIP file, as a saved evaluation is and nothing else that is taken."""
    with path.open("rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


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
        taken = {CHOICES, *names}
        names.append(plain if plain not in taken else f"{len(names)} {plain}")
    return names
