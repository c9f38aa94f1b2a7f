"""A dream over a memory folder: its phases, its proposals, what it leaves alone, and the gates of an unattended one."""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from workbench import NOW, Bench, fixes, log_events, make_bench, tree, without

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history
from dreamtui.desk.memory.folder import Contents
from dreamtui.desk.mine import unattended
from dreamtui.desk.mine.run import DreamRequest
from dreamtui.desk.mine.unattended import held_back
from dreamtui.desk.reorganize import cycle
from dreamtui.model.errors import Refused
from dreamtui.sources.claude.places import MemoryFolder, slug

CLOCK = datetime.fromisoformat(NOW).timestamp()
PHASES = ["orient", "gather", "consolidate", "prune and index"]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with events and a memory folder in which two files say the same and one has no line."""
    made = make_bench(tmp_path)
    log_events(made, *fixes("src/a.py", 4))
    folder = memory_of(made)
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.md").write_text(f"---\nname: {name}\ntype: feedback\n---\nUse tabs in Makefiles.\n")
    (folder / "MEMORY.md").write_text("- [One](one.md) — tabs\n- [Gone](gone.md) — nothing\n")
    return made


def memory_of(bench: Bench) -> Path:
    return bench.top / "home/.claude/projects" / slug(bench.root) / "memory"


def session(bench: Bench, number: int, hours: float) -> None:
    """A transcript that was written to so many hours before now."""
    path = bench.top / "home/.claude/projects" / slug(bench.root) / f"{number:08}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = {"type": "user", "uuid": f"u{number}", "sessionId": f"s{number}", "cwd": str(bench.root)}
    path.write_text(json.dumps(record | {"message": {"role": "user", "content": "hello"}}) + "\n")
    os.utime(path, (CLOCK - hours * 3600,) * 2)


def gate(bench: Bench) -> str:
    found = held_back(bench.desk())
    return found.name if found else ""


def test_a_dream_goes_through_four_phases_and_writes_nothing_into_the_folder(bench: Bench) -> None:
    """Candidates and proposals are queued, what the index needs is said with its command, no memory changes."""
    before = tree(memory_of(bench))
    done = bench.ok("dream", "--json")
    data = done.data
    assert [phase["name"] for phase in data["phases"]] == PHASES
    assert data["new"] == 1
    assert len(data["proposals"]["new"]) == 1
    assert data["proposals"]["scanned"] == 2
    assert any("1 memory without a line, 1 line without its file" in remark for remark in data["remarks"])
    assert data["skipped"] is None
    assert tree(memory_of(bench)) == before
    listed = bench.items("")
    assert data["proposals"]["new"][0] in listed
    again = bench.ok("dream", "--json").data["proposals"]
    assert (again["new"], again["unchanged"]) == ([], 1)


def test_words_tell_what_lies_there_and_what_was_proposed(bench: Bench) -> None:
    """On stderr, beside what was mined."""
    words = bench.ok("dream").err
    assert "orient: @claude holds 2 memories" in words
    assert "consolidate: 2 memories gave 1 proposal: 1 new" in words
    assert "`dreamtui memory index --dry-run`" in words


def test_a_dry_run_writes_nothing(bench: Bench) -> None:
    """Neither here nor in the folder; it says what would be proposed."""
    before = tree(bench.root, memory_of(bench))
    assert len(bench.ok("dream", "--dry-run", "--json").data["proposals"]["new"]) == 1
    assert tree(bench.root, memory_of(bench)) == before


@pytest.mark.parametrize("words", [("--only", "repeat_fix"), ("--compat", "dotagent")])
def test_one_signal_and_compat_leave_memories_alone(bench: Bench, words: tuple[str, ...]) -> None:
    """There is only the gathering."""
    data = bench.ok("dream", *words, "--json").data
    assert [phase["name"] for phase in data["phases"]] == ["gather"]
    assert data["proposals"] == {
        "scanned": 0, "new": [], "updated": 0, "unchanged": 0, "recurring": 0, "withdrawn": 0,
    }  # fmt: skip


def test_without_a_memory_folder_there_is_only_the_gathering(tmp_path: Path) -> None:
    """Nothing changes for a workspace that has none."""
    bench = make_bench(tmp_path)
    bench.ok("memory", "add", "--title", "A", "--text", "Use tabs in Makefiles.")
    assert [phase["name"] for phase in bench.ok("dream", "--json").data["phases"]] == ["gather"]


def test_progress_names_the_phases(bench: Bench) -> None:
    """In their order, with what is being read."""
    told: list[str] = []
    unattended.dream(
        bench.desk(), DreamRequest(), progress=lambda what, done, total: told.append(what.partition(":")[0])
    )
    assert list(dict.fromkeys(told)) == PHASES


def test_a_stopped_look_at_the_memories_keeps_what_was_mined(bench: Bench) -> None:
    """The phase says that it was stopped, and no proposal is made or withdrawn."""
    told: list[str] = []

    def cancelled() -> bool:
        return "consolidate" in told

    done = unattended.dream(
        bench.desk(), DreamRequest(), progress=lambda what, done, total: told.append(what), cancelled=cancelled
    )
    assert done.cycle is None
    assert "was stopped" in done.phases[2].said[0]
    assert len(done.run.intake.new) == 1
    assert not list((bench.agent / "dream").glob("proposals/*.json"))


def test_what_stops_the_look_at_memories_stops_nothing_that_was_mined(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in the way of the memories is said."""

    def refuses(*_: object, **__: object) -> None:
        raise Refused("the folder is locked")

    monkeypatch.setattr(cycle, "reorganize", refuses)
    done = unattended.dream(bench.desk(), DreamRequest())
    assert done.phases[2].said == ("the memories were not looked at: the folder is locked",)
    assert len(done.run.intake.new) == 1


