"""Whatever stands in a transcript, it is read without a crash, and what was drawn from it can be saved."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transcript_lines import answers, calls, fails, read, says, write

from dreamtui.sources.transcripts import TranscriptSnapshot

WORDS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            "use pnpm not npm",
            "remember: x",
            "[Request interrupted by user]",
            "<system-reminder>x",
            "User has approved your plan",
            "Exit code 1\nerror: \ud83d",
            "The user doesn't want to proceed with this tool use. The user said: \x00",
            "/h/.claude/projects/x/memory/a.md",
            "2026-04-18T13:00:00Z",
            "t1",
            "user",
            "assistant",
            "system",
            "attachment",
            "api_error",
            "tool_use",
            "tool_result",
            "text",
            "Bash",
            "Write",
            "AskUserQuestion",
            "ExitPlanMode",
            "hook_blocking_error",
        ]
    ),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
BLOCKS = st.fixed_dictionaries(
    {},
    optional={
        name: st.one_of(VALUES, WORDS)
        for name in ("type", "id", "name", "tool_use_id", "is_error", "text", "content", "input")
    },
)
RECORDS = st.fixed_dictionaries(
    {},
    optional={
        name: st.one_of(VALUES, WORDS)
        for name in (
            "type",
            "subtype",
            "uuid",
            "sessionId",
            "timestamp",
            "cwd",
            "isMeta",
            "isSidechain",
            "isApiErrorMessage",
            "origin",
            "error",
            "attachment",
            "toolUseResult",
            "summary",
            "leafUuid",
            "customTitle",
            "aiTitle",
        )
    }
    | {
        "message": st.one_of(
            VALUES, st.fixed_dictionaries({"content": st.one_of(VALUES, st.lists(BLOCKS, max_size=3))})
        )
    },
)
LINES = st.one_of(
    RECORDS.map(json.dumps),
    RECORDS.map(lambda fields: json.dumps(fields, ensure_ascii=False)),
    st.just((calls(1, "Write", file_path="/h/.claude/projects/x/memory/a.md") + answers(2, "t1", "x")).strip()),
    st.just(fails(3, "make 'test", "error").strip()),
)
GOOD = (says(1, "use pnpm not npm") + calls(2, "Bash", command="make x") + answers(3, "t2", "error: x", True)).encode()


def check(content: bytes) -> None:
    """Read once, saved, and read again with nothing new."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, says(0, "hi")).write_bytes(says(0, "hi").encode() + content)
        first = read(folder, processes=1)
        saved = TranscriptSnapshot.from_bytes(first.snapshot.to_bytes())
        assert saved is not None
        second = read(folder, saved)
        assert (second.events, second.sessions, second.skipped) == (first.events, first.sessions, first.skipped)
        assert all(len(event.summary) <= 500 and "\n" not in event.summary for event in first.events)


@given(st.lists(LINES, max_size=8))
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_records_of_any_shape(lines: list[str]) -> None:
    """Fields of any type and any words."""
    check("\n".join(lines).encode("utf-8", "surrogatepass"))


@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_broken_bytes(changes: list[tuple[int, int]]) -> None:
    """A few bytes of real lines are others."""
    content = bytearray(GOOD)
    for place, byte in changes:
        content[place] = byte
    check(bytes(content))
