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

    def take_logarithm(self, log_base: float) -> "Measured":
        """Return the logarithm to another base.

        log_base: the natural logarithm of that base.
        """
        return Measured(log(self.value) / log_base, self.error / (abs(self.value) * log_base))


FUNCTION_NAME = re.compile(r"(?:([a-z.]+)\.)?([a-z]+)(_?)(\d*)")
MODULE_NAMES = frozenset({"math", "np", "numpy", "torch", "jnp", "tf", "tf.math"})
LOGARITHM_BASES = {"ln": e, "lb": 2.0, "ld": 2.0}
ROOT_NAMES = frozenset({"sqrt", "wurzel", "racine", "raiz"})
POWER_NAMES = frozenset({"pow", "power", "potenz", "puissance", "potencia"})
FUNCTION_NAMES = frozenset({"log", *LOGARITHM_BASES, *ROOT_NAMES, *POWER_NAMES})
KNOWN_NAMES = FUNCTION_NAMES | MODULE_NAMES
TWO_ARGUMENT_NAMES = frozenset({"log", *POWER_NAMES})
"""Functions with two arguments, separated by a comma."""


@dataclass(frozen=True)
class ParsedFunction:
    """A parsed name of a function: "math.log2" is "math", "log" and "2".

    low   "_" if the digits are subscript: "log_2"
    """

    text: str
    module: str
    word: str
    low: str
    digits: str

    @classmethod
    def find(cls, text: str) -> "ParsedFunction":
        """Return the function of a name, or raise Unreadable."""
        match = FUNCTION_NAME.fullmatch(text)
        module, word, low, digits = match.groups("") if match else ("", "", "", "")
        if word not in FUNCTION_NAMES or (module and module not in MODULE_NAMES):
            raise Unreadable(say.UNKNOWN.format(name=text))
        if word == "log" and digits and int(digits) < 2:
            raise Unreadable(say.NO_BASE)
        return cls(text, module, word, low, digits)

    def find_digits(self) -> str:
        """Return the digits of a name that are its argument: 3 for "ln3"."""
        if self.word == "log" and self.digits in ("2", "10"):
            raise Unreadable(self.explain_missing())
        if self.word == "log" and (self.low or len(self.digits) > 1):
            raise Unreadable(say.UNCLEAR_LOG.format(name=self.text))
        return self.digits

    def explain_missing(self) -> str:
        sentence = say.TWO_NUMBERS if self.word in POWER_NAMES else say.NO_ARGUMENT
        return sentence.format(name=self.text)

    def apply(self, inside: list[Measured], bare: float) -> Measured:
        first, *more = inside
        if self.word in POWER_NAMES:
            if len(more) != 1:
                raise Unreadable(self.explain_missing())
            return first ** more[0]
        if len(more) > (self.word == "log" and not self.digits):
            raise Unreadable(say.ONE_NUMBER.format(name=self.text))
        if self.word in ROOT_NAMES:
            return first ** Measured(0.5)
        base = more[0].value if more else self.find_base(bare)
        if base <= 1:
            raise Unreadable(say.NO_BASE)
        if first.value <= 0:
            raise Unreadable(say.NO_LOG)
        return first.take_logarithm(log(base))

    def find_base(self, bare: float) -> float:
        """Return the base of a logarithm, given the base of a bare "log"."""
        if self.word != "log":
            return LOGARITHM_BASES[self.word]
        if self.digits:
            return float(self.digits)
        return e if self.module else bare


