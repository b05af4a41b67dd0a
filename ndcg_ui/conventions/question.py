"""What the page of conventions is asked: read from a link or from its fields, and written back.

No Streamlit here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isfinite

from ndcg_core.libraries import LIBRARIES, Ranking, check, read_number
from ndcg_core.metric.quoting import clipped
from ndcg_ui import limits
from ndcg_ui.boards.link import FIRST_RANKING, INSTEAD, STILL, read_board, whole

FIRST = Ranking(tuple(map(float, FIRST_RANKING.split(","))))
_SEPARATORS = re.compile(r"[\s,;\[\]()]+")


@dataclass(frozen=True)
class Asked:
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


FIELDS = tuple(Asked.__dataclass_fields__)


def read_asked(query: Mapping[str, str]) -> Asked:
    """What a link asks; what it leaves out, or names wrongly, is at its default.

    >>> read_asked({"r": "3,0", "b": "ranx-ndcg", "a": "none"}).b
    'ranx-ndcg'
    """
    asked = cut({name: query[name] for name in FIELDS if name in query})
    for name in ("a", "b"):
        if getattr(asked, name) not in LIBRARIES:
            asked = replace(asked, **{name: getattr(Asked(), name)})
    return asked


def cut(texts: Mapping[str, str]) -> Asked:
    """What is asked, one character more kept of a text than is read: enough to say it is too long.

    >>> len(cut({"r": "3" * 10**6}).r)
    20001
    """
    return Asked(**{name: text[: limits.LONGEST_RANKING + 1] for name, text in texts.items()})


def write_asked(asked: Asked) -> dict[str, str]:
    """The link of what is asked; defaults are left out.

    >>> write_asked(Asked(k="3"))
    {'k': '3'}
    """
    default = Asked()
    return {
        name: getattr(asked, name)
        for name in FIELDS
        if getattr(asked, name) != getattr(default, name)
        and len(getattr(asked, name)) <= limits.LONGEST_RANKING
    }


@dataclass(frozen=True)
class Understood:
    """The ranking that the fields describe, and what of them could not be used.

    last: the last ranking that could be read, this one or an earlier one; None before there is one
    """

    ranking: Ranking
    problems: tuple[str, ...] = ()
    last: Ranking | None = None


def understand(asked: Asked, last: Ranking | None = None) -> Understood:
    """Read the fields; what cannot be read is said, and a ranking leaves the `last` one there was.

    >>> understand(Asked(r="3, 0, 2", scores="1 2")).problems
    ('Scores: there are 2 for 3 documents. They are left out.',)
    >>> understand(Asked(r="3,,2"), Ranking((2, 1))).ranking.grades
    (2, 1)
    """
    problems: list[str] = []
    read: Ranking | None = last
    try:
        ranking = read = _ranking(asked, problems)
    except ValueError as error:
        ranking = last or FIRST
        problems.append(f"{error} {STILL if last else INSTEAD}")
    k = whole(asked.k.strip()) or None
    if asked.k.strip() and k is None:
        problems.append(f"k is “{clipped(asked.k, 20)}”; it must be a whole number from 1.")
    ranking = replace(ranking, k=k)
    try:
        ranking = replace(ranking, scores=_scores(asked.scores, len(ranking.grades)))
    except ValueError as error:
        ranking = replace(ranking, scores=None)
        problems.append(f"Scores: {error} They are left out.")
    shown = _scored(ranking, problems, last)
    return Understood(shown, tuple(problems), read if shown.grades == ranking.grades else last)


def _ranking(asked: Asked, problems: list[str]) -> Ranking:
    """The ranking and its pool; ValueError with a sentence where it cannot be read."""
    pool = {"judged": asked.judged} if asked.judged.strip() else {}
    board, more = read_board({"r": asked.r, **pool}, least=-inf)
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
    pieces = [piece for piece in _SEPARATORS.split(text.replace("−", "-")) if piece]
    if not pieces:
        return None
    scores = tuple(_score(piece, place) for place, piece in enumerate(pieces, 1))
    if len(scores) != count:
        raise ValueError(f"there are {len(scores)} for {count} documents.")
    return scores


def _score(text: str, place: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ValueError(f"number {place}, “{clipped(text, 20)}”, is not a number.")
    return value


def got(asked: Asked) -> tuple[str, str]:
    """The number somebody got, or nothing; and what is wrong with it, or nothing.

    >>> got(Asked(got="about 0.9"))[1]
    '“about 0.9” is not a number. Write what was printed, such as 0.957.'
    """
    if not asked.got.strip():
        return "", ""
    try:
        read_number(asked.got)
    except ValueError as error:
        return "", str(error)
    return asked.got.strip(), ""


PRESETS: Mapping[str, Asked] = {
    "Five documents": Asked(),
    "Nothing relevant": Asked(r="0, 0, 0"),
    "Tied scores": Asked(scores="3, 2, 2, 2, 1", b="pytrec_eval-ndcg_cut"),
    "A judged pool": Asked(judged="3, 2, 3, 0, 1, 3, 2", k="3", b="quepid"),
    "k beyond the list": Asked(
        r="2, 3", judged="2, 3, 3, 1", k="5", a="elasticsearch", b="quepid-ndcg_cut"
    ),
    "Relevant or not": Asked(r="0, 1, 1, 0, 1", k="3", b="lenskit"),
    "Fractions": Asked(r="0.5, 1, 0, 0.25", b="ranx-ndcg"),
    "Negative grades": Asked(r="3, -1, 2", a="trec_eval-ndcg", b="xgboost-linear"),
    "More than 32": Asked(r="1" + ", 0" * 34 + ", 1" * 5, k="40", a="xgboost", b="xgboost-bare"),
}
"""Rankings that separate the libraries, each by another choice."""
