"""Skills: what an exercise asks for, and which mistakes are in play."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ndcg_core.content import beside
from ndcg_core.metric import CONVENTIONS, STANDARD, Convention


@dataclass(frozen=True)
class Skill:
    """What one kind of exercise trains.

    in_play   for each cell that is asked for, the mistakes that a stored list keeps apart
    cutoff    "all": k is the length of the list; "cut": documents stand below k
    pool      "judged": unretrieved documents have been judged; "grades": none
    """

    id: str
    title: str
    in_play: Mapping[str, tuple[str, ...]]
    convention: Convention = STANDARD
    cutoff: str = "all"
    pool: str = "grades"


_ALL = beside(__file__, "skills.toml")


def _skill(row: Mapping[str, Any]) -> Skill:
    groups = _ALL["groups"]
    in_play = {
        cell: tuple(id for name in names for id in groups.get(name, [name]))
        for cell, names in row["in_play"].items()
    }
    convention = CONVENTIONS[row.get("convention", STANDARD.name)]
    return Skill(**{**row, "in_play": in_play, "convention": convention})


SKILLS: Mapping[str, Skill] = MappingProxyType({row["id"]: _skill(row) for row in _ALL["skills"]})
"""Every skill by its id, in the order in which they are taught."""
