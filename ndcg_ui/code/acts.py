"""Acts on the code page: which ranking Run scores. What is written and run stays in the browser."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import ndcg_core as nc
from ndcg_core.checking.probes import probes
from ndcg_core.checking.signatures import Outcome, number_in
from ndcg_core.checking.verdict import judge
from ndcg_ui import limits
from ndcg_ui.links import Field, Query, read_fields, write_fields
from ndcg_ui.parts.board.link import CUTOFF, FIRST_RANKING, INSTEAD, STILL
from ndcg_ui.parts.board.ranking_text import read_ranking
from ndcg_ui.parts.controls.controls import number, settings_part, text
from ndcg_ui.parts.exhibit.parts import Answer, Part, Row, markup
from ndcg_ui.parts.lab.lab import OWN, lab_data
from ndcg_ui.parts.markup import builder as h
from ndcg_ui.parts.markup.builder import Html

HEADING = h.title(
    "Write it yourself",
    h.html(
        "Order the lines, fill the blanks, then write ",
        h.tag("code", "dcg"),
        " and ",
        h.tag("code", "ndcg_at_k"),
        " in Python. Your program runs in this browser and goes nowhere else. ",
        h.span("What you type stays here when you reload.", css="keeps-here"),
        h.span("What you type is forgotten when you reload.", css="forgets-here"),
    ),
)


def read_grades(text: str) -> list[float]:
    """Return the grades of a ranking; ValueError with a sentence where it cannot be scored."""
    grades = [document.grade for document in read_ranking(text)]
    nc.dcg(grades)
    return grades


def _scorable(text: str, otherwise: str = INSTEAD) -> str:
    """Return the text of a ranking as it is, or say why it is none, and what is shown otherwise."""
    try:
        read_grades(text)
    except ValueError as error:
        raise ValueError(f"{error} {otherwise}") from None
    return text


FIELDS = (Field("r", FIRST_RANKING, _scorable, longest=limits.LONGEST_RANKING), CUTOFF)


@dataclass(frozen=True)
class CodeView:
    """A ranking as it was written, a cutoff, and what was wrong; refused: the field of that."""

    r: str
    k: int | None
    problems: tuple[str, ...] = ()
    refused: str = ""
    found: tuple[str, ...] = ()


def answer_code(link: Query, act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and everything that the page shows then.

    act: "type" with the text of a ranking, "set" with the name of a field and its text, or none. A
    text that cannot be read changes nothing, and the page says why. "check" has what somebody's own
    function, run in their browser, returned for every ranking.

    >>> answer_code({}, {"do": "type", "text": "3, 0, 2"}).link
    {'r': '3, 0, 2'}
    """
    values, problems = read_fields(FIELDS, link)
    view = CodeView(**values, problems=tuple(problems))
    match act:
        case {"do": "type", "text": str(written)}:
            view = _attempt(view, "r", lambda: _scorable(written, STILL))
        case {"do": "set", "name": "k", "value": str(written)}:
            view = _attempt(view, "k", lambda: CUTOFF.typed(written))
        case {"do": "check", "name": str(name), "answers": list(answers)}:
            view = replace(view, found=_found(name, answers))
    return Answer(write_fields(FIELDS, vars(view)), show_code(view), look="code")


def _found(name: str, answers: list[Any]) -> tuple[str, ...]:
    """Return what is said of a function by its answers; of others, that they do not fit."""
    if len(answers) != len(probes(OWN.takes)) or not all(
        isinstance(one, (int, float, str)) for one in answers
    ):
        return ("The answers do not fit the rankings; run it again.",)
    read = [_outcome(one) for one in answers]
    return tuple(judge(name[: limits.LONGEST_LABEL], OWN, read).sentences[:-1])


def _outcome(answer: float | str) -> Outcome:
    if isinstance(answer, str) and answer.lstrip("-") not in ("NaN", "Infinity"):
        return answer[: limits.LONGEST_LABEL]
    return number_in(float(answer))


def _attempt(view: CodeView, name: str, read: Callable[[], Any]) -> CodeView:
    try:
        return replace(view, **{name: read()}, problems=())
    except ValueError as error:
        return replace(view, problems=(str(error),), refused=name)


def _answer(found: tuple[str, ...]) -> Html:
    if not found:
        return h.NOTHING
    first, *rest = found
    return h.div(h.p(h.b(first)), h.every(map(h.p, rest)), role="status", data_testid="own-verdict")


def show_code(view: CodeView) -> list[Row]:
    values = {"r": view.r, "k": str(view.k or "")}
    fields = [
        text("r", "Ranking that Run scores", view.r),
        number("k", "Cutoff k", values["k"], 1, placeholder="all"),
    ]
    return [
        [[markup("title", HEADING, "code")]],
        [[settings_part("controls", fields, values, view.refused)]],
        [[markup("problems", h.every(map(h.problem, view.problems)), "code")]],
        [[Part("lab", "lab", lab_data(read_grades(view.r), view.k, own=True))]],
        [[markup("found", _answer(view.found), "code")]],
    ]
