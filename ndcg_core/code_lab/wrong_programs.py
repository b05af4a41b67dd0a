"""Known mistakes written as programs, and their results for the cases.

A learner's outcomes are compared with these, so no program needs to be read. The numbers come from
mistaken calculations: those of the misconceptions, and those of mistakes that only programs make.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate
from math import fsum, log2

from ndcg_core.code_lab.cases import ProgramCase, telling
from ndcg_core.content import load_toml
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.discounts import divide_by
from ndcg_core.misconceptions.misconception import Change, change_to, clause
from ndcg_core.sheets.calculation import Calculation, right_calculation
from ndcg_core.sheets.sheet import Sheet

SAID = load_toml(__file__, "sentences.toml")
"""The sentences about programs: mistakes, edge cases, runs and Python's errors."""

Outcome = float | str
"""A returned number, or the name of an error or of a type."""


def _ranks(counted: slice) -> Change:
    """Change the sums to use only some of the ranks."""
    return change_to(sum_rule=lambda rows: fsum(row.term for row in rows[counted]))


def _divisors(to: int) -> Change:
    """Change the divisors to rounded ones with `to` decimals."""
    return lambda right, sheet: [right.with_divisors(partial(round, ndigits=to))]


def _change(change: Callable[[Calculation], Calculation]) -> Change:
    return lambda right, sheet: [change(right)]


def _first_hit(right: Calculation) -> Calculation:
    ranks = (i for i, grade in enumerate(right.order("actual"), 1) if grade > 0)
    value = next((1 / right.discount(i) for i in ranks), 0.0)
    return replace(right, ratio=lambda dcg, idcg: value)


IN_BOTH: Sequence[tuple[str, Change]] = [
    ("first-left-out", _ranks(slice(1, None))),
    ("returns-in-the-loop", _ranks(slice(1))),
    ("forgets-the-sum", _ranks(slice(-1, None))),
    *(("rounded", change_to(finish=partial(round, ndigits=to))) for to in range(9)),
    *(("rounded-discounts", _divisors(to)) for to in range(1, 7)),
]
PROGRAMS: Mapping[str, Sequence[tuple[str, Change]]] = {
    "dcg": [
        ("divides-by-log-1", divide_by(log2)),
        ("takes-log-of-0", divide_by(lambda i: log2(i - 1))),
        ("last-left-out", _ranks(slice(-1))),
        ("floor-division", change_to(term_rule=lambda row: row.gain // row.divisor)),
        *IN_BOTH,
    ],
    "ndcg_at_k": [
        ("k-ignored", _change(lambda right: right.with_cutoff(len(right.ranking)))),
        (
            "counted-from-the-bottom",
            _change(lambda right: replace(right, ranking=right.ranking[::-1])),
        ),
        ("k-minus-1", _change(lambda right: replace(right, k=right.k - 1))),
        ("k-minus-1", _change(lambda right: replace(right, ideal_k=right.k - 1))),
        (
            "ideal-without-repeats",
            _change(lambda right: replace(right, ideal=(*sorted({*right.ideal}, reverse=True),))),
        ),
        ("first-hit", _change(_first_hit)),
        *IN_BOTH,
    ],
}
"""The changes of the calculation by mistakes that only programs make."""


def changes(function: str) -> Iterator[tuple[str, Change]]:
    """Yield every mistake made in all steps, by id: those of programs, then the misconceptions."""
    yield from PROGRAMS[function]
    known = MISCONCEPTIONS.values()
    yield from ((one.id, one.change) for one in known if one.scope == "throughout")


def sentence(function: str, id: str, action: str = "", *, usual: bool = True) -> str:
    """Describe a program that makes a mistake.

    action: the variant of the mistake. usual: True for the lab's gain and discount, which its
    sentences name.
    """
    said: Mapping[str, str] = SAID["slips"]["dcg"] | SAID["slips"][function]
    if id in said and (usual or id not in MISCONCEPTIONS):
        return said[id]
    known = MISCONCEPTIONS[id]
    return f"{clause('Your function', action or known.action)}. {known.hint}"


@dataclass(frozen=True)
class Slip:
    """A wrong program's message id, and its outcome for each case that distinguishes mistakes."""

    id: str
    message: str
    outcomes: tuple[Outcome, ...]


@cache
def slips(function: str) -> tuple[Slip, ...]:
    """Return the slips of a function, one for each distinct set of outcomes.

    >>> slips("dcg")[1].id, slips("dcg")[1].outcomes[:2]
    ('takes-log-of-0', ('ValueError', 'ValueError'))
    """
    cases = telling(function)
    right = _round_outcomes(case.expected for case in cases)
    found: dict[tuple[Outcome, ...], Slip] = {}
    for id, outcomes in _every(function):
        if _round_outcomes(outcomes) != right:
            found.setdefault(_round_outcomes(outcomes), Slip(id, sentence(function, id), outcomes))
    return tuple(found.values())


def _round_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes rounded as the check compares them."""
    return tuple(value if isinstance(value, str) else round(value, 9) for value in outcomes)


def _every(function: str) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    """Yield the outcomes of each mistake, in each of its variants."""
    for id, change in changes(function):
        ways = zip(*(_outcomes(change, case) for case in telling(function)), strict=False)
        yield from ((id, way) for way in ways if not any(one != one for one in way))  # NaN
    if function == "dcg":
        yield "keeps-adding", (*accumulate(case.expected for case in telling(function)),)


def _outcomes(change: Change, case: ProgramCase) -> Iterator[Outcome]:
    """Yield the results or errors of a function that makes a mistake."""
    grades, *k = case.arguments
    assert isinstance(grades, list)
    sheet = Sheet(tuple(grades), k=int(k[0]) if k and isinstance(k[0], int) else None)
    for calc in change(right_calculation(sheet), sheet):
        try:
            yield calc.value("dcg" if case.function == "dcg" else "ndcg")
        except (ArithmeticError, ValueError) as error:
            yield type(error).__name__
