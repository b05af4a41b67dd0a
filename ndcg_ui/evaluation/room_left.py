"""How much is taken of what visitors bring to /evaluate, from each and from everybody together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ndcg_ui import limits
from ndcg_ui.evaluation import folders, sizes

FULL = "The server holds as many files as it can. Try again in some minutes."
SHARE = "Your files together take as much room as the server has left. Take one off first."


@dataclass(frozen=True)
class Room:
    """How many bytes one file may have, everybody's may still have, and a session's have.

    A session may hold as much as stays free for all others: however many sessions take what they
    can, there is room for a small file.
    """

    each: int
    free: int
    own: int

    @property
    def more(self) -> int:
        """How many further bytes this session may have."""
        return (self.free - self.own) // 2

    def refusal(self, size: int, more: int) -> tuple[int, str] | None:
        """The status and the sentence for a file of this size that is not taken.

        more: how much of it has yet to come; what came is counted already.
        """
        if size < 0:
            return 411, "Say how long the file is (Content-Length)."
        if size > self.each:
            return 413, too_large(size, self.each)
        if more > self.more:
            return 503, SHARE if self.own else FULL
        return None


def room_for(folder: Path) -> Room:
    """The room for the files of the session that has this folder."""
    each = sizes.upload_bytes()
    return Room(each, total() - folders.held(), folders.size(folder))


def total() -> int:
    """Return how many bytes everybody's files may have."""
    return sizes.upload_bytes() * limits.UPLOADS_AT_ONCE


def too_large(size: int, most: int) -> str:
    """The sentence for a file that is larger than one may be."""
    may, has = sizes.megabytes(most), sizes.megabytes(size)
    return f"A file may have {may}; this one has {has}. Gzipped it may fit."
