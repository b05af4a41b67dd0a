"""A formula, read: a small recursive-descent reader that knows arithmetic and a few functions.

sum      = product (("+" | "-") product)*
product  = signed (("*" | "/" | ":") signed)*
signed   = ("+" | "-")* power
power    = atom "%"* (("^" | "**") signed)?
atom     = number | mixed | "(" sum ")" | function
mixed    = whole whole "/" whole | whole "½"
function = name ("(" sum (";" sum)? ")" | number)
name     = "log2" | "log_2" | "log" | "ln" | "sqrt" | "math.log2" ...

It reads the output of `spelling`. Each number has a value and a possible error, because decimals
may be rounded.
"""

import re
from dataclasses import dataclass
from math import e, isfinite, log
from unicodedata import numeric

from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.refusals import Unreadable as Unreadable


@dataclass(frozen=True, slots=True)
class Measured:
    """A value with its error. Arithmetic propagates the error to first order.

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
        if self.value < 0 and not other.value.is_integer():
            raise ValueError("a negative number has no such power")
        value = float(pow(self.value, other.value))
        error = 0.0
        if self.error and self.value:
            error += abs(value * other.value / self.value) * self.error
        if other.error and self.value > 0:
            error += abs(value * log(self.value)) * other.error
        return Measured(value, error)

    def logarithm(self, log_base: float) -> "Measured":
        """Return the logarithm to another base.

        log_base: the natural logarithm of that base.
        """
        return Measured(log(self.value) / log_base, self.error / (abs(self.value) * log_base))


NAME = re.compile(r"(?:([a-z.]+)\.)?([a-z]+)(_?)(\d*)")
MODULES = frozenset({"math", "np", "numpy", "torch", "jnp", "tf", "tf.math"})
LOGS = {"ln": e, "lb": 2.0, "ld": 2.0}
ROOTS = frozenset({"sqrt", "wurzel", "racine", "raiz"})
POWERS = frozenset({"pow", "power", "potenz", "puissance", "potencia"})
FUNCTIONS = frozenset({"log", *LOGS, *ROOTS, *POWERS})
NAMES = FUNCTIONS | MODULES
OF_TWO = frozenset({"log", *POWERS})
"""Functions with two arguments, separated by a comma."""


@dataclass(frozen=True)
class Function:
    """A parsed name of a function: "math.log2" is "math", "log" and "2".

    low   "_" if the digits are subscript: "log_2"
    """

    text: str
    module: str
    word: str
    low: str
    digits: str

    @classmethod
    def find(cls, text: str) -> "Function":
        """Return the function of a name, or raise Unreadable."""
        match = NAME.fullmatch(text)
        module, word, low, digits = match.groups("") if match else ("", "", "", "")
        if word not in FUNCTIONS or (module and module not in MODULES):
            raise Unreadable(say.UNKNOWN.format(name=text))
        if word == "log" and digits and int(digits) < 2:
            raise Unreadable(say.NO_BASE)
        return cls(text, module, word, low, digits)

    def argument(self) -> str:
        """Return the digits of a name that are its argument: 3 for "ln3"."""
        if self.word == "log" and self.digits in ("2", "10"):
            raise Unreadable(self.missing())
        if self.word == "log" and (self.low or len(self.digits) > 1):
            raise Unreadable(say.UNCLEAR_LOG.format(name=self.text))
        return self.digits

    def missing(self) -> str:
        sentence = say.TWO_NUMBERS if self.word in POWERS else say.NO_ARGUMENT
        return sentence.format(name=self.text)

    def of(self, inside: list[Measured], bare: float) -> Measured:
        first, *more = inside
        if self.word in POWERS:
            if len(more) != 1:
                raise Unreadable(self.missing())
            return first ** more[0]
        if len(more) > (self.word == "log" and not self.digits):
            raise Unreadable(say.ONE_NUMBER.format(name=self.text))
        if self.word in ROOTS:
            return first ** Measured(0.5)
        base = more[0].value if more else self.base(bare)
        if base <= 1:
            raise Unreadable(say.NO_BASE)
        if first.value <= 0:
            raise Unreadable(say.NO_LOG)
        return first.logarithm(log(base))

    def base(self, bare: float) -> float:
        """Return the base of a logarithm, given the base of a bare "log"."""
        if self.word != "log":
            return LOGS[self.word]
        if self.digits:
            return float(self.digits)
        return e if self.module else bare


DIGITS = tuple(".0123456789")
FRACTIONS = tuple("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
TOKEN = re.compile(
    r" *(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\.\.+)?)|(\*\*|[-+*/:^();%])"
    r"|([a-z]+(?:\.[a-z]+)*(?:_?\d+(?![.\d]))?)|([" + "".join(FRACTIONS) + "]))",
    re.ASCII,
)
WORD = re.compile(r"_*[^\W\d_]\w*")


def tokens(text: str) -> list[str]:
    pieces = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(_stop_message(text, at))
        pieces.append(match[0].strip())
        at = match.end()
    return pieces


def _stop_message(text: str, at: int) -> str:
    at = len(text) - len(text[at:].lstrip())
    read = text[:at].strip()
    if "±" in text:
        return say.PLUS_MINUS
    if text[at] == ",":
        return say.SEVERAL
    for word in WORD.finditer(text):
        if word.start() <= at < word.end():
            return say.UNKNOWN.format(name=word[0])
    return say.NOT_ENDED.format(read=read) if read else say.NOT_BEGUN


DEEPEST = 30
LEFT_OVER = {")": say.NOT_OPENED, ";": say.SEVERAL}


def evaluate(text: str, base: float = 2.0) -> Measured:
    """Calculate a formula.

    base: the base of a bare "log".

    >>> evaluate("(2^3 - 1) / log2(4)"), evaluate("log 100", 10)
    (Measured(value=3.5, error=0.0), Measured(value=2.0, error=0.0))
    """
    try:
        result = _Reader(tokens(text), base).whole()
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
    """A recursive-descent reader with one method for each rule of the grammar above."""

    def __init__(self, pieces: list[str], base: float) -> None:
        self.tokens = pieces
        self.base = base
        self.at = 0
        self.depth = 0
        # Half a unit of the last digit of the finest decimal: how far off each decimal may be.
        plain = (t.rstrip(".").partition("e")[0] for t in pieces if t[0] in DIGITS)
        self.half = 0.5 * 10.0 ** -max((len(t.partition(".")[2]) for t in plain), default=0)

    def whole(self) -> Measured:
        result = self.sum()
        token = self.next()
        if token[:1].isalpha():
            Function.find(token)  # refuses a name that it does not know
        if token:
            raise Unreadable(LEFT_OVER.get(token, say.NO_SIGN.format(token=token)))
        return result

    def next(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, *options: str) -> str:
        token = self.next()
        if token not in options:
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
        result = self.read_signed()
        while sign := self.take("*", "/", ":"):
            other = self.read_signed()
            result = result * other if sign == "*" else result / other
        return result

    def read_signed(self) -> Measured:
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
            result = result ** self.read_signed()
            self.depth -= 1
        return result

    def atom(self) -> Measured:
        token = self.next()
        if not token:
            raise Unreadable(say.NO_END)
        self.at += 1
        if token == "(":
            return self.read_closed()
        if token in FRACTIONS:
            return self.number(token)
        if token[0] in DIGITS:
            return self.number(token) + self.fraction(token)
        if token[0].isalpha():
            return self.function(token)
        raise Unreadable(say.NO_NUMBER.format(token=token))

    def number(self, token: str) -> Measured:
        """Read a number. Its decimals may be rounded, or cut off if dots follow."""
        if token in FRACTIONS:
            return Measured(numeric(token))
        plain = token.rstrip(".")
        cut = len(token) - len(plain) > 1
        error = self.half if "." in plain else 0.0
        return Measured(float(plain), 2 * self.half if cut else error)

    def fraction(self, whole: str) -> Measured:
        """Read the fraction after a whole number, as in "1 1/2" and "1½", or return 0."""
        over, line, under = (self.next(ahead) for ahead in range(3))
        if whole.isdigit() and over in FRACTIONS:
            self.at += 1
            return self.number(over)
        parts = whole.isdigit() and over.isdigit() and line == "/" and under.isdigit()
        if not parts or int(over) >= int(under):
            return Measured(0.0)
        self.at += 3
        return Measured(int(over) / int(under))

    def read_closed(self) -> Measured:
        result = self.sum()
        if not self.take(")"):
            raise Unreadable(say.NOT_CLOSED)
        return result

    def function(self, text: str) -> Measured:
        """Read a function of a bracketed expression, or of the one number after it."""
        function = Function.find(text)
        behind = self.next()[:1] in ("(", *DIGITS)
        if function.digits and not behind:
            return Function.find(function.word).of([self.number(function.argument())], self.base)
        return function.of(self.arguments(function), self.base)

    def arguments(self, function: Function) -> list[Measured]:
        """Read the arguments of a function."""
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
