"""What is kept of records: in sealed blocks, of which there are never many, and as if every record were read."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from workbench import Bench, make_bench, reason

from dreamtui.model.decision import Mark
from dreamtui.model.verb import Verb
from dreamtui.store.records import record_reader
from dreamtui.store.records.record_reader import Audit


def blocks(bench: Bench) -> int:
    with sqlite3.connect(bench.kept / "index.sqlite") as index:
        return int(index.execute("SELECT count(*) FROM records").fetchone()[0])


def read(bench: Bench) -> list[Mark]:
    """Every record from its file."""
    return Audit(bench.desk().layout).marks()


def test_many_looks_leave_few_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look keeps what is new; when there are too many blocks, all goes into one."""
    monkeypatch.setattr(record_reader, "_MOST_BLOCKS", 3)
    bench = make_bench(tmp_path)
    seen = []
    for number, item in enumerate(bench.file(*(f"Observation {number}" for number in range(8)))):
        bench.at(now=f"2026-11-18T{9 + number:02}:00:00.000000Z").ok("reject", item, "--rationale", reason(number))
        assert bench.desk().store.audit.marks() == read(bench)
        seen.append(blocks(bench))
    assert max(seen) == 3 and seen.count(1) > 1


def test_only_what_is_new_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look opens no record, and one after a decision that alone."""
    bench = make_bench(tmp_path)
    one, two, *_ = bench.file("Releases break", "Tests hang")
    bench.ok("reject", one, "--rationale", reason(1))
    expected = bench.desk().store.audit.marks()
    opened: list[str] = []
    real = Audit.read
    monkeypatch.setattr(Audit, "read", lambda audit, name: opened.append(name) or real(audit, name))
    assert bench.desk().store.audit.marks() == expected and not opened
    bench.ok("reject", two, "--rationale", reason(2))
    opened.clear()
    assert len(bench.desk().store.audit.marks()) == 2 and len(opened) <= 1


def test_half_a_character_is_read_each_time() -> None:
    """No database keeps it; what else was read is kept all the same."""
    whole = Mark("a", "1", (), "i", "candidate", "Title", Verb.REJECT, "ada", "2026-11-18", "", "", "", ())
    half = replace(whole, title="\ud800")
    stamp = (1, 2, 3, 4, 5)
    assert record_reader._packed([(stamp, half)]) == b""
    assert record_reader._packed([(stamp, whole), (stamp, half)]) == record_reader._packed([(stamp, whole)]) != b""
