"""Formulas in own questions: MathML for good ones, error messages for bad ones."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.classroom.formulas import (
    ATTRIBUTES,
    ELEMENTS,
    MAX_BRACE_DEPTH,
    refuse_bad_formulas,
    render_formula,
    render_formulas,
)
from ndcg_core.html_builder import extract_text
from tests.classroom.asked import call_or_explain

READ = [  # a formula, and its text
    (r"\frac{2^{g_i} - 1}{\log_2(i + 1)}", "2gi−1log2(i+1)"),
    (r"\sum_{i=1}^{k} \frac{g_i}{d(i)}", "∑i=1kgid(i)"),
    (r"\sqrt[3]{x} \le \alpha", "x3≤α"),
    (r"\left( 0.5 \right]", "(0.5]"),
    (r"\text{DCG at } k", "DCG\N{NO-BREAK SPACE}at\N{NO-BREAK SPACE}k"),
    (r"\frac12", "12"),
    (r"_2 x", "2x"),
    ("a'", "a′"),
    (r"\begin{cases} 1 & x > 0 \\ 0 & x = 0 \end{cases}", "{1x>00x=0"),
    (r"\begin{split} a &= b \\ &= c \end{split}", "a=b=c"),
    (r"\mathrm{DCG}@k", "DCG@k"),
    (r"50\%", "50%"),
    (r"a \! b \, c", "abc"),
]
REFUSED = [  # a text, and a part of the sentence for it
    (r"$\foo$", r"the command \\foo is not known"),
    (r"$\text{a \foo}$", r"the command \\foo is not known"),
    ("$x^$", "nothing follows"),
    ("$a^{b$", "Add a “}”"),
    ("$a}$", "without a “{”"),
    ("$x^2^3$", "two superscripts"),
    ("$x_2_3$", "two subscripts"),
    ("$" + "{" * 20 + "}" * 20 + "$", f"more than {MAX_BRACE_DEPTH}"),
    (r"$\left( x$", "in pairs"),
    (r"$\frac{1}$", "lacks one of its arguments"),
    (r"$\left$", "lacks one of its arguments"),
    ("$50% of x$", "Write \\\\%"),
    (r"$\begin{foo}x\end{foo}$", r"\\begin\{foo\} is not known"),
    (r"$\begin{cases}1$", "no \\\\end"),
    (r"$\def\a{\a\a}\a$", "cannot define commands"),
    (r"$\newcommand{\a}{b}\a$", "cannot define commands"),
    (r"$\href{javascript:alert(1)}{x}$", "is not allowed"),
    (r"$\style{position:fixed}{x}$", "is not allowed"),
    (r"$\color{red}x$", "is not allowed"),
    (r"$\boxed{x}$", "“menclose”, which is not allowed"),
    (r"$a \\ b$", "“linebreak”, which is not allowed"),
    (r"$\hspace{99em}x$", "“width”, which is not allowed"),
    (r"$\mathbb{RR}$", "“mathvariant”, which is not allowed"),
]


@pytest.mark.parametrize(("latex", "text"), READ)
def test_a_formula_is_typeset(latex, text):
    root = ElementTree.fromstring(render_formula(latex))
    assert root.tag == "math"
    assert "".join(root.itertext()) == text


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_a_bad_formula_is_refused_but_stays_text_in_an_old_plan(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        refuse_bad_formulas(text)
    assert extract_text(render_formulas(text)) == text


@pytest.mark.parametrize("text", ["It costs $5 or $6.", "$ x $", "$$", "from $HOME to $PATH", "5$"])
def test_dollar_amounts_are_not_formulas(text):
    refuse_bad_formulas(text)
    assert render_formulas(text) == text


def test_a_dollar_sign_is_written_with_a_backslash():
    assert render_formulas(r"\$x\$ is $x$") == "$x$ is <math><mrow><mi>x</mi></mrow></math>"


@pytest.mark.parametrize(("latex", "name"), [("x − y", "mo"), (r"\lfloor x", "mo"), ("∞", "mi")])
def test_a_pasted_symbol_becomes_an_operator_only_if_it_is_one(latex, name):
    root = ElementTree.fromstring(render_formula(latex))
    assert [e.tag for e in root.iter() if (e.text or "") in tuple("−⌊∞")] == [name]


COMMANDS = (
    r"\frac",
    r"\text{",
    r"\href{",
    r"\left(",
    r"\right)",
    r"\def",
    r"\begin{cases}",
    "&#x3c;",
)


@given(st.lists(st.sampled_from([*COMMANDS, *r"\{}^_$&<>\"'12x "]) | st.characters(), max_size=40))
def test_any_text_gives_allowed_mathml_or_an_error_sentence(pieces):
    text = "".join(pieces)
    formula, refusal = call_or_explain(lambda: render_formula(text))
    if refusal:
        assert refusal.endswith(".")
    elif text.isprintable():  # XML forbids some other characters
        for element in ElementTree.fromstring(formula)[0].iter():
            assert element.tag in ELEMENTS
            assert element.attrib.keys() <= ATTRIBUTES.keys()
    assert "<script" not in render_formulas(f"${text}$ <script>")


def test_a_text_with_only_a_formula_has_an_accessible_name():
    assert render_formulas("$i^2$").startswith('<math aria-label="i^2">')
    assert "aria-label" not in render_formulas("$i^2$ or $i$")


def test_a_long_formula_is_rendered_completely():
    assert render_formula("x^2+" * 100 + "y").count("<msup>") == 100


WITHOUT = """
import sys
sys.modules["latex2mathml"] = None  # as if it were not installed
from ndcg_core.classroom.formulas import refuse_bad_formulas, render_formulas
print(render_formulas("$x$"))
try:
    refuse_bad_formulas("$x$")
except ValueError as error:
    print(error)
"""


def test_the_core_works_without_latex2mathml_and_says_how_to_install_it():
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, encoding="utf-8"
    )
    assert ran.stdout.splitlines() == [
        "$x$",
        'The formula $x$: formulas need latex2mathml. Run: pip install "ndcg-tutor[app]".',
    ]
