"""Known mistakes as programs, with their results for the cases.

A learner's results are compared with the results of wrong programs, so no program needs to be read.
The results come from mistaken calculations: misconceptions, and mistakes that only programs make.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate
from math import fsum, log2

from ndcg_core.code_lab.cases import ProgramCase, list_diagnostic_cases
from ndcg_core.content import load_toml
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.discounts import make_divisor_change
from ndcg_core.misconceptions.misconception import Change, format_clause, make_field_change
from ndcg_core.sheets.calculation import Calculation, make_calculation
from ndcg_core.sheets.sheet import Sheet

PROGRAM_SENTENCES = load_toml(__file__, "sentences.toml")
"""The sentences about programs: mistakes, edge cases, runs and Python's errors."""

Outcome = float | str
"""A returned number, or the name of an error or of a type."""


def _make_partial_sum_change(counted_rows: slice) -> Change:
    """Return the change that sums only the terms of the rows in a slice."""
    return make_field_change(sum_rule=lambda rows: fsum(row.term for row in rows[counted_rows]))


def _make_divisor_rounding_change(decimals: int) -> Change:
    """Return the change that rounds every divisor to `decimals` decimals."""
    return lambda right, sheet: [right.with_shortened_divisors(partial(round, ndigits=decimals))]


def _make_change(modify: Callable[[Calculation], Calculation]) -> Change:
    """Return a `Change` that applies a function to the right calculation."""
    return lambda right, sheet: [modify(right)]


def _score_first_hit(right: Calculation) -> Calculation:
    """Return a calculation whose NDCG is 1 / divisor of the first relevant rank.

    It is 0 if no grade down to rank k is relevant.
    """
    ranks = (i for i, grade in enumerate(right.cut_order("actual"), 1) if grade > 0)
    value = next((1 / right.discount(i) for i in ranks), 0.0)
    return replace(right, ratio=lambda dcg, idcg: value)


SHARED_PROGRAMS: Sequence[tuple[str, Change]] = [
    ("first-left-out", _make_partial_sum_change(slice(1, None))),
    ("returns-in-the-loop", _make_partial_sum_change(slice(1))),
    ("forgets-the-sum", _make_partial_sum_change(slice(-1, None))),
    *(("rounded", make_field_change(finish=partial(round, ndigits=to))) for to in range(9)),
    *(("rounded-discounts", _make_divisor_rounding_change(to)) for to in range(1, 7)),
]
WRONG_PROGRAMS: Mapping[str, Sequence[tuple[str, Change]]] = {
    "dcg": [
        ("divides-by-log-1", make_divisor_change(log2)),
        ("takes-log-of-0", make_divisor_change(lambda i: log2(i - 1))),
        ("last-left-out", _make_partial_sum_change(slice(-1))),
        ("floor-division", make_field_change(term_rule=lambda row: row.gain // row.divisor)),
        *SHARED_PROGRAMS,
    ],
    "ndcg_at_k": [
        ("k-ignored", _make_change(lambda right: right.with_cutoff(len(right.ranking)))),
        (
            "counted-from-the-bottom",
            _make_change(lambda right: replace(right, ranking=right.ranking[::-1])),
        ),
        ("k-minus-1", _make_change(lambda right: replace(right, k=right.k - 1))),
        ("k-minus-1", _make_change(lambda right: replace(right, ideal_k=right.k - 1))),
        (
            "ideal-without-repeats",
            _make_change(
                lambda right: replace(right, ideal=(*sorted({*right.ideal}, reverse=True),))
            ),
        ),
        ("first-hit", _make_change(_score_first_hit)),
        *SHARED_PROGRAMS,
    ],
}
"""The mistakes that only programs make, by function: their ids and changes."""


def iterate_changes(function: str) -> Iterator[tuple[str, Change]]:
    """Yield the id and change of every mistake that a program for `function` can make."""
    yield from WRONG_PROGRAMS[function]
    known = MISCONCEPTIONS.values()
    yield from ((mistake.id, mistake.change) for mistake in known if mistake.scope == "throughout")


def describe_program(function: str, id: str, action: str = "", *, is_usual: bool = True) -> str:
    """Return sentences about a program that makes a mistake.

    id: the id of the mistake.
    action: the author's action in a variant of the mistake, or "" for the usual action.
    is_usual: True for the gain and discount of the lab, which some sentences name.
    """
    sentences: Mapping[str, str] = (
        PROGRAM_SENTENCES["slips"]["dcg"] | PROGRAM_SENTENCES["slips"][function]
    )
    if id in sentences and (is_usual or id not in MISCONCEPTIONS):
        return sentences[id]
    mistake = MISCONCEPTIONS[id]
    return f"{format_clause('Your function', action or mistake.action)}. {mistake.hint}"


@dataclass(frozen=True)
class WrongProgram:
    """A wrong program: its mistake's id, a message, and the outcomes for diagnostic cases."""

    id: str
    message: str
    outcomes: tuple[Outcome, ...]


@cache
def list_wrong_programs(function: str) -> tuple[WrongProgram, ...]:
    """Return the wrong programs for a function, one for each combination of outcomes.

    Programs whose outcomes are all right are left out.

    >>> list_wrong_programs("dcg")[1].id, list_wrong_programs("dcg")[1].outcomes[:2]
    ('takes-log-of-0', ('ValueError', 'ValueError'))
    """
    cases = list_diagnostic_cases(function)
    right = _round_outcomes(case.expected for case in cases)
    found: dict[tuple[Outcome, ...], WrongProgram] = {}
    for id, outcomes in _iterate_outcomes(function):
        if _round_outcomes(outcomes) != right:
            found.setdefault(
                _round_outcomes(outcomes),
                WrongProgram(id, describe_program(function, id), outcomes),
            )
    return tuple(found.values())


def _round_outcomes(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Round the numbers among outcomes to nine decimals, because checks have a tolerance."""
    return tuple(value if isinstance(value, str) else round(value, 9) for value in outcomes)


def _iterate_outcomes(function: str) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    """Yield the id of each mistake with its outcomes, for each variant of the mistake.

    Variants with NaN are left out. For dcg, a program that never resets its sum is included.
    """
    for id, change in iterate_changes(function):
        variants = zip(
            *(_run_case(change, case) for case in list_diagnostic_cases(function)), strict=False
        )
        for outcomes in variants:
            if not any(outcome != outcome for outcome in outcomes):  # NaN
                yield id, outcomes
    if function == "dcg":
        yield (
            "keeps-adding",
            (*accumulate(case.expected for case in list_diagnostic_cases(function)),),
        )


def _run_case(change: Change, case: ProgramCase) -> Iterator[Outcome]:
    """Yield the outcome of a case for each variant of a mistake."""
    grades, *k = case.arguments
    assert isinstance(grades, list)
    sheet = Sheet(tuple(grades), k=int(k[0]) if k and isinstance(k[0], int) else None)
    for calc in change(make_calculation(sheet), sheet):
        try:
            yield calc.find_value("dcg" if case.function == "dcg" else "ndcg")
        except (ArithmeticError, ValueError) as error:
            yield type(error).__name__
