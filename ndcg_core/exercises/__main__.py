"""Check every stored exercise again, and replace unfair ones.

After a change of the misconceptions, an exercise may no longer distinguish every mistake, and two
tests of a class may no longer match. The command prints each replaced exercise. Links to the other
exercises stay valid.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from ndcg_core.content import lessons_dir
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.parallel import half_blank
from ndcg_core.exercises.separation import draw, faults, visible
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, load_lists, variant_link
from ndcg_core.exercises.worksheets import printed_levels

TRIES = 1_200


def replace_unfair_lists(path: Path) -> Iterator[str]:
    """Replace the unfair lists in a file, and yield a sentence for each."""
    dice = Random(1)
    printed = path.name == "worksheets.toml"
    lists = [(skill, one) for skill, variants in load_lists(path).items() for one in variants]
    every = [one for _, one in lists]
    with ProcessPoolExecutor() as pool:
        sentences = pool.map(first_fault, every, [printed] * len(every))
        for count, ((skill, old), fault) in enumerate(zip(lists, sentences, strict=True), 1):
            print(f"{path.name}: {count} of {len(lists)}", end="\r", file=sys.stderr, flush=True)
            if fault:
                new = another(skill, dice, every, printed)
                every.append(new)
                yield replace_list(path, skill, old, new, fault)


def renew_pairs(path: Path) -> Iterator[str]:
    """Replace the second of two lists that are not alike, and yield a sentence for each."""
    dice = Random(1)
    for skill, lists in load_lists(path).items():
        for first, second in zip(lists[::2], lists[1::2], strict=True):
            if alike(first) != alike(second):
                drawn = (draw(SKILLS[skill], dice) for _ in range(10_000))
                fits = (one for one in drawn if one not in lists and sizes(one) == sizes(first))
                new = next((one for one in fits if alike(one) == alike(first)), None)
                if new is None:
                    raise SystemExit(f"{skill}: found no list like {variant_link(first)}.")
                yield replace_list(
                    path, skill, second, new, f"It was not like {variant_link(first)}."
                )


def replace_list(path: Path, skill: str, old: Variant, new: Variant, why: str) -> str:
    """Replace a list in a file with another, and return a sentence about it."""
    before, head, rest = path.read_text("utf-8").partition(f"\n{skill} = [")
    rest = rest.replace(f'"{variant_link(old)}"', f'"{variant_link(new)}"', 1)
    path.write_text(before + head + rest, "utf-8")
    return f"{path.name}, {skill}: {variant_link(old)} is now {variant_link(new)}. {why}"


def sizes(variant: Variant) -> tuple[object, ...]:
    """Return the numbers of documents and of relevant documents, k and the rank."""
    pools = (variant.grades, variant.judged or (), *variant.others)
    return [(len(pool), sum(map(bool, pool))) for pool in pools], variant.k, variant.rank


def alike(variant: Variant) -> tuple[object, ...]:
    """Return the sizes and visible mistakes, which must be equal for a class's two tests."""
    sheet = half_blank(variant)
    ids = [id for ids in variant.in_play.values() for id in ids]
    return sizes(variant), sheet.blanks, visible(sheet, ids, fade(variant, levels(variant) - 1))


def first_fault(variant: Variant, printed: bool) -> str:
    """Return the first fault of a list, or ""."""
    return next(faults(variant, printed_levels(variant) if printed else None), "")


def another(skill: str, dice: Random, besides: Collection[Variant], printed: bool) -> Variant:
    """Find a fair list that differs from these, or raise SystemExit."""
    for _ in range(TRIES):
        variant = draw(SKILLS[skill], dice)
        fault = first_fault(variant, printed)
        if variant not in besides and not fault:
            return variant
    raise SystemExit(
        f"{skill}: found no fair list in {TRIES} tries. The fault of the last one: {fault}"
    )


if __name__ == "__main__":
    ArgumentParser(prog="python -m ndcg_core.exercises", description=__doc__).parse_args()
    files = {
        "variants": replace_unfair_lists,
        "worksheets": replace_unfair_lists,
        "parallel": renew_pairs,
    }
    for name, renew in files.items():
        for sentence in renew(lessons_dir() / f"{name}.toml"):
            print(sentence, flush=True)
