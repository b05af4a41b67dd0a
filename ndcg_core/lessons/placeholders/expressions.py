"""Numbers in the prose: `{{ndcg k=3}}` is calculated here, never typed.

cg dcg idcg ndcg            the value for the lesson's ranking, or for r=3,0,2 with k= c= b= judged=
                            scores=
shuffled                    the expected NDCG of a random order
p recall rr ap err rbp ...  other measures (`ndcg_core.measures`, in lower case), with k=, the
                            threshold t= and their own choices: ap k=5 of=capped
grades                      the grades of the ranking: 3, 0, 2
grade gain discount term running    a number at the rank i=; side=ideal for the ideal order
worst NAME, average NAME    the lowest, and the mean, value over all orders of the ranking
tied worst, tied best       NDCG over all orders of the documents with equal scores=
least NAME, most NAME       the extremes over all grades from 0 to top= for the ? in r=3,?,1
signed NAME                 dcg, idcg, ndcg by the plain formula, also for r=3,-1,2
weight                      1 / d(i) at the rank i=; reading p= i=: p^(i - 1)
mean, pooled                the mean NDCG of queries=3,2|0,1, and their sum of DCG / sum of IDCG
less A | B, over A | B      A minus B, A divided by B: {{less ndcg k=1 | ndcg k=2}}
quotient A B                one plain number divided by another
as MISTAKE CELL             the number of a cell with a known mistake: {{as log10 ndcg}}
printed EXAMPLE CELL        the printed number of a published example; exactly EXAMPLE CELL
formula NAME                grade (r_i, or i=2), gain, discount, cg, dcg, ndcg; with numbers:
                            term i=2, divisor i=2, worth g=3, sum, ideal-sum, ratio
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import fsum
from operator import sub, truediv
from typing import Any

from ndcg_core import metric
from ndcg_core.evaluation.scoring.queries import Evaluation, Query
from ndcg_core.evaluation.scoring.queries import evaluate as evaluate_queries
from ndcg_core.examples.published import load_examples
from ndcg_core.lessons.placeholders.settings import Setting, Value, read_arguments
from ndcg_core.measures import MEASURES, Measure, Ranked, rank_grades
from ndcg_core.metric import ndcg, trace
from ndcg_core.metric.notation import build_grade_symbol
from ndcg_core.metric.patience import calculate_rank_weight, calculate_reader_share
from ndcg_core.metric.score import average_over_orders
from ndcg_core.metric.traces import Term
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.cells import ORDER_SIDES, SUM_CELLS
from ndcg_core.sheets.sheet import Sheet

COLUMN_FIELDS = {"grade": "grade", "gain": "gain", "discount": "discount", "term": "value"}
COLUMN_FIELDS |= {"running": "cumulative"}


def calculate_measure(name: str, arguments: Mapping[str, str], setting: Setting) -> float:
    """Return the value of a measure, or of a column at a rank, for a setting's ranking.

    Raises LookupError for an unknown name or rank.

    >>> calculate_measure("discount", {"i": "3"}, Setting())
    2.0
    >>> calculate_measure("p", {"t": "2"}, Setting())
    0.6
    """
    if name in COLUMN_FIELDS:
        return float(getattr(_find_row(arguments, setting), COLUMN_FIELDS[name]))
    if name in SUM_CELLS and setting.scores is not None:
        grades = setting.grades
        judged = setting.judged
        rows = trace(grades, setting.k, setting.convention, judged, scores=setting.scores)
        return float(getattr(rows, name))
    return calculate_sheet_measure(name, setting.sheet, arguments=arguments)


def calculate_sheet_measure(
    name: str, sheet: Sheet, threshold: float = 1, arguments: Mapping[str, str] | None = None
) -> float:
    """Return the value of a measure for a sheet. The arguments can contain its choices.

    The threshold is only used without arguments, which contain their own threshold `t`. Raises
    LookupError for an unknown name.

    >>> calculate_sheet_measure("p", Sheet((3, 0, 1), k=2))
    0.5
    >>> calculate_sheet_measure("dcg", Sheet((3, 0, 2)))
    4.0
    """
    if name in OTHER_MEASURES:
        measure, ranking = find_measure_and_ranking(name, arguments or {"t": str(threshold)}, sheet)
        return measure.trace_ranked(ranking).value
    if name == "shuffled":
        return average_over_orders(sheet.grades, sheet.k, sheet.convention, sheet.judged)
    if name not in SUM_CELLS:
        raise LookupError(f"there is no value {name!r}.")
    return float(getattr(sheet.trace, name))


OTHER_MEASURES = {
    symbol.lower(): measure for symbol, measure in MEASURES.items() if "CG" not in symbol
}
MEASURES_AT_K = ("p", "recall", "hit", "err")
"""Measures that use the lesson's cutoff. Other measures read all ranks unless `k` is given."""


