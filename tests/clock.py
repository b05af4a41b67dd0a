"""A clock for tests, and coroutines run to their end."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

PATIENCE = 120.0
"""Seconds for which a state is waited for: a machine may stall. Only what fails takes so long."""


class Clock:
    """A clock that advances only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        """Advance by some seconds, and let other coroutines run."""
        self.now += seconds
        await asyncio.sleep(0)


def run_in_thread(coroutine):
    """Run a coroutine in its own thread, because Playwright may use this thread's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
