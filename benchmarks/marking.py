"""What is marked right, measured: honest people, random errors and mistakes, on our own sheets.

    python -m benchmarks.marking [--sheets 2000] [--seed 1] [--only honest]

Every stored exercise at every level, as it is handed out. The errors are drawn here and not taken
from the registry, except where a row says so. Each row counts what must not happen, or what must.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

import ndcg_core as nc
from benchmarks._report import table
from benchmarks._writers import (
    Habit,
    bare_ndcg,
    carried_through,
    column_of,
    column_rivals,
    divisor_of,
    fill,
    gain_of,
    is_known,
    known_numbers,
    marks_of,
    order_of,
    right_before,
    rivals,
    unregistered,
)
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.variants import load_variants
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS


@dataclass
class Count:
    """How often something happened, of how many; and a few examples of it."""

    of: int = 0
    hits: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, hit: bool, example: Callable[[], str]) -> None:
        """One more."""
        self.of += 1
        self.hits += hit
        if hit and len(self.examples) < 5:
            self.examples.append(example())

    @property
    def percent(self) -> float:
        """The share, in percent."""
        return 100 * self.hits / self.of if self.of else math.nan


class Counts(dict[str, Count]):
    """A row for whatever is counted."""

    def __missing__(self, key: str) -> Count:
        return self.setdefault(key, Count())


def judge(kind: str, sheet: nc.Sheet, mark: Mark, counts: Counts, known: bool) -> None:
    """A wrong number: passed, or named though nothing known gives it."""
    example = partial(shown, sheet, {}, mark)
    counts[f"{kind}: carried or right"].add(mark.verdict in ("carried", "right"), example)
    if mark.verdict == "wrong" and not known:
        counts[f"{kind}: falsely named"].add(mark.certainty == "named", example)


def shown(sheet: nc.Sheet, texts: dict[str, str], mark: Mark) -> str:
    """A case in a line."""
    grades = ",".join(f"{g:g}" for g in sheet.grades)
    given = {c: t for c, t in texts.items() if c != mark.cell}
    return (
        f"[{grades}] k={sheet.k} {sheet.convention.name} {mark.cell}={mark.given} "
        f"({mark.exact:.4f}) {mark.verdict} {mark.misconception} {given}"
    )


STYLES: tuple[tuple[str, int, float, tuple[int, ...]], ...] = (
    *(("exact", 2, cuts, (2, 3, 4, 5, 6)) for cuts in (0.0, 0.5, 1.0)),
    *(("rounded", places, cuts, (2, 3)) for places in (2, 3) for cuts in (0.0, 1.0)),
    *(("cut", places, cuts, (2, 3)) for places in (2, 3) for cuts in (0.0, 1.0)),
    *((log, places, 0.0, d) for log in ("ln", "lg") for places in (3, 4) for d in ((2,), (3,))),
    *(("weight", places, 0.0, (d,)) for places in (2, 3, 4) for d in (2, 3)),
)
"""Twenty-five ways to shorten numbers: the logarithms, their places, how often one cuts off, the
decimals that are written."""


def honest(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Answers by honest people who round, cut off, or have a table of logarithms or weights."""
    logs, places, cuts, decimals = rng.choice(STYLES)
    texts = fill(sheet, Habit(rng, logs, places, cuts, decimals))
    marks = marks_of(sheet, texts)
    bad = [marks[cell] for cell in texts if marks[cell].verdict in ("wrong", "invalid")]
    row = counts["honest sheets, 25 styles: a cell is wrong"]
    row.add(bool(bad), lambda: f"{logs} {places} {shown(sheet, texts, bad[0])}")


