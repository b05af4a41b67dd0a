"""Writes the lists that worksheets are made of, each proved at every difficulty.

    python -m benchmarks.make_worksheet_lists > lessons/worksheets.toml

The search takes some minutes. tests/exercises/test_worksheets.py proves what came of it.
"""

from collections.abc import Iterator
from random import Random

from ndcg_core.exercises.separation import generate_variant, is_fair
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, file_of
from ndcg_core.exercises.worksheets import DIFFICULTIES, level_of

EACH = 28
TRIES = 1500
HEAD = """\
# The lists of printed worksheets, skill by skill, each written as in its link. Every mistake in
# play is kept apart at each of the three difficulties (tests/exercises/test_worksheets.py).
# Made by benchmarks/make_worksheet_lists.py.
"""


def is_fair_at_each(variant: Variant) -> bool:
    """Whether a list is a fair exercise however much of it is blank, and shows every mistake."""
    return is_fair(variant, {level_of(variant, difficulty) for difficulty in DIFFICULTIES})


def found(skill: str, rng: Random) -> Iterator[Variant]:
    """Different fair lists of a skill, as many as are wanted or as so many tries find."""
    seen: list[Variant] = []
    for _ in range(TRIES):
        variant = generate_variant(skill, rng, tries=1, besides=seen, level=99)
        if variant not in seen and is_fair_at_each(variant):
            seen.append(variant)
            yield variant
        if len(seen) == EACH:
            return


def main() -> None:
    """Search, and print the file."""
    print(HEAD)
    for skill in SKILLS:
        print(file_of(skill, found(skill, Random(f"worksheets {skill}"))), flush=True)


if __name__ == "__main__":
    main()
