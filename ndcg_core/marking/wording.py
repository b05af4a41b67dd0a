"""The sentences about a wrong number: the mistake, its certainty, and the place to look."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ndcg_core.marking.cases import (
    EVIDENCE_STRENGTH,
    MAX_NAMED_CHANCE,
    MistakeExplanation,
    SheetCase,
)
from ndcg_core.marking.odds import (
    DIGITS_IDS,
    MAX_CAUSES,
    SUM_COPIED_ID,
    Candidate,
    weigh_causes,
)
from ndcg_core.marking.verdicts import (
    CARRIED,
    FINE_UNIT,
    LAST_DIGIT,
    RIGHT,
    SHARE_CELLS,
    WRONG,
    Certainty,
    Ruling,
)
from ndcg_core.misconceptions.misconception import (
    Concept,
    Misconception,
    format_clause,
    shorten_action,
)
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.cells import ORDER_SIDES, Cell
from ndcg_core.sheets.sheet import Sheet

COLUMN_NAMES = {"cumulative": "running sum"}
STEPS_BEFORE: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "cg": (("gain",),),
    "dcg": (("term",), ("cumulative",)),
    "idcg": (("term",), ("cumulative",)),
    "ndcg": (("dcg", "idcg"),),
    "mean": (("ndcg",),),
}
"""The columns from which a result is calculated directly. Some results have two ways."""
DISCOUNT = "log2-rank"
GAIN = "exponential-gain"
"""Mistakes that are rules of another convention, which lessons teach."""


def name_cell(cell: str) -> str:
    """Return the name of a cell in words.

    >>> name_cell("ideal.term.3"), name_cell("idcg")
    ('the term at rank 3 of the ideal order', 'IDCG')
    """
    at = Cell.parse(cell)
    if not at.side:
        return "the mean of NDCG" if at.column == "mean" else at.column.upper()
    order = "the ideal order" if at.side == "ideal" else "the ranking"
    return f"the {COLUMN_NAMES.get(at.column, at.column)} at rank {at.rank} of {order}"


def capitalize_text(text: str) -> str:
    """Return a text with its first character in upper case, and the rest unchanged.

    >>> capitalize_text("the term"), capitalize_text("IDCG")
    ('The term', 'IDCG')
    """
    return text[:1].upper() + text[1:]


def describe_unexplained(sheet: Sheet, cell: str, verdicts: Mapping[str, str]) -> str:
    """Return a sentence about an unexplained number, with the first place to check.

    verdicts: the verdicts on the written cells, in the order of the calculation.

    >>> sheet = Sheet((3, 0, 2))
    >>> describe_unexplained(sheet, "ndcg", {"dcg": "wrong", "ndcg": "wrong"})
    'I don’t recognize this number. Look first at DCG.'
    >>> verdicts = {"actual.grade.1": "right", "dcg": "wrong"}
    >>> describe_unexplained(sheet, "dcg", verdicts)[len(UNKNOWN_NUMBER) :]
    '. Write down the steps before this number to find the first wrong step.'
    """
    before = {c: v for c, v in verdicts.items() if c != cell and is_used_by(c, cell)}
    if first := next((c for c, v in before.items() if v == WRONG), None):
        return f"{UNKNOWN_NUMBER}. Look first at {name_cell(first)}."
    if has_right_steps(sheet, cell, verdicts):
        queries = "the other queries and at " if cell == "mean" else ""
        return f"{UNKNOWN_NUMBER}. The numbers before it agree, so look at {queries}this last step."
    if cell == "cg":
        return f"{UNKNOWN_NUMBER}. {CHECK_CG}"
    if Cell.parse(cell).side:
        return f"{UNKNOWN_NUMBER}. Look at the gain and at the divisor of this rank, one at a time."
    return f"{UNKNOWN_NUMBER}. {WRITE_STEPS}"


UNKNOWN_NUMBER = "I don’t recognize this number"
CHECK_CG = "Check which documents count, and the gain of each."
WRITE_STEPS = "Write down the steps before this number to find the first wrong step."
"""The advice to learners who can try again."""


def has_right_steps(sheet: Sheet, cell: str, verdicts: Mapping[str, str]) -> bool:
    """Return True if all numbers directly before a total are right, carried or last-digit.

    If there are two ways to a total, one is enough.
    """
    for columns in STEPS_BEFORE.get(Cell.parse(cell).column, ()):
        steps = [c for c in sheet.cells if Cell.parse(c).column in columns and is_used_by(c, cell)]
        if steps and all(verdicts.get(c) in (RIGHT, CARRIED, LAST_DIGIT) for c in steps):
            return True
    return False


@lru_cache(maxsize=4096)
def find_side_and_column(cell: str) -> tuple[str, str]:
    """Return the side ("actual" or "ideal") and the column of a cell. A total has the side ""."""
    at = Cell.parse(cell)
    return at.side, at.column


def is_used_by(earlier: str, cell: str) -> bool:
    """Return True if `earlier` can be a step before `cell`, or if both are in the same row.

    For a running sum, later ranks count too.
    """
    a = Cell.parse(earlier)
    b = Cell.parse(cell)
    if b.column in ("ndcg", "mean"):
        return a.column not in ("cg", "label", "mean")
    if b.column == "idcg":
        return a.side == "ideal"
    if not b.side:
        return a.side == "actual"
    return a.side == b.side and (a.rank == b.rank or b.column == "cumulative") and a != b


MAX_DEEDS = MAX_CAUSES
MAX_CLAUSE_LENGTH = 140
"""The largest number of characters in a sentence with three causes. A longer one has only two."""
TELLING_CHANCE = 0.001
"""Without its sums, a share needs three decimals before its mistake can be named."""
NDCG_BOUNDS = "This number must be between 0 and 1."
START_HINT = "The numbers before it are right, so start from there."
LATER_HINT = "A later lesson explains this number. For now, check each step again."


def explain_mistakes(
    case: SheetCase,
    cell: str,
    mistakes: Sequence[MistakeExplanation],
    chance: Callable[[str, str], float],
    verdicts: Mapping[str, str],
    taught: Collection[Concept] | None = None,
) -> Ruling:
    """Return the ruling on a wrong cell that known mistakes explain.

    mistakes  the explanations, the likeliest first
    chance    the chance that a number in the cell equals that of a mistake
    taught    the concepts met so far; None for all
    """
    suitable = [e for e in mistakes if taught is None or e.misconception.concept in taught]
    ids = tuple(e.id for e in dict.fromkeys([*suitable, *mistakes]))
    if not suitable:
        return Ruling(WRONG, LATER_HINT, ids[0], "possible", ids[1:])
    peers = [e for e in suitable if _identify_strength(e) == _identify_strength(suitable[0])]
    ways = {  # in reverse order, so that the likeliest of equal origins remains
        _identify_origin(calc, cell): describe_explanation(replace(peer, calc=calc), case.sheet)
        for peer in reversed(peers)
        for calc in reversed((peer.calc, *peer.ways))
    }
    deeds: Mapping[str, str] = {
        shorten_action(action): hint for action, hint in reversed(ways.values())
    }
    sure: Certainty = "possible"
    wrong_count = sum(
        verdict == WRONG and find_side_and_column(other) == find_side_and_column(cell)
        for other, verdict in verdicts.items()
    )
    found = [*case.explain_by_slips(cell, case.written_numbers[cell])]
    slips = [one for one in found if one.id != SUM_COPIED_ID]
    tried = [one for one in found if one.id in (SUM_COPIED_ID, *DIGITS_IDS)]
    variants = {calc.action for peer in peers for calc in (peer.calc, *peer.ways)}
    is_one_act = len(variants) == 1 or not Cell.parse(cell).side
    if len(peers) == len(deeds) == 1 and is_one_act:
        lone = peers[0].cells == 1
        explains_all = peers[0].cells >= wrong_count
        sure = _judge_certainty(case, cell, peers[0], explains_all, chance(cell, ids[0]))
        if sure == "named" and lone and slips:
            sure = "possible"
            tried = [slips[0], *tried]
    if sure == "named":
        action, hint = describe_explanation(peers[0], case.sheet)
        done = format_clause(name_author(case.sheet), action)
        message = f"{done}, which gives exactly this number. {hint}"
    else:
        offered = [*suitable, *tried]
        deeds, message = _choose_offered_causes(
            case, cell, offered, peers[0], verdicts, wrong_count
        )
    return Ruling(WRONG, message, ids[0], sure, ids[1:], tuple(deeds)[:MAX_DEEDS])


def _choose_offered_causes(
    case: SheetCase,
    cell: str,
    mistakes: Sequence[MistakeExplanation],
    first: MistakeExplanation,
    verdicts: Mapping[str, str],
    wrong_count: int,
) -> tuple[Mapping[str, str], str]:
    """Return the actions to offer, each with its hint, and the sentence about them.

    Below even odds, there are no actions, and the sentence has only a hint.

    wrong_count: the number of wrong cells in the column, including this cell.
    """
    ways = (replace(one, calc=calc) for one in mistakes for calc in (one.calc, *one.ways))
    words = [(way, *describe_explanation(way, case.sheet)) for way in ways]
    candidates = [
        Candidate(w, shorten_action(a), hint, _identify_strength(w) == _identify_strength(first))
        for w, a, hint in words
    ]
    causes = weigh_causes(case, cell, candidates, wrong_count)
    if not causes:
        return {}, f"{UNKNOWN_NUMBER}. {CHECK_CG if cell == 'cg' else candidates[0].hint}"
    author = name_author(case.sheet)
    clause = format_clause(author, *(cause.action for cause in causes), is_sure=False)
    is_shortened = len(causes) > 2 and len(clause) > MAX_CLAUSE_LENGTH
    if is_shortened:
        causes = causes[:2]
    rows = "this row" if wrong_count == 1 else "some rows"  # another wrong row may be the same
    restriction = f" in {rows} only" if first.against == "beside" else ""
    astray = first.against in ("printed", "elsewhere")
    place = START_HINT if astray and has_right_steps(case.sheet, cell, verdicts) else ""
    offered = {cause.action: cause.hint for cause in causes}
    peer_count = len({one.text for one in candidates if one.is_peer})
    has_more = is_shortened or peer_count > MAX_DEEDS
    return offered, format_guess(author, offered, restriction, place, has_more)


def _identify_origin(calc: Calculation, cell: str) -> tuple[object, ...]:
    """Return a key that is equal for calculations that give a number in the same way."""
    at = Cell.parse(cell)
    rows = calc.list_rows(at.side) if at.side else ()
    if 0 < at.rank <= len(rows) and at.column != "cumulative":
        return rows[at.rank - 1][1:]
    terms = [row.term for side in ORDER_SIDES for row in calc.list_rows(side)]
    top = max(map(abs, terms), default=0.0) or 1.0
    rules = calc.ratio, calc.sum_rule, calc.average, calc.instead, calc.finish
    return *rules, *(round(term / top, 9) for term in terms)


def _identify_strength(explanation: MistakeExplanation) -> tuple[object, ...]:
    """Return a key that is equal for explanations of the same strength."""
    against = max(EVIDENCE_STRENGTH["printed"], EVIDENCE_STRENGTH[explanation.against])
    cells = explanation.cells
    return cells, cells > 1 and explanation.misconception.scope, against


def _judge_certainty(
    case: SheetCase, cell: str, first: MistakeExplanation, explains_all: bool, chance: float
) -> Certainty:
    """Return the certainty of a mistake, given that no other mistake gives the number.

    It is "named" if the mistake explains all wrong cells of a column: several cells, or one number
    that chance would hardly give. One number is not enough for a term, nor a whole one for a
    divisor, and no number is enough for a slip.
    """
    number = case.written_numbers[cell]
    plain = first.against == "nothing" and cell != "cg" and explains_all
    column = Cell.parse(cell).column
    weak = column in ("gain", "term") or (column == "discount" and number.value.is_integer())
    few = first.cells == 1 and weak
    if first.misconception.scope == "cell" or few or not plain:
        return "possible"
    if first.cells > 1 or number.form == "expression" or first.calc.factor > 1:
        return "possible" if 1 < first.calc.factor < 100 else "named"  # or the point is moved
    if number.unit > 0.5:  # a sum of gains is a whole number, and hardly any other mistake's is
        return "named" if first.id == "no-discount" and cell == "dcg" else "possible"
    return (
        "named" if chance <= MAX_NAMED_CHANCE and number.unit <= FINE_UNIT * 1.001 else "possible"
    )


def format_guess(
    who: str,
    deeds: Mapping[str, str],
    restriction: str = "",
    place: str = "",
    has_more: bool = False,
) -> str:
    """Return a sentence with the likeliest causes, and hints or the place to check.

    With three causes, only the likeliest one has its hint, to be short.

    who: the author, as the subject of the sentence, such as "You"
    deeds: the hint for each possible action
    restriction: words after the actions, such as " in this row only"
    place: a sentence that replaces the hints
    has_more: True if other mistakes, which are not in `deeds`, give the number too

    >>> format_guess("You", {"left out a term": "Look at each.", "added it twice": "Look at each."})
    'You may have left out a term, or added it twice. Look at each.'
    """
    first = dict([*deeds.items()][:MAX_DEEDS])
    hints = [*dict.fromkeys(first.values())]
    shown_hints = " ".join(hints if len(first) < 3 else hints[:1])
    more = " Other mistakes give this number too." if has_more or len(deeds) > MAX_DEEDS else ""
    return f"{format_clause(who, *first, is_sure=False)}{restriction}.{more} {place or shown_hints}"


def name_author(sheet: Sheet) -> str:
    """Return "You" for a sheet with blanks, and "The author" for any other sheet.

    >>> name_author(Sheet((3, 0, 2), blanks=("dcg",))), name_author(Sheet((3, 0, 2)))
    ('You', 'The author')
    """
    return "You" if sheet.blanks else "The author"


def describe_explanation(explanation: MistakeExplanation, sheet: Sheet) -> tuple[str, str]:
    """Return the author's action in a mistake, as a clause, and the mistake's hint."""
    action, hint = describe_mistake(explanation.misconception, sheet)
    return explanation.calc.action or action, hint


def describe_mistake(mistake: Misconception, sheet: Sheet) -> Sequence[str]:
    """Return the author's action and the hint for a mistake, under a sheet's convention.

    If the mistake is the rule of the sheet's convention, the words describe the reverse.
    """
    rule = {GAIN: sheet.convention.gain, DISCOUNT: sheet.convention.discount}.get(mistake.id)
    if mistake.reverse and rule in ("exponential", "logb(i)"):
        return mistake.reverse
    return mistake.action, mistake.hint


def add_bounds(sheet: Sheet, cell: str, number: WrittenNumber, message: str) -> str:
    """Return a message, with the bounds of NDCG before it if the number is outside them.

    There are no bounds if a convention subtracts grades below 0.
    """
    bounded = all(row.gain >= 0 for row in sheet.trace.actual)
    if not bounded or cell not in SHARE_CELLS or -1e-9 <= number.value <= 1 + 1e-9:
        return message
    return f"{NDCG_BOUNDS} {message}".strip()