def slip_in_cg(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """CG off by -2 to 3: hardly any whole number is not given by some mistake."""
    if sheet.blanks[-1:] == ("cg",):
        off = rng.choice((-2, -1, 1, 2, 3))
        mark = marks_of(sheet, {"cg": f"{(sheet.exact('cg') or 0) + off:g}"})["cg"]
        row = counts["CG with a slip: a mistake asserted"]
        row.add(mark.certainty == "named", lambda: shown(sheet, {}, mark))


def unsorted_ideal(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """IDCG of the ranking as it is, where nothing of the ideal order is printed."""
    order = order_of(sheet, "ideal")
    grades = list(sheet.grades[: len(order)])
    columns = ("ideal.grade", "ideal.gain", "ideal.term")
    printed = any(cell.startswith(columns) for cell in sheet.given)
    if "idcg" not in sheet.blanks or printed or sheet.judged or grades == order:
        return
    gain, divisor = gain_of(sheet), divisor_of(sheet)
    value = sum(gain(r) / divisor(i) for i, r in enumerate(grades, 1))
    if abs(value - (sheet.exact("idcg") or 0.0)) > 0.021:
        mark = marks_of(sheet, {"idcg": f"{value:.3f}"})["idcg"]
        row = counts["the ideal not sorted: named first"]
        row.add(mark.misconception == "ideal-not-sorted", lambda: shown(sheet, {}, mark))


def wrong_sum(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A random wrong NDCG, DCG or IDCG, 2 to 60 % off, under right numbers."""
    for cell in {"ndcg", "dcg", "idcg"} & set(sheet.blanks):
        exact = sheet.exact(cell) or 0.0
        if not exact:
            continue
        before = right_before(sheet, cell)
        off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
        text = f"{exact * (1 + off):.{rng.choice((2, 3, 3, 4))}f}"
        mark = marks_of(before, {cell: text})[cell]
        kind = "NDCG" if cell == "ndcg" else "DCG or IDCG"
        fine = abs(float(text) - exact) > 0.0101 if len(text.partition(".")[2]) == 2 else True
        if fine:
            judge(
                f"random {kind}", before, mark, counts, is_known(text, known_numbers(sheet, cell))
            )


def wrong_whole(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A wrong whole number for a divisor or a term, then the sum of it."""
    cells = [c for c in sheet.blanks if ".term." in c or ".discount." in c]
    if not cells:
        return
    cell = rng.choice(cells)
    exact = sheet.exact(cell) or 0.0
    text = str(rng.choice([n for n in range(8) if abs(n - exact) > 0.6]))
    mark = marks_of(right_before(sheet, cell), {cell: text})[cell]
    judge("whole divisor or term", sheet, mark, counts, is_known(text, known_numbers(sheet, cell)))


def shortened(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """NDCG cut off after two decimals, and NDCG to one decimal."""
    exact = sheet.exact("ndcg") if "ndcg" in sheet.blanks else None
    if not exact or exact > 0.9999:
        return
    before = right_before(sheet, "ndcg")
    cut = f"{math.floor(exact * 100) / 100:.2f}"
    mark = marks_of(before, {"ndcg": cut})["ndcg"]
    fine = mark.verdict == ("right" if abs(float(cut) - exact) <= 0.005 + 1e-9 else "last-digit")
    counts["NDCG cut after two decimals: not last-digit"].add(
        not fine, lambda: shown(sheet, {}, mark)
    )
    one = f"{exact:.1f}"
    mark = marks_of(before, {"ndcg": one})["ndcg"]
    counts["NDCG to one decimal: not invalid"].add(
        mark.verdict != "invalid" and abs(float(one) - exact) > 1e-9,
        lambda: shown(sheet, {}, mark),
    )


def registered(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """A registered mistake, carried through the blanks by somebody who uses what is printed."""
    mistake = rng.choice([m for m in MISCONCEPTIONS.values() if m.scope == "throughout"])
    found = carried_through(sheet, mistake.id)
    if found is None:
        return
    first, texts = found
    mark = marks_of(sheet, texts)[first]
    if mark.verdict not in ("wrong", "invalid"):
        counts["registered mistake on a practice sheet: passed"].add(
            True, lambda: shown(sheet, texts, mark)
        )
        return
    if rivals(sheet, mistake.id, first, texts):
        return
    named_first("on a practice sheet", mistake.id, mark, sheet, texts, counts)


def named_first(
    where: str, id: str, mark: Mark, sheet: nc.Sheet, texts: dict[str, str], counts: Counts
) -> None:
    """Whether a registered mistake is the one that is named first; an example where it is not."""
    row = counts[f"registered mistake {where}: named first"]
    row.add(mark.misconception == id, lambda: "")
    if mark.misconception != id:
        counts[f"({where}: not named first)"].add(
            True, lambda: f"{id}: {shown(sheet, texts, mark)}"
        )


def column(rng: Random, counts: Counts) -> None:
    """A registered mistake carried through the column of terms of a random list."""
    grades = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(4, 8)))
    name = rng.choice(("standard", "exponential", "textbook"))
    sheet = nc.Sheet(grades, nc.CONVENTIONS[name], rng.randint(3, len(grades)))
    mistakes = [m for m in MISCONCEPTIONS.values() if m.scope == "throughout"]
    mistake = rng.choice(mistakes)
    texts = column_of(sheet, mistake.id)
    if texts is None or column_rivals(sheet, mistake.id, texts):
        return
    wrong = [m for m in marks_of(sheet, texts).values() if m.verdict == "wrong"]
    if not wrong:
        return
    named_first("in a column", mistake.id, wrong[0], sheet, texts, counts)


def one_row(rng: Random, counts: Counts) -> None:
    """Another rank's divisor in one row among right rows."""
    grades = tuple(rng.choice((1, 2, 3)) for _ in range(rng.randint(4, 8)))
    sheet = nc.Sheet(grades)
    row, other = rng.sample(range(1, len(grades) + 1), 2)
    divisor = divisor_of(sheet)
    texts = {f"actual.term.{i}": f"{r / divisor(i):.3f}" for i, r in enumerate(grades, 1)}
    texts[f"actual.term.{row}"] = f"{grades[row - 1] / divisor(other):.3f}"
    mark = marks_of(sheet, texts)[f"actual.term.{row}"]
    counts["another rank's divisor in one row: named first"].add(
        mark.misconception == "another-rank's-divisor", lambda: ""
    )


def bare(rng: Random, counts: Counts) -> None:
    """A sheet with NDCG alone: honest numbers, random ones, and mistakes nobody has registered."""
    grades = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(3, 9)))
    sheet = nc.Sheet(grades)
    exact = bare_ndcg(grades, sheet)
    if not exact or not sum(order_of(sheet, "actual")):
        return
    for name, value in unregistered(grades):
        text = f"{value:.3f}"
        if abs(value - exact) > 0.02 and not is_known(text, known_numbers(sheet, "ndcg")):
            mark = marks_of(sheet, {"ndcg": text})["ndcg"]
            counts["bare NDCG, unregistered mistake: falsely named"].add(
                mark.certainty == "named", lambda n=name, m=mark: f"{n} {shown(sheet, {}, m)}"
            )
    off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
    text = f"{exact * (1 + off):.3f}"
    mark = marks_of(sheet, {"ndcg": text})["ndcg"]
    known = is_known(text, known_numbers(sheet, "ndcg"))
    judge("bare random NDCG", sheet, mark, counts, known)


def handed_out() -> list[nc.Sheet]:
    """Every stored exercise at every level, as it is handed out."""
    return [fade(variant, level) for variant in load_variants() for level in range(levels(variant))]


ON_SHEETS = (honest, slip_in_cg, unsorted_ideal, wrong_sum, wrong_whole, shortened, registered)
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
