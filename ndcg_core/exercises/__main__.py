"""Prove every stored exercise again, and put a new one in the place of each that is not fair.

After a misconception was added or changed, the numbers of an exercise may no longer tell every
mistake apart. What is changed is printed; links to the other exercises lead where they led.
"""

from argparse import ArgumentParser
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from ndcg_core.content import lessons_dir
from ndcg_core.exercises.separation import faults, generate_variant
from ndcg_core.exercises.variants import Variant, stored, written
from ndcg_core.exercises.worksheets import printed_levels

TRIES = 100


def renewed(path: Path) -> Iterator[str]:
    """Renew the unfair lists in a file of lists; a sentence for each."""
    dice, printed = Random(1), path.name == "worksheets.toml"
    lists = [(skill, one) for skill, variants in stored(path).items() for one in variants]
    every = [one for _, one in lists]
    with ProcessPoolExecutor() as pool:
        sentences = pool.map(first_fault, every, [printed] * len(every))
        for (skill, old), fault in zip(lists, sentences, strict=True):
            if fault:
                new = another(skill, dice, every, printed)
                every.append(new)
                before, head, rest = path.read_text("utf-8").partition(f"\n{skill} = [")
                rest = rest.replace(f'"{written(old)}"', f'"{written(new)}"', 1)
                path.write_text(before + head + rest, "utf-8")
                yield f"{path.name}, {skill}: {written(old)} is now {written(new)}. {fault}"


def first_fault(variant: Variant, printed: bool) -> str:
    """Say what keeps a list from being fair, at the levels of printed sheets or at all; or ""."""
    return next(faults(variant, printed_levels(variant) if printed else None), "")


def another(skill: str, dice: Random, besides: Collection[Variant], printed: bool) -> Variant:
    """Find a list that is fair, and none of others; SystemExit where there seems to be none."""
    for _ in range(TRIES):
        variant = generate_variant(skill, dice, besides)
        fault = first_fault(variant, printed)
        if variant not in besides and not fault:
            return variant
    raise SystemExit(f"{skill}: no fair list was found. The last of {TRIES} was not: {fault}")


if __name__ == "__main__":
    ArgumentParser(prog="python -m ndcg_core.exercises", description=__doc__).parse_args()
    for name in ("variants.toml", "worksheets.toml"):
        for sentence in renewed(lessons_dir() / name):
            print(sentence, flush=True)
