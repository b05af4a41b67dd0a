"""Mistakes about orders and cutoffs: which documents are counted, and in which order."""

from collections.abc import Iterator
from dataclasses import replace

from ndcg_core.teaching.mistakes.kind import Misconception
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.worlds import World


def _best(grades: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sorted(grades, reverse=True))


def _sort_first(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, ranking=_best(right.ranking))


def _ascending(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, ideal=right.ideal[::-1])


def _all_max(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, ideal=(max(right.ideal),) * right.k)


def _from_top_k(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, ideal=_best(right.ranking[: right.k]))


def _ideal_not_cut(right: World, sheet: Sheet) -> Iterator[World]:
    if right.pool == "grades":
        yield replace(right, ideal_k=len(right.ideal))


def _dcg_not_cut(right: World, sheet: Sheet) -> Iterator[World]:
    yield replace(right, k=len(right.ranking))


def _one_short(right: World, sheet: Sheet) -> Iterator[World]:
    if right.k > 1:
        yield right.with_cutoff(right.k - 1)


def _retrieved_only(right: World, sheet: Sheet) -> Iterator[World]:
    if right.pool == "judged":
        yield replace(right, ideal=_best(right.ranking))


def _pool_not_cut(right: World, sheet: Sheet) -> Iterator[World]:
    if right.pool == "judged":
        yield replace(right, ideal_k=len(right.ideal))


ABOUT_ORDERS = (
    Misconception(
        "sort-first",
        "Sorted before scoring",
        "The grades are sorted before DCG is taken. Look at the order in which the documents were "
        "shown.",
        _sort_first,
    ),
    Misconception(
        "ascending-ideal",
        "Ideal from worst to best",
        "The ideal order runs from worst to best. Look at which end the best document belongs to.",
        _ascending,
        seen="sorted() without reverse=True.",
    ),
    Misconception(
        "ideal-all-max",
        "Ideal made of top grades only",
        "The ideal order has the highest grade in every place. Look at how many such documents "
        "there are.",
        _all_max,
    ),
    Misconception(
        "ideal-from-top-k",
        "Ideal from the top k only",
        "Only the first k documents are sorted for the ideal. Look for a better document below "
        "the cutoff.",
        _from_top_k,
    ),
    Misconception(
        "ideal-not-cut",
        "Ideal not cut at k",
        "The ideal sum runs on below the cutoff, while DCG stops there. Look at where the ideal "
        "order should end.",
        _ideal_not_cut,
        legitimate="Quepid's NDCG@10 since version 8.1 does this.",
    ),
    Misconception(
        "dcg-not-cut",
        "DCG not cut at k",
        "The sum runs on below the cutoff. Look at the last rank that counts.",
        _dcg_not_cut,
    ),
    Misconception(
        "k-minus-1",
        "One rank short",
        "The last rank that counts is missing. Look at whether rank k itself is in.",
        _one_short,
        seen="A loop that stops before k.",
    ),
    Misconception(
        "retrieved-as-pool",
        "Unretrieved documents forgotten",
        "The ideal is made of the retrieved documents only. Look at what else has been judged.",
        _retrieved_only,
        seen="Wikipedia's example gives 0.785 with the pool; without it 0.961 comes out.",
        legitimate="scikit-learn and torchmetrics know only the list they are given.",
    ),
    Misconception(
        "pool-not-cut",
        "The whole pool counted",
        "The ideal sum runs over every judged document. Look at where the ideal order should end.",
        _pool_not_cut,
        legitimate="trec_eval's ndcg, which has no cutoff, counts the whole pool.",
    ),
)
