"""Importing a SecondBrain database: what becomes of every row, twice the same, and the database is only read."""

import sqlite3
from pathlib import Path

import pytest
from sandbox import Sandbox, assert_sound, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes as note_desk
from dreamtui.desk.memory.import_memory import Imported, import_secondbrain
from dreamtui.desk.queue import listing
from dreamtui.kinds.note import codec as note_format
from dreamtui.model.errors import Refused
from dreamtui.model.memory import Note, NoteStatus
from dreamtui.model.status import Status

SCHEMA = """
CREATE TABLE long_term_memories (memory_id TEXT PRIMARY KEY, status TEXT, category TEXT, content TEXT,
  content_hash TEXT UNIQUE, importance REAL DEFAULT 0.5, pinned INTEGER DEFAULT 0, is_static INTEGER DEFAULT 0,
  is_forgotten INTEGER DEFAULT 0, created_at TEXT, updated_at TEXT);
CREATE TABLE memory_links (from_id TEXT, to_id TEXT, link_type TEXT, metadata TEXT);
CREATE TABLE insights (insight_id TEXT PRIMARY KEY, insight_type TEXT, status TEXT, content TEXT, importance REAL,
  created_at TEXT);
"""
TIME = "2026-10-01T10:00:00+02:00"


@pytest.fixture
def brain(tmp_path: Path) -> Path:
    """A database with a row of every sort."""
    path = tmp_path / "brain.db"
    base = sqlite3.connect(path)
    base.executescript(SCHEMA)
    rows = [
        ("m1", "active", "preference", "Prefers short answers.", 0.9, 1, 0, 0),
        ("m2", "deprecated", "project", "Short answers are preferred.", 0.4, 0, 0, 0),
        ("m3", "active", "project", "# The build\n\nIt runs on host nine.\x1b[31m\n---\ntitle: x", 0.5, 0, 1, 0),
        ("m4", "pending", "insight", "Deploys break on Fridays.", 0.6, 0, 0, 0),
        ("m5", "active", "project", "Forget this.", 0.5, 0, 0, 1),
        ("m6", "active", "project", "", 0.5, 0, 0, 0),
    ]
    for row in rows:
        base.execute(
            "INSERT INTO long_term_memories VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            (*row[:4], row[0], row[4], row[5], row[6], row[7], TIME, TIME),
        )
    base.execute("INSERT INTO memory_links VALUES ('m2', 'm1', 'merged_into', '{}')")
    base.execute("INSERT INTO memory_links VALUES ('m3', 'm1', 'contradicts', '{}')")
    base.executemany(
        "INSERT INTO insights VALUES (?,?,?,?,?,?)",
        [
            ("i1", "gap", "active", "The ledger export is unknown.", 0.7, TIME),
            ("i2", "theme", "deprecated", "Old.", 0.3, TIME),
        ],
    )
    base.commit()
    base.close()
    return path


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """An empty workspace."""
    return Sandbox(tmp_path / "box")


def notes(box: Sandbox, done: Imported) -> dict[str, Note]:
    """Imported notes by where they come from."""
    found = {}
    for item in done.notes:
        data = box.desk().store.read(f".agent/memory/notes/{item}.md") or b""
        parsed = note_format.parse(data, "")
        assert parsed is not None
        found[parsed.sources[0]] = parsed
    return found


def test_memories_become_notes_and_the_unreviewed_become_pending_insights(box: Sandbox, brain: Path) -> None:
    """Marks, times, importance and lineage are kept; what was forgotten stays forgotten."""
    done = import_secondbrain(box.desk(), brain)
    found = notes(box, done)
    assert set(found) == {"secondbrain:m1", "secondbrain:m2", "secondbrain:m3"}
    first, second, third = (found[f"secondbrain:m{n}"] for n in (1, 2, 3))
    assert (first.pinned, first.importance, first.category, first.status) == (
        True,
        0.9,
        "preference",
        NoteStatus.ACTIVE,
    )
    assert first.created == "2026-10-01T08:00:00Z"
    assert (second.status, second.merged_into) == (NoteStatus.DEPRECATED, first.id)
    assert (third.static, third.title) == (True, "The build")
    assert third.text.startswith("# The build\n\nIt runs on host nine.")
    assert (len(done.insights), done.forgotten) == (2, 1)
    waiting = listing.listing(box.desk(), kind="insight").entries
    assert {entry.status for entry in waiting} == {Status.PENDING}
    assert {entry.row.signal for entry in waiting} == {"gap", "pattern"}
    assert len(done.decisions) == 1
    assert_sound(box)


def test_what_is_to_be_forgotten_on_a_day_is_asked_about_then(box: Sandbox, brain: Path) -> None:
    """Before it an ordinary note; from that day on `reorganize` proposes to retire it; after it, it is not imported."""
    base = sqlite3.connect(brain)
    base.execute("ALTER TABLE long_term_memories ADD COLUMN forget_after TEXT")
    base.execute(
        "UPDATE long_term_memories SET forget_after = '2027-03-01T00:00:00Z', is_static = 0 WHERE memory_id = 'm3'"
    )
    base.execute("UPDATE long_term_memories SET forget_after = '2020-01-01' WHERE memory_id = 'm1'")
    base.commit()
    base.close()
    done = import_secondbrain(box.desk(), brain)
    assert set(notes(box, done)) == {"secondbrain:m2", "secondbrain:m3"}
    assert done.forgotten == 2
    (due,) = (key for key, one in notes(box, done).items() if one.review_after == "2027-03-01")
    assert due == "secondbrain:m3"


def test_the_same_import_again_changes_nothing(box: Sandbox, brain: Path) -> None:
    """Also when a note was edited here since; and one undo takes all of it back."""
    before = box.files(books=False)
    bytes_before = brain.read_bytes()
    done = import_secondbrain(box.desk(), brain)
    box.steps += 1
    again = import_secondbrain(box.desk(), brain)
    assert (again.notes, again.insights, again.decisions, again.known) == ((), (), (), 5)
    assert brain.read_bytes() == bytes_before
    assert sorted(path.name for path in brain.parent.iterdir()) == ["box", "brain.db"]
    box.steps += 1
    note_desk.edit_note(box.desk(), done.notes[0], "Another title", None)
    box.steps += 1
    assert import_secondbrain(box.desk(), brain).notes == ()
    decide.take_back(box.desk(), None, reason(1))
    box.steps += 1
    decide.take_back(box.desk(), None, reason(2))
    assert box.files(books=False) == before


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 99])
def test_what_is_no_such_database_is_refused(box: Sandbox, tmp_path: Path, content: bytes) -> None:
    """In a sentence; a missing file too."""
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(Refused, match="not a SecondBrain database"):
        import_secondbrain(box.desk(), path)
    with pytest.raises(Refused, match="there is no file"):
        import_secondbrain(box.desk(), tmp_path / "y.db")


def test_a_database_of_an_early_version_is_read_too(box: Sandbox, tmp_path: Path) -> None:
    """Without links, insights and lifecycle columns."""
    path = tmp_path / "early.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE long_term_memories (memory_id TEXT, content TEXT)")
    base.execute("INSERT INTO long_term_memories VALUES ('a', 'The build runs on host nine.')")
    base.commit()
    base.close()
    done = import_secondbrain(box.desk(), path)
    assert len(done.notes) == 1
