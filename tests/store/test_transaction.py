"""What a transaction checks, keeps and refuses, and what its recovery does with files that are somebody else's."""

import os
import shutil
import stat
from pathlib import Path

import pytest
from faults import QUICK, CountingPort, FailingPort
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from power_loss import LossyPort, PowerLoss
from worlds import World, make_world, put

from dreamtui.model.errors import Changed, Integrity, Refused, WriteFailed
from dreamtui.store.commit.journal import Journal, LogAppend, Move, unfinished
from dreamtui.store.commit.transaction import Append, FileStep


def _refused(world: World, error: type[Refused], words: str) -> None:
    before = world.tree()
    with pytest.raises(error, match=words):
        world.commit()
    assert world.tree() == before
    assert world.is_over()


def _skip_if_allowed(path: Path) -> None:
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everything")


def _stop(world: World, name: str, nth: int = 0) -> None:
    """Stop the transaction dead before the n-th operation of a kind, as a kill does."""
    counting = CountingPort()
    twin = make_world(world.top.parent / "twin")
    twin.commit(counting)
    shutil.rmtree(twin.top)
    places = [at for at, (kind, _) in enumerate(counting.calls) if kind == name]
    with pytest.raises(PowerLoss):
        world.commit(LossyPort(world.top, places[nth]))


RENAMES_OF_JOURNAL = 2


def test_mode_bits_stay(tmp_path: Path) -> None:
    """A replaced file keeps its bits; a new one gets what the umask leaves."""
    world = make_world(tmp_path / "w")
    umask = os.umask(0o027)
    try:
        world.commit()
    finally:
        os.umask(umask)
    modes = {step.path.name: stat.S_IMODE(step.path.stat().st_mode) for step in world.steps if step.path.exists()}
    assert modes == {"CLAUDE.md": 0o640, "MEMORY.md": 0o600, "topic.md": 0o640, "rule.md": 0o640}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_stays_when_root_replaces(tmp_path: Path) -> None:
    """As in a container whose root works on a user's files."""
    world = make_world(tmp_path / "w")
    path = world.steps[0].path
    os.chown(path, 1234, 2345)
    if not os.access(path, os.R_OK | os.W_OK):
        pytest.skip("this root may not read everything")
    world.commit()
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("now", [b"other bytes", None])
def test_a_changed_or_vanished_file_is_named(tmp_path: Path, now: bytes | None) -> None:
    """A file that is not as planned stops everything."""
    world = make_world(tmp_path / "w")
    path = world.steps[0].path
    path.unlink()
    if now is not None:
        path.write_bytes(now)
    _refused(world, Changed, "CLAUDE.md changed since")


def test_a_file_that_should_not_be_there(tmp_path: Path) -> None:
    """To create never means to replace."""
    world = make_world(tmp_path / "w")
    put(world.top / "work/.agent/deep/new/rule.md", b"somebody's")
    _refused(world, Changed, "deep/new/rule.md changed")


def test_a_step_without_a_change_still_checks(tmp_path: Path) -> None:
    """The same bytes before and after mean: it has to be so, and it stays untouched."""
    world = make_world(tmp_path / "w")
    other = world.top / "work/other.txt"
    inode = other.stat().st_ino
    world.steps.append(FileStep(other, b"not ours", b"not ours"))
    after = world.after()
    world.commit()
    assert world.tree() == after
    assert other.stat().st_ino == inode
    world.steps, world.appends = [FileStep(other, b"was", b"was")], []
    _refused(world, Changed, "other.txt")


def test_nothing_to_do_writes_nothing(tmp_path: Path) -> None:
    """No steps, no operations."""
    world = make_world(tmp_path / "w")
    world.steps, world.appends = [], []
    port = CountingPort()
    world.commit(port)
    assert port.calls == []


def test_symlinks_and_strangers_are_refused(tmp_path: Path) -> None:
    """Nothing is written through a symlink, into git, or outside."""
    for name, make, words in (
        ("link.md", lambda p: p.symlink_to(tmp_path / "w/work/other.txt"), "is a symlink"),
        ("sub/x.md", lambda p: p.parent.symlink_to(tmp_path), "is a symlink"),
        (".git/hooks/post-commit", lambda p: None, "belongs to git"),
        ("folder.md", lambda p: p.mkdir(), "not a regular file"),
        ("../../out.md", lambda p: None, "not a plain absolute path"),
    ):
        world = make_world(tmp_path / "w")
        path = world.top / "work" / name
        make(path)
        world.steps.append(FileStep(path, None, b"x"))
        _refused(world, Refused, words)
        shutil.rmtree(world.top)


