"""Check every stored exercise again, and replace unfair ones.

After a change of the misconceptions, an exercise may no longer distinguish every mistake, and two
tests of a class may no longer match. The command prints each replaced exercise. Links to all other
exercises remain valid.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from ndcg_core.content import find_lessons_folder
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.parallel import make_half_blank_sheet
from ndcg_core.exercises.separation import (
    draw_variant,
    find_visible_mistakes,
    iterate_variant_faults,
)
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, format_variant_line, load_variant_file
from ndcg_core.exercises.worksheets import find_printed_levels

MAX_TRIES = 1_200


def replace_unfair_variants(path: Path) -> Iterator[str]:
    """Replace the unfair variants in a file. Yield a sentence about each replacement.

    Prints its progress. Raises SystemExit if no fair variant is found.
    """
    rng = Random(1)
    is_printed = path.name == "worksheets.toml"
    stored = [
        (skill, variant)
        for skill, variants in load_variant_file(path).items()
        for variant in variants
    ]
    every = [variant for _, variant in stored]
    with ProcessPoolExecutor() as pool:
        sentences = pool.map(find_first_fault, every, [is_printed] * len(every))
        for count, ((skill, old), fault) in enumerate(zip(stored, sentences, strict=True), 1):
            print(f"{path.name}: {count} of {len(stored)}", end="\r", file=sys.stderr, flush=True)
            if fault:
                new = find_fair_variant(skill, rng, every, is_printed)
                every.append(new)
                yield replace_variant(path, skill, old, new, fault)


def repair_unlike_pairs(path: Path) -> Iterator[str]:
    """Replace the second variant of each unlike pair. Yield a sentence about each replacement.

    Variants are alike if their sizes, blanks and visible mistakes are the same. Raises
    SystemExit if no variant like the first one is found.
    """
    rng = Random(1)
    for skill, variants in load_variant_file(path).items():
        for first, second in zip(variants[::2], variants[1::2], strict=True):
            if collect_shared_traits(first) != collect_shared_traits(second):
                drawn = (draw_variant(SKILLS[skill], rng) for _ in range(10_000))
                fits = (
                    variant
                    for variant in drawn
                    if variant not in variants
                    and collect_sizes(variant) == collect_sizes(first)
                    and collect_shared_traits(variant) == collect_shared_traits(first)
                )
                new = next(fits, None)
                if new is None:
                    sentence = f"{skill}: found no variant like {format_variant_line(first)}."
                    raise SystemExit(sentence)
                yield replace_variant(
                    path, skill, second, new, f"It was not like {format_variant_line(first)}."
                )


def replace_variant(path: Path, skill: str, old: Variant, new: Variant, reason: str) -> str:
    """Replace a variant in a file, and return a sentence about the replacement."""
    before, head, rest = path.read_text("utf-8").partition(f"\n{skill} = [")
    rest = rest.replace(f'"{format_variant_line(old)}"', f'"{format_variant_line(new)}"', 1)
    path.write_text(before + head + rest, "utf-8")
    return (
        f"{path.name}, {skill}: {format_variant_line(old)} is now {format_variant_line(new)}. "
        f"{reason}"
    )


def collect_sizes(variant: Variant) -> tuple[object, ...]:
    """Return each list's counts of documents and relevant documents, the cutoff and the rank."""
    lists = (variant.grades, variant.judged or (), *variant.others)
    return [(len(grades), sum(map(bool, grades))) for grades in lists], variant.k, variant.rank


def collect_shared_traits(variant: Variant) -> tuple[object, ...]:
    """Return the sizes, blanks and visible mistakes that a class's two tests must share."""
    sheet = make_half_blank_sheet(variant)
    ids = [id for ids in variant.mistakes_by_cell_group.values() for id in ids]
    return (
        collect_sizes(variant),
        sheet.blanks,
        find_visible_mistakes(sheet, ids, fade_sheet(variant, count_levels(variant) - 1)),
    )


def find_first_fault(variant: Variant, is_printed: bool) -> str:
    """Return a sentence about the first fault of a variant, or "" for a fair variant.

    is_printed: True to check only the fading levels of worksheets
    """
    return next(
        iterate_variant_faults(variant, find_printed_levels(variant) if is_printed else None), ""
    )


def find_fair_variant(
    skill: str, rng: Random, existing: Collection[Variant], is_printed: bool
) -> Variant:
    """Return a random variant that is fair and new. Raise SystemExit after `MAX_TRIES`.

    is_printed: True for a variant of a worksheet
    """
    for _ in range(MAX_TRIES):
        variant = draw_variant(SKILLS[skill], rng)
        fault = find_first_fault(variant, is_printed)
        if variant not in existing and not fault:
            return variant
    raise SystemExit(f"{skill}: found no fair variant in {MAX_TRIES} tries. The last one: {fault}")


if __name__ == "__main__":
    ArgumentParser(prog="python -m ndcg_core.exercises", description=__doc__).parse_args()
    files = {
        "variants": replace_unfair_variants,
        "worksheets": replace_unfair_variants,
        "parallel": repair_unlike_pairs,
    }
    for name, renew in files.items():
        for sentence in renew(find_lessons_folder() / f"{name}.toml"):
            print(sentence, flush=True)
