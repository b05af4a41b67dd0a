"""Where does this number come from? A ranking and a number, and who or what gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ndcg_ui import limits
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.conventions.answer import origins
from ndcg_ui.exhibits.controls import number, settings_part, text
from ndcg_ui.exhibits.parts import Row, words
from ndcg_ui.html.builder import Html, div, li, p, problem, ul
from ndcg_ui.links import whole

PLACE = "practice.source"
FIELDS = {"r": "3, 2, 3, 0, 1", "number": "0.957", "judged": "", "k": ""}
"""What a link may name, and what is asked where it names nothing."""


def read(link: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a link to what is asked."""
    texts = link if any(name in link for name in FIELDS) else FIELDS
    cut = {name: texts.get(name, "")[: limits.LONGEST_RANKING] for name in FIELDS}
    cut["k"] = str(whole(cut["k"]) or "")
    return {name: text for name, text in cut.items() if text}


def asked(link: Mapping[str, str], act: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the link after a field was filled in."""
    name = "r" if act.get("do") == "type" else act.get("name")
    written = act.get("text") if act.get("do") == "type" else act.get("value")
    if isinstance(name, str) and name in FIELDS and isinstance(written, str):
        return {**link, name: written}
    return link


def rows(link: Mapping[str, str]) -> list[Row]:
    """Return the question and the answer."""
    now = dict.fromkeys(FIELDS, "") | read(link)
    fields = [
        text("r", "The ranking's grades", now["r"]),
        text("number", "The number somebody got", now["number"]),
        number("k", "Cutoff k", now["k"], 1, placeholder="all"),
        text("judged", "Judged but not retrieved", now["judged"], placeholder="none"),
    ]
    k = whole(now["k"]) or None
    answer = _answer(now["r"], now["number"], k, now["judged"])
    return [[[settings_part("question", fields, now)]], [[words("answer", answer, PLACE)]]]


def _answer(ranking: str, printed: str, k: int | None, judged: str) -> Html:
    try:
        grades = [document.grade for document in read_ranking(ranking)]
        rest = [document.grade for document in read_ranking(judged)] if judged.strip() else []
        found = origins(grades, printed, k, [*grades, *rest] if rest else None)
    except ValueError as error:
        return problem(error)
    if not found:
        return p(
            "No convention here and no known mistake gives this number for this ranking.",
            css="note",
            role="status",
            data_testid="origin",
            data_origin="unknown",
        )
    items = (li(one.message, data_testid="origin", data_origin=one.id) for one in found)
    return div(ul(*items, css="origins"), role="status")
