"""A saved evaluation is opened: a process of its own takes it apart (`unpacking.py`)."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

from ndcg_ui import limits
from ndcg_ui.evaluation.files import MOST_RUNS, Shelf
from ndcg_ui.evaluation.job import ENDED, prepared, wait_for
from ndcg_ui.evaluation.plain import BROKEN, from_json
from ndcg_ui.evaluation.room_left import room_for
from ndcg_ui.evaluation.saved import NOT_OURS
from ndcg_ui.evaluation.stored import Opened, Unpacking
from ndcg_ui.evaluation.worker import RESULT, Work


def unpack(path: Path, shelf: Shelf) -> str:
    """Put the files of a saved evaluation in the place of those there; return why not, or nothing.

    Of one that holds names alone, files that are there already and are the same stay. What is in
    the file is looked at in another process: this one learns of its content what that one wrote.
    """
    places, room = tuple(shelf.place() for _ in range(MOST_RUNS + 1)), room_for(shelf.folder)
    task = Unpacking(path, places, room.each, room.more)
    folder = prepared(Work(unpack=task), shelf.folder)
    try:
        why = wait_for(folder, limits.SECONDS_TO_WAIT_FOR_UNPACKING)
        if why:
            return why if why != ENDED else NOT_OURS
        opened = from_json(Opened, (folder / RESULT).read_bytes())
        shelf.opens(opened)
        for file, place in zip(opened.wanted, places, strict=False):
            if place.exists():
                shelf.add(file.kind, file.name, place, file.digest)
        return ""
    except BROKEN:
        return NOT_OURS
    finally:
        rmtree(folder, ignore_errors=True)
        here = {file.path for file in shelf.stored}
        for place in {*places} - here:
            place.unlink(missing_ok=True)
