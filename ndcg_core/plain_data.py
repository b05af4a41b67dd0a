"""Plain data from outside: a browser's storage, a file, a component. Bad data are refused."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from ndcg_core.metric.numbers import writable

DEEPEST = 12
MOST = 20_000
"""The largest number of values. A whole course has fewer than a quarter of it."""
LONGEST = 2_000
LARGEST = 2**53
"""Larger whole numbers change their value in a browser."""


def plain(data: object, longest: int = LONGEST) -> Any:
    r"""Return strings, numbers, lists and mappings unchanged. Other values become None.

    So do nan, infinity, and whole numbers that a browser cannot represent. Strings are cut at
    `longest` characters and lose unpaired surrogates. Raises ValueError for data that are larger or
    more deeply nested than any page's.

    >>> plain({"a": [1, float("nan"), "x\ud800"]})
    {'a': [1, None, 'x�']}
    """
    return _Copy(longest).of(data, 0)


class _Copy:
    """A copy in progress, with the number of values it may still take."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.left = MOST

    def of(self, value: object, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise ValueError("There is more data than the program stores.")
        if isinstance(value, str):
            return writable(value[: self.longest])
        if isinstance(value, Mapping):
            return {self.name(key): self.of(item, depth + 1) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(item, depth + 1) for item in value]
        return value if _fits(value) else None

    def name(self, key: object) -> str:
        return writable(str(key)[: self.longest])


def _fits(value: object) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int) and abs(value) <= LARGEST


def texts(data: object, names: Iterable[str], longest: int = 80) -> dict[str, str]:
    """Return the strings under these names, cut at `longest`. Other values are left out.

    >>> texts({"dcg": "4.0", "cg": 4, "x": "1"}, ["cg", "dcg"])
    {'dcg': '4.0'}
    """
    held = data if isinstance(data, Mapping) else {}
    values = ((name, held.get(name)) for name in names)
    return {name: writable(text[:longest]) for name, text in values if isinstance(text, str)}