def test_an_unattended_dream_waits_for_hours_and_for_sessions(bench: Bench) -> None:
    """The gates of Claude's own dream: 24 hours and 5 finished sessions since the last one."""
    assert gate(bench) == "sessions"
    for number in range(5):
        session(bench, number, 1 + number)
    assert gate(bench) == ""
    bench.ok("dream", "--unattended")
    later = bench.at("2026-11-19T08:00:00.000000Z")
    assert gate(later) == "hours"
    next_day = bench.at("2026-11-19T10:00:00.000000Z")
    assert gate(next_day) == "sessions"
    for number in range(5):
        session(bench, number, -20 - number / 10)
    assert gate(next_day) == ""


def test_a_session_that_still_goes_on_does_not_count(bench: Bench) -> None:
    """The newest one, while it was written to in the last minutes; nor does a subagent's."""
    for number in range(4):
        session(bench, number, 2 + number)
    session(bench, 9, 0.01)
    assert gate(bench) == "sessions"
    session(bench, 9, 0.5)
    assert gate(bench) == ""


def test_claudes_own_dream_counts_as_a_dream(bench: Bench) -> None:
    """By the time of its lock; one that lies far ahead is no date."""
    for number in range(5):
        session(bench, number, 1)
    lock = memory_of(bench) / ".consolidate-lock"
    lock.write_text("")
    for hours, wanted in ((3.0, "hours"), (30.0, ""), (-1.0, "hours"), (-300.0, "")):
        os.utime(lock, (CLOCK - hours * 3600,) * 2)
        assert gate(bench) == wanted, hours


def test_a_run_that_is_held_back_says_which_gate_and_does_nothing(bench: Bench) -> None:
    """Exit 0, every key of the document, no line in the log."""
    before = tree(bench.top)
    done = bench.ok("dream", "--unattended", "--json")
    assert done.data["skipped"]["gate"] == "sessions"
    assert (done.data["new"], done.data["items"], done.data["phases"]) == (0, [], [])
    assert "no dream: 0 finished sessions took place so far, and dream.min_sessions is 5" in done.err
    assert without(tree(bench.top), "cache") == without(before, "cache")


def test_how_alike_insights_have_to_be_is_a_number_between_a_half_and_one(bench: Bench) -> None:
    """Anything else is a usage error that names the setting."""
    for odd in ("0.4", "1.5", "near", "true"):
        assert "dreamtui.dedup_threshold" in bench.at(DREAMTUI_DEDUP_THRESHOLD=odd).refused(2, "dream")
    assert bench.at(DREAMTUI_DEDUP_THRESHOLD="0.92").desk().config["dreamtui.dedup_threshold"] == 0.92


def test_the_gates_are_settings(bench: Bench) -> None:
    """Fewer sessions and hours by configuration; a person's own dream knows no gate."""
    (bench.agent / "config.yaml").write_text("dream:\n  min_sessions: 1\n  min_hours: 2\n")
    session(bench, 1, 1)
    bench.ok("dream", "--unattended")
    session(bench, 2, -1.5)
    for minutes, wanted in ((60, "hours"), (121, "")):
        now = datetime.fromisoformat(NOW) + timedelta(minutes=minutes)
        assert gate(bench.at(now.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))) == wanted
    (bench.agent / "config.yaml").write_text("dream:\n  min_sessions: none\n")
    assert "dream.min_sessions has to be a whole number" in bench.refused(2, "dream", "--unattended")


def test_without_transcripts_only_the_hours_count(bench: Bench) -> None:
    """Where conversations are not read, nobody looks for them either."""
    (bench.agent / "config.yaml").write_text("dreamtui:\n  transcripts: false\n")
    assert gate(bench) == ""


def test_a_dream_reads_the_folders_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each use case keeps one snapshot; the phases that tell of the folders share one reading."""
    looked, read = [], []
    snapshot, reading = history.snapshot, unattended.read_folder

    def counted(desk: Desk, *, keep: bool = True) -> list[history.FolderHistory]:
        looked.append(keep)
        return snapshot(desk, keep=keep)

    def counted_reading(desk: Desk, folder: MemoryFolder) -> Contents:
        read.append(folder.key)
        return reading(desk, folder)

    monkeypatch.setattr(history, "snapshot", counted)
    monkeypatch.setattr(unattended, "read_folder", counted_reading)
    done = unattended.dream(bench.desk(), DreamRequest())
    assert done.cycle is not None
    assert (looked, read) == ([True, True], ["@claude"])
