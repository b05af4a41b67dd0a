"""Who prints a number that somebody got."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from ndcg_core.libraries.ranking import Ranking
from ndcg_core.metric.checks import clipped

LONGEST = 40
"""More characters are no number that a library prints."""
LARGEST = 400
"""More powers of ten are none either."""


def prints(value: float, text: str) -> bool:
    """Whether a value, rounded to the digits of a text, is that text; "nan" is no value.

    >>> prints(0.97236, "0.972"), prints(0.97236, "0.9724"), prints(0.97236, ".97")
    (True, True, True)
    """
    given = read_number(text)
    if given.is_nan() or value != value:
        return given.is_nan() and value != value
    exponent = given.as_tuple().exponent
    unit = Decimal(1).scaleb(min(int(exponent), 0))
    return abs(given - Decimal(repr(value))) <= unit / 2 + Decimal("1e-12")


def who_prints(ranking: Ranking, text: str, ids: Iterable[str]) -> list[str]:
    """The libraries whose number is this one, to the digits given.

    >>> who_prints(Ranking((3, 2, 3, 0, 1)), "0.957", ["scikit-learn", "lightgbm"])
    ['lightgbm']
    """
    read_number(text)
    return [name for name in ids if prints(ranking.ndcg(name), text)]


def read_number(text: str) -> Decimal:
    """The number in a text, its digits kept; a comma may stand for the point, % for hundredths.

    >>> read_number("97.24 %"), read_number("0,957")
    (Decimal('0.9724'), Decimal('0.957'))
    """
    tidy = text.strip().replace("−", "-") if len(text) <= LONGEST else ""
    plain = tidy.removesuffix("%").rstrip()
    try:
        number = Decimal(plain.replace(",", ".") if plain.count(",") == 1 else plain)
    except InvalidOperation:
        number = Decimal("Infinity")
    if number.is_infinite() or number.is_snan() or abs(number.adjusted()) > LARGEST:
        raise ValueError(
            f"“{clipped(text)}” is not a number. Write what was printed, such as 0.957."
        )
    return number.scaleb(-2) if tidy.endswith("%") else number
