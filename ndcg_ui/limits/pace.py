"""The time that the request being answered may still take.

A page is a pure function that any host runs. It reports each finished part of a long calculation
here. Only our server listens, and it ends a request that has used up its time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[], None] | None] = ContextVar("listener", default=None)


def report_part() -> None:
    """Report that a part of a long calculation is finished and cached."""
    listener = _listener.get()
    if listener:
        listener()


@contextmanager
def listen_for_parts(listener: Callable[[], None]) -> Iterator[None]:
    """Call a function after each part that is reported within the block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
