"""Every real transcript in the shared data: read without a crash, with what is skipped, said and found in it.

The figures were counted by hand and with `json.loads` from the files; the labels were given by reading the records
before the classifier was written. One of them it cannot get right: a prompt that a program sent, in a record that
does not tell it from a person's.
"""

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from dreamtui.sources.transcripts import FoundTranscripts, TranscriptFile, TranscriptScan, find, scan
from dreamtui.sources.transcripts.files import is_subagent, session_of
from dreamtui.sources.transcripts.record import read_record
from dreamtui.sources.transcripts.wording import is_human, words_of

LABELS = Path(__file__).with_name("transcript_labels.json")
PROGRAM = ("transcripts/episodic-memory/short-conversation.jsonl", 2)
"""The record that only its words show to be a program's."""


def folder() -> Path:
    """Where the transcripts lie; the test is skipped where they are not there."""
    named = os.environ.get("DREAMTUI_DATA", "")
    path = (Path(named) if named else Path(__file__).resolve().parents[2].parent / "shared" / "data") / "claude"
    if not path.is_dir():
        pytest.skip("the transcripts are not there: claude is looked for in $DREAMTUI_DATA")
    return path


def everything() -> list[str]:
    """The names of all transcripts."""
    base = folder()
    parts = [base / part for part in ("transcripts", "odd", "fixture-store")]
    return sorted(str(path.relative_to(base)) for part in parts for path in part.rglob("*.jsonl"))


def wanted(names: list[str]) -> FoundTranscripts:
    """These files as if they belonged to one repository."""
    files = [TranscriptFile(name, str(folder() / name), is_subagent(name), session_of(name)) for name in names]
    return FoundTranscripts(
        str(folder()), ("/Users/testuser/Documents/GitHub/projects/example-project",), tuple(files), {}
    )


@cache
def whole() -> TranscriptScan:
    """All transcripts in one scan."""
    return scan(wanted(everything()), processes=1)


def test_every_file_is_read() -> None:
    """All files, all lines: each is a record, blank, or skipped and named."""
    result = whole()
    assert result.files == result.opened == 142
    assert result.bytes_read == sum((folder() / name).stat().st_size for name in everything())
    assert {(skip.path.removeprefix("claude/"), skip.line): skip.why for skip in result.skips} == {
        ("odd/corrupt-mid-line.jsonl", 12): "not JSON",
        ("odd/non-object-lines.jsonl", 1): "not an object",
        ("odd/non-object-lines.jsonl", 2): "not an object",
        ("odd/non-object-lines.jsonl", 3): "not an object",
        ("odd/non-object-lines.jsonl", 4): "not an object",
        ("odd/nul-bytes.jsonl", 2): "nothing but NUL bytes",
        ("odd/truncated-last-line.jsonl", 23): "torn last line",
        ("odd/two-records-on-one-line.jsonl", 3): "not JSON",
        ("transcripts/miracle/malformed_session.jsonl", 2): "not JSON",
        ("transcripts/miracle/malformed_session.jsonl", 4): "not JSON",
    }
    assert result.skipped == 10


@pytest.mark.parametrize("processes", [1, 2])
def test_lines_are_counted_as_json_counts_them(processes: int) -> None:
    """Beside a plain reading of every line."""
    objects = 0
    for name in everything():
        for line in (folder() / name).read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n"):
            try:
                objects += isinstance(json.loads(line.decode("utf-8", "replace"), strict=False), dict)
            except ValueError:
                continue
    assert scan(wanted(everything()), processes=processes).records == objects


def test_people_are_told_from_machines() -> None:
    """At most two in a hundred of the labelled records are wrong."""
    labels: dict[str, list[tuple[int, str, str]]] = json.loads(LABELS.read_text(encoding="utf-8"))
    wrong: list[tuple[str, int]] = []
    count = 0
    for name, rows in labels.items():
        lines = (folder() / name).read_bytes().split(b"\n")
        for number, uuid, label in rows:
            record = read_record(lines[number - 1])
            assert record is not None
            assert record.uuid == uuid
            count += 1
            if is_human(record, words_of(record), subagent=is_subagent(name)) is not (label == "human"):
                wrong.append((name, number))
    assert count >= 200
    assert len(wrong) <= 0.02 * count
    assert wrong == [PROGRAM]


def test_moments() -> None:
    """What was found by reading: how often each kind happened, and the words of the rare ones."""
    events = whole().events
    assert Counter(event.kind for event in events) == {
        "command-fail": 19,
        "error": 10,
        "interrupt": 6,
        "rejection": 6,
        "decision": 2,
        "remember": 2,
        "correction": 4,
        "decided": 1,
    }
    subjects = {event.subject for event in events}
    assert {"use pnpm", "use apple container not docker proper", "npm run build", "git commit", "npx knip"} <= subjects
    repeated = Counter((event.session, event.subject) for event in events if event.kind == "command-fail")
    assert sorted(count for count in repeated.values() if count > 1) == [2, 2, 3, 4]


def test_every_event_is_where_it_says() -> None:
    """The line that a locator names is the one with the digest and the record with the id."""
    from dreamtui.text.ids import line_digest

    for event in whole().events:
        name, _, uuid = event.locator.ref.removeprefix("claude/").partition("#")
        line = (folder() / name).read_bytes().split(b"\n")[event.locator.line - 1]
        assert line_digest(line) == event.digest
        record = read_record(line)
        assert record is not None
        assert record.uuid == uuid


def test_people_spoke() -> None:
    """Prompts in the main sessions, and titles of every kind."""
    sessions = whole().sessions
    assert sessions["9a9eadc8-c1f1-493e-a0f1-884aa996b05b"].prompts == 15
    assert sessions["cb2e607c-c758-415a-8b45-c49e4631906a"].prompts == 5
    assert sessions["ef958aa1-0e93-49f0-bb71-150f63befcd1"].prompts == 2
    titles = {session.title for session in sessions.values()}
    assert {"Skill Sync Session", "Alpha project conventions", "Refactor authentication module"} <= titles


@pytest.mark.parametrize(
    ("store", "root", "count"),
    [
        ("transcripts/claude-code-log", "/Users/dain/workspace/coderabbit-review-helper", 38),
        ("transcripts/claude-code-log", "/Users/dain/workspace/JSSoundRecorder", 11),
        ("transcripts/es6kr/sessions", "/Users/test/demo-webapp", 8),
        ("fixture-store/claude-memory-admin/store", "/Users/demo/repos/alpha", 2),
        ("fixture-store/claude-memory-admin/store", "/Users/demo/repos", 3),
    ],
)
def test_discovery(tmp_path: Path, store: str, root: str, count: int) -> None:
    """Real folders of projects: what belongs to a repository, told by the records."""
    (tmp_path / "projects").symlink_to(folder() / store)
    found = find(tmp_path, [Path(root)])
    assert len(found.files) == count
    assert len(scan(found).sessions) <= count
