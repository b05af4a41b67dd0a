"""Reports of finished steps, by which a server ends requests that take too long.

A page is a pure function that any host runs. Pages report each finished step of a long calculation
here. Only our server listens, and it ends a request that has used up its time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[], None] | None] = ContextVar("listener", default=None)


def report_step() -> None:
    """Call the current request's listener, if any, after a finished step of a calculation."""
    listener = _listener.get()
    if listener:
        listener()


@contextmanager
def listen_for_steps(listener: Callable[[], None]) -> Iterator[None]:
    """Call `listener` for each step that is reported inside the `with` block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
