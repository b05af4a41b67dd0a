"""The statement of an exercise: its grades, its rules, and how to write numbers."""

from collections.abc import Iterator

from ndcg_core.exercises.variants import Variant
from ndcg_core.metric import Formula, discount_formula, gain_formula, short
from ndcg_core.sheets.sheet import Sheet

SKILLS_WITHOUT_DIVISOR = ("cg", "ideal-order")
"""The skills whose exercises have no division."""
WRITING_RULE = (
    "Write three decimals, as in 1.262, except for grades and gains. Continue "
    "with the numbers that you wrote. If your calculator has no log2, use log2(x) = log(x) / "
    "log(2)."
)


def describe_grades(variant: Variant) -> str:
    """Return sentences with the grades of each query, and of the judged pool if there is one.

    >>> describe_grades(Variant("dcg", (3, 0, 2)))
    'Grades from rank 1 down: 3, 0, 2.'
    """
    first = "Query 1: grades" if variant.others else "Grades from rank 1 down:"
    sentences = [f"{first} {format_grades(variant.grades)}."]
    for number, others in enumerate(variant.others, 2):
        sentences.append(f"Query {number}: grades {format_grades(others)}.")
    if variant.judged:
        sentences.append(f"All judged grades, including these: {format_grades(variant.judged)}.")
    return " ".join(sentences)


def format_grades(grades: tuple[float, ...]) -> str:
    """Return grades as text, such as "3, 0.5"."""
    return ", ".join(short(grade, 6) for grade in grades)


def iterate_rules(variant: Variant) -> Iterator[tuple[str, Formula | None]]:
    """Yield each rule of an exercise as words and a formula (None if it has none).

    >>> [words for words, formula in iterate_rules(Variant("cg", (3, 0, 2), k=2))]
    ['Gain ', 'cutoff k = 2 (ranks 1 and 2)']
    """
    convention = variant.practised_skill.convention
    yield "Gain ", gain_formula(convention)
    if variant.skill not in SKILLS_WITHOUT_DIVISOR:
        yield "discount (divisor) ", discount_formula(convention)
    yield _describe_cutoff(variant), None
    if variant.judged:
        yield "the ideal order has all judged documents", None
    if zero_rule := describe_zero_rule(variant.unfilled_sheet):
        yield zero_rule, None


def describe_zero_rule(sheet: Sheet) -> str:
    """Return a clause about a query whose IDCG is 0, or "" if no query of the sheet is like this.

    >>> describe_zero_rule(Sheet((3, 0), others=[(0, 0)])), describe_zero_rule(Sheet((3, 0)))
    ('if IDCG is 0, NDCG is 0', '')
    """
    if sheet.trace.idcg and not (sheet.others and 0 in [q.trace.idcg for q in sheet.queries]):
        return ""
    return f"if IDCG is 0, NDCG is {short(sheet.convention.empty)}"


def _describe_cutoff(variant: Variant) -> str:
    """Return a clause about the cutoff and the ranks that count."""
    if variant.others:
        return "no cutoff, so each query counts to its last rank"
    k = variant.unfilled_sheet.trace.k
    n = len(variant.grades)
    if k >= n:
        counted = "every rank"
    elif k == 2:
        counted = "ranks 1 and 2"
    else:
        counted = f"ranks 1 to {k}"
    return f"cutoff k = {k} ({counted})"
