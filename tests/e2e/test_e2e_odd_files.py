"""Pipes, devices, sockets and endless settings where a file is expected: nothing hangs, and it is named."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from workbench import REASON, Bench, fixes, in_git, log_events, make_bench

from dreamtui.sources.git import command as process

COMMANDS = (
    ("status", "--json"),
    ("list", "--json"),
    ("doctor",),
    ("dream", "--dry-run", "--json"),
    ("sync", "--dry-run"),
)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A workspace in git with an item that waits; git is not waited for as long as people would."""
    monkeypatch.setattr(process, "ANSWER_WITHIN", 0.5)
    monkeypatch.setattr(process, "SILENT_FOR", 0.5)
    monkeypatch.setattr(process, "_silent", {})
    made = make_bench(tmp_path, git=True)
    in_git(made, "commit", "-q", "--allow-empty", "-m", "one")
    made.file("Totals are rounded twice")
    return made


def pipe(relative: str) -> Callable[[Bench], None]:
    """A pipe that nobody ever writes to."""

    def make(bench: Bench) -> None:
        path = bench.root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return make


def no_git(make: Callable[[Path], None]) -> Callable[[Bench], None]:
    """Something else in the place of .git."""

    def made(bench: Bench) -> None:
        (bench.root / ".git").rename(bench.top / "git-away")
        make(bench.root / ".git")

    return made


def included(bench: Bench) -> None:
    """A pipe behind include.path."""
    pipe("settings")(bench)
    in_git(bench, "config", "include.path", "../settings")


def a_socket(bench: Bench) -> None:
    """A socket in the place of a log."""
    folder = bench.agent / "dream" / "log" / "2026" / "11"
    folder.mkdir(parents=True, exist_ok=True)
    here = Path.cwd()
    os.chdir(folder)  # the names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("mallory.jsonl")
    finally:
        os.chdir(here)


ODD: dict[str, tuple[Callable[[Bench], None], str]] = {
    "a pipe as .git": (no_git(os.mkfifo), ".git"),
    "a device as .git": (no_git(lambda path: path.symlink_to("/dev/zero")), ".git"),
    "a NUL in .git": (no_git(lambda path: path.write_bytes(b"gitdir: a\0b\n") and None), ".git"),
    "a name without an end in .git": (no_git(lambda path: path.write_text("gitdir: " + "a" * 9000) and None), ".git"),
    "a pipe as commondir": (pipe(".git/commondir"), "commondir"),
    "a NUL in commondir": (lambda bench: (bench.root / ".git/commondir").write_bytes(b"a\0b") and None, "commondir"),
    "a pipe as .mailmap": (pipe(".mailmap"), ".mailmap"),
    "a pipe behind include.path": (included, "git did not answer"),
    "a pipe as HEAD's index": (pipe(".git/packed-refs"), "git did not answer"),
    "a pipe as the roster": (pipe(".agent/identity/developers.yaml"), "developers.yaml"),
    "a pipe as a log": (pipe(".agent/dream/log/2026/11/mallory.jsonl"), "mallory.jsonl"),
    "a socket as a log": (a_socket, "mallory.jsonl"),
    "a pipe as a rule": (pipe(".agent/memory/semantic/rules/auto-dream/bad.md"), "bad.md"),
    "a pipe as a note": (pipe(".agent/memory/notes/n-1.md"), "n-1.md"),
    "a pipe as a proposal": (pipe(".agent/dream/proposals/p-1.json"), "p-1.json"),
    "a pipe as an output": (pipe("CLAUDE.md"), "CLAUDE.md"),
}
QUIET: dict[str, Callable[[Bench], None]] = {
    "a pipe as an event log": pipe(".agent/memory/episodic/2026/11/10/x__1.jsonl"),
    "a pipe as a registry": pipe("docs/bug-registry.md"),
    "a pipe as a manifest": pipe("package.json"),
    "a pipe as a hidden list": pipe(".gitattributes"),
    "a pipe as Claude Code's settings": pipe(".claude/settings.json"),
}
"""Files of others that are passed over; a run says so where it would have read them."""


@pytest.mark.parametrize("kind", ODD)
def test_what_has_no_end_is_named(bench: Bench, kind: str) -> None:
    """Every command ends; doctor says what is wrong, and the item is listed."""
    make, named = ODD[kind]
    make(bench)
    for words in COMMANDS:
        done = bench.run(*words)
        assert done.code == (
            1 if words == ("doctor",) else 4 if kind == "a pipe as an output" and "sync" in words else 0
        )
        if words == ("doctor",):
            assert named in done.out, done
        if words[0] == "list":
            assert "Totals are rounded twice" in done.out


@pytest.mark.parametrize("kind", ["a pipe as .git", "a NUL in commondir", "a pipe behind include.path"])
def test_a_run_and_a_status_say_that_git_is_missing(bench: Bench, kind: str) -> None:
    """A history that cannot be read is not one in which nothing happened."""
    make, named = ODD[kind]
    make(bench)
    log_events(bench, *fixes("src/a.py", 4))
    done = bench.ok("dream", "--json")
    assert any(named in sentence for sentence in done.data["remarks"]), done
    assert done.data["new"] >= 1
    if kind != "a pipe behind include.path":
        assert any(named in sentence for sentence in bench.ok("status", "--json").data["problems"])


