"""How much is taken of what visitors bring to /evaluate, from each and from everybody together."""

from __future__ import annotations

from dataclasses import dataclass, field

from ndcg_ui.evaluation import folders, limits

FULL = "The server holds as many files as it can. Try again in some minutes."


@dataclass
class Room:
    """How much is taken: bytes of one file, and of everybody's together."""

    each: int = field(default_factory=lambda: limits.upload_bytes())
    total: int = field(default_factory=lambda: limits.upload_bytes() * limits.UPLOADS_AT_ONCE)

    def refusal(self, size: int, together: int = 0, reserved: int = 0) -> tuple[int, str] | None:
        """The status and the sentence for a file of this size that is not taken.

        together: bytes of all that come with it; reserved: those that are counted already.
        """
        if size < 0:
            return 411, "Say how long the file is (Content-Length)."
        if size > self.each:
            most, has = limits.megabytes(self.each), limits.megabytes(size)
            return 413, f"A file may have {most}; this one has {has}. Gzipped it may fit."
        if folders.held() - reserved + max(size, together) > self.total:
            return 503, FULL
        return None
