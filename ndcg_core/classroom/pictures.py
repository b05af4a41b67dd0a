"""The rankings that are drawn next to a question."""

import re

from ndcg_core.classroom.question import ClassQuestion
from ndcg_core.classroom.sheets_and_orders import SheetQuestion
from ndcg_core.html_builder import extract_text
from ndcg_core.metric import short

GRADE = r"(?:[−-]?\d|\?)"
RANKING = re.compile(
    rf"(?<![\w.,−+-])(?<!\d, )(?<!cores )(?<!CGs: )(?<!get )({GRADE}(?:, {GRADE})+(?: and \d)?)"
    r"(?![\w−+]|\.\d|, \d| in an order)"
)
"""A list of grades in ranking order. Lists of scores and unordered lists do not match."""
SYSTEM = re.compile(r"\b([B-Z]|North|South|Form first|Answer first)\b")
MAX_RANKINGS = 4
"""The greatest number of rankings that are drawn for one question."""
NamedRanking = tuple[str, tuple[str, ...]]
"""The name of a ranking, or "", and its grades as texts."""


def list_rankings(question: ClassQuestion) -> tuple[NamedRanking, ...]:
    """Return the rankings that a question is about, each with its name or "".

    If a sheet has a pool, its grades are added with the name "all judged".

    >>> from ndcg_core.classroom.references import find_question
    >>> list_rankings(find_question("lesson/discount/swap"))
    (('', ('0', '1', '0', '2', '2', '3')),)
    """
    if isinstance(question, SheetQuestion):
        sheet = question.sheet
        first = "query 1" if question.sheet.others else ""
        rows = [(first, sheet.grades)]
        rows += [("all judged", sheet.judged)] if sheet.judged else []
        rows += [(f"query {n}", others) for n, others in enumerate(sheet.others, 2)]
        return tuple((name, tuple(map(short, grades))) for name, grades in rows)
    if grades := getattr(question, "grades", ()):
        return (("", tuple(map(short, grades))),)
    return find_rankings(extract_text(question.ask))


def find_rankings(text: str) -> tuple[NamedRanking, ...]:
    """Return the first distinct rankings in a text, at most `MAX_RANKINGS`.

    Several rankings have the names of their systems. A single ranking has the name "".

    >>> find_rankings("P is 2, 3 and Q is 3, 2; scores 7, 4; 3, 1 in an order that is not told.")
    (('P', ('2', '3')), ('Q', ('3', '2')))
    """
    found: dict[tuple[str, ...], str] = {}
    end = 0
    for match in RANKING.finditer(text):
        names = SYSTEM.findall(text, end, match.start())
        found.setdefault(tuple(re.split(", | and ", match[1])), names[-1] if names else "")
        end = match.end()
    several = len(found) > 1
    return tuple((name if several else "", grades) for grades, name in found.items())[:MAX_RANKINGS]
