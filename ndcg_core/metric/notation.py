"""The definitions written out for a convention, each in plain text, LaTeX and MathML.

i rank    r_i grade    g(r) gain    d(i) discount, the divisor    k cutoff

Small formulas are combined into larger ones in all three notations at once, so that the notations
always agree.
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
    >>> write_number("3").mathml
    '<math><mn>3</mn></math>'
    """

    text: str
    latex: str
    markup: str

    @property
    def mathml(self) -> Html:
        """Return a complete `<math>` element that is well-formed as XML and as HTML."""
        return Html(f"<math>{self.markup}</math>")


def write_number(digits: str) -> Formula:
    """Make a formula from a number that is already written out, such as "3.5"."""
    return Formula(digits.replace("−", "-"), digits.replace("−", "-"), f"<mn>{digits}</mn>")


def write_letter(name: str) -> Formula:
    """Make a formula from a letter, such as r or i, or from an upright name, such as DCG."""
    latex = name if len(name) == 1 else rf"\mathrm{{{name}}}"
    return Formula(name, latex, f"<mi>{name}</mi>")


def write_words(text: str) -> Formula:
    latex = text.replace("_", r"\_")
    return Formula(text, rf"\text{{{latex}}}", f"<mtext>{html(text)}</mtext>")


def write_operator(sign: str, latex: str | None = None, text: str | None = None) -> Formula:
    """Make a formula from a sign between two parts, with its spaces."""
    return Formula(f" {text or sign} ", f" {latex or sign} ", f"<mo>{html(sign)}</mo>")


EQUALS_SIGN = write_operator("=")
APPROXIMATELY_SIGN = write_operator("≈", latex=r"\approx")
PLUS_SIGN = write_operator("+")
MINUS_SIGN = write_operator("−", latex="-", text="-")
GREATER_SIGN = write_operator(">")
COMMA_SIGN = Formula(", ", ", ", "<mo>,</mo>")


def join_formulas(*parts: Formula) -> Formula:
    return Formula(
        "".join(part.text for part in parts),
        "".join(part.latex for part in parts),
        f"<mrow>{''.join(part.markup for part in parts)}</mrow>",
    )


def put_in_brackets(inner: Formula) -> Formula:
    """Put a formula in brackets, in every notation."""
    return _fill_templates("({})", r"\left({}\right)", "<mrow><mo>(</mo>{}<mo>)</mo></mrow>", inner)


def write_condition(inner: Formula) -> Formula:
    """Put a condition in Iverson brackets: [inner] is 1 if it is true, else 0."""
    return _fill_templates("[{}]", r"\left[{}\right]", "<mrow><mo>[</mo>{}<mo>]</mo></mrow>", inner)


def group_in_text(inner: Formula) -> Formula:
    """Put the inner formula in brackets in plain text, where no fraction bar groups it."""
    return Formula(f"({inner.text})", inner.latex, inner.markup)


def write_fraction(top: Formula, bottom: Formula) -> Formula:
    return _fill_templates("{} / {}", r"\frac{{{}}}{{{}}}", "<mfrac>{}{}</mfrac>", top, bottom)


def write_power(base: Formula, exponent: Formula) -> Formula:
    return _fill_templates("{}^{}", "{}^{{{}}}", "<msup>{}{}</msup>", base, exponent)


def add_index(name: Formula, index: Formula) -> Formula:
    return _fill_templates("{}_{}", "{}_{{{}}}", "<msub>{}{}</msub>", name, index)


def write_call(function: str, *arguments: Formula) -> Formula:
    """Write function(arguments), such as max(1, x)."""
    inside = join_formulas(*_put_commas(arguments))
    latex = rf"\{function}" if function == "max" else function
    name = Formula(function, latex, f"<mi>{function}</mi>")
    return _write_application(name, inside)


def write_logarithm(base: str, argument: Formula) -> Formula:
    """Write log2(argument), or another logarithm."""
    name = Formula(
        f"log{base}", rf"\log_{{{base}}}", f"<msub><mi>log</mi>{write_number(base).markup}</msub>"
    )
    return _write_application(name, argument)


def write_sum(top: str, term: Formula) -> Formula:
    """Write the sum of a term over i = 1 .. top."""
    start = join_formulas(write_letter("i"), EQUALS_SIGN, write_number("1"))
    return Formula(
        f"sum of {term.text} for i = 1..{top}",
        rf"\sum_{{i=1}}^{{{top}}} {term.latex}",
        f"<munderover><mo>∑</mo>{start.markup}<mi>{top}</mi></munderover>{term.markup}",
    )


def _fill_templates(text: str, latex: str, markup: str, *parts: Formula) -> Formula:
    """Insert the parts into the text, LaTeX and MathML templates."""
    return Formula(
        text.format(*(part.text for part in parts)),
        latex.format(*(part.latex for part in parts)),
        markup.format(*(part.markup for part in parts)),
    )


