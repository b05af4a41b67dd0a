"""Every public function and reader of text, given what nobody means.

A call may return something, or raise ValueError with a sentence: it begins with a capital letter, a
quotation mark, a number or a function's name, ends with a full stop, has at most 300 characters and
can be written as UTF-8. What browsers send is tried in `tests/acts/test_hostile.py`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.examples.replay import steps
from ndcg_core.exercises.fading import fade
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.variants import from_link
from ndcg_core.libraries import LIBRARIES, Ranking, chain, groups, who_prints
from ndcg_core.libraries.wrong_calls import could_be
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.marking.origins import explain_number
from ndcg_core.marking.wording import cell_name
from ndcg_core.numerals.numerals import read, read_printed
from ndcg_ui.conventions.link import number_got, read_question, understand_question
from ndcg_ui.parts.board.board import tidy_label
from ndcg_ui.parts.board.link import read_link
from ndcg_ui.parts.board.ranking_text import read_ranking, write_ranking

WORDS = (
    *("", " ", "3, 2, 3, 0, 1", "A:3 B:2", "3,,2", "0,5 1,0", "array([3, 2])", "dcg", "97.24 %"),
    *("actual.term.2", "ideal.grade.1", "actual.term.99", "0.957", "7/log2(3)", "1e999999999"),
    *("9" * 5000, "nan", "-inf", "−1", "\u0663\u0662", "\ud800", "A\x00B", "<b>&\"'</b>"),
    *("(" * 300, "2^" * 80, "2^-" * 50 + "2", "a" * 3000, "A:1" + " " * 3000, ":" * 500),
    *(",=[](){}'\"" * 50, "standard", "0.97-0.98", "0·97"),
)
NUMBERS = (
    *(0.5, -1, -0.0, True, 5e-324, 1e-9, 1e15, 2**53 + 1, 1e300, 1.7e308, 1100, 10**400),
    *(math.nan, math.inf, -math.inf, Fraction(1, 3), Decimal("2.5"), Decimal("sNaN"), 1 + 2j),
)
TEXT = st.sampled_from(WORDS) | st.text(
    "0123456789.,;:=()[]{}+-*/^ \t\neABlog√%−…\u00a0", max_size=30
)
NUMBER = st.integers(0, 4) | st.sampled_from(NUMBERS)
ANYTHING = st.recursive(
    TEXT | NUMBER | st.none() | st.just(b"\xff"),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXT, inside, max_size=2),
    max_leaves=5,
)
GRADES = st.lists(NUMBER, max_size=7) | ANYTHING
GOOD = st.lists(st.sampled_from((0, 1, 2, 3, 0.5)), min_size=1, max_size=5)
CUTOFF = st.sampled_from((None, None, 1, 2, 3, 10, 0, -1, 2.5, math.nan, "3", 10**400, True))
KNOWN = st.sampled_from(list(nc.CONVENTIONS.values()))
CELL = st.sampled_from(("dcg", "idcg", "ndcg", "cg", "mean", "actual.term.2")) | ANYTHING
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "gain": (*nc.GAINS, "none", 3),
    "discount": (*nc.DISCOUNTS, "", None),
    "ideal_from": (*nc.IDEALS, "top"),
    "ideal_cut": ("k", "pool", "list", "none", "x"),
    "cutoff": ("k", "32", "none"),
    "beyond": ("whole", "zero"),
    "ties": ("input", "averaged", "id-descending", "id-ascending", "worst", "shared"),
    "scores": ("float64", "float32"),
}
LINK = st.dictionaries(
    st.sampled_from(("r", "judged", "k", "gain", "base", "discount", "ideal", "hide", "others")),
    TEXT,
)
ODD_CHOICES = st.dictionaries(st.sampled_from([*CHOICES, "empty", "base"]), ANYTHING)
Draw = Callable[[Any], Any]


def convention(draw: Draw) -> nc.Convention:
    """A known convention, or any choices that make one; ValueError where they do not."""
    if draw(st.booleans()):
        return draw(KNOWN)
    picked = draw(
        st.fixed_dictionaries({}, optional={n: st.sampled_from(v) for n, v in CHOICES.items()})
    )
    rest = draw(st.just({}) | st.fixed_dictionaries({"empty": NUMBER, "base": NUMBER}))
    return nc.Convention(draw(st.just("made") | TEXT), **picked, **rest)


def ranking(draw: Draw, *but: str) -> dict[str, Any]:
    """The arguments that scores share."""
    made = {"grades": draw(GRADES), "k": draw(CUTOFF), "convention": convention(draw)}
    made["judged"] = draw(st.none() | GRADES)
    return {name: value for name, value in made.items() if name not in but}


def trace(draw: Draw) -> nc.Trace:
    """A trace of any ranking."""
    labels = draw(st.sampled_from((None, ["a"], "ab", 3)))
    return nc.trace(**ranking(draw), scores=draw(st.none() | GRADES), labels=labels)


def sheet(draw: Draw) -> nc.Sheet:
    """A sheet with something written on it."""
    made = nc.Sheet(draw(GOOD | GRADES), draw(KNOWN), draw(st.sampled_from((None, 1, 2, 9))))
    given = st.dictionaries(st.sampled_from(made.cells), TEXT, max_size=3)
    return replace(made, given=draw(given | ANYTHING))


def rows(draw: Draw) -> tuple[nc.Term, ...]:
    """The rows of a good ranking."""
    return nc.trace(draw(GOOD), convention=draw(KNOWN)).actual


def library(draw: Draw) -> object:
    """What libraries print of a ranking."""
    grades = tuple(map(float, draw(GOOD)))
    asked = Ranking(grades, draw(st.sampled_from((None, 1, 3, 9))))
    one, other = draw(st.sampled_from(list(LIBRARIES))), draw(st.sampled_from(list(LIBRARIES)))
    return (
        who_prints(asked, draw(TEXT), [one]),
        could_be(draw(TEXT), draw(st.sampled_from((asked, None)))),
        groups(asked, [one, other]),
        chain(asked, one, other),
    )


def exercise(draw: Draw) -> object:
    """An exercise from a link, and its hints."""
    skill = draw(st.sampled_from(("cg", "dcg", "term", "mean", "ndcg", "x")))
    paper = fade(from_link({"skill": skill, "r": "3,2,0", "k": "2", **draw(LINK)}), 1)
    return [hints(paper, cell) for cell in paper.blanks]


def compared(draw: Draw) -> object:
    """A question to the page of conventions."""
    asked = read_question({name: draw(TEXT) for name in ("r", "k", "judged", "scores", "got")})
    return number_got(asked), understand_question(asked)


def many(draw: Draw) -> object:
    """Several rankings at once."""
    rows, more = st.lists(GRADES, max_size=3) | ANYTHING, st.none() | st.lists(GRADES, max_size=3)
    return nc.ndcg_many(draw(rows), draw(CUTOFF), convention(draw), draw(more), draw(more))


CALLS: Mapping[str, Callable[[Draw], object]] = {
    "cg": lambda draw: nc.cg(**ranking(draw, "judged")),
    "dcg": lambda draw: nc.dcg(**ranking(draw, "judged")),
    "idcg": lambda draw: nc.idcg(**ranking(draw)),
    "ndcg": lambda draw: nc.ndcg(**ranking(draw)),
    "delta_ndcg": lambda draw: nc.delta_ndcg(**ranking(draw)),
    "ndcg_curve": lambda draw: nc.ndcg_curve(**ranking(draw, "judged", "k")),
    "ndcg_many": many,
    "ndcg_at_k": lambda draw: nc.ndcg_at_k(draw(GRADES), draw(CUTOFF)),
    "trace": trace,
    "Convention": lambda draw: nc.Convention(draw(ANYTHING), **draw(ODD_CHOICES)),
    "Sheet": lambda draw: nc.Sheet(draw(GRADES), given=draw(ANYTHING), blanks=draw(ANYTHING)),
    "number": lambda draw: (nc.number(draw(NUMBER)), nc.number(0.5, draw(ANYTHING))),
    "short": lambda draw: (nc.short(draw(NUMBER)), nc.short(0.5, draw(ANYTHING))),
    "exact": lambda draw: nc.exact(draw(ANYTHING)),
    "cg_formula": lambda draw: nc.cg_formula(convention(draw)).mathml,
    "dcg_formula": lambda draw: nc.dcg_formula(convention(draw)).mathml,
    "ndcg_formula": lambda draw: nc.ndcg_formula().mathml,
    "gain_formula": lambda draw: nc.gain_formula(convention(draw)).mathml,
    "discount_formula": lambda draw: nc.discount_formula(convention(draw)).mathml,
    "gain_at": lambda draw: nc.gain_at(draw(NUMBER), convention(draw)),
    "divisor_at": lambda draw: nc.divisor_at(draw(NUMBER), convention(draw)),
    "sum_formula": lambda draw: nc.sum_formula(trace(draw).actual, draw(st.just(3) | ANYTHING)),
    "gains_formula": lambda draw: nc.gains_formula(trace(draw).actual),
    "ratio_formula": lambda draw: nc.ratio_formula(trace(draw)),
    "term_formula": lambda draw: nc.term_formula(rows(draw)[0], convention(draw)),
    "cell_name": lambda draw: cell_name(draw(CELL)),
    "mark": lambda draw: nc.mark(sheet(draw)),
    "diagnose": lambda draw: nc.diagnose(draw(TEXT | NUMBER), draw(CELL), sheet(draw)),
    "explain_number": lambda draw: explain_number(draw(GOOD), draw(TEXT), draw(CUTOFF)),
    "order_fault": lambda draw: order_fault(sheet(draw)),
    "steps": lambda draw: steps(sheet(draw)),
    "summary": lambda draw: nc.summary(sheet(draw)),
    "who_prints": lambda draw: nc.who_prints(draw(GRADES), draw(ANYTHING), draw(CUTOFF)),
    "libraries": library,
    "read_ranking": lambda draw: write_ranking(read_ranking(draw(TEXT))),
    "read_link": lambda draw: read_link(draw(LINK)),
    "tidy_label": lambda draw: tidy_label(draw(TEXT)).encode(),
    "read (a cell)": lambda draw: read.__wrapped__(draw(TEXT)),
    "read_printed": lambda draw: read_printed(draw(TEXT)),
    "from_link": exercise,
    "understand": compared,
}
FUNCTIONS = ("log", "log2", "log10", "log_2", "log_10", "lb", "ld", "lg", "ln", "sqrt")
"""What a sentence about a formula may begin with."""
RECORDS = {
    *("Answer", "Claim", "Example", "Formula", "Mark", "Misconception", "OrderFault", "Origin"),
    *("Marks", "Printers", "Step", "Term", "Trace", "check_claim", "load_examples"),
}
"""What calls return, and what takes no input of anybody's."""


def is_sentence(text: str) -> bool:
    """Whether a refusal is a short sentence that can be shown."""
    first = text.partition(" ")[0]
    begins = text[:1].isupper() or text[:1] in "“'0123456789" or first in FUNCTIONS
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return begins and text.endswith((".", ").")) and len(text) <= 300


@pytest.mark.parametrize("name", CALLS)
@given(st.data())
def test_a_call_ends_in_something_or_in_a_sentence(name, data):
    try:
        CALLS[name](data.draw)
    except ValueError as error:
        if not is_sentence(str(error)):
            pytest.fail(ascii(str(error)))


def test_every_public_function_is_called():
    functions = {name for name in nc.__all__ if callable(getattr(nc, name))}
    assert functions - RECORDS <= set(CALLS)


@pytest.mark.parametrize("text", ["max() arg is an empty sequence", "A \ud800.", "A" * 300 + "."])
def test_what_is_no_sentence_is_seen(text):
    assert not is_sentence(text)
