"""Checks that a run and the judgments use the same ids of queries and documents."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn
from unicodedata import normalize

import polars as pl

from ndcg_core.evaluation.files.contents import refuse_file
from ndcg_core.evaluation.findings import Finding, make_finding
from ndcg_core.metric.numbers import clip_text

MATCHING_RULES: Mapping[str, Callable[[str], str]] = {
    "in lower case": str.casefold,
    "in one form of Unicode (NFC)": lambda name: normalize("NFC", name),
    "without leading zeros": lambda name: name.lstrip("0") or "0",
    "without the file extension": lambda name: re.sub(r"\.\w{1,5}$", "", name),
    "without surrounding spaces": str.strip,
}
"""The functions that make similar ids equal, by their description in a sentence."""
MAX_COMPARED_IDS = 100_000
"""The largest number of ids of the run, and of the judgments, that are compared."""


def refuse_disjoint_ids(
    name: str, noun: str, returned_ids: Iterable[str], judged_ids: Iterable[str]
) -> NoReturn:
    """Raise ValueError for a run that shares no query or no document with the judgments.

    The message shows the first id of the run and of the judgments, and a rule by which some ids
    would be equal.

    noun: "query" or "document".

    >>> judged = ["a", "b"]
    >>> refuse_disjoint_ids("a.run", "document", ["A"], judged)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ValueError: a.run: it has no document in common with the judgments. Its first document is “A”,
    and theirs is “a”. A document must have the same id in both. Some ids are equal in lower case.
    Write both this way.
    """
    ours = list(returned_ids)[:MAX_COMPARED_IDS]
    theirs = list(judged_ids)[:MAX_COMPARED_IDS]
    rule = _find_matching_rule(ours, theirs)
    equal = f" Some ids are equal {rule}. Write both this way." if rule else ""
    refuse_file(
        name,
        f"it has no {noun} in common with the judgments. Its first {noun} is "
        f"“{clip_text(ours[0])}”, "
        "and theirs "
        f"is “{clip_text(theirs[0])}”. A {noun} must have the same id in both.{equal}",
    )


def _find_matching_rule(returned_ids: Iterable[str], judged_ids: Iterable[str]) -> str:
    """Describe the first rule that makes a returned id equal to a judged id, or return ""."""
    rules = (
        text
        for text, rule in MATCHING_RULES.items()
        if {*map(rule, returned_ids)} & {*map(rule, judged_ids)}
    )
    return next(rules, "")


def report_unjudged_run(name: str, returned_ids: pl.Series, judged_ids: pl.Series) -> list[Finding]:
    """Return a list with a finding if a run has no judged document, else [].

    Raises ValueError if a rule would make some ids equal. A run without documents has no finding.
    """
    if not len(returned_ids) or returned_ids.is_in(judged_ids.unique().implode()).any():
        return []
    ours, theirs = (
        ids.unique(maintain_order=True).head(MAX_COMPARED_IDS) for ids in (returned_ids, judged_ids)
    )
    if _find_matching_rule(ours, theirs):
        refuse_disjoint_ids(name, "document", ours, theirs)
    count = returned_ids.n_unique()
    ids = {"first": clip_text(ours[0]), "judged": clip_text(theirs[0])}
    return [make_finding("strangers", name, count, **ids)]
