r"""Formulas in a teacher's own text: between dollar signs, in the little LaTeX that NDCG needs.

letters, numbers, + - * / = < > ( ) [ ] | , . @    as they are; DCG is one upright name
_ and ^                       a subscript and a superscript: r_i, 2^{r_i}
\frac{}{} \sum \log \max \cdot \times \le \ge \ne     as in LaTeX
"""

import re
from typing import NoReturn

from ndcg_core.html_builder import Html, every, html, tag
from ndcg_core.metric.numbers import shown

BETWEEN = re.compile(r"\$(?! )([^$]+)(?<! )\$")
"""A formula; "$5 or $7" is none, as a blank stands before its second sign."""
TOKEN = re.compile(r"\s*(\\[A-Za-z]+|[A-Za-z]+|\d+(?:\.\d+)?|\S)\s*")
SIGNS = {"-": "−", "*": "·", r"\cdot": "·", r"\times": "×", r"\le": "≤", r"\ge": "≥", r"\ne": "≠"}
SIGNS |= {sign: sign for sign in "+/=<>()[]|,.@−·×≤≥"} | {r"\sum": "∑"}
NAMES = {r"\log": "log", r"\max": "max"}
DEEPEST = 10
"""Brackets inside one another."""


def with_formulas(text: str) -> Html:
    """A text with its formulas as MathML; ValueError with a sentence for one that cannot be read.

    >>> with_formulas("Is $r_i$ < 3?")
    'Is <math><msub><mi>r</mi><mi>i</mi></msub></math> &lt; 3?'
    """
    pieces, end = [], 0
    for match in BETWEEN.finditer(text):
        pieces += [html(text[end : match.start()]), tag("math", _FormulaReader(match[1]).row(0))]
        end = match.end()
    return every([*pieces, html(text[end:])])


class _FormulaReader:
    """One formula, read a token at a time."""

    def __init__(self, source: str) -> None:
        self.source, self.tokens = source, TOKEN.findall(source)[::-1]

    def row(self, depth: int, end: str = "") -> Html:
        """What stands up to the end of the formula, or up to its closing bracket."""
        parts = []
        while self.tokens and self.tokens[-1] != end:
            parts.append(self._scripted(depth))
        if end and not self.tokens:
            self._refuse("a { is not closed")
        if end:
            self.tokens.pop()
        return parts[0] if len(parts) == 1 else tag("mrow", *parts)

    def _scripted(self, depth: int) -> Html:
        """One part with what stands below and above it."""
        base, scripts = self._part(depth), {}
        while self.tokens and self.tokens[-1] in ("_", "^"):
            sign = self.tokens.pop()
            if sign in scripts:
                self._refuse(f"{sign} stands twice; put braces around what belongs together")
            scripts[sign] = self._part(depth)
        name = {"": "", "_": "msub", "^": "msup"}.get("".join(scripts), "msubsup")
        return tag(name, base, *(scripts[s] for s in "_^" if s in scripts)) if name else base

    def _part(self, depth: int) -> Html:
        if not self.tokens:
            self._refuse("something is missing at its end")
        token = self.tokens.pop()
        if depth > DEEPEST:
            self._refuse(f"more than {DEEPEST} braces or fractions stand in one another")
        if token == "{":
            return self.row(depth + 1, "}")
        if token == r"\frac":
            return tag("mfrac", self._part(depth + 1), self._part(depth + 1))
        if token in SIGNS:
            return tag("mo", SIGNS[token])
        if token[0].isdigit():
            return tag("mn", token)
        if (token.isascii() and token.isalpha()) or token in NAMES:
            return tag("mi", NAMES.get(token, token))
        known = ", ".join([r"\frac", *(name for name in (*SIGNS, *NAMES) if name[0] == "\\")])
        self._refuse(f"{shown(token)} is none of its signs; it knows _, ^, {{ }}, {known}")

    def _refuse(self, why: str) -> NoReturn:
        raise ValueError(f"The formula ${self.source}$ cannot be read: {why}.")
