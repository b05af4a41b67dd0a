"""`python -m ndcg_ui.packed`: cuts the fonts that are not cut yet, some seconds of one processor.

A server has it done by itself, at the lowest priority (`beside`); a container is built with it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

from ndcg_ui.packed import folder, fonts

BESIDE = "--beside"
POLITENESS = 19


def main() -> int:
    """Pack; return 1, and say why, where something could not be."""
    if BESIDE in sys.argv:
        Thread(target=_end_with_the_server, daemon=True).start()
        with suppress(OSError, AttributeError):
            os.nice(POLITENESS)
    where = folder.folder()
    if where is None:
        return 0
    try:
        return _pack_alone(where)
    except OSError as error:
        print(f"nothing can be kept in {where}: {error.strerror}", file=sys.stderr)
        return 1


def _pack_alone(where: Path) -> int:
    with folder.alone(where) as first:
        if not first:
            return 0
        folder.in_use(where, map(fonts.key, fonts.faces()))
        folder.sweep(where)
        cut = [_kept(where, face) for face in fonts.missing()]
        return 0 if all(cut) else 1


def _kept(where: Path, face: fonts.Face) -> bool:
    """Cut and keep a font; whether it could be cut. The others do not fail with it."""
    from ndcg_ui.packed.cutting import cut  # late: where nothing is missing, it is not needed

    try:
        content = cut(face)
    except Exception as error:
        print(f"{face.name} cannot be cut: {error!r}", file=sys.stderr)
        return False
    folder.write(where, fonts.key(face), content)
    return True


def _end_with_the_server() -> None:
    """End at once when the process that holds the other end is gone, however it ended."""
    while os.read(0, 1):  # not by sys.stdin, which a thread may not hold when this process ends
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
