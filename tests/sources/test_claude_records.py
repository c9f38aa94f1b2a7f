"""A record of a transcript is found again at its line or another, and only in the folder of projects."""

import hashlib
import os
from io import BytesIO
from pathlib import Path

import pytest
from talking import session

from dreamtui.sources.claude.records import LONGEST, Wanted, around, lines_now, numbered, opened, path_of, split, tell
from dreamtui.sources.claude.sessions import roots_of
from dreamtui.sources.workspace import Workspace


def digest(line: bytes) -> str:
    """What evidence notes of a line."""
    return hashlib.sha256(line).hexdigest()[:16]


LINES = [b'{"uuid":"a","x":1}', b'{"uuid": "b","parentUuid":"a"}', b'{"text":"\\"uuid\\":\\"c\\""}', b'{"uuid":"c"}\r']
WHOLE = b"\n".join(LINES) + b"\n"


def test_a_record_is_found_by_id_and_digest() -> None:
    """Wherever it stands now; a parent's id and words that look like an id are not it."""
    wanted = [Wanted("a", 9, digest(LINES[0])), Wanted("b", 2, digest(LINES[1])), Wanted("c", 1, digest(LINES[3][:-1]))]
    assert lines_now(BytesIO(WHOLE), wanted) == [1, 2, 4]
    assert lines_now(BytesIO(b"\n\n" + WHOLE), wanted) == [3, 4, 6]
    assert lines_now(BytesIO(WHOLE), [Wanted("a", 1, "0" * 16), Wanted("z", 1, ""), Wanted("a", 1, "")]) == [0, 0, 1]


def test_a_record_without_an_id_keeps_its_line() -> None:
    """Then the line and its digest have to be the same."""
    assert lines_now(BytesIO(WHOLE), [Wanted("", 3, digest(LINES[2])), Wanted("", 1, digest(LINES[2]))]) == [3, 0]


def test_long_lines_are_cut_and_counted_once() -> None:
    """Neither memory nor the numbers of lines depend on how long a line is."""
    stream = BytesIO(b"a\n" + b"x" * (LONGEST + 5) + b"\nb")
    assert [(number, len(line)) for number, line in numbered(stream)] == [(1, 1), (2, LONGEST), (3, 1)]
    stream.seek(0)
    assert [number for number, _ in around(stream, 3, 1)] == [2, 3]


@pytest.mark.parametrize(
    "file",
    [
        "claude/../../secret.jsonl", "claude//etc/x.jsonl", "claude/a/./b.jsonl", "other/a/b.jsonl", "claude/a/b.txt",
        "claude/a/\0.jsonl", "/etc/x.jsonl", "",
    ],
)  # fmt: skip
def test_only_transcripts_below_the_projects(tmp_path: Path, file: str) -> None:
    """Everything else has no place."""
    assert path_of(tmp_path, file) is None
    with opened(tmp_path, file) as stream:
        assert stream is None


def test_links_and_odd_files_are_not_followed(tmp_path: Path) -> None:
    """A link to a file or folder, a pipe and a folder are as good as gone."""
    real = tmp_path / "outside.jsonl"
    real.write_bytes(WHOLE)
    project = tmp_path / "projects" / "-x"
    project.mkdir(parents=True)
    (project / "link.jsonl").symlink_to(real)
    (project / "folder.jsonl").mkdir()
    os.mkfifo(project / "pipe.jsonl")
    (tmp_path / "projects" / "-y").symlink_to(tmp_path)
    (project / "plain.jsonl").write_bytes(WHOLE)
    seen = {}
    for name in ("-x/link", "-x/folder", "-x/pipe", "-y/outside", "-x/gone", "-x/plain"):
        with opened(tmp_path, f"claude/{name}.jsonl") as stream:
            seen[name] = stream is not None
    assert [name for name, there in seen.items() if there] == ["-x/plain"]


def test_a_place_is_a_file_and_an_id() -> None:
    """The id stands behind the last sign."""
    assert split("claude/-x/s.jsonl#u1") == ("claude/-x/s.jsonl", "u1")
    assert split("claude/-x/s.jsonl") == ("claude/-x/s.jsonl", "")


def test_records_are_told_as_a_person_reads_them() -> None:
    """Who, and which words; what came of a call; bookkeeping says nothing."""
    talk = session("/w").says("use pnpm").answers("I will.\nAt once.")
    talk.runs("npm i", "\n".join(f"line {n}" for n in range(50)), fails=True)
    talk.calls("Edit", {"file_path": "/w/a.py", "old_string": "x"}).add(type="file-history-snapshot", snapshot={})
    talk.add(type="system", subtype="api_error", error={"status": 529}).calls("Odd", {"n": 1}, "")
    told = [tell(number, line) for number, line in enumerate(talk.lines.split(b"\n"), 1)]
    seen = [(one.who, one.words[:2]) for one in told if one is not None]
    assert seen == [
        ("user", ("use pnpm",)),
        ("agent", ("I will.", "At once.")),
        ("agent", ("→ Bash: npm i",)),
        ("tool", ("← failed: line 0", "  line 1")),
        ("agent", ("→ Edit: /w/a.py",)),
        ("tool", ("← done",)),
        ("system", ('api_error {"status": 529}',)),
        ("agent", ('→ Odd: {"n": 1}',)),
        ("tool", ("← (nothing)",)),
    ]
    assert told[3] is not None and told[3].words[-1] == "  … 10 more lines" and told[3].line == 4
    assert [tell(1, line) for line in (b"", b"\0\0", b"[1]", b'{"type":', b"{}")] == [None] * 5


def test_roots_are_the_workspace_and_its_worktrees(tmp_path: Path) -> None:
    """Each once; what does not say where a worktree is counts for nothing."""
    common = tmp_path / "shop" / ".git"
    for name, words in (("one", f"{tmp_path}/one/.git\n"), ("odd", "../odd/.git"), ("none", "")):
        (common / "worktrees" / name).mkdir(parents=True)
        (common / "worktrees" / name / "gitdir").write_text(words)
    (common / "worktrees" / "empty").mkdir()
    root = tmp_path / "one"
    there = Workspace(root, root / ".agent", "one", common / "worktrees" / "one", common)
    assert roots_of(there) == (root, tmp_path / "shop")
    assert roots_of(Workspace(root, root / ".agent", "one")) == (root,)
