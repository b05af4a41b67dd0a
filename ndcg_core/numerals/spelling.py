"""The many notations of a formula, normalized for `reader`.

characters  full-width and other digits, minus and times signs, quotes, characters nobody sees
notation    raised and lowered digits, roots, "x" between numbers, brackets of all shapes
members     "NDCG = 6.149/6.323 = 0.972" has three; those made of names are left out

Then the signs between digits are interpreted:

1,26   ,97   6,149            a decimal comma: the pages show decimals
1,234.5   1.234,5   1 234,5   thousands, and decimals after another sign
1'234   1_234   0'97          thousands; decimals where no three digits follow, as in Spain
log(3,2)   pow(2,3)           between two numbers; so is a comma before a blank, and a semicolon
log(1,5)                      nobody can tell: it is refused
"""

import re
from collections.abc import Callable
from unicodedata import category, decimal, normalize

from ndcg_core.metric import short
from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.reader import NAMES, OF_TWO
from ndcg_core.numerals.refusals import Unreadable

LONGEST = 200
ALIKE = {
    **dict.fromkeys("−–—‐‑‒﹣➖", "-"),
    **dict.fromkeys("×·⋅∙•∗✕✖", "*"),
    **dict.fromkeys("÷∕⁄➗", "/"),
    **dict.fromkeys("’‘´′٬", "'"),
    **dict.fromkeys("“”„«»‹›「」`", '"'),
    **dict.fromkeys("~≃≅≐∼", "≈"),
    **dict.fromkeys("٪﹪", "%"),
    **dict.fromkeys("→⇒", "="),
    **{"➕": "+", "∶": ":", "。": ".", "٫": ".", "、": ",", "\ufe0f": "", "√": " sqrt "},
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
ABOUT = (
    "approximately|approx|about|around|roughly|rounded|circa|ca|etwa|ungefähr|rund|gerundet|"
    "environ|env|arrondi|aprox|aproximadamente|redondeado"
)
REWRITTEN: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"(?<![\w.,'])[1-9]\d{0,2}(?:_\d{3})+(?![\w,'])"), lambda m: m[0].replace("_", "")),
    (re.compile(r"[{\[]"), "("),
    (re.compile(r"[}\]]"), ")"),
    (re.compile(f"[{''.join(RAISED)}]+"), lambda match: f"^({_digits(match[0], RAISED)})"),
    (re.compile(f"[{''.join(LOWERED)}]+"), lambda match: f"_{_digits(match[0], LOWERED)} "),
    (re.compile(r"_ ?\((\d+)\)"), r"_\1 "),
    (re.compile(r"\blog (2|10)(?: (?=[\d.,])| ?(?=\())"), r"log_\1 "),
    (re.compile(r" ?\b(?:percent|per cent|prozent|pour cent|por ciento)\b"), "%"),
    (re.compile(r"\bbase ?= ?"), ""),
    (re.compile(r"(?<![\w.])(?:(?:np|numpy)\.)?float(?:32|64)? ?\("), "("),
    (re.compile(r"(?<=[\d)%. ])x(?=[\d(., ½]|log|ln|sqrt|$)"), "*"),
    (re.compile(rf"(?:^| |(?<=[=≈%\d]))\(?(?:{ABOUT})\b\.?\)?"), " "),
]
METRIC = r"\(?[ni]?d?cg\)?(?:(?:@|_) ?\d+)?"
CALLED = re.compile(METRIC)
NAMED = re.compile(rf"^{METRIC} (?:(?:is|ist|est|es)\b)? ?(?=[\d.,+(-])")
WORD = re.compile(r"(?<![\w.])[^\W\d_]+")
EQUALS = re.compile(r"(?:[-=]>|[=≈])+")
POINT = "[·⋅∙•]"
ZERO_POINT = re.compile(rf"(?<![\d.,·⋅∙•])0{POINT}(?=\d)")
"""A raised decimal point, as in 0·972, because nobody multiplies by 0."""
HIGH_POINT = re.compile(rf"\d{POINT}\d{{3,}}(?![.,\d])")
DOUBT = re.compile(r"\+ ?/ ?-|\+-")
STOP = re.compile(r"(?<=[\w)%])(?<!\.) ?[.,;]$")
"""The full stop of a sentence, but not the dots of "0.97..."."""


