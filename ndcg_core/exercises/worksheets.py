"""Worksheets: the exercises of a printed sheet for a teacher's choices and a seed.

The variants are stored in lessons/worksheets.toml, and each is fair at every difficulty
(`separation`). A worksheet has the first variants in the order of a digest of seed and variant.
This order is the same in every process and every version of Python.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType

from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    Variant,
    build_variant_link_parameters,
    format_variant_line,
    load_worksheet_variants,
)
from ndcg_core.metric.numbers import short_repr
from ndcg_core.sheets.sheet import Sheet

MAX_EXERCISES = 20
MAX_SEED = 9999
DIFFICULTIES: Mapping[str, str] = MappingProxyType(
    {"last": "last step blank", "half": "half blank", "all": "every step blank"}
)
"""The names of the difficulties, the easiest first."""


@dataclass(frozen=True)
class WorksheetExercise:
    """An exercise of a worksheet: a variant and its difficulty.

    >>> WorksheetExercise(Variant("cg", (3, 0, 2), k=2), "all").link
    {'skill': 'cg', 'r': '3,0,2', 'k': '2', 'level': '1'}
    """

    variant: Variant
    difficulty: str

    @property
    def level(self) -> int:
        """The fading level of the variant, from 0, for the difficulty."""
        return choose_level(self.variant, self.difficulty)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet of the exercise, with its blanks."""
        return fade_sheet(self.variant, self.level)

    @property
    def link(self) -> dict[str, str]:
        """The parameters of the link to the exercise on the practice page."""
        return build_variant_link_parameters(self.variant) | {"level": str(self.level + 1)}


@dataclass(frozen=True)
class Worksheet:
    """A teacher's choices for a worksheet. A bad choice raises ValueError.

    skills      the skills in the order in which they are taught
    difficulty  one of `DIFFICULTIES`
    number      the number of exercises, 1 to `MAX_EXERCISES`
    seed        the number of the worksheet among all with these choices, 1 to `MAX_SEED`

    >>> [exercise.variant.skill for exercise in Worksheet(("cg", "dcg"), number=3).exercises]
    ['cg', 'cg', 'dcg']
    """

    skills: tuple[str, ...] = ("term", "dcg", "ideal-order", "idcg", "ndcg", "ndcg-at-k")
    difficulty: str = "half"
    number: int = 6
    seed: int = 1

    def __post_init__(self) -> None:
        odd = [skill for skill in self.skills if skill not in SKILLS]
        if odd or not self.skills:
            problem = f"There is no skill {short_repr(odd[0])}" if odd else "No skill is chosen"
            raise ValueError(f"{problem}. The skills are {', '.join(SKILLS)}.")
        if self.difficulty not in DIFFICULTIES:
            names = ", ".join(DIFFICULTIES)
            raise ValueError(
                f"There is no difficulty {short_repr(self.difficulty)}. The difficulties are "
                f"{names}."
            )
        _check_number("number of exercises", self.number, MAX_EXERCISES)
        _check_number("seed", self.seed, MAX_SEED)
        in_order = tuple(skill for skill in SKILLS if skill in self.skills)
        object.__setattr__(self, "skills", in_order)

    @cached_property
    def exercises(self) -> tuple[WorksheetExercise, ...]:
        """The exercises skill by skill, without repetitions.

        There are fewer than `number` if the skills do not have enough stored variants.
        """
        return tuple(
            WorksheetExercise(variant, self.difficulty)
            for skill, count in self._count_exercises().items()
            for variant in _order_variants(skill, self.seed)[:count]
        )

    def _count_exercises(self) -> dict[str, int]:
        """Map each skill to its number of exercises, as equal as the stored variants allow."""
        counts = dict.fromkeys(self.skills, 0)
        while sum(counts.values()) < self.number:
            unfinished = [
                skill for skill in counts if counts[skill] < len(load_worksheet_variants()[skill])
            ]
            if not unfinished:
                break
            for skill in unfinished[: self.number - sum(counts.values())]:
                counts[skill] += 1
        return counts


def choose_level(variant: Variant, difficulty: str) -> int:
    """Return the fading level of a variant, from 0, for a difficulty.

    >>> [choose_level(Variant("dcg", (3, 1, 0, 2)), difficulty) for difficulty in DIFFICULTIES]
    [0, 1, 2]
    """
    top = count_levels(variant) - 1
    return {"last": 0, "half": top // 2, "all": top}[difficulty]


def find_printed_levels(variant: Variant) -> set[int]:
    """Return the set of the fading levels that a variant can have on a printed worksheet."""
    return {choose_level(variant, difficulty) for difficulty in DIFFICULTIES}


@lru_cache(maxsize=200)
def _order_variants(skill: str, seed: int) -> tuple[Variant, ...]:
    """Return a skill's worksheet variants in the random order of a seed."""

    def hash_variant(variant: Variant) -> bytes:
        """Return the digest of the seed, the skill and a variant."""
        return sha256(f"{seed} {skill} {format_variant_line(variant)}".encode()).digest()

    return tuple(sorted(load_worksheet_variants()[skill], key=hash_variant))


def _check_number(name: str, value: int, maximum: int) -> None:
    """Raise ValueError unless a value is a whole number from 1 to `maximum`."""
    if not isinstance(value, int) or not 1 <= value <= maximum:
        raise ValueError(
            f"The {name} is {short_repr(value)}. It must be a whole number, 1 to {maximum}."
        )
