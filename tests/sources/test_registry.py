"""The bug registry: its format in every shape, its shards, and what is not read."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.model.mining.registry import RegistryEntry
from dreamtui.sources.registry import parse_registry, read_registry

TEXT = """# Bug Registry

Words before.

## BUG-007: Stale JWT cache accepts revoked tokens
- **Severity**: Critical
- **Files**: src/auth.py, `src/cache.py`; web/*.tsx
- **Component**: auth-service

Free text about `other.py`.

## AGT-12：Full-width colon
- **Priority**: P1
- **File**: src/naïve.py

## OPS-3 A space
Touches `src/notify.py`, `lib/x.go:12`, `docs/`, `retry()` and `AGT-0042`.

## Retry storm without an id, and with a rather long heading
Nothing.
"""


def test_the_format() -> None:
    """Ids, titles, files and severities are read as the format says, with the line of each heading."""
    bug, agent, ops, bare = parse_registry(TEXT, "docs/bug-registry.md")
    assert bug == RegistryEntry(
        "BUG-007",
        "Stale JWT cache accepts revoked tokens",
        ("src/auth.py", "src/cache.py", "web/*.tsx"),
        "docs/bug-registry.md",
        5,
        "critical",
    )
    assert (agent.id, agent.title, agent.files, agent.severity) == (
        "AGT-12",
        "Full-width colon",
        ("src/naïve.py",),
        "p1",
    )
    assert (ops.id, ops.title, ops.files) == ("OPS-3", "A space", ("src/notify.py", "lib/x.go", "docs/"))
    assert (bare.id, bare.title) == (
        "retry-storm-without-an-id-and-w",
        "Retry storm without an id, and with a rather long heading",
    )


def test_newlines_and_marks_do_not_matter() -> None:
    """CRLF, lone CR and a byte order mark give the same entries."""
    expected = parse_registry(TEXT, "x")
    assert parse_registry(TEXT.replace("\n", "\r\n"), "x") == expected
    assert parse_registry(TEXT.replace("\n", "\r"), "x") == expected


def test_examples_are_no_entries() -> None:
    """Headings in code fences and comments are examples, for us; dotagent takes them."""
    text = "```md\n## BUG-1: a\n```\n<!--\n## BUG-2: b\n-->\n~~~~\n## BUG-3: c\n~~~\n## BUG-4: d\n~~~~\n## BUG-5: e\n"
    assert [entry.id for entry in parse_registry(text, "x")] == ["BUG-5"]
    assert len(parse_registry(text, "x", compat=True)) == 5


def test_odd_ids_and_empty_headings() -> None:
    """Too long numbers make no id; an empty heading makes no entry."""
    text = "## BUG-123456: six\n## \n##\n### BUG-9: deeper\n## BUG-8\n## 漢字\n## !!!\n"
    entries = parse_registry(text, "x")
    assert [entry.id for entry in entries] == ["bug-123456-six", "BUG-8", "漢字", "entry"]
    assert entries[1].title == "BUG-8"


@given(st.text(alphabet=st.sampled_from("#-*`: \n\r,;abBUG-1/.\x00\x1b：~<!>"), max_size=300))
def test_any_text_is_read(text: str) -> None:
    """No text makes the reading fail, and every entry has an id, a title and its line."""
    for compat in (False, True):
        for entry in parse_registry(text, "x", compat=compat):
            assert entry.id and entry.title and entry.line > 0


def write(root: Path, name: str, data: bytes | str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def test_shards_are_read(tmp_path: Path) -> None:
    """Files beside the registry and those named in the configuration count; compat reads the one dotagent reads."""
    write(tmp_path, "docs/bug-registry.md", "## BUG-1: a\n- **File**: a.py\n")
    write(tmp_path, "docs/bug-registry-api.md", "## BUG-2: b\n- **File**: b.py\n\n## BUG-1: again\n- **File**: c.py\n")
    write(tmp_path, "ops/known.md", "## OPS-1: c\n")
    write(tmp_path, "ops/else.md", "## OPS-2: d\n")
    sources = {
        "bug_registry": "docs/bug-registry.md",
        "extra": [
            {"kind": "bug_registry", "name": "ops", "path": "ops/known.md"},
            {"kind": "generic", "path": "ops/else.md"},
            {"kind": "bug_registry", "path": "docs/absent.md"},
            {"kind": "bug_registry"},
            "nonsense",
        ],
    }
    registry = read_registry(tmp_path, sources)
    assert {entry.id: entry.files for entry in registry.entries} == {
        "BUG-1": ("a.py", "c.py"),
        "OPS-1": (),
        "BUG-2": ("b.py",),
    }
    assert registry.files == ("docs/bug-registry.md", "ops/known.md", "docs/bug-registry-api.md")
    assert registry.skipped == ()
    assert [entry.id for entry in read_registry(tmp_path, sources, compat=True).entries] == ["BUG-1"]
    assert [entry.id for entry in read_registry(tmp_path).entries] == ["BUG-1", "BUG-2"]


def test_headings_that_begin_alike_stay_two(tmp_path: Path) -> None:
    """A slug is cut at 32 characters; what follows still tells two entries apart."""
    write(
        tmp_path,
        "docs/bug-registry.md",
        "## Race condition in the payment service\n## Race condition in the payment sessions\n",
    )
    first, second = read_registry(tmp_path).entries
    assert first.id == "race-condition-in-the-payment-se"
    assert second.id == "race-condition-in-the-payment-sessions"


def test_nothing_outside_is_read(tmp_path: Path) -> None:
    """Absolute paths, `..` and links that lead out are named and not read; links inside are followed once."""
    root = tmp_path / "work"
    write(tmp_path, "secret.md", "## BUG-1: secret\n")
    write(root, "docs/bug-registry.md", "## BUG-2: own\n")
    os.symlink(tmp_path / "secret.md", root / "docs" / "bug-registry-link.md")
    os.symlink("bug-registry.md", root / "docs" / "bug-registry-inside.md")
    paths = [str(tmp_path / "secret.md"), "../secret.md", "bad\0path", 7, None]
    sources = {"extra": [{"kind": "bug_registry", "path": path} for path in paths]}
    registry = read_registry(root, sources)
    assert [entry.id for entry in registry.entries] == ["BUG-2"]
    assert len(registry.skipped) == 4


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    """Invalid UTF-8 is read with marks; a folder, a huge file and strange settings do no harm."""
    write(tmp_path, "docs/bug-registry.md", b"\xef\xbb\xbf## BUG-1: caf\xe9\r\n- **File**: a.py\r\n")
    (tmp_path / "docs" / "bug-registry-folder.md").mkdir()
    write(tmp_path, "docs/bug-registry-huge.md", b"x" * (8 << 20) + b"x")
    registry = read_registry(tmp_path)
    assert [(entry.title, entry.files) for entry in registry.entries] == [("caf\ufffd", ("a.py",))]
    assert [skip.path for skip in registry.skipped] == ["docs/bug-registry-huge.md"]
    for strange in ({"bug_registry": 7}, {"bug_registry": None, "extra": 3}, {"extra": {"a": 1}}):
        read_registry(tmp_path, strange)
    assert read_registry(tmp_path / "absent").entries == ()


def test_the_real_workspace_reads_as_dotagent_did() -> None:
    """Ids, titles, files and severities equal those in dotagent's own cache, in every stage that has one."""
    data = Path(os.environ.get("DREAMTUI_DATA") or Path(__file__).parents[3] / "shared" / "data") / "dotagent"
    stages = sorted(data.glob("*/.agent/.cache/sources.json"))
    if not stages:
        pytest.skip(f"no shared data at {data}; set DREAMTUI_DATA")
    for cache in stages:
        expected = json.loads(cache.read_text(encoding="utf-8"))["bug_registry"]["entries"]
        for compat in (False, True):
            found = read_registry(cache.parents[2], {"bug_registry": "docs/bug-registry.md"}, compat=compat).entries
            assert [(e.id, e.title, list(e.files), e.severity) for e in found] == [
                (e["id"], e["title"], e["files"], e["severity"]) for e in expected
            ]
