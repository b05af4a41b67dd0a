"""A folder of packed files that is filled in a moment: what it holds is right, and not small."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import brotli

from ndcg_ui.packed import folder, fonts, wanted


def fill(where: Path, *but: str) -> dict[str, str]:
    """Keep everything but the addresses given; return under what name each address is kept.

    Scripts are packed quickly, and each font is the whole one.
    """
    where.mkdir(exist_ok=True)
    names = {one.name: one.key for one in wanted.wanted()}
    for address, name in names.items():
        if address not in but:
            folder.write(where, name, _quickly()[address])
    return names


@cache
def _quickly() -> dict[str, bytes]:
    scripts = wanted.contents().items()
    packed = {address: brotli.compress(content, quality=1) for address, content in scripts}
    return packed | {fonts.url(face): face.path().read_bytes() for face in fonts.FACES}
