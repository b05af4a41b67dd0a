"""Skills: what an exercise asks for, and which mistakes are in play."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ndcg_core.metric import CONVENTIONS, STANDARD, Convention

DISCOUNT = (
    "no-discount",
    "log2-rank",
    "log2-rank-plus-2",
    "natural-log",
    "log10",
    "reciprocal-rank",
    "reciprocal-rank-plus-1",
    "log2-then-plus-1",
    "multiply",
)
GAIN = ("exponential-gain", "squared-gain", "binary-gain")
POWERS = ("power-without-minus-1", "power-of-r-minus-1")
LAST_STEP = ("no-normalisation", "inverted", "subtracted", "divided-by-n")
CUTS = ("k-minus-1", "dcg-not-cut")


@dataclass(frozen=True)
class Skill:
    """What one kind of exercise trains.

    in_play   for each cell that is asked for, the mistakes that a stored list keeps apart
    cutoff    "all": k is the length of the list; "cut": documents stand below k
    pool      "judged": unretrieved documents have been judged; "grades": none
    """

    id: str
    title: str
    in_play: Mapping[str, tuple[str, ...]]
    convention: Convention = STANDARD
    cutoff: str = "all"
    pool: str = "grades"


_SKILLS = (
    Skill(
        "cg",
        "Cumulative gain",
        {"cg": ("exponential-gain", "squared-gain", "binary-gain", "dcg-not-cut", "k-minus-1")},
        cutoff="cut",
    ),
    Skill("term", "One term", {"term": (*DISCOUNT, "another-rank's-divisor", *GAIN)}),
    Skill(
        "dcg",
        "DCG",
        {
            "dcg": (
                *DISCOUNT,
                *GAIN,
                *POWERS,
                "drop-zeros",
                "sort-first",
                "counted-from-the-bottom",
                "running-sum-divided",
            )
        },
    ),
    Skill(
        "ideal-order",
        "The ideal order",
        {"order": ("ascending-ideal", "ideal-all-max", "ideal-from-top-k")},
        cutoff="cut",
    ),
    Skill(
        "idcg",
        "IDCG",
        {
            "idcg": (
                "ideal-not-sorted",
                "ascending-ideal",
                "ideal-all-max",
                "ideal-from-top-k",
                "ideal-not-cut",
                "k-minus-1",
                "no-discount",
                "log2-rank",
                "exponential-gain",
            )
        },
        cutoff="cut",
    ),
    Skill(
        "ndcg",
        "NDCG",
        {
            "dcg": (*DISCOUNT, "exponential-gain", "sort-first", "drop-zeros"),
            "idcg": (
                "ideal-not-sorted",
                "ascending-ideal",
                "ideal-all-max",
                "no-discount",
                "log2-rank",
            ),
            "ndcg": (*LAST_STEP, "divided-by-max", "divided-by-sum", "multiplied-up"),
        },
    ),
    Skill(
        "ndcg-at-k",
        "NDCG@k",
        {
            "dcg": (*CUTS, "no-discount", "log2-rank", "sort-first"),
            "idcg": ("ideal-from-top-k", "ideal-not-cut", "ideal-all-max", "ascending-ideal"),
            "ndcg": LAST_STEP,
        },
        cutoff="cut",
    ),
    Skill(
        "exponential",
        "Exponential gain",
        {
            "dcg": (
                "exponential-gain",
                *POWERS,
                "squared-gain",
                "discounted-grade",
                "no-discount",
                "log2-rank",
            ),
            "idcg": ("exponential-gain", *POWERS, "ascending-ideal", "ideal-all-max"),
            "ndcg": LAST_STEP,
        },
        CONVENTIONS["exponential"],
    ),
    Skill(
        "textbook",
        "log2(i) from rank 2 on",
        {
            "dcg": (
                "log2-rank",
                "counted-from-zero",
                "no-discount",
                "natural-log",
                "log10",
                "multiply",
                *GAIN,
            ),
            "idcg": ("log2-rank", "no-discount", "ascending-ideal", "ideal-all-max"),
            "ndcg": LAST_STEP,
        },
        CONVENTIONS["textbook"],
    ),
    Skill(
        "judged-pool",
        "Judged but not retrieved",
        {
            "idcg": ("retrieved-as-pool", "pool-not-cut", "ideal-all-max", "ascending-ideal"),
            "ndcg": LAST_STEP,
        },
        pool="judged",
    ),
    Skill("mean", "Several queries", {"mean": ("pooled-average",)}),
    Skill(
        "mean-empty",
        "Several queries, one of them empty",
        {"mean": ("empty-query-left-out", "pooled-average")},
    ),
    Skill("nothing-relevant", "Nothing relevant", {"ndcg": ("all-zero-divides",)}),
)

SKILLS: Mapping[str, Skill] = MappingProxyType({skill.id: skill for skill in _SKILLS})
"""Every skill by its id, in the order in which they are taught."""
