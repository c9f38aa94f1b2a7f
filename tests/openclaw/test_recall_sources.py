"""Reading recalls: files of every shape, OpenClaw's database, its configuration, and notes that stay inside."""

import hashlib
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dreamtui.model.errors import Refused, Usage
from dreamtui.openclaw.kind import STORE
from dreamtui.openclaw.recall_store import PHASES, read_note, read_recalls
from dreamtui.openclaw.settings import read_config

ENTRY = {"path": "memory/2026-04-15.md", "startLine": 1, "endLine": 1, "source": "memory", "snippet": "A fact."}


def put(path: Path, value: Any) -> Path:
    """A file with some JSON, or with text as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def env(tmp_path: Path) -> dict[str, str]:
    """An environment of its own."""
    return {"HOME": str(tmp_path / "home")}


def database(path: Path, root: Path, *, wal: bool = False) -> sqlite3.Connection:
    """A database as OpenClaw keeps it, with one recall of this workspace and one of another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    if wal:
        connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(
        "CREATE TABLE plugin_state_entries (plugin_id TEXT, namespace TEXT, entry_key TEXT, value_json TEXT,"
        " created_at INTEGER, expires_at INTEGER)"
    )
    for folder, key in ((root, "memory:memory/2026-04-15.md:1:1"), (root.parent / "other", "memory:other:1:1")):
        workspace = hashlib.sha256(os.fsencode(folder)).hexdigest()
        entry_key = f"{workspace}:{hashlib.sha256(key.encode()).hexdigest()}"
        for namespace, value in (("short-term-recall", ENTRY), ("short-term-phase-signals", {"lightHits": 2})):
            row = {"version": 1, "workspaceKey": workspace, "workspaceDir": str(folder), "key": key, "value": value}
            connection.execute(
                "INSERT INTO plugin_state_entries VALUES ('memory-core', ?, ?, ?, 0, NULL)",
                (namespace, entry_key, json.dumps(row)),
            )
    connection.commit()
    return connection


def test_nothing_is_an_empty_store(tmp_path: Path) -> None:
    """A workspace without recalls has none, and is not written to."""
    found = read_recalls(tmp_path, env(tmp_path))
    assert (found.store.entries, found.writable, found.remarks) == ({}, True, ())
    assert list(tmp_path.iterdir()) == []


def test_file_and_phases_are_read(tmp_path: Path) -> None:
    """The store and the phase signals beside it; phases without hits do not count."""
    put(tmp_path / STORE, {"version": 1, "updatedAt": "x", "entries": {"k": ENTRY}})
    put(tmp_path / PHASES, {"entries": {"k": {"lightHits": 2, "lastLightAt": "t"}, "none": {"lightHits": 0}}})
    found = read_recalls(tmp_path, env(tmp_path))
    assert (found.store.entries, found.store.updated_at, found.where) == ({"k": ENTRY}, "x", STORE)
    assert list(found.phases) == ["k"]


@pytest.mark.parametrize("text", ["{", "", "nul", '{"entries": {"k": NaN}}'])
def test_malformed_store_is_an_error(tmp_path: Path, text: str) -> None:
    """One sentence names the file."""
    put(tmp_path / STORE, text)
    with pytest.raises(Refused, match=r"short-term-recall\.json is not valid JSON"):
        read_recalls(tmp_path, env(tmp_path))


def test_malformed_phases_count_as_none(tmp_path: Path) -> None:
    """They only add to scores, so they stop nothing."""
    put(tmp_path / STORE, {"entries": {"k": ENTRY}})
    put(tmp_path / PHASES, "{")
    assert read_recalls(tmp_path, env(tmp_path)).phases == {}


def test_lone_surrogates_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    """What JavaScript writes and the fast parser does not take is read all the same."""
    put(tmp_path / STORE, '{"entries": {"k": {"snippet": "\\ud800 cut"}}}')
    assert read_recalls(tmp_path, env(tmp_path)).store.entries["k"]["snippet"] == "\ud800 cut"


def test_store_over_sixteen_mebibytes_is_read_and_named(tmp_path: Path) -> None:
    """OpenClaw gives up on such a file in silence; here it is read, and said."""
    entries = {f"memory:memory/2026-04-15.md:{n}:{n}": {**ENTRY, "snippet": "x" * 100_000} for n in range(170)}
    put(tmp_path / STORE, {"entries": entries})
    found = read_recalls(tmp_path, env(tmp_path))
    assert len(found.store.entries) == 170
    assert "16.2 MiB; OpenClaw stops promoting at 16 MiB" in found.remarks[0]


def test_symlinked_store_is_not_followed(tmp_path: Path) -> None:
    """A store that leads elsewhere is not read."""
    put(tmp_path / "elsewhere.json", {"entries": {"k": ENTRY}})
    (tmp_path / STORE).parent.mkdir(parents=True)
    (tmp_path / STORE).symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(Refused, match="cannot be read"):
        read_recalls(tmp_path, env(tmp_path))


