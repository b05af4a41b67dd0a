"""What is said of a wrong number: who did what, how sure that is, and where to look."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from ndcg_core.marking.cases import Explanation
from ndcg_core.marking.verdicts import FINE, SHARES
from ndcg_core.misconceptions.misconception import Concept, Misconception
from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.sheet import Sheet

Certainty = Literal["", "named", "possible", "unknown"]
"""How sure a diagnosis is; "" where there is nothing to explain."""

TELLING = 0.001
"""A share with no sums beside it needs three decimals before its mistake can be named."""
BOUNDS = "NDCG lies between 0 and 1."
START = "What stands before it is right: start from there."
LATER = "You will meet what gives this number in a later lesson. For now, look at each step again."


@dataclass(frozen=True)
class Diagnosed:
    """What the marking says of a wrong cell: the likeliest mistake, the others, and the words."""

    misconception: str | None
    certainty: Certainty
    message: str
    others: tuple[str, ...] = ()


def say(
    sheet: Sheet,
    cell: str,
    number: Written,
    found: Sequence[tuple[Explanation, int]],
    taught: Collection[Concept] | None = None,
) -> Diagnosed:
    """The words for a wrong cell that known mistakes explain.

    found    the explanations, the likeliest first, each with how many cells it explains
    taught   the concepts that have been met; None for all
    """
    known = [(e, n) for e, n in found if taught is None or e.misconception.concept in taught]
    if not known:
        ids = tuple(e.id for e, _ in found)
        return Diagnosed(ids[0], "possible", LATER, ids[1:])
    peers = [e for e, n in known if _standing(e, n) == _standing(*known[0])]
    later = [found_one for found_one in found if found_one not in known]
    ids = tuple(e.id for e, _ in [*known, *later])
    sure = _certainty(sheet, cell, number, peers)
    return Diagnosed(ids[0], sure, _sentence(sheet, peers, sure), ids[1:])


def _standing(found: Explanation, cells: int) -> tuple[object, ...]:
    """What puts one explanation before another, but for how likely it is."""
    return cells, cells > 1 and found.misconception.scope, found.against


def _certainty(sheet: Sheet, cell: str, number: Written, peers: Sequence[Explanation]) -> Certainty:
    alone = len(peers) == 1 and (peers[0].against, peers[0].fit) == ("nothing", "exact")
    enough = FINE
    if cell in SHARES and not {"dcg", "idcg"} <= set(sheet.given):
        enough = TELLING
    exactly = number.form == "expression" or number.unit <= enough * 1.001
    return "named" if alone and (exactly or number.value.is_integer()) else "possible"


def _sentence(sheet: Sheet, peers: Sequence[Explanation], sure: Certainty) -> str:
    who, first = author(sheet), peers[0]
    deed, look = words(first, sheet)
    if sure == "named":
        return f"{who} {deed}: this is what that gives. {look}"
    deeds = list(dict.fromkeys(words(e, sheet)[0] for e in peers))
    more = f"; {_more(len(deeds) - 2)} it too" if len(deeds) > 2 else ""
    row = " in this row alone" if first.against == "beside" else ""
    start = START if first.against in ("printed", "elsewhere") else look
    return f"{who} may have {', or '.join(deeds[:2])}{row}{more}. {start}"


def _more(n: int) -> str:
    return f"{n} more known mistakes give" if n > 1 else "one more known mistake gives"


def author(sheet: Sheet) -> str:
    """Who wrote the sheet: the one who fills in its blanks, or somebody who published it.

    >>> author(Sheet((3, 0, 2), blanks=("dcg",))), author(Sheet((3, 0, 2)))
    ('You', 'The author')
    """
    return "You" if sheet.blanks else "The author"


def words(found: Explanation, sheet: Sheet) -> tuple[str, str]:
    """What was done, to stand after "You", and where to look."""
    mistake, calc = found.misconception, found.calc
    deed, look = calc.deed or mistake.deed, mistake.look
    if mistake.reverse and _is_reversed(mistake, sheet):
        deed, look = mistake.reverse
    return deed, look


def with_bounds(cell: str, number: Written | None, message: str) -> str:
    """The message, with the bounds of NDCG where a number lies outside them."""
    if number is None or cell not in SHARES or -1e-9 <= number.value <= 1 + 1e-9:
        return message
    return f"{BOUNDS} {message}".strip()


def _is_reversed(mistake: Misconception, sheet: Sheet) -> bool:
    """Whether the sheet's own convention is what elsewhere would be this mistake."""
    rules = {"exponential-gain": sheet.convention.gain, "log2-rank": sheet.convention.discount}
    return rules.get(mistake.id, "") in ("exponential", "logb(i)")
