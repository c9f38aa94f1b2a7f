"""Hostile ids, files and disks: refused in one line, and nothing half done."""

import errno
import importlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from faults import CountingPort
from workbench import REASON, Bench, make_bench

from dreamtui.cli.run import main
from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide import decide
from dreamtui.desk.queue import lookup
from dreamtui.model.decision import Words
from dreamtui.model.errors import DreamtuiError, Usage, WriteFailed
from dreamtui.model.verb import Verb

BAD_IDS = ("../x", "", "*", "?", "a/b", "A1B2", ".", "..", "~", "x y", "a" * 90, "\u202e", "-1\n", "%2e", "$(id)")


@pytest.mark.parametrize("name", BAD_IDS)
def test_an_id_is_never_a_path_or_a_pattern(tmp_path: Path, name: str) -> None:
    """One line, exit 2, nothing changed; for every verb that takes an id."""
    bench = make_bench(tmp_path)
    bench.file("Releases break on migrations")
    for words in (
        ("show", "--", name),
        ("graduate", "--rationale", REASON, "--rule", "Check.", "--", name),
        ("reject", "--rationale", REASON, "--", name),
        ("defer", "--until", "+3d", "--", name),
        ("reopen", "--", name),
    ):
        assert bench.refused(2, *words)
    for words in (("retire", "--rationale", REASON, "--", name), ("rerationale", "--rationale", REASON, "--", name)):
        before = bench.tree()
        assert bench.run(*words).code in {1, 2}
        assert bench.tree() == before


def test_an_id_that_nothing_has_is_refused(tmp_path: Path) -> None:
    """A well-formed id of nothing, or one that begins several, is exit 1."""
    bench = make_bench(tmp_path)
    ids = bench.file(*(f"Title number {n}" for n in range(40)))
    assert "zzzz" in bench.refused(1, "reject", "zzzz", "--rationale", REASON)
    first = next(prefix for prefix in {i[0] for i in ids} if sum(i.startswith(prefix) for i in ids) > 1)
    assert "could be" in bench.refused(1, "reject", first, "--rationale", REASON)


def broken_candidate(bench: Bench, kind: str) -> str:
    """A candidate file that is none; its id."""
    item = "0123456789"
    path = bench.agent / "dream" / "candidates" / f"{item}.md"
    good = next(path.parent.glob("*.md")).read_bytes()
    if kind == "a link":
        outside = bench.top / "outside.md"
        outside.write_bytes(good)
        path.symlink_to(outside)
    elif kind == "a link to nothing":
        path.symlink_to("nowhere.md")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "unreadable":
        if os.geteuid() == 0:
            pytest.skip("root reads every file")
        path.write_bytes(good)
        path.chmod(0)
    else:
        with path.open("wb") as stream:
            stream.write(good)
            stream.truncate(50 * 1024 * 1024)
    return item


@pytest.mark.parametrize("kind", ["a link", "a link to nothing", "a folder", "a pipe", "unreadable", "50 MB"])
def test_a_candidate_that_is_no_file_is_refused_alone(tmp_path: Path, kind: str) -> None:
    """One line and exit 1 for every verb; the other items are listed, shown and decided as ever."""
    bench = make_bench(tmp_path)
    (other,) = bench.file("Releases break on migrations")
    item = broken_candidate(bench, kind)
    try:
        for words in (
            ("show", item),
            ("graduate", item, "--rationale", REASON, "--rule", "Check."),
            ("reject", item, "--rationale", REASON),
            ("defer", item, "--until", "+3d"),
        ):
            done = bench.run(*words)
            assert done.code == 1 and done.out == "" and item in done.problem, (words, done)
        assert not list(bench.agent.glob("dream/audit/**/*.md"))
        listed = bench.run("list", "--json")
        assert listed.code == 0 and [entry["id"] for entry in listed.data["items"]] == [other]
        assert item in listed.err
        bench.ok("reject", other, "--rationale", REASON)
        assert bench.run("doctor").code == 1
        bench.ok("dream")
    finally:
        path = bench.agent / "dream" / "candidates" / f"{item}.md"
        if kind == "a pipe":
            path.unlink()


