"""The definitions written out for a convention, each in plain text, LaTeX and MathML.

i rank    r_i grade    g(r) gain    d(i) discount, the divisor    k cutoff

Small formulas are combined into larger formulas in all three notations at once, so that the
notations always agree.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from ndcg_core.html_builder import Html, html
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import GainTable, name_function, name_gain
from ndcg_core.metric.numbers import short

FUNCTION_APPLICATION = "\N{FUNCTION APPLICATION}"


class Formula(NamedTuple):
    """A formula as plain text, LaTeX and MathML.

    Attributes
    ----------
    text : str
        Plain text for copying and for screen readers.
    latex : str
        LaTeX.
    markup : str
        The content of a MathML element.

    Examples
    --------
    >>> build_number("3").mathml
    '<math><mn>3</mn></math>'
    """

    text: str
    latex: str
    markup: str

    @property
    def mathml(self) -> Html:
        """A complete `<math>` element that is well-formed as XML and as HTML."""
        return Html(f"<math>{self.markup}</math>")


def build_number(digits: str) -> Formula:
    """Make a formula from the digits of a number, such as "3.5"."""
    return Formula(digits.replace("−", "-"), digits.replace("−", "-"), f"<mn>{digits}</mn>")


def build_symbol(name: str) -> Formula:
    """Make a formula from a letter, such as r, or from an upright name, such as DCG."""
    latex = name if len(name) == 1 else rf"\mathrm{{{name}}}"
    return Formula(name, latex, f"<mi>{name}</mi>")


def build_text(text: str) -> Formula:
    """Make a formula from words."""
    latex = text.replace("_", r"\_")
    return Formula(text, rf"\text{{{latex}}}", f"<mtext>{html(text)}</mtext>")


def build_operator(sign: str, latex: str | None = None, text: str | None = None) -> Formula:
    """Make a formula from an operator, with spaces around it in plain text and LaTeX.

    latex, text: the operator in LaTeX and in plain text, if it differs from `sign`.
    """
    return Formula(f" {text or sign} ", f" {latex or sign} ", f"<mo>{html(sign)}</mo>")


EQUALS_SIGN = build_operator("=")
APPROXIMATELY_SIGN = build_operator("≈", latex=r"\approx")
PLUS_SIGN = build_operator("+")
MINUS_SIGN = build_operator("−", latex="-", text="-")
GREATER_SIGN = build_operator(">")
COMMA_SIGN = Formula(", ", ", ", "<mo>,</mo>")


def join_formulas(*parts: Formula) -> Formula:
    """Join formulas in order, in every notation."""
    return Formula(
        "".join(part.text for part in parts),
        "".join(part.latex for part in parts),
        f"<mrow>{''.join(part.markup for part in parts)}</mrow>",
    )


def put_in_brackets(formula: Formula) -> Formula:
    """Put a formula in brackets, in every notation."""
    markup = "<mrow><mo>(</mo>{}<mo>)</mo></mrow>"
    return _fill_templates("({})", r"\left({}\right)", markup, formula)


def build_condition(condition: Formula) -> Formula:
    """Put a condition in Iverson brackets, which are 1 if the condition is true, else 0."""
    markup = "<mrow><mo>[</mo>{}<mo>]</mo></mrow>"
    return _fill_templates("[{}]", r"\left[{}\right]", markup, condition)


def group_in_plain_text(formula: Formula) -> Formula:
    """Put a formula in brackets in plain text only.

    LaTeX and MathML group its terms without brackets, with a fraction bar or a raised position.
    """
    return Formula(f"({formula.text})", formula.latex, formula.markup)


def build_fraction(top: Formula, bottom: Formula) -> Formula:
    """Return the fraction top / bottom."""
    return _fill_templates("{} / {}", r"\frac{{{}}}{{{}}}", "<mfrac>{}{}</mfrac>", top, bottom)


def build_power(base: Formula, exponent: Formula) -> Formula:
    """Return the power base^exponent."""
    return _fill_templates("{}^{}", "{}^{{{}}}", "<msup>{}{}</msup>", base, exponent)


def add_subscript(name: Formula, index: Formula) -> Formula:
    """Return a name with a subscript, such as r_i."""
    return _fill_templates("{}_{}", "{}_{{{}}}", "<msub>{}{}</msub>", name, index)


def build_call(function: str, *arguments: Formula) -> Formula:
    """Return the formula function(arguments), such as max(1, x)."""
    inside = join_formulas(*_separate_by_commas(arguments))
    latex = rf"\{function}" if function == "max" else function
    name = Formula(function, latex, f"<mi>{function}</mi>")
    return _build_application(name, inside)


def build_logarithm(base: str, argument: Formula) -> Formula:
    """Return the logarithm of an argument to a base, such as log2(i + 1)."""
    name = Formula(
        f"log{base}", rf"\log_{{{base}}}", f"<msub><mi>log</mi>{build_number(base).markup}</msub>"
    )
    return _build_application(name, argument)


def build_sum(top: str, term: Formula) -> Formula:
    """Return the sum of a term over i = 1 .. top."""
    start = join_formulas(build_symbol("i"), EQUALS_SIGN, build_number("1"))
    return Formula(
        f"sum of {term.text} for i = 1..{top}",
        rf"\sum_{{i=1}}^{{{top}}} {term.latex}",
        f"<munderover><mo>∑</mo>{start.markup}<mi>{top}</mi></munderover>{term.markup}",
    )


def _fill_templates(text: str, latex: str, markup: str, *formulas: Formula) -> Formula:
    """Insert formulas into a template of each notation: text, LaTeX and MathML."""
    return Formula(
        text.format(*(formula.text for formula in formulas)),
        latex.format(*(formula.latex for formula in formulas)),
        markup.format(*(formula.markup for formula in formulas)),
    )


def _build_application(name: Formula, inside: Formula) -> Formula:
    """Return the formula name(inside)."""
    return Formula(
        f"{name.text}({inside.text})",
        f"{name.latex}({inside.latex})",
        f"<mrow>{name.markup}<mo>{FUNCTION_APPLICATION}</mo>"
        f'<mo stretchy="false">(</mo>{inside.markup}<mo stretchy="false">)</mo></mrow>',
    )


def _separate_by_commas(formulas: tuple[Formula, ...]) -> list[Formula]:
    """Return the formulas with a comma between every two."""
    return [item for formula in formulas for item in (COMMA_SIGN, formula)][1:]


GRADE_DIGITS = 6
"""The largest number of decimals of a grade. Grades are not rounded to fewer."""

_ZERO = build_number("0")
_ONE = build_number("1")
_TWO = build_number("2")
_I = build_symbol("i")
_R = build_symbol("r")
_R_I = add_subscript(_R, _I)


def build_grade_symbol(rank: int | None = None) -> Formula:
    """Return the symbol r_i of the grade at rank i, or the symbol for one rank, such as r_2.

    >>> build_grade_symbol().text, build_grade_symbol(2).text
    ('r_i', 'r_2')
    """
    return _R_I if rank is None else add_subscript(_R, build_number(str(rank)))


def gain_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of the gain g(r).

    For a user's own gain, the formula has the table or the name of the function.

    Parameters
    ----------
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> gain_formula().text
    'g(r) = r'
    >>> gain_formula(Convention("mine", gain=[0, 2, 1])).text
    'g(r) from the table: g(0) = 0, g(1) = 2, g(2) = 1'
    """
    convention = find_convention(convention)
    if isinstance(convention.gain, GainTable):
        return join_formulas(build_call("g", _R), build_text(f" from the table: {convention.gain}"))
    if not isinstance(convention.gain, str):
        return join_formulas(build_call("g", _R), build_text(f" from {name_gain(convention.gain)}"))
    return join_formulas(build_call("g", _R), EQUALS_SIGN, build_gain(_R, convention))


