"""Variants: the exercises for a skill, each with its link and a line in a file.

lessons/variants.toml has the variants of the practice page and the lessons. lessons/worksheets.toml
has the variants of printed worksheets. lessons/parallel.toml has pairs for tests before and after a
class.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from ndcg_core.content import find_lessons_folder, read_content
from ndcg_core.exercises.skills import SKILLS, Skill
from ndcg_core.metric import short
from ndcg_core.metric.numbers import short_repr
from ndcg_core.sheets.cells import list_column
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Variant:
    """An exercise: a skill, and the list of grades to practise with.

    A bad skill or rank raises ValueError.

    k        the cutoff, or 0 without one
    rank     the rank of the requested term, for the skill "term"; else 0
    judged   the judged pool, for the skill "judged-pool"
    others   the grades of further queries, for the skill "mean"

    >>> Variant("dcg", (3, 1, 0, 2)).blanks
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
            names = ", ".join(SKILLS)
            raise ValueError(f"There is no skill {short_repr(self.skill)}. The skills are {names}.")
        if self.skill == "term" and not 1 <= self.rank <= self.unfilled_sheet.trace.k:
            raise ValueError(f"The rank is {self.rank}. The term asked for must be on the sheet.")

    @cached_property
    def practised_skill(self) -> Skill:
        """The skill of the exercise."""
        return SKILLS[self.skill]

    @cached_property
    def unfilled_sheet(self) -> Sheet:
        """The sheet of the exercise, before any cell is filled in or left blank."""
        k = self.k or None
        convention = self.practised_skill.convention
        return Sheet(self.grades, convention, k, judged=self.judged, others=self.others)

    @property
    def blanks(self) -> tuple[str, ...]:
        """The cells that the skill asks for, in the order of the calculation."""
        return tuple(cell for cells in self.mistakes_by_cell_group for cell in cells)

    @property
    def mistakes_by_cell_group(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """The mistakes that an exercise must distinguish, by the group of requested cells."""
        mistakes = self.practised_skill.mistakes_by_cell
        return {self.list_cells(name): ids for name, ids in mistakes.items()}

    def list_cells(self, name: str) -> tuple[str, ...]:
        """Return the ids of the cells that a key of `Skill.mistakes_by_cell` stands for.

        name: the key, which is a total, "term" or "order".
        """
        if name == "term":
            return (f"actual.term.{self.rank}",)
        if name == "order":
            return list_column("ideal", "grade", self.unfilled_sheet.count("ideal"))
        return (name,)


MAX_GRADES = 20
MAX_TEXT_LENGTH = 1000
MAX_QUERIES = 5


def build_variant_link_parameters(variant: Variant) -> dict[str, str]:
    """Return the parameters of the link to a variant.

    >>> build_variant_link_parameters(Variant("cg", (3, 0, 2), k=2))
    {'skill': 'cg', 'r': '3,0,2', 'k': '2'}
    """
    link = {"skill": variant.skill, "r": _format_grades(variant.grades)}
    if variant.k:
        link["k"] = str(variant.k)
    if variant.rank:
        link["rank"] = str(variant.rank)
    if variant.judged:
        link["judged"] = _format_grades(variant.judged)
    if variant.others:
        link["others"] = ";".join(map(_format_grades, variant.others))
    return link


def read_variant_link(link: Mapping[str, str]) -> Variant:
    """Parse the parameters of a link to a variant. Raise ValueError for a bad link.

    >>> read_variant_link({"skill": "cg", "r": "3,0,2", "k": "2"}).grades
    (3.0, 0.0, 2.0)
    """
    if any(len(text) > MAX_TEXT_LENGTH for text in link.values()):
        raise ValueError(f"An exercise needs no more than {MAX_TEXT_LENGTH} characters.")
    others = link["others"].split(";") if link.get("others") else []
    if len(others) > MAX_QUERIES:
        raise ValueError(f"There are {len(others)} further queries. An exercise has {MAX_QUERIES}.")
    variant = Variant(
        skill=link.get("skill", ""),
        grades=_read_grades(link.get("r", "")),
        k=read_whole_number(link.get("k", "0")),
        rank=read_whole_number(link.get("rank", "0")),
        judged=_read_grades(link["judged"]) if link.get("judged") else None,
        others=tuple(map(_read_grades, others)),
    )
    for cell in variant.blanks:
        variant.unfilled_sheet.exact(cell)
    return variant


def _format_grades(grades: tuple[float, ...]) -> str:
    """Return grades as text for a link, separated by commas without spaces."""
    return ",".join(short(grade, 6) for grade in grades)


def _read_grades(text: str) -> tuple[float, ...]:
    """Parse comma-separated grades. Raise ValueError for other text or too many grades."""
    try:
        grades = tuple(float(item) for item in text.split(",") if item.strip())
    except ValueError:
        raise ValueError(
            f"The list {short_repr(text)} contains something that is not a number."
        ) from None
    if len(grades) > MAX_GRADES:
        raise ValueError(f"The list has {len(grades)} grades. An exercise has {MAX_GRADES}.")
    return grades


def read_whole_number(text: str) -> int:
    """Parse a whole number from 0 to 9,999 in a link. Raise ValueError for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(f"{short_repr(text)} must be a whole number.")
    return int(text)


VariantsBySkill = Mapping[str, tuple[Variant, ...]]


def list_practice_variants(skill: str) -> tuple[Variant, ...]:
    """Return the variants for practising a skill, in the order of variants.toml.

    >>> len(list_practice_variants("mean"))
    8
    """
    return load_variant_file(find_lessons_folder() / "variants.toml")[skill]


def list_all_practice_variants() -> list[Variant]:
    """Return the practice variants of all skills as one list, skill by skill.

    >>> {variant.skill for variant in list_all_practice_variants()} == set(SKILLS)
    True
    """
    return [variant for skill in SKILLS for variant in list_practice_variants(skill)]


def load_worksheet_variants() -> VariantsBySkill:
    """Load the variants of printed worksheets, by skill.

    >>> min(map(len, load_worksheet_variants().values())) >= 8
    True
    """
    return load_variant_file(find_lessons_folder() / "worksheets.toml")


def load_parallel_variants() -> VariantsBySkill:
    """Load the variants of class tests by skill, in the order before 1, after 1, before 2, ...

    >>> len(load_parallel_variants()["dcg"]) % 2
    0
    """
    return load_variant_file(find_lessons_folder() / "parallel.toml")


@lru_cache(maxsize=4)
def load_variant_file(path: Path) -> VariantsBySkill:
    """Load a file's variants by skill. Raise ValueError for a missing skill or bad variant.

    The result is cached.
    """
    top = read_content(path)
    lists = {}
    for skill in SKILLS:
        variants = []
        for text in top.pop_texts(skill):
            try:
                variants.append(read_variant_link({"skill": skill, **dict(parse_qsl(text))}))
            except ValueError as error:
                top.refuse(f"{skill}, {text}: {error}")
        lists[skill] = tuple(variants)
    top.refuse_unread()
    return MappingProxyType(lists)


def format_variant_line(variant: Variant) -> str:
    """Return the line of a variant in a file: its link without the skill.

    >>> format_variant_line(Variant("cg", (3, 0, 2), k=2))
    'r=3,0,2&k=2'
    """
    link = {
        name: text
        for name, text in build_variant_link_parameters(variant).items()
        if name != "skill"
    }
    return urlencode(link, safe=",;")
