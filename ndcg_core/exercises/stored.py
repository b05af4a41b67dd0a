"""The lists that exercises are made of, as they are stored: skill by skill, each as in its link.

lessons/variants.toml has those of the practice page and of the lessons, lessons/worksheets.toml has
those of printed worksheets.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from ndcg_core.content import lessons_dir, read
from ndcg_core.exercises.links import from_link, to_link
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant

Lists = Mapping[str, tuple[Variant, ...]]
"""For each skill its lists."""


def variants_for(skill: str) -> tuple[Variant, ...]:
    """The lists on which a skill is practised, in the order of the file.

    >>> len(variants_for("mean"))
    8
    """
    return stored(lessons_dir() / "variants.toml")[skill]


def load_variants() -> list[Variant]:
    """The lists on which every skill is practised.

    >>> {variant.skill for variant in load_variants()} == set(SKILLS)
    True
    """
    return [variant for skill in SKILLS for variant in variants_for(skill)]


def worksheet_lists() -> Lists:
    """The lists of printed worksheets.

    >>> min(map(len, worksheet_lists().values())) >= 8
    True
    """
    return stored(lessons_dir() / "worksheets.toml")


@lru_cache(maxsize=4)
def stored(path: Path) -> Lists:
    """Read a file of lists; ValueError names the list that is none."""
    top, lists = read(path), {}
    for skill in SKILLS:
        variants = []
        for text in top.texts(skill):
            try:
                variants.append(from_link({"skill": skill, **dict(parse_qsl(text))}))
            except ValueError as error:
                top.refuse(f"{skill}, {text}: {error}")
        lists[skill] = tuple(variants)
    top.done()
    return MappingProxyType(lists)


def written(variant: Variant) -> str:
    """A list as it stands in a file: its link without the skill.

    >>> written(Variant("cg", (3, 0, 2), k=2))
    'r=3,0,2&k=2'
    """
    link = {name: text for name, text in to_link(variant).items() if name != "skill"}
    return urlencode(link, safe=",;")


def file_of(skill: str, variants: Iterable[Variant]) -> str:
    """The lists of a skill as they stand in a file, some to a line.

    >>> print(file_of("cg", [Variant("cg", (3, 0, 2), k=2), Variant("cg", (1, 2))]))
    cg = [
      "r=3,0,2&k=2", "r=1,2",
    ]
    """
    texts = " ".join(f'"{written(variant)}",' for variant in variants)
    lines = wrap(texts, 98, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([f"{skill} = [", *lines, "]"])
