"""`compare`: the pairs of systems of an evaluation, with numbers and sentences."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import isnan

import polars as pl

from ndcg_core.evaluation.comparing import judging
from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE, list_common_queries
from ndcg_core.evaluation.comparing.explanation import describe_grade_contributions
from ndcg_core.evaluation.comparing.paired import (
    SIGNIFICANCE_LEVEL,
    Pair,
    adjust_p_values,
    compare_pair,
)
from ndcg_core.evaluation.findings import format_count, join_names
from ndcg_core.evaluation.scoring.frames import FrameResult, render_frames
from ndcg_core.evaluation.scoring.intervals import (
    DEFAULT_SEED,
    DEFAULT_TIMES,
    FEW_QUERIES,
    check_seed,
)
from ndcg_core.evaluation.scoring.pipeline import name_column
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.numbers import number, short_repr

MANY_QUERIES = 1_000
"""The number of queries from which even an irrelevant difference can be significant."""
EFFECT_SIZES = ((0.2, "a very small effect"), (0.5, "a small effect"), (0.8, "a medium effect"))
LARGE_EFFECT = "a large effect"
MAX_NAMED_QUERIES = 4
"""The largest number of queries that a sentence names."""


def build_paragraphs(
    pair: Pair, measure: str, pair_count: int = 1, counts: judging.Counts | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return five paragraphs about a pair of systems, each a tuple of sentences or ().

    The paragraphs describe the leading system, the unjudged documents, the queries behind the lead,
    the role of chance, and the spread of the queries. Differences are the leading system minus
    the other system.

    measure: the name of the measure, such as "NDCG@10"
    pair_count: the number of compared pairs, for Holm's correction
    counts: the document counts of the less judged system
    """
    pair = pair.with_leader_second
    pair = replace(pair, first=f"“{pair.first}”", second=f"“{pair.second}”")
    both = f"{pair.first} and {pair.second} have the same"
    if not pair.wins and not pair.losses:
        return (f"{both} {measure} on every query.",), (), (), (), ()
    judged = (
        judging.describe_unjudged_documents(pair, measure),
        judging.describe_query_halves(pair, counts or {}),
    )
    if abs(pair.difference) * pair.queries <= EVEN_TOLERANCE:
        return (
            (f"{both} mean {measure}.",),
            *judged,
            _describe_interval(pair),
            (_describe_wins(pair),),
        )
    chance = _explain_p(pair, pair_count), *_describe_interval(pair)
    return (
        (_describe_leader(pair, measure),),
        *judged,
        chance,
        (_describe_wins(pair), *_describe_effect(pair), *_describe_reversing_queries(pair)),
    )


def format_p_values(pair: Pair, pair_count: int) -> str:
    """Return a clause with the p-value of a pair, and its Holm correction for several pairs.

    For a single query, the clause says that there is no p.
    """
    if isnan(pair.flips_p):
        return "no p for one query"
    alone, corrected = map(_format_p, (pair.flips_p, pair.adjusted_p))
    holm = f", {corrected} after Holm for {pair_count} pairs" if pair_count > 1 else ""
    ways = f"in all {pair.ways:,} ways" if pair.exact else f"{pair.ways:,} times"
    return f"p {alone} by flipping signs {ways}{holm}"


def _format_p(p: float) -> str:
    """Format a p-value with four decimals, or as "below 0.0001"."""
    return "below 0.0001" if p < 0.0001 else number(p, 4)


def explain_no_comparison(first: str, second: str) -> str:
    """Return a sentence that explains why two systems cannot be compared."""
    return f"{first} and {second} cannot be compared, because no query has a value for both."


