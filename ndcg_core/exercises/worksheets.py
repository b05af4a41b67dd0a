"""Worksheets: the exercises of a printed sheet for a teacher's choices and a seed.

The lists are stored in lessons/worksheets.toml, and each is proved at every difficulty
(`separation`). A sheet takes the first lists in the order of a digest of seed and list. This order
is the same in every process and every version of Python.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType

from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, to_link, variant_link, worksheet_lists
from ndcg_core.metric.numbers import short_repr
from ndcg_core.sheets.sheet import Sheet

MOST = 20
LAST_SEED = 9999
DIFFICULTIES: Mapping[str, str] = MappingProxyType(
    {"last": "last step blank", "half": "half blank", "all": "every step blank"}
)
"""The share of a calculation that is blank, the easiest first."""


@dataclass(frozen=True)
class PaperExercise:
    """One exercise of a worksheet: a list and its level.

    >>> PaperExercise(Variant("cg", (3, 0, 2), k=2), "all").link
    {'skill': 'cg', 'r': '3,0,2', 'k': '2', 'level': '1'}
    """

    variant: Variant
    difficulty: str

    @property
    def level(self) -> int:
        """Return the fading level: none, half or all of the way."""
        return level_of(self.variant, self.difficulty)

    @cached_property
    def sheet(self) -> Sheet:
        """Return the sheet with its blanks."""
        return fade(self.variant, self.level)

    @property
    def link(self) -> dict[str, str]:
        """Return the parameters of its link on the practice page."""
        return to_link(self.variant) | {"level": str(self.level + 1)}


@dataclass(frozen=True)
class Worksheet:
    """A teacher's choices for a worksheet. A bad field raises ValueError.

    skills      the skills in the order in which they are taught
    difficulty  one of `DIFFICULTIES`
    number      the number of exercises, 1 to `MOST`
    seed        chooses one of the possible sheets, 1 to `LAST_SEED`

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
        _within("number of exercises", self.number, MOST)
        _within("seed", self.seed, LAST_SEED)
        taught = tuple(skill for skill in SKILLS if skill in self.skills)
        object.__setattr__(self, "skills", taught)

    @cached_property
    def exercises(self) -> tuple[PaperExercise, ...]:
        """Return the exercises skill by skill, without repeats, until the lists run out."""
        return tuple(
            PaperExercise(variant, self.difficulty)
            for skill, count in self._counts().items()
            for variant in _draw_variants(skill, self.seed)[:count]
        )

    def _counts(self) -> dict[str, int]:
        """Return the number of exercises per skill, as equal as the lists allow."""
        counts = dict.fromkeys(self.skills, 0)
        while sum(counts.values()) < self.number:
            open_ = [skill for skill in counts if counts[skill] < len(worksheet_lists()[skill])]
            if not open_:
                break
            for skill in open_[: self.number - sum(counts.values())]:
                counts[skill] += 1
        return counts


def level_of(variant: Variant, difficulty: str) -> int:
    """Return the fading level that belongs to a difficulty.

    >>> [level_of(Variant("dcg", (3, 1, 0, 2)), difficulty) for difficulty in DIFFICULTIES]
    [0, 1, 2]
    """
    top = levels(variant) - 1
    return {"last": 0, "half": top // 2, "all": top}[difficulty]


def printed_levels(variant: Variant) -> set[int]:
    """Return the fading levels of a printed list."""
    return {level_of(variant, difficulty) for difficulty in DIFFICULTIES}


@lru_cache(maxsize=200)
def _draw_variants(skill: str, seed: int) -> tuple[Variant, ...]:
    """Return the lists of a skill in the order of a seed."""

    def place(variant: Variant) -> bytes:
        return sha256(f"{seed} {skill} {variant_link(variant)}".encode()).digest()

    return tuple(sorted(worksheet_lists()[skill], key=place))


def _within(name: str, value: int, most: int) -> None:
    if not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(
            f"The {name} is {short_repr(value)}. It must be a whole number, 1 to {most}."
        )
