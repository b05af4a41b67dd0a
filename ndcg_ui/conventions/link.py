"""What the page of conventions is asked: read from a link or from its fields, and written back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, isfinite

from ndcg_core.content import beside
from ndcg_core.libraries import LIBRARIES, Ranking, check, raised, who_prints
from ndcg_core.metric.numbers import clipped
from ndcg_core.numerals.numerals import read_plain, read_printed
from ndcg_core.who import Printers
from ndcg_ui import limits
from ndcg_ui.links import Query, read_fields, text_fields, whole, write_fields
from ndcg_ui.parts.board.link import FIRST_RANKING, INSTEAD, STILL, read_board

FIRST = Ranking(tuple(map(float, FIRST_RANKING.split(","))))
_SEPARATORS = re.compile(r"[\s,;\[\]()]+")


@dataclass(frozen=True)
class Question:
    """The texts of the page's fields, as they were typed; the names are those of the link.

    r       the ranking         judged  all judged documents, or nothing
    k       the cutoff          scores  the system's scores, or nothing
    got     a number somebody got
    a, b    the two libraries that are compared
    """

    r: str = FIRST_RANKING
    k: str = ""
    judged: str = ""
    scores: str = ""
    got: str = ""
    a: str = "scikit-learn"
    b: str = "lightgbm"


FIELDS = text_fields(
    vars(Question()), dict.fromkeys(("a", "b"), LIBRARIES), limits.LONGEST_RANKING + 1
)
"""One character more than is read is enough to say that a text is too long."""


def read_question(texts: Query) -> Question:
    """Return what a link or the fields ask; what is left out, or no library, is at its default.

    >>> read_question({"r": "3,0", "b": "ranx-ndcg", "a": "none"}).b
    'ranx-ndcg'
    """
    return Question(**read_fields(FIELDS, texts)[0])


def write_question(question: Question) -> dict[str, str]:
    """Return the link to a question; what is at its default, or too long, is left out.

    >>> write_question(Question(k="3"))
    {'k': '3'}
    """
    link = write_fields(FIELDS, vars(question))
    return {name: text for name, text in link.items() if len(text) <= limits.LONGEST_RANKING}


@dataclass(frozen=True)
class Understood:
    """The ranking that the fields describe, and what of them could not be used.

    last: the last ranking that could be read, this one or an earlier one; None before there is one
    """

    ranking: Ranking
    problems: tuple[str, ...] = ()
    last: Ranking | None = None


def understand(question: Question, last: Ranking | None = None) -> Understood:
    """Read the fields; what cannot be read is said, and a ranking leaves the `last` one there was.

    >>> understand(Question(r="3, 0, 2", scores="1 2")).problems
    ('Scores: there are 2 for 3 documents. They are left out.',)
    >>> understand(Question(r="3,,2"), Ranking((2, 1))).ranking.grades
    (2, 1)
    """
    problems: list[str] = []
    read: Ranking | None = last
    try:
        ranking = read = _ranking(question, problems)
    except ValueError as error:
        ranking = last or FIRST
        problems.append(f"{error} {STILL if last else INSTEAD}")
    k = whole(question.k.strip()) or None
    if question.k.strip() and k is None:
        problems.append(f"k is “{clipped(question.k, 20)}”; it must be a whole number from 1.")
    ranking = replace(ranking, k=k)
    try:
        ranking = replace(ranking, scores=_scores(question.scores, len(ranking.grades)))
    except ValueError as error:
        ranking = replace(ranking, scores=None)
        problems.append(f"Scores: {error} They are left out.")
    scored = _scored(ranking, problems, last)
    return Understood(scored, tuple(problems), read if scored.grades == ranking.grades else last)


def _ranking(question: Question, problems: list[str]) -> Ranking:
    """The ranking and its pool; ValueError with a sentence where it cannot be read."""
    pool = {"judged": question.judged} if question.judged.strip() else {}
    board, more = read_board({"r": question.r, **pool}, least=-inf)
    problems += more
    judged = None if board.judged is None else tuple(board.judged)
    return Ranking(tuple(board.grades), None, judged, None, tuple(board.labels))


def _scored(ranking: Ranking, problems: list[str], last: Ranking | None) -> Ranking:
    """The ranking if it can be scored, else without its pool, else the last or the first one."""
    for attempt in (ranking, replace(ranking, judged=None), last or FIRST, FIRST):
        try:
            check(attempt)
        except ValueError as error:
            problems.append(str(error))
        else:
            return attempt
    raise AssertionError("the first ranking can always be scored")


def _scores(text: str, count: int) -> tuple[float, ...] | None:
    if len(text) > limits.LONGEST_RANKING:
        raise ValueError(f"that is more than {limits.LONGEST_RANKING} characters.")
    pieces = [piece for piece in _SEPARATORS.split(text) if piece]
    if not pieces:
        return None
    scores = tuple(_score(piece, place) for place, piece in enumerate(pieces, 1))
    if len(scores) != count:
        raise ValueError(f"there are {len(scores)} for {count} documents.")
    return scores


def _score(text: str, place: int) -> float:
    value = read_plain(text)
    if value is None or not isfinite(value):
        raise ValueError(f"number {place}, “{clipped(text, 20)}”, is not a number.")
    return value


def number_got(question: Question) -> tuple[str, str]:
    """The number somebody got, or the error of a wrong call, or nothing; and what is wrong with it.

    >>> number_got(Question(got="NDCG = 0.9")), number_got(Question(got="much"))[1][:26]
    (('NDCG = 0.9', ''), '“much” is not known here. ')
    """
    got = question.got.strip()
    try:
        if got and not raised(got):
            read_printed(got)
    except ValueError as error:
        return "", str(error)
    return got, ""


@lru_cache(maxsize=128)  # the same question is asked again at every rerun of its page
def printers_of(ranking: Ranking, got: str) -> Printers:
    """Who prints what somebody got: none where that is an error."""
    names = [] if raised(got) else who_prints(ranking, got, LIBRARIES)
    return Printers(names, ranking, got)


PRESETS: Mapping[str, Question] = {
    name: Question(**texts) for name, texts in beside(__file__, "presets.toml").items()
}
"""Rankings that separate the libraries, each by another choice."""
