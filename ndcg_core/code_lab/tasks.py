"""The four tasks: order the lines, fill two blanks, write dcg, write ndcg_at_k."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

HEADER = """import math


def dcg(rels):
"""

LINES = {
    "start": "    total = 0.0",
    "loop": "    for i, rel in enumerate(rels, start=1):",
    "gain": "        gain = rel  # gain",
    "discount": "        discount = math.log2(i + 1)  # discount",
    "add": "        total += gain / discount  # add",
    "return": "    return total",
}
"""The lines in a right order; gain and discount may also change places."""

SHUFFLED = ("return", "discount", "start", "add", "loop", "gain")


@dataclass(frozen=True)
class Rule:
    """The line `first` comes before the line `then`; what to say where it does not."""

    first: str
    then: str
    say: str


RULES = (
    Rule("start", "loop", "The total must be 0 before the loop begins to add to it."),
    Rule("loop", "gain", "rel exists only inside the loop: the line “gain” belongs below for."),
    Rule(
        "loop", "discount", "i exists only inside the loop: the line “discount” belongs below for."
    ),
    Rule("gain", "add", "The line “add” uses gain, so gain must be set above it."),
    Rule("discount", "add", "The line “add” uses discount, so discount must be set above it."),
    Rule("add", "return", "return ends the function. It comes after everything has been added."),
)
"""An order is right when it breaks none; the first that it breaks is said."""


def broken(order: Sequence[str]) -> Rule | None:
    """The first rule that an order of the lines breaks.

    >>> broken(["start", "loop", "discount", "gain", "add", "return"]) is None
    True
    >>> broken(["loop", "start", "gain", "discount", "add", "return"]).first
    'start'
    """
    return next((r for r in RULES if order.index(r.first) > order.index(r.then)), None)


def program(order: Sequence[str]) -> str:
    return HEADER + "\n".join(LINES[line] for line in order) + "\n"


@dataclass(frozen=True)
class CodeTask:
    """One step of the lab.

    kind      "order" (lines), "blanks" (a program with gaps) or "write" (a signature)
    wanted    the functions that the check calls, in this order
    starter   what stands in the editor at first; in "blanks", [[answer]] marks each gap
    points    what to look at once it is passed
    carries   the task whose passed program this one starts with
    """

    id: str
    title: str
    kind: Literal["order", "blanks", "write"]
    text: str
    wanted: tuple[str, ...]
    starter: str
    hints: tuple[str, ...]
    solution: str
    points: tuple[str, str, str]
    carries: str = ""


DCG_SOLUTION = '''import math


def dcg(rels):
    """The sum of rel_i / log2(i + 1), ranks i from 1."""
    return sum(rel / math.log2(i + 1) for i, rel in enumerate(rels, start=1))
'''

NDCG_SOLUTION = (
    DCG_SOLUTION
    + '''

def ndcg_at_k(ranked_rels, k):
    """DCG of the top k, as a share of the best DCG that the same grades can reach."""
    ideal = dcg(sorted(ranked_rels, reverse=True)[:k])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[:k]) / ideal
'''
)

_LOOP = """import math


def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels, start=1):
        discount = math.log2(i + 1)
        total += rel / discount
    return total
"""

_DCG_STARTER = '''import math


def dcg(rels):
    """The sum of rel_i / log2(i + 1), ranks i from 1."""
'''

_NDCG_STARTER = '''

def ndcg_at_k(ranked_rels, k):
    """DCG of the top k, divided by the DCG of the ideal order's top k."""
