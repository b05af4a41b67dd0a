r"""Formulas in a teacher's own texts: LaTeX between dollar signs, shown as MathML.

    $\frac{2^3 - 1}{\log_2 3}$

A formula begins with "$" before a character that is not a space. It ends with the next "$" after
such a character, unless a digit follows: "$5 or $6" has no formula. "\$" is a dollar sign.

latex2mathml parses the LaTeX. It renders an unknown command as the command's name, ignores an open
brace, expands macros without a limit, and does not escape HTML. So this module checks the LaTeX
first, and then copies only allowed elements and attributes of latex2mathml's tree.
Each error is a sentence that the teacher sees while preparing the class.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category

from ndcg_core.html_builder import Html, html, join_pieces, tag

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

FORMULA = re.compile(r"\\\$|\$(?! )((?:\\.|[^\\$])+?)(?<! )\$(?!\d)([,.;:?!)]*)")
"""A dollar sign, or a formula with the punctuation after it, which must not start a line."""
MAX_BRACE_DEPTH = 12
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}%]", re.DOTALL)
ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{([^{}]*)\}")
ENVIRONMENTS = ("array", "cases", "matrix", "pmatrix", "bmatrix", "vmatrix", "split")
DEFINITIONS = (r"\def", r"\newcommand", r"\newenvironment", r"\DeclareMathOperator")
REFUSED_COMMANDS = (
    r"\href",
    r"\style",
    r"\class",
    r"\cssId",
    r"\unicode",
    r"\verb",
    r"\tag",
    r"\rule",
    r"\color",
    r"\textcolor",
    r"\colorbox",
    r"\fcolorbox",
)
"""Commands for links, styles and colours, which could change the page or be unreadable."""
CHILD_COUNTS: Mapping[str, int] = {
    "mfrac": 2,
    "mroot": 2,
    "msub": 2,
    "msup": 2,
    "msubsup": 3,
    "munder": 2,
    "mover": 2,
    "munderover": 3,
}
"""The required number of children by element. Browsers show an error for any other number."""
OTHER_ELEMENTS = (
    "mrow",
    "mi",
    "mn",
    "mo",
    "mtext",
    "mspace",
    "msqrt",
    "mstyle",
    "mpadded",
    "mphantom",
    "mtable",
    "mtr",
    "mtd",
)
"""The allowed elements that can have any number of children."""
ELEMENTS = frozenset((*CHILD_COUNTS, *OTHER_ELEMENTS))
LENGTH_PATTERN = r"[+-]?(?:\d?(?:\.\d{1,3})?(?:em|ex|pt|px)|0)"
"""A length of less than 10 units. A longer one could cover the page."""
BOOLEAN_PATTERN = r"true|false"
ATTRIBUTES: Mapping[str, str] = {
    "mathvariant": "normal|bold|italic|bold-italic",
    "form": "prefix|infix|postfix",
    "stretchy": BOOLEAN_PATTERN,
    "fence": BOOLEAN_PATTERN,
    "accent": BOOLEAN_PATTERN,
    "accentunder": BOOLEAN_PATTERN,
    "movablelimits": BOOLEAN_PATTERN,
    "largeop": BOOLEAN_PATTERN,
    "displaystyle": BOOLEAN_PATTERN,
    "symmetric": BOOLEAN_PATTERN,
    "width": LENGTH_PATTERN,
    "height": LENGTH_PATTERN,
    "depth": LENGTH_PATTERN,
    "lspace": LENGTH_PATTERN,
    "rspace": LENGTH_PATTERN,
    "voffset": LENGTH_PATTERN,
    "minsize": LENGTH_PATTERN,
    "maxsize": LENGTH_PATTERN,
    "linethickness": LENGTH_PATTERN,
    "scriptlevel": r"[+-]?\d",
    "columnalign": "left|center|right",
    "columnspacing": rf"{LENGTH_PATTERN}(?: {LENGTH_PATTERN})*",
    "rowspacing": LENGTH_PATTERN,
}
"""The allowed attributes, each with a regular expression for its allowed values."""
CHARACTER = re.compile(r"&#x([0-9A-Fa-f]{1,5});")
NAMED_SPACES: Mapping[str, str] = {
    "thinmathspace": "0.167em",
    "mediummathspace": "0.222em",
    "thickmathspace": "0.278em",
    "negativethinmathspace": "-0.167em",
    "negativemediummathspace": "-0.222em",
    "negativethickmathspace": "-0.278em",
}
"""The lengths of named spaces. Browsers no longer know these names."""
OPERATOR_CATEGORIES = ("Sm", "Ps", "Pe")
"""The Unicode categories of mathematical symbols and brackets."""
IDENTIFIER_SYMBOLS = "∞∂∇∅"
"""Mathematical symbols that are not operators."""
ERROR_SENTENCES: Mapping[str, str] = {
    "NumeratorNotFoundError": "a fraction has no numerator.",
    "DenominatorNotFoundError": "a fraction has no denominator.",
    "ExtraLeftOrMissingRightError": "\\left and \\right must come in pairs.",
    "MissingSuperScriptOrSubscriptError": "nothing follows “^” or “_”.",
    "DoubleSubscriptsError": "a symbol has two subscripts. Use braces, as in $x_{i_j}$.",
    "DoubleSuperscriptsError": "a symbol has two superscripts. Use braces, as in $x^{2^i}$.",
    "MissingEndError": "a \\begin has no \\end.",
}
"""The messages for latex2mathml's exceptions, which have no text of their own."""
MISSING_ARGUMENT = "a command lacks one of its arguments."
NOT_INSTALLED = 'formulas need latex2mathml. Run: pip install "ndcg-tutor[app]".'


