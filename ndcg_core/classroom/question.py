"""The interface of the questions for a class: kinds, answers and verdicts.

kind     the learner's task             an answer as plain data
choice   choose one option              the index of the option: 2
several  tick all right options         their indices: [0, 2]
number   write a number                 a text: "0.973"
sheet    fill in the blanks of a sheet  texts by cell: {"dcg": "6.15"}
audit    name a wrong line and why      {"cell": "dcg", "mistake": "no-discount"}
order    put documents in order         their indices in the first order: [2, 0, 1]
guess    set a slider                   a number: 0.85
text     answer in their own words      a text: "A grade at rank 1 counts in full."
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from ndcg_core.html_builder import html
from ndcg_core.marking.marks import Mark
from ndcg_core.marking.verdicts import COARSE_REPLY
from ndcg_core.measures import NamedMistake
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import join_actions, shorten_action

Kind = Literal["choice", "several", "number", "sheet", "audit", "order", "guess", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Outcome = Literal["right", "wrong", "incomplete", "invalid", "open"]
MAX_FIELD_LENGTH = 80
"""The greatest number of characters in one field of an answer."""

RIGHT_GROUP = "right"
UNKNOWN_GROUP = "unknown"
UNREADABLE_GROUP = "unreadable"
TOO_COARSE_GROUP = "too-coarse"
INCOMPLETE_GROUP = "incomplete"
GROUP_NAMES = {
    RIGHT_GROUP: "right",
    UNKNOWN_GROUP: "not known",
    INCOMPLETE_GROUP: "incomplete",
    UNREADABLE_GROUP: "not readable",
    TOO_COARSE_GROUP: "too coarse to tell",
}


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer. The outcome is "open" for a question without a right answer.

    group    the group in which the answer is counted: "right", "unknown", a known mistake (see
             `find_group`), or the answer itself if there are few possible answers
    message  the feedback to the learner, as HTML
    cell     the blank that decided the verdict; "" if there is one blank or all blanks are right
    """

    outcome: Outcome
    group: str
    message: str
    cell: str = ""


def make_invalid_verdict(message: str) -> Verdict:
    """Return the verdict on an answer that is unreadable or has too few digits.

    >>> verdict = make_invalid_verdict(COARSE_REPLY)
    >>> verdict.outcome, verdict.message
    ('invalid', 'The number has too few digits. Give at least two decimals.')
    """
    if message == COARSE_REPLY:
        reply = "The number has too few digits. Give at least two decimals."
        return Verdict("invalid", TOO_COARSE_GROUP, reply)
    return Verdict("invalid", UNREADABLE_GROUP, html(message))


