"""A variant: one list that a skill is practised on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ndcg_core.exercises.skills import SKILLS, Skill
from ndcg_core.metric.quoting import shown
from ndcg_core.sheets.cells import column
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Variant:
    """One exercise: a skill and the list it is practised on.

    rank     the rank whose term is asked for, for the skill "term"; else 0
    judged   the judged pool, for the skill "judged-pool"
    others   the grades of further queries, for the skill "mean"

    >>> Variant("dcg", (3, 1, 0, 2)).asked
    ('dcg',)
    """

    skill: str
    grades: tuple[float, ...]
    k: int = 0
    rank: int = 0
    judged: tuple[float, ...] | None = None
    others: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.skill not in SKILLS:
            known = ", ".join(SKILLS)
            raise ValueError(f"There is no skill {shown(self.skill)}; there are {known}.")
        if self.skill == "term" and not 1 <= self.rank <= self.blank_sheet.trace.k:
            raise ValueError(f"The rank is {self.rank}; the term asked for must be on the sheet.")

    @cached_property
    def trains(self) -> Skill:
        """The skill."""
        return SKILLS[self.skill]

    @cached_property
    def blank_sheet(self) -> Sheet:
        """The sheet with nothing on it and nothing asked."""
        k = self.k or None
        convention = self.trains.convention
        return Sheet(self.grades, convention, k, judged=self.judged, others=self.others)

    @property
    def asked(self) -> tuple[str, ...]:
        """The cells that the skill is about, in the order of the calculation."""
        return tuple(cell for cells in self.in_play for cell in cells)

    @property
    def in_play(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """For each group of cells that is asked for, the mistakes in play."""
        return {self.cells_of(name): ids for name, ids in self.trains.in_play.items()}

    def cells_of(self, name: str) -> tuple[str, ...]:
        """The cells behind a name in `Skill.in_play`: a total, "term" or "order"."""
        if name == "term":
            return (f"actual.term.{self.rank}",)
        if name == "order":
            return column("ideal", "grade", self.blank_sheet.count("ideal"))
        return (name,)
