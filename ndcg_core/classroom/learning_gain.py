"""What a class has learned between two parallel tests: the normalised gain of its mean.

The tests are two questions of a plan, `test/dcg/1/before` and `test/dcg/1/after`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from ndcg_core.metric import number

FEWEST = 10
"""Learners with both tests without whom the interval is about as wide as all that could be."""
NORMAL_975 = 1.96


def counterpart(reference: str) -> str:
    """The test before the class that belongs to a test after it; "" for any other question.

    >>> counterpart("test/dcg/1/after"), counterpart("drag/1")
    ('test/dcg/1/before', '')
    """
    test, _, when = reference.rpartition("/")
    return f"{test}/before" if test.startswith("test/") and when == "after" else ""


@dataclass(frozen=True)
class LearningGain:
    """g = (after - before) / (1 - before), of the shares of right answers (Hake 1998,
    American Journal of Physics 66, 64).

    of             the learners who took both tests, and nobody else
    before, after  how many of them were right
    low, high      the ends of the 95 % interval of g, of which 1 is the most
    """

    of: int
    before: int
    after: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The normalised gain; 0 where all were right before, as nothing was to be gained."""
        return (self.after - self.before) / (self.of - self.before) if self.before < self.of else 0

    @property
    def sentence(self) -> str:
        """The gain with its interval, or why there is none to tell."""
        if self.of < FEWEST:
            return (
                f"{self.of} took both tests: too few to tell what a class has learned; "
                f"it takes {FEWEST}."
            )
        shares = f"Right before: {self.before} of {self.of}; after: {self.after} of {self.of}."
        if self.before == self.of:
            return f"{shares} All were right before: there was nothing to gain."
        gain = (
            f"{shares} Normalised gain, (after − before) / (1 − before): "
            f"{number(self.value, 2)}, with 95 % confidence {number(self.low, 2)} to "
            f"{number(self.high, 2)}."
        )
        return f"{gain} Chance alone could give that." if self.low <= 0 else gain


def learning_gain(results: Iterable[tuple[bool, bool]]) -> LearningGain:
    """The gain of learners, of each of whom it is known whether they were right before and after.

    The interval is that of the delta method, in which each of the four outcomes counts half a
    learner more: of small classes, and of those in which everybody learned, the plain one is too
    narrow (tests/classroom/test_learning_gain.py).

    >>> gain = learning_gain([(True, True)] * 4 + [(False, True)] * 4 + [(False, False)] * 2)
    >>> gain.before, gain.after, round(gain.value, 3)
    (4, 8, 0.667)
    """
    pairs = list(results)
    before, after = (sum(pair[at] for pair in pairs) for at in (0, 1))
    counted = len(pairs) + 2
    won, lost, never = (
        (pairs.count(pair) + 0.5) / counted
        for pair in ((False, True), (True, False), (False, False))
    )
    wrong = won + never
    gain = (won - lost) / wrong
    slopes = ((won, (1 - gain) / wrong), (lost, -1 / wrong), (never, -gain / wrong))
    mean = sum(share * slope for share, slope in slopes)
    variance = sum(share * slope**2 for share, slope in slopes) - mean**2
    half = NORMAL_975 * sqrt(variance / counted)
    return LearningGain(len(pairs), before, after, gain - half, min(1.0, gain + half))
