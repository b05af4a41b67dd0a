"""Ordering the lines of `dcg`: the lines, and the rules that an order can break."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    """The program that an order of the lines makes."""
    return HEADER + "\n".join(LINES[line] for line in order) + "\n"
