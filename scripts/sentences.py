"""Prints every sentence that the console and the command line can say, with its place, to be read by a person.

    python scripts/sentences.py            # all of them, by room
    python scripts/sentences.py --words    # each word of them with how often it is said, the rarest first

They are the texts in the code that hold two words: not the docstrings of code, but those of commands, which are their
help. What is put in at run time stands as ‹…›.
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from generated import ROOT

PACKAGE = ROOT / "dreamtui"
NOT_SAID = ("demo", "text/danger", "coach/hollow", "memory/reorganize/language")
"""What shows nothing of its own: the history of the demo, patterns, lists of words."""
_CODE = re.compile(
    r"[\\^$|]|\(\?|#[0-9a-f]{6}|\{[a-z-]+:|\{[^}]*;|\b(?:SELECT|CREATE|INSERT|UPDATE|DELETE|PRAGMA|WHERE|AND)\b"
)
"""Patterns, statements of a database, style sheets."""


class Sentence(NamedTuple):
    """One text."""

    path: str
    line: int
    text: str


def sentences() -> list[Sentence]:
    """All of them, by file."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(NOT_SAID):
            found += [Sentence(name, line, text) for line, text in _said(ast.parse(path.read_text("utf-8")), name)]
    return found


def _said(tree: ast.Module, name: str) -> Iterator[tuple[int, str]]:
    docs = {*_docstrings(tree, of_commands=name.startswith("cli/commands/")), *_types(tree)}
    for node, text in _texts(tree):
        shown = re.sub(r"\s+", " ", text).strip()
        if (
            id(node) not in docs
            and len(re.findall(r"[A-Za-z]{2,}", shown)) > 1
            and " " in shown
            and not _CODE.search(text)
        ):
            yield node.lineno, shown


def _docstrings(tree: ast.Module, *, of_commands: bool) -> Iterator[int]:
    """Texts that stand alone: of modules, classes, functions and names; but not what a command says of itself."""
    for node in ast.walk(tree):
        for child in getattr(node, "body", ()) if not isinstance(node, (ast.Lambda, ast.IfExp)) else ():
            alone = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_help = of_commands and isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            if alone and not (is_help and child is node.body[0]):  # type: ignore[attr-defined]
                yield id(child.value)


def _types(tree: ast.Module) -> Iterator[int]:
    """Types that are written as texts."""
    for node in ast.walk(tree):
        named = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cast":
            named.append(node.args[0])
        yield from (id(text) for one in named if isinstance(one, ast.AST) for text in ast.walk(one))


def _texts(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Each text as a whole, what is put in as ‹…›."""
    if isinstance(tree, ast.JoinedStr):
        parts = [each.value if isinstance(each, ast.Constant) else "‹…›" for each in tree.values]
        yield tree, "".join(map(str, parts))
        for each in tree.values:
            if isinstance(each, ast.FormattedValue):
                yield from _texts(each.value)
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree, tree.value
    for child in ast.iter_child_nodes(tree):
        yield from _texts(child)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", action="store_true", help="the words, the rarest first")
    found = sentences()
    if parser.parse_args().words:
        counts = Counter(word.lower() for one in found for word in re.findall(r"[A-Za-z][a-z'-]{2,}", one.text))
        print(
            "\n".join(
                f"{count:6} {word}" for word, count in sorted(counts.items(), key=lambda pair: (pair[1], pair[0]))
            )
        )
        return
    room = ""
    for one in found:
        if one.path.partition("/")[0] != room:
            room = one.path.partition("/")[0]
            print(f"\n# {room}\n")
        print(f"{one.path}:{one.line}  {one.text}")


if __name__ == "__main__":
    main()
