"""Claims: a document's statements about its numbers, in a form that can be checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ndcg_core.content import ContentTable
from ndcg_core.metric import Convention, cg, ndcg, trace
from ndcg_core.sheets.cells import find_exact
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Claim:
    """One claim of a document, in our words, with its subject.

    type       "swap", "percent", "count", "grows", "bounds", "perfect", "reversed" or "empty"
    exception  grades for which a general claim fails, if there are such grades
    """

    type: str
    text: str
    ranks: tuple[int, ...] = ()
    cell: str = ""
    direction: str = ""
    says: str = ""
    low: str = ""
    high: str = ""
    first: int = 0
    grades: tuple[float, ...] = ()
    exception: tuple[float, ...] = ()


@dataclass(frozen=True)
class ClaimAnswer:
    """The core's answer to a claim: "holds" or "fails", and a sentence."""

    outcome: Literal["holds", "fails"]
    text: str


def check_claim(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Check a claim for a sheet's ranking with the core, and name its exception.

    >>> claim = Claim("swap", "", ranks=(2, 3), cell="dcg", direction="raises")
    >>> check_claim(claim, Sheet((3, 0, 2))).text
    'DCG goes from 4.000 to 4.262.'
    """
    answer = _check_by_type(claim, sheet)
    if not claim.exception:
        return answer
    grades = ", ".join(f"{grade:g}" for grade in claim.exception)
    text = _check_exception(claim, sheet.convention).text
    text = f"One exception: with the grades {grades}, {text[0].lower()}{text[1:]}"
    return replace(answer, text=f"{answer.text} {text}")


def is_exception(claim: Claim, convention: Convention) -> bool:
    """Return True if a claim fails for its exception.

    >>> from ndcg_core.metric import STANDARD
    >>> is_exception(Claim("reversed", "", high="1.0", exception=(2, 2, 2)), STANDARD)
    True
    """
    return _check_exception(claim, convention).outcome == "fails"


def _check_exception(claim: Claim, convention: Convention) -> ClaimAnswer:
    return _check_by_type(claim, Sheet(claim.exception, convention=convention))


def _check_by_type(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    return CLAIM_TYPES[claim.type][0](claim, sheet)


def _make_answer(holds: bool, text: str) -> ClaimAnswer:
    return ClaimAnswer("holds" if holds else "fails", text)


def _check_swap(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    i, j = (rank - 1 for rank in claim.ranks)
    swapped = list(sheet.grades)
    swapped[i], swapped[j] = swapped[j], swapped[i]
    before = float(sheet.exact(claim.cell) or 0.0)
    after = find_exact(trace(swapped, sheet.k, sheet.convention, sheet.judged), claim.cell) or 0.0
    moved = "keeps"
    if after > before:
        moved = "raises"
    elif after < before:
        moved = "lowers"
    text = f"{claim.cell.upper()} goes from {before:.3f} to {after:.3f}."
    return _make_answer(moved == claim.direction, text)


def _check_percent(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    value = 100 * float(sheet.exact(claim.cell) or 0.0)
    figure = float(claim.says)
    printed = 100 * float(sheet.given[claim.cell]) if claim.cell in sheet.given else value
    half = 0.5 * 10.0 ** -len(claim.says.partition(".")[2]) + 1e-9
    text = f"It is {value:.1f}%."
    if abs(figure - value) > half:
        text += f" {claim.says}% follows from the rounded {claim.cell.upper()} of the sheet."
    holds = min(abs(figure - value), abs(figure - printed)) <= half
    return _make_answer(holds, text)


def _check_count(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    first_grades = sheet.grades[: claim.first]
    text = (
        f"The first {claim.first} grades are {', '.join(f'{grade:g}' for grade in first_grades)}."
    )
    return _make_answer(sorted(first_grades) == sorted(claim.grades), text)


def _check_growth(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    ks = range(1, len(sheet.grades) + 1)
    sums = [cg(sheet.grades, k, sheet.convention) for k in ks]
    text = f"CG@1, CG@2, ... are {', '.join(f'{value:g}' for value in sums)}."
    return _make_answer(sums == sorted(sums), text)


def _score_extremes(sheet: Sheet) -> list[float]:
    """Return the scores of the worst and of the best order of the grades."""
    worst = sorted(sheet.grades)
    return [ndcg(order, sheet.k, sheet.convention) for order in (worst, worst[::-1])]


def _check_bounds(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    worst, best = _score_extremes(sheet)
    holds = float(claim.low) <= worst <= best <= float(claim.high)
    text = f"The worst order of these grades scores {worst:.3f}, and the best scores {best:.3f}."
    return _make_answer(holds, text)


def _check_perfect(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    _, best = _score_extremes(sheet)
    return _make_answer(best == float(claim.says), f"The best order scores {best:.3f}.")


def _check_reversed(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    worst, _ = _score_extremes(sheet)
    text = f"The reversed best order scores {worst:.3f}."
    return _make_answer(worst < float(claim.high), text)


def _check_empty(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    value = ndcg([0.0] * len(sheet.grades), sheet.k, sheet.convention)
    text = f"If every grade is 0, NDCG is {value:.1f} under this convention."
    return _make_answer(value == float(claim.says), text)


CLAIM_TYPES: Mapping[str, tuple[Callable[[Claim, Sheet], ClaimAnswer], tuple[str, ...]]] = {
    "swap": (_check_swap, ("ranks", "cell", "direction")),
    "percent": (_check_percent, ("cell", "says")),
    "count": (_check_count, ("first", "grades")),
    "grows": (_check_growth, ("cell",)),
    "bounds": (_check_bounds, ("low", "high")),
    "perfect": (_check_perfect, ("says",)),
    "reversed": (_check_reversed, ("high",)),
    "empty": (_check_empty, ("says",)),
}
"""The check of each type of claim, and the keys that it needs in a file."""
GENERAL_TYPES = ("perfect", "reversed")
"""The types of claims about all lists of grades, which may have an exception."""


def read_claim(table: ContentTable) -> Claim:
    type = table.pop_text("type")
    text = table.pop_text("text")
    if type not in CLAIM_TYPES:
        table.refuse(f"type is {type!r}. It must be one of {', '.join(CLAIM_TYPES)}.")
    readers: Mapping[str, Callable[[str], object]] = {
        "ranks": lambda key: tuple(int(n) for n in table.pop_numbers(key)),
        "grades": table.pop_numbers,
        "first": table.pop_whole_number,
    }
    values = {key: readers.get(key, table.pop_text)(key) for key in CLAIM_TYPES[type][1]}
    exception = table.pop_numbers("exception", []) if type in GENERAL_TYPES else ()
    table.refuse_unread()
    return Claim(type, text, exception=exception, **values)  # type: ignore[arg-type]
