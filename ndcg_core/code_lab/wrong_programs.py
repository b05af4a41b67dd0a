"""Slips: what each known mistake, written as a program, returns for the cases.

A learner's outcomes are compared with these, so nobody's program need be read. The numbers come
from the misconceptions' own mistaken calculations; those of a few mistakes that only a program can
make are worked out from a case's own right calculation.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf, isnan

from ndcg_core.code_lab.cases import ProgramCase, telling
from ndcg_core.content import beside
from ndcg_core.metric import dcg, trace
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.calculation import Calculation, right_calculation
from ndcg_core.sheets.sheet import Sheet

SAID = beside(__file__, "sentences.toml")
"""What is said of a program: of its slips, of an edge, of a run, of Python's errors."""

Outcome = float | str
"""A number that is returned, or the name of the error that is raised."""


def sheet_of(case: ProgramCase) -> Sheet:
    grades, *k = case.arguments
    assert isinstance(grades, list)
    return Sheet(tuple(grades), k=int(k[0]) if k and isinstance(k[0], int) else None)


def outcome_of(calc: Calculation, case: ProgramCase) -> Outcome:
    """What a function returns, or raises, that calculates so."""
    try:
        return calc.total("actual") if case.function == "dcg" else calc.ndcg
    except ZeroDivisionError:
        return "ZeroDivisionError"


Program = Callable[[ProgramCase], Outcome]


def _divided_by(divisor: Callable[[int, int, float], float]) -> Program:
    """Other divisors of the same terms; divisor(rank, n, the right one)."""

    def program(case: ProgramCase) -> Outcome:
        right = right_calculation(sheet_of(case))
        n = len(right.ranking)
        return outcome_of(right.with_discount(lambda i: divisor(i, n, right.discount(i))), case)

    return program


def _ndcg(change: Callable[[Calculation], Calculation]) -> Program:
    return lambda case: change(right_calculation(sheet_of(case))).ndcg


def _without_repeats(case: ProgramCase) -> Outcome:
    grades, k = case.arguments
    assert isinstance(grades, list)
    assert isinstance(k, int)
    return dcg(grades[:k]) / dcg(sorted(set(grades), reverse=True)[:k])


def _keeps_adding(case: ProgramCase) -> Outcome:
    calls = telling(case.function)
    return sum(earlier.expected for earlier in calls[: calls.index(case) + 1])


_ROUNDED = [
    *(("rounded", lambda case, to=to: round(case.expected, to)) for to in range(9)),
    *(
        ("rounded-discounts", _divided_by(lambda rank, n, d, to=to: round(d, to)))  # type: ignore[misc]
        for to in range(1, 7)
    ),
]
PROGRAMS: dict[str, list[tuple[str, Program]]] = {
    "dcg": [
        ("divides-by-log-1", lambda case: "ZeroDivisionError"),
        ("takes-log-of-0", lambda case: "ValueError"),
        ("first-left-out", _divided_by(lambda rank, n, d: d if rank > 1 else inf)),
        ("last-left-out", _divided_by(lambda rank, n, d: d if rank < n else inf)),
        ("returns-in-the-loop", _divided_by(lambda rank, n, d: d if rank == 1 else inf)),
        ("forgets-the-sum", _divided_by(lambda rank, n, d: d if rank == n else inf)),
        (
            "floor-division",
            lambda case: sum(t.value // 1 for t in trace(sheet_of(case).grades).actual),
        ),
        ("keeps-adding", _keeps_adding),
        *_ROUNDED,
    ],
    "ndcg_at_k": [
        ("k-ignored", _ndcg(lambda right: right.with_cutoff(len(right.ranking)))),
        (
            "counted-from-the-bottom",
            _ndcg(lambda calc: replace(calc, ranking=calc.ranking[::-1])),
        ),
        ("k-minus-1", _ndcg(lambda right: replace(right, k=right.k - 1))),
        ("k-minus-1", _ndcg(lambda right: replace(right, ideal_k=right.k - 1))),
        ("ideal-without-repeats", _without_repeats),
        *_ROUNDED,
    ],
}


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
    said: dict[str, str] = SAID["slips"]["dcg"] | SAID["slips"][function]
    found: dict[tuple[Outcome, ...], Slip] = {}
    cases = telling(function)
    right = _print(case.expected for case in cases)
    programs = ((id, tuple(map(program, cases))) for id, program in PROGRAMS[function])
    for id, outcomes in (*programs, *_from_registry(function)):
        if _print(outcomes) != right:
            message = said.get(id) or MISCONCEPTIONS[id].sentences("Your function")
            found.setdefault(_print(outcomes), Slip(id, message, outcomes))
    order = [*MISCONCEPTIONS, *(id for id, _ in PROGRAMS[function])]
    return tuple(sorted(found.values(), key=lambda slip: order.index(slip.id)))


def _print(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """The outcomes as far as the check can tell them apart."""
    return tuple(value if isinstance(value, str) else round(value, 9) for value in outcomes)


def _from_registry(function: str) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    """The outcomes of each mistaken calculation; a mistake may be made in several ways."""
    for mistake in MISCONCEPTIONS.values():
        if mistake.scope == "throughout":
            per_case = (
                [outcome_of(calc, case) for calc in mistake.change(right_calculation(sheet), sheet)]
                for case in telling(function)
                for sheet in [sheet_of(case)]
            )
            for outcomes in zip(*per_case, strict=False):
                if not any(isinstance(value, float) and isnan(value) for value in outcomes):
                    yield mistake.id, outcomes
