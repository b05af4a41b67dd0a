"""A plan: the questions of a class in their order, kept in a file."""

import json
import tomllib
from dataclasses import dataclass

from ndcg_core.classroom.advice import Thresholds
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import LONGEST
from ndcg_core.content import Table

LONGEST_TITLE = 100
LONGEST_FILE = 100_000


@dataclass(frozen=True)
class Plan:
    """The title, the questions' references, and the thresholds of the advice."""

    questions: tuple[str, ...]
    title: str = "A class"
    thresholds: Thresholds = Thresholds()  # noqa: RUF009

    def __post_init__(self) -> None:
        if not 1 <= len(self.questions) <= LONGEST:
            count = len(self.questions)
            raise ValueError(f"A plan has 1 to {LONGEST} questions; this one has {count}.")
        if not self.title.isprintable() or not 1 <= len(self.title.strip()) <= LONGEST_TITLE:
            raise ValueError(f"A title is one line of 1 to {LONGEST_TITLE} characters.")
        for number, question in enumerate(self.questions, 1):
            try:
                find(question)
            except ValueError as error:
                raise ValueError(f"Question {number}: {error}") from None

    @property
    def text(self) -> str:
        """The plan as a file.

        >>> print(Plan(("drag/1",)).text)
        title = "A class"
        explain_below = 30  # percent right
        discuss_to = 70
        questions = [
          "drag/1",
        ]
        <BLANKLINE>
        """
        lines = "".join(f"  {_quoted(question)},\n" for question in self.questions)
        return (
            f"title = {_quoted(self.title)}\n"
            f"explain_below = {self.thresholds.explain_below}  # percent right\n"
            f"discuss_to = {self.thresholds.discuss_to}\n"
            f"questions = [\n{lines}]\n"
        )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # what is printable is written the same in TOML


def read_plan(text: str) -> Plan:
    """The plan in a file; ValueError with a sentence where there is none.

    >>> read_plan('questions = ["drag/1"]').questions
    ('drag/1',)
    """
    if len(text) > LONGEST_FILE:
        raise ValueError(f"A plan's file has at most {LONGEST_FILE:,} characters.")
    try:
        table = Table(tomllib.loads(text), "the plan")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"This is no plan: {str(error) or 'it is nested too deeply'}.") from None
    low, high = table.value("explain_below"), table.value("discuss_to")
    known = Thresholds()
    thresholds = Thresholds(
        known.explain_below if low is None else low, known.discuss_to if high is None else high
    )
    plan = Plan(table.texts("questions"), table.text("title", "A class"), thresholds)
    table.done()
    return plan
