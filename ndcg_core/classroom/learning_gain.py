"""The learning gain of a class between parallel tests before and after the class."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt

from ndcg_core.metric import number

MIN_LEARNERS = 10
"""The fewest learners for a gain. With fewer, the interval covers almost all values."""


def find_pretest(reference: str) -> str:
    """Return the reference to a post-test's pre-test, or "" for any other question.

    >>> find_pretest("test/dcg/1/after"), find_pretest("drag/1")
    ('test/dcg/1/before', '')
    """
    test, _, when = reference.rpartition("/")
    return f"{test}/before" if test.startswith("test/") and when == "after" else ""


@dataclass(frozen=True)
class LearningGain:
    """A class's normalized gain in right answers between two tests (Hake 1998).

    g = (after - before) / (1 - before). Source: American Journal of Physics 66, 64.

    learners  the number of learners who took both tests
    before    the number of right answers before the class
    after     the number of right answers after the class
    low       the lower end of the 95% interval of g
    high      the upper end of the 95% interval of g
    """

    learners: int
    before: int
    after: int
    low: float
    high: float

    @property
    def text(self) -> str:
        """A text with the gain and its interval, or with the reason for no gain."""
        if self.learners < MIN_LEARNERS:
            return (
                f"{self.learners} took both tests, which is too few to measure a gain. "
                f"A gain needs {MIN_LEARNERS} learners."
            )
        shares = (
            f"Right before: {self.before} of {self.learners}. "
            f"Right after: {self.after} of {self.learners}."
        )
        if self.before == self.learners:
            return f"{shares} All answers were right before, so there was nothing to gain."
        if self.low == -inf:
            wrong = self.learners - self.before
            return f"{shares} Wrong before: {wrong}, which is too few to measure a gain."
        gain = number((self.after - self.before) / (self.learners - self.before), 2)
        ends = f"{number(self.low, 2)} to {number(self.high, 2)}"
        warning = " Chance alone could give this gain." if self.low <= 0 <= self.high else ""
        return (
            f"{shares} Normalized gain, (after \u2212 before) / (1 \u2212 before): {gain}, with "
            f"95% confidence {ends}.{warning}"
        )


def compute_learning_gain(results: Iterable[tuple[bool, bool]]) -> LearningGain:
    """Compute the learning gain from each learner's pair (right before, right after).

    The interval contains every g that a score test does not reject (Wilson's method for a
    quotient): (won - lost - g wrong)^2 <= 1.96^2 ((1 - g)^2 won + lost + g^2 never), with half a
    learner added to each outcome. The interval has no lower end if at most two learners were wrong
    before the class. The letters and words are numbers of learners, except g:

    won    wrong before and right after
    lost   right before and wrong after
    never  wrong before and after
    wrong  won + never

    >>> results = [(True, True)] * 4 + [(False, True)] * 4 + [(False, False)] * 2
    >>> gain = compute_learning_gain(results)
    >>> gain.before, gain.after
    (4, 8)
    """
    pairs = list(results)
    before = sum(was_right for was_right, _ in pairs)
    after = sum(is_right for _, is_right in pairs)
    won = pairs.count((False, True)) + 0.5
    lost = pairs.count((True, False)) + 0.5
    never = pairs.count((False, False)) + 0.5
    wrong = won + never
    square = 1.96**2
    a = wrong**2 - square * wrong  # the equation is a g^2 - 2 b g + c = 0
    b = (won - lost) * wrong - square * won
    c = (won - lost) ** 2 - square * (won + lost)
    if a <= 0:
        return LearningGain(len(pairs), before, after, -inf, 1.0)
    half = sqrt(b * b - a * c)
    return LearningGain(len(pairs), before, after, (b - half) / a, min(1.0, (b + half) / a))
