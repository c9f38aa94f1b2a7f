"""A real `kill -9` of the real command in the middle of every verb: the next command settles it and says so.

The command is stopped at one file operation by an audit hook of the interpreter, which a `sitecustomize` of the test
installs; the product knows nothing of it.
"""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from sandbox import Sandbox, furnish, reason
from training_briefs import MARKS, WHOLE
from workbench import Bench, fixes, make_bench

HOOK = """
import os, signal, sys
kind, needle = os.environ["STOP_AT"].split(":")
def hook(event, args):
    if kind == "rename" and event == "os.rename":
        hit = str(args[1]).endswith(needle)
    elif kind == "append" and event == "open":
        hit = isinstance(args[2], int) and args[2] & os.O_APPEND and str(args[0]).endswith(needle)
    else:
        return
    if hit:
        os.kill(os.getpid(), signal.SIGSTOP)
sys.addaudithook(hook)
"""

POINTS = {"rolled back": "rename:.committed", "finished": "append:.jsonl"}
"""Before the change is certain, and between the last file and the log."""

RULE = ("--rule", "Run every migration on a copy before you ship it.")
Words = Callable[["Trial"], list[str]]


@dataclass
class Trial:
    """A furnished workspace and the command in it."""

    bench: Bench
    box: Sandbox

    def waiting(self) -> str:
        """The first candidate."""
        return min(path.stem for path in (self.bench.agent / "dream/candidates").glob("*.md"))

    def note(self) -> str:
        """The first note."""
        return min(path.stem for path in (self.bench.agent / "memory/notes").glob("*.md"))

    def kill(self, words: list[str], point: str) -> None:
        """Start the command, wait until it has stopped at the point, and kill it there."""
        hooks = self.bench.top / "hooks"
        hooks.mkdir(exist_ok=True)
        (hooks / "sitecustomize.py").write_text(HOOK)
        path = os.pathsep.join((str(hooks), self.bench.env["PYTHONPATH"]))
        with self.bench.at(STOP_AT=point, PYTHONPATH=path).start(*words) as command:
            _, status = os.waitpid(command.pid, os.WUNTRACED)
            assert os.WIFSTOPPED(status), (words, point, command.communicate())
            os.kill(command.pid, signal.SIGKILL)
            assert command.wait() == -signal.SIGKILL


def _graduate(trial: Trial) -> list[str]:
    return ["graduate", trial.waiting(), "--rationale", reason(1), *RULE]


def _reject(trial: Trial) -> list[str]:
    return ["reject", trial.waiting(), "--rationale", reason(2), "--as", "wrong"]


def _undo(trial: Trial) -> list[str]:
    return ["undo", "--rationale", reason(3)]


def _record(trial: Trial) -> list[str]:
    (trial.bench.top / "brief.md").write_text(WHOLE, encoding="utf-8")
    return ["train", "record", str(trial.bench.top / "brief.md"), "--vertical", "gateway"]


def _mark(trial: Trial) -> list[str]:
    item = next((trial.bench.agent / "dream/training/briefs").glob("*.json")).stem
    return ["accept", item, *MARKS, "--rationale", reason(6)]


VERBS: dict[str, tuple[tuple[Words, ...], Words]] = {
    "graduate": ((), _graduate),
    "reject": ((), _reject),
    "defer": ((), lambda t: ["defer", t.waiting(), "--until", "+3d"]),
    "reopen": ((_reject,), lambda t: ["reopen", next((t.bench.agent / "dream/rejected").glob("*.md")).stem]),
    "retire": ((), lambda t: ["retire", "aaaaaaaaa1", "--rationale", reason(4)]),
    "rerationale": ((), lambda t: ["rerationale", "aaaaaaaaa1", "--rationale", reason(5)]),
    "memory add": ((), lambda t: ["memory", "add", "--title", "A title", "--text", "A text"]),
    "memory edit": ((), lambda t: ["memory", "edit", t.note(), "--text", "Another text"]),
    "undo": ((_graduate,), _undo),
    "redo": ((_graduate, _undo), lambda t: ["redo"]),
    "dream": ((), lambda t: ["dream"]),
    "sync": ((_graduate,), lambda t: ["sync"]),
    "add": ((), lambda t: ["add", "--title", "Flaky clocks cost us a day", "--evidence", "text:seen twice"]),
    "brief": ((), _record),
    "accept": ((_record,), _mark),
    "init": ((), lambda t: ["init"]),
}


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """A workspace with something of everything, and events that no run has seen."""
    bench = make_bench(tmp_path / "box")
    box = Sandbox(bench.top)
    furnish(box)
    more = bench.agent / "memory/episodic/2026/11/12/bob__0123456789ad.jsonl"
    more.parent.mkdir()
    more.write_text("".join(fixes("src/new.py", 3, 50)), encoding="utf-8")
    return Trial(bench.at(now="2026-11-19T09:00:00Z"), box)


@pytest.mark.parametrize("verb", VERBS)
def test_killed_in_the_middle(trial: Trial, tmp_path: Path, verb: str) -> None:
    """Killed at either point the tree is, after the next command, the one before or the one after; it says which."""
    prepare, words = VERBS[verb]
    for number, earlier in enumerate(prepare):
        trial.bench.at(now=f"2026-11-18T1{number}:00:00Z").ok(*earlier(trial))
    command = words(trial)
    before, stash = trial.bench.tree(), trial.box.stash(tmp_path / "stash")
    trial.bench.ok(*command)
    after = trial.bench.tree()
    assert before != after
    for outcome, point in POINTS.items():
        trial.box.restore(stash)
        trial.kill(command, point)
        said = trial.bench.ok("audit", "verify").err
        assert f"an interrupted {verb.split()[-1]}" in said, said
        assert said.count(f" was {outcome}") == 1, said
        assert trial.bench.tree() == (before if outcome == "rolled back" else after)


def test_observe_killed_before_its_line_leaves_no_line(trial: Trial) -> None:
    """The event is not there, or whole."""
    command = ["observe", "commit", "--summary", "a fix", "--session", "0123456789ae"]
    before = trial.bench.tree()
    trial.kill(command, POINTS["finished"])
    assert trial.bench.tree() == before
    trial.bench.ok(*command)
    assert sum(path.read_bytes().count(b"a fix") for path in trial.bench.agent.rglob("*0123456789ae.jsonl")) == 1
