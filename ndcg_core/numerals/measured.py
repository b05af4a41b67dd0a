"""A number that may have been rounded: its value, and how far off it can be."""

from dataclasses import dataclass
from math import log


@dataclass(frozen=True, slots=True)
class Measured:
    """value ± error, and the arithmetic that carries the error along (to first order).

    >>> Measured(2.0) / Measured(1.6, 0.05)
    Measured(value=1.25, error=0.0390625)
    """

    value: float
    error: float = 0.0

    def __add__(self, other: "Measured") -> "Measured":
        return Measured(self.value + other.value, self.error + other.error)

    def __sub__(self, other: "Measured") -> "Measured":
        return Measured(self.value - other.value, self.error + other.error)

    def __neg__(self) -> "Measured":
        return Measured(-self.value, self.error)

    def __mul__(self, other: "Measured") -> "Measured":
        error = abs(self.value) * other.error + abs(other.value) * self.error
        return Measured(self.value * other.value, error)

    def __truediv__(self, other: "Measured") -> "Measured":
        value = self.value / other.value
        return Measured(value, (self.error + abs(value) * other.error) / abs(other.value))

    def __pow__(self, other: "Measured") -> "Measured":
        value = (
            float(pow(self.value, other.value)) if self.value >= 0 else _whole_power(self, other)
        )
        error = 0.0
        if self.error and self.value:
            error += abs(value * other.value / self.value) * self.error
        if other.error and self.value > 0:
            error += abs(value * log(self.value)) * other.error
        return Measured(value, error)

    def logarithm(self, log_base: float) -> "Measured":
        """The logarithm to the base whose own natural logarithm is `log_base`."""
        return Measured(log(self.value) / log_base, self.error / (abs(self.value) * log_base))


def _whole_power(base: Measured, exponent: Measured) -> float:
    if not exponent.value.is_integer():
        raise ValueError("a negative number has no such power")
    return float(pow(base.value, exponent.value))
