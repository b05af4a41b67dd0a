"""Which comma is a decimal comma: the signs between digits, and what each of them means.

1,26   ,97   6,149            a decimal comma: the pages show decimals
1,234.5   1.234,5   1 234,5   thousands, and decimals after another sign
1'234   0'97                  thousands; decimals where no three digits follow, as in Spain
log(3,2)   pow(2,3)           between two numbers; so is a comma before a blank, and a semicolon
log(1,5)                      nobody can tell: it is refused
"""

import re

from ndcg_core.metric import short
from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.functions import OF_TWO
from ndcg_core.numerals.refusals import Unreadable

BLANKS = re.compile(r"(?<![\w.,'])[1-9]\d{0,2}(?: \d{3})+(?!\d)( ?/)?")
PIECE = re.compile(r"[a-z][a-z0-9_.]*|[\d.,']+|\S")
PLAIN = re.compile(r"\d+\.?\d*|\.\d+")
DECIMAL = re.compile(r"(\d*)[,'](\d+)")
THOUSANDS = re.compile(
    r"[1-9]\d{0,2}(?:(?:,\d{3})+(?:,\d{3}|\.\d+)|(?:\.\d{3})+(?:\.\d{3}|,\d+)|(?:'\d{3})+(?:[.,]\d+)?)"
)
SWISS = re.compile(r"[1-9]\d{0,2}'\d{3}")


def settled(text: str, base: float = 2.0, apostrophe: str = "thousands") -> str:
    """A formula whose decimals have a point, and whose two-number functions a semicolon.

    base        the base that a comma may stand before: 2, 10 and this
    apostrophe  what it is in "1'234": "thousands" or "decimals"

    >>> settled("1,262+1,5"), settled("1.234,5"), settled("3/log(3,2)")
    ('1.262+1.5', '1234.5', '3/log(3;2)')
    """
    return _Settling(BLANKS.sub(_joined, text), base, apostrophe).text()


def is_apostrophe_open(text: str) -> bool:
    """Whether an apostrophe stands where it could be before thousands or before decimals."""
    return bool(SWISS.search(text))


def _joined(found: re.Match[str]) -> str:
    if found[1]:
        raise Unreadable(say.BLANK.format(text=found[0]))
    return found[0].replace(" ", "")


class _Settling:
    """One walk through a formula that knows in which function's brackets it is."""

    def __init__(self, plain: str, base: float, apostrophe: str) -> None:
        self.plain = plain
        self.bases = {"2", "10", short(base, 6)}
        self.apostrophe = apostrophe
        self.inside: list[str] = []
        self.before = ""

    def text(self) -> str:
        return PIECE.sub(lambda found: self.piece(found[0]), self.plain)

    def piece(self, piece: str) -> str:
        if piece == "(":
            self.inside.append(self.before.rpartition(".")[2])
        elif piece == ")" and self.inside:
            self.inside.pop()
        elif piece[0] in "0123456789.,'":
            piece = self.number(piece)
        self.before = piece
        return piece

    def number(self, run: str) -> str:
        whole = run.rstrip(".")
        dots = run[len(whole) :] if len(run) - len(whole) > 1 else ""
        run = whole if dots else run
        function = self.inside[-1] if self.inside else ""
        if function in OF_TWO and "," in run and ";" not in self.plain:
            return self.argument(run, function) + dots
        return self.one(run) + dots

    def argument(self, run: str, function: str) -> str:
        """Digits and commas in the brackets of log or pow."""
        first, _, second = run.rpartition(",")
        if not second:
            return f"{self.one(first)};" if first else ";"
        if not first and self.before[-1] in "(+-*/^":
            return self.one(run)
        if "," in first or not self.separates(first, second, function):
            raise Unreadable(say.COMMA.format(text=f"{function}({run})"))
        return f"{self.one(first) if first else ''};{self.one(second)}"

    def separates(self, first: str, second: str, function: str) -> bool:
        return function != "log" or not first or "." in first + second or second in self.bases

    def one(self, run: str) -> str:
        if PLAIN.fullmatch(run) or not any(map(str.isdigit, run)):
            return run
        if run[0] == "," and self.before[-1:].isdigit():
            raise Unreadable(say.SEVERAL)
        if SWISS.fullmatch(run) and self.apostrophe == "decimals":
            return run.replace("'", ".")
        if THOUSANDS.fullmatch(run):
            return _without_thousands(run)
        if decimals := DECIMAL.fullmatch(run):
            return f"{decimals[1]}.{decimals[2]}"
        raise Unreadable(say.SEVERAL)


def _without_thousands(run: str) -> str:
    signs = [sign for sign in run if not sign.isdigit()]
    thousands, last = signs[0], signs[-1]
    whole = run.replace(thousands, "")
    return whole if last == thousands else whole.replace(last, ".")
