"""Rate limits: a burst, then a steady rate."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

Clock = Callable[[], float]


class Rate:
    """A token bucket: `burst` at once, then `steady` a second."""

    def __init__(self, burst: float, steady: float, clock: Clock = monotonic) -> None:
        """Start full. The clock counts seconds.

        >>> now = 0.0
        >>> rate = Rate(burst=2, steady=0.5, clock=lambda: now)
        >>> rate.take(), rate.take(), rate.take(), rate.take()
        (0.0, 0.0, 2.0, 4.0)
        >>> now = 6.0
        >>> rate.take()
        0.0
        """
        self.burst, self.steady, self.clock = burst, steady, clock
        self.left, self.counted = float(burst), clock()

    def take(self, weight: float = 1) -> float:
        """Count one request, or `weight` of them, and return the seconds to wait before it.

        The request is always counted. A caller that refuses it instead of waiting gives the token
        back.
        """
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.counted) * self.steady) - weight
        self.counted = now
        return max(0.0, -self.left / self.steady)

    def give_back(self, weight: float = 1) -> None:
        """Return a token that was taken."""
        self.left = min(self.burst, self.left + weight)


class Rates:
    """One `Rate` for each key, such as an address. The oldest of too many keys is forgotten."""

    def __init__(
        self, burst: float, steady: float, most_keys: int, clock: Clock = monotonic
    ) -> None:
        """Allow each key `burst` at once, then `steady` a second."""
        self.burst, self.steady, self.most_keys, self.clock = burst, steady, most_keys, clock
        self.by_key: OrderedDict[str, Rate] = OrderedDict()

    def take(self, key: str, weight: float = 1) -> float:
        """Count one request of a key, and return the seconds to wait before it."""
        return self._of(key).take(weight)

    def give_back(self, key: str, weight: float = 1) -> None:
        """Return a token of a key."""
        self._of(key).give_back(weight)

    def _of(self, key: str) -> Rate:
        rate = self.by_key.get(key) or Rate(self.burst, self.steady, self.clock)
        self.by_key[key] = rate
        self.by_key.move_to_end(key)
        if len(self.by_key) > self.most_keys:
            self.by_key.popitem(last=False)
        return rate
