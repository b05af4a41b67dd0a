"""Skills: the kinds of exercises, with the mistakes that their blanks can reveal."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.metric import CONVENTIONS, STANDARD, Convention
from ndcg_core.misconceptions import MISCONCEPTIONS


@dataclass(frozen=True)
class Skill:
    """A kind of exercise, with the mistakes that an exercise must distinguish.

    mistakes_by_cell  the mistakes to distinguish in each requested cell, as in_play in the file;
                      "term" and "order" stand for cells that depend on the exercise
    cutoff            "all": k is the length of the list; "cut": some documents are below k
    pool              "judged": some judged documents are not retrieved; "grades": none
    """

    id: str
    title: str
    mistakes_by_cell: Mapping[str, tuple[str, ...]]
    convention: Convention = STANDARD
    cutoff: str = "all"
    pool: str = "grades"


def _read_skill(row: Mapping[str, Any]) -> Skill:
    """Read a skill from a table. A group's name stands for the group's mistakes."""
    fields = dict(row)
    fields["mistakes_by_cell"] = {
        cell: tuple(id for name in names for id in _list_group_mistakes(name) or [name])
        for cell, names in fields.pop("in_play").items()
    }
    fields["convention"] = CONVENTIONS[row.get("convention", STANDARD.name)]
    return Skill(**fields)


def _list_group_mistakes(name: str) -> list[str]:
    """Return the ids of the mistakes in a group, or [] if there is no such group."""
    return [mistake.id for mistake in MISCONCEPTIONS.values() if mistake.group == name]


SKILLS: Mapping[str, Skill] = MappingProxyType(
    {row["id"]: _read_skill(row) for row in load_toml(__file__, "skills.toml")["skills"]}
)
"""The skills by id, in the order in which the course teaches them."""
