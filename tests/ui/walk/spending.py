"""What one request costs a server that runs in a process of its own, by what /proc says of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

MOST_MEGABYTES, MOST_SECONDS = 100.0, 0.5
"""What any one request may cost: growth of the memory at its peak, and processor time."""
QUICK = 0.42
"""Seconds of a loop of five million additions on a machine on which MOST_SECONDS holds."""
QUIET = 0.1
"""A server that uses no processor for so many seconds has done what it was asked for."""


@dataclass(frozen=True)
class Spent:
    """The processor's seconds, as on a quick machine, and the megabytes at the peak."""

    seconds: float
    megabytes: float

    @property
    def fits(self) -> bool:
        """Whether any one request may cost so much."""
        return self.seconds <= MOST_SECONDS and self.megabytes <= MOST_MEGABYTES


def pace() -> float:
    """How much slower than a quick machine this one is just now, and never less than one."""
    total, began = 0, time.process_time()
    for number in range(5_000_000):
        total += number
    return max(1.0, (time.process_time() - began) / QUICK)


@dataclass(frozen=True)
class Meter:
    """Measures one process; its children, such as the workers of /evaluate, are not counted."""

    pid: int

    def __post_init__(self) -> None:
        """Skip a test where there is no /proc."""
        if not self._file("clear_refs").exists():
            pytest.skip("memory and processor time of a process are read from /proc")

    def spent(self, request: Callable[[], object]) -> Spent:
        """Make a request, wait until the server is quiet again, and return what it cost."""
        self._file("clear_refs").write_text("5")  # the peak begins anew
        before, began = self._megabytes("VmRSS"), self._seconds()
        request()
        self._wait()
        seconds, peak = self._seconds() - began, self._megabytes("VmHWM") - before
        slower = pace() if seconds > MOST_SECONDS else 1.0
        return Spent(seconds / slower, peak)

    def _wait(self) -> None:
        last, now = -1.0, self._seconds()
        while now - last > 0.015:  # the clock of /proc goes in hundredths
            time.sleep(QUIET)
            last, now = now, self._seconds()

    def _file(self, name: str) -> Path:
        return Path(f"/proc/{self.pid}/{name}")

    def _megabytes(self, name: str) -> float:
        return int(self._file("status").read_text().split(f"{name}:")[1].split()[0]) / 1024

    def _seconds(self) -> float:
        fields = self._file("stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100
