"""Reading many lines at once finds what reading every line by itself finds, whatever the lines are."""

import os
import re
import shlex
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_transcripts_any_bytes import LINES
from transcript_lines import ROOT, answers, calls, fails, line, says

from dreamtui.sources.jsonl.lines import BadLine, FilePosition
from dreamtui.sources.transcripts.commands import telling_line, tokens
from dreamtui.sources.transcripts.files import is_subagent, session_of
from dreamtui.sources.transcripts.miner import Miner
from dreamtui.sources.transcripts.reader import TranscriptReader
from dreamtui.sources.transcripts.record import RecordRun, read_record
from dreamtui.sources.transcripts.state import SKIPS, FileState

MEMORY = "/h/.claude/projects/x/memory/a.md"
USUAL = [
    says(1, "use pnpm not npm"),
    says(2, "no, always use make", uuid=...),
    says(3, "hello", sessionId="other", timestamp="2026-04-18T15:00:00+02:00"),
    calls(4, "Write", file_path=MEMORY, content="---\ndescription: d\n---\nx") + answers(5, "t4", "done"),
    calls(6, "Edit", file_path=f"{ROOT}/src/a.py") + answers(7, "t6", "done"),
    fails(8, "make 'a test'", "Exit code 2\nerror: x"),
    calls(9, "Bash", command="npm run " + "x" * 5000),
    answers(10, "t9", "Exit code 1\nnpm failed", error=True),
    calls(11, "ExitPlanMode", plan="# Plan") + answers(12, "t11", "User has approved your plan"),
    line("summary", 13, summary="a title", leafUuid="r0001"),
    line("system", 14, subtype="api_error", error={"type": "overloaded"}),
]
ODD = [
    b"",
    b"\r",
    b"  ",
    b"{torn",
    b"null",
    b"[1]",
    b"\0\0",
    b'{"a":',
    b"1}",
    b'{"a":"',
    b'"}',
    b'{"a":[{"b":1}',
    b'{"c":2}]}',
    b"{}",
    b"{}{}",
    b"{} {}",
    b"{},{}",
    b'{"type":"user","uuid":5}',
    b'{"type":"user","message":{"content":"use a not b"}}\r',
    b'\xef\xbb\xbf{"type":"user"}',
    b'{"type":"user","message":{"content":"never \xff"}}',
    b'{"type":"assistant","uuid":"x"}{"type":"assistant","uuid":"y"}',
]
OUTPUT = [
    "error: x", "│ error x", "x error", "ab", "all is well", "Failed 1", "", " ╭─ no such", "%", "fatal\r",
    "one\u2028İ not found", "\x0bundefined",
]  # fmt: skip


def at_once(path: Path, name: str) -> FileState:
    """As transcripts are read."""
    state = FileState(session_of(name), is_subagent(name))
    TranscriptReader(state, Miner(state, (ROOT,))).read(str(path))
    return state


def line_by_line(path: Path, name: str) -> FileState:
    """Every line decoded by itself, every call kept at once; only the marks that say what was read are set."""
    state = FileState(session_of(name), is_subagent(name))
    miner, mark = Miner(state, (ROOT,)), state.mark
    *lines, last = path.read_bytes().split(b"\n")
    for number, text in enumerate([*lines, last], 1):
        try:
            record = read_record(text)
        except BadLine as error:
            if number > len(lines):
                mark.torn = "torn last line" if str(error) == "not JSON" else str(error)
                break
            mark.skipped += 1
            state.skips += [(number, str(error))] if mark.skipped <= SKIPS else []
            record = None
        if record is not None:
            mark.records += 1
            miner.feed([record], RecordRun(text, 0, [len(text)], number))
            miner.settle()
        if number <= len(lines) or record is not None:
            mark.lines, mark.offset = number, mark.offset + len(text) + (number <= len(lines))
    return state


def same(path: Path, name: str) -> FileState:
    """Both find the same: moments, sessions, open calls, skipped lines, counts."""
    one, other = at_once(path, name), line_by_line(path, name)
    seen, wanted = one.mark, other.mark
    other.mark = FilePosition(
        seen.size, seen.mtime, seen.inode, wanted.offset, seen.print, wanted.lines, wanted.records, wanted.skipped,
        seen.open, wanted.torn,
    )  # fmt: skip
    assert msgspec.to_builtins(one) == msgspec.to_builtins(other)
    return one


def check(content: bytes) -> None:
    """In a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(content)
        same(path, "p/s.jsonl")


def encoded(text: str) -> bytes:
    """Bytes of a line, half a surrogate too."""
    return text.strip("\n").encode("utf-8", "surrogatepass")


@given(st.lists(st.one_of(st.sampled_from(USUAL).map(encoded), st.sampled_from(ODD), LINES.map(encoded)), max_size=12))
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_lines_of_any_kind(lines: list[bytes]) -> None:
    """Ordinary records, records of any shape and lines that are none, with and without a last newline."""
    check(b"\n".join(lines))
    check(b"".join(one + b"\n" for one in lines))


def test_lines_that_cancel_each_other_out() -> None:
    """As many records as lines, but not one in each."""
    for odd in (b'{}{}\n{"a":\n1}\n', b'{"a":1}{"b":2}\n{"c":[{}\n]}\n', b'{}\n{} {}\n{"a":"}\n{"}\n', b"{}\n\n{}{}\n"):
        check(odd)
        check(b"".join(map(encoded, USUAL)) + b"\n" + odd)


def test_real_transcripts() -> None:
    """Every file of the shared data."""
    named = os.environ.get("DREAMTUI_DATA", "")
    base = (Path(named) if named else Path(__file__).resolve().parents[2].parent / "shared" / "data") / "claude"
    if not base.is_dir():
        pytest.skip("the transcripts are not there: claude is looked for in $DREAMTUI_DATA")
    states = [same(path, str(path.relative_to(base))) for path in sorted(base.rglob("*.jsonl"))]
    assert sum(len(state.moments) for state in states) > 40
    assert sum(state.mark.records for state in states) > 2000


@given(st.text("ab#\"'\\ \t\n();|&$é\0", max_size=30))
@settings(max_examples=500, deadline=None)
def test_words_of_a_command_as_shlex_sees_them(command: str) -> None:
    """The same words and operators, and the same quotes left open."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="();|&")
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        wanted = list(lexer)
    except ValueError:
        with pytest.raises(ValueError, match="left open"):
            tokens(command)
        return
    assert tokens(command) == wanted


@given(st.lists(st.sampled_from(OUTPUT), max_size=8))
@settings(max_examples=300, deadline=None)
def test_the_telling_line_is_the_first_of_words_that_tells(lines: list[str]) -> None:
    """Else the last line of words; looked for line after line."""
    words = [one for one in "\n".join(lines).splitlines()
             if re.search(r"[^\W\d_]{3}", one) and one.lstrip()[:1] not in "│┃|╭╰┌└━─═%"]  # fmt: skip
    telling = [one for one in words if re.search("error|fail|no such|fatal|not found|undefined", one, re.IGNORECASE)]
    wanted = telling[0] if telling else words[-1] if words else ""
    assert telling_line("\n".join(lines)) == " ".join(wanted.split())
