"""Variants: the lists that exercises are made of, stored in lessons/variants.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from ndcg_core.content import Table, lessons_dir, read
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


def load_variants(path: Path | None = None) -> list[Variant]:
    """Every stored variant, in the order of the file.

    >>> {variant.skill for variant in load_variants()} == set(SKILLS)
    True
    """
    return list(_stored(path or lessons_dir() / "variants.toml"))


def variants_for(skill: str) -> list[Variant]:
    """The stored variants of one skill."""
    return [variant for variant in load_variants() if variant.skill == skill]


@lru_cache(maxsize=4)
def _stored(path: Path) -> tuple[Variant, ...]:
    top = read(path)
    variants = tuple(_variant(table) for table in top.tables("variants", "variant"))
    top.done()
    return variants


def _variant(table: Table) -> Variant:
    others = table.value("others") or []
    if not all(isinstance(grades, list) for grades in others):
        table.refuse("others must be a list of lists of grades.")
    fields = {
        "skill": table.text("skill"),
        "grades": table.numbers("grades"),
        "k": table.whole("k", 0),
        "rank": table.whole("rank", 0),
        "judged": table.numbers("judged", []) or None,
        "others": tuple(tuple(grades) for grades in others),
    }
    table.done()
    try:
        return Variant(**fields)  # type: ignore[arg-type]
    except ValueError as error:
        table.refuse(str(error))
