"""Git is read as long as it says something, and stopped when it says nothing any more."""

import os
from pathlib import Path

import pytest

from dreamtui.sources.git import command as process
from dreamtui.sources.git.command import NoAnswer, Running, answer, tokens


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_silent", {})


def endless(folder: Path) -> list[str]:
    """A program that says something twice and then waits for a pipe."""
    os.mkfifo(folder / "pipe")
    return ["sh", "-c", "echo one; echo two; read line < pipe; echo never"]


def test_what_is_said_is_read_before_it_is_stopped(tmp_path: Path) -> None:
    """What came is there; then the wait ends with a sentence, and so does the process."""
    running = Running.begin(str(tmp_path), endless(tmp_path), "log", 0.2)
    said = b""
    with pytest.raises(NoAnswer, match=r"git did not answer in .* for 0\.2 seconds"):
        for piece in running.chunks():
            said += piece
    assert said == b"one\ntwo\n"
    assert running.process.poll() is not None


def test_what_gave_no_answer_is_not_waited_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command in the same folder is refused at once for a while; others are asked."""
    words = endless(tmp_path)
    with pytest.raises(NoAnswer):
        answer(str(tmp_path), words, "log", 0.2)
    monkeypatch.setattr(process, "gitpython", lambda: (pytest.fail, "git"))
    with pytest.raises(NoAnswer, match="a moment ago"):
        answer(str(tmp_path), words, "log", 0.2)
    monkeypatch.undo()
    assert answer(str(tmp_path), ["echo", "here"], "rev-parse", 20.0) == (0, b"here\n", "")


def test_a_stream_that_goes_on_is_never_stopped(tmp_path: Path) -> None:
    """The limit is for silence: much that comes piece by piece is read to its end."""
    much = ["sh", "-c", "i=0; while [ $i -lt 3000 ]; do printf 'word%s\\0' $i; i=$((i+1)); done"]
    found = list(tokens(Running.begin(str(tmp_path), much, "log", 20.0)))
    assert found[0] == "word0" and found[2999] == "word2999" and len(found) == 3000


def test_status_and_words_come_back(tmp_path: Path) -> None:
    """As before: the exit status, the output and what was said."""
    status, out, words = answer(str(tmp_path), ["sh", "-c", "echo out; echo fatal: no >&2; exit 3"], "config", 20.0)
    assert (status, out, words) == (3, b"out\n", "fatal: no")