def discount_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of the discount d(i).

    For a user's own discount, the formula has the name of the function or the length of the list.

    Parameters
    ----------
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> discount_formula().text
    'd(i) = log2(i + 1)'
    >>> discount_formula(Convention("mine", discount=[1, 1.5])).text
    'd(i) from a list of 2'
    """
    convention = find_convention(convention)
    if isinstance(convention.discount, str):
        return join_formulas(build_call("d", _I), EQUALS_SIGN, _build_discount(convention))
    return join_formulas(
        build_call("d", _I), build_text(f" from {describe_discount_source(convention)}")
    )


def describe_discount_source(convention: Convention) -> str:
    """Describe the source of a user's divisors: a function, or a list and its length."""
    d = convention.discount
    return name_function(d) if callable(d) else f"a list of {len(convention.precomputed_divisors)}"


def cg_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of CG@k: the sum of the gains.

    Parameters
    ----------
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> cg_formula().text
    'CG@k = sum of r_i for i = 1..k'
    """
    convention = find_convention(convention)
    return join_formulas(
        _build_at_k("CG"),
        EQUALS_SIGN,
        build_sum("k", _build_summand(build_gain(_R_I, convention), convention)),
    )


def dcg_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of DCG@k: the sum of the gains, each divided by its discount.

    Parameters
    ----------
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> dcg_formula().text
    'DCG@k = sum of r_i / log2(i + 1) for i = 1..k'
    """
    return _build_dcg(find_convention(convention))


