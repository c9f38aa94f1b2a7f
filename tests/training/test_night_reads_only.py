"""`train run` gives a model command the repository and the home to read: whatever it tries, nothing there changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from training_briefs import brief
from workbench import Bench, make_bench, tree, without

from dreamtui.sources.confined import trial

MODEL = """\
import os, pathlib, subprocess, sys
sys.stdin.buffer.read()
here, tried = pathlib.Path(__file__).parent, []
def attempt(what):
    try:
        what()
    except (OSError, subprocess.SubprocessError):
        return
    tried.append(what.__name__)
root, home = pathlib.Path("{root}"), pathlib.Path("{home}")
def new_in_repository(): (root / "new.txt").write_text("x")
def changed_in_repository(): (root / "src.py").write_text("x")
def removed_in_repository(): (root / "src.py").unlink()
def renamed_in_repository(): os.rename(root / "src.py", root / "other.py")
def linked_in_repository(): os.symlink("/etc/passwd", root / "link")
def mode_in_repository(): os.chmod(root / "src.py", 0o600)
def in_git(): (root / ".git/hooks/post-commit").write_text("x")
def by_git(): subprocess.run(["git", "-C", str(root), "commit", "-q", "--allow-empty", "-m", "x"], check=True)
def a_rule(): (root / ".agent/memory/semantic/rules/x.md").write_text("x")
def a_brief(): (root / ".agent/dream/training/briefs/x.json").write_text("x")
def in_home(): (home / "new.txt").write_text("x")
def in_settings(): (home / "config/dreamtui/config.yaml").write_text("x")
def in_data(): (home / "data/new.txt").write_text("x")
def beside_itself(): (here / "new.txt").write_text("x")
def by_a_child(): subprocess.run([sys.executable, "-c", "open(%r, 'w')" % str(root / "child.txt")], check=True)
for name, one in list(globals().items()):
    if callable(one) and getattr(one, "__module__", "") == "__main__" and name != "attempt":
        attempt(one)
print("\\n".join(tried), file=sys.stderr)
text = pathlib.Path("{answer}").read_text()
print(text.replace("Finding", "Wrote " + " ".join(tried) + ". Finding") if tried else text)
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A repository with a curriculum, and a model command that writes wherever it can."""
    made = make_bench(tmp_path, git=True)
    found = trial.confinement({**made.env, "PATH": os.environ["PATH"]})
    if found.way is None:
        pytest.skip(f"nothing here confines a program: {found.said}")
    (made.root / "src.py").write_text("x = 1\n")
    (made.agent / "memory/semantic/rules").mkdir(parents=True)
    made.ok("train", "init", "--eleven")
    answer, program = made.top / "answer.md", made.top / "model.py"
    answer.write_text(brief("gateway", 0, "Finding 1 of gateway holds"), encoding="utf-8")
    program.write_text(MODEL.format(root=made.root, home=made.top / "home", answer=answer), encoding="utf-8")
    config = made.top / "home/config/dreamtui/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n", encoding="utf-8")
    return made


def test_a_night_changes_nothing_but_its_brief(bench: Bench) -> None:
    """Neither in the repository, nor in git, nor at home, nor beside the program: what the same program alone does."""
    before = tree(bench.root, bench.top)
    hooks = sorted((bench.root / ".git").rglob("*"))
    item = bench.ok("train", "run", "--vertical", "gateway", "--force", "--json").data["id"]
    assert "Wrote" not in bench.ok("show", item).out
    ours = ("dream/training/briefs", "dream/log", "home/data", "home/state", "home/cache")
    assert without(tree(bench.root, bench.top), *ours) == without(before, *ours)
    assert sorted((bench.root / ".git").rglob("*")) == hooks
    assert not (bench.top / "home/data/new.txt").exists()
    program = [sys.executable, str(bench.top / "model.py")]
    alone = subprocess.run(program, input=b"", capture_output=True, env=bench.env, check=True)
    assert len(alone.stderr.split()) >= 12, alone.stderr
