"""A plan and its file: the questions of a class, and thresholds for advice.

In the file, `questions` lists references (`references`). question/1 is the first [[question]]
table, a question of the teacher's own (`own_questions`).
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from ndcg_core.classroom.images import MAX_IMAGES, extract_images
from ndcg_core.classroom.own_questions import (
    REFERENCE_START,
    SINGLE_QUOTES_ADVICE,
    OwnQuestion,
    read_own_question,
)
from ndcg_core.classroom.question import FieldError
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import MAX_QUESTIONS, Room
from ndcg_core.content import ContentTable
from ndcg_core.metric.numbers import short_repr

MIN_ANSWERS = 5
"""The fewest answers for which a step is recommended."""


@dataclass(frozen=True)
class AdviceThresholds:
    """The percentages of right answers that decide the advice to the teacher.

    Sources recommend a discussion between 30 and 70, 35 and 70, or 30 and 80 percent, so teachers
    can change both.

    explain_below: below this percentage, the teacher explains the question
    discuss_to: up to this percentage, the class discusses the question
    """

    explain_below: int = 30
    discuss_to: int = 70

    def __post_init__(self) -> None:
        low = self.explain_below
        high = self.discuss_to
        if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high <= 100):
            raise ValueError(
                f"The thresholds are {low} and {high}. They must be whole percentages, "
                "0 to 100, the lower one first."
            )


THRESHOLDS = tuple(field.name for field in fields(AdviceThresholds))


@dataclass(frozen=True)
class Advice:
    """The recommended next step of a class, if any, with a reason for the teacher."""

    do: Literal["", "explain", "discuss", "go on"]
    text: str


def advise_teacher(
    right: int, count: int, thresholds: AdviceThresholds = AdviceThresholds()
) -> Advice:
    """Return the recommended next step if `right` of `count` answers are right.

    Fewer than `MIN_ANSWERS` answers are too few for a step.

    >>> [advise_teacher(right, 40).do for right in (10, 12, 28, 29)]
    ['explain', 'discuss', 'discuss', 'go on']
    """
    if count < MIN_ANSWERS:
        too_few = f"{count} answered, which is too few to decide."
        return Advice("", too_few if count else "Nobody has answered.")
    share = f"{right} of {count} are right"
    if 100 * right < thresholds.explain_below * count:
        return Advice(
            "explain", f"{share}, too few to convince the others. Explain the topic first."
        )
    if 100 * right <= thresholds.discuss_to * count:
        return Advice("discuss", f"{share}. Let neighbours convince each other, then vote again.")
    return Advice("go on", f"{share}. Show the solution and go on.")


MAX_TITLE_LENGTH = 100
MAX_FILE_LENGTH = 64_000
"""The greatest number of characters in a file.

This is enough for MAX_QUESTIONS references of the greatest length, or for ten of the longest
questions of a teacher's own.
"""
MAX_LINES = 2_000
"""The greatest number of lines in a file, with comments and empty lines."""
MAX_LINE_LENGTH = 1_000
"""The greatest number of characters in a line, without its texts and its comment."""
QUESTION_HEADER = "[[question]]"
OWN_PREFIX = "question/"

TEXT_OR_COMMENT = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+')
"""The texts and comments of a file. `*+` does not backtrack, so the time is proportional to the
length for any input."""
SETTING_LINE = re.compile(r"\s*[\w-]+\s*=.*", re.DOTALL)
NO_SETTING_MESSAGE = 'a setting is a name, "=" and a value, such as title = "Lecture 5"'


SITE_ADDRESS = re.compile(r"https?://[\w.-]{1,100}(?::\d{1,5})?(?:/[\w.~-]{1,60}){0,6}/?", re.ASCII)


def is_site_address(text: str) -> bool:
    """Return True if a text has the form of a web address without a query.

    >>> is_site_address("https://ndcg.example.edu/course/"), is_site_address("javascript:alert(1)")
    (True, False)
    """
    return bool(SITE_ADDRESS.fullmatch(text))


@dataclass(frozen=True)
class Plan:
    """A class plan: a title, the references of the questions, and the thresholds for advice.

    site: the address of a copy of the course where learners can practise afterwards, or ""
    images: the images in the teacher's own questions, by name
    """

    questions: tuple[str, ...]
    title: str = "A class"
    thresholds: AdviceThresholds = AdviceThresholds()
    site: str = ""
    images: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        Room.from_questions(self.questions)  # refuses an empty or too long plan
        if not self.title.isprintable() or not 1 <= len(self.title.strip()) <= MAX_TITLE_LENGTH:
            raise ValueError(f"A title must be one line of 1 to {MAX_TITLE_LENGTH} characters.")
        if self.site and not is_site_address(self.site):
            raise ValueError(
                f"The site is {short_repr(self.site)}. It must be an address such as "
                "https://ndcg.example.edu/course/."
            )
        for number, question in enumerate(self.questions, 1):
            try:
                find_question(question)
            except ValueError as error:
                raise ValueError(f"Question {number}: {error}") from None
        if len(set(self.image_names.values())) > MAX_IMAGES:
            raise ValueError(f"A plan has at most {MAX_IMAGES} images.")

    @property
    def image_names(self) -> dict[int, str]:
        """The names of the images, by the numbers of their questions, from 1."""
        numbered = enumerate(self.questions, 1)
        own = {
            n: read_own_question(question)
            for n, question in numbered
            if question.startswith(REFERENCE_START)
        }
        return {n: question.image for n, question in own.items() if question.image}

    def refuse_missing_images(self) -> None:
        """Raise ValueError for the first question whose image is not in `images`."""
        for number, name in self.image_names.items():
            if name not in self.images:
                raise ValueError(
                    f"Question {number}: the image is missing. Choose the image again."
                )

    @property
    def text(self) -> str:
        """The text of the plan's file, with the names of images instead of their contents.

        >>> print(Plan(("drag/1",)).text)
        title = "A class"
        explain_below = 30  # percent right
        discuss_to = 70
        questions = [
          "drag/1",
        ]
        <BLANKLINE>
        """
        own = list(dict.fromkeys(q for q in self.questions if q.startswith(REFERENCE_START)))
        names = {question: f"{OWN_PREFIX}{number}" for number, question in enumerate(own, 1)}
        settings = {
            "title": self.title,
            **vars(self.thresholds),
            **({"site": self.site} if self.site else {}),
            "questions": [names.get(question, question) for question in self.questions],
        }
        tables = (
            f"\n{QUESTION_HEADER}\n{_format_settings(read_own_question(question).changed_fields)}"
            for question in own
        )
        text = _format_settings(settings) + "".join(tables)
        return text.replace("\ndiscuss_to", "  # percent right\ndiscuss_to", 1)


def _format_settings(table: Mapping[str, Any]) -> str:
    """Return settings as lines of TOML."""
    return "".join(f"{name} = {_format_toml(value)}\n" for name, value in table.items())


def _format_toml(value: object) -> str:
    """Return a value as TOML. A list of texts has one text per line."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        return "[\n" + "".join(f"  {_format_toml(text)},\n" for text in value) + "]"
    if isinstance(value, str) and "\\" in value and "'" not in value:
        return f"'{value}'"  # a formula stays readable
    return json.dumps(value, ensure_ascii=False)  # printable values look the same in TOML


