"""A recursive-descent reader of formulas with arithmetic and a few functions.

sum      = product (("+" | "-") product)*
product  = signed (("*" | "/" | ":") signed)*
signed   = ("+" | "-")* power
power    = atom "%"* (("^" | "**") signed)?
atom     = number | mixed | "(" sum ")" | function
mixed    = whole whole "/" whole | whole "½"
function = name ("(" sum (";" sum)? ")" | number)
name     = "log2" | "log_2" | "log" | "ln" | "sqrt" | "math.log2" ...

The input is the output of `spelling`. Each number has a value and a possible error, because
decimals may be rounded.
"""

import re
from dataclasses import dataclass
from math import e, isfinite, log
from unicodedata import numeric

from ndcg_core.numerals import refusals
from ndcg_core.numerals.refusals import UnreadableError as UnreadableError


@dataclass(frozen=True, slots=True)
class UncertainValue:
    """A value with its largest possible error. Arithmetic propagates the error to first order.

    >>> UncertainValue(2.0) / UncertainValue(1.6, 0.05)
    UncertainValue(value=1.25, error=0.0390625)
    """

    value: float
    error: float = 0.0

    def __add__(self, other: "UncertainValue") -> "UncertainValue":
        return UncertainValue(self.value + other.value, self.error + other.error)

    def __sub__(self, other: "UncertainValue") -> "UncertainValue":
        return UncertainValue(self.value - other.value, self.error + other.error)

    def __neg__(self) -> "UncertainValue":
        return UncertainValue(-self.value, self.error)

    def __mul__(self, other: "UncertainValue") -> "UncertainValue":
        error = abs(self.value) * other.error + abs(other.value) * self.error
        return UncertainValue(self.value * other.value, error)

    def __truediv__(self, other: "UncertainValue") -> "UncertainValue":
        value = self.value / other.value
        return UncertainValue(value, (self.error + abs(value) * other.error) / abs(other.value))

    def __pow__(self, other: "UncertainValue") -> "UncertainValue":
        if self.value < 0 and not other.value.is_integer():
            raise ValueError("a negative number has no such power")
        value = float(pow(self.value, other.value))
        error = 0.0
        if self.error and self.value:
            error += abs(value * other.value / self.value) * self.error
        if other.error and self.value > 0:
            error += abs(value * log(self.value)) * other.error
        return UncertainValue(value, error)

    def take_logarithm(self, log_base: float) -> "UncertainValue":
        """Return the logarithm to the base whose natural logarithm is `log_base`."""
        return UncertainValue(log(self.value) / log_base, self.error / (abs(self.value) * log_base))


FUNCTION_NAME = re.compile(r"(?:([a-z.]+)\.)?([a-z]+)(_?)(\d*)")
MODULE_NAMES = frozenset({"math", "np", "numpy", "torch", "jnp", "tf", "tf.math"})
LOGARITHM_BASES = {"ln": e, "lb": 2.0, "ld": 2.0}
ROOT_NAMES = frozenset({"sqrt", "wurzel", "racine", "raiz"})
POWER_NAMES = frozenset({"pow", "power", "potenz", "puissance", "potencia"})
FUNCTION_NAMES = frozenset({"log", *LOGARITHM_BASES, *ROOT_NAMES, *POWER_NAMES})
KNOWN_NAMES = FUNCTION_NAMES | MODULE_NAMES
TWO_ARGUMENT_NAMES = frozenset({"log", *POWER_NAMES})
"""The names of functions with two arguments, which a comma separates."""


@dataclass(frozen=True)
class FunctionName:
    """The parsed name of a function: "math.log2" is "math", "log" and "2".

    underscore  "_" if the digits are a subscript, as in "log_2"
    """

    text: str
    module: str
    word: str
    underscore: str
    digits: str

    @classmethod
    def parse(cls, text: str) -> "FunctionName":
        """Parse the name of a function. Raise UnreadableError for an unknown name or a bad base."""
        match = FUNCTION_NAME.fullmatch(text)
        module, word, underscore, digits = match.groups("") if match else ("", "", "", "")
        if word not in FUNCTION_NAMES or (module and module not in MODULE_NAMES):
            raise UnreadableError(refusals.UNKNOWN.format(name=text))
        if word == "log" and digits and int(digits) < 2:
            raise UnreadableError(refusals.NO_BASE)
        return cls(text, module, word, underscore, digits)

    def get_argument_digits(self) -> str:
        """Return the digits in the function's name that are its argument, such as "3" in "ln3".

        Raises UnreadableError if they can also be the base of a logarithm without an argument.
        """
        if self.word == "log" and self.digits in ("2", "10"):
            raise UnreadableError(self.explain_missing_argument())
        if self.word == "log" and (self.underscore or len(self.digits) > 1):
            raise UnreadableError(refusals.UNCLEAR_LOG.format(name=self.text))
        return self.digits

    def explain_missing_argument(self) -> str:
        """Return a sentence about the function's missing argument."""
        sentence = refusals.TWO_NUMBERS if self.word in POWER_NAMES else refusals.NO_ARGUMENT
        return sentence.format(name=self.text)

    def apply(self, arguments: list[UncertainValue], bare_base: float) -> UncertainValue:
        """Return the function's value. Raise UnreadableError for arguments that do not fit.

        A power or root without a value raises ArithmeticError or ValueError.

        bare_base: the base of “log” without a base
        """
        first, *more = arguments
        if self.word in POWER_NAMES:
            if len(more) != 1:
                raise UnreadableError(self.explain_missing_argument())
            return first ** more[0]
        if len(more) > (self.word == "log" and not self.digits):
            raise UnreadableError(refusals.ONE_NUMBER.format(name=self.text))
        if self.word in ROOT_NAMES:
            return first ** UncertainValue(0.5)
        base = more[0].value if more else self.find_base(bare_base)
        if base <= 1:
            raise UnreadableError(refusals.NO_BASE)
        if first.value <= 0:
            raise UnreadableError(refusals.NO_LOG)
        return first.take_logarithm(log(base))

    def find_base(self, bare_base: float) -> float:
        """Return the logarithm's base: from its name, e for “math.log”, `bare_base` for “log”."""
        if self.word != "log":
            return LOGARITHM_BASES[self.word]
        if self.digits:
            return float(self.digits)
        return e if self.module else bare_base


