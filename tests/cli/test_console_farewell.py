"""What is said when a console closes that was opened from elsewhere: what is left, and the command that comes back."""

import os
import shlex
import sys
from pathlib import Path

import pytest
from workbench import Bench, make_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Somebody with a folder of temporary files of their own."""
    (tmp_path / "temporary").mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return make_bench(tmp_path).at(TMPDIR=str(tmp_path / "temporary"), PATH=path)


def commands(words: str) -> list[list[str]]:
    """The commands of dreamtui that are named in what was said."""
    quoted = words.split("`")[1::2]
    return [shlex.split(one)[1:] for one in quoted if one.startswith("dreamtui ")]


def test_a_demo_says_how_to_come_back(bench: Bench) -> None:
    """The command opens the same queue, with what was decided and with the demo's own conversations."""
    first = bench.ok("demo", "--plain", feed=b"s\n2w\nq\n")
    (words,) = commands(first.err)
    assert words[0] == "-C" and "this demo again" in first.err
    shown = bench.ok(*words, "list", "--json", "--status", "deferred").data["items"]
    assert len(shown) == 2
    dreamt = bench.ok(*words, "dream", "--json").data
    assert (dreamt["new"], dreamt["vanished"], dreamt["read"]["sessions"]) == (0, 0, 2)
    again = bench.ok(*words, "--plain", feed=b"q\n")
    assert commands(again.err) == [words]


def test_a_second_demo_names_the_first(bench: Bench) -> None:
    """Before anything is built; where somebody says where to build, nothing has to be found again."""
    (first,) = commands(bench.ok("demo", "--plain", feed=b"q\n").err)
    said = commands(bench.ok("demo", "--plain", feed=b"q\n").err)
    assert said[0] == first and said[1] != first
    last = bench.ok("demo").err
    assert commands(last)[0] == said[1]
    own = bench.ok("demo", "--plain", "--dir", str(bench.top / "mine"), feed=b"q\n")
    assert commands(own.err) == [["-C", str((bench.top / "mine").resolve())]]
    assert bench.ok("demo", "--no-console").err == ""


def test_somebody_elses_demo_is_not_named(bench: Bench, tmp_path: Path) -> None:
    """A folder that only looks like one is none, and one behind a link is not followed."""
    fake = tmp_path / "temporary" / "dreamtui-demo-fake" / "shop"
    (fake / ".git").mkdir(parents=True)
    other = tmp_path / "other" / "shop" / ".git"
    other.mkdir(parents=True)
    (other / "dreamtui-demo").write_text("")
    (tmp_path / "temporary" / "dreamtui-demo-link").symlink_to(tmp_path / "other")
    assert "before" not in bench.ok("demo", "--plain", feed=b"q\n").err


def test_a_named_workspace_says_it_while_something_is_left(bench: Bench, tmp_path: Path) -> None:
    """Open items and the way back to them; in the folder itself, and with nothing left, nothing is said."""
    root = tmp_path / "a shop"
    bench.ok("demo", "--no-console", "--dir", str(root))
    (root / ".git" / "dreamtui-demo").unlink()
    left = bench.ok("-C", str(root), "--plain", feed=b"q\n")
    assert commands(left.err) == [["-C", str(root)]] and "items are pending" in left.err
    assert bench.at(root=root).ok("--plain", feed=b"q\n").err == ""
    (tmp_path / "empty").mkdir()
    assert bench.ok("-C", str(tmp_path / "empty"), "--plain", feed=b"q\n").err == ""


def test_the_folders_that_were_named_are_named_again(bench: Bench, tmp_path: Path) -> None:
    """Else another memory would be meant."""
    root, claude = tmp_path / "shop", tmp_path / "claude"
    claude.mkdir()
    bench.ok("demo", "--no-console", "--dir", str(root))
    left = bench.ok("-C", str(root), "--claude-dir", str(claude), "--plain", feed=b"q\n")
    assert commands(left.err) == [["-C", str(root), "--claude-dir", str(claude)]]


def test_the_command_is_one_that_the_shell_finds(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The plain name only where the PATH has it, else the file that was started, else the interpreter."""
    from dreamtui.cli.arguments import Globals
    from dreamtui.cli.console import command

    (tmp_path / "bin").mkdir()
    own = tmp_path / "bin" / "dreamtui"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(sys, "argv", [str(own)])
    assert shlex.split(command(bench.desk(), Globals()))[0] == str(own)
    monkeypatch.setattr(sys, "argv", ["/x/__main__.py"])
    assert shlex.split(command(bench.desk(), Globals()))[:3] == [sys.executable, "-m", "dreamtui"]
    monkeypatch.setenv("PATH", str(own.parent))
    assert shlex.split(command(bench.desk(), Globals()))[:2] == ["dreamtui", "-C"]
