"""Checks of an evaluation, for continuous integration: what fails, and how sure that is.

fail-under  a system's mean NDCG is at least a limit
max-drop    it is no more than a limit below the baseline's, over the queries that both have
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from ndcg_core.metric import number, short

if TYPE_CHECKING:
    from ndcg_core.evaluation.paired import Pair
    from ndcg_core.evaluation.pairs import Compared
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
        low, high = map(number, mean.interval)
        sure = f"; 95 % interval {low} to {high}" if low != number(float("nan")) else ""
        sentence = (
            f"{mean.system} has a mean {measure} of {number(mean.mean, 4)}{sure}; "
            f"at least {short(limit, 6)} is wanted."
        )
        failed = not mean.mean >= limit - ROUNDING
        yield Check(mean.system, "fail-under", limit, mean.mean, failed, sentence)


def no_drop(limit: float, compared: "Compared", baseline: str, measure: str) -> Iterator[Check]:
    """Check each other system against the baseline; one that cannot be compared fails."""
    from ndcg_core.evaluation.pairs import no_comparison

    for first, second in compared.apart:
        sentence = no_comparison(first, second)
        yield Check(second, "max-drop", limit, float("nan"), True, sentence)
    for pair in compared.pairs:
        drop, allowed = 0.0 - pair.difference, short(limit, 6)
        side = "above" if drop < 0 else "below"
        sentence = (
            f"{pair.second} is {number(abs(drop), 4)} {side} {baseline} in mean {measure}; "
            f"at most {allowed} below is allowed{_between(pair)}; {p_value(pair, compared)}."
        )
        yield Check(pair.second, "max-drop", limit, drop, drop > limit + ROUNDING, sentence)


def _between(pair: "Pair") -> str:
    if pair.effect != pair.effect:  # nothing varies, or there is one query
        return ""
    low, high = (number(bound, 4) for bound in pair.interval)
    return f". The difference lies between {low} and {high} with a confidence of 95 %"


def p_value(pair: "Pair", compared: "Compared") -> str:
    """The p of two systems, and what is left of it where others were compared."""
    alone, corrected = (
        "below 0.0001" if p < 0.0001 else number(p, 4) for p in (pair.flips_p, pair.adjusted_p)
    )
    pairs = len(compared.pairs)
    holm = f", {corrected} after Holm for {pairs} pairs" if pairs > 1 else ""
    return f"p {alone} (signs flipped){holm}"


def junit(checks: Sequence[Check]) -> str:
    """The checks as JUnit's XML has test cases, which continuous integration shows."""
    failures = str(sum(check.failed for check in checks))
    suite = ElementTree.Element(
        "testsuite", name="ndcg evaluate", tests=str(len(checks)), failures=failures
    )
    for check in checks:
        name = f"{check.check} {short(check.limit, 6)}"
        case = ElementTree.SubElement(suite, "testcase", classname=_xml(check.system), name=name)
        if check.failed:
            ElementTree.SubElement(case, "failure", message=_xml(check.sentence))
        else:
            ElementTree.SubElement(case, "system-out").text = _xml(check.sentence)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _xml(text: str) -> str:
    """The text without the signs that XML cannot hold."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
