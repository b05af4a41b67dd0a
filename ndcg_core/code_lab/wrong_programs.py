"""Slips: what each known mistake, written as a program, returns for the cases.

A learner's outcomes are compared with these, so nobody's program need be read. The numbers come
from the misconceptions' own mistaken calculations; those of a few mistakes that only a program can
make are worked out from a case's own right calculation.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf, isnan

from ndcg_core.code_lab.cases import Case, telling
from ndcg_core.content import beside
from ndcg_core.metric import dcg, trace
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.calculation import Calculation, right_calculation
from ndcg_core.sheets.sheet import Sheet

SAID = beside(__file__, "sentences.toml")
"""What is said of a program: of its slips, of an edge, of a run, of Python's errors."""

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


def _counting(counts: Callable[[int, int], bool]) -> Program:
    """The sum of the terms whose rank counts; counts(rank, n)."""

    def program(case: Case) -> Outcome:
        right = right_calculation(sheet_of(case))
        n = len(right.ranking)
        return right.with_discount(lambda i: right.discount(i) if counts(i, n) else inf).total(
            "actual"
        )

    return program


def _ndcg(change: Callable[[Calculation], Calculation]) -> Program:
    return lambda case: change(right_calculation(sheet_of(case))).ndcg


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
        ("divides-by-log-1", lambda case: "ZeroDivisionError"),
        ("takes-log-of-0", lambda case: "ValueError"),
        ("first-left-out", _counting(lambda rank, n: rank > 1)),
        ("last-left-out", _counting(lambda rank, n: rank < n)),
        ("returns-in-the-loop", _counting(lambda rank, n: rank == 1)),
        ("forgets-the-sum", _counting(lambda rank, n: rank == n)),
        (
            "floor-division",
            lambda case: sum(t.value // 1 for t in trace(sheet_of(case).grades).actual),
        ),
        ("keeps-adding", _keeps_adding),
        *_ROUNDED,
    ],
    "ndcg_at_k": [
        ("k-ignored", _ndcg(lambda right: right.with_cutoff(len(right.ranking)))),
        ("counted-from-the-bottom", _ndcg(lambda calc: replace(calc, ranking=calc.ranking[::-1]))),
        ("k-minus-1", _ndcg(lambda right: replace(right, k=right.k - 1))),
        ("k-minus-1", _ndcg(lambda right: replace(right, ideal_k=right.k - 1))),
        ("ideal-without-repeats", _without_repeats),
        *_ROUNDED,
    ],
}


NOT_IN_A_PROGRAM: dict[str, str] = SAID["not_in_a_program"]
"""Misconceptions that no outcome of these two functions can show, and why."""


@dataclass(frozen=True)
class Slip:
    """One way to be wrong: a message's id, and the outcome of each telling case."""

    id: str
    message: str
    outcomes: tuple[Outcome, ...]


@cache
def slips(function: str) -> tuple[Slip, ...]:
    """Every slip of a function, each set of outcomes once, the likeliest first.

    >>> slips("dcg")[0].id, slips("dcg")[0].outcomes[:2]
    ('no-discount', (5.0, 9.0))
    """
    seen = {_print(case.expected for case in telling(function))}
    found = []
    for slip in (*_from_programs(function), *_from_registry(function)):
        if _print(slip.outcomes) not in seen:
            seen.add(_print(slip.outcomes))
            found.append(slip)
    order = [*MISCONCEPTIONS]
    return tuple(sorted(found, key=lambda s: order.index(s.id) if s.id in order else len(order)))


def _print(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """The outcomes as far as the check can tell them apart."""
    return tuple(value if isinstance(value, str) else round(value, 9) for value in outcomes)


# --- Mistakes of the registry ----------------------------------------------------------------


def _from_registry(function: str) -> Iterator[Slip]:
    said = _said(function)
    for mistake in MISCONCEPTIONS.values():
        if mistake.id in said and mistake.id not in NOT_IN_A_PROGRAM:
            for outcomes in _variants(mistake.id, function):
                if not any(isinstance(value, float) and isnan(value) for value in outcomes):
                    yield Slip(mistake.id, said[mistake.id], outcomes)


def _variants(id: str, function: str) -> Iterator[tuple[Outcome, ...]]:
    """The outcomes of each mistaken calculation; a mistake may be made in several ways."""
    per_case = []
    for case in telling(function):
        sheet = sheet_of(case)
        calcs = MISCONCEPTIONS[id].change(right_calculation(sheet), sheet)
        per_case.append([outcome_of(calc, case) for calc in calcs])
    return zip(*per_case, strict=False)


def _from_programs(function: str) -> Iterator[Slip]:
    for id, program in PROGRAMS[function]:
        yield Slip(id, _said(function)[id], tuple(program(case) for case in telling(function)))


def _said(function: str) -> dict[str, str]:
    sentences: dict[str, dict[str, str]] = SAID["slips"]
    return sentences["both"] | sentences[function]
