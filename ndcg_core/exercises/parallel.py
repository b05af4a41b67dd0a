"""Pairs of parallel tests, for before and after a class, from lessons/parallel.toml."""

from typing import Literal

from ndcg_core.exercises.fading import fade_sheet
from ndcg_core.exercises.variants import Variant, load_parallel_variants
from ndcg_core.exercises.worksheets import choose_level
from ndcg_core.sheets.sheet import Sheet

When = Literal["before", "after"]
TEST_TIMES: tuple[When, When] = ("before", "after")
TEN_LISTS = (
    "cg/4",
    "term/4",
    "term/5",
    "dcg/4",
    "ideal-order/4",
    "idcg/4",
    "idcg/5",
    "ndcg/4",
    "ndcg-at-k/4",
    "ndcg-at-k/5",
)
"""The tests that cover part one of the course, each by its skill and number."""


def map_parallel_tests(skill: str) -> dict[str, Variant]:
    """Map references such as “test/dcg/1/before” to the variants of a skill's tests.

    >>> list(map_parallel_tests("dcg"))[:2]
    ['test/dcg/1/before', 'test/dcg/1/after']
    """
    numbered = enumerate(load_parallel_variants()[skill])
    return {f"test/{skill}/{n // 2 + 1}/{TEST_TIMES[n % 2]}": variant for n, variant in numbered}


def make_half_blank_sheet(variant: Variant) -> Sheet:
    """Return the sheet of a variant at the difficulty "half"."""
    return fade_sheet(variant, choose_level(variant, "half"))
