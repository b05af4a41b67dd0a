"""What programs return that have a mistake only a program can have.

Each is worked out from a case's own right calculation; nothing here is a learner's code.
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from ndcg_core.code_lab.cases import Case, telling
from ndcg_core.metric import dcg, trace
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.right_calculation import right_calculation
from ndcg_core.sheets.sheet import Sheet

Outcome = float | str
"""A number that is returned, or the name of the error that is raised."""


def sheet_of(case: Case) -> Sheet:
    """The sheet that a case's arguments make."""
    grades, *k = case.arguments
    assert isinstance(grades, list)
    return Sheet(tuple(grades), k=int(k[0]) if k and isinstance(k[0], int) else None)


def outcome_of(calc: Calculation, case: Case) -> Outcome:
    """What a function returns, or raises, that calculates so."""
    try:
        return calc.total("actual") if case.function == "dcg" else calc.ndcg
    except ZeroDivisionError:
        return "ZeroDivisionError"


Program = Callable[[Case], Outcome]


def _raises(name: str) -> Program:
    return lambda case: name


def _counting(counts: Callable[[int, int], bool]) -> Program:
    """The sum of the terms whose rank counts; counts(rank, n)."""

    def program(case: Case) -> Outcome:
        right = right_calculation(sheet_of(case))
        n = len(right.ranking)
        return right.with_discount(lambda i: right.discount(i) if counts(i, n) else inf).total(
            "actual"
        )

    return program


def _floored(case: Case) -> Outcome:
    return sum(term.value // 1 for term in trace(sheet_of(case).grades).actual)


def _ndcg(change: Callable[[Calculation], Calculation]) -> Program:
    return lambda case: change(right_calculation(sheet_of(case))).ndcg


_UNCUT = _ndcg(lambda right: right.with_cutoff(len(right.ranking)))
_TURNED = _ndcg(lambda right: replace(right, ranking=right.ranking[::-1]))
_SHORT_ABOVE = _ndcg(lambda right: replace(right, k=right.k - 1))
_SHORT_BELOW = _ndcg(lambda right: replace(right, ideal_k=right.k - 1))


def _rounded(digits: int) -> Program:
    return lambda case: round(case.expected, digits)


def _rounded_discounts(digits: int) -> Program:
    def program(case: Case) -> Outcome:
        right = right_calculation(sheet_of(case))
        calc = right.with_discount(lambda i: round(right.discount(i), digits))
        return outcome_of(calc, case)

    return program


def _without_repeats(case: Case) -> Outcome:
    grades, k = case.arguments
    assert isinstance(grades, list)
    assert isinstance(k, int)
    return dcg(grades[:k]) / dcg(sorted(set(grades), reverse=True)[:k])


def _keeps_adding(case: Case) -> Outcome:
    calls = telling(case.function)
    return sum(earlier.expected for earlier in calls[: calls.index(case) + 1])


_ROUNDED = [
    *(("rounded", _rounded(digits)) for digits in range(9)),
    *(("rounded-discounts", _rounded_discounts(digits)) for digits in range(1, 7)),
]
PROGRAMS: dict[str, list[tuple[str, Program]]] = {
    "dcg": [
        ("divides-by-log-1", _raises("ZeroDivisionError")),
        ("takes-log-of-0", _raises("ValueError")),
        ("first-left-out", _counting(lambda rank, n: rank > 1)),
        ("last-left-out", _counting(lambda rank, n: rank < n)),
        ("returns-in-the-loop", _counting(lambda rank, n: rank == 1)),
        ("forgets-the-sum", _counting(lambda rank, n: rank == n)),
        ("floor-division", _floored),
        ("keeps-adding", _keeps_adding),
        *_ROUNDED,
    ],
    "ndcg_at_k": [
        ("k-ignored", _UNCUT),
        ("counted-from-the-bottom", _TURNED),
        ("k-minus-1", _SHORT_ABOVE),
        ("k-minus-1", _SHORT_BELOW),
        ("ideal-without-repeats", _without_repeats),
        *_ROUNDED,
    ],
}
