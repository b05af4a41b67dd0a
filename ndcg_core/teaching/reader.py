"""A formula, read: a small recursive-descent reader that knows arithmetic and four functions.

sum     = product (("+" | "-") product)*
product = signed (("*" | "/") signed)*
signed  = ("+" | "-")* power
power   = atom (("^" | "**") signed)?
atom    = number | "(" sum ")" | function ("(" sum ")" | number)
"""

import re
from math import isfinite, log

from ndcg_core.teaching.measured import Measured

DEEPEST = 30
TOKEN = re.compile(
    r"\s*(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3}(?![\w.]))?)|(\*\*|[-+*/^()])|([a-z]+_?\d*))",
    re.ASCII,
)
FUNCTIONS = {
    "log2": 2.0,
    "log_2": 2.0,
    "lb": 2.0,
    "ld": 2.0,
    "log10": 10.0,
    "log_10": 10.0,
    "lg": 10.0,
}
DIGITS = tuple(".0123456789")


class Unreadable(ValueError):
    """What is written is not a number; the message says so in a sentence."""


def evaluate(text: str, base: float = 2.0) -> Measured:
    """What a formula comes to; a bare "log" is the logarithm to `base`.

    >>> evaluate("(2^3 - 1) / log2(4)")
    Measured(value=3.5, error=0.0)
    """
    try:
        result = _Reader(tokens(text), base).whole()
    except Unreadable:
        raise
    except OverflowError:
        raise Unreadable("This number is too large.") from None
    except ArithmeticError:
        raise Unreadable("This divides by 0.") from None
    except ValueError:
        raise Unreadable("A negative number has no such power.") from None
    if not (isfinite(result.value) and isfinite(result.error)):
        raise Unreadable("This number is too large.")
    return result


def tokens(text: str) -> list[str]:
    """The numbers, signs and names of a formula.

    >>> tokens("7/log2(3)")
    ['7', '/', 'log2', '(', '3', ')']
    """
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"{text[at:].strip()[0]!r} is not part of a number or a formula.")
        found.append(match[1] or match[2] or match[3])
        at = match.end()
    return found


def _half_unit(found: list[str]) -> float:
    """Half a unit of the last digit of the finest decimal: how far off each decimal may be."""
    decimals = (len(t.partition("e")[0].partition(".")[2]) for t in found if t[0] in DIGITS)
    return 0.5 * 10.0 ** -max(decimals, default=0)


class _Reader:
    """One method for each rule of the grammar above."""

    def __init__(self, found: list[str], base: float) -> None:
        self.tokens = found
        self.base = base
        self.at = 0
        self.depth = 0
        self.half = _half_unit(found)

    def whole(self) -> Measured:
        result = self.sum()
        if self.next():
            raise Unreadable(f"{self.next()!r} does not belong where it stands.")
        return result

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.next()
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("There are too many brackets inside each other.")

    def sum(self) -> Measured:
        self.deeper()
        result = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            result = result + other if sign == "+" else result - other
        self.depth -= 1
        return result

    def product(self) -> Measured:
        result = self.signed()
        while sign := self.take("*", "/"):
            other = self.signed()
            result = result * other if sign == "*" else result / other
        return result

    def signed(self) -> Measured:
        minus = False
        while sign := self.take("+", "-"):
            minus ^= sign == "-"
        result = self.power()
        return -result if minus else result

    def power(self) -> Measured:
        result = self.atom()
        if self.take("^", "**"):
            self.deeper()
            result = result ** self.signed()
            self.depth -= 1
        return result

    def atom(self) -> Measured:
        token = self.next()
        if not token:
            raise Unreadable("Something is missing at the end.")
        self.at += 1
        if token == "(":
            return self.closed()
        if token[0] in DIGITS:
            return Measured(float(token), self.half if "." in token else 0.0)
        if token[0].isalpha():
            return self.function(token)
        raise Unreadable(f"A number is missing before {token!r}.")

    def closed(self) -> Measured:
        result = self.sum()
        if not self.take(")"):
            raise Unreadable("A bracket is opened and not closed.")
        return result

    def function(self, name: str) -> Measured:
        if name not in FUNCTIONS and name not in ("log", "ln", "sqrt"):
            raise Unreadable(f"{name!r} is not known here; log2, ln, log10 and sqrt are.")
        if self.next()[:1] not in ("(", *DIGITS):
            raise Unreadable(f"{name} needs a number after it, such as {name}(3).")
        inside = self.atom()
        if name == "sqrt":
            return inside ** Measured(0.5)
        if inside.value <= 0:
            raise Unreadable(f"There is no {name} of 0 or of a negative number.")
        if name == "ln":
            return inside.logarithm(1.0)
        return inside.logarithm(log(self.base if name == "log" else FUNCTIONS[name]))
