"""The learning of a class between two tests, `test/dcg/1/before` and `test/dcg/1/after`."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt

from ndcg_core.metric import number

FEWEST = 10
"""Learners below whom the interval is about as wide as all that could be."""


def counterpart(reference: str) -> str:
    """Return the pre-test that belongs to a post-test question, or "" for other questions.

    >>> counterpart("test/dcg/1/after"), counterpart("drag/1")
    ('test/dcg/1/before', '')
    """
    test, _, when = reference.rpartition("/")
    return f"{test}/before" if test.startswith("test/") and when == "after" else ""


@dataclass(frozen=True)
class LearningGain:
    """The normalized gain of a class's shares of right answers (Hake 1998).

    g = (after - before) / (1 - before). Source: American Journal of Physics 66, 64.

    of             the learners who took both tests
    before, after  how many of them were right
    low, high      the ends of the 95 % interval of g
    """

    of: int
    before: int
    after: int
    low: float
    high: float

    @property
    def sentence(self) -> str:
        """Say the gain with its interval, or why there is none."""
        if self.of < FEWEST:
            return (
                f"{self.of} took both tests, which is too few to measure a gain. It needs {FEWEST}."
            )
        shares = (
            f"Right before: {self.before} of {self.of}. Right after: {self.after} of {self.of}."
        )
        if self.before == self.of:
            return f"{shares} All answers were right before, so there was nothing to gain."
        if self.low == -inf:
            wrong = self.of - self.before
            return f"{shares} Wrong before: {wrong}, which is too few to measure a gain."
        gain = number((self.after - self.before) / (self.of - self.before), 2)
        ends = f"{number(self.low, 2)} to {number(self.high, 2)}"
        return (
            f"{shares} Normalized gain, (after \u2212 before) / (1 \u2212 before): {gain}, with "
            "95% confidence "
            f"{ends}.{' Chance alone could give this gain.' if self.low <= 0 else ''}"
        )


def learning_gain(results: Iterable[tuple[bool, bool]]) -> LearningGain:
    """Return the gain of learners from their results before and after.

    The interval has every g that a score test does not refuse (Wilson's method, for a quotient):
    (won - lost - g wrong)^2 <= 1.96^2 ((1 - g)^2 won + lost + g^2 never), with half a learner more
    in each outcome. It has no lower end where no more than two were wrong before.

    >>> gain = learning_gain([(True, True)] * 4 + [(False, True)] * 4 + [(False, False)] * 2)
    >>> gain.before, gain.after
    (4, 8)
    """
    pairs = list(results)
    before, after = (sum(pair[test] for pair in pairs) for test in (0, 1))
    won, lost, never = (
        pairs.count(pair) + 0.5 for pair in ((False, True), (True, False), (False, False))
    )
    wrong = won + never
    square = 1.96**2
    a = wrong**2 - square * wrong  # of a g^2 - 2 b g + c = 0
    b = (won - lost) * wrong - square * won
    c = (won - lost) ** 2 - square * (won + lost)
    if a <= 0:
        return LearningGain(len(pairs), before, after, -inf, 1.0)
    half = sqrt(b * b - a * c)
    return LearningGain(len(pairs), before, after, (b - half) / a, min(1.0, (b + half) / a))
