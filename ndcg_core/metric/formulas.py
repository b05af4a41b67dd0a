"""One formula in three writings: plain text, LaTeX and MathML.

Small formulas are put together to larger ones, and all three writings grow at once, so they cannot
come to disagree.
"""

from dataclasses import dataclass

from ndcg_core.html_builder import Html, html

APPLY = "\N{FUNCTION APPLICATION}"


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: `text` for reading aloud and copying, `latex`, and `mathml` for a page.

    >>> numeral("3").mathml
    '<math><mn>3</mn></math>'
    """

    text: str
    latex: str
    markup: str

    @property
    def mathml(self) -> Html:
        """A whole `<math>` element, well-formed as XML and as HTML."""
        return Html(f"<math>{self.markup}</math>")


def numeral(digits: str) -> Formula:
    """A number already written out, such as "3.5"."""
    return Formula(digits.replace("−", "-"), digits.replace("−", "-"), f"<mn>{digits}</mn>")


def letter(name: str) -> Formula:
    """A letter, such as r or i; or a name of several, such as DCG, set upright."""
    latex = name if len(name) == 1 else rf"\mathrm{{{name}}}"
    return Formula(name, latex, f"<mi>{name}</mi>")


def words(text: str) -> Formula:
    """Words inside a formula."""
    latex = text.replace("_", r"\_")
    return Formula(text, rf"\text{{{latex}}}", f"<mtext>{html(text)}</mtext>")


def operator(sign: str, latex: str | None = None, text: str | None = None) -> Formula:
    """A sign between two parts, with its spaces."""
    return Formula(f" {text or sign} ", f" {latex or sign} ", f"<mo>{html(sign)}</mo>")


EQUALS = operator("=")
PLUS = operator("+")
MINUS = operator("−", latex="-", text="-")
MORE = operator(">")
COMMA = Formula(", ", ", ", "<mo>,</mo>")


def row(*parts: Formula) -> Formula:
    """The parts one after another."""
    return Formula(
        "".join(part.text for part in parts),
        "".join(part.latex for part in parts),
        f"<mrow>{''.join(part.markup for part in parts)}</mrow>",
    )


def bracketed(inner: Formula) -> Formula:
    """(inner), in every writing."""
    return Formula(
        f"({inner.text})",
        rf"\left({inner.latex}\right)",
        f"<mrow><mo>(</mo>{inner.markup}<mo>)</mo></mrow>",
    )


def truth(inner: Formula) -> Formula:
    """[inner]: 1 where it is true, else 0."""
    return Formula(
        f"[{inner.text}]",
        rf"\left[{inner.latex}\right]",
        f"<mrow><mo>[</mo>{inner.markup}<mo>]</mo></mrow>",
    )


def grouped(inner: Formula) -> Formula:
    """The inner formula, bracketed in plain text only, where no fraction bar groups it."""
    return Formula(f"({inner.text})", inner.latex, inner.markup)


def fraction(top: Formula, bottom: Formula) -> Formula:
    """Top / bottom."""
    return Formula(
        f"{top.text} / {bottom.text}",
        rf"\frac{{{top.latex}}}{{{bottom.latex}}}",
        f"<mfrac>{top.markup}{bottom.markup}</mfrac>",
    )


def power(base: Formula, exponent: Formula) -> Formula:
    """base^exponent."""
    return Formula(
        f"{base.text}^{exponent.text}",
        f"{base.latex}^{{{exponent.latex}}}",
        f"<msup>{base.markup}{exponent.markup}</msup>",
    )


def indexed(name: Formula, index: Formula) -> Formula:
    """name_index."""
    return Formula(
        f"{name.text}_{index.text}",
        f"{name.latex}_{{{index.latex}}}",
        f"<msub>{name.markup}{index.markup}</msub>",
    )


def called(function: str, *arguments: Formula) -> Formula:
    """function(arguments), such as max(1, x)."""
    inside = row(*_joined(arguments))
    latex = rf"\{function}" if function == "max" else function
    name = Formula(function, latex, f"<mi>{function}</mi>")
    return _applied(name, inside)


def logarithm(base: str, argument: Formula) -> Formula:
    """log2(argument)."""
    name = Formula(
        f"log{base}", rf"\log_{{{base}}}", f"<msub><mi>log</mi>{numeral(base).markup}</msub>"
    )
    return _applied(name, argument)


def total(top: str, term: Formula) -> Formula:
    """The sum of a term over i = 1 .. top."""
    return Formula(
        f"sum of {term.text} for i = 1..{top}",
        rf"\sum_{{i=1}}^{{{top}}} {term.latex}",
        f"<munderover><mo>∑</mo>{row(letter('i'), EQUALS, numeral('1')).markup}"
        f"<mi>{top}</mi></munderover>{term.markup}",
    )


def _applied(name: Formula, inside: Formula) -> Formula:
    return Formula(
        f"{name.text}({inside.text})",
        f"{name.latex}({inside.latex})",
        f'<mrow>{name.markup}<mo>{APPLY}</mo><mo stretchy="false">(</mo>{inside.markup}'
        '<mo stretchy="false">)</mo></mrow>',
    )


def _joined(parts: tuple[Formula, ...]) -> list[Formula]:
    return [piece for part in parts for piece in (COMMA, part)][1:]
