r"""Formulas in a lecturer's own texts: LaTeX between dollar signs, shown as MathML.

    $\frac{2^3 - 1}{\log_2 3}$

A formula begins with "$" before a character that is not a space. It ends with the next "$" after
such a character, unless a digit follows: "$5 or $6" has no formula. "\$" is a dollar sign.

latex2mathml reads the LaTeX. It shows an unknown command as its name, ignores an open brace,
expands macros without a limit, and does not escape its HTML. So this module checks the LaTeX
first, takes the tree that latex2mathml returns, and copies only allowed elements and attributes.
An error is a sentence for the lecturer, so that nobody discovers it in front of a class.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from ndcg_core.html_builder import Html, every, html, tag

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

FORMULA = re.compile(r"\\\$|\$(?! )((?:\\.|[^\\$])+?)(?<! )\$(?!\d)([,.;:?!)]*)")
"""A dollar sign, or a formula with the punctuation that must not begin a line."""
MAX_BRACE_DEPTH = 12
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}%]", re.DOTALL)
ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{([^{}]*)\}")
ENVIRONMENTS = ("array", "cases", "matrix", "pmatrix", "bmatrix", "vmatrix", "split")
DEFINITIONS = (r"\def", r"\newcommand", r"\newenvironment", r"\DeclareMathOperator")
REFUSED_COMMANDS = (
    *(r"\href", r"\style", r"\class", r"\cssId", r"\unicode", r"\verb", r"\tag", r"\rule"),
    *(r"\color", r"\textcolor", r"\colorbox", r"\fcolorbox"),
)
"""Links, styles and colours, which could act on the page or be unreadable on it."""
CHILD_COUNTS: Mapping[str, int] = {
    **{"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3},
    **{"munder": 2, "mover": 2, "munderover": 3},
}
"""By element: the number of its children, without which browsers show an error."""
ELEMENTS = frozenset(
    (
        *(*CHILD_COUNTS, "mrow", "mi", "mn", "mo", "mtext", "mspace", "msqrt", "mstyle"),
        *("mpadded", "mphantom", "mtable", "mtr", "mtd"),
    )
)
LENGTH = r"[+-]?(?:\d?(?:\.\d{1,3})?(?:em|ex|px)|0)"
"""A length below 10 of its unit: a longer one could cover the page."""
BOOLEAN = r"true|false"
ATTRIBUTES: Mapping[str, str] = {
    **{"mathvariant": "normal|bold|italic|bold-italic", "form": "prefix|infix|postfix"},
    **dict.fromkeys(("stretchy", "fence", "accent", "accentunder", "movablelimits"), BOOLEAN),
    **dict.fromkeys(("largeop", "displaystyle", "symmetric"), BOOLEAN),
    **dict.fromkeys(("width", "height", "depth", "lspace", "rspace", "voffset"), LENGTH),
    **dict.fromkeys(("minsize", "maxsize", "linethickness"), LENGTH),
    **{"scriptlevel": r"[+-]?\d", "columnalign": "left|center|right"},
    **{"columnspacing": rf"{LENGTH}(?: {LENGTH})*", "rowspacing": LENGTH},
}
"""By attribute: a regular expression for the values that a page may have."""
CHARACTER = re.compile(r"&#x([0-9A-Fa-f]{1,5});")
SPACES: Mapping[str, str] = {
    **{"thinmathspace": "0.167em", "mediummathspace": "0.222em", "thickmathspace": "0.278em"},
    **{"negativethinmathspace": "-0.167em", "negativemediummathspace": "-0.222em"},
    **{"negativethickmathspace": "-0.278em"},
}
"""By a name that browsers no longer know: its length."""
OPERATORS = ("Sm", "Ps", "Pe")
"""Unicode's categories of mathematical symbols and brackets."""
IDENTIFIERS = "∞∂∇∅"
"""Mathematical symbols that are not operators."""
PROBLEMS: Mapping[str, str] = {
    "NumeratorNotFoundError": "a fraction has no numerator.",
    "DenominatorNotFoundError": "a fraction has no denominator.",
    "ExtraLeftOrMissingRightError": "\\left and \\right must come in pairs.",
    "MissingSuperScriptOrSubscriptError": "nothing follows “^” or “_”.",
    "DoubleSubscriptsError": "a symbol has two subscripts. Use braces, as in $x_{i_j}$.",
    "DoubleSuperscriptsError": "a symbol has two superscripts. Use braces, as in $x^{2^i}$.",
    "MissingEndError": "a \\begin has no \\end.",
}
"""By an exception of latex2mathml, which has no text: the sentence for it."""
MISSING_ARGUMENT = "a command lacks one of its arguments."
NOT_INSTALLED = 'formulas need latex2mathml. Run: pip install "ndcg-tutor[app]".'


class FormulaError(ValueError):
    """A text between dollar signs that cannot be shown as a formula."""