def find_measure_and_ranking(
    name: str, arguments: Mapping[str, str], sheet: Sheet
) -> tuple[Measure, Ranked]:
    """Return a measure with the choices in the arguments, and the ranking of a sheet."""
    chosen = {key: arguments[key] for key in OTHER_MEASURES[name].choices if key in arguments}
    choices: dict[str, Any] = {
        key: text if text.isalpha() else float(text) for key, text in chosen.items()
    }
    k = sheet.k if name in MEASURES_AT_K or "k" in arguments else None
    threshold = float(arguments.get("t", 1))
    ranking = rank_grades(sheet.grades, sheet.judged, k, threshold)
    return OTHER_MEASURES[name].with_choices(**choices), ranking


def _find_row(arguments: Mapping[str, str], setting: Setting) -> Term:
    """Return the row at rank `i` of the order `side`. Raise LookupError if there is none."""
    rank = int(arguments.get("i", 0))
    side = arguments.get("side", "actual")
    if side not in ORDER_SIDES:
        raise LookupError(f"the side is {side!r}. It must be {' or '.join(ORDER_SIDES)}.")
    rows: tuple[Term, ...] = getattr(setting.sheet.trace, side)
    if not 1 <= rank <= len(rows):
        raise LookupError(f"it needs a rank i from 1 to {len(rows)}.")
    return rows[rank - 1]


MAX_DOCUMENTS = 7
"""The largest number of documents for trying all orders or all grades."""
UNJUDGED = "?"


def calculate_over_orders(
    statistic: str, setting: Setting, measure: Callable[[Setting], float]
) -> float:
    """Return the lowest ("worst") or the mean ("average") value over all orders of the grades.

    Raises ValueError for more than `MAX_DOCUMENTS` documents.

    >>> calculate_over_orders("worst", Setting((0.0, 1.0)), lambda s: s.grades[0])
    0.0
    """
    if len(setting.grades) > MAX_DOCUMENTS:
        raise ValueError(f"more than {MAX_DOCUMENTS} documents have too many orders.")
    # Equal grades make equal orders, each of them as often as any other: one of each is enough.
    orders = sorted(set(permutations(setting.grades)))
    values = [measure(replace(setting, grades=order)) for order in orders]
    return min(values) if statistic == "worst" else fsum(values) / len(values)


def calculate_tied_ndcg(tie_order: str, setting: Setting) -> float:
    """Return NDCG with tied documents in their "worst" or their "best" order.

    Raises ValueError for another order or without scores.

    >>> rivals = Setting((0.0, 3.0), scores=(1.0, 1.0))
    >>> round(calculate_tied_ndcg("worst", rivals), 3), calculate_tied_ndcg("best", rivals)
    (0.631, 1.0)
    """
    if tie_order not in ("worst", "best") or setting.scores is None:
        raise ValueError("tied needs scores= and worst or best.")
    sign = 1 if tie_order == "worst" else -1
    rows = zip(setting.scores, setting.grades, strict=True)
    grades = [grade for _, grade in sorted(rows, key=lambda row: (-row[0], sign * row[1]))]
    return ndcg(grades, setting.k, setting.convention, setting.judged)


def fill_unknown_grades(text: str, top_grade: int) -> Iterator[str]:
    """Yield the grades as text, for each way to replace every ? by 0 to `top_grade`.

    Raises ValueError unless there are one to `MAX_DOCUMENTS` question marks.

    >>> list(fill_unknown_grades("3,?", 1))
    ['3,0', '3,1']
    """
    parts = text.split(",")
    unjudged = [index for index, part in enumerate(parts) if part == UNJUDGED]
    if not 1 <= len(unjudged) <= MAX_DOCUMENTS:
        raise ValueError(f"one to {MAX_DOCUMENTS} grades must be {UNJUDGED}.")
    for grades in product(range(top_grade + 1), repeat=len(unjudged)):
        filled = dict(zip(unjudged, map(str, grades), strict=True))
        yield ",".join(filled.get(index, part) for index, part in enumerate(parts))


