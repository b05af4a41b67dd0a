"""The link and the fields of the conventions page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, isfinite
from sys import maxsize
from typing import NamedTuple

from ndcg_core.content import load_toml
from ndcg_core.libraries import (
    LIBRARIES,
    Ranking,
    check_ranking,
    find_wrong_calls_by_error,
    list_matching_libraries,
)
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_plain_number, read_printed_number
from ndcg_core.who import Printers, read_table
from ndcg_ui import limits
from ndcg_ui.components.board.link import (
    CUTOFF,
    DEFAULT_RANKING_SHOWN,
    FIRST_RANKING,
    read_board,
)
from ndcg_ui.exhibit.links import (
    Field,
    Query,
    format_fields,
    make_field_reader,
    make_text_fields,
    read_fields,
)

DEFAULT_RANKING = Ranking(tuple(map(float, FIRST_RANKING.split(","))))
_SEPARATORS = re.compile(r"[\s,;\[\]()]+")


@dataclass(frozen=True)
class LibraryQuestion:
    """A question to the conventions page: the texts in the page's fields, as in the link.

    r       the ranking         judged  all judged documents, or nothing
    k       the cutoff          scores  the system's scores, or nothing
    got     the entered number or error
    a, b    the two libraries to compare
    """

    r: str = FIRST_RANKING
    k: str = ""
    judged: str = ""
    scores: str = ""
    got: str = ""
    a: str = "scikit-learn"
    b: str = "lightgbm"


def _make_library_field(name: str, title: str) -> Field:
    """Return a link field with the id of a library, whose error names the library shown instead."""
    default = getattr(LibraryQuestion, name)
    rule = f"no library here has this id, so {LIBRARIES[default].title} is shown"
    ids = {id: id for id in LIBRARIES}
    return Field(name, default, make_field_reader(title, rule, ids.__getitem__), max_length=maxsize)


LIBRARY_FIELDS = (
    _make_library_field("a", "first library"),
    _make_library_field("b", "second library"),
)
FIELDS = (
    *make_text_fields(
        {name: text for name, text in vars(LibraryQuestion()).items() if name not in ("a", "b")},
        {},
        limits.LONGEST_RANKING + 1,
    ),
    *LIBRARY_FIELDS,
)
"""The fields of the link. Texts are cut one character beyond the limit, which shows that they are
too long."""


def read_question(texts: Query) -> LibraryQuestion:
    """Read a question from a link or the page's fields. Use defaults for unusable texts.

    >>> read_question({"r": "3,0", "b": "ranx-ndcg", "a": "none"}).b
    'ranx-ndcg'
    """
    return LibraryQuestion(**read_fields(FIELDS, texts)[0])


def format_question_link(question: LibraryQuestion) -> dict[str, str]:
    """Return the link parameters of a question, without defaults or overlong texts.

    >>> format_question_link(LibraryQuestion(k="3"))
    {'k': '3'}
    """
    link = format_fields(FIELDS, vars(question))
    return {name: text for name, text in link.items() if len(text) <= limits.LONGEST_RANKING}


class FieldProblem(NamedTuple):
    """A sentence about a text that cannot be used, and the name of its field."""

    field: str
    message: str


@dataclass(frozen=True)
class ParsedQuestion:
    """The ranking that a question describes, with sentences about problems in its texts.

    has_visitors_ranking: False if the visitor's ranking could not be read or scored, and was
        replaced
    refused_fields: the names of the fields that the problems are about
    """

    ranking: Ranking
    problems: tuple[str, ...] = ()
    has_visitors_ranking: bool = True
    refused_fields: tuple[str, ...] = ()


def parse_question(
    question: LibraryQuestion, consequence: str = DEFAULT_RANKING_SHOWN
) -> ParsedQuestion:
    """Parse the texts of a question into a ranking. Replace or leave out invalid texts.

    consequence: the sentence after the error message about an invalid ranking.

    >>> parse_question(LibraryQuestion(r="3, 0, 2", scores="1 2")).problems
    ('Scores: there are 2 for 3 documents. The scores are left out.',)
    >>> parse_question(LibraryQuestion(r="3,,2")).ranking.grades
    (3.0, 2.0, 3.0, 0.0, 1.0)
    """
    problems: list[FieldProblem] = []
    is_read = True
    try:
        ranking = _read_ranking(question, problems)
    except ValueError as error:
        ranking = DEFAULT_RANKING
        is_read = False
        problems.append(FieldProblem("r", f"{error} {consequence}"))
    try:
        ranking = replace(ranking, k=CUTOFF.parse_typed_text(question.k.strip()))
    except ValueError as error:
        problems.append(FieldProblem("k", str(error)))
    try:
        ranking = replace(ranking, scores=_read_scores(question.scores, len(ranking.grades)))
    except ValueError as error:
        ranking = replace(ranking, scores=None)
        problems.append(FieldProblem("scores", f"Scores: {error} The scores are left out."))
    scored = _choose_scorable_ranking(ranking, problems, consequence)
    return ParsedQuestion(
        scored,
        tuple(problem.message for problem in problems),
        is_read and scored.grades == ranking.grades,
        tuple(problem.field for problem in problems),
    )


def _read_ranking(question: LibraryQuestion, problems: list[FieldProblem]) -> Ranking:
    """Read a question's ranking. Append warnings to `problems`. Raise ValueError if invalid."""
    pool = {"judged": question.judged} if question.judged.strip() else {}
    board, more = read_board({"r": question.r, **pool}, lowest_grade=-inf, needs_complete_pool=True)
    problems += [FieldProblem("judged", message) for message in more]
    judged = None if board.judged_grades is None else tuple(board.judged_grades)
    return Ranking(tuple(board.grades), None, judged, None, tuple(board.labels))


