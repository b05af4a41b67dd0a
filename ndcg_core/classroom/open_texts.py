"""Questions that learners answer in their own words, without a right answer."""

import hashlib
from dataclasses import dataclass
from unicodedata import normalize

from ndcg_core.classroom.question import Kind, Verdict
from ndcg_core.html_builder import html

MAX_ANSWER_LENGTH = 200
"""The greatest number of characters in an answer."""
NO_RIGHT_ANSWER = "This question has no single right answer."


@dataclass(frozen=True)
class OpenQuestion:
    """A question to answer in words. Answers that differ only in case and spaces are a group.

    The name of a group is a digest, so that the state of a room contains no words of learners.

    reason  the text that is shown as the solution, or ""

    >>> question = OpenQuestion("Why?")
    >>> question.judge_answer(" Because. ").group == question.judge_answer("because.").group
    True
    """

    ask: str
    reason: str = ""
    grades: tuple[float, ...] = ()
    kind: Kind = "text"

    @property
    def wall(self) -> str:
        """The question for the wall, which is `ask`."""
        return self.ask

    @property
    def worked_solution(self) -> str:
        """The teacher's reason, or without one, a sentence that there is no single right answer."""
        return self.reason or html(NO_RIGHT_ANSWER)

    def read_answer(self, raw_answer: object) -> str:
        """Return a text with single spaces, without unprintable characters.

        Raises ValueError if the text is empty or too long.
        """
        text = " ".join(raw_answer.split()) if isinstance(raw_answer, str) else ""
        text = normalize("NFC", "".join(filter(str.isprintable, text))).strip()
        if not text:
            raise ValueError("There is no answer yet. Answer in your own words.")
        if len(text) > MAX_ANSWER_LENGTH:
            raise ValueError(
                f"Write at most {MAX_ANSWER_LENGTH} characters. Your answer has {len(text)}."
            )
        return text

    def judge_answer(self, answer: str) -> Verdict:
        """Return an "open" verdict. Its group ignores differences in case and spaces."""
        same = " ".join(answer.casefold().split())
        return Verdict("open", hashlib.sha256(same.encode()).hexdigest()[:16], "")

    def label_group(self, group: str) -> str:
        """Return a group, which is only a digest, as HTML."""
        return html(group)

    def describe_answer(self, answer: str) -> str:
        """Return an answer as HTML."""
        return html(answer)