@lru_cache(maxsize=64)
def _build_dcg(convention: Convention) -> Formula:
    """Build the formula of DCG@k, and cache it for `dcg_formula`."""
    gain = build_gain(_R_I, convention)
    if convention.discount == "none":
        term = _build_summand(gain, convention)
    else:
        term = build_fraction(build_numerator(gain, convention), _build_discount(convention))
    return join_formulas(_build_at_k("DCG"), EQUALS_SIGN, build_sum("k", term))


@cache
def ndcg_formula() -> Formula:
    """Return the formula of NDCG@k: DCG@k divided by IDCG@k.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> ndcg_formula().text
    'NDCG@k = DCG@k / IDCG@k'
    """
    return join_formulas(
        _build_at_k("NDCG"), EQUALS_SIGN, build_fraction(_build_at_k("DCG"), _build_at_k("IDCG"))
    )


def build_gain(grade: Formula, convention: Convention) -> Formula:
    """Return the formula of a grade's gain. The grade is a symbol or a number."""
    if convention.gain == "exponential":
        return join_formulas(build_power(_TWO, grade), MINUS_SIGN, _ONE)
    if convention.gain == "binary":
        return build_condition(join_formulas(grade, GREATER_SIGN, _ZERO))
    if convention.gain == "shifted":
        whole = join_formulas(
            build_power(_TWO, group_in_plain_text(join_formulas(grade, PLUS_SIGN, _ONE))),
            MINUS_SIGN,
            _ONE,
        )
        return join_formulas(
            put_in_brackets(whole), build_condition(join_formulas(grade, GREATER_SIGN, _ZERO))
        )
    return grade if convention.gain == "linear" else build_call("g", grade)


def build_numerator(gain: Formula, convention: Convention) -> Formula:
    """Return a gain as a numerator, in brackets in plain text if the gain is 2^r - 1."""
    return group_in_plain_text(gain) if convention.gain == "exponential" else gain


def _build_summand(gain: Formula, convention: Convention) -> Formula:
    """Return a gain as the term of a sum, in brackets if it is 2^r - 1."""
    return put_in_brackets(gain) if convention.gain == "exponential" else gain


def _build_discount(convention: Convention) -> Formula:
    """Return the formula of d(i), the divisor of rank i."""
    if convention.discount == "log2(i+1)":
        return build_logarithm("2", join_formulas(_I, PLUS_SIGN, _ONE))
    if convention.discount == "logb(i)":
        return build_call("max", _ONE, build_logarithm(short(convention.base, GRADE_DIGITS), _I))
    if not isinstance(convention.discount, str):
        return build_call("d", _I)
    return _I if convention.discount == "i" else _ONE


def _build_at_k(name: str) -> Formula:
    """Return the name of a measure with its cutoff, such as DCG@k."""
    at_k = Formula("@k", r"@k", "<mtext>@</mtext><mi>k</mi>")
    return join_formulas(build_symbol(name), at_k)