class FieldError(ValueError):
    """An error about the content of one form field, with the field's name."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@contextmanager
def raise_field_errors(name: str) -> Iterator[None]:
    """Convert a ValueError or an ArithmeticError raised in the `with` block to a `FieldError`.

    A `FieldError` that is raised in the block remains the same.

    name: the name of the field.
    """
    try:
        yield
    except FieldError:
        raise
    except (ValueError, ArithmeticError) as error:
        raise FieldError(name, str(error)) from None


COULD_BE = "could be: "
MEASURE_MISTAKE = "measure-"
"""The start of the group of a known mistake in another measure than NDCG."""


def find_group(mark: Mark) -> str:
    """Return the group of a wrong number: its mistake, its possible mistakes, or "unknown".

    >>> from ndcg_core import Sheet, mark
    >>> sheet = Sheet((3, 2, 3, 0, 1))
    >>> [find_group(mark(sheet.with_given("dcg", text))[0]) for text in ("9.00", "5.23")]
    ['no-discount', 'unknown']
    >>> find_group(mark(sheet.with_given("dcg", "6.32"))[0])
    'could be: sorted the grades before calculating DCG, or entered IDCG'
    """
    if not mark.deeds or mark.misconception is None:
        return UNKNOWN_GROUP
    if mark.certainty != "named":
        return f"{COULD_BE}{join_actions(*mark.deeds)}"
    usual = shorten_action(MISCONCEPTIONS[mark.misconception].action)
    return mark.misconception + ("" if mark.deeds[0] == usual else f": {mark.deeds[0]}")


def find_measure_group(mistakes: Sequence[NamedMistake], is_sure: bool) -> str:
    """Return the group of a wrong number of another measure, as `find_group` does for NDCG.

    is_sure: False if the mistakes are only possible

    >>> from ndcg_core.measures import P, explain_number, rank_grades
    >>> from ndcg_core.numerals.numerals import read_numeral
    >>> found = explain_number(P, rank_grades([1, 0, 0], k=3), read_numeral("0.50"))
    >>> find_measure_group(found, True), find_measure_group([], True)
    ('measure-k-minus-1: stopped at rank k − 1 instead of rank k', 'unknown')
    """
    actions = [shorten_action(mistake.action) for mistake in mistakes]
    if not actions:
        return UNKNOWN_GROUP
    if not is_sure:
        return f"{COULD_BE}{join_actions(*actions)}"
    return f"{MEASURE_MISTAKE}{mistakes[0].id}: {actions[0]}"


def describe_group(group: str) -> str:
    """Return a group's display name, for the wall, the phones and the files.

    >>> describe_group("no-discount"), describe_group("multiplied-up: left out the percent sign")
    ('counted every gain in full', 'left out the percent sign')
    """
    if group in GROUP_NAMES or group.startswith(COULD_BE):
        return GROUP_NAMES.get(group, group)
    id, _, done = group.partition(": ")
    return done or (shorten_action(MISCONCEPTIONS[id].action) if id in MISCONCEPTIONS else group)


class ClassQuestion(Protocol):
    """The interface of all kinds of questions for a class."""

    @property
    def kind(self) -> Kind:
        """The kind of the question, such as "choice"."""

    @property
    def ask(self) -> str:
        """The question as HTML."""

    @property
    def wall(self) -> str:
        """The question for the wall, as HTML: its short sentence if it has one."""

    @property
    def worked_solution(self) -> str:
        """The solution with its calculation or reason, as HTML."""

    def read_answer(self, raw_answer: object) -> Any:
        """Return the answer in a learner's message. Raise ValueError if it is missing or bad."""

    def judge_answer(self, answer: Any) -> Verdict:
        """Return the verdict on an answer that `read_answer` returned."""

    def label_group(self, group: str) -> str:
        """Describe a group in a few words, as HTML."""

    def describe_answer(self, answer: Any) -> str:
        """Return an answer as readable HTML. A guess is described by its range."""


def format_answer(answer: Any) -> str:
    """Return an answer as JSON. Equal answers give equal texts.

    >>> format_answer({"ndcg": "0.9", "dcg": "6"})
    '{"dcg":"6","ndcg":"0.9"}'
    """
    return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_field(raw_text: object) -> str:
    """Return a field's text with whitespace normalized.

    Raises ValueError if the text is missing, blank, too long or unprintable.
    """
    if not isinstance(raw_text, str) or not raw_text.strip():
        raise ValueError("There is no answer yet. Write a number.")
    text = " ".join(raw_text.split())
    if len(text) > MAX_FIELD_LENGTH or not text.isprintable():
        raise ValueError(f"Write a number with at most {MAX_FIELD_LENGTH} characters.")
    return text


def read_fields(raw_texts: object, names: tuple[str, ...], request: str) -> dict[str, str]:
    """Return the non-empty texts under `names`. Raise ValueError if all are empty.

    Raises ValueError also for a text that `read_field` refuses.

    request: the request in the error's sentence.

    >>> read_fields({"dcg": " 6.15", "ndcg": ""}, ("dcg", "ndcg"), "fill in the blanks")
    {'dcg': '6.15'}
    """
    values = dict(raw_texts) if isinstance(raw_texts, Mapping) else {}
    texts = {name: values[name] for name in names if values.get(name)}
    if not any(isinstance(text, str) and text.strip() for text in texts.values()):
        raise ValueError(f"There is no answer yet: {request}.")
    return {n: read_field(t) for n, t in texts.items() if not isinstance(t, str) or t.strip()}
