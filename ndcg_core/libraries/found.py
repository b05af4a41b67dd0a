"""Who prints a number that somebody got."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from ndcg_core.libraries.every import LIBRARIES
from ndcg_core.libraries.outcomes import check, outcome
from ndcg_core.libraries.ranking import Ranking
from ndcg_core.libraries.record import FLOAT32
from ndcg_core.metric.quoting import clipped

LONGEST = 40
"""More characters are no number that a library prints."""
LARGEST = 400
"""More powers of ten are none either."""


def prints(value: float, text: str, within: float = 1e-12) -> bool:
    """Whether a value, rounded to the digits of a text, is that text; "nan" is no value.

    within: how exact the value is. What it leaves open may differ, though the text has the digits.

    >>> prints(0.97236, "0.972"), prints(0.97236, "0.9724"), prints(0.97236, ".97")
    (True, True, True)
    >>> prints(0.9723642841729143, "0.9723642468452454", within=1e-6)  # added up in float32
    True
    """
    given = read_number(text)
    if given.is_nan() or value != value:
        return given.is_nan() and value != value
    exponent = given.as_tuple().exponent
    unit = Decimal(1).scaleb(min(int(exponent), 0))
    return abs(given - Decimal(repr(value))) <= max(unit / 2 + Decimal("1e-12"), Decimal(within))


def who_prints(ranking: Ranking, text: str, ids: Iterable[str]) -> list[str]:
    """The libraries whose number is this one, to the digits given or to those they compute in.

    >>> who_prints(Ranking((3, 2, 3, 0, 1)), "0.957", ["scikit-learn", "lightgbm"])
    ['lightgbm']
    """
    read_number(text)
    check(ranking)
    return [name for name in ids if _prints(ranking, name, text)]


def _prints(ranking: Ranking, name: str, text: str) -> bool:
    value = outcome(ranking, name).value
    if value is None or not prints(value, text, FLOAT32):  # most are too far off for any library
        return False
    return prints(value, text, LIBRARIES[name].computes_within(ranking))


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
