"""A variant as the parameters of a link, and back: the link carries the list itself."""

from collections.abc import Mapping

from ndcg_core.exercises.variants import Variant
from ndcg_core.metric import short
from ndcg_core.metric.quoting import shown

LONGEST = 20
"""How many grades an exercise has at most, in each of its lists."""
LONGEST_TEXT = 1000
QUERIES = 5


def to_link(variant: Variant) -> dict[str, str]:
    """The parameters of a link to a variant.

    >>> to_link(Variant("cg", (3, 0, 2), k=2))
    {'skill': 'cg', 'r': '3,0,2', 'k': '2'}
    """
    link = {"skill": variant.skill, "r": _listed(variant.grades)}
    if variant.k:
        link["k"] = str(variant.k)
    if variant.rank:
        link["rank"] = str(variant.rank)
    if variant.judged:
        link["judged"] = _listed(variant.judged)
    if variant.others:
        link["others"] = ";".join(map(_listed, variant.others))
    return link


def from_link(link: Mapping[str, str]) -> Variant:
    """The variant that a link names; ValueError with a sentence where it names none.

    >>> from_link({"skill": "cg", "r": "3,0,2", "k": "2"}).grades
    (3.0, 0.0, 2.0)
    """
    if any(len(text) > LONGEST_TEXT for text in link.values()):
        raise ValueError(f"An exercise needs no more than {LONGEST_TEXT} characters.")
    others = link["others"].split(";") if link.get("others") else []
    if len(others) > QUERIES:
        raise ValueError(f"There are {len(others)} further queries; an exercise has {QUERIES}.")
    variant = Variant(
        skill=link.get("skill", ""),
        grades=_numbers(link.get("r", "")),
        k=_whole(link.get("k", "0")),
        rank=_whole(link.get("rank", "0")),
        judged=_numbers(link["judged"]) if link.get("judged") else None,
        others=tuple(map(_numbers, others)),
    )
    for cell in variant.asked:
        variant.blank_sheet.exact(cell)
    return variant


def _listed(grades: tuple[float, ...]) -> str:
    return ",".join(short(grade, 6) for grade in grades)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        grades = tuple(float(item) for item in text.split(",") if item.strip())
    except ValueError:
        raise ValueError(f"The list {shown(text)} holds something that is not a number.") from None
    if len(grades) > LONGEST:
        raise ValueError(f"The list has {len(grades)} grades; an exercise has {LONGEST}.")
    return grades


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(f"{shown(text)} must be a whole number.")
    return int(text)
