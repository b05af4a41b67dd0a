"""What is taken along from /evaluate: a file in its session's folder, made when it is asked for.

The process of the page makes it, and whichever process the browser then asks for it finds it by
the folder's secret name. It goes with the session, or when the next of its kind is made. No
Streamlit here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ndcg_ui import limits
from ndcg_ui.evaluation import folders
from ndcg_ui.evaluation.room_left import FULL, total
from ndcg_ui.evaluation.saved import NAME
from ndcg_ui.evaluation.stored import write_whole

URL = "/evaluate/taken/{token}/{file}"
FILE = re.compile(rf"{folders.TAKEN}[0-9a-f]{{16}}\.([a-z]+)")
UNWRITTEN = "The server could not write the file. Try again in some minutes."
OURS = "This file could not be made, and it is our fault, not yours."
log = logging.getLogger("ndcg_ui")


@dataclass(frozen=True)
class Offer:
    """What can be asked for: what the button says, the file's name and its type."""

    label: str
    name: str
    media_type: str


OFFERS: Mapping[str, Offer] = {
    "zip": Offer("Save this evaluation", NAME, "application/zip"),
    "html": Offer("Report (HTML)", "ndcg-report.html", "text/html"),
    "csv": Offer("Every query (CSV)", "ndcg-queries.csv", "text/csv"),
    "parquet": Offer(
        "Every query (Parquet)", "ndcg-queries.parquet", "application/vnd.apache.parquet"
    ),
}
"""By the ending of the file's name on disk."""


@dataclass(frozen=True)
class Taken:
    """What was asked for last.

    of    of which evaluation, as in `stamp`
    file  its name in the folder `token`; nothing where it was not made
    why   why it was not, in a sentence
    """

    of: str = ""
    token: str = ""
    file: str = ""
    size: int = 0
    why: str = ""

    @property
    def url(self) -> str:
        """Where the browser takes it; nothing where there is nothing to take."""
        return f".{URL}".format(token=self.token, file=self.file) if self.file else ""

    @property
    def offer(self) -> Offer:
        """What it is."""
        return OFFERS[self.file.rpartition(".")[2]]


def stamp(*of: object) -> str:
    """Name an evaluation by what it is of, for as long as its session lasts.

    >>> stamp("a", 1) == stamp("a", 1) != stamp("a", 2)
    True
    """
    return sha256(repr(of).encode()).hexdigest()[:16]


def take(folder: Path, of: str, ending: str, making: Callable[[], bytes]) -> Taken:
    """Write the file that `making` makes, unless it is there: a run that is cut off is run again.

    Where there is no room for it, or it cannot be made or written, that is said: of a press that
    is not answered the page would hear again and again.
    """
    path = folder / f"{folders.TAKEN}{of}.{ending}"
    try:
        if not path.exists():
            _write(path, making())
        return Taken(of, folder.name, path.name, path.stat().st_size)
    except Full:
        return Taken(of, why=FULL)
    except OSError as error:
        path.with_suffix(".part").unlink(missing_ok=True)
        return Taken(of, why=folders.trouble(error, UNWRITTEN))
    except Exception:
        log.exception("a file to take along could not be made")
        return Taken(of, why=OURS)


class Full(Exception):
    """There is no room for a file."""


def _write(path: Path, content: bytes) -> None:
    for last in path.parent.glob(f"{folders.TAKEN}*{path.suffix}"):
        last.unlink(missing_ok=True)
    # What may be brought is the operator's choice, down to nothing; what is shown can be taken.
    if folders.held() + len(content) > max(total(), limits.TAKEN_TOGETHER):
        raise Full
    write_whole(path, content)


def found(token: str, file: str) -> tuple[Path, Offer] | None:
    """Return where a file lies that was made, and what it is, whichever process made it."""
    folder, named = folders.found(token), FILE.fullmatch(file)
    if folder is None or named is None or named[1] not in OFFERS:
        return None
    return (folder / file, OFFERS[named[1]]) if (folder / file).is_file() else None
