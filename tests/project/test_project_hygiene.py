"""What holds for every file: one room that writes, and nothing of anybody's machine."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import dreamtui

PACKAGE = Path(dreamtui.__file__).parent
PROJECT = PACKAGE.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
WRITING = {
    "chmod", "copy2", "copyfile", "copytree", "hardlink_to", "link", "makedirs", "mkdir", "mkdtemp",
    "mkstemp", "move", "rename", "renames", "rmdir", "rmtree", "symlink", "symlink_to", "touch", "truncate", "unlink",
    "utime", "write_bytes", "write_text",
}  # fmt: skip
"""Names of methods that change files."""
OS_WRITING = {"copy", "open", "remove", "replace"}
"""Those that only `os` and `shutil` have in this sense; a handle comes from `os.open` before it goes to `fdopen`."""
WRITING_FLAGS = re.compile(r"O_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC|TMPFILE)")
MACHINE = re.compile(
    r"(?<![\w.}])/(?:work|root|opt/wheels|opt/pypi)/|files\.pythonhosted|(?:test\.)?pypi\.org|registry\.npmjs"
    r"|index-url|artifactory|\bnexus\b"
)
"""Paths of a machine and hosts of package registries."""


def named(path: Path) -> str:
    """A file of the project as tests name it."""
    return path.relative_to(PROJECT).as_posix()


def tree_of(path: Path) -> ast.Module:
    """A module's syntax."""
    return ast.parse(path.read_text(encoding="utf-8"))


def writes(tree: ast.Module) -> Iterator[str]:
    """Calls in a module that open a file for writing, or make, move or remove one."""
    named_values = {
        ast.unparse(node.targets[0]): ast.unparse(node.value) for node in tree.body if isinstance(node, ast.Assign)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function, text = node.func, ast.unparse(node)
        if isinstance(function, ast.Name):
            if function.id == "open" and _mode(node, 1):
                yield text
        elif isinstance(function, ast.Attribute):
            on = ast.unparse(function.value)
            if on in {"os", "shutil"} and function.attr in OS_WRITING:
                flags = [named_values.get(ast.unparse(word), ast.unparse(word)) for word in node.args[1:2]]
                if not (function.attr == "open" and (_only_reads(*flags) or "os.devnull" in text)):
                    yield text
            elif function.attr in WRITING or (function.attr == "open" and _mode(node, 0)):
                yield text


def _only_reads(flags: str = "") -> bool:
    """Whether the flags of `os.open` say that it only reads."""
    return "O_RDONLY" in flags and not WRITING_FLAGS.search(flags)


def _mode(call: ast.Call, position: int) -> bool:
    """Whether a call of `open` is not plainly for reading."""
    given = [word.value for word in call.keywords if word.arg == "mode"] or call.args[position : position + 1]
    if not given:
        return False
    mode = given[0]
    return not isinstance(mode, ast.Constant) or bool(set("wax+") & set(str(mode.value)))


def test_only_the_store_writes() -> None:
    """No room but `store` opens a file for writing, or makes, moves or removes one."""
    elsewhere = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] != "store"]
    assert [f"{named(path)}: {call}" for path in elsewhere for call in writes(tree_of(path))] == []


@pytest.mark.parametrize(
    "line",
    [
        "open(p, 'w')",
        "p.open('ab')",
        "open(p, mode=m)",
        "p.write_text(t)",
        "os.open(p, os.O_CREAT)",
        "os.open(p, unknown)",
        "F = os.O_RDWR\nos.open(p, F)",
        "p.mkdir()",
        "os.replace(a, b)",
        "p.unlink()",
        "shutil.rmtree(p)",
    ],
)
def test_writing_is_recognised(line: str) -> None:
    """The check above sees each of these."""
    assert list(writes(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        "open(p)",
        "p.open('rb')",
        "os.open(p, os.O_RDONLY)",
        "F = os.O_RDONLY | os.O_CLOEXEC\nos.open(p, F)",
        "text.replace(a, b)",
    ],
)
def test_reading_is_no_writing(line: str) -> None:
    """The check above leaves reading alone."""
    assert not list(writes(ast.parse(line)))


def project_files() -> list[Path]:
    """Files of the project that git knows or would know; in a copy without git, all that are not made by tools."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode == 0 and (PROJECT / ".git").exists():
        return sorted(PROJECT / name for name in set(listed.stdout.decode().split("\0")) if name)
    folders = ("dreamtui", "tests", "benchmarks", "docs", "scripts", "styles", ".ci")
    below = [path for folder in folders for path in (PROJECT / folder).rglob("*")]
    return sorted(p for p in (*PROJECT.glob("*"), *below) if p.is_file() and "__pycache__" not in p.parts)


def test_nothing_of_a_machine() -> None:
    """No file names a machine's path or a package registry's host."""
    found = []
    for path in project_files():
        if path == Path(__file__) or not path.is_file() or path.is_symlink():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        lines = enumerate(text.splitlines(), 1)
        found += [f"{named(path)}:{number}: {line.strip()[:80]}" for number, line in lines if MACHINE.search(line)]
    assert not found


def test_test_files_have_names_of_their_own() -> None:
    """Two test modules of one name would hide each other."""
    names = [path.name for path in (PROJECT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(set(names)) == sorted(names)


def names_given_twice(tree: ast.Module) -> list[str]:
    """Names that a module gives to two things; the second would silently stand for the first."""
    given: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            given.append(node.name)
        elif isinstance(node, ast.Assign):
            given += [word.id for target in node.targets for word in ast.walk(target) if isinstance(word, ast.Name)]
        elif isinstance(node, ast.AnnAssign):
            given.append(ast.unparse(node.target))
    return sorted({name for name in given if given.count(name) > 1})


def test_a_name_is_one_thing_in_its_module() -> None:
    """No module of the package gives one name to two things."""
    assert names_given_twice(ast.parse("A = 1\ndef f(): ...\nA: int = 2\ndef f(): ...")) == ["A", "f"]
    assert {named(path): twice for path in MODULES if (twice := names_given_twice(tree_of(path)))} == {}


def test_no_module_hands_on_a_name_of_another() -> None:
    """A name is imported from where it is: `import X as X` would make a second place of it."""
    found = [
        f"{named(path)}: {alias.name}"
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    ]
    assert found == []
