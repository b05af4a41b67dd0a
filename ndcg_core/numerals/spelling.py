"""The many notations of a formula, normalized for `reader`.

characters  full-width and other digits, minus and times signs, quotes, invisible characters
notation    raised and lowered digits, roots, "x" between numbers, brackets of all shapes
members     "NDCG = 6.149/6.323 = 0.972" has three members; members of names are left out

Then the signs between digits are interpreted:

1,26   ,97   6,149            a decimal comma, because the pages show decimals
1,234.5   1.234,5   1 234,5   thousands, and decimals after another sign
1'234   1_234   0'97          thousands, or decimals unless three digits follow, as in Spain
log(3,2)   pow(2,3)           a separator of two numbers, like a comma before a space or a semicolon
log(1,5)                      ambiguous, so it is refused
"""

import re
from collections.abc import Callable
from unicodedata import category, decimal, normalize

from ndcg_core.metric import short
from ndcg_core.numerals import refusals
from ndcg_core.numerals.reader import KNOWN_NAMES, TWO_ARGUMENT_NAMES
from ndcg_core.numerals.refusals import UnreadableError

MAX_LENGTH = 200
SIMILAR_SIGNS = {
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
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
ABOUT_WORDS = (
    "approximately|approx|about|around|roughly|rounded|circa|ca|etwa|ungefähr|rund|gerundet|"
    "environ|env|arrondi|aprox|aproximadamente|redondeado"
)
REWRITING_RULES: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"(?<![\w.,'])[1-9]\d{0,2}(?:_\d{3})+(?![\w,'])"), lambda m: m[0].replace("_", "")),
    (re.compile(r"[{\[]"), "("),
    (re.compile(r"[}\]]"), ")"),
    (
        re.compile(f"[{''.join(SUPERSCRIPTS)}]+"),
        lambda match: f"^({_translate_digits(match[0], SUPERSCRIPTS)})",
    ),
    (
        re.compile(f"[{''.join(SUBSCRIPTS)}]+"),
        lambda match: f"_{_translate_digits(match[0], SUBSCRIPTS)} ",
    ),
    (re.compile(r"_ ?\((\d+)\)"), r"_\1 "),
    (re.compile(r"\blog (2|10)(?: (?=[\d.,])| ?(?=\())"), r"log_\1 "),
    (re.compile(r" ?\b(?:percent|per cent|prozent|pour cent|por ciento)\b"), "%"),
    (re.compile(r"\bbase ?= ?"), ""),
    (re.compile(r"(?<![\w.])(?:(?:np|numpy)\.)?float(?:32|64)? ?\("), "("),
    (re.compile(r"(?<=[\d)%. ])x(?=[\d(., ½]|log|ln|sqrt|$)"), "*"),
    (re.compile(rf"(?:^| |(?<=[=≈%\d]))\(?(?:{ABOUT_WORDS})\b\.?\)?"), " "),
]
METRIC_PATTERN = r"\(?[ni]?d?cg\)?(?:(?:@|_) ?\d+)?"
METRIC_NAME = re.compile(METRIC_PATTERN)
NAMED_NUMBER = re.compile(rf"^{METRIC_PATTERN} (?:(?:is|ist|est|es)\b)? ?(?=[\d.,+(-])")
WORD_PATTERN = re.compile(r"(?<![\w.])[^\W\d_]+")
EQUALS_PATTERN = re.compile(r"(?:[-=]>|[=≈])+")
POINT_SIGNS = "[·⋅∙•]"
ZERO_POINT_PATTERN = re.compile(rf"(?<![\d.,·⋅∙•])0{POINT_SIGNS}(?=\d)")
"""A raised decimal point, as in 0·972, which cannot be a product because 0 is a factor."""
HIGH_POINT_PATTERN = re.compile(rf"\d{POINT_SIGNS}\d{{3,}}(?![.,\d])")
PLUS_MINUS_PATTERN = re.compile(r"\+ ?/ ?-|\+-")
FINAL_STOP = re.compile(r"(?<=[\w)%])(?<!\.) ?[.,;]$")
"""The full stop of a sentence, but not the dots of “0.97...”."""


def split_at_equals(text: str) -> list[str]:
    """Split a text at its equal signs into members with normalized characters and notation.

    A member with a label, such as "NDCG", is left out unless it is the last. A last member that is
    only a measure's name is left out too. Raises UnreadableError for an empty text or one that
    cannot be normalized.
    """
    plain = _normalize_characters(text)
    for pattern, replacement in REWRITING_RULES:
        plain = pattern.sub(replacement, plain)
    plain = " ".join(plain.split())
    head, colon, rest = plain.partition(":")
    if colon and not EQUALS_PATTERN.search(head) and _contains_label(head):
        plain = rest
    texts = (text.strip() for text in EQUALS_PATTERN.split(plain) if text.strip())
    members = [FINAL_STOP.sub("", NAMED_NUMBER.sub("", text).strip()) for text in texts]
    if not members:
        raise UnreadableError(refusals.EMPTY)
    if len(members) > 1 and METRIC_NAME.fullmatch(members[-1]):
        members.pop()
    return [member for member in members[:-1] if not _contains_label(member)] + members[-1:]


def _normalize_characters(text: str) -> str:
    """Return a text in lower case with plain characters.

    Raises UnreadableError for a text that is too long, or has a raised decimal point or "+/-".
    """
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise UnreadableError(refusals.TOO_LONG.format(length=len(text), most=MAX_LENGTH))
    text = ZERO_POINT_PATTERN.sub("0.", text)
    if match := HIGH_POINT_PATTERN.search(text):
        raise UnreadableError(refusals.HIGH_POINT.format(text=match[0]))
    plain = " ".join("".join(_normalize_character(sign) for sign in text).split())
    if PLUS_MINUS_PATTERN.search(plain):
        raise UnreadableError(refusals.PLUS_MINUS)
    return plain.lower().strip("\"'$ ")


