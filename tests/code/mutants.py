"""Wrong programs that nobody thought of: right ones with one thing changed, mechanically.

Each mutant differs from its program in one place of its syntax tree: an operator, a number, a name,
an argument that is dropped, a statement that is left out, a value that is passed through int or
round. Loops are counted, so that a mutant which never stops is an error and not a wait.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy

from ndcg_core.code_lab import CASES, TOLERANCE
from ndcg_core.content import beside

TURNS = 3000  # of any loop
TEXTS = beside(__file__, "mutants.toml")
OPERATORS = {
    getattr(ast, name): [getattr(ast, other) for other in others]
    for name, others in TEXTS["operators"].items()
}


def _expression(form: str, *parts: ast.AST) -> ast.AST:
    return ast.parse(form.format(*map(ast.unparse, parts)), mode="eval").body


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What can stand in the place of a node."""
    for name in ("op", "ops"):
        old = getattr(node, name, None)
        for other in OPERATORS.get(type(old[0] if isinstance(old, list) else old), ()):
            new = deepcopy(node)
            setattr(new, name, [other()] if isinstance(old, list) else other())
            yield new
    values = ast.Name | ast.BinOp | ast.Call | ast.Subscript | ast.IfExp
    if isinstance(node, values) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield from (_expression(form, node) for form in TEXTS["wrapped"])
    match node:
        case ast.Constant(value=int() | float() as value):
            yield from map(ast.Constant, (value + 1, value - 1, 0, 10))
        case ast.BinOp():
            yield from (node.left, node.right, ast.BinOp(node.right, node.op, node.left))
        case ast.IfExp():
            yield from (node.body, node.orelse, ast.IfExp(node.test, node.orelse, node.body))
        case ast.Call():
            for place in range(len(node.keywords)):
                rest = node.keywords[:place] + node.keywords[place + 1 :]
                yield ast.Call(node.func, node.args, rest)
            for place in range(len(node.args)):
                yield ast.Call(node.func, node.args[:place] + node.args[place + 1 :], node.keywords)
            yield from node.args[:1]
        case ast.Subscript(slice=ast.Slice(upper=upper)):
            yield node.value
            yield from (_expression(form, node.value, upper) for form in TEXTS["slices"] if upper)
        case ast.FunctionDef():
            yield from _of_function(node)
    if isinstance(getattr(node, "body", None), list) and not isinstance(node, ast.Module):
        yield from _without_a_statement(node)


def _without_a_statement(node: ast.AST) -> Iterator[ast.AST]:
    """A body without one of its statements, or with one moved into the loop before it."""
    for place, statement in enumerate(node.body):
        shorter = deepcopy(node)
        shorter.body = [*node.body[:place], *node.body[place + 1 :]] or [ast.Pass()]
        yield shorter
        if place and isinstance(node.body[place - 1], ast.For | ast.While):
            longer = deepcopy(shorter)
            longer.body[place - 1].body.append(statement)
            yield longer


def _of_function(node: ast.FunctionDef) -> Iterator[ast.AST]:
    """A function in which one name is read for another, or that begins with a case of its own."""
    places = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    names = [argument.arg for argument in node.args.args]
    own = {n.id for n in places if isinstance(n.ctx, ast.Store)} | {*names}
    for place, old in enumerate(places):
        for name in sorted(own - {old.id}) if isinstance(old.ctx, ast.Load) else ():
            new = deepcopy(node)
            [n for n in ast.walk(new) if isinstance(n, ast.Name)][place].id = name
            yield new
    lines = [form.format(names[0]) for form in TEXTS["early"]] if names else []
    for line in (*lines, *(TEXTS["early_k"] if len(names) > 1 else ())):
        new = deepcopy(node)
        new.body[:0] = ast.parse(line).body
        yield new


def mutants(source: str) -> Iterator[str]:
    """Every program that differs from this one by one change, each once."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for node in list(ast.walk(tree)):
        kind, fields = node.__class__, dict(node.__dict__)
        for new in list(changes(deepcopy(node))):
            node.__class__, node.__dict__ = new.__class__, dict(new.__dict__)
            mutant = ast.unparse(tree)
            node.__class__, node.__dict__ = kind, fields
            if mutant not in seen:
                seen.add(mutant)
                yield mutant


class Program:
    """A program in CPython, its loops counted, and what it returns."""

    def __init__(self, source):
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.While | ast.For | ast.FunctionDef):
                node.body.insert(0, ast.parse("turn()").body[0])
        self.turns = 0
        self.space = {"turn": self.turn}
        exec(ast.unparse(ast.fix_missing_locations(tree)), self.space)

    def turn(self):
        self.turns += 1
        if self.turns > TURNS:
            raise TimeoutError

    def is_right(self, function, arguments, expected):
        self.turns = 0
        copies = [list(one) if isinstance(one, list) else one for one in arguments]
        try:
            value = self.space[function](*copies)
        except Exception:
            return False
        if type(value) not in (int, float, bool) or copies != list(arguments):
            return False
        return abs(value - expected) <= TOLERANCE


def passes(source, *functions):
    """Whether a program passes every case of these functions, as the lab would judge it."""
    try:
        program = Program(source)
    except Exception:
        return False
    return all(
        program.is_right(name, case.arguments, case.expected)
        for name in functions
        for case in CASES[name]
    )
