"""A folder of packed files that is filled in a moment: what it holds is right, and not small."""

from __future__ import annotations

from pathlib import Path

import brotli

from ndcg_ui.packed import folder, fonts, wanted


def fill(where: Path, *but: str) -> dict[str, str]:
    """Keep everything but the addresses given; return under what name each address is kept.

    Scripts are packed quickly, and each font is the whole one.
    """
    where.mkdir(exist_ok=True)
    contents = wanted.contents()
    whole = {fonts.url(face): face.path().read_bytes() for face in fonts.FACES}
    names = {one.name: one.key for one in wanted.wanted()}
    for address, name in names.items():
        if address not in but:
            quick = whole.get(address) or brotli.compress(contents[address], quality=1)
            folder.write(where, name, quick)
    return names
