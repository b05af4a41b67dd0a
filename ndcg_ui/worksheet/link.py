"""The link of a worksheet, which holds all of it. No Streamlit here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ndcg_core.exercises.worksheets import Worksheet
from ndcg_core.metric.quoting import shown
from ndcg_ui import limits

Query = Mapping[str, str]

PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "US Letter"}


@dataclass(frozen=True)
class Chosen:
    """A worksheet, and the paper that it is printed on, one of `PAPERS`."""

    worksheet: Worksheet = field(default_factory=Worksheet)
    paper: str = "a4"


def write_link(chosen: Chosen) -> dict[str, str]:
    """The parameters of a link to a worksheet.

    >>> write_link(Chosen(Worksheet(("cg", "dcg"), "all", 4, seed=17), "letter"))
    {'skills': 'cg,dcg', 'difficulty': 'all', 'number': '4', 'paper': 'letter', 'seed': '17'}
    """
    sheet = chosen.worksheet
    return {
        "skills": ",".join(sheet.skills),
        "difficulty": sheet.difficulty,
        "number": str(sheet.number),
        "paper": chosen.paper,
        "seed": str(sheet.seed),
    }


def read_link(query: Query) -> tuple[Chosen, list[str]]:
    """The worksheet that a link names, and a sentence for each part of it that cannot be used.

    >>> read_link({"skills": "dcg", "number": "3"})[0].worksheet.skills
    ('dcg',)
    >>> read_link({"seed": "-1"})[1]
    ["The seed is '-1'; it must be a whole number, 1 to 9999. The usual one is taken."]
    """
    sheet, problems = Worksheet(), []
    for name, read in _READERS.items():
        if name not in query:
            continue
        try:
            sheet = replace(sheet, **{name: read(query[name])})
        except ValueError as error:
            usual = "ones are" if name == "skills" else "one is"
            problems.append(f"{error} The usual {usual} taken.")
    paper = query.get("paper", "a4")
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        problems.append(f"There is no paper {shown(paper)}; there are {known}. A4 is taken.")
        paper = "a4"
    return Chosen(sheet, paper), problems


def _skills(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _whole(text: str) -> int | str:
    """The whole number that a text is; or the text, which is then refused."""
    good = text.isascii() and text.isdigit() and len(text) <= limits.LONGEST_WHOLE_NUMBER
    return int(text) if good else text


_READERS: Mapping[str, Callable[[str], Any]] = {
    "skills": _skills,
    "difficulty": str,
    "number": _whole,
    "seed": _whole,
}