@pytest.mark.parametrize("kind", QUIET)
def test_files_of_others_without_an_end_are_passed_over(bench: Bench, kind: str) -> None:
    """Nothing waits for them."""
    QUIET[kind](bench)
    for words in COMMANDS:
        assert bench.run(*words).code == 0, words
    bench.ok("memory", "list")
    bench.ok("context")


def test_nobody_signs_as_somebody_else_because_git_hangs(bench: Bench) -> None:
    """Who decides is asked of git; where git gives no answer nothing is decided, and it is said how to go on."""
    included(bench)
    nobody = bench.at(DREAMTUI_ACTOR="")
    (item,) = nobody.items()
    assert "git did not answer" in nobody.refused(1, "reject", item, "--rationale", REASON)
    assert "DREAMTUI_ACTOR" in nobody.run("doctor").out
    bench.ok("reject", item, "--rationale", REASON)


def test_a_decision_over_a_log_that_is_a_pipe_changes_nothing(bench: Bench) -> None:
    """The writer's own log is no file: refused in one line."""
    (item,) = bench.items()
    mine = next((bench.agent / "dream" / "log").rglob("*.jsonl"))
    mine.unlink()
    os.mkfifo(mine)
    assert bench.run("reject", item, "--rationale", REASON).code in (1, 3)
    mine.unlink()
    assert bench.status_of(item) == "pending"


def test_a_home_that_leads_into_gits_own_files_is_left_alone(bench: Bench) -> None:
    """Nothing is written there, by no command."""
    before = sorted(path.name for path in (bench.root / ".git").iterdir())
    bench.agent.rename(bench.top / "agent-away")
    bench.agent.symlink_to(".git")
    for words in (*COMMANDS, ("dream",), ("sync",), ("add", "--title", "T")):
        done = bench.run(*words)
        assert done.code == 1 and "git's own files" in done.problem, (words, done)
    (bench.root / ".git" / "deeper").mkdir()
    bench.agent.unlink()
    bench.agent.symlink_to(".git/deeper")
    assert bench.run("dream").code == 1
    (bench.root / ".git" / "deeper").rmdir()
    assert sorted(path.name for path in (bench.root / ".git").iterdir()) == before


def bomb(levels: int) -> str:
    """Aliases of aliases, each ten times."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize("key", ["max_new", "keys", "dreaming", "theme", "outputs", "unknown"])
def test_aliases_are_no_way_to_make_much_of_little(bench: Bench, key: str) -> None:
    """One line that names the file and the line, whatever the setting."""
    (bench.agent / "config.yaml").write_text(f"{bomb(10)}\ndreamtui:\n  {key}: *a9\n")
    for words in (("status",), ("config",), ("dream", "--dry-run")):
        done = bench.run(*words)
        assert done.code == 2, done
        assert ".agent/config.yaml is not valid YAML: line 2: aliases" in done.problem
    assert "aliases" in bench.run("doctor").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("".join(f"k{n}: {n}\n" for n in range(60_000)), "too many values"),
        ("dreamtui:\n" + "".join(f"  k{n}: {n}\n" for n in range(60_000)), "too many values"),
        ("a: " + "[" * 3000, "nested too deeply"),
        ("a: " + "9" * 5001, "too many digits"),
        ("# " + "x" * (2 << 20), "more than the"),
    ],
    ids=["keys", "our keys", "depth", "digits", "bytes"],
)
def test_settings_without_an_end_are_refused(bench: Bench, text: str, said: str) -> None:
    """Keys, depth, digits and bytes are bounded; what is said is short."""
    (bench.agent / "config.yaml").write_text(text)
    done = bench.run("status")
    assert done.code == 2, done
    assert said in done.problem and len(done.err) < 400


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("[" + ", ".join(["x"] * 4000) + "]", "max_new has to be"),
        ("1" + ":1" * 3000, "too many digits"),
        ('"' + "x" * 50_000 + '"', "max_new has to be"),
    ],
    ids=["list", "digits", "text"],
)
def test_a_long_value_is_not_printed_whole(bench: Bench, value: str, said: str) -> None:
    """A list of thousands, a number of thousands of digits, a text of fifty thousand letters."""
    (bench.agent / "config.yaml").write_text(f"dreamtui:\n  max_new: {value}\n  {'k' * 900}: 1\n")
    done = bench.run("status")
    assert done.code == 2, done
    assert said in done.problem and len(done.err) < 400


def test_many_keys_that_mean_nothing_are_counted(bench: Bench) -> None:
    """The first are named, with their lines; of the others how many there are."""
    (bench.agent / "config.yaml").write_text("dreamtui:\n" + "".join(f"  kez{n}: 1\n" for n in range(3000)))
    done = bench.run("doctor")
    assert ".agent/config.yaml:2: dreamtui.kez0 is not a setting" in done.out
    assert "2,980 more keys under dreamtui are not settings" in done.out
    assert len(done.out) < 10_000


def test_a_roster_of_aliases_knows_nobody(bench: Bench) -> None:
    """Doctor names it; decisions go on."""
    path = bench.agent / "identity" / "developers.yaml"
    path.parent.mkdir()
    path.write_text(f"{bomb(10)}\ndevelopers: *a9\n")
    assert "developers.yaml" in bench.run("doctor").out
    (item,) = bench.items()
    bench.ok("reject", item, "--rationale", REASON)
