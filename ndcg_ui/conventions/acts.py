"""Acts on the page of conventions: from its link and what was filled in to the link after it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ndcg_core.libraries import LIBRARIES
from ndcg_ui.conventions.link import (
    LibraryQuestion,
    read_question,
    understand_question,
    write_question,
)
from ndcg_ui.conventions.rows import show_conventions
from ndcg_ui.links import Query
from ndcg_ui.parts.board.link import INSTEAD, STILL
from ndcg_ui.parts.exhibit.parts import Answer


def answer_conventions(link: Query, act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and everything that the page shows then.

    act: "type" with the text of a ranking, "set" with the name of a field and its text, or none. A
    ranking that cannot be read changes nothing, and the page says why; what else cannot be used is
    said and left out.

    >>> answer_conventions({}, {"do": "set", "name": "k", "value": "3"}).link
    {'k': '3'}
    """
    question = read_question(link)
    after, refused = _filled_in(question, act), ""
    typed = after.r != question.r
    reading = understand_question(after, STILL if typed else INSTEAD)
    if typed and not reading.read:
        after, refused = question, "r"
    rows = show_conventions(after, reading.problems, refused)
    return Answer(write_question(after), rows, look="conventions")


def _filled_in(question: LibraryQuestion, act: Mapping[str, Any]) -> LibraryQuestion:
    match act:
        case {"do": "type", "text": str(text)}:
            return replace(question, r=text)
        case {"do": "set", "name": "a" | "b" as name, "value": str(id)}:
            return replace(question, **{name: id}) if id in LIBRARIES else question
        case {"do": "set", "name": "k" | "got" | "judged" | "scores" as name, "value": str(text)}:
            return read_question(write_question(question) | {name: text})
    return question