class FormulaError(ValueError):
    """An error for a text between dollar signs that cannot be rendered as a formula."""


def render_formulas(text: str) -> Html:
    """Convert a text to HTML, with its formulas as MathML. Formulas with errors remain LaTeX.

    >>> render_formulas("Is $2^3$ < 9?")
    'Is <math><mrow><msup><mn>2</mn><mn>3</mn></msup></mrow></math> &lt; 9?'
    """
    if (alone := FORMULA.fullmatch(text.strip())) and alone[1]:
        return _render_match(alone, alone[1])
    fragments = []
    end = 0
    for match in FORMULA.finditer(text):
        fragments += [html(text[end : match.start()]), _render_match(match)]
        end = match.end()
    return join_pieces([*fragments, html(text[end:])])


def _render_match(match: re.Match[str], label: str | None = None) -> Html:
    """Render a match of `FORMULA`: a formula with its punctuation, or a dollar sign.

    Bad LaTeX is returned as text.

    label: an accessible name for a formula that is the whole text. The text can be a button's
    label, and some screen readers ignore MathML.
    """
    if match[1] is None:
        return html("$")
    try:
        formula = render_formula(match[1], label)
    except FormulaError:  # older plans may have any text between dollar signs
        return html(match[0])
    return tag("span", formula, match[2], css="own-formula") if match[2] else formula


def refuse_bad_formulas(text: str) -> None:
    """Raise ValueError with a sentence for the first formula that cannot be rendered."""
    for match in FORMULA.finditer(text):
        if match[1] is not None:
            try:
                render_formula(match[1])
            except FormulaError as error:
                raise ValueError(f"The formula ${match[1]}$: {error}") from None


def render_formula(latex: str, label: str | None = None) -> Html:
    r"""Convert LaTeX to MathML. Raise `FormulaError` if that is impossible.

    label: an accessible name for the formula, or None.

    >>> render_formula(r"\frac{1}{i}")
    '<math><mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mi>i</mi></mrow></mfrac></mrow></math>'
    """
    _check_latex(latex)
    return tag("math", *map(_convert_element, _parse_latex(latex)), aria_label=label)


def _check_latex(latex: str) -> None:
    """Raise `FormulaError` for bad braces, comments, and forbidden commands or environments."""
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
            raise FormulaError(f"\\begin{{{name}}} is not known. The known ones are {known}.")


@cache
def _import_converter() -> "Callable[[str], Element]":
    """Return latex2mathml's converter. Raise `FormulaError` if it is not installed.

    It is imported on first use, because its tables take a tenth of a second to load.
    """
    try:
        from latex2mathml.converter import convert_to_element
    except ImportError:
        raise FormulaError(NOT_INSTALLED) from None
    return convert_to_element


def _parse_latex(latex: str) -> "Element":
    """Parse LaTeX into a tree of MathML elements. Raise `FormulaError` if that is impossible.

    latex2mathml raises its own exceptions without a text. For some input it raises StopIteration,
    IndexError or others. This function turns every exception into a sentence.
    """
    convert = _import_converter()
    try:
        return convert(latex)
    except Exception as error:
        raise FormulaError(ERROR_SENTENCES.get(type(error).__name__, MISSING_ARGUMENT)) from None


def _convert_element(element: "Element") -> Html:
    """Convert a MathML element to HTML. Raise `FormulaError` if it is forbidden or incomplete."""
    name = str(element.tag)
    if name not in ELEMENTS:
        raise FormulaError(f"one of its commands makes “{name}”, which is not allowed.")
    attributes = {key: NAMED_SPACES.get(value, value) for key, value in element.attrib.items()}
    for attribute, value in attributes.items():
        allowed = ATTRIBUTES.get(attribute)
        if allowed is None or not re.fullmatch(allowed, value):
            raise FormulaError(f"one of its commands sets “{attribute}”, which is not allowed.")
    if len(element) != CHILD_COUNTS.get(name, len(element)):
        raise FormulaError(MISSING_ARGUMENT)
    text = _replace_references(element.text or "")
    if (
        name == "mi"
        and len(text) == 1
        and category(text) in OPERATOR_CATEGORIES
        and text not in IDENTIFIER_SYMBOLS
    ):
        name = "mo"  # latex2mathml recognizes operators only by their commands
    if name == "mo" and text == "-":
        text = "−"
    return tag(name, text, *map(_convert_element, element), **attributes)


def _replace_references(text: str) -> str:
    """Replace hexadecimal character references in a text. Raise `FormulaError` for a command.

    latex2mathml leaves every command that it does not know in the text.
    """
    if command := re.search(r"\\(?:[A-Za-z]+|.|$)", text):
        raise FormulaError(f"the command {command[0]} is not known.")
    return CHARACTER.sub(lambda match: chr(int(match[1], 16)), text)
