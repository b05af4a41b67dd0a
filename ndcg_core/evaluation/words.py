"""A comparison in words that somebody who has to decide can read. All of them stand here."""

from math import isnan

from ndcg_core.evaluation.comparison import EVEN
from ndcg_core.evaluation.findings import counted, listed
from ndcg_core.evaluation.paired import Pair
from ndcg_core.metric.numbers import number

UNLIKELY = 0.05
MANY = 1_000
"""From so many queries on, a difference too small to matter is significant."""
FEW = 20
EFFECTS = ((0.2, "a very small effect"), (0.5, "a small effect"), (0.8, "a medium effect"))
LARGE = "a large effect"
NAMED = 4
"""So many queries are named."""


def words(pair: Pair, measure: str) -> tuple[str, ...]:
    """The sentences about two systems; `measure` is such as "NDCG@10".

    >>> from ndcg_core.evaluation.paired import paired
    >>> words(paired(("A", {"x": 0.5}), ("B", {"x": 0.5})), "NDCG@5")
    ('A and B have the same NDCG@5 on every query.',)
    """
    both = f"{pair.first} and {pair.second} have the same"
    if not pair.wins and not pair.losses:
        return (f"{both} {measure} on every query.",)
    if abs(pair.difference) * pair.queries <= EVEN:
        return f"{both} mean {measure}{_between(pair)}.", _won(pair)
    return _ahead(pair, measure), _chance(pair), _won(pair), *_size(pair), *_turned(pair)


def no_comparison(first: str, second: str) -> str:
    """Why there is no pair of two systems."""
    return f"{first} and {second} cannot be compared: no query has a value for both."


def warnings(pair: Pair) -> tuple[str, ...]:
    """What makes the numbers of a comparison mean less than they seem to."""
    apart = pair.wins + pair.losses
    if not apart:
        return ("No query tells the two apart; they may be the same run.",)
    found: list[str] = []
    if 2 / 2**apart > UNLIKELY:
        only = f"Only {counted(apart, 'query tells', 'queries tell')} the two apart"
        found = [f"{only}: with so few, no difference can be told from chance, however large."]
    elif pair.queries < FEW:
        only = f"With {pair.queries} queries only a difference that keeps coming out the same way"
        found = [f"{only} can be told from chance."]
    if pair.queries < FEW and _between(pair):
        found.append("With so few queries the interval comes out too narrow.")
    if pair.queries >= MANY and pair.flips_p <= UNLIKELY:
        many = f"With {pair.queries:,} queries even a difference that is too small to matter"
        found.append(f"{many} is significant: look at its size, not at p.")
    return tuple(found)


def odds(p: float) -> str:
    """A probability as people say it.

    >>> odds(0.31), odds(0.04), odds(0.0042), odds(0.0001), odds(0.97), odds(1.0)
    ('3 of 10', '4 of 100', '4 of 1,000', 'fewer than 1 of 1,000', 'nearly all', 'all')
    """
    if p >= 0.95:
        return "all" if p == 1 else "nearly all"
    for whole in (10, 100, 1_000):
        if round(p * whole) >= 1 and (p >= 1 / whole or whole == 1_000):
            return f"{round(p * whole)} of {whole:,}"
    return "fewer than 1 of 1,000"


def _ahead(pair: Pair, measure: str) -> str:
    ahead, behind = (pair.second, pair.first) if pair.difference > 0 else (pair.first, pair.second)
    high, low = sorted(pair.means, reverse=True)
    between = _between(pair)
    return (
        f"{ahead} is ahead of {behind} by {_exactly(abs(pair.difference))} in mean {measure} "
        f"({number(high)} against {number(low)}){between}"
        f"{f' ({pair.second} less {pair.first})' if between else ''}."
    )


def _between(pair: Pair) -> str:
    """Where the difference lies; nothing where one query, or equal differences, cannot tell."""
    if isnan(pair.effect):
        return ""
    low, high = (number(bound) for bound in pair.interval)
    return f"; with a confidence of 95 % the difference lies between {low} and {high}"


def _exactly(value: float) -> str:
    """Three decimals, or as many as show anything."""
    return number(value) if value >= 0.0005 else f"{value:.1g}"


def _chance(pair: Pair) -> str:
    """What p says, which is of these two alone; what is left of it where others were compared."""
    size, cases = _exactly(abs(pair.difference)), f"{odds(pair.flips_p)} cases"
    n = counted(pair.queries, "query", "queries")
    if pair.flips_p > UNLIKELY:
        return f"With {n} a difference of {size} is no more than chance would bring in {cases}."
    said = f"If the two were equally good, chance would bring {size} or more, either way, in"
    if pair.adjusted_p > UNLIKELY:
        holm = f"among all the pairs compared that is no surprise (p {_p(pair)} after Holm)"
        return f"{said} {cases}; but {holm}."
    return f"{said} {cases}."


def _p(pair: Pair) -> str:
    return number(pair.adjusted_p, 2 if pair.adjusted_p >= 0.055 else 4)


def _won(pair: Pair) -> str:
    queries = counted(pair.wins, "query", "queries")
    even = f"; {pair.ties:,} {'is' if pair.ties == 1 else 'are'} even" if pair.ties else ""
    return f"{pair.second} is better on {queries}, {pair.first} on {pair.losses:,}{even}."


def _size(pair: Pair) -> tuple[str, ...]:
    if isnan(pair.effect):
        return ()
    size = abs(pair.effect)
    name = next((name for most, name in EFFECTS if size < most), LARGE)
    return (
        f"The difference is {number(size, 2)} times its own spread from query to query: {name}.",
    )


def _turned(pair: Pair) -> tuple[str, ...]:
    if pair.turning is None:
        return ()
    n, names = len(pair.turning), listed(list(pair.turning), NAMED)
    which = f"{n:,} of the {pair.queries:,} queries ({names})"
    return (f"Without {which} the other one would be ahead.",)
