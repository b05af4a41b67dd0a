"""Questions that learners answer in their own words. No answer is right or wrong."""

import hashlib
from dataclasses import dataclass
from unicodedata import normalize

from ndcg_core.classroom.question import Kind, Verdict
from ndcg_core.html_builder import html

LONGEST_ANSWER = 200
NO_RIGHT_ANSWER = "This question has no single right answer."


@dataclass(frozen=True)
class OpenQuestion:
    """A question for an open text. Texts that differ only in case and spaces form one group.

    The name of a group is a digest, so that the state of a room has no words of learners.

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
        return self.ask

    @property
    def worked_solution(self) -> str:
        return self.reason or html(NO_RIGHT_ANSWER)

    def read_answer(self, data: object) -> str:
        """Read a text. Join its words with single spaces, and drop invisible characters."""
        text = " ".join(data.split()) if isinstance(data, str) else ""
        text = normalize("NFC", "".join(filter(str.isprintable, text))).strip()
        if not text:
            raise ValueError("There is no answer yet. Answer in your own words.")
        if len(text) > LONGEST_ANSWER:
            raise ValueError(
                f"Write at most {LONGEST_ANSWER} characters. Your answer has {len(text)}."
            )
        return text

    def judge_answer(self, answer: str) -> Verdict:
        same = " ".join(answer.casefold().split())
        return Verdict("open", hashlib.sha256(same.encode()).hexdigest()[:16], "")

    def label_group(self, group: str) -> str:
        return html(group)

    def describe_answer(self, answer: str) -> str:
        return html(answer)
