"""A program to be read and copied, in the colours that programs have in the code lab."""

import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator

from ndcg_ui.parts.markup.builder import Html, button, div, span, tag

NUMBER, STRING, COMMENT, NAME = tokenize.NUMBER, tokenize.STRING, tokenize.COMMENT, tokenize.NAME
SHELL = ("cat >", "ndcg ")
"""A program for a shell begins so."""
KINDS = {NUMBER: "number", STRING: "string", COMMENT: "comment"}


def show_program(text: str, label: str) -> Html:
    """Return a program in Python, or one for a shell, without colours; and a button to copy it.

    >>> "t-keyword" in show_program("import math", "An import")
    True
    """
    program = tag("code", *_coloured(text))
    listing = tag("pre", program, tabindex=0, role="group", aria_label=label, css="program-text")
    copy = button("Copy", data_copy_text=text, aria_label=f"Copy: {label}")
    return div(listing, copy, span(role="status", css="say"), css="program", data_testid="program")


def _coloured(text: str) -> Iterator[object]:
    if text.startswith(SHELL):
        yield text
        return
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    end = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = KINDS.get(token.type, _kind_of_name(token.string) if token.type == NAME else "")
        if kind:
            (row, column), (last_row, last) = token.start, token.end
            yield text[end : (begin := lines[row - 1] + column)]
            end = lines[last_row - 1] + last
            yield span(text[begin:end], css=f"t-{kind}")
    yield text[end:]


def _kind_of_name(name: str) -> str:
    if keyword.iskeyword(name):
        return "keyword"
    return "builtin" if hasattr(builtins, name) else ""
