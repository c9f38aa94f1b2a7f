"""What a record says of each file it changed: whole while the file is as it was left, else the places it keeps."""

from pathlib import Path

from workbench import Bench, make_bench, reason

from dreamtui.desk.audit import audit_views
from dreamtui.desk.audit.decision_diff import DecidedFile, recorded_changes


def changes(bench: Bench, verb: str) -> dict[str, DecidedFile]:
    desk = bench.desk()
    newest = next(mark for mark, _ in reversed(audit_views.decisions(desk)) if mark.verb == verb)
    return {one.path: one for one in recorded_changes(desk, audit_views.decision(desk, newest.id)[0])}


def test_new_and_removed_files_are_whole(tmp_path: Path) -> None:
    """A rejection: the candidate goes with all its bytes, the rejected file is new."""
    bench = make_bench(tmp_path)
    item = bench.add("Builds forget the cache", "text:seen")
    before = bench.text(f".agent/dream/candidates/{item}.md")
    bench.ok("reject", item, "--rationale", reason(1))
    found = changes(bench, "reject")
    gone, new = found[f".agent/dream/candidates/{item}.md"], found[f".agent/dream/rejected/{item}.md"]
    assert (gone.before, gone.after, gone.whole) == (before, None, True)
    assert (new.before, new.after, new.whole) == (None, bench.text(f".agent/dream/rejected/{item}.md"), True)


def test_a_changed_file_is_whole_until_somebody_changes_it(tmp_path: Path) -> None:
    """Before comes from the inverse spans; after a change by others only the places are known, and that is said."""
    bench = make_bench(tmp_path)
    note = bench.ok("memory", "add", "--title", "Backoff", "--text", "Wait longer each time.").out.strip()
    path = f".agent/memory/notes/{note}.md"
    before = bench.text(path)
    bench.ok("memory", "edit", note, "--text", "Wait twice as long each time.")
    whole = changes(bench, "edit")[path]
    assert (whole.before, whole.after, whole.whole) == (before, bench.text(path), True)
    (bench.root / path).write_bytes(bench.text(path) + b"\nadded by hand\n")
    pieces = changes(bench, "edit")[path]
    assert not pieces.whole
    assert "changed since" in pieces.remark
    assert b"Wait longer" in (pieces.before or b"")
    assert b"twice as long" in (pieces.after or b"")


def test_a_new_file_that_was_changed_or_is_gone(tmp_path: Path) -> None:
    """Its text is not in the record, and the remark says where it is."""
    bench = make_bench(tmp_path)
    note = bench.ok("memory", "add", "--title", "Backoff", "--text", "Wait longer.").out.strip()
    path = bench.root / f".agent/memory/notes/{note}.md"
    path.write_text("something else")
    assert "changed since" in next(iter(changes(bench, "add").values())).remark
    path.unlink()
    assert "has been removed" in next(iter(changes(bench, "add").values())).remark


def test_a_new_file_that_later_decisions_changed_and_took_away_is_whole(tmp_path: Path) -> None:
    """A reopening writes a file that the next decision takes away: its text is worked back from the records."""
    bench = make_bench(tmp_path)
    item = bench.add("Builds forget the cache", "text:seen")
    bench.ok("reject", item, "--rationale", reason(1))
    bench.ok("reopen", item)
    path = f".agent/dream/candidates/{item}.md"
    made = bench.text(path)
    bench.ok("defer", item, "--until", "+2d")
    bench.ok("reject", item, "--rationale", reason(2))
    found = changes(bench, "reopen")[path]
    assert (found.before, found.after, found.whole) == (None, made, True)