def list_warnings(pair: Pair) -> tuple[str, ...]:
    """Return warnings about facts that make the numbers of a pair less reliable."""
    apart = pair.wins + pair.losses
    if not apart:
        return ("The two systems have the same value on every query. They may be the same run.",)
    sentences: list[str] = []
    if 2 / 2**apart > SIGNIFICANCE_LEVEL:
        only = f"The two systems differ on only {format_count(apart, 'query', 'queries')}"
        sentences = [f"{only}. That is too few to distinguish any difference from chance."]
    elif 1 < pair.queries < FEW_QUERIES:
        only = (
            f"With {pair.queries} queries, only a difference with the same sign on almost every "
            "query"
        )
        sentences = [f"{only} can be distinguished from chance."]
    if pair.queries >= MANY_QUERIES and pair.flips_p <= SIGNIFICANCE_LEVEL:
        many = f"With {pair.queries:,} queries, even a difference that is too small to matter"
        sentences.append(f"{many} is significant. Look at its size, not at p.")
    return tuple(sentences)


def describe_probability(p: float) -> str:
    """Describe a probability below 0.95 as a share of cases, such as "3 of 10".

    >>> tuple(map(describe_probability, (0.31, 0.04, 0.0042, 0.0001)))
    ('3 of 10', '4 of 100', '4 of 1,000', 'fewer than 1 of 1,000')
    """
    for whole in (10, 100, 1_000):
        if round(p * whole) >= 1 and (p >= 1 / whole or whole == 1_000):
            return f"{round(p * whole)} of {whole:,}"
    return "fewer than 1 of 1,000"


def _describe_leader(pair: Pair, measure: str) -> str:
    """Return a sentence about the leading system, its lead and both means."""
    ahead = judging.name_leader(pair.difference, pair)
    behind = judging.name_leader(-pair.difference, pair)
    high = number(max(pair.means))
    low = number(min(pair.means))
    by = judging.format_difference(abs(pair.difference))
    return f"{ahead} leads {behind} by {by} in mean {measure} ({high} to {low})."


def _describe_interval(pair: Pair) -> tuple[str, ...]:
    """Describe the confidence interval of the difference. Return () without an interval.

    Returns () too if the differences do not vary.
    """
    if isnan(pair.effect) or isnan(pair.interval.low):
        return ()
    low, high = (number(bound) for bound in pair.interval)
    named = judging.describe_direction(pair)
    where = f"With 95% confidence, the difference {named} is between {low} and {high}."
    end = " This does not include missing judgments." if any(pair.unjudged) else ""
    return (f"{where}{end}",)


def _explain_p(pair: Pair, pair_count: int) -> str:
    """Explain in sentences whether chance alone could give the difference of a pair."""
    size = judging.format_difference(abs(pair.difference))
    n = format_count(pair.queries, "query", "queries")
    values = f"({format_p_values(pair, pair_count)})"
    if isnan(pair.flips_p):
        return "One query is not enough to distinguish a difference from chance."
    if pair.flips_p >= 0.95:
        seldom = "never" if pair.flips_p == 1 else "hardly ever"
        return f"With {n}, chance would {seldom} give a smaller difference than {size} {values}."
    cases = f"{describe_probability(pair.flips_p)} cases {values}"
    if pair.flips_p > SIGNIFICANCE_LEVEL:
        return f"With {n}, chance alone would give a difference of {size} or more in {cases}."
    beginning = (
        f"If the two were equally good, chance would give {size} or more, in either direction, in"
    )
    sentence = f"{beginning} {cases}."
    if pair.adjusted_p > SIGNIFICANCE_LEVEL:
        sentence += " With so many pairs compared, that is not surprising."
    return sentence


def _describe_wins(pair: Pair) -> str:
    """Return a sentence about the number of queries that each system wins."""
    queries = format_count(pair.wins, "query", "queries")
    even = f" The two are equal on {pair.ties:,}." if pair.ties else ""
    return f"{pair.second} is better on {queries}, and {pair.first} on {pair.losses:,}.{even}"


