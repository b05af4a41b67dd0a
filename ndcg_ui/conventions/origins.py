"""Where a number may come from: looked for on lists that a person can go through. No Streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ndcg_core.exercises.variants import LONGEST
from ndcg_core.marking.origins import Origin, explain_number
from ndcg_core.numerals.numerals import LONGEST as LONGEST_NUMBER


def origins(
    grades: Sequence[float],
    number: str,
    k: int | None = None,
    judged: Sequence[float] | None = None,
) -> tuple[Origin, ...]:
    """What gives a number for a ranking; ValueError with a sentence where it is not looked for.

    Every known mistake is tried under every rule, which takes seconds for a long list and finds
    little there: with many documents something gives almost any number.

    >>> [origin.id for origin in origins([3, 2, 3, 0, 1], "0.957")]
    ['exponential', 'exponential-gain']
    """
    longest = max(len(grades), len(judged or ()))
    if longest > LONGEST:
        raise ValueError(
            f"That is {longest} documents. Where a number comes from is looked for among at most "
            f"{LONGEST}: with more, something gives almost any number. Try the first {LONGEST}."
        )
    if len(number) > LONGEST_NUMBER:
        raise ValueError(f"A number needs no more than {LONGEST_NUMBER} characters.")
    pool = None if judged is None else tuple(judged)
    return _found(tuple(grades), number, k, pool)


@lru_cache(maxsize=128)  # the same question is asked again at every rerun of its page
def _found(
    grades: tuple[float, ...], number: str, k: int | None, judged: tuple[float, ...] | None
) -> tuple[Origin, ...]:
    return tuple(explain_number(grades, number, k, judged))
