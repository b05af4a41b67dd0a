"""The calculation written out, in plain text, LaTeX and MathML; numbers as they are shown."""

import re
from dataclasses import replace
from math import nan
from xml.etree import ElementTree

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml

CASES = load_toml(__file__, "cases.toml")["notation"]

LIST = [3, 2, 3, 0, 1]
EXPONENTIAL = nc.CONVENTIONS["exponential"]
TEXTBOOK = nc.CONVENTIONS["textbook"]
CONVENTIONS = [
    nc.STANDARD,
    EXPONENTIAL,
    TEXTBOOK,
    replace(TEXTBOOK, base=2.5, gain="exponential"),
    replace(nc.STANDARD, discount="none"),
    replace(nc.STANDARD, gain="shifted"),
    replace(nc.STANDARD, gain="binary", discount="i"),
]
BINARY_BY_RANK = CONVENTIONS[-1]


def build_term(rank: int, convention: nc.Convention, digits: int = 3) -> nc.Formula:
    return nc.term_formula(nc.trace(LIST, None, convention).actual[rank - 1], convention, digits)


@pytest.mark.parametrize(("rank", "rules", "choices", "text"), CASES["terms"])
def test_a_term_has_its_plain_text(rank, rules, choices, text):
    assert build_term(rank, replace(nc.CONVENTIONS[rules], **choices)).text == text


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        ("scikit-learn", ["2.5 / log2(2) = 2.5", "2.5 / log2(3) = 1.577", "1 / log2(4) = 0.5"]),
        ("evidently", ["3 / log2(2) = 3", "2 / 1 = 2", "1 / log2(4) = 0.5"]),
    ],
)
def test_a_term_of_tied_documents_has_their_shared_gain_or_divisor(rules, texts):
    rows = nc.trace([3, 2, 1], None, rules, scores=[1, 1, 0]).actual
    assert [nc.term_formula(row, rules).text for row in rows] == texts


def list_formulas(convention: nc.Convention) -> list[nc.Formula]:
    whole = nc.trace(LIST, 4, convention)
    empty = nc.trace([0], None, convention)
    return [
        *(nc.term_formula(row, convention) for row in whole.actual + whole.beyond),
        nc.gain_formula(convention),
        nc.discount_formula(convention),
        nc.cg_formula(convention),
        nc.dcg_formula(convention),
        nc.ndcg_formula(),
        nc.sum_formula(whole.actual),
        nc.ratio_formula(whole),
        nc.ratio_formula(empty),
    ]


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda convention: convention.name)
def test_the_three_notations_are_well_formed_with_the_same_numbers(convention):
    def list_digits(text: str) -> list[str]:
        return sorted(re.findall(r"\d+(?:\.\d+)?", text))

    arguments = {"mfrac": 2, "msup": 2, "msub": 2, "munderover": 3}
    for formula in list_formulas(convention):
        root = ElementTree.fromstring(formula.mathml)
        assert root.tag == "math"
        for element in root.iter():
            assert len(element) == arguments.get(element.tag, len(element))
        plain = formula.text.replace("1..k", "1")
        assert (
            list_digits(plain)
            == list_digits(formula.latex)
            == list_digits(formula.mathml.replace("/m", ""))
        )
        assert formula.latex.count("{") == formula.latex.count("}")


UNDISCOUNTED = replace(nc.STANDARD, discount="none")
WHOLE = nc.trace(LIST)
UNDEFINED = nc.trace([0], convention=replace(nc.STANDARD, empty=nan))
WRITTEN = [
    (nc.gain_formula(EXPONENTIAL), "g(r) = 2^r - 1"),
    (nc.cg_formula(EXPONENTIAL), "CG@k = sum of (2^r_i - 1) for i = 1..k"),
    (nc.discount_formula(TEXTBOOK), "d(i) = max(1, log2(i))"),
    (nc.discount_formula(UNDISCOUNTED), "d(i) = 1"),
    (nc.dcg_formula(UNDISCOUNTED), "DCG@k = sum of r_i for i = 1..k"),
    (nc.sum_formula(WHOLE.actual), "3 + 1.262 + 1.5 + 0 + 0.387 = 6.149"),
    (nc.sum_formula(WHOLE.ideal), "3 + 1.893 + 1 + 0.431 + 0 ≈ 6.323"),
    (nc.ratio_formula(WHOLE), "6.149 / 6.323 = 0.972"),
    (nc.ratio_formula(nc.trace([0])), "0.000 / 0.000, by convention 0.000"),
    (nc.ratio_formula(UNDEFINED), "0.000 / 0.000, by convention undefined"),
    (nc.gain_formula(BINARY_BY_RANK), "g(r) = [r > 0]"),
    (nc.discount_formula(BINARY_BY_RANK), "d(i) = i"),
    (build_term(3, BINARY_BY_RANK), "[3 > 0] / 3 = 0.333"),
    (nc.gain_at(3, replace(nc.STANDARD, gain="shifted")), "(2^(3 + 1) - 1)[3 > 0]"),
]
IN_LATEX = [
    (build_term(3, EXPONENTIAL), r"\frac{2^{3} - 1}{\log_{2}(4)} = 3.5"),
    (build_term(1, TEXTBOOK), r"\frac{3}{1} = 3"),
    (nc.dcg_formula(), r"\mathrm{DCG}@k = \sum_{i=1}^{k} \frac{r_{i}}{\log_{2}(i + 1)}"),
    (nc.discount_formula(TEXTBOOK), r"d(i) = \max(1, \log_{2}(i))"),
    (nc.ratio_formula(WHOLE, 4), r"\frac{6.1487}{6.3235} = 0.9724"),
]


@pytest.mark.parametrize(("formula", "text"), WRITTEN)
def test_a_formula_has_its_plain_text(formula, text):
    assert formula.text == text


@pytest.mark.parametrize(("formula", "latex"), IN_LATEX)
def test_a_formula_has_its_latex(formula, latex):
    assert formula.latex == latex


@pytest.mark.parametrize(("value", "text"), CASES["numbers"])
def test_a_number_is_formatted_for_display(value, text):
    assert nc.number(value) == text
    assert [nc.number(0.5, digits) for digits in (0, 1, 4)] == ["0", "0.5", "0.5000"]
    assert nc.number(-0.004, 2) == "0.00"


@pytest.mark.parametrize(("value", "text"), CASES["short"])
def test_a_number_is_shortened_for_formulas(value, text):
    assert nc.short(value) == text
