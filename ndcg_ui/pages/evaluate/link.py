"""The link and the fields of the page `/evaluate`.

This module imports neither Streamlit nor anything slow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ndcg_core.content import load_toml
from ndcg_core.evaluation.scoring.choices import CHOICE_OPTIONS, Choices
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.numbers import clip_text
from ndcg_ui.exhibit.links import (
    Query,
    format_fields,
    make_text_fields,
    parse_positive_or_default,
    read_fields,
)

LONGEST_PARAMETER = 500
"""The number of characters of a parameter to read. The id of a query may be long."""
MOST_CUTOFFS = 6
LARGEST_CUTOFF = 10_000
NO_SECOND_CONVENTION = ""
WORDS = load_toml(__file__, "words.toml")
DATA: Mapping[str, str] = WORDS["data"]
SORTS: Mapping[str, str] = WORDS["sorts"]


@dataclass(frozen=True)
class Question(Choices):
    """A question to the evaluation page: the texts in the page's fields, as in the link.

    data          the evaluated data, one of `DATA`
    ks            the cutoffs; the first one is for everything but the table of systems
    rules         the convention        beside  a convention for a second column, or nothing
    a, b          the systems to compare; by default the first and the last
    q             the open query, or nothing for the one that differs most
    sort          the order of the queries
    columns       the columns of a visitor's files, as in `--columns`
    further ones  the choices for unusual data, by the names in `Choices`
    """

    data: str = "shop"
    ks: str = "10, 5"
    rules: str = "trec_eval-ndcg_cut"
    beside: str = NO_SECOND_CONVENTION
    a: str = "meanings"
    b: str = "both"
    q: str = ""
    sort: str = "size"
    columns: str = ""

    @property
    def settings(self) -> "EvaluationSettings":
        """The settings of the calculation. Other parameters choose the data and the display."""
        cutoffs, _ = read_cutoffs(self.ks)
        choices = Choices(**{name: getattr(self, name) for name in CHOICE_OPTIONS})
        return EvaluationSettings(cutoffs, self.rules, self.beside, choices, self.columns)

    def choose_pair(self, systems: Sequence[str]) -> tuple[str, str] | None:
        """Return two systems, the chosen ones or else defaults, or None if there are fewer.

        >>> Question().choose_pair(["x", "y", "z"]), Question(a="z").choose_pair(["x", "y", "z"])
        (('x', 'z'), ('z', 'y'))
        """
        if len(systems) < 2:
            return None
        first = self.a if self.a in systems else systems[0]
        others = [system for system in reversed(systems) if system != first]
        return first, self.b if self.b in others else others[0]


@dataclass(frozen=True)
class EvaluationSettings:
    """The cutoffs, conventions, choices for unusual data, and column names of an evaluation."""

    ks: tuple[int | None, ...] = (10, 5)
    rules: str = Question.rules
    second: str = NO_SECOND_CONVENTION
    choices: Choices = field(default_factory=Choices)
    columns: str = ""


OFFERED: Mapping[str, tuple[str, ...]] = {
    "data": tuple(DATA),
    "rules": tuple(CONVENTIONS),
    "beside": (NO_SECOND_CONVENTION, *CONVENTIONS),
    "sort": tuple(SORTS),
    **CHOICE_OPTIONS,
}
FIELDS = make_text_fields(vars(Question()), OFFERED, LONGEST_PARAMETER)


def read_question(query: Query) -> Question:
    """Read a question from a link or the page's fields. Use defaults for unusable texts.

    >>> read_question({"ks": "3", "rules": "none", "missing": "left-out"}).missing
    'left-out'
    """
    return Question(**read_fields(FIELDS, query)[0])


def format_question_link(question: Question) -> dict[str, str]:
    """Return the link parameters of a question, without defaults.

    >>> format_question_link(Question(ks="3"))
    {'ks': '3'}
    """
    return format_fields(FIELDS, vars(question))


def read_cutoffs(text: str) -> tuple[tuple[int | None, ...], str]:
    """Parse cutoffs, and return them with a sentence about an error, or "".

    "all" becomes None. A repeated cutoff counts once. Cutoffs 10 and 5 replace an empty or
    invalid list. Of a longer list, only the first `MOST_CUTOFFS` are used.

    >>> read_cutoffs("10, 5 all")
    ((10, 5, None), '')
    >>> read_cutoffs("0")[1]
    'Cutoff “0”: it must be a whole number from 1 to 10,000, or “all”. Cutoffs 10 and 5 are used.'
    """
    cutoffs: list[int | None] = []
    for piece in text.replace(",", " ").split():
        k = _read_cutoff(piece)
        if k == 0:
            most = f"{LARGEST_CUTOFF:,}"
            why = f"it must be a whole number from 1 to {most}, or “all”."
            return (10, 5), f"Cutoff “{clip_text(piece, 20)}”: {why} Cutoffs 10 and 5 are used."
        cutoffs.append(k)
    each = tuple(dict.fromkeys(cutoffs))
    if not each:
        return (10, 5), "No cutoff is given. Cutoffs 10 and 5 are used."
    if len(each) > MOST_CUTOFFS:
        problem = f"These are {len(each)} cutoffs. The first {MOST_CUTOFFS} are used."
        return each[:MOST_CUTOFFS], problem
    return each, ""


def _read_cutoff(text: str) -> int | None:
    """Parse a cutoff. Return None for "all", and 0 for an invalid text."""
    if text.casefold() == "all":
        return None
    k = parse_positive_or_default(text)
    return k if k <= LARGEST_CUTOFF else 0