NUMBER_SIGNS = tuple(".0123456789")
FRACTION_SIGNS = tuple("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
TOKEN_PATTERN = re.compile(
    r" *(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\.\.+)?)|(\*\*|[-+*/:^();%])"
    r"|([a-z]+(?:\.[a-z]+)*(?:_?\d+(?![.\d]))?)|([" + "".join(FRACTION_SIGNS) + "]))",
    re.ASCII,
)
WORD_PATTERN = re.compile(r"_*[^\W\d_]\w*")


def split_tokens(text: str) -> list[str]:
    pieces = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN_PATTERN.match(text, at)
        if not match:
            raise Unreadable(_explain_stop(text, at))
        pieces.append(match[0].strip())
        at = match.end()
    return pieces


def _explain_stop(text: str, at: int) -> str:
    at = len(text) - len(text[at:].lstrip())
    read = text[:at].strip()
    if "±" in text:
        return say.PLUS_MINUS
    if text[at] == ",":
        return say.SEVERAL
    for word in WORD_PATTERN.finditer(text):
        if word.start() <= at < word.end():
            return say.UNKNOWN.format(name=word[0])
    return say.NOT_ENDED.format(read=read) if read else say.NOT_BEGUN


MAX_DEPTH = 30
LEFT_OVER_REFUSALS = {")": say.NOT_OPENED, ";": say.SEVERAL}


def evaluate_formula(text: str, base: float = 2.0) -> Measured:
    """Calculate a formula.

    base: the base of a bare "log".

    >>> evaluate_formula("(2^3 - 1) / log2(4)"), evaluate_formula("log 100", 10)
    (Measured(value=3.5, error=0.0), Measured(value=2.0, error=0.0))
    """
    try:
        result = _Reader(split_tokens(text), base).read_formula()
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
        plain = (t.rstrip(".").partition("e")[0] for t in pieces if t[0] in NUMBER_SIGNS)
        self.half = 0.5 * 10.0 ** -max((len(t.partition(".")[2]) for t in plain), default=0)

    def read_formula(self) -> Measured:
        result = self.read_sum()
        token = self.peek()
        if token[:1].isalpha():
            ParsedFunction.find(token)  # refuses a name that it does not know
        if token:
            raise Unreadable(LEFT_OVER_REFUSALS.get(token, say.NO_SIGN.format(token=token)))
        return result

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take_token(self, *options: str) -> str:
        token = self.peek()
        if token not in options:
            return ""
        self.at += 1
        return token

    def go_deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable(say.TOO_DEEP)

    def read_sum(self) -> Measured:
        self.go_deeper()
        result = self.read_product()
        while sign := self.take_token("+", "-"):
            other = self.read_product()
            result = result + other if sign == "+" else result - other
        self.depth -= 1
        return result

    def read_product(self) -> Measured:
        result = self.read_signed()
        while sign := self.take_token("*", "/", ":"):
            other = self.read_signed()
            result = result * other if sign == "*" else result / other
        return result

    def read_signed(self) -> Measured:
        minus = False
        while sign := self.take_token("+", "-"):
            minus ^= sign == "-"
        result = self.read_power()
        return -result if minus else result

    def read_power(self) -> Measured:
        result = self.read_atom()
        while self.take_token("%"):
            result = result / Measured(100.0)
        if self.take_token("^", "**"):
            self.go_deeper()
            result = result ** self.read_signed()
            self.depth -= 1
        return result

    def read_atom(self) -> Measured:
        token = self.peek()
        if not token:
            raise Unreadable(say.NO_END)
        self.at += 1
        if token == "(":
            return self.read_bracketed()
        if token in FRACTION_SIGNS:
            return self.read_number(token)
        if token[0] in NUMBER_SIGNS:
            return self.read_number(token) + self.read_fraction(token)
        if token[0].isalpha():
            return self.read_function(token)
        raise Unreadable(say.NO_NUMBER.format(token=token))

    def read_number(self, token: str) -> Measured:
        """Read a number. Its decimals may be rounded, or cut off if dots follow."""
        if token in FRACTION_SIGNS:
            return Measured(numeric(token))
        plain = token.rstrip(".")
        cut = len(token) - len(plain) > 1
        error = self.half if "." in plain else 0.0
        return Measured(float(plain), 2 * self.half if cut else error)

    def read_fraction(self, whole: str) -> Measured:
        """Read the fraction after a whole number, as in "1 1/2" and "1½", or return 0."""
        over, line, under = (self.peek(ahead) for ahead in range(3))
        if whole.isdigit() and over in FRACTION_SIGNS:
            self.at += 1
            return self.read_number(over)
        parts = whole.isdigit() and over.isdigit() and line == "/" and under.isdigit()
        if not parts or int(over) >= int(under):
            return Measured(0.0)
        self.at += 3
        return Measured(int(over) / int(under))

    def read_bracketed(self) -> Measured:
        result = self.read_sum()
        if not self.take_token(")"):
            raise Unreadable(say.NOT_CLOSED)
        return result

    def read_function(self, text: str) -> Measured:
        """Read a function of a bracketed expression, or of the one number after it."""
        function = ParsedFunction.find(text)
        behind = self.peek()[:1] in ("(", *NUMBER_SIGNS)
        if function.digits and not behind:
            return ParsedFunction.find(function.word).apply(
                [self.read_number(function.find_digits())], self.base
            )
        return function.apply(self.read_arguments(function), self.base)

    def read_arguments(self, function: ParsedFunction) -> list[Measured]:
        """Read the arguments of a function."""
        token = self.peek()
        if token[:1] in NUMBER_SIGNS or token in FRACTION_SIGNS:
            self.at += 1
            return [self.read_number(token)]
        if not self.take_token("(") or self.peek() == ")":
            raise Unreadable(function.explain_missing())
        inside = [self.read_sum()]
        while self.take_token(";"):
            inside.append(self.read_sum())
        if not self.take_token(")"):
            raise Unreadable(say.NOT_CLOSED)
        return inside
