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
        >>> rate.take_token(), rate.take_token(), rate.take_token(), rate.take_token()
        (0.0, 0.0, 2.0, 4.0)
        >>> now = 6.0
        >>> rate.take_token()
        0.0
        """
        self.burst = burst
        self.steady = steady
        self.clock = clock
        self.left = float(burst)
        self.counted = clock()

    def take_token(self, weight: float = 1) -> float:
        """Count one request, or `weight` of them, and return the seconds to wait before it.

        The request is always counted. A caller that refuses it instead of waiting gives the token
        back.
        """
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.counted) * self.steady) - weight
        self.counted = now
        return max(0.0, -self.left / self.steady)

    def return_token(self, weight: float = 1) -> None:
        """Return a token to the bucket."""
        self.left = min(self.burst, self.left + weight)


class Rates:
    """A `Rate` for each key, such as an address. The oldest of too many keys is forgotten."""

    def __init__(
        self, burst: float, steady: float, most_keys: int, clock: Clock = monotonic
    ) -> None:
        """Allow each key `burst` at once, then `steady` a second."""
        self.burst = burst
        self.steady = steady
        self.most_keys = most_keys
        self.clock = clock
        self.by_key: OrderedDict[str, Rate] = OrderedDict()

    def take_token(self, key: str, weight: float = 1) -> float:
        """Count one request of a key, and return the seconds to wait before it."""
        return self._find_rate(key).take_token(weight)

    def return_token(self, key: str, weight: float = 1) -> None:
        """Return a token to the bucket of a key."""
        self._find_rate(key).return_token(weight)

    def _find_rate(self, key: str) -> Rate:
        rate = self.by_key.get(key) or Rate(self.burst, self.steady, self.clock)
        self.by_key[key] = rate
        self.by_key.move_to_end(key)
        if len(self.by_key) > self.most_keys:
            self.by_key.popitem(last=False)
        return rate
