"""Wrong calls that people really made, each executable, with the numbers of each call."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import permutations, product
from types import MappingProxyType

from ndcg_core.content import load_toml
from ndcg_core.libraries.outcomes import rounds_to
from ndcg_core.libraries.ranking import Ranking
from ndcg_core.metric import CONVENTIONS, dcg, idcg, number, short
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.numerals.numerals import read_printed_number


@dataclass(frozen=True)
class WrongCall:
    """A call that gives a wrong number or an error, with a sentence about the correction.

    id            the name of the call
    call          the call, ready to run after a ranking is inserted (`record.fill_call`)
    did           the mistake, as a sentence
    instead       the correction, as a sentence
    thread, url   the discussion in which somebody made the call, and its address or ""
    conventions   the conventions that the wrong numbers come from
    raises        parts of the error messages, if the call prints no number
    most          the largest number that the call can print
    """

    id: str
    call: str
    did: str
    instead: str
    thread: str
    url: str
    conventions: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    most: float = 1.0


WRONG_CALLS: Mapping[str, WrongCall] = MappingProxyType(
    {
        row["id"]: WrongCall(
            **row | {key: tuple(row.get(key, ())) for key in ("conventions", "raises")}
        )
        for row in load_toml(__file__, "wrong_calls.toml")["call"]
    }
)
"""The wrong calls by id, the likeliest first."""


@dataclass(frozen=True)
class PossibleWrongCall:
    """A wrong call that may explain a number or an error.

    how: a sentence about the origin of the number; empty for an error or an unknown origin
    """

    call: WrongCall
    how: str = ""

    @property
    def message(self) -> str:
        """Sentences about the mistake, the origin of the number, and the correction."""
        return " ".join(filter(None, (self.call.did, self.how, self.call.instead)))

    @property
    def message_with_source(self) -> str:
        """The message with the name of the discussion in which the call was made."""
        return f"{self.message} ({self.call.thread})"


Numbers = Iterator[tuple[float, str]]
"""The numbers that a wrong call may print for a ranking, each with its explanation."""
MAX_ORDERED = 7
"""The largest number of documents to reorder. With more, almost any number fits an order."""
MAX_DOUBLED = 20
"""The largest number of documents to duplicate. With more, almost any number fits."""


def _score_any_order(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield NDCG, with an explanation, for each order of at most `MAX_ORDERED` grades.

    The grades are those of the ranks that count. If there are more, nothing is yielded.
    """
    for name in call.conventions:
        trace = ranking.trace_ndcg(name)
        gains = {row.grade: row.gain for row in trace.actual}
        divisors = [row.discount for row in trace.actual]
        if len(divisors) <= MAX_ORDERED and trace.idcg:
            for order in sorted(set(permutations(row.grade for row in trace.actual))):
                total = sum(gains[r] / d for r, d in zip(order, divisors, strict=True))
                yield (
                    total / trace.idcg,
                    f"The order {', '.join(map(short, order))} gives this number.",
                )


