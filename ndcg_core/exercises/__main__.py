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

from ndcg_core.content import find_lessons_folder
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.parallel import make_half_blank
from ndcg_core.exercises.separation import draw_variant, find_visible_mistakes, list_faults
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, load_lists, write_list_link
from ndcg_core.exercises.worksheets import list_printed_levels

MAX_TRIES = 1_200


def replace_unfair_lists(path: Path) -> Iterator[str]:
    """Replace the unfair lists in a file, and yield a sentence for each."""
    dice = Random(1)
    printed = path.name == "worksheets.toml"
    lists = [(skill, one) for skill, variants in load_lists(path).items() for one in variants]
    every = [one for _, one in lists]
    with ProcessPoolExecutor() as pool:
        sentences = pool.map(find_first_fault, every, [printed] * len(every))
        for count, ((skill, old), fault) in enumerate(zip(lists, sentences, strict=True), 1):
            print(f"{path.name}: {count} of {len(lists)}", end="\r", file=sys.stderr, flush=True)
            if fault:
                new = find_another(skill, dice, every, printed)
                every.append(new)
                yield replace_list(path, skill, old, new, fault)


def renew_pairs(path: Path) -> Iterator[str]:
    """Replace the second of two lists that are not alike, and yield a sentence for each."""
    dice = Random(1)
    for skill, lists in load_lists(path).items():
        for first, second in zip(lists[::2], lists[1::2], strict=True):
            if list_shared_traits(first) != list_shared_traits(second):
                drawn = (draw_variant(SKILLS[skill], dice) for _ in range(10_000))
                fits = (
                    one
                    for one in drawn
                    if one not in lists and list_sizes(one) == list_sizes(first)
                )
                new = next(
                    (one for one in fits if list_shared_traits(one) == list_shared_traits(first)),
                    None,
                )
                if new is None:
                    raise SystemExit(f"{skill}: found no list like {write_list_link(first)}.")
                yield replace_list(
                    path, skill, second, new, f"It was not like {write_list_link(first)}."
                )


def replace_list(path: Path, skill: str, old: Variant, new: Variant, why: str) -> str:
    """Replace a list in a file with another, and return a sentence about it."""
    before, head, rest = path.read_text("utf-8").partition(f"\n{skill} = [")
    rest = rest.replace(f'"{write_list_link(old)}"', f'"{write_list_link(new)}"', 1)
    path.write_text(before + head + rest, "utf-8")
    return f"{path.name}, {skill}: {write_list_link(old)} is now {write_list_link(new)}. {why}"


def list_sizes(variant: Variant) -> tuple[object, ...]:
    """Return the numbers of documents and of relevant documents, k and the rank."""
    pools = (variant.grades, variant.judged or (), *variant.others)
    return [(len(pool), sum(map(bool, pool))) for pool in pools], variant.k, variant.rank


def list_shared_traits(variant: Variant) -> tuple[object, ...]:
    """Return the sizes and visible mistakes, which must be equal for a class's two tests."""
    sheet = make_half_blank(variant)
    ids = [id for ids in variant.in_play.values() for id in ids]
    return (
        list_sizes(variant),
        sheet.blanks,
        find_visible_mistakes(sheet, ids, fade_sheet(variant, count_levels(variant) - 1)),
    )


def find_first_fault(variant: Variant, printed: bool) -> str:
    """Return the first fault of a list, or ""."""
    return next(list_faults(variant, list_printed_levels(variant) if printed else None), "")


def find_another(skill: str, dice: Random, besides: Collection[Variant], printed: bool) -> Variant:
    """Find a fair list that differs from these, or raise SystemExit."""
    for _ in range(MAX_TRIES):
        variant = draw_variant(SKILLS[skill], dice)
        fault = find_first_fault(variant, printed)
        if variant not in besides and not fault:
            return variant
    raise SystemExit(
        f"{skill}: found no fair list in {MAX_TRIES} tries. The fault of the last one: {fault}"
    )


if __name__ == "__main__":
    ArgumentParser(prog="python -m ndcg_core.exercises", description=__doc__).parse_args()
    files = {
        "variants": replace_unfair_lists,
        "worksheets": replace_unfair_lists,
        "parallel": renew_pairs,
    }
    for name, renew in files.items():
        for sentence in renew(find_lessons_folder() / f"{name}.toml"):
            print(sentence, flush=True)
