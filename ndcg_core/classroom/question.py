"""A question as a class is asked it: how it is answered, what an answer is, what produces it.

kind     what a person does             an answer, as plain data
choice   choose one of several          the place of an option: 2
number   write a number                 a text: "0.973"
sheet    fill in the blanks of a sheet  texts by cell: {"dcg": "6.15"}
audit    name a wrong line and why      {"cell": "dcg", "mistake": "no-discount"}
order    bring documents into an order  their places in the first order: [2, 0, 1]
guess    set a slider                   a number: 0.85
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

Kind = Literal["choice", "number", "sheet", "audit", "order", "guess"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Outcome = Literal["right", "wrong", "invalid"]
LONGEST_TEXT = 80
"""Characters of what is written into one field."""

RIGHT_GROUP, UNKNOWN, UNREADABLE = "right", "unknown", "unreadable"
GROUP_NAMES = {RIGHT_GROUP: "right", UNKNOWN: "not known", UNREADABLE: "not a number"}


@dataclass(frozen=True)
class Verdict:
    """What an answer is.

    group    what produces it: "right", a known mistake's id, "unknown", or the answer itself where
             there are only a few
    message  what its author is told, as HTML
    """

    outcome: Outcome
    group: str
    message: str


class ClassQuestion(Protocol):
    """What every kind of question can do."""

    @property
    def kind(self) -> Kind:
        """How it is answered."""

    @property
    def ask(self) -> str:
        """What is asked, as HTML."""

    @property
    def worked(self) -> str:
        """The solution and the way to it, as HTML."""

    def read(self, given: object) -> Any:
        """The answer in what somebody sent; ValueError with a sentence where there is none."""

    def judge(self, answer: Any) -> Verdict:
        """What an answer that was read is."""

    def label(self, group: str) -> str:
        """A group in a few words, as HTML."""


def answer_text(answer: Any) -> str:
    """An answer as one text, the same for all that are the same.

    >>> answer_text({"ndcg": "0.9", "dcg": "6"})
    '{"dcg":"6","ndcg":"0.9"}'
    """
    return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def field(given: object, what: str = "a number") -> str:
    """The text in a field, without the spaces around it; ValueError where there is none."""
    if not isinstance(given, str) or not given.strip():
        raise ValueError(f"Nothing is written yet: write {what}.")
    text = " ".join(given.split())
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise ValueError(f"Write {what}, in {LONGEST_TEXT} characters at most.")
    return text


def fields(given: object, names: tuple[str, ...], what: str) -> dict[str, str]:
    """The texts under `names`, the empty ones left out; ValueError where all are."""
    texts = dict(given) if isinstance(given, Mapping) else {}
    found = {name: texts[name] for name in names if texts.get(name)}
    if not any(isinstance(text, str) and text.strip() for text in found.values()):
        raise ValueError(f"Nothing is written yet: {what}.")
    return {n: field(t) for n, t in found.items() if not isinstance(t, str) or t.strip()}


def first_sentence(text: str) -> str:
    """The first sentence of a refusal: what was wrong; the others say what to write instead.

    >>> first_sentence("That is too coarse to tell. Give at least two decimals.")
    'That is too coarse to tell.'
    """
    return text.partition(". ")[0].removesuffix(".") + "."


def place(given: object, count: int, sentence: str) -> int:
    """A place among `count`, from 0; ValueError with the sentence where it is none."""
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < count:
        raise ValueError(sentence)
    return given
