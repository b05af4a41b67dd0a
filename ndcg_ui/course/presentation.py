"""How a question is put, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.html.builder import Html, p


@dataclass(frozen=True)
class Presentation:
    """How a question is put.

    form   names this try: what was done to another one is not taken for it
    tries  "many" where a wrong answer may be corrected, "one" where the first counts
    hints  "offered", or "hidden"
    next   what the button below it says, once it is over; "" for none
    """

    form: str
    tries: Literal["many", "one"] = "many"
    hints: Literal["offered", "hidden"] = "offered"
    next: str = ""


def closed(attempt: Attempt, put: Presentation) -> bool:
    """Whether nothing more can be answered."""
    return attempt.over == "over" or (put.tries == "one" and attempt.result != "open")


def listed(grades: tuple[float, ...]) -> str:
    """Grades in a row.

    >>> listed((3, 0.5))
    '3, 0.5'
    """
    return ", ".join(f"{grade:g}" for grade in grades)


def sentence(text: str) -> str:
    """A text with a capital letter at its start.

    >>> sentence("the term"), sentence("IDCG")
    ('The term', 'IDCG')
    """
    return text[:1].upper() + text[1:]


def about(sheet: Sheet) -> Html:
    """The grades, the cutoff and the convention, as far as they are not obvious.

    >>> about(Sheet((3, 0, 2), k=2))
    '<p class="say">Grades 3, 0, 2; k = 2.</p>'
    """
    parts = [f"Grades {listed(sheet.grades)}", f"k = {sheet.trace.k}"]
    if sheet.judged:
        parts.append(f"judged {listed(sheet.judged)}")
    parts += [f"another query has the grades {listed(grades)}" for grades in sheet.others]
    if sheet.convention.name != "standard":
        parts.append(sheet.convention.title)
    return p(f"{'; '.join(parts)}.", css="say")
