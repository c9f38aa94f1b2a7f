"""Files are opened to be read in one place, which takes regular files only; other places are here with their reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dreamtui

PACKAGE = Path(dreamtui.__file__).parent
READING = frozenset({"read_bytes", "read_text"})
KNOWN = {
    "cli/commands/decide.py": "a file that a person names, which may be a pipe of their own",
    "cli/run.py": "the device that swallows",
    "desk/queue/worker.py": "the device that swallows",
    "disk/detach.py": "the device that swallows",
    "demo/story.py": "the package's own data",
    "openclaw/scoring/tags.py": "the package's own data",
    "sources/confined/launcher.py": "a place that the kernel is told of; nothing is read from it",
    "store/commit/lock.py": "lock files, held open; never waited for",
    "store/index/schema.py": "a database, made for its owner alone before sqlite opens it",
    "store/files/port.py": "the door through which files are written and flushed",
}


def opened(tree: ast.AST) -> Iterator[str]:
    """Calls that open a file."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            yield ast.unparse(node)
        elif isinstance(called, ast.Attribute):
            on = ast.unparse(called.value)
            if called.attr in READING or (called.attr == "open" and on not in ("webbrowser", "self", "console", "app")):
                yield ast.unparse(node)


def test_files_are_opened_in_one_place() -> None:
    """No module but `disk.opening` opens files, except those that say why."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        calls = list(opened(ast.parse(path.read_text(encoding="utf-8"))))
        if calls and name != "disk/opening.py" and name not in KNOWN:
            found[name] = calls
    assert found == {}


def test_no_reason_outlives_its_call() -> None:
    """Each module in the list still opens something."""
    for name in KNOWN:
        assert list(opened(ast.parse((PACKAGE / name).read_text(encoding="utf-8")))), name


@pytest.mark.parametrize("line", ["open(p)", "p.open('rb')", "p.read_bytes()", "p.read_text()", "os.open(p, f)"])
def test_opening_is_recognised(line: str) -> None:
    """The check above sees each of these."""
    assert list(opened(ast.parse(line)))
