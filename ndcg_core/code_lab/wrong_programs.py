"""Known mistakes written as programs, and their results for the cases.

A learner's outcomes are compared with these, so no program needs to be read. The numbers come from
mistaken calculations: those of the misconceptions, and those of mistakes that only programs make.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate
from math import fsum, log2

from ndcg_core.code_lab.cases import ProgramCase, list_telling_cases
from ndcg_core.content import load_toml
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.discounts import divide_by
from ndcg_core.misconceptions.misconception import Change, replace_fields, write_clause
from ndcg_core.sheets.calculation import Calculation, make_calculation
from ndcg_core.sheets.sheet import Sheet

PROGRAM_SENTENCES = load_toml(__file__, "sentences.toml")
"""The sentences about programs: mistakes, edge cases, runs and Python's errors."""

Outcome = float | str
"""A returned number, or the name of an error or of a type."""


def _count_ranks(counted: slice) -> Change:
    """Change the sums to use only some of the ranks."""
    return replace_fields(sum_rule=lambda rows: fsum(row.term for row in rows[counted]))


def _round_divisors(to: int) -> Change:
    """Change the divisors to rounded ones with `to` decimals."""
    return lambda right, sheet: [right.with_divisors(partial(round, ndigits=to))]


def _as_change(change: Callable[[Calculation], Calculation]) -> Change:
    return lambda right, sheet: [change(right)]


def _score_first_hit(right: Calculation) -> Calculation:
    ranks = (i for i, grade in enumerate(right.cut_order("actual"), 1) if grade > 0)
    value = next((1 / right.discount(i) for i in ranks), 0.0)
    return replace(right, ratio=lambda dcg, idcg: value)


SHARED_PROGRAMS: Sequence[tuple[str, Change]] = [
    ("first-left-out", _count_ranks(slice(1, None))),
    ("returns-in-the-loop", _count_ranks(slice(1))),
    ("forgets-the-sum", _count_ranks(slice(-1, None))),
    *(("rounded", replace_fields(finish=partial(round, ndigits=to))) for to in range(9)),
    *(("rounded-discounts", _round_divisors(to)) for to in range(1, 7)),
]
WRONG_PROGRAMS: Mapping[str, Sequence[tuple[str, Change]]] = {
    "dcg": [
        ("divides-by-log-1", divide_by(log2)),
        ("takes-log-of-0", divide_by(lambda i: log2(i - 1))),
        ("last-left-out", _count_ranks(slice(-1))),
        ("floor-division", replace_fields(term_rule=lambda row: row.gain // row.divisor)),
        *SHARED_PROGRAMS,
    ],
    "ndcg_at_k": [
        ("k-ignored", _as_change(lambda right: right.with_cutoff(len(right.ranking)))),
        (
            "counted-from-the-bottom",
            _as_change(lambda right: replace(right, ranking=right.ranking[::-1])),
        ),
        ("k-minus-1", _as_change(lambda right: replace(right, k=right.k - 1))),
        ("k-minus-1", _as_change(lambda right: replace(right, ideal_k=right.k - 1))),
        (
            "ideal-without-repeats",
            _as_change(
                lambda right: replace(right, ideal=(*sorted({*right.ideal}, reverse=True),))
            ),
        ),
        ("first-hit", _as_change(_score_first_hit)),
        *SHARED_PROGRAMS,
    ],
}
"""The changes of the calculation by mistakes that only programs make."""


def list_changes(function: str) -> Iterator[tuple[str, Change]]:
    """Yield every mistake made in all steps, by id: those of programs, then the misconceptions."""
    yield from WRONG_PROGRAMS[function]
    known = MISCONCEPTIONS.values()
    yield from ((one.id, one.change) for one in known if one.scope == "throughout")


def describe_program(function: str, id: str, action: str = "", *, usual: bool = True) -> str:
    """Describe a program that makes a mistake.

    action: the variant of the mistake. usual: True for the lab's gain and discount, which its
    sentences name.
    """
    said: Mapping[str, str] = (
        PROGRAM_SENTENCES["slips"]["dcg"] | PROGRAM_SENTENCES["slips"][function]
    )
    if id in said and (usual or id not in MISCONCEPTIONS):
        return said[id]
    known = MISCONCEPTIONS[id]
    return f"{write_clause('Your function', action or known.action)}. {known.hint}"


@dataclass(frozen=True)
class Slip:
    """A wrong program's message id, and its outcome for each case that distinguishes mistakes."""

    id: str
    message: str
    outcomes: tuple[Outcome, ...]


@cache
def list_slips(function: str) -> tuple[Slip, ...]:
    """Return the slips of a function, one for each distinct set of outcomes.

    >>> list_slips("dcg")[1].id, list_slips("dcg")[1].outcomes[:2]
    ('takes-log-of-0', ('ValueError', 'ValueError'))
    """
    cases = list_telling_cases(function)
    right = _round_outcomes(case.expected for case in cases)
    found: dict[tuple[Outcome, ...], Slip] = {}
    for id, outcomes in _list_outcomes(function):
        if _round_outcomes(outcomes) != right:
            found.setdefault(
                _round_outcomes(outcomes), Slip(id, describe_program(function, id), outcomes)
            )
    return tuple(found.values())


def _round_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes rounded as the check compares them."""
    return tuple(value if isinstance(value, str) else round(value, 9) for value in outcomes)


def _list_outcomes(function: str) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    """Yield the outcomes of each mistake, in each of its variants."""
    for id, change in list_changes(function):
        ways = zip(
            *(_run_case(change, case) for case in list_telling_cases(function)), strict=False
        )
        yield from ((id, way) for way in ways if not any(one != one for one in way))  # NaN
    if function == "dcg":
        yield "keeps-adding", (*accumulate(case.expected for case in list_telling_cases(function)),)


def _run_case(change: Change, case: ProgramCase) -> Iterator[Outcome]:
    """Yield the results or errors of a function that makes a mistake."""
    grades, *k = case.arguments
    assert isinstance(grades, list)
    sheet = Sheet(tuple(grades), k=int(k[0]) if k and isinstance(k[0], int) else None)
    for calc in change(make_calculation(sheet), sheet):
        try:
            yield calc.find_value("dcg" if case.function == "dcg" else "ndcg")
        except (ArithmeticError, ValueError) as error:
            yield type(error).__name__
