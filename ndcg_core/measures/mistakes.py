"""Mistakes in measures: their definition, the common mistakes, and their sentences.

make_choice_mistake(of="found")       the right calculation with another choice
make_ranking_mistake(lambda r: ...)   the right calculation for a changed ranking
make_value_mistake(lambda r: ...)     another calculation
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, isfinite, nan, nextafter
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.measures.measure import Measure, Ranked, WrongMeasure
from ndcg_core.metric import arguments
from ndcg_core.misconceptions.misconception import format_clause
from ndcg_core.numerals.numerals import WrittenNumber


def make_choice_mistake(**choices: Any) -> WrongMeasure:
    """Return a mistake: a function that calculates the measure with other choices."""
    return lambda measure, ranking: measure.with_choices(**choices).trace_ranked(ranking).value


def make_ranking_mistake(change: Callable[[Ranked], Ranked]) -> WrongMeasure:
    """Return a mistake: a function that calculates the measure for a changed ranking."""
    return lambda measure, ranking: measure.trace_ranked(change(ranking)).value


def make_value_mistake(calculation: Callable[..., float]) -> WrongMeasure:
    """Return a mistake: a function whose value is `calculation(ranking, **choices)`."""
    return lambda measure, ranking: float(calculation(ranking, **measure.own_settings))


def make_divided_by_k_mistake(calculate_sum: Callable[..., float]) -> WrongMeasure:
    """Return a mistake: a function that divides `calculate_sum(ranking, **choices)` by k.

    The function returns NaN if k is at most R, because the capped measure has this value then.
    """

    def divide_by_k(ranking: Ranked, **choices: Any) -> float:
        if ranking.k <= ranking.relevant_count:
            return nan
        return calculate_sum(ranking, **choices) / ranking.k

    return make_value_mistake(divide_by_k)


def make_cutoff_mistake(offset: int) -> WrongMeasure:
    """Return a mistake: a function that calculates the measure at the cutoff k + offset.

    The function returns NaN for a ranking without a cutoff, or if k + offset is 0.
    """

    def run_moved_cutoff(measure: Measure, ranking: Ranked) -> float:
        cut = ranking.cut and ranking.cut + offset
        return measure.trace_ranked(replace(ranking, cut=cut)).value if cut else float("nan")

    return run_moved_cutoff


CUTOFF_MISTAKES: Mapping[str, WrongMeasure] = {
    "not-cut": make_ranking_mistake(lambda r: replace(r, cut=None)),
    "k-minus-1": make_cutoff_mistake(-1),
    "k-plus-1": make_cutoff_mistake(1),
}
THRESHOLD_MISTAKES: Mapping[str, WrongMeasure] = {
    "above-threshold": make_ranking_mistake(
        lambda r: replace(r, rel=nextafter(r.rel, float("inf")))
    ),
    "threshold-one-higher": make_ranking_mistake(lambda r: replace(r, rel=r.rel + 1)),
    "threshold-one-lower": make_ranking_mistake(
        lambda r: replace(r, rel=r.rel - 1) if r.rel > 1 else r
    ),
}
"""Mistakes about the threshold of relevance."""
POOL_MISTAKES: Mapping[str, WrongMeasure] = {
    "retrieved-only": make_ranking_mistake(
        lambda r: replace(r, pool=tuple(g for g in r.grades if g is not None))
    )
}
"""Mistakes about documents that were judged but not retrieved."""
ORDER_MISTAKES: Mapping[str, WrongMeasure] = {
    "sorted-first": make_ranking_mistake(
        lambda r: replace(r, grades=(*sorted(r.grades, key=lambda g: -(g or 0)),))
    )
}


@dataclass(frozen=True)
class NamedMistake:
    """A known mistake that gives a wrong number, in words.

    Attributes
    ----------
    id : str
        The id of the mistake.
    action : str
        A clause about the author, such as "you divided by k".
    hint : str
        A sentence about the step to check, without the answer.
    """

    id: str
    action: str
    hint: str


@arguments.explain_bad_calls
def describe_mistakes(
    mistakes: Sequence[NamedMistake], who: str = "You", is_sure: bool | None = None
) -> str:
    """Describe the author's mistake, or the two likeliest mistakes, with a hint for each.

    who: the author, as the subject of the sentence. is_sure: False to write "may have". By default,
    a single mistake is sure.

    Raises ValueError if there are no mistakes.

    >>> mistake = NamedMistake("x", "you divided by k", "Look at k.")
    >>> describe_mistakes([mistake], "Somebody", is_sure=False)
    'Somebody may have divided by k. Look at k.'
    """
    if not mistakes:
        raise ValueError("There is no mistake to describe. Pass at least one mistake.")
    likeliest = mistakes[:2]
    if is_sure is None:
        is_sure = len(mistakes) == 1
    actions = [mistake.action for mistake in likeliest]
    hints = dict.fromkeys(mistake.hint for mistake in likeliest)
    return f"{format_clause(who, *actions, is_sure=is_sure)}. {' '.join(hints)}"


MISTAKE_WORDS: Mapping[str, Mapping[str, str]] = load_toml(__file__, "mistakes.toml")


@arguments.explain_bad_calls
def wrong_numbers(measure: Measure, ranking: Ranked) -> dict[str, float]:
    """Return the wrong value of each known mistake.

    Mistakes with the right value or without a number are left out.

    Parameters
    ----------
    measure : Measure
        The measure.
    ranking : Ranked
        The ranking.

    Returns
    -------
    dict of str to float
        The wrong value by the id of the mistake.

    Examples
    --------
    >>> from ndcg_core.measures import AP, rank_grades
    >>> wrong = wrong_numbers(AP, rank_grades([1, 0, 1]))
    >>> wrong["ap-precision-at-every-rank"]  # (1 + 1/2 + 2/3) / 3
    0.7222222222222222
    """
    ranking = ranking if measure.has_cutoff else replace(ranking, cut=None)
    right = measure.trace_ranked(ranking).value
    found: dict[str, float] = {}
    for id, run in measure.mistakes.items():
        try:
            value = run(measure, ranking)
        except ArithmeticError:
            continue
        if isfinite(value) and not isclose(value, right, rel_tol=1e-9, abs_tol=1e-12):
            found[id] = value
    return found


@arguments.explain_bad_calls
def explain_number(measure: Measure, ranking: Ranked, written: WrittenNumber) -> list[NamedMistake]:
    """Return the known mistakes whose value rounds to the given number, the likeliest first.

    Parameters
    ----------
    measure : Measure
        The measure.
    ranking : Ranked
        The ranking.
    written : WrittenNumber
        The number, from `ndcg_core.numerals`.

    Returns
    -------
    list of NamedMistake
        The mistakes.

    Examples
    --------
    >>> from ndcg_core.measures import AP, rank_grades
    >>> from ndcg_core.numerals.numerals import read_printed_number
    >>> ranking = rank_grades([1, 0, 1, 0])
    >>> [mistake.action for mistake in explain_number(AP, ranking, read_printed_number("0.4167"))]
    ['you divided the sum of the precisions by the number of ranks']
    """
    near = [
        id for id, value in wrong_numbers(measure, ranking).items() if written.is_rounding_of(value)
    ]
    return [NamedMistake(id, **MISTAKE_WORDS[id]) for id in near]
