"""A comparison in words that somebody who has to decide can read. All of them stand here."""

from math import isnan

from ndcg_core.evaluation.findings import counted, listed
from ndcg_core.evaluation.paired import Pair
from ndcg_core.metric.numbers import number

UNLIKELY = 0.05
MANY = 1_000
"""From so many queries on, nearly every difference is significant."""
FEW = 20
EFFECTS = ((0.2, "a very small effect"), (0.5, "a small effect"), (0.8, "a medium effect"))
LARGE = "a large effect"
NAMED = 4
"""So many queries are named."""


def words(pair: Pair, measure: str) -> tuple[str, ...]:
    """The sentences about two systems; `measure` is such as "NDCG@10".

    >>> from ndcg_core.evaluation.paired import paired
    >>> words(paired(("A", {"x": 0.5}), ("B", {"x": 0.5})), "NDCG@5")
    ('A and B have the same NDCG@5 on every one of 1 query.',)
    """
    if not pair.wins and not pair.losses:
        same = f"{pair.first} and {pair.second} have the same {measure} on every one of"
        return (f"{same} {counted(pair.queries, 'query', 'queries')}.",)
    said = [_ahead(pair, measure), _chance(pair), _won(pair)]
    if not isnan(pair.effect):
        share = number(abs(pair.effect), 2)
        spread = f"The difference is {share} of the usual spread between queries"
        said.append(f"{spread}: {_size(pair.effect)}.")
    return (*said, *_turned(pair))


def warnings(pair: Pair) -> tuple[str, ...]:
    """What makes the numbers of a comparison mean less than they seem to."""
    found = []
    if pair.queries >= MANY:
        found.append(
            f"With {pair.queries:,} queries nearly every difference is significant, however small: "
            "look at its size, not at p."
        )
    if pair.queries < FEW:
        found.append(
            f"With {counted(pair.queries, 'query', 'queries')} only a large difference can be told "
            "from chance."
        )
    if not pair.wins and not pair.losses:
        found.append("No query tells the two apart; they may be the same run.")
    return tuple(found)


def odds(p: float) -> str:
    """A probability as people say it.

    >>> odds(0.31), odds(0.04), odds(0.0042), odds(0.0001), odds(0.97)
    ('3 of 10', '4 of 100', '4 of 1,000', 'fewer than 1 of 1,000', 'nearly all')
    """
    if p >= 0.95:
        return "nearly all"
    for whole in (10, 100, 1_000):
        if round(p * whole) >= 1 and (p >= 1 / whole or whole == 1_000):
            return f"{round(p * whole)} of {whole:,}"
    return "fewer than 1 of 1,000"


def _ahead(pair: Pair, measure: str) -> str:
    one, other = pair.means
    low, high = (number(bound) for bound in pair.interval)
    between = f"with a confidence of 95 % the difference lies between {low} and {high}"
    if number(abs(pair.difference), 6) == "0.000000":
        return f"{pair.first} and {pair.second} have the same mean {measure}; {between}."
    ahead, behind = (pair.second, pair.first) if pair.difference > 0 else (pair.first, pair.second)
    high_mean, low_mean = max(one, other), min(one, other)
    return (
        f"{ahead} is ahead of {behind} by {_exactly(abs(pair.difference))} in mean {measure} "
        f"({number(high_mean)} against {number(low_mean)}); {between} "
        f"({pair.second} less {pair.first})."
    )


def _exactly(value: float) -> str:
    """Three decimals, or as many as show anything."""
    return number(value) if value >= 0.0005 else f"{value:.1g}"


def _chance(pair: Pair) -> str:
    size = _exactly(abs(pair.difference))
    n = counted(pair.queries, "query", "queries")
    cases = odds(pair.adjusted_p)
    cases += " cases"
    if pair.adjusted_p > UNLIKELY:
        return f"With {n} a difference of {size} is no more than chance would bring in {cases}."
    return f"If the two were equally good, chance would bring {size} or more in {cases}."


def _won(pair: Pair) -> str:
    queries = counted(pair.wins, "query", "queries")
    even = f"; {pair.ties:,} {'is' if pair.ties == 1 else 'are'} even" if pair.ties else ""
    return f"{pair.second} is better on {queries}, {pair.first} on {pair.losses:,}{even}."


def _size(effect: float) -> str:
    return next((name for most, name in EFFECTS if abs(effect) < most), LARGE)


def _turned(pair: Pair) -> tuple[str, ...]:
    if pair.turning is None:
        return ()
    n, names = len(pair.turning), listed(list(pair.turning), NAMED)
    which = f"{n:,} of the {pair.queries:,} queries ({names})"
    return (f"Without {which} the other one would be ahead.",)