def members(text: str) -> list[str]:
    """Split a text at its equal signs. Each part is spelled as `reader` expects."""
    plain = _characters(text)
    for pattern, instead in REWRITTEN:
        plain = pattern.sub(instead, plain)
    plain = " ".join(plain.split())
    head, colon, rest = plain.partition(":")
    if colon and not EQUALS.search(head) and _is_named(head):
        plain = rest
    pieces = (part.strip() for part in EQUALS.split(plain) if part.strip())
    parts = [STOP.sub("", NAMED.sub("", part).strip()) for part in pieces]
    if not parts:
        raise Unreadable(say.EMPTY)
    if len(parts) > 1 and CALLED.fullmatch(parts[-1]):
        parts.pop()
    return [part for part in parts[:-1] if not _is_named(part)] + parts[-1:]


def _characters(text: str) -> str:
    text = text.strip()
    if len(text) > LONGEST:
        raise Unreadable(say.TOO_LONG.format(length=len(text), most=LONGEST))
    text = ZERO_POINT.sub("0.", text)
    if match := HIGH_POINT.search(text):
        raise Unreadable(say.HIGH_POINT.format(text=match[0]))
    plain = " ".join("".join(_character(sign) for sign in text).split())
    if DOUBT.search(plain):
        raise Unreadable(say.PLUS_MINUS)
    return plain.lower().strip("\"'$ ")


def _character(sign: str) -> str:
    if sign in ALIKE or category(sign) == "Cf":
        return ALIKE.get(sign, "")
    if sign.isascii() or sign in RAISED or sign in LOWERED:
        return sign
    digit = decimal(sign, None)
    same = normalize("NFKC", sign)
    if digit is not None:
        return str(digit)
    return same if same.isascii() else sign


def _digits(signs: str, table: dict[str, str]) -> str:
    return "".join(table[sign] for sign in signs)


def _is_named(part: str) -> bool:
    """Return True if a part has a name that is not a function, such as "DCG@5"."""
    return any(word not in NAMES for word in WORD.findall(part))


BLANKS = re.compile(r"(?<![\w.,'])[1-9]\d{0,2}(?: \d{3})+(?!\d)( ?/)?")
PIECE = re.compile(r"[a-z][a-z0-9_.]*|[\d.,']+|\S")
PLAIN = re.compile(r"\d+\.?\d*|\.\d+")
DECIMAL = re.compile(r"(\d*)[,'](\d+)")
THOUSANDS = re.compile(
    r"[1-9]\d{0,2}(?:(?:,\d{3})+(?:,\d{3}|\.\d+)|(?:\.\d{3})+(?:\.\d{3}|,\d+)|(?:'\d{3})+(?:[.,]\d+)?)"
)


def normalize_spelling(text: str, base: float = 2.0) -> str:
    """Rewrite decimals with a point and arguments with a semicolon.

    base: another base that a comma may precede, like 2 and 10

    >>> [normalize_spelling(text) for text in ("1,262+1,5", "1.234,5", "3/log(3,2)")]
    ['1.262+1.5', '1234.5', '3/log(3;2)']
    """
    return _Separators(BLANKS.sub(_join_digits, text), base).text()


def _join_digits(match: re.Match[str]) -> str:
    if match[1]:
        raise Unreadable(say.BLANK.format(text=match[0]))
    return match[0].replace(" ", "")


class _Separators:
    """A walk through a formula that tracks the function around each piece."""

    def __init__(self, plain: str, base: float) -> None:
        self.plain = plain
        self.bases = {"2", "10", short(base, 6)}
        self.inside: list[str] = []
        self.before = ""

    def text(self) -> str:
        return PIECE.sub(lambda match: self.piece(match[0]), self.plain)

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
        """Read the digits and commas in the brackets of log or pow."""
        first, _, second = run.rpartition(",")
        if not second:
            return f"{self.one(first)};" if first else ";"
        if not first and self.before[-1] in "(+-*/^":
            return self.one(run)
        separates = function != "log" or not first or "." in run or second in self.bases
        if "," in first or not separates:
            raise Unreadable(say.COMMA.format(text=f"{function}({run})"))
        return f"{self.one(first) if first else ''};{self.one(second)}"

    def one(self, run: str) -> str:
        if PLAIN.fullmatch(run) or not any(map(str.isdigit, run)):
            return run
        if run[0] == "," and self.before[-1:].isdigit():
            raise Unreadable(say.SEVERAL)
        if THOUSANDS.fullmatch(run):
            signs = [sign for sign in run if not sign.isdigit()]
            whole = run.replace(signs[0], "")
            return whole if signs[-1] == signs[0] else whole.replace(signs[-1], ".")
        if decimals := DECIMAL.fullmatch(run):
            return f"{decimals[1]}.{decimals[2]}"
        raise Unreadable(say.SEVERAL)
