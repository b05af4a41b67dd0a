"""A folder of cut fonts that is filled in a moment: each is the whole one."""

from __future__ import annotations

from pathlib import Path

from ndcg_ui.packed import folder, fonts


def fill(where: Path, *but: fonts.Face) -> dict[str, str]:
    """Keep every font but those given; return under what name each is kept."""
    where.mkdir(exist_ok=True)
    for face in fonts.FACES:
        if face not in but:
            folder.write(where, fonts.key(face), face.path().read_bytes())
    return {face.name: fonts.key(face) for face in fonts.FACES}