'''

TASKS = (
    CodeTask(
        "order",
        "Order the lines",
        "order",
        "These six lines make up <code>dcg</code>: the sum of each grade divided by "
        "log<sub>2</sub>(i + 1), where i is the rank, from 1. Put them in order. The indentation "
        "is right already. Then press Run.",
        ("dcg",),
        HEADER,
        (
            "Two lines stand outside the loop: one before it, one after it.",
            "A name can be used only below the line that gives it a value. Which line uses both "
            "gain and discount?",
            "The sum starts at 0, the loop takes each grade with its rank, the last line returns.",
        ),
        HEADER + "\n".join(LINES.values()) + "\n",
        (
            "<code>enumerate(rels, start=1)</code> hands out each grade together with its rank.",
            "gain and discount may change places: neither needs the other.",
            "<code>return</code> is indented like <code>for</code>, so it runs once, at the end.",
        ),
    ),
    CodeTask(
        "blanks",
        "Fill two blanks",
        "blanks",
        "The same function, with two gaps: the divisor of rank i, and what each turn of the loop "
        "adds to the total.",
        ("dcg",),
        _LOOP.replace("= math.log2(i + 1)", "= [[math.log2(i + 1)]]").replace(
            "+= rel / discount", "+= [[rel / discount]]"
        ),
        (
            "Rank 1 must be divided by 1, rank 2 by 1.585, rank 3 by 2. Which logarithm gives "
            "that?",
            "Python's logarithm to base 2 is <code>math.log2(x)</code>.",
            "Each turn adds one term: the grade divided by the discount of its rank.",
        ),
        _LOOP,
        (
            "log<sub>2</sub>(1 + 1) = 1, so the first document counts in full.",
            "<code>total += x</code> is short for <code>total = total + x</code>.",
            "The list is read, never changed: whoever called the function still needs it.",
        ),
    ),
    CodeTask(
        "dcg",
        "Write dcg",
        "write",
        "Now from the signature. <code>dcg(rels)</code> returns the sum of rel<sub>i</sub> / "
        "log<sub>2</sub>(i + 1), ranks i from 1. By hand, <code>dcg([3, 0, 2])</code> is "
        "3/1 + 0/1.585 + 2/2 = 4.0.",
        ("dcg",),
        _DCG_STARTER,
        (
            "You need a total that starts at 0, and a loop that knows each grade and its rank.",
            "<code>for i, rel in enumerate(rels, start=1):</code> gives both, ranks from 1.",
            "In the loop: <code>total += rel / math.log2(i + 1)</code>. After it: "
            "<code>return total</code>.",
        ),
        DCG_SOLUTION,
        (
            "The whole formula stands in one line: a term for each rank, and <code>sum</code> "
            "around them.",
            "<code>sum</code> of nothing is 0, so an empty list needs no case of its own.",
            "i counts ranks and not indexes: <code>start=1</code> is what makes log2(i + 1) right.",
        ),
    ),
    CodeTask(
        "ndcg",
        "Write ndcg_at_k",
        "write",
        "<code>ndcg_at_k(ranked_rels, k)</code> returns <code>dcg</code> of the top k, divided by "
        "<code>dcg</code> of the ideal order's top k. The ideal order is the same grades, from "
        "best to worst. When the ideal DCG is 0, return 0.0. Keep <code>dcg</code> above it.",
        ("dcg", "ndcg_at_k"),
        _DCG_STARTER + _NDCG_STARTER,
        (
            "The top k of a list is <code>ranked_rels[:k]</code>. It works for every k, even "
            "beyond the end.",
            "<code>sorted(ranked_rels, reverse=True)</code> is the ideal order, as a new list. Cut "
            "it at k after sorting.",
            "Work out the ideal DCG first; if it is 0, return 0.0; else divide.",
        ),
        NDCG_SOLUTION,
        (
            "Sort first, then cut: the best document may stand below k.",
            "<code>sorted</code> makes a new list; <code>ranked_rels.sort()</code> would change "
            "the caller's.",
            "The guard tests the ideal DCG, the number that is divided by, and nothing else.",
        ),
        "dcg",
    ),
)

ORDER = {
    "lines": [{"id": id, "text": text} for id, text in LINES.items()],
    "shuffled": list(SHUFFLED),
    "rules": [{"first": rule.first, "then": rule.then, "say": rule.say} for rule in RULES],
}
"""The first task's lines and rules, as plain data."""
