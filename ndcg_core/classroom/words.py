"""Questions answered in words and numbers: a choice, a number, a wrong line."""

from collections.abc import Mapping
from dataclasses import dataclass

from ndcg_core.classroom.asked import (
    GROUP_NAMES,
    RIGHT_GROUP,
    UNKNOWN,
    Kind,
    Outcome,
    Verdict,
    field,
    fields,
    place,
)
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.papers import Audit
from ndcg_core.lessons.blocks.questions import Choice, Number
from ndcg_core.marking.wording import cell_name
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import read

CHOOSE = "Choose one of the answers."
OUTCOMES: Mapping[str, Outcome] = {"right": "right", "wrong": "wrong"}


@dataclass(frozen=True)
class _OfALesson:
    """What all questions of lessons have in common."""

    question: Choice | Number | Audit

    @property
    def ask(self) -> str:
        """What is asked."""
        return self.question.ask.shown()

    @property
    def worked(self) -> str:
        """The solution and the way to it."""
        return self.question.worked


@dataclass(frozen=True)
class Choosing(_OfALesson):
    """A choice; every option is a group of its own, option-0, option-1 ..."""

    question: Choice
    kind: Kind = "choice"

    def read(self, given: object) -> int:
        """The place of an option."""
        return place(given, len(self.question.options), CHOOSE)

    def judge(self, answer: int) -> Verdict:
        """Whether the option is right, and why or why not."""
        judged = self.question.judge(answer)
        return Verdict(OUTCOMES[judged.outcome], f"option-{answer}", judged.message)

    def label(self, group: str) -> str:
        """What the option says."""
        return self.question.options[int(group.removeprefix("option-"))].say.shown()


@dataclass(frozen=True)
class Writing(_OfALesson):
    """A number; each slip that the lesson knows is a group, slip-0, slip-1 ..."""

    question: Number
    kind: Kind = "number"

    def read(self, given: object) -> str:
        """The text in the field, which is a number; else the sentence says what would be one."""
        text = field(given)
        read(text)
        return text

    def judge(self, answer: str) -> Verdict:
        """Right as it is rounded, a known slip, or not known."""
        judged = self.question.judge(answer)
        if judged.outcome == "right":
            return Verdict("right", RIGHT_GROUP, judged.message)
        slips = (
            n for n, (_, said) in enumerate(self.question.slips) if said.shown() == judged.message
        )
        slip = next(slips, None)
        group = UNKNOWN if slip is None else f"slip-{slip}"
        return Verdict("wrong", group, judged.message)

    def label(self, group: str) -> str:
        """What is said of the slip."""
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        return self.question.slips[int(group.removeprefix("slip-"))][1].shown()


@dataclass(frozen=True)
class Auditing(_OfALesson):
    """A printed calculation: which line is wrong, and what its author did; grouped by the line."""

    question: Audit
    kind: Kind = "audit"

    def read(self, given: object) -> dict[str, str]:
        """The cell of a line, and the id of a mistake."""
        answer = fields(given, ("cell", "mistake"), "name a line, and what its author did")
        if answer.get("cell") not in self.question.lines:
            raise ValueError("Choose the line that is wrong.")
        if answer.get("mistake") not in self.question.offered:
            raise ValueError("Choose what the author of that line did.")
        return answer

    def judge(self, answer: Mapping[str, str]) -> Verdict:
        """Whether that line is wrong, and for that reason."""
        judged = self.question.judge(answer)
        right = judged.outcome == "right"
        group = RIGHT_GROUP if right else "/".join((answer["cell"], answer["mistake"]))
        return Verdict(OUTCOMES[judged.outcome], group, judged.message)

    def label(self, group: str) -> str:
        """The line and the reason."""
        if group in GROUP_NAMES:
            return GROUP_NAMES[group]
        cell, _, mistake = group.partition("/")
        return html(f"{cell_name(cell)}: {MISCONCEPTIONS[mistake].title.lower()}")
