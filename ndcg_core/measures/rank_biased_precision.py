"""Rank-biased precision, and common mistakes in its calculation."""

from collections.abc import Iterator

from ndcg_core.measures.measure import Amount, Measure, Ranked
from ndcg_core.measures.mistakes import CUTOFF_MISTAKES, THRESHOLD_MISTAKES


def iterate_steps(ranking: Ranked, *, p: float) -> Iterator[tuple[float, ...]]:
    """Yield the values at each rank: relevance, share of readers who get there, and term.

    The term is (1 - p) times the product of relevance and share.
    """
    for before, hit in enumerate(ranking.hits):
        yield hit, p**before, (1 - p) * hit * p**before


RBP = Measure(
    "RBP",
    iterate_steps,
    choices={"p": Amount(0.8, 0, 1)},
    mistakes={
        **THRESHOLD_MISTAKES,
        **CUTOFF_MISTAKES,
        "rbp-stop-for-go-on": lambda m, r: (
            m.with_choices(p=1 - m.settings["p"]).trace_ranked(r).value
        ),
        "rbp-not-scaled": lambda m, r: m.trace_ranked(r).value / (1 - m.settings["p"]),
        "rbp-power-of-rank": lambda m, r: m.trace_ranked(r).value * m.settings["p"],
    },
)
"""Rank-biased precision: the share of relevant documents among the ranks that a reader visits.

::

    RBP@k = (1 - p) (rel(1) p^0 + rel(2) p^1 + ... + rel(k) p^(k-1))

Parameters
----------
p : float, default 0.8
    The share of readers who continue from one rank to the next.
rel : float, default 1
    The lowest grade of a relevant document.

References
----------
Moffat and Zobel (2008), Rank-biased precision for measurement of retrieval effectiveness.

Examples
--------
>>> RBP([1, 0, 1], p=0.5)  # 0.5 (1 + 0.25)
0.625
"""
