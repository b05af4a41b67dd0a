"""Limits that an evaluation must meet, for continuous integration.

fail-under    a system's mean must be at least the limit
max-drop      a system's mean may be at most the limit below the baseline's, over common queries
max-missing   at most this share of the judged queries may be missing in a system
max-unjudged  at most this share of a system's queries may lack judgments
"""

from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import ndcg_core as nc
from ndcg_core.html_builder import tag
from ndcg_core.metric import number, short
from ndcg_core.metric.numbers import clip_text, escape_unprintable

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.comparing.pairs import PairComparisons
    from ndcg_core.evaluation.scoring.intervals import Interval
    from ndcg_core.evaluation.scoring.results import Mean
    from ndcg_core.measures import Measure

ROUNDING_TOLERANCE = 1e-12
"""The largest difference by which a value may miss a limit, because of rounding."""


@dataclass(frozen=True)
class Limit:
    """A limit for the mean or the drop of a measure, or of NDCG at the first cutoff."""

    value: float
    measure: "Measure | None" = None


def read_limit(text: str) -> Limit:
    """Parse a limit, such as 0.8 or Recall@100=0.8. Raise ArgumentTypeError for other texts.

    >>> read_limit("0.8"), read_limit("RBP(p=0.5)@10 = 0.4").measure.name
    (Limit(value=0.8, measure=None), 'RBP(p=0.5)@10')
    """
    name, _, value = text.rpartition("=")
    with suppress(ValueError):
        limit = float(value)
        if isfinite(limit) and limit >= 0 and (name or limit <= 1):
            return Limit(limit, _find_measure(name) if name else None)
    raise ArgumentTypeError(
        f"“{clip_text(text)}” is not a number from 0 to 1, such as 0.01, or a limit such as "
        "Recall@100=0.8"
    )


def _find_measure(name: str) -> "Measure":
    """Return the measure with a name. Raise ArgumentTypeError if there is none."""
    try:
        return nc.measures.find_measure(name)
    except ValueError as error:
        raise ArgumentTypeError(str(error).rstrip(".")) from None


@dataclass(frozen=True)
class LimitCheck:
    """The comparison of a system with a limit, or of a function with a convention.

    check     "fail-under", "max-drop", "max-missing", "max-unjudged" or "convention"
    measure   the limited measure, such as "NDCG@10", or ""
    value     the mean, the drop below the baseline's mean, or the share; NaN if there is none
    sentence  the result and its certainty

    For "convention", `system` is a function, `measure` a convention's name, `limit` the number of
    rankings that were tried, and `value` the number of equal results.
    """

    system: str
    check: str
    measure: str
    limit: float
    value: float
    failed: bool
    sentence: str

    @property
    def verdict(self) -> str:
        """The sentence, preceded by "Passed: " or "Failed: "."""
        return f"{'Failed' if self.failed else 'Passed'}: {self.sentence}"


def compare_means(limit: float, means: "Sequence[Mean]", measure: str) -> Iterator[LimitCheck]:
    """Yield the comparison of each mean with a limit. A system without a mean fails."""
    for mean in means:
        sentence = (
            f"{mean.system} has a mean {measure} of {number(mean.mean, 4)} (95% interval "
            f"{format_interval(mean.interval)}). The limit is at least {short(limit, 6)}."
        )
        failed = not mean.mean >= limit - ROUNDING_TOLERANCE
        yield LimitCheck(mean.system, "fail-under", measure, limit, mean.mean, failed, sentence)


DROP_SENTENCES = {
    "mean": "The mean may be at most {} below",
    "upper": "The upper end may be at most {} below, so only a clearly larger drop fails",
    "lower": "The lower end may be at most {} below, so only a clearly smaller drop passes",
}
"""The sentence for each number that can be compared with the limit of a drop."""


def compare_drops(
    limit: float, compared: "PairComparisons", measure: str, statistic: str
) -> Iterator[LimitCheck]:
    """Yield the comparison of each system's drop with a limit. Incomparable systems fail.

    statistic: the number to compare with the limit, one of `DROP_SENTENCES`. Without an interval,
    "lower" fails and "upper" passes.
    """
    from ndcg_core.evaluation.comparing.pairs import explain_no_comparison, format_p_values

    for first, second in compared.apart:
        sentence = explain_no_comparison(first, second)
        yield LimitCheck(second, "max-drop", measure, limit, float("nan"), True, sentence)
    for pair in compared.pairs:
        low, high = pair.interval
        drop = 0.0 - {"mean": pair.difference, "upper": high, "lower": low}[statistic]
        sentence = (
            f"{pair.second} minus {pair.first} is {number(pair.difference, 4)} in mean {measure} "
            f"(95% interval {format_interval(pair.interval)}, "
            f"{format_p_values(pair, len(compared.pairs))}). "
            f"{DROP_SENTENCES[statistic].format(short(limit, 6))}."
        )
        failed = (
            not drop <= limit + ROUNDING_TOLERANCE
            if statistic == "lower"
            else drop > limit + ROUNDING_TOLERANCE
        )
        yield LimitCheck(pair.second, "max-drop", measure, limit, drop, failed, sentence)


SHARE_LIMITS = {
    "max-missing": ("missing", "{} leaves out {} of {} judged {}"),
    "max-unjudged": ("unasked", "{} has {} of {} {} without judgments"),
}
"""The kind of finding whose queries are counted, and its sentence."""


def compare_shares(
    check: str, limit: float, results: "Results", baseline: str | None
) -> Iterator[LimitCheck]:
    """Yield the comparison of each system's share of missing or unjudged queries with a limit.

    The baseline is left out.

    check: one of `SHARE_LIMITS`
    """
    kind, template = SHARE_LIMITS[check]
    for system in results.systems:
        if system != baseline:
            counts = [f.count for f in results.findings if (f.kind, f.where) == (kind, system)]
            rows = results.at(system)
            n = sum(counts)
            total = results.judged["query"].n_unique()
            if kind == "unasked" and results.convention.mean != "run":
                total = n + rows.filter(rows["retrieved"] > 0).height
            noun = "query" if total == 1 else "queries"
            counted = template.format(system, n, total, noun)
            sentence = f"{counted}. The limit is a share of {short(limit, 6)}."
            failed = n > limit * total + ROUNDING_TOLERANCE
            yield LimitCheck(system, check, "", limit, n / total, failed, sentence)


def format_interval(interval: "Interval") -> str:
    """Format the ends of an interval. Return "none" if they are NaN."""
    low, high = interval
    return f"{number(low)} to {number(high)}" if low == low else "none"


def format_junit(
    checks: Sequence[LimitCheck], error: str = "", suite: str = "ndcg evaluate"
) -> bytes:
    """Return the checks as JUnit XML for continuous integration.

    error: the reason why nothing could be checked.
    """
    cases = [
        tag(
            "testcase",
            tag("failure", message=check.sentence) if check.failed else None,
            tag("system-out", check.sentence),
            classname=check.system,
            name=" ".join(filter(None, (check.check, check.measure, short(check.limit, 6)))),
        )
        for check in checks
    ]
    if error:
        failed = tag("error", message=error)
        cases.append(tag("testcase", failed, classname=suite, name="what was asked for"))
    failures = sum(check.failed for check in checks)
    errors = int(bool(error))
    counts: dict[str, Any] = {"tests": len(cases), "failures": failures, "errors": errors}
    suite_tag = tag("testsuite", *cases, name=suite, **counts)
    text = f'<?xml version="1.0" encoding="utf-8"?>\n{escape_unprintable(suite_tag)}\n'
    return text.encode(errors="replace")
