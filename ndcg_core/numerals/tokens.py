"""The words of a formula: its numbers, signs and names."""

import re

from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.refusals import Unreadable

DIGITS = tuple(".0123456789")
FRACTIONS = tuple("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒")
TOKEN = re.compile(
    r" *(?:((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:\.\.+)?)|(\*\*|[-+*/:^();%])"
    r"|([a-z]+(?:\.[a-z]+)*(?:_?\d+(?![.\d]))?)|([" + "".join(FRACTIONS) + "]))",
    re.ASCII,
)
WORD = re.compile(r"_*[^\W\d_]\w*")


def tokens(text: str) -> list[str]:
    """The numbers, signs and names of a formula.

    >>> tokens("7/log2(3)")
    ['7', '/', 'log2', '(', '3', ')']
    """
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Unreadable(_stopped(text, at))
        found.append(match[0].strip())
        at = match.end()
    return found


def _stopped(text: str, at: int) -> str:
    """What is said of a text that can be read as far as `at`."""
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


def half_unit(found: list[str]) -> float:
    """Half a unit of the last digit of the finest decimal: how far off each decimal may be."""
    plain = (t.rstrip(".").partition("e")[0] for t in found if t[0] in DIGITS)
    return 0.5 * 10.0 ** -max((len(t.partition(".")[2]) for t in plain), default=0)
