"""Rate limits as token buckets."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

Clock = Callable[[], float]


class Rate:
    """A token bucket of `burst` tokens that refills at `steady` tokens per second."""

    def __init__(self, burst: float, steady: float, clock: Clock = monotonic) -> None:
        """Start with a full bucket. `clock` returns the time in seconds.

        >>> now = 0.0
        >>> rate = Rate(burst=2, steady=0.5, clock=lambda: now)
        >>> rate.take_tokens(), rate.take_tokens(), rate.take_tokens(), rate.take_tokens()
        (0.0, 0.0, 2.0, 4.0)
        >>> now = 6.0
        >>> rate.take_tokens()
        0.0
        """
        self.burst = burst
        self.steady = steady
        self.clock = clock
        self.left = float(burst)
        self.counted = clock()

    def take_tokens(self, weight: float = 1) -> float:
        """Take `weight` tokens, and return the seconds to wait.

        The tokens are taken even if too few are left. A caller that refuses the request must return
        them.
        """
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.counted) * self.steady) - weight
        self.counted = now
        return max(0.0, -self.left / self.steady)

    def return_tokens(self, weight: float = 1) -> None:
        """Put `weight` tokens back into the bucket, up to its size."""
        self.left = min(self.burst, self.left + weight)


class Rates:
    """A `Rate` for each key, such as an address.

    Beyond `max_keys` keys, the least recently used ones are dropped.
    """

    def __init__(
        self, burst: float, steady: float, max_keys: int, clock: Clock = monotonic
    ) -> None:
        """Store the rate that applies to each key, and the number of keys to remember."""
        self.burst = burst
        self.steady = steady
        self.max_keys = max_keys
        self.clock = clock
        self.by_key: OrderedDict[str, Rate] = OrderedDict()

    def take_tokens(self, key: str, weight: float = 1) -> float:
        """Take `weight` tokens from a key's bucket, and return the seconds to wait.

        The tokens are taken even if too few are left. A caller that refuses the request must return
        them.
        """
        return self._get_rate(key).take_tokens(weight)

    def return_tokens(self, key: str, weight: float = 1) -> None:
        """Put `weight` tokens back into a key's bucket, up to its size."""
        self._get_rate(key).return_tokens(weight)

    def _get_rate(self, key: str) -> Rate:
        rate = self.by_key.get(key) or Rate(self.burst, self.steady, self.clock)
        self.by_key[key] = rate
        self.by_key.move_to_end(key)
        if len(self.by_key) > self.max_keys:
            self.by_key.popitem(last=False)
        return rate
