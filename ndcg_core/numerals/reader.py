"""A formula, read: a small recursive-descent reader that knows arithmetic and a few functions.

sum      = product (("+" | "-") product)*
product  = signed (("*" | "/" | ":") signed)*
signed   = ("+" | "-")* power
power    = atom "%"* (("^" | "**") signed)?
atom     = number | mixed | "(" sum ")" | function
mixed    = whole whole "/" whole | whole "½"
function = name ("(" sum (";" sum)? ")" | number) | "frac" "(" sum ")" "(" sum ")"
name     = "log2" | "log_2" | "log" | "ln" | "lg" | "sqrt" | "math.log2" ...

It reads the spelling that `spelling` and `separators` make of what somebody wrote.
"""

from math import isfinite
from unicodedata import numeric

from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.functions import BASES, Bases, Function
from ndcg_core.numerals.measured import Measured
from ndcg_core.numerals.refusals import Unreadable as Unreadable
from ndcg_core.numerals.tokens import DIGITS, FRACTIONS, half_unit, tokens

DEEPEST = 30
LEFT_OVER = {")": say.NOT_OPENED, ";": say.SEVERAL}


def evaluate(text: str, bases: Bases = BASES) -> Measured:
    """What a formula comes to; `bases` are those of a bare "log" and of "lg".

    >>> evaluate("(2^3 - 1) / log2(4)"), evaluate("lg 100", Bases(lg=10))
    (Measured(value=3.5, error=0.0), Measured(value=2.0, error=0.0))
    """
    try:
        result = _Reader(tokens(text), bases).whole()
    except Unreadable:
        raise
    except OverflowError:
        raise Unreadable(say.TOO_LARGE) from None
    except ArithmeticError:
        raise Unreadable(say.BY_ZERO) from None
    except ValueError:
        raise Unreadable(say.NO_POWER) from None
    if not (isfinite(result.value) and isfinite(result.error)):
        raise Unreadable(say.TOO_LARGE)
    return result


class _Reader:
    """One method for each rule of the grammar above."""

    def __init__(self, found: list[str], bases: Bases) -> None:
        self.tokens = found
        self.bases = bases
        self.at = 0
        self.depth = 0
        self.half = half_unit(found)

    def whole(self) -> Measured:
        result = self.sum()
        token = self.next()
        if token[:1].isalpha():
            Function.named(token)  # refuses a name that it does not know
        if token:
            raise Unreadable(LEFT_OVER.get(token, say.NO_SIGN.format(token=token)))
        return result

    def next(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.next()
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable(say.TOO_DEEP)

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
        while sign := self.take("*", "/", ":"):
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
        while self.take("%"):
            result = result / Measured(100.0)
        if self.take("^", "**"):
            self.deeper()
            result = result ** self.signed()
            self.depth -= 1
        return result

    def atom(self) -> Measured:
        token = self.next()
        if not token:
            raise Unreadable(say.NO_END)
        self.at += 1
        if token == "(":
            return self.closed()
        if token in FRACTIONS:
            return self.number(token)
        if token[0] in DIGITS:
            return self.number(token) + self.fraction(token)
        if token[0].isalpha():
            return self.function(token)
        raise Unreadable(say.NO_NUMBER.format(token=token))

    def number(self, token: str) -> Measured:
        """A number; its decimals may have been rounded, or cut off where dots follow them."""
        if token in FRACTIONS:
            return Measured(numeric(token))
        plain = token.rstrip(".")
        cut = len(token) - len(plain) > 1
        error = self.half if "." in plain else 0.0
        return Measured(float(plain), 2 * self.half if cut else error)

    def fraction(self, whole: str) -> Measured:
        """The fraction behind a whole number, as in "1 1/2" and "1½"; 0 where there is none."""
        over, line, under = (self.next(ahead) for ahead in range(3))
        if whole.isdigit() and over in FRACTIONS:
            self.at += 1
            return self.number(over)
        parts = whole.isdigit() and over.isdigit() and line == "/" and under.isdigit()
        if not parts or int(over) >= int(under):
            return Measured(0.0)
        self.at += 3
        return Measured(int(over) / int(under))

    def closed(self) -> Measured:
        result = self.sum()
        if not self.take(")"):
            raise Unreadable(say.NOT_CLOSED)
        return result

    def function(self, text: str) -> Measured:
        """A function of what stands in brackets, or of the one number behind it."""
        function = Function.named(text)
        behind = self.next()[:1] in ("(", *DIGITS)
        if function.digits and not behind:
            return Function.named(function.word).of([self.number(function.argument())], self.bases)
        inside = self.arguments(function)
        if function.word == "frac" and self.next() == "(":
            inside += self.arguments(function)
        return function.of(inside, self.bases)

    def arguments(self, function: Function) -> list[Measured]:
        """The numbers that a function is taken of."""
        token = self.next()
        if token[:1] in DIGITS or token in FRACTIONS:
            self.at += 1
            return [self.number(token)]
        if not self.take("(") or self.next() == ")":
            raise Unreadable(function.missing())
        inside = [self.sum()]
        while self.take(";"):
            inside.append(self.sum())
        if not self.take(")"):
            raise Unreadable(say.NOT_CLOSED)
        return inside
