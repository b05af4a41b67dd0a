"""What anybody may ask for by a link: made one at a time, away from the server's loop.

It takes half of the time at most, so that whoever asks again and again leaves the other half.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from ndcg_ui import limits

P = ParamSpec("P")
T = TypeVar("T")


async def made(make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Return what `make` returns; None where too many are waiting for theirs."""
    if waiting() >= limits.LINKS_WAITING:
        return None
    return await to_thread.run_sync(lambda: _in_turn(make, *args, **kwargs), limiter=_one())


def waiting() -> int:
    """Return how many wait for theirs."""
    return _one().statistics().tasks_waiting


@lru_cache(maxsize=1)
def _one() -> CapacityLimiter:
    return CapacityLimiter(1)


_rested = [0.0]
"""When the rest after the one before is over."""


def _in_turn(make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make it, after as long a rest as the one before took."""
    sleep(max(0.0, _rested[0] - monotonic()))
    began = monotonic()
    try:
        return make(*args, **kwargs)
    finally:
        ended = monotonic()
        _rested[0] = ended + ended - began
