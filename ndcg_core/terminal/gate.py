"""Checks of an evaluation, for continuous integration: what fails, and how sure that is.

fail-under  a system's mean NDCG is at least a limit
max-drop    it is no more than a limit below the baseline's, over the queries that both have
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ndcg_core.html_builder import tag
from ndcg_core.metric import number, short

if TYPE_CHECKING:
    from ndcg_core.evaluation.paired import Pair
    from ndcg_core.evaluation.pairs import Compared
    from ndcg_core.evaluation.resampling import Interval
    from ndcg_core.evaluation.results import Mean

ROUNDING = 1e-12
"""A limit that is missed by no more is kept."""


@dataclass(frozen=True)
class Check:
    """One system against one limit.

    check     "fail-under" or "max-drop"
    value     the mean, or how far it is below the baseline's; NaN where there is none
    sentence  what came out, and how sure it is
    """

    system: str
    check: str
    limit: float
    value: float
    failed: bool
    sentence: str

    @property
    def verdict(self) -> str:
        """Whether it failed, and the sentence."""
        return f"{'Failed' if self.failed else 'Passed'}: {self.sentence}"


def at_least(limit: float, means: "Sequence[Mean]", measure: str) -> Iterator[Check]:
    """Check each mean; one without a value fails."""
    for mean in means:
        sentence = (
            f"{mean.system} has a mean {measure} of {number(mean.mean, 4)} (95 % interval "
            f"{between(mean.interval)}); at least {short(limit, 6)} is wanted."
        )
        failed = not mean.mean >= limit - ROUNDING
        yield Check(mean.system, "fail-under", limit, mean.mean, failed, sentence)


def no_drop(limit: float, compared: "Compared", measure: str) -> Iterator[Check]:
    """Check what was compared with a baseline; what could not be compared fails."""
    from ndcg_core.evaluation.pairs import no_comparison

    for first, second in compared.apart:
        sentence = no_comparison(first, second)
        yield Check(second, "max-drop", limit, float("nan"), True, sentence)
    for pair in compared.pairs:
        drop = 0.0 - pair.difference
        sentence = (
            f"{pair.second} is {number(abs(drop), 4)} {'above' if drop < 0 else 'below'} "
            f"{pair.first} in mean {measure} (95 % interval {between(pair.interval)}; "
            f"{p_value(pair, compared)}); at most {short(limit, 6)} below is allowed."
        )
        yield Check(pair.second, "max-drop", limit, drop, drop > limit + ROUNDING, sentence)


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


def junit(checks: Sequence[Check]) -> str:
    """The checks as JUnit's XML has test cases, which continuous integration shows."""
    cases = [
        tag(
            "testcase",
            tag("failure", message=check.sentence) if check.failed else None,
            tag("system-out", check.sentence),
            classname=check.system,
            name=f"{check.check} {short(check.limit, 6)}",
        )
        for check in checks
    ]
    failures = sum(check.failed for check in checks)
    suite = tag("testsuite", *cases, name="ndcg evaluate", tests=len(checks), failures=failures)
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{plain}\n'
