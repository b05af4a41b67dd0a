"""Errors and strengths of the marking: honest people, random errors, and mistakes.

    python -m benchmarks.marking [--sheets 2000] [--seed 1] [--shake SEED]

Every stored exercise at every level, as learners get it. The errors are drawn here, not taken from
the registry, unless a row says so. Each row counts something that must not happen, or that must.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from random import Random
from statistics import fmean

import ndcg_core as nc
from benchmarks import _writers as people
from benchmarks._report import format_table, make_parser
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.variants import list_all_practice_variants
from ndcg_core.marking import odds
from ndcg_core.marking.marks import Mark
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import shorten_action
from ndcg_core.sheets.calculation import make_calculation as right
from ndcg_core.sheets.cells import SIDE_OF_TOTAL

Counts = defaultdict[str, list[bool]]
"""For each kind of event, a list that has True for each time that the event happened."""


def count_verdict(kind: str, mark: Mark, counts: Counts, is_known: bool) -> None:
    """Record whether a wrong number is accepted and whether a false cause is named for it.

    A named cause is false if no registered mistake gives the number.

    kind: the kind of wrong number, with which the names of the events begin.
    is_known: True if a registered mistake gives the number.
    """
    counts[f"{kind}: carried or right"].append(mark.verdict in ("carried", "right"))
    if mark.verdict == "wrong" and not is_known:
        counts[f"{kind}: falsely named"].append(mark.certainty == "named")


WRITING_STYLES: tuple[tuple[str, int, float, tuple[int, ...]], ...] = (
    *(("exact", 2, cuts, (2, 3, 4, 5, 6)) for cuts in (0.0, 0.5, 1.0)),
    *(("rounded", places, cuts, (2, 3)) for places in (2, 3) for cuts in (0.0, 1.0)),
    *(("cut", places, cuts, (2, 3)) for places in (2, 3) for cuts in (0.0, 1.0)),
    *(("ln", places, 0.0, d) for places in (3, 4) for d in ((2,), (3,))),
    *(("lg", places, 0.0, d) for places in (3, 4) for d in ((2,), (3,))),
    *(("weight", places, 0.0, (d,)) for places in (2, 3, 4) for d in (2, 3)),
    *((log, 4, cuts, (4,)) for log in ("ln", "lg", "rounded", "cut") for cuts in (0.0, 1.0)),
)
"""Thirty-three ways to shorten numbers: the logarithm, its decimals, the share of numbers that are
truncated, and the written decimals."""


def count_honest_sheet_verdicts(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Fill in a sheet with a random style of rounding. Record whether it has a wrong cell.

    A cell counts as wrong if it is marked wrong or invalid.
    """
    logs, places, cuts, decimals = rng.choice(WRITING_STYLES)
    texts = people.fill_blanks(sheet, people.Habit(rng, logs, places, cuts, decimals))
    marks = people.mark_texts(sheet, texts)
    bad = any(marks[cell].verdict in ("wrong", "invalid") for cell in texts)
    counts["honest sheets, 33 styles: a cell is wrong"].append(bad)


