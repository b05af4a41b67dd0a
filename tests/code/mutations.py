"""What can be changed in a program, one place of its syntax tree at a time."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Change = Callable[[ast.AST], Iterator[ast.AST]]
OPERATORS = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv, ast.Sub),
    ast.Pow: (ast.Mult,),
    ast.Eq: (ast.NotEq, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.USub: (ast.UAdd,),
    ast.Not: (ast.UAdd,),
}
WRAPPED = (
    *("int({})", "round({})", "round({}, 8)", "abs({} - 1)", "min({}, 4)", "min({}, 5)"),
    *("max({}, 1)", "bool({})", "float(str({})[:8])", "({} or 1)", "({})[:10]", "({})[:20]"),
    *("({})[1:]", "({})[:-1]", "list(set({}))", "sorted({})", "sorted({}, key=str)"),
)
EARLY = (
    "if len({0}) == 1: return 1.0",
    "if len({0}) == 0: return 1.0",
    "if len({0}) > 10: return 0.0",
    "if len({0}) < 3: return 0.0",
    "if len(set({0})) == 1: return 0.0",
    "if len(set({0})) == 1: return 1.0",
    "if not any({0}): return 1.0",
    "if 0 in {0}: return 0.0",
    "if max({0}) > 4: return 0.0",
    "if sorted({0}) == {0}: return 0.0",
    "{0}.sort()",
    "{0}.append(0)",
    "{0} = [r for r in {0} if r >= 1]",
    "{0} = [r for r in {0} if r]",
    "{0} = {0} + [1]",
    "{0} = [int(r) for r in {0}]",
)


def _operator(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("op", "ops"):
        old = getattr(node, name, None)
        for other in OPERATORS.get(type(old[0] if isinstance(old, list) else old), ()):
            new = deepcopy(node)
            setattr(new, name, [other()] if isinstance(old, list) else other())
            yield new


def _number(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        for value in (node.value + 1, node.value - 1, 0, 10):
            yield ast.Constant(value)


def _wrapped(node: ast.AST) -> Iterator[ast.AST]:
    values = ast.Name | ast.BinOp | ast.Call | ast.Subscript | ast.IfExp
    if isinstance(node, values) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        for form in WRAPPED:
            yield ast.parse(form.format(ast.unparse(node)), mode="eval").body


def _sides(node: ast.AST) -> Iterator[ast.AST]:
    """One side of an operation alone, or the two exchanged."""
    if isinstance(node, ast.BinOp):
        yield node.left
        yield node.right
        yield ast.BinOp(node.right, node.op, node.left)
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
        yield ast.IfExp(node.test, node.orelse, node.body)


def _arguments(node: ast.AST) -> Iterator[ast.AST]:
    """A call with an argument left out, or its first argument alone."""
    if isinstance(node, ast.Call):
        for place in range(len(node.keywords)):
            rest = node.keywords[:place] + node.keywords[place + 1 :]
            yield ast.Call(node.func, node.args, rest)
        for place in range(len(node.args)):
            yield ast.Call(node.func, node.args[:place] + node.args[place + 1 :], node.keywords)
        if node.args:
            yield node.args[0]


def _slice(node: ast.AST) -> Iterator[ast.AST]:
    """A slice with another bound, or none."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield node.value
        text = ast.unparse(node.value)
        upper = ast.unparse(node.slice.upper) if node.slice.upper else "None"
        for form in ("{0}[:{1} - 1]", "{0}[:{1} + 1]", "{0}[1:{1}]", "{0}[{1}:]", "{0}[-{1}:]"):
            if upper != "None":
                yield ast.parse(form.format(text, upper), mode="eval").body


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """A body without one of its statements, or with one moved into the loop before it."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, ast.Module):
        return
    for place, statement in enumerate(body):
        shorter: Any = deepcopy(node)
        shorter.body = [*body[:place], *body[place + 1 :]] or [ast.Pass()]
        yield shorter
        if place and isinstance(body[place - 1], ast.For | ast.While):
            longer: Any = deepcopy(shorter)
            longer.body[place - 1].body.append(statement)
            yield longer


def _name(node: ast.AST) -> Iterator[ast.AST]:
    """A function in which one name is read instead of another."""
    if isinstance(node, ast.FunctionDef):
        places = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        own = {n.id for n in places if isinstance(n.ctx, ast.Store)}
        own |= {argument.arg for argument in node.args.args}
        for place, old in enumerate(places):
            for name in sorted(own - {old.id}) if isinstance(old.ctx, ast.Load) else ():
                new = deepcopy(node)
                [n for n in ast.walk(new) if isinstance(n, ast.Name)][place].id = name
                yield new


def _early(node: ast.AST) -> Iterator[ast.AST]:
    """A function that begins with a case of its own."""
    if isinstance(node, ast.FunctionDef) and node.args.args:
        for form in EARLY:
            line = form.format(node.args.args[0].arg)
            new = deepcopy(node)
            new.body[:0] = ast.parse(line).body
            yield new
        if len(node.args.args) > 1:
            for line in ("k = min(k, 10)", "k = k - 1", "if k == 1: return 1.0", "k = 5"):
                new = deepcopy(node)
                new.body[:0] = ast.parse(line).body
                yield new


CHANGES: tuple[Change, ...] = (
    _operator,
    _number,
    _wrapped,
    _sides,
    _arguments,
    _slice,
    _left_out,
    _name,
    _early,
)
