"""How deep our classes inherit from each other: what a class has, it holds; it inherits only what it is."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import dreamtui

MOST = 2
"""Other classes of ours among the ancestors of a class."""


def modules() -> Iterator[ModuleType]:
    """Every module of the package but the one that runs it."""
    for found in pkgutil.walk_packages(dreamtui.__path__, "dreamtui."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def classes(owner: object, module: str) -> Iterator[type]:
    """The classes that a module defines, and those defined in them."""
    for one in list(vars(owner).values()):
        inside = owner.__qualname__ + "." if isinstance(owner, type) else ""
        if inspect.isclass(one) and one.__module__ == module and one.__qualname__ == f"{inside}{one.__name__}":
            yield one
            yield from classes(one, module)


def ancestors(one: type) -> list[type]:
    """Those of its ancestors that are ours."""
    return [each for each in inspect.getmro(one)[1:] if each.__module__.partition(".")[0] == "dreamtui"]


def test_no_class_inherits_through_more_than_two_of_ours() -> None:
    """A long chain is one class cut into pieces."""
    found = {one for module in modules() for one in classes(module, module.__name__)}
    assert len(found) > 500
    deep = {
        f"{one.__module__}.{one.__qualname__}": [each.__name__ for each in ancestors(one)]
        for one in found
        if len(ancestors(one)) > MOST
    }
    assert deep == {}


def test_a_deep_class_is_noticed() -> None:
    """Counted are ours alone, wherever they stand in the order of ancestors."""
    first = type("First", (Exception,), {"__module__": "dreamtui.x"})
    second = type("Second", (first, ValueError), {"__module__": "dreamtui.x"})
    third = type("Third", (second,), {"__module__": "dreamtui.x"})
    assert [len(ancestors(one)) for one in (first, second, third)] == [0, 1, 2]
    assert len(ancestors(type("Fourth", (third,), {"__module__": "dreamtui.x"}))) > MOST


def test_a_public_class_name_is_one_thing() -> None:
    """Nobody has to ask which of two is meant."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(dreamtui.__file__).parent.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(path.name)
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
