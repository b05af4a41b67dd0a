"""Numbers and untrusted texts, formatted for readers and for programs."""

import reprlib
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from math import isfinite, isnan
from numbers import Real
from typing import Any, TypeGuard
from unicodedata import category

MAX_SHOWN_LENGTH = 40
MINUS = "\N{MINUS SIGN}"
MAX_DIGITS = 99
MIN_EXPONENT_VALUE = 1e15
"""Larger numbers are formatted with a power of ten."""


def number(value: float, digits: int = 3) -> str:
    """Format a value with a fixed number of decimals, for tables.

    Parameters
    ----------
    value : float
        The value.
    digits : int, default 3
        The number of decimals.

    Returns
    -------
    str
        The text, with a real minus sign. NaN becomes "undefined". A number of 10^15 or more has a
        power of ten, such as 1.000e+15.

    Raises
    ------
    ValueError
        If the value does not fit into a float, or `digits` is not a whole number from 0 to 99.

    Examples
    --------
    >>> number(0.97236428), number(-0.5, 1), number(-0.0001), number(float("nan"))
    ('0.972', '−0.5', '0.000', 'undefined')
    """
    plain = value.__class__ is float and digits.__class__ is int
    return (_format_cached if plain else _format_digits)(value, digits)


def _format_digits(value: float, digits: int) -> str:
    """Format a number as `number` does. Raise ValueError for a bad value or digit count."""
    if not isinstance(digits, int) or not 0 <= digits <= MAX_DIGITS:
        raise ValueError(
            f"The number of decimals is {short_repr(digits)}. It must be 0 to {MAX_DIGITS}."
        )
    try:
        if isnan(value):
            return "undefined"
        text = f"{value:.{digits}{'f' if abs(value) < MIN_EXPONENT_VALUE else 'e'}}"
    except (TypeError, ValueError, OverflowError):
        raise ValueError(_describe_bad_value(value)) from None
    if "-" not in text:
        return text
    return text.replace("-", MINUS if text.strip("-0.") else "")


_format_cached = lru_cache(maxsize=4096)(_format_digits)
"""`_format_digits` with a cache, because most numbers stay the same when a card moves."""


def short(value: float, digits: int = 3) -> str:
    """Format a value with at most a few decimals, for formulas.

    Parameters
    ----------
    value : float
        The value.
    digits : int, default 3
        The largest number of decimals.

    Returns
    -------
    str
        The text, as in `number` but without zeros at the end of the decimals.

    Raises
    ------
    ValueError
        If the value does not fit into a float, or `digits` is not a whole number from 0 to 99.

    Examples
    --------
    >>> short(3.5), short(1.2618595), short(3.0), short(-0.0001)
    ('3.5', '1.262', '3', '0')
    """
    mantissa, e, exponent = number(value, digits).partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + e + exponent


def exact(value: float) -> str:
    """Format a value with up to 17 significant digits, so that `float` restores the value.

    Parameters
    ----------
    value : float
        The value.

    Returns
    -------
    str
        The text.

    Raises
    ------
    ValueError
        If the value does not fit into a float.

    Examples
    --------
    >>> exact(3.0), exact(0.1)
    ('3', '0.10000000000000001')
    """
    try:
        return f"{value + 0.0:.17g}"  # + 0.0 changes -0.0 to 0.0
    except (TypeError, ValueError, OverflowError):
        raise ValueError(_describe_bad_value(value)) from None


def format_all_digits(value: object) -> str:
    """Return a number with all digits, or a string unchanged. Raise ValueError otherwise."""
    if isinstance(value, str):
        return value
    try:
        return repr(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"The value is {short_repr(value)}. It must be a number, or a text such as '6.15'."
        ) from None


def read_finite(value: object) -> float | None:
    """Return a value as a float, or None if it is not a finite number."""
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # a number from an array
    if not isinstance(value, (Real, Decimal)):
        return None
    try:
        number = float(value)
    except (OverflowError, ValueError):
        return None
    return number if isfinite(number) else None


def _describe_bad_value(value: object) -> str:
    """Return the error message for a value that cannot be formatted."""
    return f"The number to write is {short_repr(value)}. It must fit into a float."


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Return True if a value can be iterated. An array without dimensions cannot.

    >>> is_iterable([3, 2]), is_iterable(3)
    (True, False)
    """
    return isinstance(value, Iterable) and getattr(value, "shape", None) != ()


def short_repr(value: object) -> str:
    """Return the repr of a value, shortened to at most `MAX_SHOWN_LENGTH` characters.

    If the repr fails, returns the type with an article.

    >>> short_repr("two"), short_repr(10**5000)
    ("'two'", 'an int')
    """
    try:
        return clip_text(reprlib.repr(value))
    except Exception:  # Python refuses to format an int with thousands of digits
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def clip_text(text: str, max_length: int = MAX_SHOWN_LENGTH) -> str:
    """Escape a user's text for a message, and replace the end of a long text with "…".

    >>> clip_text("3, two, 1"), clip_text("a" * 1000, 5)
    ('3, two, 1', 'aaaa…')
    """
    text = escape_unprintable(text[: max_length + 1])
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"


def escape_unprintable(text: str) -> str:
    r"""Return untrusted text for a terminal or a log, with unprintable characters escaped.

    Line breaks, ESC, direction marks and unpaired surrogates become Python's escapes.

    >>> print(escape_unprintable("q1\n\x1b[2J \u202etxt"))
    q1\n\x1b[2J \u202etxt
    """
    if text.isprintable():
        return text
    seen = (sign.isprintable() or category(sign) == "Zs" for sign in text)
    return "".join(s if is_seen else ascii(s)[1:-1] for s, is_seen in zip(text, seen, strict=True))


FORMULA_SIGNS = "=+-@＝＋－＠−﹢﹣﹦﹫"
"""Characters that can begin a spreadsheet formula, including small and full-width forms."""


def escape_cell(text: str) -> str:
    r"""Escape untrusted text for a CSV cell, so that no spreadsheet reads it as a formula.

    >>> escape_cell("=1+1"), escape_cell(" =1"), escape_cell("Doc 1"), escape_cell("q\n::error::")
    ("'=1+1", "' =1", 'Doc 1', 'q\\n::error::')
    """
    plain = escape_unprintable(text)
    return f"'{plain}" if plain[:1].isspace() or (plain and plain[0] in FORMULA_SIGNS) else plain


def replace_surrogates(text: str) -> str:
    r"""Replace each unpaired surrogate, which UTF-8 cannot encode, with U+FFFD.

    >>> replace_surrogates("A\ud800B")
    'A�B'
    """
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
