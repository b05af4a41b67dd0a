"""Which of many rows run every time, and which in continuous integration only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(rows: Iterable[Any], every_time: Callable[[Any], bool], why: str) -> list[Any]:
    """Parameters of a test: rows that are not for every time run with NDCG_TESTS=all."""
    later = pytest.mark.thorough(why)
    return [
        pytest.param(
            *(row if isinstance(row, tuple) else (row,)), marks=[] if every_time(row) else later
        )
        for row in rows
    ]