def test_one_file_twice_is_refused(tmp_path: Path) -> None:
    """Two steps of one file are a mistake of the caller's."""
    world = make_world(tmp_path / "w")
    world.steps.append(world.steps[0])
    _refused(world, Refused, "twice")


def test_a_hard_link_is_not_cut(tmp_path: Path) -> None:
    """A file that a person gave two names is left to them."""
    world = make_world(tmp_path / "w")
    os.link(world.steps[0].path, world.top / "work/AGENTS.md")
    _refused(world, Refused, "hard link")


def test_a_read_only_file_stays(tmp_path: Path) -> None:
    """A rename could replace it; that would be behind its owner's back."""
    world = make_world(tmp_path / "w")
    world.steps[0].path.chmod(0o440)
    _skip_if_allowed(world.steps[0].path)
    _refused(world, Refused, "read-only")


def test_a_read_only_folder_changes_nothing(tmp_path: Path) -> None:
    """The system says no to the last of several files."""
    world = make_world(tmp_path / "w")
    work = world.top / "work"
    work.chmod(0o555)
    try:
        _skip_if_allowed(work)
        _refused(world, WriteFailed, r"CLAUDE\.md could not be written \(Permission denied\); everything is as it was")
    finally:
        work.chmod(0o755)


def test_only_logs_are_appended_to(tmp_path: Path) -> None:
    """An append to anything else is refused."""
    world = make_world(tmp_path / "w")
    world.appends.append(Append(world.top / "work/other.txt", b"x"))
    _refused(world, Refused, "not a log")


def test_appends_of_one_log_keep_their_order(tmp_path: Path) -> None:
    """Several lines for one log come as they were given."""
    world = make_world(tmp_path / "w")
    log = world.top / "work/.agent/log/c.jsonl"
    world.appends = [Append(log, b"1"), Append(log, b"2\n"), Append(log, b"3")]
    world.commit()
    assert log.read_bytes() == b"1\n2\n3\n"


def test_an_unfinished_change_has_to_be_settled_first(tmp_path: Path) -> None:
    """No second transaction on top of half a first."""
    world = make_world(tmp_path / "w")
    _stop(world, "rename", RENAMES_OF_JOURNAL + 1)
    with pytest.raises(Integrity, match="interrupted"):
        world.commit()
    assert [found.label for found in world.recover()] == ["a test"]


def test_the_reason_names_the_users_file(tmp_path: Path) -> None:
    """The message is about CLAUDE.md, not about the temporary file beside it."""
    world = make_world(tmp_path / "w")
    port = CountingPort()
    world.commit(port)
    at = next(n for n, (kind, path) in enumerate(port.calls) if kind == "rename" and path == world.steps[0].path)
    shutil.rmtree(world.top)
    world = make_world(tmp_path / "w")
    with pytest.raises(WriteFailed, match=r"^CLAUDE\.md could not be written \(No space left on device\); everything"):
        world.commit(FailingPort(at))


def test_an_edit_while_writing_is_not_overwritten(tmp_path: Path) -> None:
    """A file that changes between the check and the rename keeps the edit, and all else is put back."""

    class Editing(CountingPort):
        def sync(self, path: Path) -> None:
            if path.name.endswith("-0.new"):
                (tmp_path / "w/work/CLAUDE.md").write_bytes(b"edited")
            super().sync(path)

    world = make_world(tmp_path / "w")
    before = world.tree()
    with pytest.raises(Changed, match=r"CLAUDE\.md was changed by another process"):
        world.commit(Editing())
    before[str(tmp_path / "w/work/CLAUDE.md")] = (0o640, b"edited")
    assert world.tree() == before
    assert world.is_over()


def test_a_file_edited_after_the_crash_stays_and_the_rest_goes_back(tmp_path: Path) -> None:
    """Some files were in place already: they go back, and the person's edit stays."""
    world = make_world(tmp_path / "w")
    before = world.tree()
    _stop(world, "rename", RENAMES_OF_JOURNAL + 4)
    edited = world.top / "work/CLAUDE.md"
    assert edited.read_bytes() == world.steps[0].before
    edited.write_bytes(b"mine")
    (found,) = world.recover()
    assert (found.outcome, found.left, found.kept) == ("rolled back", (edited,), ())
    before[str(edited)] = (0o640, b"mine")
    assert world.tree() == before