def write_formulas(text: str) -> Html:
    """Return a text as HTML with its formulas as MathML. A bad formula stays as it is.

    >>> write_formulas("Is $2^3$ < 9?")
    'Is <math><mrow><msup><mn>2</mn><mn>3</mn></msup></mrow></math> &lt; 9?'
    """
    if (alone := FORMULA.fullmatch(text.strip())) and alone[1]:
        return _write(alone, alone[1])
    pieces, end = [], 0
    for match in FORMULA.finditer(text):
        pieces += [html(text[end : match.start()]), _write(match)]
        end = match.end()
    return every([*pieces, html(text[end:])])


def _write(match: re.Match[str], label: str | None = None) -> Html:
    """Write a formula and the punctuation after it.

    label: the name of a formula that is a whole text. It may be that of a button, and screen
    readers that do not read MathML would have no name for the button.
    """
    if match[1] is None:
        return html("$")
    try:
        formula = write_formula(match[1], label)
    except FormulaError:  # older plans may have any text between dollar signs
        return html(match[0])
    return tag("span", formula, match[2], css="own-formula") if match[2] else formula


def refuse_bad_formulas(text: str) -> None:
    """Raise ValueError with a sentence for the first formula that cannot be shown."""
    for match in FORMULA.finditer(text):
        if match[1] is not None:
            try:
                write_formula(match[1])
            except FormulaError as error:
                raise ValueError(f"The formula ${match[1]}$: {error}") from None


def write_formula(latex: str, label: str | None = None) -> Html:
    r"""Return a formula as MathML. Raise `FormulaError` if it cannot be shown.

    >>> write_formula(r"\frac{1}{i}")
    '<math><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mi>i</mi></mrow></mfrac></mrow></math>'
    """
    _check_latex(latex)
    return tag("math", *map(_copy, _read_latex(latex)), aria_label=label)


def _check_latex(latex: str) -> None:
    """Refuse what latex2mathml would show without a word, or would take without a limit."""
    depth = 0
    for token in TOKEN.findall(latex):
        if token in DEFINITIONS:
            raise FormulaError(f"{token} is not allowed. A formula cannot define commands.")
        if token in REFUSED_COMMANDS:
            raise FormulaError(f"the command {token} is not allowed.")
        if token == "%":
            raise FormulaError("“%” begins a comment in LaTeX. Write \\% for a percent sign.")
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            raise FormulaError("it has a “}” without a “{” before it.")
        if depth > MAX_BRACE_DEPTH:
            raise FormulaError(f"it has more than {MAX_BRACE_DEPTH} levels of braces.")
    if depth:
        raise FormulaError("a brace is not closed. Add a “}”.")
    for name in ENVIRONMENT.findall(latex):
        if name not in ENVIRONMENTS:
            known = ", ".join(ENVIRONMENTS)
            raise FormulaError(f"\\begin{{{name}}} is not known. These are: {known}.")


@cache
def _converter() -> "Callable[[str], Element]":
    """Import latex2mathml when a formula needs it: its tables take a tenth of a second."""
    try:
        from latex2mathml.converter import convert_to_element
    except ImportError:
        raise FormulaError(NOT_INSTALLED) from None
    return convert_to_element


def _read_latex(latex: str) -> "Element":
    """Return the tree of a formula.

    latex2mathml raises its own exceptions without a text. For some input it raises StopIteration,
    IndexError or others, so every exception is turned into a sentence here.
    """
    convert = _converter()
    try:
        return convert(latex)
    except Exception as error:
        raise FormulaError(PROBLEMS.get(type(error).__name__, MISSING_ARGUMENT)) from None


def _copy(element: "Element") -> Html:
    """Write an element of latex2mathml's tree if it and its attributes are allowed."""
    name = str(element.tag)
    if name not in ELEMENTS:
        raise FormulaError(f"one of its commands makes “{name}”, which is not allowed.")
    attributes = {key: SPACES.get(value, value) for key, value in element.attrib.items()}
    for attribute, value in attributes.items():
        allowed = ATTRIBUTES.get(attribute)
        if allowed is None or not re.fullmatch(allowed, value):
            raise FormulaError(f"one of its commands sets “{attribute}”, which is not allowed.")
    if len(element) != CHILD_COUNTS.get(name, len(element)):
        raise FormulaError(MISSING_ARGUMENT)
    text = _read_text(element.text or "")
    if name == "mi" and len(text) == 1 and category(text) in OPERATORS and text not in IDENTIFIERS:
        name = "mo"  # latex2mathml knows operators by their commands only
    if name == "mo" and text == "-":
        text = "−"
    return tag(name, text, *map(_copy, element), **attributes)


def _read_text(text: str) -> str:
    """Replace numeric character references by their characters, and refuse a command."""
    if command := re.search(r"\\(?:[A-Za-z]+|.|$)", text):
        raise FormulaError(f"the command {command[0]} is not known.")
    return CHARACTER.sub(lambda match: chr(int(match[1], 16)), text)
