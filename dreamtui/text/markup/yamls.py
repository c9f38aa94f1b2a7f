"""Untrusted YAML: no aliases, which expand little to much, and a limit to its size and depth."""

from collections.abc import Iterator
from typing import Any

from dreamtui.model.errors import Malformed

DEEPEST = 50
"""Levels of lists and mappings that are read."""
_LONGEST_NUMBER = 40
MOST = 10_000
"""Keys, values and items that are read, unless the caller expects more."""
_NO_VALUE = (LookupError, ValueError, ArithmeticError, TypeError, AttributeError)
"""What PyYAML raises of its own for a value that does not fit its tag or its escapes."""


Place = tuple[str | int, ...]
"""Where a value stands: keys of mappings and numbers of items, from the top."""


def read_yaml(data: bytes, most: int = MOST) -> Any:
    """The value of a YAML text; Malformed, with the line where it is known, for what is not YAML or not accepted."""
    return read_placed_yaml(data, most)[0]


def read_placed_yaml(data: bytes, most: int = MOST) -> tuple[Any, dict[Place, int]]:
    """The same, and the line on which each value begins, or the key before it."""
    import yaml

    try:
        loader = _loader_class()(data)
        loader.left = most
        try:
            node = loader.get_single_node()
            if node is None:
                return None, {}
            return loader.construct_document(node), dict(_lines(node, ()))
        finally:
            loader.dispose()
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        why = getattr(problem, "problem", None) or getattr(problem, "reason", None) or "unreadable"
        raise Malformed(f"{where}{why}") from None
    except (*_NO_VALUE, RecursionError):
        raise Malformed("a value cannot be read") from None


def _lines(node: Any, place: Place) -> Iterator[tuple[Place, int]]:
    yield place, node.start_mark.line + 1
    if node.id == "mapping":
        for key, value in node.value:
            for inner, line in _lines(value, (*place, str(key.value))):
                is_key = inner == (*place, str(key.value))
                yield inner, key.start_mark.line + 1 if is_key else line
    elif node.id == "sequence":
        for number, value in enumerate(node.value):
            yield from _lines(value, (*place, number))


_made: list[Any] = []


def _loader_class() -> Any:
    """Made when it is first needed: to import the parser takes longer than a list may."""
    if _made:
        return _made[0]
    import yaml
    from yaml.composer import ComposerError
    from yaml.constructor import ConstructorError
    from yaml.events import AliasEvent

    class Loader(yaml.SafeLoader):
        """Composes no alias, and no more and no deeper than is allowed."""

        left = MOST
        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            if isinstance(event, AliasEvent):
                raise ComposerError(None, None, "aliases (*name) are not read here", event.start_mark)  # type: ignore[arg-type]
            self.left -= 1
            if self.left < 0:
                raise ComposerError(None, None, "there are too many values", event.start_mark)
            if self.depth >= DEEPEST:
                raise ComposerError(None, None, "it is nested too deeply", event.start_mark)
            self.depth += 1
            try:
                return super().compose_node(parent, index)
            finally:
                self.depth -= 1

        def construct_object(self, node: Any, deep: bool = False) -> Any:
            """One value; one that does not fit its tag is an error with a line, like every other."""
            try:
                return super().construct_object(node, deep)
            except _NO_VALUE:
                raise ConstructorError(None, None, "the value does not fit its type", node.start_mark) from None

        def construct_yaml_int(self, node: Any) -> int:
            """Neither `1:1:1…` nor thousands of digits, which Python reads and does not print."""
            if len(node.value) > _LONGEST_NUMBER:
                raise ConstructorError(None, None, "a number has too many digits", node.start_mark)
            return super().construct_yaml_int(node)

    Loader.add_constructor("tag:yaml.org,2002:int", Loader.construct_yaml_int)
    _made.append(Loader)
    return Loader