NUMBER_SIGNS = tuple(".0123456789")
FRACTION_SIGNS = tuple("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
TOKEN_PATTERN = re.compile(
    r" *(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\.\.+)?)|(\*\*|[-+*/:^();%])"
    r"|([a-z]+(?:\.[a-z]+)*(?:_?\d+(?![.\d]))?)|([" + "".join(FRACTION_SIGNS) + "]))",
    re.ASCII,
)
WORD_PATTERN = re.compile(r"_*[^\W\d_]\w*")


def split_tokens(text: str) -> list[str]:
    """Split a formula into tokens. Raise UnreadableError at an unknown character."""
    tokens = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = TOKEN_PATTERN.match(text, position)
        if not match:
            raise UnreadableError(_explain_stop(text, position))
        tokens.append(match[0].strip())
        position = match.end()
    return tokens


def _explain_stop(text: str, position: int) -> str:
    """Return a sentence that explains why a formula cannot be read from a position on."""
    position = len(text) - len(text[position:].lstrip())
    read = text[:position].strip()
    if "±" in text:
        return refusals.PLUS_MINUS
    if text[position] == ",":
        return refusals.SEVERAL
    for word in WORD_PATTERN.finditer(text):
        if word.start() <= position < word.end():
            return refusals.UNKNOWN.format(name=word[0])
    return refusals.NOT_ENDED.format(read=read) if read else refusals.NOT_BEGUN


MAX_DEPTH = 30
LEFT_OVER_REFUSALS = {")": refusals.NOT_OPENED, ";": refusals.SEVERAL}


def evaluate_formula(text: str, base: float = 2.0) -> UncertainValue:
    """Return a formula's value and largest error. Raise UnreadableError if it has no value.

    base: the base of “log” without a base.

    >>> evaluate_formula("(2^3 - 1) / log2(4)"), evaluate_formula("log 100", 10)
    (UncertainValue(value=3.5, error=0.0), UncertainValue(value=2.0, error=0.0))
    """
    try:
        result = _FormulaReader(split_tokens(text), base).read_formula()
    except UnreadableError:
        raise
    except OverflowError:
        raise UnreadableError(refusals.TOO_LARGE) from None
    except ArithmeticError:
        raise UnreadableError(refusals.BY_ZERO) from None
    except ValueError:
        raise UnreadableError(refusals.NO_POWER) from None
    if not (isfinite(result.value) and isfinite(result.error)):
        raise UnreadableError(refusals.TOO_LARGE)
    return result


class _FormulaReader:
    """A recursive-descent reader with one method for each rule of the module's grammar.

    A method reads the tokens of its rule, from the current position on, and returns their value.
    """

    def __init__(self, tokens: list[str], base: float) -> None:
        self.tokens = tokens
        self.base = base
        self.position = 0
        self.depth = 0
        # Each decimal may be wrong by half a unit of the last digit of the finest decimal.
        plain = (t.rstrip(".").partition("e")[0] for t in tokens if t[0] in NUMBER_SIGNS)
        self.half = 0.5 * 10.0 ** -max((len(t.partition(".")[2]) for t in plain), default=0)

    def read_formula(self) -> UncertainValue:
        """Return the value of the formula. Raise UnreadableError if tokens are left over."""
        result = self.read_sum()
        token = self.peek_token()
        if token[:1].isalpha():
            FunctionName.parse(token)  # raises UnreadableError for an unknown name
        if token:
            raise UnreadableError(
                LEFT_OVER_REFUSALS.get(token, refusals.NO_SIGN.format(token=token))
            )
        return result

    def peek_token(self, ahead: int = 0) -> str:
        """Return the token `ahead` tokens further on, or "" past the end. Take no token."""
        return (
            self.tokens[self.position + ahead] if self.position + ahead < len(self.tokens) else ""
        )

    def take_token(self, *options: str) -> str:
        """Take and return the next token if it is one of the options, else return ""."""
        token = self.peek_token()
        if token not in options:
            return ""
        self.position += 1
        return token

    def enter_level(self) -> None:
        """Count a level of nesting. Raise UnreadableError if there are too many levels."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableError(refusals.TOO_DEEP)

    def read_sum(self) -> UncertainValue:
        """Return the value of a sum: products with plus or minus signs between them.

        Raises UnreadableError for too many levels of brackets.
        """
        self.enter_level()
        result = self.read_product()
        while sign := self.take_token("+", "-"):
            other = self.read_product()
            result = result + other if sign == "+" else result - other
        self.depth -= 1
        return result

    def read_product(self) -> UncertainValue:
        """Return the value of a product: powers with signs like * or / between them."""
        result = self.read_signed_power()
        while sign := self.take_token("*", "/", ":"):
            other = self.read_signed_power()
            result = result * other if sign == "*" else result / other
        return result

    def read_signed_power(self) -> UncertainValue:
        """Return the value of a power with any plus and minus signs before it."""
        minus = False
        while sign := self.take_token("+", "-"):
            minus ^= sign == "-"
        result = self.read_power()
        return -result if minus else result

    def read_power(self) -> UncertainValue:
        """Return the value of an atom with any percent signs and exponent after it."""
        result = self.read_atom()
        while self.take_token("%"):
            result = result / UncertainValue(100.0)
        if self.take_token("^", "**"):
            self.enter_level()
            result = result ** self.read_signed_power()
            self.depth -= 1
        return result

    def read_atom(self) -> UncertainValue:
        """Return the value of a number, a bracketed sum or a function.

        Raises UnreadableError for anything else.
        """
        token = self.peek_token()
        if not token:
            raise UnreadableError(refusals.NO_END)
        self.position += 1
        if token == "(":
            return self.read_bracketed_sum()
        if token in FRACTION_SIGNS:
            return self.read_number(token)
        if token[0] in NUMBER_SIGNS:
            return self.read_number(token) + self.read_fraction(token)
        if token[0].isalpha():
            return self.read_function(token)
        raise UnreadableError(refusals.NO_NUMBER.format(token=token))

    def read_number(self, token: str) -> UncertainValue:
        """Return the value of a number token, with an error for rounded or truncated decimals."""
        if token in FRACTION_SIGNS:
            return UncertainValue(numeric(token))
        plain = token.rstrip(".")
        is_truncated = len(token) - len(plain) > 1
        error = self.half if "." in plain else 0.0
        return UncertainValue(float(plain), 2 * self.half if is_truncated else error)

    def read_fraction(self, whole: str) -> UncertainValue:
        """Return the fraction after a whole number, as in "1 1/2", or 0 if none follows."""
        over, line, under = (self.peek_token(ahead) for ahead in range(3))
        if whole.isdigit() and over in FRACTION_SIGNS:
            self.position += 1
            return self.read_number(over)
        is_fraction = whole.isdigit() and over.isdigit() and line == "/" and under.isdigit()
        if not is_fraction or int(over) >= int(under):
            return UncertainValue(0.0)
        self.position += 3
        return UncertainValue(int(over) / int(under))

    def read_bracketed_sum(self) -> UncertainValue:
        """Return the value of the sum before ")". Raise UnreadableError if ")" is missing."""
        result = self.read_sum()
        if not self.take_token(")"):
            raise UnreadableError(refusals.NOT_CLOSED)
        return result

    def read_function(self, name: str) -> UncertainValue:
        """Return the value of a function for the arguments after its name or the digits in it.

        Raises UnreadableError for a bad name, argument or base.
        """
        function = FunctionName.parse(name)
        has_argument = self.peek_token()[:1] in ("(", *NUMBER_SIGNS)
        if function.digits and not has_argument:
            return FunctionName.parse(function.word).apply(
                [self.read_number(function.get_argument_digits())], self.base
            )
        return function.apply(self.read_arguments(function), self.base)

    def read_arguments(self, function: FunctionName) -> list[UncertainValue]:
        """Return the values of a function's arguments: one number, or a list in brackets.

        Raises UnreadableError if an argument or a closing bracket is missing.
        """
        token = self.peek_token()
        if token[:1] in NUMBER_SIGNS or token in FRACTION_SIGNS:
            self.position += 1
            return [self.read_number(token)]
        if not self.take_token("(") or self.peek_token() == ")":
            raise UnreadableError(function.explain_missing_argument())
        arguments = [self.read_sum()]
        while self.take_token(";"):
            arguments.append(self.read_sum())
        if not self.take_token(")"):
            raise UnreadableError(refusals.NOT_CLOSED)
        return arguments