def _score_scores_as_gains(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield quotients of the scores' DCG and the grades' DCG, each with an explanation."""
    scores = sorted(ranking.scores or (), reverse=True)
    truth = ranking.judged or ranking.grades
    orders = {"sorted": sorted(truth, reverse=True), "as given": truth}
    for over, under in product(call.conventions, repeat=2):
        for order, grades in orders.items():
            total = dcg(scores, ranking.k, over)
            divisor = dcg(grades, ranking.k, under)
            if scores and divisor:
                parts = f"{number(total, 3)} / {number(divisor, 3)}"
                yield (
                    total / divisor,
                    f"{parts} is their DCG divided by the DCG of the grades {order}.",
                )


def _score_predicted_as_truth(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield NDCG for scores as truth: once with the grades as scores, and once without.

    Each number comes with an explanation.
    """
    alone = Ranking(ranking.scores or (), ranking.k)
    swapped = replace(alone, scores=ranking.grades)
    for name in call.conventions:
        yield swapped.calculate_ndcg(name), "The grades were passed as the scores."
        yield alone.calculate_ndcg(name), "No grade was used."


def _score_ideal_as_truth(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield NDCG and an explanation for sorted grades as truth and unsorted grades as scores."""
    ideal = tuple(sorted(ranking.grades, reverse=True))
    given = Ranking(ideal, ranking.k, None, ranking.grades)
    yield (
        given.calculate_ndcg(call.conventions[0]),
        "For equal grades it uses the mean over their orders.",
    )


def _score_label_gain_steps(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield NDCG, with an explanation, for gain differences passed as LightGBM's label_gain."""
    top = min(int(max(ranking.grades)), 30)  # the highest grade that LightGBM accepts by default
    for steps in ([0] + [1] * top, [0] + [2**grade for grade in range(top)]):
        rules = replace(CONVENTIONS[call.conventions[0]], gain=steps)
        yield ranking.calculate_ndcg(rules), f"label_gain={steps} gives this number."


def _score_found_twice(ranking: Ranking, call: WrongCall) -> Numbers:
    """Yield NDCG with a document counted twice, for each relevant document and rank.

    The document is repeated further down, or the list has it twice and the pool once. Each number
    comes with an explanation. Long rankings are skipped.
    """
    for name in call.conventions if len(ranking.grades) <= MAX_DOUBLED else ():
        trace = ranking.trace_ndcg(name)
        grades = tuple(row.grade for row in (*trace.actual, *trace.beyond))
        whole = replace(ranking, grades=grades, scores=None)
        for position, grade in enumerate(grades):
            above = grades[:position]
            below = grades[position + 1 :]
            if ranking.judged is None and grade > 0 and grade in above:
                once = replace(whole, grades=(*above, *below))
                yield _score_duplicate(once, above.index(grade), position, name)
            for repeat in range(position + 1, len(grades) + 1) if grade > 0 else ():
                yield _score_duplicate(whole, position, repeat, name)


def _score_duplicate(ranking: Ranking, position: int, repeat: int, name: str) -> tuple[float, str]:
    """Return NDCG with a document repeated in the ranking only, and a sentence about it.

    position, repeat: the indices of the document and of its repetition.
    """
    grades = ranking.grades
    total = dcg([*grades[:repeat], grades[position], *grades[repeat:]], ranking.k, name)
    ideal = idcg(grades, ranking.k, name, ranking.judged)
    repeated = f"The document at rank {position + 1}, counted again at rank {repeat + 1}"
    return total / ideal, f"{repeated}, gives this number."


CALL_NUMBERS: Mapping[str, Callable[[Ranking, WrongCall], Numbers]] = {
    "set": _score_any_order,
    "found-twice": _score_found_twice,
    "scores-as-gains": _score_scores_as_gains,
    "predicted-as-truth": _score_predicted_as_truth,
    "ideal-as-truth": _score_ideal_as_truth,
    "label-gain-steps": _score_label_gain_steps,
}
"""The function that yields the numbers of a wrong call, by the id of the call."""


def list_wrong_numbers(ranking: Ranking, id: str) -> list[tuple[float, str]]:
    """Return the numbers that a wrong call may print for a ranking, with explanations.

    Returns [] if the call is impossible for the ranking.

    >>> list_wrong_numbers(Ranking((0, 1)), "ideal-as-truth")[0][0]
    0.6309297535714575
    """
    found: list[tuple[float, str]] = []
    # The call is impossible without scores, for a negative score, or for a fractional grade.
    with suppress(ValueError, OverflowError):
        found.extend(CALL_NUMBERS[id](ranking, WRONG_CALLS[id]))
    return found


@explain_bad_calls
def find_wrong_calls_by_error(text: str) -> list[PossibleWrongCall]:
    """Return the wrong calls whose error message is in a text, at least in part.

    >>> text = "ValueError: Only (...) are supported. Got binary instead"
    >>> [possible.call.id for possible in find_wrong_calls_by_error(text)]
    ['one-dimension']
    """
    calls = WRONG_CALLS.values()
    return [PossibleWrongCall(call) for call in calls if any(part in text for part in call.raises)]


MAX_CHANCE = 0.05
"""The largest share of all numbers that may fit a wrong call by chance."""


@explain_bad_calls
def find_wrong_calls(printed: str, ranking: Ranking | None = None) -> list[PossibleWrongCall]:
    """Return the wrong calls that may explain a printed number or an error message.

    Without a ranking, the result has all calls that can print such a number. With a ranking, the
    result has the calls that print this number, or none if the number has too few digits. The
    result is empty for a negative number and for NaN.
    Raises ValueError for a text that is neither a known error nor a number.

    >>> [possible.call.id for possible in find_wrong_calls("4.53")]
    ['scores-as-gains']
    >>> find_wrong_calls("0.6458", Ranking((3, 2, 3, 0, 1)))[0].how
    'The order 0, 1, 2, 3, 3 gives this number.'
    """
    if errors := find_wrong_calls_by_error(printed):
        return errors
    written = read_printed_number(printed)
    value = written.value
    if not value >= 0:
        return []
    if ranking is None:
        calls = (WRONG_CALLS[id] for id in CALL_NUMBERS)
        return [PossibleWrongCall(call) for call in calls if value <= call.most]
    found = []
    for id in CALL_NUMBERS:
        known = {round(value, 12): how for value, how in list_wrong_numbers(ranking, id)}
        if len(known) * written.unit <= MAX_CHANCE * max(1.0, value):
            fit = [
                PossibleWrongCall(WRONG_CALLS[id], explanation)
                for number, explanation in known.items()
                if rounds_to(number, printed)
            ]
            found += fit[:1]
    return found
