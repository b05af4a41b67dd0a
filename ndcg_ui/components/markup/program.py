"""A program to read and copy, in the colours of the code lab."""

import builtins
import keyword
import re
from collections.abc import Iterator

from ndcg_ui.components.markup.builder import Html, button, div, span, tag

SHELL_PREFIXES = ("cat >", "ndcg ")
"""The beginnings of shell commands, which are not highlighted."""
TOKEN_PATTERN = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<string>[rbfu]{0,2}(?:\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))"
    r"|(?P<number>\b\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)"
    rf"|\b(?P<keyword>{'|'.join(keyword.kwlist)})\b|\b(?P<builtin>{'|'.join(dir(builtins))})\b"
)


def render_program(text: str, label: str) -> Html:
    """Return a program with a button that copies it. Python programs are highlighted.

    >>> "t-keyword" in render_program("import math", "An import")
    True
    """
    program = tag("code", *_colour_tokens(text))
    listing = tag("pre", program, tabindex=0, role="group", aria_label=label, css="program-text")
    copy = button("Copy", data_copy_text=text, aria_label=f"Copy: {label}")
    return div(listing, copy, span(role="status", css="say"), css="program", data_testid="program")


def _colour_tokens(text: str) -> Iterator[object]:
    if text.startswith(SHELL_PREFIXES):
        yield text
        return
    end = 0
    for token in TOKEN_PATTERN.finditer(text):
        yield text[end : token.start()]
        yield span(token[0], css=f"t-{token.lastgroup}")
        end = token.end()
    yield text[end:]