def _describe_effect(pair: Pair) -> tuple[str, ...]:
    """Describe the effect size in a sentence. Return () if the effect size is undefined."""
    if isnan(pair.effect):
        return ()
    size = abs(pair.effect)
    name = next((name for most, name in EFFECT_SIZES if size < most), LARGE_EFFECT)
    return (
        f"The difference is {number(size, 2)} times its standard deviation over queries, which is "
        f"{name}.",
    )


def _describe_reversing_queries(pair: Pair) -> tuple[str, ...]:
    """Describe the queries whose removal reverses the lead. Return () if there are none."""
    if pair.turning is None:
        return ()
    n = len(pair.turning)
    names = join_names(list(pair.turning), MAX_NAMED_QUERIES)
    which = f"{n:,} of the {pair.queries:,} queries ({names})"
    return (f"Without {which}, the other system would lead.",)


MAX_TIMES = 1_000_000


SHOWN_COLUMNS = (
    "first",
    "second",
    "difference",
    "low",
    "high",
    "wins",
    "ties",
    "losses",
    "adjusted_p",
)
NUMBER_COLUMNS = (
    *SHOWN_COLUMNS[2:3],
    *SHOWN_COLUMNS[5:],
    "queries",
    "t",
    "t_p",
    "flips_p",
    "ways",
    "exact",
    "effect",
)
"""The columns of `PairComparisons.frame` that are fields of a pair, except the two names."""


@dataclass(frozen=True)
class PairComparisons(FrameResult):
    """The result of `compare`: pairs of systems and their differences at one cutoff.

    Attributes
    ----------
    k : int or None
        The cutoff, or None without a cutoff.
    pairs : tuple of Pair
        The pairs, in the order of the systems.
    apart : tuple of tuple of str
        The pairs that have no query in common and cannot be compared.
    measure : str
        The name of the measure.
    """

    k: int | None
    pairs: tuple[Pair, ...]
    apart: tuple[tuple[str, str], ...] = ()
    measure: str = "NDCG"

    @cached_property
    def frame(self) -> pl.DataFrame:
        """A frame with one row for each pair: the numbers of the pair, without its sentences."""
        rows = [
            {"first": pair.first, "second": pair.second}
            | dict(zip(("mean_first", "mean_second"), pair.means, strict=True))
            | pair.interval._asdict()
            | {name: getattr(pair, name) for name in NUMBER_COLUMNS}
            for pair in self.pairs
        ]
        return pl.DataFrame(rows)

    def _repr_html_(self) -> str:
        sentences = [" ".join((*pair.sentences, *pair.warnings)) for pair in self.pairs]
        sentences += [explain_no_comparison(*names) for names in self.apart]
        if not self.pairs:
            return render_frames([], sentences)
        title = f"Differences in {name_column(self.measure, self.k)}"
        return render_frames([(title, self.frame.select(SHOWN_COLUMNS))], sentences)

    @explain_bad_calls
    def pair(self, first: str, second: str) -> Pair:
        """Return the pair of two systems, named in any order. Raise ValueError if there is none.

        The order of the systems in the pair, and so the sign of the difference, is as in `pairs`.
        """
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise ValueError(
            f"The systems {short_repr(first)} and {short_repr(second)} were not compared."
        )


