"""Work that anybody may ask for by a link, done one at a time, away from the server's loop.

It takes half of the time at most, so that whoever asks again and again leaves the other half.
"""

from collections.abc import Callable
from functools import lru_cache
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from ndcg_ui import limits

P = ParamSpec("P")
T = TypeVar("T")


async def run_exclusively(make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Return what `make` returns; None where too many are waiting already."""
    if waiting() >= limits.LINKS_WAITING:
        return None
    return await to_thread.run_sync(lambda: _in_turn(make, *args, **kwargs), limiter=_limiter())


def waiting() -> int:
    """Return how many wait for their turn."""
    return _limiter().statistics().tasks_waiting


@lru_cache(maxsize=1)
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(1)


_free_at = [0.0]
"""When the pause after the last one is over."""


def _in_turn(make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make it, after a pause as long as the last one took."""
    sleep(max(0.0, _free_at[0] - monotonic()))
    began = monotonic()
    try:
        return make(*args, **kwargs)
    finally:
        ended = monotonic()
        _free_at[0] = ended + ended - began
