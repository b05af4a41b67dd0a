"""Misconceptions: every known mistake, executable, the likeliest first.

One that a family's file has and the order below does not name comes last.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ndcg_core.misconceptions.discounts import ABOUT_DISCOUNTS
from ndcg_core.misconceptions.gains import ABOUT_GAINS
from ndcg_core.misconceptions.misconception import Misconception
from ndcg_core.misconceptions.orders import ABOUT_ORDERS
from ndcg_core.misconceptions.ratios import ABOUT_RATIOS
from ndcg_core.misconceptions.slips import SLIPS

_ORDER = (
    "all-zero-divides",
    "ideal-not-sorted",
    "no-discount",
    "no-normalisation",
    "log2-rank",
    "exponential-gain",
    "natural-log",
    "log10",
    "inverted",
    "retrieved-as-pool",
    "ideal-from-top-k",
    "ideal-not-cut",
    "pool-not-cut",
    "k-minus-1",
    "dcg-not-cut",
    "binary-gain",
    "multiplied-up",
    "reciprocal-rank",
    "log2-rank-plus-2",
    "multiply",
    "running-sum-divided",
    "sort-first",
    "drop-zeros",
    "ascending-ideal",
    "ideal-all-max",
    "power-without-minus-1",
    "power-of-r-minus-1",
    "log2-then-plus-1",
    "reciprocal-rank-plus-1",
    "another-rank's-divisor",
    "discounted-grade",
    "counted-from-zero",
    "ideal-other-rules",
    "divided-by-n",
    "divided-by-sum",
    "divided-by-max",
    "squared-gain",
    "counted-from-the-bottom",
    "subtracted",
    "pooled-average",
    "empty-query-left-out",
    "digits-swapped",
    "digit-left-out",
    "cut-off",
)

_KNOWN = {m.id: m for m in (*ABOUT_DISCOUNTS, *ABOUT_GAINS, *ABOUT_ORDERS, *ABOUT_RATIOS, *SLIPS)}
LIKELIEST_FIRST = tuple(dict.fromkeys((*_ORDER, *_KNOWN)))

MISCONCEPTIONS: Mapping[str, Misconception] = MappingProxyType(
    {id: _KNOWN[id] for id in LIKELIEST_FIRST}
)
"""Every misconception by its id, the likeliest first."""

__all__ = ["LIKELIEST_FIRST", "MISCONCEPTIONS", "Misconception"]