@explain_bad_calls
def compare(
    results: Results,
    k: int | str | None = "first",
    baseline: str | None = None,
    times: int = DEFAULT_TIMES,
    seed: int = DEFAULT_SEED,
) -> PairComparisons:
    """Compare systems in pairs, and calculate the certainty of each difference.

    ::

        difference = mean over the queries of (NDCG of the second - NDCG of the first)

    The p-value comes from the sign-flip test. The confidence interval belongs to the same test:
    the interval contains 0 if and only if p is above 5%.

    Parameters
    ----------
    results : Results
        The results of `evaluate` for two or more systems.
    k : int, optional
        One of the cutoffs. By default, the first cutoff.
    baseline : str, optional
        The system to compare with all others. Without a baseline, all pairs are compared.
    times : int, default 10000
        The number of random sign patterns, if there are too many patterns to try all.
    seed : int, optional
        The seed of the random numbers.

    Returns
    -------
    PairComparisons
        One `Pair` for each pair of systems. Holm's method corrects the p-values of several pairs.

    Raises
    ------
    ValueError
        If there is only one system, or `k`, `baseline`, `times` or `seed` is not valid.

    References
    ----------
    Smucker, Allan and Carterette (2007), A comparison of statistical significance tests for
    information retrieval evaluation.

    Examples
    --------
    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> pair = compare(evaluate({"q": {"a": 1}}, runs), times=10).pairs[0]
    >>> pair.wins, round(pair.difference, 4)  # 1/log2(2) - 1/log2(3)
    (1, 0.3691)
    """
    if not isinstance(times, int) or not 1 <= times <= MAX_TIMES:
        raise ValueError(
            f"The number of random ways is {short_repr(times)}. It must be 1 to {MAX_TIMES:,}."
        )
    check_seed(seed)
    cutoff = results.cutoff(k)
    scores = {system: (system, results.scores(system, cutoff)) for system in results.systems}
    chosen = list(_choose_pairs(results, baseline))
    apart = tuple(
        (first, second)
        for first, second in chosen
        if not list_common_queries(scores[first][1], scores[second][1])
    )
    compared = [
        compare_pair(scores[first], scores[second], times, seed)
        for first, second in chosen
        if (first, second) not in apart
    ]
    corrected = adjust_p_values([pair.flips_p for pair in compared])
    pairs = (replace(pair, adjusted_p=p) for pair, p in zip(compared, corrected, strict=True))
    measure = name_column(results.measure, cutoff)
    counts = {
        system: judging.count_unjudged_by_query(results, system, cutoff)
        for system in results.systems
    }
    found = [(pair.with_leader_second.first, pair.with_leader_second.second) for pair in compared]
    by_grade = describe_grade_contributions(results, found) if results.is_other_measure else {}
    complete = []
    for pair in pairs:
        both = counts[pair.first], counts[pair.second]
        pair = judging.add_unjudged_counts(pair, both, results, cutoff)
        paragraphs = build_paragraphs(pair, measure, len(compared), counts[pair.less_judged])
        if by_grade:
            paragraphs = (
                *paragraphs,
                (by_grade[pair.with_leader_second.first, pair.with_leader_second.second],),
            )
        warnings = _list_all_warnings(pair, results, cutoff)
        complete.append(replace(pair, warnings=warnings, paragraphs=paragraphs))
    return PairComparisons(cutoff, tuple(complete), apart, results.measure)


def _choose_pairs(results: Results, baseline: str | None) -> Iterable[tuple[str, str]]:
    """Return all pairs of systems, or the pairs of a baseline and each other system.

    Raises ValueError for a single system or an unknown baseline.
    """
    if len(results.systems) < 2:
        raise ValueError("There is only one system. Pass at least two runs to compare systems.")
    if baseline is None:
        return combinations(results.systems, 2)
    results.at(baseline)  # raises ValueError for an unknown name
    return [(baseline, system) for system in results.systems if system != baseline]


def _list_all_warnings(pair: Pair, results: Results, k: int | None) -> tuple[str, ...]:
    """Return the warnings about a pair and about the runs of its systems."""
    sentences = list(list_warnings(pair))
    for system in (pair.first, pair.second):
        rows = results.at(system, k)
        if not rows["retrieved"].sum():
            sentences.append(f"{system} returned no documents for any judged query.")
        elif rows.height > 1 and rows["ndcg"].min() == rows["ndcg"].max():
            sentences.append(f"{system} has the same value on every query.")
        if any(f.kind == "constant" and f.where == system for f in results.findings):
            sentences.append(f"{system} gives every document the same score, so it ranks nothing.")
    return tuple(sentences)
