"""Wrong programs that nobody thought of: right ones with one thing changed, mechanically.

Each mutant differs from its program in one place of its syntax tree: an operator, a number, a name,
an argument that is dropped, a statement that is left out, a value that is passed through int or
round. Loops are counted, so that a mutant which never stops is an error and not a wait.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy

from tests.code.mutations import CHANGES

TURNS = 3000  # of any loop


def mutants(source: str) -> Iterator[str]:
    """Every program that differs from this one by one change, each once."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for node in list(ast.walk(tree)):
        for new in [new for change in CHANGES for new in change(deepcopy(node))]:
            mutant = _unparsed(tree, node, new)
            if mutant not in seen:
                seen.add(mutant)
                yield mutant


def _unparsed(tree: ast.Module, node: ast.AST, new: ast.AST) -> str:
    """The program with one node made another; the tree is afterwards as it was."""
    kind, fields = node.__class__, dict(node.__dict__)
    try:
        node.__class__ = new.__class__
        node.__dict__.clear()
        node.__dict__.update(new.__dict__)
        return ast.unparse(tree)
    finally:
        node.__class__ = kind
        node.__dict__.clear()
        node.__dict__.update(fields)


def counted(source: str) -> str:
    """The program with a `turn()` at the start of each loop's body and of each function's."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.While | ast.For | ast.FunctionDef):
            node.body.insert(0, ast.parse("turn()").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))
