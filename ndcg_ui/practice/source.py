"""Where does this number come from? A ranking and a number, and who or what gives it."""

from dataclasses import dataclass, field, replace

from ndcg_core.marking.origins import explain_number
from ndcg_ui import limits
from ndcg_ui.links import Query, whole
from ndcg_ui.parts.board.ranking_text import read_ranking
from ndcg_ui.parts.controls.controls import number, settings_part, text
from ndcg_ui.parts.exhibit.parts import Act, Row, markup
from ndcg_ui.parts.markup.builder import Html, div, li, p, problem, ul
from ndcg_ui.practice.exercise import Record

PLACE = "practice.source"
FIELDS = {"r": "3, 2, 3, 0, 1", "number": "0.957", "judged": "", "k": ""}
"""What a link may name, and what is asked where it names nothing."""


def read(link: Query) -> dict[str, str]:
    """Return what a link asks, or the first question where it asks nothing."""
    texts = link if any(name in link for name in FIELDS) else FIELDS
    cut = {name: texts.get(name, "")[: limits.LONGEST_RANKING] for name in FIELDS}
    cut["k"] = str(whole(cut["k"]) or "")
    return {name: text for name, text in cut.items() if text}


@dataclass(frozen=True)
class Source:
    """A ranking and a number, as the link or the fields have them."""

    link: Query
    record: Record
    state: Act = field(default_factory=dict)

    @property
    def rows(self) -> list[Row]:
        """The question and the answer."""
        now = {**dict.fromkeys(FIELDS, ""), **self.link}
        fields = [
            text("r", "The ranking's grades", now["r"]),
            text("number", "The number somebody got", now["number"]),
            number("k", "Cutoff k", now["k"], 1, placeholder="all"),
            text("judged", "Judged but not retrieved", now["judged"], placeholder="none"),
        ]
        answer = _answer(now["r"], now["number"], whole(now["k"]) or None, now["judged"])
        return [[[settings_part("question", fields, now)]], [[markup("answer", answer, PLACE)]]]

    def after(self, part: str, act: Act) -> "Source":
        """Fill in a field."""
        match act:
            case {"do": "type", "text": str(text)}:
                return replace(self, link=read({**self.link, "r": text}))
            case {"name": str(name), "value": str(text)} if name in FIELDS:
                return replace(self, link=read({**self.link, name: text}))
        return self


def _answer(ranking: str, printed: str, k: int | None, judged: str) -> Html:
    try:
        grades = [document.grade for document in read_ranking(ranking)]
        others = [document.grade for document in read_ranking(judged)] if judged.strip() else []
        candidates = explain_number(grades, printed, k, [*grades, *others] if others else None)
    except ValueError as error:
        return problem(error)
    if not candidates:
        return p(
            "No convention here and no known mistake gives this number for this ranking.",
            css="note",
            role="status",
            data_testid="origin",
            data_origin="unknown",
        )
    items = (li(one.message, data_testid="origin", data_origin=one.id) for one in candidates)
    return div(ul(*items, css="origins"), role="status")
