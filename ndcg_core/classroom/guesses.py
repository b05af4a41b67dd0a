"""A question answered by a guess: a number to commit to before it is seen."""

from dataclasses import dataclass
from math import isfinite

from ndcg_core.classroom.asked import RIGHT_GROUP, Kind, Verdict
from ndcg_core.lessons.placeholders.settings import Value
from ndcg_core.lessons.prose import Prose
from ndcg_core.metric import number


@dataclass(frozen=True)
class Guessing:
    """A number to commit to before it is seen; what is near enough is right, the rest is grouped.

    reveal  what is said once the answer is out, of what was guessed; why: whatever was guessed
    """

    asked: str
    value: float
    low: float
    high: float
    step: float
    reveal: Prose
    why: Prose
    digits: int
    kind: Kind = "guess"

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.asked

    @property
    def worked(self) -> str:
        """The number, and what is to be seen of it."""
        return f"It is {number(self.value)}. {self.why.shown()}".strip()

    def read(self, given: object) -> float:
        """A number on the slider, at one of its steps."""
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not isfinite(given):
            raise ValueError("Set the slider to your guess.")
        if not self.low <= given <= self.high:
            raise ValueError(f"The slider goes from {self.low:g} to {self.high:g}.")
        steps = round((given - self.low) / self.step)
        return round(min(self.low + steps * self.step, self.high), 9)

    def judge(self, answer: float) -> Verdict:
        """Near enough is within a twentieth of the slider."""
        off = answer - self.value
        near = abs(off) <= (self.high - self.low) / 20 + 1e-9
        group = RIGHT_GROUP if near else self._tenth(answer)
        return Verdict("right" if near else "wrong", group, self._said(answer))

    def _said(self, answer: float) -> str:
        own, exact = Value.of(answer, self.digits), Value.of(self.value)
        return f"{self.reveal.shown({'you': own, 'answer': exact})} {self.why.shown()}".strip()

    def _tenth(self, answer: float) -> str:
        """The tenth of the slider that a guess lies in, by its ends."""
        width = (self.high - self.low) / 10
        n = min(9, int((answer - self.low) / width + 1e-9))
        low, high = self.low + n * width, self.low + (n + 1) * width
        return f"{low:.{self.digits}f} to {high:.{self.digits}f}"

    def label(self, group: str) -> str:
        """The ends of the tenth."""
        return f"near {number(self.value)}" if group == RIGHT_GROUP else group
