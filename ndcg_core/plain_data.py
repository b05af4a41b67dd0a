"""Copies of untrusted data from a browser's storage, a file or a component, within limits."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from ndcg_core.metric.numbers import replace_surrogates

MAX_DEPTH = 12
MAX_VALUES = 20_000
"""The largest number of values, more than four times that of a learner's complete record."""
MAX_TEXT_LENGTH = 2_000
MAX_NUMBER = 2**53
"""The largest whole number that JavaScript represents exactly."""


def copy_plain_data(data: object, max_length: int = MAX_TEXT_LENGTH) -> Any:
    r"""Copy strings, numbers, booleans, lists and mappings. Other values become None.

    NaN, infinity, and whole numbers that a browser cannot represent become None too. Strings are
    cut at `max_length` characters, and unpaired surrogates are replaced. A tuple becomes a list, a
    mapping a dict with string keys. Raises ValueError for data that are larger or more deeply
    nested than the data of any page.

    >>> copy_plain_data({"a": [1, float("nan"), "x\ud800"]})
    {'a': [1, None, 'x�']}
    """
    return _PlainCopy(max_length).copy_value(data, 0)


class _PlainCopy:
    """A copy in progress, with the number of values that may still be copied."""

    def __init__(self, max_length: int) -> None:
        self.max_length = max_length
        self.left = MAX_VALUES

    def copy_value(self, value: object, depth: int) -> Any:
        """Copy a value and the values in it. Raise ValueError for too many values or levels."""
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise ValueError("The data contains too many values, or it is nested too deeply.")
        if isinstance(value, str):
            return replace_surrogates(value[: self.max_length])
        if isinstance(value, Mapping):
            return {
                self.copy_key(key): self.copy_value(item, depth + 1) for key, item in value.items()
            }
        if isinstance(value, (list, tuple)):
            return [self.copy_value(item, depth + 1) for item in value]
        return value if _is_storable(value) else None

    def copy_key(self, key: object) -> str:
        """Return a mapping's key as a string, cut and with unpaired surrogates replaced."""
        return replace_surrogates(str(key)[: self.max_length])


def _is_storable(value: object) -> bool:
    """Return True for a finite float, a boolean, or a whole number within ±`MAX_NUMBER`."""
    if isinstance(value, float):
        return isfinite(value)
    return isinstance(value, int) and abs(value) <= MAX_NUMBER


def read_plain_texts(data: object, names: Iterable[str], max_length: int = 80) -> dict[str, str]:
    """Return the strings under the given names, cut at `max_length` characters.

    Values that are not strings are left out, and unpaired surrogates are replaced. Data that are
    not a mapping give {}.

    >>> read_plain_texts({"dcg": "4.0", "cg": 4, "x": "1"}, ["cg", "dcg"])
    {'dcg': '4.0'}
    """
    texts = data if isinstance(data, Mapping) else {}
    values = ((name, texts.get(name)) for name in names)
    return {
        name: replace_surrogates(text[:max_length])
        for name, text in values
        if isinstance(text, str)
    }
