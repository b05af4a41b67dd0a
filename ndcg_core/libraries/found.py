"""Who prints a number that somebody got."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from ndcg_core.libraries.ranking import Ranking


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
    """The number in a text, its digits kept; a comma may stand for the point."""
    tidy = text.strip().replace("−", "-")
    try:
        number = Decimal(tidy.replace(",", ".") if tidy.count(",") == 1 else tidy)
    except InvalidOperation:
        number = Decimal("Infinity")
    if number.is_infinite() or len(tidy) > 40:
        raise ValueError(f"“{text[:40]}” is not a number. Write what was printed, such as 0.957.")
    return number
