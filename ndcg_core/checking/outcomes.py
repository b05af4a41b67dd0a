"""The number in a function's result: alone, in a container, or in a text.

Reading a result may raise an error, and a container may contain itself. So the outcome is always a
number, or the name of a result that is not a number.
"""

import re
from collections.abc import Mapping
from math import inf
from typing import Any

from ndcg_core.code_lab.wrong_programs import Outcome
from ndcg_core.metric.numbers import clip_text

MAX_DEPTH = 6
"""The largest depth of a number in nested containers."""
MAX_NUMBERS = 8
"""The largest number of items in a container."""
NUMBER_IN_TEXT = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]*\w)")
Numbers = Mapping[str, Outcome]
"""The numbers in a value by their paths: "" for a single number, else an index or a key."""


def find_numbers(value: Any) -> Numbers | str:
    """Return the numbers in a value by their paths, or the name of its type if it has none.

    A container of one item is read as the item. One with more than `MAX_NUMBERS` items, or one that
    cannot be read, has no numbers. Numbers in a key become "#", because they depend on the cutoff.

    >>> find_numbers({"q": {"ndcg_cut_5": 0.5}}), find_numbers(None), find_numbers((0.5, 2))
    ({'': 0.5}, 'NoneType', {'0': 0.5, '1': 2.0})
    >>> find_numbers({"NDCG@5": 0.5, "P@5": 0.2}), find_numbers("NDCG@5: 0.5")
    ({'NDCG@#': 0.5, 'P@#': 0.2}, {'': 0.5})
    """
    try:
        found = dict(_find_numbers(value, "", 0))
    except KeyboardInterrupt:
        raise
    except BaseException:  # methods of an unknown object can raise anything
        found = {}
    return found or type(value).__name__


def _find_numbers(value: Any, path: str, depth: int) -> list[tuple[str, Outcome]]:
    """Return the numbers in a value with their paths.

    Returns [] for a text without a number and for a container with too many items. Raises an error
    for any other value without a number, and for containers that are nested too deeply.
    """
    if depth > MAX_DEPTH:
        raise ValueError("a value that is nested too deeply")
    if isinstance(value, str):
        written = NUMBER_IN_TEXT.findall(value)
        return [(path, float(written[-1]))] if written else []
    items = _list_items(value)
    if items is None:
        number = float(value)
        return [(path, "infinity" if abs(number) == inf else number)]
    if len(items) > MAX_NUMBERS:
        return []
    found = []
    for key, item in items:
        inner = path if len(items) == 1 else " ".join(filter(None, (path, _format_key(key))))
        found += _find_numbers_safely(item, inner, depth + 1)
    return found


def _find_numbers_safely(item: Any, path: str, depth: int) -> list[tuple[str, Outcome]]:
    """Return the numbers in an item with their paths, or [] for an item without numbers.

    Raises ValueError if containers are nested too deeply.
    """
    try:
        return _find_numbers(item, path, depth)
    except (TypeError, OverflowError):
        return []


def _list_items(value: Any) -> list[tuple[object, Any]] | None:
    """Return the keys and items of a container, or None for a value without a length.

    For more than `MAX_NUMBERS` items, returns one placeholder more than that number.
    """
    try:
        size = len(value)
    except TypeError:  # a number, or an array without dimensions
        return None
    if size > MAX_NUMBERS:
        return [("", None)] * (MAX_NUMBERS + 1)
    return list(value.items() if isinstance(value, Mapping) else enumerate(value))


def _format_key(key: object) -> str:
    """Return an index as text, or a key cut to 40 characters with "#" for each number."""
    return str(key) if isinstance(key, int) else re.sub(r"\d+", "#", str(key))[:40]


def read_outcome(text: str) -> Outcome:
    """Parse a printed line as a number, or return at most 40 characters of its text.

    >>> read_outcome(" 0.5 "), read_outcome("-Infinity"), read_outcome("an error")
    (0.5, 'infinity', 'an error')
    """
    try:
        number = float(text)
    except ValueError:
        return clip_text(text.strip(), 40)
    return "infinity" if abs(number) == inf else number