def read_plan(text: str) -> Plan:
    """Parse the text of a plan's file. Raise ValueError with a sentence for a bad plan.

    The file may contain an image, or only its name (`Plan.refuse_missing_images`).

    >>> read_plan('questions = ["drag/1"]').questions
    ('drag/1',)
    """
    text, images = extract_images(text)
    check_structure(text)
    try:
        table = ContentTable(tomllib.loads(text), "The plan")
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = _locate_question(text, int(line[1])) if line else ""
        hint = SINGLE_QUOTES_ADVICE if "\\" in str(error) else ""
        raise ValueError(f"This is not a plan: {where}{error}.{hint}") from None
    shares = {name: table.pop_value(name) for name in THRESHOLDS}
    thresholds = AdviceThresholds(
        **{name: value for name, value in shares.items() if value is not None}
    )
    own = {}
    for number, row in enumerate(table.pop_tables("question", QUESTION_HEADER), 1):
        try:
            own[f"{OWN_PREFIX}{number}"] = OwnQuestion.from_table(row).reference
        except FieldError as error:
            row.refuse(str(error))
    names = table.pop_texts("questions", list(own) or None)
    for name in {*own, *(name for name in names if name.startswith(OWN_PREFIX))}:
        if name not in own or name not in names:
            table.refuse(f"{name} must be in questions and have its own {QUESTION_HEADER} below.")
    questions = tuple(own.get(name, name) for name in names)
    title = table.pop_text("title", "A class")
    site = table.pop_text("site", "")
    plan = Plan(questions, title, thresholds, site, images)
    table.refuse_unread()
    return plan


def check_structure(text: str) -> None:
    """Raise ValueError if a plan's file is too large or has parts that are not allowed.

    It can have only settings, lists of plain values, and [[question]] tables. This check runs
    before tomllib, whose time and memory grow with the square of the depth of a dotted key or table
    name. For 20 kB, tomllib took six seconds and 500 MB.
    """
    if len(text) > MAX_FILE_LENGTH:
        raise ValueError(f"A plan’s file has at most {MAX_FILE_LENGTH:,} characters.")
    depth = 0
    tables = 0
    for number, line in enumerate(TEXT_OR_COMMENT.sub(_make_placeholder, text).split("\n"), 1):
        line = "" if line.isspace() else line
        if not depth and line.strip() == QUESTION_HEADER:
            tables += 1
            line = ""
        problem = ""
        if number > MAX_LINES:
            problem = f"a plan has at most {MAX_LINES} lines"
        elif tables > MAX_QUESTIONS:
            problem = f"a plan has at most {MAX_QUESTIONS} questions"
        elif "{" in line:
            problem = f"a plan has no tables except {QUESTION_HEADER}"
        elif '"""' in line or "'''" in line:
            problem = "a text must be on one line"
        elif line and not depth and not SETTING_LINE.fullmatch(line):
            problem = NO_SETTING_MESSAGE
        elif len(line) > MAX_LINE_LENGTH:
            problem = f"a value has at most {MAX_LINE_LENGTH:,} characters"
        else:
            for bracket in re.findall(r"[\[\]]", line):
                depth = depth + 1 if bracket == "[" else 0
                if depth > 1:
                    problem = "a list cannot contain a list"
                    break
        if problem:
            where = _locate_question(text, number)
            raise ValueError(f"This is not a plan: {where}line {number}: {problem}.")


def _locate_question(text: str, line: int) -> str:
    """Return "[[question]] 2, " for a line of question 2, or "" above the first question.

    line: the number of the line, from 1.
    """
    above = text.split("\n", line)[:line]
    count = sum(text_line.strip() == QUESTION_HEADER for text_line in above)
    return f"{QUESTION_HEADER} {count}, " if count else ""


def _make_placeholder(match: re.Match[str]) -> str:
    """Return "x" for a text, "" for a comment, and triple quotes unchanged.

    Only the structure of a file remains.
    """
    found = match.group()
    if found in ('"""', "'''"):
        return found
    return "" if found.startswith("#") else "x"