def test_files_that_are_not_what_they_should_be_do_not_stop_the_rest(tmp_path: Path) -> None:
    """Garbage in every folder of ours: the good item is still listed and decided."""
    bench = make_bench(tmp_path)
    (other,) = bench.file("Releases break on migrations")
    garbage = (
        b"",
        b"\0" * 64,
        b"\xff\xfe" * 9,
        b"# Candidate `x` \xe2\x80\x94 \n",
        b'<!-- dreamtui: {"signal": [1], "weight": {}} -->',
    )
    folders = ("dream/candidates", "dream/graduated", "dream/rejected", "dream/expired", "memory/notes")
    for folder in (*folders, "memory/semantic/rules/auto-dream"):
        (bench.agent / folder).mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(garbage):
            (bench.agent / folder / f"bad-{number}.md").write_bytes(data)
    assert other in bench.items()
    for words in (("status",), ("sync", "--dry-run"), ("dream",), ("memory", "list"), ("show", other, "--preview")):
        bench.ok(*words)
    bench.ok("reject", other, "--rationale", REASON)


VERBS = (
    ("graduate", Verb.GRADUATE, Words(rationale=REASON, rule="Run each migration against a copy first.")),
    ("reject", Verb.REJECT, Words(rationale=REASON)),
    ("defer", Verb.DEFER, Words(until="2026-12-01")),
)


class FullDisk(CountingPort):
    """A disk that is full, or read-only, from some operation on."""

    def __init__(self, good: int, number: int) -> None:
        super().__init__()
        self.good = good
        self.number = number

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        """Writing takes room; taking away does not."""
        if len(self.calls) > self.good and name in {"write", "append", "link", "make_folder"}:
            raise OSError(self.number, os.strerror(self.number), str(path))
        super().turn(name, path, run, torn)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT], ids=["full", "read-only", "quota"])
@pytest.mark.parametrize(("verb", "words"), [v[1:] for v in VERBS], ids=[v[0] for v in VERBS])
def test_a_full_disk_changes_nothing(tmp_path: Path, verb: Verb, words: Words, number: int) -> None:
    """Wherever the disk gives out, one sentence says so and the tree is as it was."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    before = bench.tree()
    failed = 0
    for good in range(60):
        desk = bench.desk()
        desk.store.port = FullDisk(good, number)
        try:
            decide.decide(desk, [item], verb, words)
        except DreamtuiError as problem:
            failed += 1
            assert isinstance(problem, WriteFailed) and problem.exit_code == 1
            assert "\n" not in str(problem) and os.strerror(number).lower() in str(problem).lower()
            assert bench.tree() == before
        else:
            break
    assert failed > 3
    assert audit_views.verify(bench.desk()).broken == ()
    assert bench.tree() != before


def test_a_read_only_tree_is_one_line(tmp_path: Path) -> None:
    """Nothing can be written: the list still works, a decision is one line with its code."""
    if os.geteuid() == 0:
        pytest.skip("root writes everywhere")
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    shutil.rmtree(bench.agent / "dream" / ".state")
    folders = [bench.root, *(path for path in bench.root.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert item in bench.items()
        done = bench.run("reject", item, "--rationale", REASON)
        assert done.code in {1, 3} and done.problem and not done.out
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_the_guard_refuses_a_home_that_leads_elsewhere(tmp_path: Path) -> None:
    """A symlinked folder inside .agent is not followed when something is written."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    outside = tmp_path / "outside"
    outside.mkdir()
    (bench.agent / "dream" / "rejected").symlink_to(outside)
    assert bench.refused(1, "reject", item, "--rationale", REASON)
    assert not any(outside.iterdir())


def test_library_ids_are_checked_too(tmp_path: Path) -> None:
    """The library is not a way around the command line's checks."""
    bench = make_bench(tmp_path)
    for name in ("../x", "", "*", "a\0b", "a\nb"):
        with pytest.raises(Usage):
            lookup.resolve(bench.desk(), name, ())


def test_main_is_what_the_command_runs() -> None:
    """`python -m dreamtui` and the tests' forked command share one entry."""
    entry = importlib.import_module("dreamtui.__main__").main
    assert "dreamtui.cli.run" in entry.__code__.co_names and main.__module__ == "dreamtui.cli.run"
