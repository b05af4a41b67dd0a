"""Directives that write a part of the reference from the code, so that it is never out of date."""

import ast
import inspect
import io
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from itertools import pairwise
from types import ModuleType

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import ndcg_core as nc
from ndcg_core.terminal import main


def build_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> nodes.table:
    """Return a table; text between backticks is code."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _ in heads]
    head, body = nodes.thead(), nodes.tbody()
    head += _row(heads)
    body += [_row(row) for row in rows]
    group += [head, body]
    table = nodes.table()
    table += group
    return table


def _row(cells: Sequence[str]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        paragraph = nodes.paragraph()
        for place, text in enumerate(cell.split("`")):
            if text:
                paragraph += nodes.literal(text, text) if place % 2 else nodes.Text(text)
        entry = nodes.entry()
        entry += paragraph
        row += entry
    return row


class ConventionTable(SphinxDirective):
    """A table of all conventions."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [
            (
                f"`{name}`",
                rules.title,
                f"`{nc.gain_formula(rules).text}`",
                f"`{nc.discount_formula(rules).text}`",
                rules.cite,
            )
            for name, rules in nc.CONVENTIONS.items()
        ]
        return [build_table(("name", "title", "gain", "discount", "source"), rows)]


class MeasureTable(SphinxDirective):
    """A table of all measures."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [
            (
                f"`{symbol}`",
                measure.title,
                "relevant or not" if measure.is_binary else "grades",
                ", ".join(f"`{choice}`" for choice in measure.all_choices) or "none",
            )
            for symbol, measure in nc.measures.MEASURES.items()
        ]
        return [build_table(("symbol", "name", "reads", "choices"), rows)]


class CommandHelp(SphinxDirective):
    """The help of a command, as a terminal shows it."""

    has_content = False
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the help as a block of text."""
        command = "" if self.arguments[0] == "ndcg" else self.arguments[0]
        output = io.StringIO()
        with redirect_stdout(output), suppress(SystemExit):
            main([*command.split(), "--help"])
        text = output.getvalue().strip()
        return [nodes.literal_block(text, text, language="text")]


@cache
def read_value_docs(module: ModuleType) -> dict[str, str]:
    """Return the strings that follow the assignments of a module, by the assigned name."""
    docs = {}
    for node, after in pairwise(ast.parse(inspect.getsource(module)).body):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        match target, after:
            case ast.Name(id=name), ast.Expr(value=ast.Constant(value=str(text))):
                docs[name] = inspect.cleandoc(text)
    return docs


def document_value(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Give a value the docstring of the module that defines it, not that of its class."""
    if what != "data":
        return
    package, _, short = name.rpartition(".")
    for module in [*sys.modules.values()]:
        if isinstance(module, ModuleType) and module.__name__.startswith(package):
            text = read_value_docs(module).get(short) if hasattr(module, short) else None
            if text and getattr(module, short) is value:
                lines[:] = text.splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives, and the docstrings of values, which numpydoc reads next."""
    app.connect("autodoc-process-docstring", document_value, priority=100)
    app.add_directive("ndcg-conventions", ConventionTable)
    app.add_directive("ndcg-measures", MeasureTable)
    app.add_directive("ndcg-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
