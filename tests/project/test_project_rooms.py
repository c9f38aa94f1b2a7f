"""Imports flow one way, the core knows no terminal, and a list loads nothing heavy."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import workbench

import dreamtui

PACKAGE = Path(dreamtui.__file__).parent
PROJECT = PACKAGE.parent
CORE = (
    "model", "disk", "text", "coach", "kinds", "sources", "mining", "memory", "openclaw", "training", "render", "store",
    "desk", "present", "demo", "schedule", "serve",
)  # fmt: skip
TERMINAL = {"textual", "rich", "typer", "click"}
HEAVY = {"textual", "rich", "git", "numpy", "sklearn", "torch", "rapidfuzz", "pydantic"}

SPY = """
import json, sys
from dreamtui.cli.run import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""
"""Runs a command in its process and says at the end which packages it loaded."""

IMPORT_ALL = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps([*sys.modules]))
"""
"""Imports modules and prints what is loaded then."""


def test_import_contracts_hold() -> None:
    """import-linter finds no room that imports what it may not, and no room without a place."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_every_room_is_named_here() -> None:
    """A new room is either at the top, or part of the core that is checked below."""
    rooms = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file()}
    assert rooms == {*CORE, "cli", "tui"}


def test_core_loads_no_terminal() -> None:
    """Importing every module below the top loads neither textual nor rich nor typer."""
    modules = [
        ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        for room in CORE
        for path in sorted((PACKAGE / room).rglob("*.py"))
    ]
    assert len(modules) > 80
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL, *modules], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & TERMINAL


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> workbench.Bench:
    """A workspace with pending and decided items."""
    made = workbench.make_bench(tmp_path_factory.mktemp("rooms"), git=True)
    first, *_ = made.file("Totals are rounded twice", "Retries hide timeouts", "The cache is never cold in tests")
    made.ok("graduate", first, "--rationale", workbench.REASON, "--rule", "Round totals once, at the end.")
    return made


@pytest.mark.parametrize("cache", ["cold", "warm"])
@pytest.mark.parametrize("words", [("list", "--json"), ("list", "-C", "."), ("list", "--status", "all", "--json")])
def test_list_loads_nothing_heavy(bench: workbench.Bench, cache: str, words: tuple[str, ...]) -> None:
    """`list` loads no console, git library, arrays or data models, whether its caches are there or not."""
    if cache == "cold":
        for path in bench.kept.rglob("*.sqlite*"):
            path.unlink()
    done = subprocess.run(
        [sys.executable, "-c", SPY, *words], cwd=bench.root, env=bench.env, capture_output=True, text=True, check=False
    )
    code, loaded = json.loads(done.stderr.splitlines()[-1])
    assert code == 0
    assert "Retries hide timeouts" in done.stdout
    assert not HEAVY & set(loaded)


@pytest.mark.parametrize("actor", ["alice", ""])
@pytest.mark.parametrize("verb", ["graduate", "reject", "defer"])
def test_a_decision_loads_nothing_heavy(tmp_path: Path, actor: str, verb: str) -> None:
    """Whose name git has is read without the git library, whether the name was given or git has to say it."""
    made = workbench.make_bench(tmp_path, git=True)
    workbench.in_git(made, "config", "user.email", "alice@corp.example")
    (item,) = made.file("Totals are rounded twice")
    why = ("--until", "+3d") if verb == "defer" else ("--rationale", workbench.REASON)
    rule = ("--rule", "Round totals once, at the end.") if verb == "graduate" else ()
    env = made.env | {"DREAMTUI_ACTOR": actor}
    words = [sys.executable, "-c", SPY, verb, item, *why, *rule]
    done = subprocess.run(words, cwd=made.root, env=env, capture_output=True, text=True, check=False)
    code, loaded = json.loads(done.stderr.splitlines()[-1])
    assert code == 0
    assert "by alice" in made.ok("show", item).out
    assert HEAVY & set(loaded) <= {"rapidfuzz"}, "it says what changed in a file"
