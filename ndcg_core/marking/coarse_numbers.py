"""Numbers with one decimal, which a test without feedback refuses, whether right or wrong.

A live class and the ten items of the course use these rules.
"""

from ndcg_core.marking.verdicts import SHARE_CELLS, has_one_decimal
from ndcg_core.numerals.numerals import WrittenNumber


def refuse_one_decimal(text: str, number: WrittenNumber) -> None:
    """Raise ValueError for a number with one decimal, which may be too coarse to mark.

    The right number plays no part, so that the refusal reveals nothing.

    text: the number as the learner wrote it

    >>> refuse_one_decimal("0.3", WrittenNumber(0.3, 0.1, digits=1))
    Traceback (most recent call last):
    ValueError: Write at least two decimals. “0.3” has only one. If it is exact, add a zero.
    """
    if has_one_decimal(number):
        raise ValueError(
            f"Write at least two decimals. “{text}” has only one. If it is exact, add a zero."
        )


def refuse_coarse_cell(cell: str, text: str, number: WrittenNumber) -> None:
    """Raise ValueError for a share, or a number below 1, with one decimal.

    Other numbers with one decimal have enough digits to be marked.

    cell: the cell of the sheet that contains the number
    """
    if cell in SHARE_CELLS or number.digits <= 1:
        refuse_one_decimal(text, number)
