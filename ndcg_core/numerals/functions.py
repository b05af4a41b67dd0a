"""The functions of a formula: logarithms, roots, powers and fractions, by the names people use."""

import re
from dataclasses import dataclass
from math import e, log

from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.measured import Measured
from ndcg_core.numerals.refusals import Unreadable

NAME = re.compile(r"(?:([a-z.]+)\.)?([a-z]+)(_?)(\d*)")
MODULES = frozenset({"math", "np", "numpy", "torch", "jnp", "tf", "tf.math"})
LOGS = {"ln": e, "lb": 2.0, "ld": 2.0}
ROOTS = frozenset({"sqrt", "wurzel", "racine", "raiz"})
POWERS = frozenset({"pow", "power", "potenz", "puissance", "potencia"})
FUNCTIONS = frozenset({"log", "lg", "frac", *LOGS, *ROOTS, *POWERS})
KNOWN = FUNCTIONS | MODULES
OF_TWO = frozenset({"log", *POWERS})
"""Functions in whose brackets a comma stands between two numbers."""


@dataclass(frozen=True)
class Bases:
    """The bases of the logarithms whose name does not say it."""

    log: float = 2.0
    lg: float = 2.0


BASES = Bases()


@dataclass(frozen=True)
class Function:
    """The name of a function, taken apart: "math.log2" is "math", "log" and "2".

    low   "_" where the digits are set low: "log_2"
    """

    text: str
    module: str
    word: str
    low: str
    digits: str

    @classmethod
    def named(cls, text: str) -> "Function":
        """The function of that name, or Unreadable.

        >>> Function.named("log_2").digits
        '2'
        """
        found = NAME.fullmatch(text)
        module, word, low, digits = found.groups("") if found else ("", "", "", "")
        if word not in FUNCTIONS or (module and module not in MODULES):
            raise Unreadable(say.UNKNOWN.format(name=text))
        if word == "log" and digits and int(digits) < 2:
            raise Unreadable(say.NO_BASE)
        return cls(text, module, word, low, digits)

    def argument(self) -> str:
        """What its digits are where nothing stands behind them: "ln3" is taken of 3."""
        if self.word == "log" and self.digits in ("2", "10"):
            raise Unreadable(self.missing())
        if self.word == "log" and (self.low or len(self.digits) > 1):
            raise Unreadable(say.UNCLEAR_LOG.format(name=self.text))
        return self.digits

    def missing(self) -> str:
        """What is said where nothing stands behind it."""
        made_of_two = self.word in POWERS or self.word == "frac"
        sentence = say.TWO_NUMBERS if made_of_two else say.NO_ARGUMENT
        return sentence.format(name=self.text)

    def of(self, inside: list[Measured], bases: Bases) -> Measured:
        """What it comes to.

        >>> Function.named("log").of([Measured(8.0)], Bases())
        Measured(value=3.0, error=0.0)
        """
        first, *more = inside
        if self.word in POWERS or self.word == "frac":
            if len(more) != 1:
                raise Unreadable(self.missing())
            return first / more[0] if self.word == "frac" else first ** more[0]
        if len(more) > (self.word == "log" and not self.digits):
            raise Unreadable(say.ONE_NUMBER.format(name=self.text))
        if self.word in ROOTS:
            return first ** Measured(0.5)
        return _logarithm(first, more[0].value if more else self.base(bases))

    def base(self, bases: Bases) -> float:
        """The base of a logarithm: a program's "math.log" is the natural one."""
        if self.word != "log":
            return {**LOGS, "lg": bases.lg}[self.word]
        if self.digits:
            return float(self.digits)
        return e if self.module else bases.log


def _logarithm(of: Measured, base: float) -> Measured:
    if base <= 1:
        raise Unreadable(say.NO_BASE)
    if of.value <= 0:
        raise Unreadable(say.NO_LOG)
    return of.logarithm(log(base))