def test_a_finished_file_edited_after_the_crash_stays(tmp_path: Path) -> None:
    """What was in place already and edited since is the person's; everything else is finished."""
    world = make_world(tmp_path / "w")
    after = world.after()
    _stop(world, "append")
    edited = world.top / "work/CLAUDE.md"
    edited.write_bytes(b"mine")
    (found,) = world.recover()
    assert found.outcome == "finished"
    after[str(edited)] = (0o640, b"mine")
    assert world.tree() == after


def test_a_removed_file_that_came_back_stays(tmp_path: Path) -> None:
    """It was removed already when somebody made it anew."""
    world = make_world(tmp_path / "w")
    after = world.after()
    _stop(world, "append")
    put(world.top / "memory/topic.md", b"made anew")
    (found,) = world.recover()
    assert (found.outcome, found.left) == ("finished", ())
    assert world.tree() == dict(sorted((after | {str(world.top / "memory/topic.md"): (0o644, b"made anew")}).items()))


def test_damaged_new_bytes_are_not_put_in_place(tmp_path: Path) -> None:
    """What waits beside a file is checked against the journal; else all goes back, and it is kept."""
    world = make_world(tmp_path / "w")
    before = world.tree()
    _stop(world, "rename", RENAMES_OF_JOURNAL + 1)
    next((world.top / "work").glob(".dreamtui-*-5.new")).write_bytes(b"forged")
    (found,) = world.recover()
    assert found.outcome == "rolled back"
    (copy,) = found.kept
    assert world.tree() == dict(sorted((before | {str(copy): (0o640, b"forged")}).items()))


def test_a_line_that_is_there_is_not_written_again(tmp_path: Path) -> None:
    """Somebody wrote to the log after the crash, behind our line or instead of it."""
    for nth, ours in ((0, b""), (1, b'{"n": 3}\n')):
        world = make_world(tmp_path / "w")
        log = world.top / "work/.agent/deep/log/b.jsonl"
        _stop(world, "append", nth)
        assert (log.read_bytes() if log.exists() else b"") == ours
        put(log, ours + b'{"n": 4}\n')
        assert [found.outcome for found in world.recover()] == ["finished"]
        assert sorted(log.read_bytes().splitlines()) == [b'{"n": 3}', b'{"n": 4}']
        shutil.rmtree(world.top)


def test_edits_on_both_sides_leave_nobody_stuck(tmp_path: Path) -> None:
    """One file was in place and edited, another not yet and edited: both edits stay, the rest is finished."""
    world = make_world(tmp_path / "w")
    after = world.after()
    _stop(world, "rename", RENAMES_OF_JOURNAL + 5)
    waiting, done = world.top / "work/CLAUDE.md", world.top / "memory/MEMORY.md"
    assert done.read_bytes() == world.steps[1].after
    waiting.write_bytes(b"mine")
    done.write_bytes(b"mine too")
    (found,) = world.recover()
    assert (found.outcome, found.left) == ("finished", (waiting,))
    after[str(waiting)] = (0o640, b"mine")
    after[str(done)] = (0o600, b"mine too")
    assert world.tree() == after
    assert world.is_over()


def test_a_file_edited_while_putting_back_keeps_a_copy_of_its_past(tmp_path: Path) -> None:
    """The bytes before are nowhere else then, so the hidden copy stays and is named, and the next change works."""
    world = make_world(tmp_path / "w")
    lasting = FailingPort(10**6, lasting=True)
    counting = CountingPort()
    twin = make_world(tmp_path / "twin")
    twin.commit(counting)
    lasting.at = next(n for n, (kind, _) in enumerate(counting.calls) if kind == "append")
    lasting.lasting = False
    stopping = LossyPort(world.top, lasting.at + 2)
    with pytest.raises(PowerLoss):
        world.commit(FailingPort(lasting.at, inner=stopping))
    assert [stage for _, stage in unfinished(world.state)] == ["undoing"]
    edited = world.top / "memory/MEMORY.md"
    edited.write_bytes(b"mine")
    (found,) = world.recover()
    assert found.outcome == "rolled back"
    assert found.left == (edited,)
    assert [path.read_bytes() for path in found.kept] == [b"- a line\n"]
    world.steps[1] = FileStep(edited, b"mine", b"mine again")
    world.commit()
    assert edited.read_bytes() == b"mine again"


