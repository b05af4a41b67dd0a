"""`compare`: the systems of an evaluation, each with each."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from ndcg_core.evaluation.comparison import common
from ndcg_core.evaluation.paired import Pair, holm, paired
from ndcg_core.evaluation.pipeline import at
from ndcg_core.evaluation.resampling import SEED, TIMES, check_seed
from ndcg_core.evaluation.results import Results
from ndcg_core.evaluation.words import warnings, words

MOST = 1_000_000


@dataclass(frozen=True)
class Compared:
    """Systems compared at one cutoff.

    k      the cutoff; None is the whole ranking
    pairs  each two systems (see `Pair`), the earlier given first
    apart  each two that have no query in common that has a value: they cannot be compared
    times  how many resamples; seed: of the random numbers
    """

    k: int | None
    pairs: tuple[Pair, ...]
    times: int
    seed: int
    apart: tuple[tuple[str, str], ...] = ()

    def pair(self, first: str, second: str) -> Pair:
        """The comparison of two systems, in the order in which it was made."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise ValueError(f"{first} and {second} were not compared.")


def compare(
    results: Results,
    k: int | str | None = "first",
    baseline: str | None = None,
    times: int = TIMES,
    seed: int = SEED,
) -> Compared:
    """Each system with each, or each with a baseline: how far apart, and how sure that is.

    results   what `evaluate` returns for two systems or more
    k         one of its cutoffs; without one the first
    baseline  a system that all others are compared with; then only those pairs are made
    times     resamples for the interval and the sign flips; seed: the same gives the same answer

    p is corrected after Holm where there are more pairs than one. Randomisation, bootstrap and t
    agree (Smucker, Allan & Carterette 2007); no Wilcoxon, no sign test. ValueError for one system.

    >>> from ndcg_core.evaluation.evaluating import evaluate
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> pair = compare(evaluate({"q": {"a": 1}}, runs), times=10).pairs[0]
    >>> pair.wins, round(pair.difference, 4)  # 1/log2(2) - 1/log2(3)
    (1, 0.3691)
    """
    if not isinstance(times, int) or not 1 <= times <= MOST:
        raise ValueError(f"The number of resamples is {times!r}; it must be 1 to {MOST:,}.")
    check_seed(seed)
    cutoff = results.cutoff(k)
    scores = {system: (system, results.scores(system, cutoff)) for system in results.systems}
    chosen = list(_chosen(results, baseline))
    apart = tuple(two for two in chosen if not common(*(scores[name][1] for name in two)))
    made = [
        paired(scores[one], scores[other], times, seed)
        for one, other in chosen
        if (one, other) not in apart
    ]
    corrected = holm([pair.flips_p for pair in made])
    pairs = (replace(pair, adjusted_p=p) for pair, p in zip(made, corrected, strict=True))
    measure = at("NDCG", cutoff)
    return Compared(
        cutoff,
        tuple(
            replace(pair, warnings=_warnings(pair, results, cutoff), words=words(pair, measure))
            for pair in pairs
        ),
        times,
        seed,
        apart,
    )


def _chosen(results: Results, baseline: str | None) -> Iterable[tuple[str, str]]:
    if len(results.systems) < 2:
        raise ValueError("There is only one system; two are needed for a comparison.")
    if baseline is None:
        return combinations(results.systems, 2)
    results.at(baseline)  # refuses a name that is none
    return [(baseline, system) for system in results.systems if system != baseline]


def _warnings(pair: Pair, results: Results, k: int | None) -> tuple[str, ...]:
    """Those of the pair, and those of each of its systems."""
    found = list(warnings(pair))
    for system in (pair.first, pair.second):
        rows = results.at(system, k)
        if not rows["retrieved"].sum():
            found.append(f"{system} returned nothing for any judged query.")
        elif rows.height > 1 and rows["ndcg"].min() == rows["ndcg"].max():
            found.append(f"{system} has the same value on every query.")
        if any(f.kind == "constant" and f.where == system for f in results.findings):
            found.append(f"{system} gives every document the same score: it ranks nothing.")
    return tuple(found)
