"""Choose the rows that run every time, and those only for continuous integration."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def select_rows(rows: Iterable[Any], every_time: Callable[[Any], bool], why: str) -> list[Any]:
    """Return parameters of a test. Some rows run only with NDCG_TESTS=all."""
    return [_make_parameter(row, every_time(row), why) for row in rows]


def select_first(count: int, rows: Iterable[Any], why: str) -> list[Any]:
    """Return parameters of a test. Only the first `count` rows run without NDCG_TESTS=all."""
    return [_make_parameter(row, place < count, why) for place, row in enumerate(rows)]


def _make_parameter(row: Any, every_time: bool, why: str) -> Any:
    marks = () if every_time else (pytest.mark.thorough(why),)
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=marks)