SIGNED_CONVENTION = replace(metric.STANDARD, negative="as-is")
"""The plain formula, in which a negative grade is a negative gain."""
ARGUMENT_NAMES = {
    "r",
    "k",
    "c",
    "b",
    "judged",
    "scores",
    "t",
    "i",
    "g",
    "top",
    "side",
    "digits",
    "sheet",
}
ARGUMENT_NAMES |= {"queries", "p", "of", "beta", "largest", "ties"}

FORMULA_WRITERS: Mapping[str, Callable[[Setting, Mapping[str, str]], metric.Formula]] = {
    "gain": lambda setting, given: metric.gain_formula(setting.convention),
    "discount": lambda setting, given: metric.discount_formula(setting.convention),
    "cg": lambda setting, given: metric.cg_formula(setting.convention),
    "dcg": lambda setting, given: metric.dcg_formula(setting.convention),
    "ndcg": lambda setting, given: metric.ndcg_formula(),
    "sum": lambda setting, given: metric.sum_formula(setting.sheet.trace.actual),
    "ideal-sum": lambda setting, given: metric.sum_formula(setting.sheet.trace.ideal),
    "ratio": lambda setting, given: metric.ratio_formula(setting.sheet.trace),
    "grade": lambda setting, given: build_grade_symbol(int(given["i"]) if "i" in given else None),
    "worth": lambda setting, given: metric.gain_at(float(given["g"]), setting.convention),
    "divisor": lambda setting, given: metric.divisor_at(int(given["i"]), setting.convention),
    "term": lambda setting, given: metric.term_formula(
        _find_row(given, setting), setting.convention
    ),
}
NUMBER_FUNCTIONS: Mapping[str, Callable[[list[str], Mapping[str, str], Setting], float]] = {
    "tied": lambda operands, given, setting: calculate_tied_ndcg(operands[0], setting),
    "signed": lambda operands, given, setting: calculate_sheet_measure(
        operands[0], replace(setting, convention=SIGNED_CONVENTION).sheet
    ),
    "weight": lambda operands, given, setting: calculate_rank_weight(
        int(given["i"]), setting.convention
    ),
    "reading": lambda operands, given, setting: calculate_reader_share(
        int(given["i"]), float(given["p"])
    ),
    "quotient": lambda operands, given, setting: float(operands[0]) / float(operands[1]),
    "mean": lambda operands, given, setting: _evaluate_queries(given, setting).mean,
    "pooled": lambda operands, given, setting: _evaluate_queries(given, setting).pooled_ndcg,
    "as": lambda operands, given, setting: _calculate_mistaken_number(operands, setting.sheet),
}
"""Functions for words that are neither measures nor columns, by the word."""


@dataclass(frozen=True)
class Expression:
    """A parsed placeholder: its words and its named arguments."""

    words: tuple[str, ...]
    arguments: Mapping[str, str]

    @classmethod
    def parse(cls, source: str) -> "Expression":
        """Parse an expression such as `ndcg r=3,0,2 k=2`. Raise ValueError for a bad one."""
        parts = source.split()
        words = tuple(part for part in parts if "=" not in part)
        arguments = dict(part.split("=", 1) for part in parts if "=" in part)
        if odd := set(arguments) - ARGUMENT_NAMES:
            raise ValueError(f"{{{{{source}}}}} has the unknown argument {', '.join(sorted(odd))}.")
        if not words:
            raise ValueError(f"{{{{{source}}}}} does not name a value.")
        return cls(words, arguments)


def evaluate_placeholder(source: str, default: Setting) -> Value:
    """Calculate the value of a placeholder. Raise ValueError if it cannot be calculated.

    >>> [evaluate_placeholder(one, Setting()).text for one in ("ndcg k=2", "term i=3 r=3,0,2")]
    ['0.871', '1']
    """
    expression = Expression.parse(source)
    try:
        if expression.words[0] in ("least", "most"):
            return _find_extreme_over_grades(expression, default)
        if expression.words[0] in PAIR_OPERATORS:
            return _combine_expressions(source, expression, default)
        return _calculate_value(expression, read_arguments(expression.arguments, default))
    except (ValueError, LookupError, ArithmeticError) as error:
        raise ValueError(f"{{{{{source}}}}} cannot be calculated: {error}") from None


