"""Running sums as exact as `math.fsum`."""

from collections.abc import Iterable, Iterator
from math import fsum


def running_sums(values: Iterable[float]) -> Iterator[float]:
    """v_1, v_1 + v_2, ...: element n is `math.fsum` of the first n values, to the last bit.

    >>> list(running_sums([3.0, 0.0, 1.0]))
    [3.0, 3.0, 4.0]
    """
    parts: list[float] = []  # few numbers whose exact sum is the sum so far (Shewchuk 1997)
    for value in values:
        parts = _with(value, parts)
        yield fsum(parts)


def _with(value: float, parts: list[float]) -> list[float]:
    grown = []
    for part in parts:
        large, small = (value, part) if abs(value) >= abs(part) else (part, value)
        value = large + small
        lost = small - (value - large)  # what rounding took, exactly
        if lost:
            grown.append(lost)
    return [*grown, value]
