"""Running sums as exact as `math.fsum`."""

from collections.abc import Iterable
from math import fsum


def running_sums(values: Iterable[float]) -> list[float]:
    """v_1, v_1 + v_2, ...: element n is `math.fsum` of the first n values, to the last bit."""
    sums: list[float] = []
    high = low = 0.0  # together the exact sum so far, as long as two numbers can hold it
    left = iter(values)
    for value in left:  # `_two_sum` twice, without the calls
        total = high + value
        back = total - high
        lost = (high - (total - back)) + (value - back)
        rest = low + lost
        back = rest - low
        if (low - (rest - back)) + (lost - back):
            return sums + _of_many([low, high], [value, *left])
        high, low = total, rest
        sums.append(high + low)
    return sums


def _of_many(parts: list[float], values: list[float]) -> list[float]:
    """The same, on top of a few numbers whose exact sum is the sum so far (Shewchuk 1997)."""
    sums = []
    for value in values:
        grown = []
        for part in parts:
            value, lost = _two_sum(value, part)
            grown += [lost] if lost else []
        parts = [*grown, value]
        sums.append(fsum(parts))
    return sums


def _two_sum(a: float, b: float) -> tuple[float, float]:
    """The sum as a float, and exactly what its rounding took (Knuth)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)
