"""What came out, as the words and cells that terminals, pull requests and notebooks show."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ndcg_core.html_builder import Html
from ndcg_core.metric.numbers import number, short
from ndcg_core.notebook import Number, Table, shown

if TYPE_CHECKING:
    from ndcg_core.evaluation.explanation import Explanation
    from ndcg_core.evaluation.paired import Pair
    from ndcg_core.evaluation.pairs import Compared
    from ndcg_core.evaluation.resampling import Interval
    from ndcg_core.evaluation.results import Mean, Results

HEADS = ("system", "k", "NDCG", "95 % interval", "judged", "queries")
PAIR_HEADS = (
    "first",
    "second",
    "difference",
    "95 % interval",
    "p",
    "after Holm",
    "better, even, worse",
)
MOST = 12
"""So many sentences stand under the tables of a notebook."""


def between(interval: "Interval") -> str:
    """From where to where; "none" where one query cannot tell."""
    low, high = interval
    return f"{number(low)} to {number(high)}" if low == low else "none"


def p_value(pair: "Pair", compared: "Compared") -> str:
    """The p of two systems, and what is left of it where others were compared."""
    alone, corrected = (
        "below 0.0001" if p < 0.0001 else number(p, 4) for p in (pair.flips_p, pair.adjusted_p)
    )
    pairs = len(compared.pairs)
    holm = f", {corrected} after Holm for {pairs} pairs" if pairs > 1 else ""
    return f"p {alone} by flipping signs{holm}"


def mean_rows(means: "Sequence[Mean]") -> Iterator[tuple[str, ...]]:
    """The cells of each mean, under `HEADS`."""
    for mean in means:
        k = "all" if mean.k is None else str(mean.k)
        judged, queries = number(mean.judged), f"{mean.queries:,}"
        yield mean.system, k, number(mean.mean, 4), between(mean.interval), judged, queries


def notes(results: "Results", means: "Sequence[Mean]") -> Iterator[str]:
    """The convention, what the means are worth, and what was found in the data."""
    rules = results.convention
    yield f"{rules.name}: {rules.title}." if rules.title else f"Convention {rules.name}."
    yield from dict.fromkeys(mean.warning for mean in means if mean.warning)
    yield from (finding.sentence for finding in results.findings)


def comparisons(compared: "Compared | None") -> Iterator[Sequence[str]]:
    """The sentences about each two systems."""
    from ndcg_core.evaluation.pairs import no_comparison

    if compared:
        for pair in compared.pairs:
            p = p_value(pair, compared)
            yield (*pair.sentences, f"{p}.", *pair.warnings)
        for two in compared.apart:
            yield (no_comparison(*two),)


def results_in_html(results: "Results") -> Html:
    """The means of all systems, and what was found in the data."""
    means = results.means()
    table = Table("Mean NDCG of each system", HEADS, _cells(mean_rows(means), 1))
    return shown([table], *_first([*notes(results, means)]))


def compared_in_html(compared: "Compared") -> Html:
    """A row for each two systems, and the sentences about them."""
    rows = [
        (
            *(pair.first, pair.second, number(pair.difference, 4), between(pair.interval)),
            *(number(pair.flips_p, 4), number(pair.adjusted_p, 4)),
            f"{pair.wins:,}, {pair.ties:,}, {pair.losses:,}",
        )
        for pair in compared.pairs
    ]
    caption = (
        f"Differences in NDCG{'' if compared.k is None else f'@{compared.k}'}, second less first"
    )
    sentences = [" ".join(paragraph) for paragraph in comparisons(compared)]
    return shown([Table(caption, PAIR_HEADS, _cells(rows, 2))], *_first(sentences))


def explanation_in_html(explanation: "Explanation") -> Html:
    """Which grades and ranks make the difference."""
    first, second, k = explanation.first, explanation.second, explanation.k
    grades = [
        ("unjudged" if grade is None else short(grade), f"{n:,}", number(value, 4))
        for grade, n, value in explanation.by_grade().rows()
    ]
    moves = [
        (*ranks, f"{n:,}", number(value, 4)) for *ranks, n, value in explanation.by_rank().rows()
    ]
    largest = f", the {MOST} largest" if len(moves) > MOST else ""
    heads = (f"in {first}", f"in {second}", "documents", "adds")
    return shown(
        [
            Table("By grade", ("grade", "documents", "adds"), _cells(grades, 1)),
            Table(f"By rank{largest}", heads, _cells(moves[:MOST], 2)),
        ],
        f"The mean NDCG{'' if k is None else f'@{k}'} of {second} less that of {first} is "
        f"{number(explanation.difference, 4)}; all documents together add up to it, but for "
        f"{number(explanation.rest, 4)} that is by convention.",
    )


def _cells(rows: Iterable[Sequence[str]], texts: int) -> list[list[object]]:
    """The cells, all but the first few set as numbers."""
    return [[*row[:texts], *map(Number, row[texts:])] for row in rows]


def _first(sentences: Sequence[str]) -> list[str]:
    more = f"{len(sentences) - MOST:,} further sentences are left out here."
    return [*sentences[:MOST], *([more] if len(sentences) > MOST else [])]
