"""What is said of one cell."""

from dataclasses import dataclass

from ndcg_core.marking.verdicts import Verdict
from ndcg_core.marking.wording import Certainty


@dataclass(frozen=True)
class Mark:
    """The verdict on one cell.

    given          what is written, "" where nothing is
    exact          the exact value; None for a name, nan where NDCG has no value
    verdict        "right", "carried", "last-digit", "wrong" or "invalid"
    misconception  the id of the likeliest known mistake, or None
    message        one or two sentences, "" where a cell is right
    others         the ids of further mistakes that give the same number, the likeliest first
    working        the verdicts on earlier ways of writing the same cell
    certainty      of a wrong cell: "named", where one mistake gives its number to all digits and
                   nothing right speaks against it; "possible", where several do, or something
                   does; "unknown"
    """

    cell: str
    given: str
    exact: float | None
    verdict: Verdict
    misconception: str | None = None
    message: str = ""
    others: tuple[str, ...] = ()
    working: tuple["Mark", ...] = ()
    certainty: Certainty = ""
