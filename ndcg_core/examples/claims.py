"""Claims: statements of a publication about its numbers, in a form that a program can check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ndcg_core.content import ContentTable
from ndcg_core.metric import Convention, cg, ndcg, trace
from ndcg_core.sheets.cells import find_exact_value
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class Claim:
    """A statement that a publication makes about its numbers, in our words.

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
    """The result of evaluating a claim: "holds" or "fails", and a sentence."""

    outcome: Literal["holds", "fails"]
    text: str


def evaluate_claim(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate a claim for a sheet. The answer also describes the claim's exception, if any.

    >>> claim = Claim("swap", "", ranks=(2, 3), cell="dcg", direction="raises")
    >>> evaluate_claim(claim, Sheet((3, 0, 2))).text
    'DCG goes from 4.000 to 4.262.'
    """
    answer = _evaluate_by_type(claim, sheet)
    if not claim.exception:
        return answer
    grades = ", ".join(f"{grade:g}" for grade in claim.exception)
    text = _evaluate_exception(claim, sheet.convention).text
    text = f"One exception: with the grades {grades}, {text[0].lower()}{text[1:]}"
    return replace(answer, text=f"{answer.text} {text}")


def has_valid_exception(claim: Claim, convention: Convention) -> bool:
    """Return True if a claim has an exception and fails for the exception's grades.

    >>> from ndcg_core.metric import STANDARD
    >>> has_valid_exception(Claim("reversed", "", high="1.0", exception=(2, 2, 2)), STANDARD)
    True
    >>> has_valid_exception(Claim("reversed", "", high="1.0"), STANDARD)
    False
    """
    return bool(claim.exception) and _evaluate_exception(claim, convention).outcome == "fails"


def _evaluate_exception(claim: Claim, convention: Convention) -> ClaimAnswer:
    """Evaluate a claim for the grades of its exception."""
    return _evaluate_by_type(claim, Sheet(claim.exception, convention=convention))


def _evaluate_by_type(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate a claim with the function for its type."""
    return CLAIM_TYPES[claim.type][0](claim, sheet)


def _make_answer(is_true: bool, text: str) -> ClaimAnswer:
    """Return the answer "holds" if `is_true`, else "fails", with a sentence."""
    return ClaimAnswer("holds" if is_true else "fails", text)


def _evaluate_swap(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that a swap of two ranks raises, lowers or keeps a cell's value."""
    i, j = (rank - 1 for rank in claim.ranks)
    swapped = list(sheet.grades)
    swapped[i], swapped[j] = swapped[j], swapped[i]
    before = float(sheet.exact(claim.cell) or 0.0)
    after = (
        find_exact_value(trace(swapped, sheet.k, sheet.convention, sheet.judged), claim.cell) or 0.0
    )
    moved = "keeps"
    if after > before:
        moved = "raises"
    elif after < before:
        moved = "lowers"
    text = f"{claim.cell.upper()} goes from {before:.3f} to {after:.3f}."
    return _make_answer(moved == claim.direction, text)


def _evaluate_percent(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that a percentage is a cell's exact or printed value, rounded."""
    value = 100 * float(sheet.exact(claim.cell) or 0.0)
    figure = float(claim.says)
    printed = 100 * float(sheet.given[claim.cell]) if claim.cell in sheet.given else value
    half = 0.5 * 10.0 ** -len(claim.says.partition(".")[2]) + 1e-9
    text = f"It is {value:.1f}%."
    if abs(figure - value) > half:
        text += f" {claim.says}% follows from the rounded {claim.cell.upper()} of the sheet."
    holds = min(abs(figure - value), abs(figure - printed)) <= half
    return _make_answer(holds, text)


def _evaluate_first_grades(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that the first ranks have certain grades, in any order."""
    first_grades = sheet.grades[: claim.first]
    text = (
        f"The first {claim.first} grades are {', '.join(f'{grade:g}' for grade in first_grades)}."
    )
    return _make_answer(sorted(first_grades) == sorted(claim.grades), text)


def _evaluate_growth(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that CG never falls as the cutoff rises."""
    ks = range(1, len(sheet.grades) + 1)
    sums = [cg(sheet.grades, k, sheet.convention) for k in ks]
    text = f"CG@1, CG@2, ... are {', '.join(f'{value:g}' for value in sums)}."
    return _make_answer(sums == sorted(sums), text)


def _score_extreme_orders(sheet: Sheet) -> list[float]:
    """Return the NDCG of the worst and of the best order of a sheet's grades."""
    worst = sorted(sheet.grades)
    return [ndcg(order, sheet.k, sheet.convention) for order in (worst, worst[::-1])]


def _evaluate_bounds(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that the NDCG of every order is between two bounds."""
    worst, best = _score_extreme_orders(sheet)
    holds = float(claim.low) <= worst <= best <= float(claim.high)
    text = f"The worst order of these grades scores {worst:.3f}, and the best scores {best:.3f}."
    return _make_answer(holds, text)


def _evaluate_perfect(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that the best order of a sheet's grades has a certain NDCG."""
    _, best = _score_extreme_orders(sheet)
    return _make_answer(best == float(claim.says), f"The best order scores {best:.3f}.")


def _evaluate_reversed(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that the worst order has an NDCG below a bound."""
    worst, _ = _score_extreme_orders(sheet)
    text = f"The reversed best order scores {worst:.3f}."
    return _make_answer(worst < float(claim.high), text)


def _evaluate_empty(claim: Claim, sheet: Sheet) -> ClaimAnswer:
    """Evaluate the claim that NDCG has a certain value if every grade is 0."""
    value = ndcg([0.0] * len(sheet.grades), sheet.k, sheet.convention)
    text = f"If every grade is 0, NDCG is {value:.1f} under this convention."
    return _make_answer(value == float(claim.says), text)


CLAIM_TYPES: Mapping[str, tuple[Callable[[Claim, Sheet], ClaimAnswer], tuple[str, ...]]] = {
    "swap": (_evaluate_swap, ("ranks", "cell", "direction")),
    "percent": (_evaluate_percent, ("cell", "says")),
    "count": (_evaluate_first_grades, ("first", "grades")),
    "grows": (_evaluate_growth, ("cell",)),
    "bounds": (_evaluate_bounds, ("low", "high")),
    "perfect": (_evaluate_perfect, ("says",)),
    "reversed": (_evaluate_reversed, ("high",)),
    "empty": (_evaluate_empty, ("says",)),
}
"""The function that checks each type of claim, and the keys that the type needs."""
GENERAL_TYPES = ("perfect", "reversed")
"""The types of claims about all lists of grades, for which an exception can be named."""


def read_claim(table: ContentTable) -> Claim:
    """Read a claim from a table. Raise ValueError for a bad type, key or value."""
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