def _write_application(name: Formula, inside: Formula) -> Formula:
    return Formula(
        f"{name.text}({inside.text})",
        f"{name.latex}({inside.latex})",
        f"<mrow>{name.markup}<mo>{FUNCTION_APPLICATION}</mo>"
        f'<mo stretchy="false">(</mo>{inside.markup}<mo stretchy="false">)</mo></mrow>',
    )


def _put_commas(parts: tuple[Formula, ...]) -> list[Formula]:
    return [piece for part in parts for piece in (COMMA_SIGN, part)][1:]


GRADE_DIGITS = 6
"""The largest number of decimals of a grade. Grades are shown as given."""

_ZERO = write_number("0")
_ONE = write_number("1")
_TWO = write_number("2")
_I = write_letter("i")
_R = write_letter("r")
_R_I = add_index(_R, _I)


def write_grade_letter(rank: int | None = None) -> Formula:
    """Write r_i, the grade at rank i, or at one given rank.

    >>> write_grade_letter().text, write_grade_letter(2).text
    ('r_i', 'r_2')
    """
    return _R_I if rank is None else add_index(_R, write_number(str(rank)))


def gain_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of the gain, its table, or the name of a gain function.

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
        return join_formulas(
            write_call("g", _R), write_words(f" from the table: {convention.gain}")
        )
    if not isinstance(convention.gain, str):
        return join_formulas(
            write_call("g", _R), write_words(f" from {name_gain(convention.gain)}")
        )
    return join_formulas(write_call("g", _R), EQUALS_SIGN, write_gain(_R, convention))


def discount_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of the discount, or the name of a discount function.

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
        return join_formulas(write_call("d", _I), EQUALS_SIGN, _write_discount(convention))
    return join_formulas(
        write_call("d", _I), write_words(f" from {describe_discount_source(convention)}")
    )


def describe_discount_source(convention: Convention) -> str:
    """Say in words where a user's own divisors come from."""
    d = convention.discount
    return name_function(d) if callable(d) else f"a list of {len(convention.table)}"


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
        _write_at_k("CG"),
        EQUALS_SIGN,
        write_sum("k", _write_summand(write_gain(_R_I, convention), convention)),
    )


def dcg_formula(convention: Convention | str = "standard") -> Formula:
    """Return the formula of DCG@k: the sum of the gains divided by the discounts.

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
    return _write_dcg(find_convention(convention))


@lru_cache(maxsize=64)
def _write_dcg(convention: Convention) -> Formula:
    gain = write_gain(_R_I, convention)
    if convention.discount == "none":
        term = _write_summand(gain, convention)
    else:
        term = write_fraction(write_numerator(gain, convention), _write_discount(convention))
    return join_formulas(_write_at_k("DCG"), EQUALS_SIGN, write_sum("k", term))


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
        _write_at_k("NDCG"), EQUALS_SIGN, write_fraction(_write_at_k("DCG"), _write_at_k("IDCG"))
    )


def write_gain(grade: Formula, convention: Convention) -> Formula:
    """Write the gain of a grade, a letter or a number, under the convention."""
    if convention.gain == "exponential":
        return join_formulas(write_power(_TWO, grade), MINUS_SIGN, _ONE)
    if convention.gain == "binary":
        return write_condition(join_formulas(grade, GREATER_SIGN, _ZERO))
    if convention.gain == "shifted":
        whole = join_formulas(
            write_power(_TWO, group_in_text(join_formulas(grade, PLUS_SIGN, _ONE))),
            MINUS_SIGN,
            _ONE,
        )
        return join_formulas(
            put_in_brackets(whole), write_condition(join_formulas(grade, GREATER_SIGN, _ZERO))
        )
    return grade if convention.gain == "linear" else write_call("g", grade)


def write_numerator(gain: Formula, convention: Convention) -> Formula:
    """Return a gain as a numerator, in brackets if needed."""
    return group_in_text(gain) if convention.gain == "exponential" else gain


def _write_summand(gain: Formula, convention: Convention) -> Formula:
    return put_in_brackets(gain) if convention.gain == "exponential" else gain


def _write_discount(convention: Convention) -> Formula:
    if convention.discount == "log2(i+1)":
        return write_logarithm("2", join_formulas(_I, PLUS_SIGN, _ONE))
    if convention.discount == "logb(i)":
        return write_call("max", _ONE, write_logarithm(short(convention.base, GRADE_DIGITS), _I))
    if not isinstance(convention.discount, str):
        return write_call("d", _I)
    return _I if convention.discount == "i" else _ONE


def _write_at_k(name: str) -> Formula:
    at_k = Formula("@k", r"@k", "<mtext>@</mtext><mi>k</mi>")
    return join_formulas(write_letter(name), at_k)
