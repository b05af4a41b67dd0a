"""What is marked right, measured: honest people, random errors and mistakes, on our own sheets.

    python -m benchmarks.marking [--sheets 2000] [--seed 1] [--only honest]

Every stored exercise at every level, as it is handed out. The errors are drawn here and not taken
from the registry, except where a row says so. Each row counts what must not happen, or what must.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import ndcg_core as nc
from benchmarks._counts import Counts
from benchmarks._examined_errors import honest, shortened, wrong_sum, wrong_whole
from benchmarks._examined_mistakes import bare, column, one_row, registered
from benchmarks._report import table
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.variants import load_variants


def handed_out() -> list[nc.Sheet]:
    """Every stored exercise at every level, as it is handed out."""
    return [fade(variant, level) for variant in load_variants() for level in range(levels(variant))]


ON_SHEETS = (honest, wrong_sum, wrong_whole, shortened, registered)
BARE = (column, one_row, bare)


def examine(sheets: int, seed: int, only: str = "") -> Counts:
    """The whole examination, or one part of it by its function's name."""
    rng, counts, stored = Random(seed), Counts(), handed_out()
    for sheet in _drawn(stored, sheets, rng):
        for part in ON_SHEETS:
            if only in ("", part.__name__):
                part(sheet, rng, counts)
        for bare_part in BARE:
            if only in ("", bare_part.__name__):
                bare_part(rng, counts)
    return counts


def _drawn(stored: list[nc.Sheet], count: int, rng: Random) -> Iterator[nc.Sheet]:
    """Each stored sheet once, in any order, then all of them again, and so on."""
    for at in range(count):
        if at % len(stored) == 0:
            rng.shuffle(stored)
        yield stored[at % len(stored)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    names = [part.__name__ for part in (*ON_SHEETS, *BARE)]
    parser.add_argument("--only", choices=names, default="", help="one part of the examination")
    parser.add_argument("--examples", action="store_true", help="print a few cases of each row")
    wanted = parser.parse_args()
    counts = examine(wanted.sheets, wanted.seed, wanted.only)
    rows = [[name, c.hits, c.of, f"{c.percent:.2f} %"] for name, c in sorted(counts.items())]
    print(table(["what", "times", "of", "share"], rows))
    if wanted.examples:
        for name, count in sorted(counts.items()):
            for example in count.examples:
                print(f"  {name}: {example}") if example else None


if __name__ == "__main__":
    main()
