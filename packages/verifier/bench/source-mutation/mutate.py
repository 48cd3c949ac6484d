"""Mutates the sources of a Python program, one change at a time, on the syntax tree.

python3 mutate.py [--ids] FILE…    prints a JSON list: id, file, line, operator, source; with --ids the ids alone

An id has the file, the function, the operator and the text of the change, so it outlives edits elsewhere in the file.
"""

import ast
import copy
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

COMPARISONS = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
BOUNDARIES = {(ast.Lt, ast.LtE), (ast.LtE, ast.Lt), (ast.Gt, ast.GtE), (ast.GtE, ast.Gt)}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd}
NAMES = {"any": "all", "all": "any", "startswith": "endswith", "endswith": "startswith"}
# Not the behaviour of a provider: its command line, and what is not executed.
LEFT_OUT = ("main",)

Change = tuple[str, ast.AST]  # The operator, and what takes the place of the node.


def changes_of(node: ast.AST) -> Iterator[Change]:
    """Everything that may take the place of a node."""
    for kind, find in FINDERS.items():
        if isinstance(node, kind):
            yield from find(node)


def compare(node: ast.Compare) -> Iterator[Change]:
    for at, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            name = "boundary" if (type(operator), other) in BOUNDARIES else "comparison"
            yield name, ast.Compare(node.left, replaced(node.ops, at, other()), node.comparators)


def logic(node: ast.BoolOp) -> Iterator[Change]:
    yield "and-or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for at in range(len(node.values)):
        left = without(node.values, at)
        yield "operand-dropped", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def unary(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.Not):
        yield "not-dropped", node.operand


def constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "constant", ast.Constant(value + 1)
        yield "constant", ast.Constant(value - 1)
    elif isinstance(value, str):
        # Not at the end: more text than expected is often allowed. A format in an f-string must stay valid.
        yield "constant", ast.Constant("" if value == "," else "~" + value[1:])


def arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    other = ARITHMETIC.get(type(node.op))
    if other is not None:
        changed = copy.copy(node)
        changed.op = other()
        yield "arithmetic", changed


def condition(node: ast.If | ast.IfExp | ast.While | ast.comprehension | ast.Assert) -> Iterator[Change]:
    if isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield "condition", changed_in(node, ifs=replaced(node.ifs, at, ast.Constant(True)))
            yield "condition", changed_in(node, ifs=replaced(node.ifs, at, ast.Constant(False)))
    elif not isinstance(node.test, ast.Constant):
        yield "condition", changed_in(node, test=ast.Constant(True))
        yield "condition", changed_in(node, test=ast.Constant(False))


def statement(node: ast.stmt) -> Iterator[Change]:
    if not is_docstring(node):
        yield "statement-deleted", ast.Pass()


def context(node: ast.With) -> Iterator[Change]:
    yield "with-dropped", ast.If(ast.Constant(True), node.body, [])


def returned(node: ast.Return) -> Iterator[Change]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "return-none", ast.Return(ast.Constant(None))


def elements(node: ast.Tuple | ast.List | ast.Set) -> Iterator[Change]:
    for at in range(len(node.elts)):
        if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and (len(node.elts) > 1 or not isinstance(node, ast.Set)):
            yield "element-dropped", changed_in(node, elts=without(node.elts, at))


def entries(node: ast.Dict) -> Iterator[Change]:
    for at in range(len(node.keys)):
        yield "element-dropped", ast.Dict(without(node.keys, at), without(node.values, at))


def call(node: ast.Call) -> Iterator[Change]:
    for at in range(len(node.keywords)):
        yield "argument-dropped", changed_in(node, keywords=without(node.keywords, at))
    if isinstance(node.func, ast.Attribute):
        if not node.args and not node.keywords:
            yield "call-dropped", node.func.value
        if node.func.attr == "get" and len(node.args) == 2:
            yield "argument-dropped", changed_in(node, args=node.args[:1])


def name(node: ast.Name | ast.Attribute) -> Iterator[Change]:
    if isinstance(node, ast.Name) and node.id in NAMES:
        yield "name", ast.Name(NAMES[node.id], node.ctx)
    if isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield "name", ast.Attribute(node.value, NAMES[node.attr], node.ctx)


def subscript(node: ast.Subscript) -> Iterator[Change]:
    if isinstance(node.slice, ast.Slice):
        yield "slice-dropped", node.value


def handler(node: ast.Try) -> Iterator[Change]:
    for at in range(len(node.handlers)):
        if len(node.handlers) > 1:
            yield "handler-dropped", changed_in(node, handlers=without(node.handlers, at))


FINDERS = {
    ast.Compare: compare,
    ast.BoolOp: logic,
    ast.UnaryOp: unary,
    ast.Constant: constant,
    (ast.BinOp, ast.AugAssign): arithmetic,
    (ast.If, ast.IfExp, ast.While, ast.comprehension, ast.Assert): condition,
    (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.For): statement,
    ast.With: context,
    ast.Return: returned,
    (ast.Tuple, ast.List, ast.Set): elements,
    ast.Dict: entries,
    ast.Call: call,
    (ast.Name, ast.Attribute): name,
    ast.Subscript: subscript,
    ast.Try: handler,
}


def mutants_of(file: Path, has_source: bool) -> Iterator[dict]:
    tree = ast.parse(file.read_text())
    seen: Counter[str] = Counter()
    for place, parent, field, at in places(tree, ()):
        node = child(parent, field, at)
        for operator, other in changes_of(node):
            before, after = text_of(node), text_of(other)
            source = ""
            if has_source:
                put(parent, field, at, other)
                source = ast.unparse(ast.fix_missing_locations(tree))
                put(parent, field, at, node)
            key = f"{file.name}:{'.'.join(place) or '-'}:{operator}:{before} → {after}"
            seen[key] += 1
            yield {
                "id": key if seen[key] == 1 else f"{key} #{seen[key]}",
                "file": file.name,
                "line": getattr(node, "lineno", getattr(parent, "lineno", 0)),
                "operator": operator,
                "source": source,
            }


def places(parent: ast.AST, place: tuple[str, ...]) -> Iterator[tuple]:
    """Each node that may change: the functions around it, and where it hangs in the tree."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or is_docstring(node) or is_start(node):
                continue
            inside = place
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                if node.name in LEFT_OUT:
                    continue
                inside = (*place, node.name)
            yield place, parent, field, at
            yield from places(node, inside)


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_start(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)


def child(parent: ast.AST, field: str, at: int | None) -> ast.AST:
    value = getattr(parent, field)
    return value if at is None else value[at]


def put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def changed_in(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for field, value in fields.items():
        setattr(other, field, value)
    return other


def replaced(values: list, at: int, value: object) -> list:
    return [*values[:at], value, *values[at + 1 :]]


def without(values: list, at: int) -> list:
    return [*values[:at], *values[at + 1 :]]


def text_of(node: ast.AST) -> str:
    """The head of a node in one line of code."""
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).strip()
    line = " ".join(text.split())
    return line if len(line) <= 90 else line[:87] + "…"


def main() -> None:
    only_ids = sys.argv[1:2] == ["--ids"]
    files = [Path(argument) for argument in sys.argv[2 if only_ids else 1 :]]
    if not files:
        sys.exit(__doc__)
    found = [mutant for file in files for mutant in mutants_of(file, not only_ids)]
    json.dump([mutant["id"] for mutant in found] if only_ids else found, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
