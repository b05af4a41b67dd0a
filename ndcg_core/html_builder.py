"""Functions that build HTML and escape every text that is not HTML already.

>>> tag("td", "a < b", css="name")
'<td class="name">a &lt; b</td>'
>>> tag("p", "It prints ", tag("b", 3), ".", data_testid="said", hidden=None)
'<p data-testid="said">It prints <b>3</b>.</p>'
"""

import re
from collections.abc import Iterable
from functools import cache
from html import escape, unescape
from typing import Any


class Html(str):
    """A string that is already HTML. Functions that build HTML escape other strings."""

    __slots__ = ()


def html(*content: object) -> Html:
    """Join values into HTML: insert Html unchanged, skip None, and escape anything else.

    >>> html("R&D", Html("<br>"), None, 5)
    'R&amp;D<br>5'
    """
    return Html("".join(map(_escape_value, content)))


def join_pieces(pieces: Iterable[Html], between: str = "") -> Html:
    """Join HTML strings, with optional HTML between them.

    >>> join_pieces([tag("i", "a"), tag("i", "b")], ", ")
    '<i>a</i>, <i>b</i>'
    """
    return Html(between.join(pieces))


def tag(name: str, /, *content: object, css: str = "", **attributes: object) -> Html:
    """Return an HTML element. Content and attributes are escaped unless they are Html.

    The attribute `data_doc=1` becomes data-doc="1". True becomes an attribute without a value. None
    and False become nothing. `css` becomes the attribute class.

    >>> tag("input", type="text", value="<3", readonly=True, disabled=False)
    '<input type="text" value="&lt;3" readonly>'
    >>> tag("p", css='now" onclick="')
    '<p class="now&quot; onclick=&quot;"></p>'
    """
    opening = f'{name} class="{_escape_value(css)}"' if css else name
    for attribute, value in attributes.items():
        if value is True:
            opening += f" {_name_attribute(attribute)}"
        elif value is not None and value is not False:
            written = value if value.__class__ is int else _escape_value(value)
            opening += f' {_name_attribute(attribute)}="{written}"'
    if name in _VOID_ELEMENTS:
        return Html(f"<{opening}>")
    inside = "".join([p if p.__class__ is Html else _escape_value(p) for p in content])
    return Html(f"<{opening}>{inside}</{name}>")


@cache
def _name_attribute(name: str) -> str:
    """Return the HTML name of a Python argument, such as "data-doc" for "data_doc"."""
    return name.rstrip("_").replace("_", "-")


_VOID_ELEMENTS = frozenset(("base", "br", "input", "link", "meta"))
"""The elements without content and end tag."""


_find_special_sign = re.compile("[&<>\"']").search


def _escape_value(value: object) -> str:
    """Return a value as escaped text. Html stays unchanged, and None becomes ""."""
    if isinstance(value, Html):
        return value
    text = "" if value is None else str(value)
    return escape(text) if _find_special_sign(text) else text  # most texts need no escaping


def table(
    heads: Iterable[Html],
    rows: Iterable[Html],
    foot: Html | None = None,
    *,
    caption: str | None = None,
    **attributes: Any,
) -> Html:
    """Return an HTML table of rows, with an optional head, foot and caption.

    heads: a `th` for each column. rows: `tr` elements. foot: the last row. caption: the title.

    >>> row = tag("tr", tag("td", 1))
    >>> table([tag("th", "n")], [row], caption="one", data_testid="t")
    '<table data-testid="t"><caption>one</caption><thead><tr><th>n</th></tr></thead>\
<tbody><tr><td>1</td></tr></tbody></table>'
    >>> table([], [row])
    '<table><tbody><tr><td>1</td></tr></tbody></table>'
    """
    head = join_pieces(heads)
    return tag(
        "table",
        tag("caption", caption) if caption else None,
        tag("thead", tag("tr", head)) if head else None,
        tag("tbody", *rows),
        tag("tfoot", foot) if foot else None,
        **attributes,
    )


POWER_MARKUP = re.compile(r"(<msup>(<(m\w+)>[^<]*</\3>))")
TAG_PATTERN = re.compile(r"<[^<>]*>")
BLOCK_END = re.compile(r"</(?:p|div|li|tr|td|th|caption)>")
FUNCTION_APPLICATION = "\N{FUNCTION APPLICATION}"


def extract_text(html: str) -> str:
    """Return the text of HTML on one line, with powers such as 2^3.

    >>> extract_text("<p>2<b>x</b> &lt; 3.</p><p><msup><mn>2</mn><mn>3</mn></msup></p>")
    '2x < 3. 2^3'
    """
    text = TAG_PATTERN.sub("", BLOCK_END.sub(" ", POWER_MARKUP.sub(r"\1^", html)))
    return " ".join(unescape(text).replace(FUNCTION_APPLICATION, "").split())


FORMULA = re.compile(r"<math[ >].*?</math>", re.DOTALL)
FORMULA_PART = re.compile(r"<(/?)(\w+)[^<>]*>|([^<>]+)")
FORMULA_SIGNS = {
    "mfrac": ("/",),
    "msub": ("_",),
    "msup": ("^",),
    "munder": ("_",),
    "msubsup": ("_", "^"),
    "munderover": ("_", "^"),
}
"""The signs between the children of a MathML element when it is written on one line."""
ONE_SYMBOL = re.compile(r"[^\W_]*(?:\.\d+)?|\([^()]*\)|[∑∏]")


def extract_linear_text(html: str) -> str:
    """Return the text of HTML on one line, with formulas such as 1/(i+1).

    >>> bottom = "<mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow>"
    >>> extract_linear_text(f"<p>It is <math><mfrac><mn>1</mn>{bottom}</mfrac></math>.</p>")
    'It is 1/(i+1).'
    """
    text = extract_text(FORMULA.sub(_format_on_one_line, html.replace(FUNCTION_APPLICATION, "")))
    return text.replace("log2 (", "log2(")


def _format_on_one_line(formula: re.Match[str]) -> str:
    """Return the MathML formula of a match as text on one line, with entities unchanged."""
    open_elements: list[tuple[str, list[str]]] = [("", [])]
    for slash, name, text in FORMULA_PART.findall(formula[0]):
        element, parts = open_elements[-1]
        if text.strip():
            parts.append(text if element == "mtext" else text.strip())
        elif slash:
            open_elements.pop()
            open_elements[-1][1].append(_join_children(element, parts))
        elif name:
            open_elements.append((name, []))
    return "".join(open_elements[0][1])


def _join_children(element: str, parts: list[str]) -> str:
    """Join the texts of a MathML element's children, with signs and brackets.

    >>> _join_children("msub", ["log", "2"]), _join_children("msub", ["r", "i+1"])
    ('log2 ', 'r_(i+1)')
    """
    signs = FORMULA_SIGNS.get(element, ())
    if signs and parts[0] == "log":
        return f"{''.join(parts)} "
    bracketed = [part if ONE_SYMBOL.fullmatch(part) else f"({part})" for part in parts]
    if element == "msqrt":
        return f"√{''.join(bracketed)}"
    if not signs or len(parts) != len(signs) + 1:
        return "".join(parts)
    after = " " if parts[0] in ("∑", "∏") else ""
    return "".join(map("".join, zip(("", *signs), bracketed, strict=True))) + after
