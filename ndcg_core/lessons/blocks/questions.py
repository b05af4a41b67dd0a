"""Questions: each has a hint, knows its right answer, and says something of a wrong one.

An answer is plain data, as it comes from a page and goes into a browser's storage: the place of an
option for a choice, a text for a number, texts by cell for a sheet, a cell and a mistake for an
audit.
"""

import re
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ndcg_core.html_builder import Html, html
from ndcg_core.lessons.placeholders.values import Value
from ndcg_core.lessons.prose import Prose
from ndcg_core.marking.record import Mark
from ndcg_core.marking.verdicts import INVALID, RIGHT, WRONG
from ndcg_core.numerals.numerals import read
from ndcg_core.numerals.reader import Unreadable

NEAR = 0.004
"""A number that was rounded on the way may be off by so much."""
BEGINS_WITH_NUMBER = re.compile(r"(<[^>]*>)*[−\d]")


Outcome = Literal["open", "right", "wrong", "invalid"]


@dataclass(frozen=True)
class Judged:
    """What an answer is ("open": there is none yet), what to say of it, and the marks.

    message  a text, or HTML of the lesson

    again    what to say besides where it may be tried again
    """

    outcome: Outcome
    message: str = ""
    marks: tuple[Mark, ...] = ()
    again: str = ""


class Question(Protocol):
    """What every kind of question can do."""

    @property
    def id(self) -> str:
        """Its name, unique in its lesson."""

    @property
    def kind(self) -> str:
        """One of "choice", "number", "sheet" and "audit"."""

    @property
    def ask(self) -> Prose:
        """What is asked."""

    @property
    def hint(self) -> Html:
        """The hint, as HTML."""

    @property
    def solution(self) -> Any:
        """An answer that is right."""

    @property
    def worked(self) -> Html:
        """How it is worked out, as HTML, for whoever missed it."""

    def judge(self, answer: Any) -> Judged:
        """What an answer is."""


# --- A choice --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """One answer of a choice: what it says, whether it is right, and why or why not.

    mistake   the id of the misconception behind a wrong one, or ""
    """

    say: Prose
    verdict: Outcome
    why: Prose
    mistake: str = ""


@dataclass(frozen=True)
class Choice:
    """One right answer among several; each wrong one says what is wrong with it."""

    id: str
    ask: Prose
    options: tuple[Option, ...]
    tip: Prose
    kind: str = "choice"

    @property
    def hint(self) -> Html:
        """The hint, as HTML."""
        return self.tip.shown()

    @property
    def solution(self) -> int:
        """The place of the right option."""
        return next(n for n, option in enumerate(self.options) if option.verdict == RIGHT)

    @property
    def worked(self) -> Html:
        """The right option, and why."""
        right = self.options[self.solution]
        said = Html(right.say.shown().removesuffix("."))
        return html("Right is “", said, "”. ", right.why.shown())

    def judge(self, answer: Any) -> Judged:
        """What picking an option is."""
        if not isinstance(answer, int) or not 0 <= answer < len(self.options):
            return Judged(INVALID, "Choose one of the answers.")
        option = self.options[answer]
        return Judged(option.verdict, option.why.shown())


# --- A number --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A number to work out; the slips are wrong numbers that say what their author did."""

    id: str
    ask: Prose
    value: float
    tip: Prose
    why: Prose
    slips: tuple[tuple[float, Prose], ...] = ()
    kind: str = "number"

    @property
    def hint(self) -> Html:
        """The hint, as HTML."""
        return self.tip.shown()

    @property
    def solution(self) -> str:
        """The number, as one writes it."""
        return Value.of(self.value).text

    @property
    def worked(self) -> Html:
        """The number, and how one gets it; "It is 1. 2 divided by ..." would read as 1.2."""
        why = self.why.shown()
        stop = ":" if BEGINS_WITH_NUMBER.match(why) else "."
        return html("It is ", Value.of(self.value).html, f"{stop} ", why)

    def judge(self, answer: Any) -> Judged:
        """What a number is: right as it is rounded, or a known slip, or just wrong."""
        try:
            written = read(str(answer))
        except Unreadable as error:
            return Judged(INVALID, str(error))
        unit = min(written.unit, 0.01)
        if written.fits(self.value, unit) or abs(written.value - self.value) <= NEAR:
            return Judged(RIGHT, self.why.shown())
        for slip, said in self.slips:
            if written.fits(slip, unit):
                return Judged(WRONG, said.shown())
        again = "Go through it once more, a step at a time."
        return Judged(WRONG, "This is another number.", again=again)
