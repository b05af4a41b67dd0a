"""Actions on the code page: the ranking that Run scores. Programs stay in the browser."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import ndcg_core as nc
from ndcg_core.checking.signatures import read_outcome
from ndcg_core.checking.verdict import judge_answers, prepare_verdicts
from ndcg_ui import limits
from ndcg_ui.components.board.link import (
    CUTOFF,
    DEFAULT_RANKING_SHOWN,
    FIRST_RANKING,
    LAST_RANKING_SHOWN,
)
from ndcg_ui.components.board.ranking_text import read_ranking
from ndcg_ui.components.controls.controls import (
    make_settings_part,
    render_number_field,
    render_text_field,
)
from ndcg_ui.components.lab.lab import OWN_ARGUMENTS, describe_lab
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.links import Field, Query, format_fields, read_fields
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.limits.pace import report_step

HEADING = h.render_title(
    "Write it yourself",
    h.html(
        "Order the lines, fill two blanks, then write ",
        h.tag("code", "dcg"),
        " and ",
        h.tag("code", "ndcg_at_k"),
        " in Python. Your program runs in this browser and is not sent anywhere. ",
        h.span("Your program stays here when you reload the page.", css="keeps-here"),
        h.span("Your program is lost when you reload the page.", css="forgets-here"),
    ),
)


def read_grades(text: str) -> list[float]:
    """Read the grades of a ranking. Raise ValueError if it is unreadable or has no DCG."""
    grades = [document.grade for document in read_ranking(text)]
    nc.dcg(grades)
    return grades


def _require_scorable_ranking(text: str, consequence: str = DEFAULT_RANKING_SHOWN) -> str:
    """Return a ranking's text unchanged. Raise ValueError if it is unreadable or has no DCG.

    consequence: the sentence at the end of the error message.
    """
    try:
        read_grades(text)
    except ValueError as error:
        raise ValueError(f"{error} {consequence}") from None
    return text


FIELDS = (
    Field("r", FIRST_RANKING, _require_scorable_ranking, max_length=limits.LONGEST_RANKING),
    CUTOFF,
)


def answer_code_action(link: Query, action: Mapping[str, Any]) -> Answer:
    """Apply an action to the code page. Return the new link and the page's rows.

    action: "type" with the text of a ranking, "set" with the name of a field and its text, "check"
    with the results of the visitor's function for every ranking, or empty. A text that cannot be
    read changes nothing, and the page gives the reason. Only "check" leads to a verdict.

    >>> answer_code_action({}, {"do": "type", "text": "3, 0, 2"}).link
    {'r': '3, 0, 2'}
    """
    values, problems = read_fields(FIELDS, link)
    found = h.EMPTY
    refused = ""
    try:
        match action:
            case {"do": "type", "text": str(written)}:
                values = values | {"r": _require_scorable_ranking(written, LAST_RANKING_SHOWN)}
                problems = []
            case {"do": "set", "name": "k", "value": str(written)}:
                values = values | {"k": CUTOFF.parse_typed_text(written)}
                problems = []
            case {"do": "check", "name": str(name), "answers": list(answers)}:
                sentences = _describe_answers(name, str(action.get("shape", "")), answers)
                call, verdict, *rest = [*map(_render_code_spans, sentences), h.EMPTY]
                lines = (
                    h.p(call),
                    h.p(h.b(verdict)),
                    *(h.p(sentence) for sentence in rest if sentence),
                )
                found = h.div(*lines, role="status", data_testid="own-verdict")
    except ValueError as error:
        problems = [str(error)]
        refused = "r" if action["do"] == "type" else "k"
    shown = {"r": values["r"], "k": str(values["k"] or "")}
    fields = [
        render_text_field("r", "Ranking to score", shown["r"]),
        render_number_field("k", "Cutoff k", shown["k"], 1, placeholder="all"),
    ]
    lab = describe_lab(read_grades(values["r"]), values["k"], has_own_task=True)
    rows: list[Row] = [
        [[make_markup("title", HEADING, "code")]],
        [[make_settings_part("controls", fields, shown, refused)]],
        [[make_markup("problems", h.join_pieces(map(h.render_problem, problems)), "code")]],
        [[Part("lab", "lab", lab)]],
        [[make_markup("found", found, "code")]],
    ]
    return Answer(format_fields(FIELDS, values), rows, look="code")


def _describe_answers(name: str, shape: str, answers: list[Any]) -> tuple[str, ...]:
    """Return the call of a function, and sentences with a verdict on its results.

    If the results do not belong to our rankings, one sentence replaces the verdict.

    shape: the call with {} in place of its arguments, or "" for a call by name.
    """
    name = name[: limits.LONGEST_LABEL]
    call = OWN_ARGUMENTS.describe_call(shape[: 4 * limits.LONGEST_LABEL] or f"{name}({{}})")
    if len(answers) != len(OWN_ARGUMENTS.rankings) or not all(
        isinstance(answer, (int, float, str)) for answer in answers
    ):
        return call, "The results do not match the rankings. Run your function again."
    try:
        return _judge_answers(name, call, tuple(map(str, answers)))
    except ValueError as error:
        return call, str(error)


@lru_cache(maxsize=256)  # many learners' functions give equal answers, such as 1 for everything
def _judge_answers(name: str, call: str, answers: tuple[str, ...]) -> tuple[str, ...]:
    """Return sentences with a verdict on a function's results. Raise ValueError if impossible.

    The last sentence is left out, because it is advice for the command line.
    """
    for _ in prepare_verdicts(OWN_ARGUMENTS):
        report_step()
    outcomes = [read_outcome(answer) for answer in answers]
    found = judge_answers(name, OWN_ARGUMENTS, outcomes, call=call, report=report_step)
    return tuple(found.sentences[:-1])


def fill_check_caches() -> None:
    """Fill the caches with the values that most checks of a function need."""
    for constant in ("1", "0"):  # what unfinished functions return
        _judge_answers("ndcg_at_k", "", (constant,) * len(OWN_ARGUMENTS.rankings))


def _render_code_spans(sentence: str) -> h.Html:
    """Return the HTML of a sentence, with text between backticks as code."""
    pieces = sentence.split("`")
    return h.html(
        *(h.tag("code", piece) if index % 2 else piece for index, piece in enumerate(pieces))
    )