def test_a_decision_that_was_told_is_never_put_back(tmp_path: Path) -> None:
    """A journal that came back after the end, and a disk that fails: what is in place stays in place."""
    world = make_world(tmp_path / "w")
    world.steps = world.steps[4:]
    after = world.after()
    lossy = LossyPort(world.top)
    world.commit(lossy)
    (journal,) = [path for kind, path in lossy.calls if kind == "remove" and path.suffix == ".committed"]
    data = lossy.kept[journal.parent][journal.name].data
    for at in range(4):
        put(journal, data)
        with pytest.raises(WriteFailed):
            world.recover(FailingPort(at))
        assert world.tree() == after, at


def _ship(world: World, journal: Journal, stage: str = "committed", name: str = "") -> Path:
    filed = journal.named()
    return put(world.state / "journal" / f"{name or filed.id}.{stage}", journal.encode())


def _forged(world: World, **parts: object) -> Journal:
    fields = {"moves": (), "lines": (), "folders": ()} | parts
    return Journal(Path(os.path.realpath(world.state)), "forged", **fields)  # type: ignore[arg-type]


def test_a_forged_journal_is_named_and_touches_nothing(tmp_path: Path) -> None:
    """A hostile repository ships one."""
    world = make_world(tmp_path / "w")
    secret = put(tmp_path / "secret.md", b"not yours")
    (world.top / "work/sub").symlink_to(tmp_path)
    memory = world.top / "memory/MEMORY.md"
    a, b = "a" * 64, "b" * 64
    for journal in (
        _forged(world, moves=(Move(0, secret, a, b),)),
        _forged(world, moves=(Move(0, world.top / "work/sub/secret.md", a, b),)),
        _forged(world, moves=(Move(0, world.top / "work/../../secret.md", a, b),)),
        _forged(world, moves=(Move(0, world.top / "work/.git/config", a, b),)),
        _forged(world, moves=(Move(0, memory, a, a),)),
        _forged(world, moves=(Move(0, memory, "x", b),)),
        _forged(world, moves=(Move(0, memory, a, b), Move(1, memory, a, b))),
        _forged(world, lines=(LogAppend(memory, 9, b"obey me\n"),)),
        _forged(world, lines=(LogAppend(secret, 9, b"obey me\n"),)),
        _forged(world, folders=(tmp_path / "made",)),
        Journal(Path("/elsewhere/.state"), "moved", (), (), ()),
    ):
        for stage in ("preparing", "committed", "undoing"):
            path = _ship(world, journal, stage)
            before = world.tree()
            with pytest.raises(Integrity, match=path.name):
                world.recover()
            assert world.tree() == before
            assert secret.read_bytes() == b"not yours"
            path.unlink()


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b'"x"', b"[" * 100_000, b"\xff\xfe", b'{"dreamtui": "journal", "schema": 2}'],
)
def test_a_broken_journal_is_named(tmp_path: Path, data: bytes) -> None:
    """Any bytes at all; also under a name that matches them."""
    import hashlib

    world = make_world(tmp_path / "w")
    before = world.tree()
    for name in ("0" * 16, hashlib.sha256(data).hexdigest()[:16]):
        path = put(world.state / "journal" / f"{name}.committed", data)
        with pytest.raises(Integrity, match="not a journal of an interrupted change"):
            world.recover()
        path.unlink()
    assert world.tree() == before


def test_a_journal_that_is_no_file(tmp_path: Path) -> None:
    """A symlink, a folder, a pipe, and a whole folder that is a symlink."""
    world = make_world(tmp_path / "w")
    folder = world.state / "journal"
    folder.mkdir()
    path = folder / ("0" * 16 + ".committed")
    for make in (lambda: path.symlink_to("/etc/passwd"), path.mkdir, lambda: os.mkfifo(path)):
        make()
        with pytest.raises(Integrity):
            world.recover()
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    path.write_bytes(b"x")
    folder.rename(tmp_path / "away")
    folder.symlink_to(tmp_path / "away")
    with pytest.raises(Integrity, match="symlink"):
        world.recover()