def _choose_scorable_ranking(
    ranking: Ranking, problems: list[FieldProblem], consequence: str
) -> Ranking:
    """Return a ranking with a score: the given one, else without its pool, else the default.

    Appends a problem to `problems` for each ranking without a score.

    consequence: the sentence after the error message if the default is returned.
    """
    attempts = {
        ranking: FieldProblem("", ""),
        replace(ranking, judged=None): FieldProblem("judged", "The judged documents are left out."),
        DEFAULT_RANKING: FieldProblem("r", consequence),
    }
    errors = []
    for attempt, change in attempts.items():
        try:
            check_ranking(attempt)
        except ValueError as error:
            errors.append(str(error))
        else:
            problems += [
                FieldProblem(change.field, f"{error} {change.message}") for error in errors
            ]
            return attempt
    raise AssertionError("the first ranking can always be scored")


def _read_scores(text: str, count: int) -> tuple[float, ...] | None:
    """Parse `count` scores. Return None if there are none, and raise ValueError if invalid."""
    if len(text) > limits.LONGEST_RANKING:
        raise ValueError(f"that is more than {limits.LONGEST_RANKING} characters.")
    pieces = [piece for piece in _SEPARATORS.split(text) if piece]
    if not pieces:
        return None
    scores = tuple(_read_score(piece, position) for position, piece in enumerate(pieces, 1))
    if len(scores) != count:
        raise ValueError(f"there are {len(scores)} for {count} documents.")
    return scores


def _read_score(text: str, position: int) -> float:
    """Parse a finite score. Raise ValueError with the position for any other text."""
    value = read_plain_number(text)
    if value is None or not isfinite(value):
        raise ValueError(f"number {position}, “{clip_text(text, 20)}”, is not a number.")
    return value


def read_entered_text(question: LibraryQuestion) -> tuple[str, str]:
    """Return the entered text and "", or "" and a sentence if the text is not understood.

    A text can be a number, a table of cutoffs and numbers, or an error message.

    >>> read_entered_text(LibraryQuestion(got="NDCG = 0.9"))
    ('NDCG = 0.9', '')
    >>> read_entered_text(LibraryQuestion(got="much"))[1][:26]
    '“much” is not known here. '
    """
    got = question.got.strip()
    try:
        if got and not find_wrong_calls_by_error(got) and not read_table(got):
            read_printed_number(got)
    except ValueError as error:
        return "", str(error)
    return got, ""


@lru_cache(maxsize=128)  # each action on the page asks for the same number again
def find_printing_libraries(ranking: Ranking, entered_text: str) -> Printers:
    """Return the libraries that print an entered number, or none for an error message."""
    names = (
        []
        if find_wrong_calls_by_error(entered_text)
        else list_matching_libraries(ranking, entered_text, LIBRARIES)
    )
    return Printers(names, ranking, entered_text)


PRESETS: Mapping[str, LibraryQuestion] = {
    name: LibraryQuestion(**texts) for name, texts in load_toml(__file__, "presets.toml").items()
}
"""Rankings that separate the libraries, each by a different choice."""