@pytest.mark.parametrize("place", ["openclaw.sqlite", "state/openclaw.sqlite", "a/b/openclaw.sqlite"])
def test_database_is_read_and_nothing_is_made_beside_it(tmp_path: Path, place: str) -> None:
    """Recalls of this workspace alone, for reading only."""
    root = tmp_path / "work"
    put(root / f"{STORE}.migrated", {"entries": {}})
    path = tmp_path / "home/.openclaw" / place
    database(path, root).close()
    before = (sorted(path.parent.iterdir()), path.read_bytes())
    found = read_recalls(root, env(tmp_path))
    assert found.store.entries == {"memory:memory/2026-04-15.md:1:1": ENTRY}
    assert (list(found.phases), found.writable) == (["memory:memory/2026-04-15.md:1:1"], False)
    assert "only read" in found.remarks[0]
    assert (sorted(path.parent.iterdir()), path.read_bytes()) == before


def test_database_that_is_being_written_is_read(tmp_path: Path) -> None:
    """What is still in its log counts while OpenClaw runs."""
    root = tmp_path / "work"
    put(root / f"{STORE}.migrated", {"entries": {}})
    path = tmp_path / "home/.openclaw/openclaw.sqlite"
    connection = database(path, root, wal=True)
    assert list(read_recalls(root, env(tmp_path)).store.entries) == ["memory:memory/2026-04-15.md:1:1"]
    connection.close()


@pytest.mark.parametrize("data", [b"not a database", b""])
def test_broken_database_falls_back_to_the_archive(tmp_path: Path, data: bytes) -> None:
    """Then what was moved away is read, and said to be old."""
    put(tmp_path / f"work/{STORE}.migrated", {"entries": {"k": ENTRY}})
    path = tmp_path / "home/.openclaw/openclaw.sqlite"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    found = read_recalls(tmp_path / "work", env(tmp_path))
    assert (found.store.entries, found.writable) == ({"k": ENTRY}, False)


def test_store_beside_its_archive_is_only_read(tmp_path: Path) -> None:
    """A file that reappears beside a database install is legacy input, never ours to write."""
    put(tmp_path / f"{STORE}.migrated", {"entries": {}})
    put(tmp_path / STORE, {"entries": {"k": ENTRY}})
    found = read_recalls(tmp_path, env(tmp_path))
    assert (found.store.entries, found.writable) == ({"k": ENTRY}, False)


@pytest.mark.parametrize(
    "path", ["../outside.md", "/etc/hostname", "memory/../../outside.md", "memory/link.md", "memory", "a\0b"]
)
def test_notes_outside_are_not_read(tmp_path: Path, path: str) -> None:
    """A store names paths; none leads out of the workspace."""
    put(tmp_path / "outside.md", "secret")
    (tmp_path / "work/memory").mkdir(parents=True)
    (tmp_path / "work/memory/link.md").symlink_to(tmp_path / "outside.md")
    assert read_note(tmp_path / "work", path) is None


def test_note_is_read_with_its_line_ends(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are replaced, nothing else changes."""
    put(tmp_path / "memory/2026-04-15.md", "")
    (tmp_path / "memory/2026-04-15.md").write_bytes(b"a\r\nb\xff\n")
    assert read_note(tmp_path, "memory/2026-04-15.md") == "a\r\nb\ufffd\n"


CONFIG = {"plugins": {"entries": {"memory-core": {"config": {"dreaming": {"mode": "rem"}}}}}}


@pytest.mark.parametrize("place", ["work/openclaw.json", "openclaw.json"])
def test_configuration_is_found(tmp_path: Path, place: str) -> None:
    """In the workspace or beside it."""
    (tmp_path / "work").mkdir()
    put(tmp_path / place, CONFIG)
    found = read_config(tmp_path / "work", {}, None)
    assert found is not None
    assert (found.dreaming, found.source) == ({"mode": "rem"}, str(tmp_path / place))


def test_configuration_with_comments_is_read(tmp_path: Path) -> None:
    """Comments and trailing commas are allowed there; what looks like one inside a text is text."""
    words = json.dumps({**CONFIG, "agents": {"defaults": {"userTimezone": "Europe/Berlin // not"}}}, indent=1)
    put(tmp_path / "openclaw.json", words.replace("{", "{ // a comment\n", 1).replace('"rem"', '"rem", /* last */'))
    found = read_config(tmp_path, {}, None)
    assert found is not None
    assert (found.dreaming, found.timezone) == ({"mode": "rem"}, "Europe/Berlin // not")


def test_configuration_without_dreaming_says_nothing(tmp_path: Path) -> None:
    """One that is found and speaks of other things is passed over; one that is named counts as empty."""
    path = put(tmp_path / "openclaw.json", {"plugins": []})
    assert read_config(tmp_path, {}, None) is None
    named = read_config(tmp_path, {}, path)
    assert named is not None
    assert named.dreaming == {}


def test_malformed_configuration_is_a_usage_error(tmp_path: Path) -> None:
    """The file is named."""
    put(tmp_path / "openclaw.json", "{")
    with pytest.raises(Usage, match=r"openclaw\.json is not valid JSON"):
        read_config(tmp_path, {}, None)
    with pytest.raises(Usage, match="is not a file"):
        read_config(tmp_path, {}, tmp_path / "gone.json")