def _calculate_value(expression: Expression, setting: Setting) -> Value:
    """Return an expression's value: a formula, grades, a published number or another number."""
    head, *operands = expression.words
    if head == "formula":
        formula = FORMULA_WRITERS[operands[0]](setting, expression.arguments)
        return Value(formula.text, formula.mathml)
    if head == "grades":
        return Value.from_text(", ".join(map(metric.short, setting.grades)))
    if head in ("printed", "exactly"):
        return _read_published_value(head, operands, expression)
    digits = int(expression.arguments.get("digits", 3))
    return Value.from_number(
        _calculate_number(head, operands, expression.arguments, setting), digits
    )


def _calculate_number(
    first_word: str, operands: list[str], arguments: Mapping[str, str], setting: Setting
) -> float:
    """Calculate the number of an expression, given its first word and its operands."""
    if first_word in ("worst", "average"):
        return calculate_over_orders(
            first_word, setting, lambda s: calculate_measure(operands[0], arguments, s)
        )
    if first_word in NUMBER_FUNCTIONS:
        return float(NUMBER_FUNCTIONS[first_word](operands, arguments, setting))
    return calculate_measure(first_word, arguments, setting)


def _find_extreme_over_grades(expression: Expression, default: Setting) -> Value:
    """Return a measure's lowest or highest value over all grades of the unjudged documents."""
    which, name = expression.words
    several = fill_unknown_grades(
        expression.arguments["r"], int(expression.arguments.get("top", 3))
    )
    settings = (
        read_arguments({**expression.arguments, "r": grades}, default) for grades in several
    )
    values = [calculate_measure(name, expression.arguments, setting) for setting in settings]
    return Value.from_number(min(values) if which == "least" else max(values))


PAIR_OPERATORS: Mapping[str, Callable[[float, float], float]] = {"less": sub, "over": truediv}
"""The operations on the expressions before and after a bar."""


def _combine_expressions(source: str, expression: Expression, default: Setting) -> Value:
    """Subtract or divide the values of the expressions before and after " | ".

    Raises ValueError if one of the values is not a number.
    """
    first, _, second = source.partition(" ")[2].partition(" | ")
    left = evaluate_placeholder(first, default).number
    right = evaluate_placeholder(second, default).number
    if left is None or right is None:
        raise ValueError("both sides of the bar must be numbers.")
    result = PAIR_OPERATORS[expression.words[0]](left, right)
    return Value.from_number(result, int(expression.arguments.get("digits", 3)))


def _evaluate_queries(arguments: Mapping[str, str], setting: Setting) -> Evaluation:
    """Evaluate the rankings in the argument `queries`, which are separated by "|"."""
    lists = enumerate(arguments.get("queries", "").split("|"))
    queries = [Query(str(n), tuple(map(float, grades.split(",")))) for n, grades in lists]
    return evaluate_queries(queries, setting.k, setting.convention)


def _calculate_mistaken_number(operands: list[str], sheet: Sheet) -> float:
    """Return the first number that a known mistake gives for a cell, both named by `operands`.

    Raises ValueError if the mistake gives no number there.
    """
    mistake, cell = operands
    numbers = MISCONCEPTIONS[mistake].list_numbers(cell, sheet)
    if not numbers:
        raise ValueError(f"{mistake} gives no number for {cell} here.")
    return numbers[0]


def _read_published_value(first_word: str, operands: list[str], expression: Expression) -> Value:
    """Return a published example's number for a cell, the printed one or the exact one.

    The number is the printed one if `first_word` is "printed". Raises LookupError for an unknown
    example, and LookupError or ValueError for an unknown cell.
    """
    slug, cell = operands
    example = next((e for e in load_examples() if e.slug.startswith(slug)), None)
    if example is None:
        raise LookupError(f"there is no example {slug!r}.")
    sheet = example.sheets[int(expression.arguments.get("sheet", 1)) - 1]
    if first_word == "printed":
        return Value.from_text(sheet.given[cell])
    return Value.from_number(sheet.exact(cell) or 0.0)
