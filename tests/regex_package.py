"""Finds every regular expression of the package and how it is used: by importing all modules, and in their source."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import dreamtui

_METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split")
_QUIET = ("pattern", "flags", "groups", "groupindex")


@dataclass(frozen=True, slots=True)
class Use:
    """One place where an expression meets text."""

    module: str
    line: int
    method: str
    call: ast.Call | None
    function: ast.AST
    """The function around it, or the module."""

    @property
    def anchored(self) -> str:
        """The method to look at: matching at a place that moves on is a search."""
        if self.method in ("match", "fullmatch") and (self.call is None or len(self.call.args) != 2):
            return self.method
        return "search"


@dataclass(slots=True)
class Found:
    """One expression with its flags."""

    module: str
    name: str
    line: int
    pattern: str | bytes
    flags: int
    uses: list[Use] = field(default_factory=list)
    escapes: bool = False
    """Whether it is handed on, so that how it is used cannot be seen."""

    @property
    def key(self) -> str:
        return f"{self.module}:{self.name}"

    @property
    def methods(self) -> list[str]:
        """How to look at it; a search, which is the worst, where that cannot be seen."""
        seen = {use.anchored for use in self.uses}
        return ["search"] if self.escapes or not seen or "search" in seen else sorted(seen)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A call whose pattern depends on what a function is given."""

    module: str
    line: int
    source: str

    @property
    def key(self) -> str:
        return f"{self.module}: {self.source}"


def modules() -> Iterator[ModuleType]:
    """Every module of the package, imported."""
    yield dreamtui
    for info in pkgutil.walk_packages(dreamtui.__path__, "dreamtui."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def _tree(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for parent in ast.walk(tree):
        for child in ast.iter_child_nodes(parent):
            child.parent = parent  # type: ignore[attr-defined]
    return tree


def _around(node: ast.AST) -> ast.AST:
    while not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module):
        node = node.parent  # type: ignore[attr-defined]
    return node


class _Value(ast.NodeTransformer):
    """What stands for text that was escaped: a word, which is the worst for what stands around it."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "escape" and isinstance(called.value, ast.Name):
            return ast.Constant(_ESCAPED)
        if isinstance(called, ast.Attribute) and called.attr == "encode" and not node.args:
            inner = self.visit(called.value)
            return ast.Call(ast.Attribute(inner, "encode", ast.Load()), [], [])
        return self.generic_visit(node)


_ESCAPED = "aa"


def _evaluate(node: ast.expr, module: ModuleType) -> Any:
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and one.id != "re"}
    if not names <= set(vars(module)):
        swapped = _Value().visit(ast.parse(ast.unparse(node), mode="eval").body)
        left = {one.id for one in ast.walk(swapped) if isinstance(one, ast.Name)}
        if not left <= set(vars(module)):
            raise LookupError
        wants_bytes = any(isinstance(one, ast.Constant) and isinstance(one.value, bytes) for one in ast.walk(swapped))
        text = ast.unparse(swapped)
        node = ast.parse(
            text.replace(repr(_ESCAPED), repr(_ESCAPED.encode())) if wants_bytes else text, mode="eval"
        ).body
    code = compile(ast.fix_missing_locations(ast.Expression(node)), "pattern", "eval")
    return eval(code, dict(vars(module)))


def _in(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 6 and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _in(one, depth + 1)
    elif depth < 6 and isinstance(value, dict):
        for one in (*value.keys(), *value.values()):
            yield from _in(one, depth + 1)
    elif depth < 6 and type(value).__module__.startswith("dreamtui") and not isinstance(value, type):
        names = getattr(type(value), "__slots__", ()) or ()
        names = (names,) if isinstance(names, str) else names
        for name in (*names, *getattr(value, "__dict__", {})):
            yield from _in(getattr(value, name, None), depth + 1)


def collect() -> tuple[list[Found], list[Unreadable]]:
    """Every expression, and every call whose expression cannot be told from the source."""
    loaded = list(modules())
    trees = {module.__name__: _tree(module) for module in loaded}
    found: list[Found] = []
    unreadable: list[Unreadable] = []
    by_object: dict[int, Found] = {}
    for module in loaded:
        for name, value in vars(module).items():
            values = list(_in(value))
            for number, pattern in enumerate(values):
                if id(pattern) not in by_object:
                    label = name if values == [pattern] and value is pattern else f"{name}[{number}]"
                    one = Found(module.__name__, label, 0, pattern.pattern, pattern.flags, escapes=value is not pattern)
                    by_object[id(pattern)] = one
                    found.append(one)
    for module in loaded:
        for node in ast.walk(trees[module.__name__]):
            _look(node, module, by_object, found, unreadable)
    return found, unreadable


def _look(
    node: ast.AST,
    module: ModuleType,
    by_object: dict[int, Found],
    found: list[Found],
    unreadable: list[Unreadable],
) -> None:
    if isinstance(node, ast.ImportFrom) and node.module == "re":
        raise AssertionError(f"{module.__name__}:{node.lineno}: import re as a whole, so that its uses are found")
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        one = by_object.get(id(vars(module).get(node.id)))
        if one is not None:
            _used(one, node, module)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = vars(module).get(node.value.id)
        if isinstance(owner, ModuleType) and (one := by_object.get(id(getattr(owner, node.attr, None)))):
            _used(one, node, module)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    called = node.func
    if not (isinstance(called.value, ast.Name) and called.value.id == "re") or called.attr == "escape":
        return
    inside = _around(node)
    if called.attr == "compile" and isinstance(inside, ast.Module):
        return  # a global; what holds it is found by walking the module
    if called.attr != "compile" and called.attr not in _METHODS:
        raise AssertionError(f"{module.__name__}:{node.lineno}: re.{called.attr} is not known here")
    flags: list[ast.expr] = [word.value for word in node.keywords if word.arg == "flags"]
    place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(called.attr, 2)
    flags += node.args[place : place + 1]
    try:
        pattern = _evaluate(node.args[0], module)
        bits = int(_evaluate(flags[0], module)) if flags else 0
        if isinstance(pattern, re.Pattern):
            pattern, bits = pattern.pattern, pattern.flags
    except LookupError:
        unreadable.append(Unreadable(module.__name__, node.lineno, ast.unparse(node)))
        return
    label = f"{getattr(inside, 'name', 'lambda')}: {ast.unparse(node.args[0])}"
    one = Found(module.__name__, label, node.lineno, pattern, bits, escapes=called.attr == "compile")
    if called.attr == "compile":
        user = node.parent  # type: ignore[attr-defined]
        if isinstance(user, ast.Attribute) and user.attr in _METHODS and isinstance(user.parent, ast.Call):  # type: ignore[attr-defined]
            one.escapes = False
            one.uses.append(Use(module.__name__, node.lineno, user.attr, user.parent, inside))  # type: ignore[attr-defined]
    else:
        moved = ast.Call(node.func, node.args[1:2], [])
        one.uses.append(Use(module.__name__, node.lineno, called.attr, moved, inside))
    found.append(one)


def _used(one: Found, node: ast.expr, module: ModuleType) -> None:
    user = node.parent  # type: ignore[attr-defined]
    if isinstance(user, ast.Attribute) and user.attr in _QUIET:
        return
    if isinstance(user, ast.Attribute) and user.attr in _METHODS:
        call = user.parent  # type: ignore[attr-defined]
        call = call if isinstance(call, ast.Call) and call.func is user else None
        one.uses.append(Use(module.__name__, node.lineno, user.attr, call, _around(node)))
        return
    one.escapes = True