def _normalize_character(sign: str) -> str:
    """Return plain text for a character, such as " sqrt " for "√" or "" if invisible."""
    if sign in SIMILAR_SIGNS or category(sign) == "Cf":
        return SIMILAR_SIGNS.get(sign, "")
    if sign.isascii() or sign in SUPERSCRIPTS or sign in SUBSCRIPTS:
        return sign
    digit = decimal(sign, None)
    same = normalize("NFKC", sign)
    if digit is not None:
        return str(digit)
    return same if same.isascii() else sign


def _translate_digits(signs: str, table: dict[str, str]) -> str:
    """Replace raised or lowered digits and signs by the plain ones in `table`."""
    return "".join(table[sign] for sign in signs)


def _contains_label(member: str) -> bool:
    """Return True if a member contains a word that names no function or module, such as "DCG"."""
    return any(word not in KNOWN_NAMES for word in WORD_PATTERN.findall(member))


BLANK_SEPARATED = re.compile(r"(?<![\w.,'])[1-9]\d{0,2}(?: \d{3})+(?!\d)( ?/)?")
TOKEN_PATTERN = re.compile(r"[a-z][a-z0-9_.]*|[\d.,']+|\S")
PLAIN_NUMBER = re.compile(r"\d+\.?\d*|\.\d+")
DECIMAL_PATTERN = re.compile(r"(\d*)[,'](\d+)")
THOUSANDS_PATTERN = re.compile(
    r"[1-9]\d{0,2}(?:(?:,\d{3})+(?:,\d{3}|\.\d+)|(?:\.\d{3})+(?:\.\d{3}|,\d+)|(?:'\d{3})+(?:[.,]\d+)?)"
)


def normalize_separators(text: str, base: float = 2.0) -> str:
    """Rewrite a formula with decimal points, and with semicolons between arguments.

    Separators of thousands are removed. Raises UnreadableError for an ambiguous comma or space.

    base: a base besides 2 and 10 that may follow a comma in the arguments of “log”.

    >>> [normalize_separators(text) for text in ("1,262+1,5", "1.234,5", "3/log(3,2)")]
    ['1.262+1.5', '1234.5', '3/log(3;2)']
    """
    return _SeparatorRewriter(BLANK_SEPARATED.sub(_join_digits, text), base).rewrite()


def _join_digits(match: re.Match[str]) -> str:
    """Return a number without its spaces. Raise UnreadableError if "/" follows it."""
    if match[1]:
        raise UnreadableError(refusals.BLANK.format(text=match[0]))
    return match[0].replace(" ", "")


class _SeparatorRewriter:
    """A rewriter of the decimal, thousands and argument separators in a formula."""

    def __init__(self, plain: str, base: float) -> None:
        self.plain = plain
        self.bases = {"2", "10", short(base, 6)}
        self.inside: list[str] = []
        self.before = ""

    def rewrite(self) -> str:
        """Return the formula with its separators rewritten."""
        return TOKEN_PATTERN.sub(lambda match: self.rewrite_token(match[0]), self.plain)

    def rewrite_token(self, token: str) -> str:
        """Rewrite a token. Remember it and the open brackets for the next token."""
        if token == "(":
            self.inside.append(self.before.rpartition(".")[2])
        elif token == ")" and self.inside:
            self.inside.pop()
        elif token[0] in "0123456789.,'":
            token = self.rewrite_number(token)
        self.before = token
        return token

    def rewrite_number(self, number: str) -> str:
        """Rewrite the separators in a run of digits, points, commas and apostrophes."""
        whole = number.rstrip(".")
        dots = number[len(whole) :] if len(number) - len(whole) > 1 else ""
        number = whole if dots else number
        function = self.inside[-1] if self.inside else ""
        if function in TWO_ARGUMENT_NAMES and "," in number and ";" not in self.plain:
            return self.rewrite_arguments(number, function) + dots
        return self.rewrite_separators(number) + dots

    def rewrite_arguments(self, number: str, function: str) -> str:
        """Rewrite the digits and commas in the brackets of log or pow.

        Raises UnreadableError if a comma can be a decimal comma or a separator.
        """
        first, _, second = number.rpartition(",")
        if not second:
            return f"{self.rewrite_separators(first)};" if first else ";"
        if not first and self.before[-1] in "(+-*/^":
            return self.rewrite_separators(number)
        is_separator = function != "log" or not first or "." in number or second in self.bases
        if "," in first or not is_separator:
            raise UnreadableError(refusals.COMMA.format(text=f"{function}({number})"))
        return (
            f"{self.rewrite_separators(first) if first else ''};{self.rewrite_separators(second)}"
        )

    def rewrite_separators(self, number: str) -> str:
        """Rewrite a number's decimal sign as a point, and remove its thousands separators.

        Raises UnreadableError if the text can only be several numbers.
        """
        if PLAIN_NUMBER.fullmatch(number) or not any(map(str.isdigit, number)):
            return number
        if number[0] == "," and self.before[-1:].isdigit():
            raise UnreadableError(refusals.SEVERAL)
        if THOUSANDS_PATTERN.fullmatch(number):
            signs = [sign for sign in number if not sign.isdigit()]
            whole = number.replace(signs[0], "")
            return whole if signs[-1] == signs[0] else whole.replace(signs[-1], ".")
        if decimals := DECIMAL_PATTERN.fullmatch(number):
            return f"{decimals[1]}.{decimals[2]}"
        raise UnreadableError(refusals.SEVERAL)
