"""A clock for tests, and coroutines run to their end."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

PATIENCE = 120.0
"""Seconds for which a state is waited for: a machine may stall. Only what fails takes so long."""


class Clock:
    """A clock that goes on when somebody sleeps, and not otherwise."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        """Go on by so many seconds, and let the others run."""
        self.now += seconds
        await asyncio.sleep(0)


def run_in_thread(coroutine):
    """Run in a thread of its own: Playwright's loop may be going in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