def count_slip_verdicts(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Make a random slip in a random cell, and count the verdicts on it.

    The slip does not come from the registry of mistakes. Nothing is counted if no slip is possible,
    or if the slip changes the number too little.
    """
    cells = [cell for cell in sheet.blanks if people.get_slips(cell)]
    worked = people.make_slip_inputs(sheet, rng.choice(cells), rng) if cells else None
    if worked is None:
        return
    cell = worked.cell
    (kind, (cause, make)) = rng.choice([*people.get_slips(worked.cell).items()])
    value = make(worked, rng)
    if value < 0 or abs(value - worked.right) < 0.021:
        return
    mark = people.mark_texts(people.fill_blanks_before(sheet, cell), {cell: f"{value:.3f}"})[cell]
    false = mark.certainty == "named" and mark.misconception != cause
    for row in ("all kinds", kind):
        counts[f"slips of {row}: passed"].append(mark.verdict != "wrong")
        counts[f"slips of {row}: falsely named"].append(false)
        counts[f"slips of {row}: cannot tell"].append(mark.certainty == "unknown")
        if mark.certainty == "possible" and mark.deeds:
            is_true = not find_true_wordings(kind, cause, sheet, cell).isdisjoint(mark.deeds)
            counts[f"slips of {row}: offers that lack the cause"].append(not is_true)
            counts[f"slips of {row}: true offers"].append(is_true)
        else:
            counts[f"slips of {row}: true offers"].append(False)


TRUE_ACTIONS: Mapping[str, Collection[str]] = {
    "a grade misread": (odds.OTHER_GAIN_ACTION, odds.OTHER_GRADE_ACTION),
    "a square root": (odds.OTHER_DIVISOR_ACTION,),
    "DCG misread by one": (odds.OTHER_SUM_ACTION,),
    "a rank skipped": ("divided by log2(i + 2)",),  # if it was rank 1
}
"""Other wordings that are true of a slip."""


def find_true_wordings(kind: str, cause: str, sheet: nc.Sheet, cell: str) -> set[str]:
    """Return the set of all wordings, specific or general, that describe a slip correctly.

    kind: the description of the slip
    cause: the id of the registered mistake that may be named for it, or ""
    """
    others = {*TRUE_ACTIONS.get(kind, ())}
    if kind == "a grade misread" and sheet.convention.gain == "linear":
        others.add("used a grade one higher than this row’s")
    if not cause:
        return others
    mistake = MISCONCEPTIONS[cause]
    actions = {
        calc.action or mistake.action
        for calc in mistake.iterate_calculations(right(sheet), sheet, cell)
    }
    concept = "gain" if cause in odds.OTHER_GRADE_IDS else mistake.concept
    general: set[str] = set()
    if cause in odds.DIGITS_IDS:
        general = {odds.DIGITS_ACTION}
    elif cell in SIDE_OF_TOTAL:
        general = {odds.ONE_ROW_ACTION} if cause in odds.ONE_ROW_IDS else general
    elif cause == "slip-in-a-sum":
        general = {odds.OTHER_SUM_ACTION}
    elif cause == "other-operation":
        general = {odds.OTHER_OPERATION_ACTION}
    elif concept == "discount":
        general = {odds.OTHER_DIVISOR_ACTION}
    elif concept == "gain":
        general = {odds.OTHER_GAIN_ACTION, odds.OTHER_GRADE_ACTION}
    return {shorten_action(action) for action in {*actions, mistake.action}} | general | others


def randomize_weights(seed: int) -> None:
    """Halve or double the weight of every cause at random, for the rest of this process.

    Three constants of the marking are changed in the same way.
    """
    rng = Random(seed)
    for id in odds.MISTAKE_WEIGHTS:
        odds.MISTAKE_WEIGHTS[id] *= rng.choice((0.5, 2.0))
    for name in ("UNKNOWN_WEIGHT", "WHOLE_CHANCE", "UNLIKELY_WEIGHT"):
        setattr(odds, name, getattr(odds, name) * rng.choice((0.5, 2.0)))


def count_wrong_total_verdicts(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Write random values of NDCG, DCG and IDCG, 2% to 60% off. Count the verdicts on them.

    Cells that are not blank or whose right number is 0 are left out, and so are numbers with two
    decimals that are within 0.0101 of the right number.
    """
    for cell in ("ndcg", "dcg", "idcg"):  # in this order, so that a seed always gives the same
        if cell not in sheet.blanks:
            continue
        exact = sheet.exact(cell) or 0.0
        if not exact:
            continue
        before = people.fill_blanks_before(sheet, cell)
        off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
        text = f"{exact * (1 + off):.{rng.choice((2, 3, 3, 4))}f}"
        mark = people.mark_texts(before, {cell: text})[cell]
        kind = "NDCG" if cell == "ndcg" else "DCG or IDCG"
        fine = abs(float(text) - exact) > 0.0101 if len(text.partition(".")[2]) == 2 else True
        if fine:
            known = people.matches_registered_mistake(text, sheet, cell)
            count_verdict(f"random {kind}", mark, counts, known)


def count_near_sum_verdicts(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Write sums that are one to three units off. Record whether they are accepted.

    A unit is one in the last written decimal. A sum is left out if it is not blank, if its terms
    are not written, if rounding them can reach it, or if one of the 33 styles gives it.
    """
    for cell, side in (("dcg", "actual"), ("idcg", "ideal")):
        before = people.fill_blanks_before(sheet, cell)
        names = [f"{side}.term.{i}" for i in range(1, sheet.count(side) + 1)]
        if cell not in sheet.blanks or names[0] not in before.given:
            continue
        decimals = rng.choice((2, 3))
        unit = 10.0**-decimals
        down = 10.0**decimals
        terms = [float(before.given[name]) for name in names]
        value = round(sheet.exact(cell) or 0.0, decimals) + rng.choice((-3, -2, -1, 1, 2, 3)) * unit
        least = sum(math.floor(term * down + 1e-6) / down for term in terms) - unit
        most = sum(math.ceil(term * down - 1e-6) / down for term in terms)
        habits = [people.Habit(rng, logs, places, cuts) for logs, places, cuts, _ in WRITING_STYLES]
        ends = [(h, *people.compute_sum_range(before, side, h)) for h in habits]
        is_honest = any(
            low - unit / (1 if h.cuts else 2) <= value + 1e-9 <= high + unit / 2 + 2e-9
            for h, low, high in ends
        )
        if not is_honest and not least <= value + 1e-9 <= most + unit / 2:
            mark = people.mark_texts(before, {cell: f"{value:.{decimals}f}"})[cell]
            counts["a sum that no rounding reaches: passed"].append(mark.verdict != "wrong")


def count_registered_mistake_verdicts(sheet: nc.Sheet, rng: Random, counts: Counts) -> None:
    """Fill in a sheet with a random registered mistake. Record whether it passes or is named.

    Nothing is recorded if `fill_with_mistake` returns None, if the mistake cannot change the column
    of the first wrong cell, or if it does not pass and another registered mistake gives the same
    texts.
    """
    mistake = rng.choice([m for m in MISCONCEPTIONS.values() if m.scope == "throughout"])
    found = people.fill_with_mistake(sheet, mistake.id)
    if found is None or not mistake.can_change_cell(found[0]):
        return  # a mistake about NDCG alone is not named in an earlier sum
    first, texts = found
    mark = people.mark_texts(sheet, texts)[first]
    column = first.rpartition(".")[0]
    cells = [c for c in texts if c == first or (column and c.startswith(f"{column}."))]
    if mark.verdict not in ("wrong", "invalid"):
        counts["registered mistake on a practice sheet: passed"].append(True)
    elif not people.list_rival_mistakes(sheet, mistake.id, cells, texts):
        named = mark.misconception == mistake.id
        counts["registered mistake on a practice sheet: named first"].append(named)


def count_bare_ndcg_verdicts(rng: Random, counts: Counts) -> None:
    """Write a random NDCG without its calculation, 2% to 60% off. Count the verdicts on it.

    Nothing is counted if nothing is relevant.
    """
    grades = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(3, 9)))
    sheet = nc.Sheet(grades)
    exact = people.calculate_sheet_ndcg(grades, sheet)
    if not exact or not sum(people.list_counted_grades(sheet, "actual")):
        return
    off = rng.uniform(0.02, 0.6) * rng.choice((-1, 1))
    text = f"{exact * (1 + off):.3f}"
    mark = people.mark_texts(sheet, {"ndcg": text})["ndcg"]
    count_verdict(
        "bare random NDCG", mark, counts, people.matches_registered_mistake(text, sheet, "ndcg")
    )


def list_stored_sheets() -> list[nc.Sheet]:
    """Return every stored exercise at every level, as learners get it."""
    return [
        fade_sheet(variant, level)
        for variant in list_all_practice_variants()
        for level in range(count_levels(variant))
    ]


SHEET_TESTS = (
    count_honest_sheet_verdicts,
    count_slip_verdicts,
    count_wrong_total_verdicts,
    count_near_sum_verdicts,
    count_registered_mistake_verdicts,
)


def examine_marking(sheet_count: int, seed: int) -> Counts:
    """Run every test on `sheet_count` random sheets. Return the events by their kind."""
    rng = Random(seed)
    counts = Counts(list)
    stored = list_stored_sheets()
    for sheet in _iterate_sheets(stored, sheet_count, rng):
        for count_events in SHEET_TESTS:
            count_events(sheet, rng, counts)
        count_bare_ndcg_verdicts(rng, counts)
    return counts


def _iterate_sheets(stored: list[nc.Sheet], count: int, rng: Random) -> Iterator[nc.Sheet]:
    """Yield `count` sheets: all stored sheets in random order, again and again.

    Shuffles `stored` in place.
    """
    for index in range(count):
        if index % len(stored) == 0:
            rng.shuffle(stored)
        yield stored[index % len(stored)]


def main() -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--sheets", type=int, default=2_000, help="number of sheets")
    parser.add_argument("--seed", type=int, default=1, help="seed of the errors")
    parser.add_argument("--shake", type=int, help="halve or double the weights, by this seed")
    wanted = parser.parse_args()
    if wanted.shake is not None:
        randomize_weights(wanted.shake)
    counts = examine_marking(wanted.sheets, wanted.seed)
    rows = [
        [name, sum(hits), len(hits), f"{100 * fmean(hits):.2f} %"]
        for name, hits in sorted(counts.items())
    ]
    print(format_table(["what", "times", "of", "share"], rows))


if __name__ == "__main__":
    main()