def test_files_that_are_no_journals_are_not_looked_at(tmp_path: Path) -> None:
    """What a file manager leaves in the folder stops nobody."""
    world = make_world(tmp_path / "w")
    put(world.state / "journal/.DS_Store", b"x")
    assert world.recover() == ()
    world.commit()


def test_a_journal_says_the_same_for_the_same_change(tmp_path: Path) -> None:
    """Independent of the order of the steps; and what is left behind under its names does not stop the next."""
    names = []
    for backwards in (False, True):
        world = make_world(tmp_path / "w")
        if backwards:
            world.steps.reverse()
        port = CountingPort()
        world.commit(port)
        names.append([path.name for _, path in port.calls])
        shutil.rmtree(world.top)
    assert names[0] == names[1]
    world = make_world(tmp_path / "w")
    old = next(name for name in names[0] if name.endswith("-4.old") or name.endswith("-5.old"))
    put(world.top / "work" / old, b"kept for somebody")
    world.commit()
    assert (world.top / "work" / old).read_bytes() == b"kept for somebody"


def test_odd_names_and_bytes_survive_the_journal(tmp_path: Path) -> None:
    """Names that are not UTF-8, long names, line bytes that are not text."""
    world = make_world(tmp_path / "w")
    odd = Path(os.fsdecode(os.fsencode(world.top / "work") + b"/\xff\xfe \n\x1b[31m.md"))
    long = world.top / "work" / ("n" * 255)
    world.steps += [FileStep(odd, None, b"\0\xff"), FileStep(long, None, b"x")]
    world.appends.append(Append(world.top / "work/odd.jsonl", b"\xff\0\xc3"))
    after = world.after()
    with pytest.raises(PowerLoss):
        world.commit(LossyPort(world.top, 42))
    assert [found.outcome for found in world.recover()] == ["finished"]
    assert world.tree() == after
    with pytest.raises(Changed) as caught:
        world.commit()
    assert "\x1b" not in str(caught.value)
    assert "\n" not in str(caught.value)


_PLACES = ("work/a.md", "work/b.md", "work/x/c.md", "work/x/y/d.md", "memory/e.md", "memory/z/f.md")
_BYTES = st.one_of(st.none(), st.sampled_from([b"", b"one\n", b"two", b"\0\xff" * 300]))
_STEPS = st.dictionaries(st.sampled_from(_PLACES), st.tuples(_BYTES, _BYTES), max_size=6)
_LOGS = st.dictionaries(
    st.sampled_from(("work/l.jsonl", "work/x/m.jsonl")),
    st.tuples(st.sampled_from((None, b"", b"{}\n", b"{")), st.lists(st.sampled_from((b"{}", b'{"a"}\n')), max_size=2)),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=_STEPS, logs=_LOGS, data=st.data())
def test_any_transaction_is_whole_or_did_not_happen(
    tmp_path: Path, steps: dict[str, tuple[bytes | None, bytes | None]], logs: dict, data: st.DataObject
) -> None:
    """For random steps, one random fault in the commit and one in the recovery; afterwards it can be done again."""
    import random

    shutil.rmtree(tmp_path / "w", ignore_errors=True)
    world = World(tmp_path / "w", [], [])
    (world.state).mkdir(parents=True)
    (world.top / "memory").mkdir()
    for name, (before, after) in steps.items():
        if before is not None:
            put(world.top / name, before)
        world.steps.append(FileStep(world.top / name, before, after))
    for name, (before, lines) in logs.items():
        if before is not None:
            put(world.top / name, before)
        world.appends += [Append(world.top / name, line) for line in lines]
    world.steps = [step for step in world.steps if step.before != step.after]
    before_tree, after_tree = world.tree(), world.after()
    at = data.draw(st.integers(0, 60))
    lossy = LossyPort(world.top, at if data.draw(st.booleans()) else None)
    port = FailingPort(at, inner=lossy) if data.draw(st.booleans()) else lossy
    try:
        world.commit(port)
    except (PowerLoss, WriteFailed):
        lossy.lose(random.Random(data.draw(st.integers(0, 999))))
    second = LossyPort(world.top, data.draw(st.integers(0, 20)))
    try:
        world.recover(second)
    except PowerLoss:
        second.lose(random.Random(data.draw(st.integers(0, 999))))
        world.recover(QUICK)
    assert world.is_over()
    assert world.tree() in (before_tree, after_tree)
    if world.tree() != after_tree:
        world.commit()
        assert world.tree() == after_tree
