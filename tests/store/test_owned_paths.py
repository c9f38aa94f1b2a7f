"""The one list of what we write, and the seal that says that a journal was written here."""

import os
from pathlib import Path

import pytest
from faults import CountingPort
from known_kinds import KINDS
from power_loss import LossyPort, PowerLoss
from worlds import KEY, World, make_world

from dreamtui.model.errors import Integrity, Refused, Unavailable
from dreamtui.openclaw import kind
from dreamtui.render.paths import READ
from dreamtui.store import layout
from dreamtui.store.commit.machine_key import machine_key
from dreamtui.store.commit.recovery import FOREIGN, recover
from dreamtui.store.commit.transaction import commit
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.owned_paths import DecidedFiles, may_decide, may_write

OWN = DecidedFiles.of(KINDS)
SIGNS = frozenset(shared.sign for shared in OWN.shared.values())
KEYS = ("@claude", ".claude/memory", ".claude/agent-memory/bot", "docs/memory")
DECIDED = (
    ".agent/dream/candidates/a.md", ".agent/dream/graduated/a.md", ".agent/dream/rejected/a.md",
    ".agent/dream/expired/a.md", ".agent/dream/promotions/m-1.json", ".agent/dream/promotions/accepted/m-1.json",
    ".agent/dream/proposals/p-1.json", ".agent/dream/proposals/accepted/p-1.json", ".agent/dream/insights/i-1.md",
    ".agent/memory/semantic/rules/auto-dream/a.md", ".agent/memory/semantic/rules/house/A b.md",
    ".agent/memory/notes/n-1.md", f"{layout.ARCHIVE}/claude/a.md",
    "@claude/a.md", "@claude/logs/x.txt", ".claude/memory/a.md", ".claude/memory/team/a.md",
    ".claude/agent-memory/bot/a.md", "docs/memory/a.md",
)  # fmt: skip
WRITTEN = (
    *(path.replace("*", "3") for path in READ), ".agent/config.yaml", ".agent/dream/candidates/.gitkeep",
    f"{layout.AUDIT}/2026/11/x.md", f"{layout.OBJECTS}/abc", f"{layout.LOG}/2026/11/a.jsonl",
)  # fmt: skip
NEVER = (
    "README.md", "src/app.py", ".envrc", ".claude/settings.json", ".claude/settings.local.json", ".mcp.json",
    ".agent/rules.md", ".agent/style.md", ".agent/dream/.state/lock", ".agent/dream/.state/journal/a.committed",
    ".agent/memory/notes/a.sh", ".agent/dream/candidates/../../../README.md", ".agent/memory/notes/../../../.envrc.md",
    ".claude/rules/mine.md", ".claude/rules/dreamtui-x/y.md", ".claude/hooks/a.sh", ".claude/memory/.hidden.md",
    ".claude/memory/.git/config.md", "docs/memory/run.sh", "docs/memory/../guide.md", "docs/guide.md", "memory/2026.md",
    ".github/workflows/ci.yml", ".cursor/rules/other.mdc", ".Agent/memory/notes/a.md", "agents.md", "", "/etc/x.md",
    ".claude/memory/settings.json", ".claude/memory/x.txt", ".claude/agent-memory/bot/run.sh",
    ".agent//memory/notes/a.md", ".agent/./memory/notes/a.md", ".agent/dream/candidates/.evil/.gitkeep",
)  # fmt: skip


@pytest.mark.parametrize("path", DECIDED)
def test_what_decisions_change(path: str) -> None:
    """Each may be decided, and so taken back, and written."""
    assert may_decide(path, KEYS, OWN, ()) and may_write(path, KEYS, READ, OWN, ())


@pytest.mark.parametrize("path", WRITTEN)
def test_what_is_written_without_a_decision(path: str) -> None:
    """Outputs, settings, records and logs: no decision changes them, so no undo does."""
    assert may_write(path, KEYS, READ, OWN, ())
    assert not may_decide(path, KEYS, OWN, SIGNS)


@pytest.mark.parametrize("path", NEVER)
def test_what_is_never_written(path: str) -> None:
    """Whatever a journal or a record says."""
    assert not may_decide(path, KEYS, OWN, SIGNS) and not may_write(path, KEYS, READ, OWN, SIGNS)


def test_openclaws_files_are_decided_in_its_workspaces_only() -> None:
    """Elsewhere MEMORY.md at the top is the user's own; the first recall makes a workspace OpenClaw's."""
    for path in (kind.MEMORY, kind.STORE):
        assert may_decide(path, KEYS, OWN, SIGNS) and may_write(path, KEYS, READ, OWN, SIGNS)
        assert not may_decide(path, KEYS, OWN, ())
    assert not may_write(kind.MEMORY, KEYS, READ, OWN, ())
    assert may_write(kind.STORE, KEYS, READ, OWN, ())


def test_a_key_is_made_once_and_is_the_persons_alone(tmp_path: Path) -> None:
    """Two who make one at the same time have the same; a link, a short one and a folder are none."""
    data = tmp_path / "data"
    first = machine_key(data)
    path = data / "dreamtui/.state/machine-key"
    assert len(first) == 65 and machine_key(data) == first == path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
    assert [one.name for one in path.parent.iterdir()] == ["machine-key"]
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(first)
    assert machine_key(data) not in (b"", first)
    assert not path.is_symlink()
    path.unlink()
    path.mkdir()
    for folder in (data, None, tmp_path / "elsewhere"):
        with pytest.raises(Unavailable, match="cannot write without the key") as said:
            machine_key(folder)
        assert folder is None or str(folder) in str(said.value)


def _stopped(world: World, key: bytes, renames: int = 2) -> None:
    """Stop a transaction dead: after two renames its journal says that it is committed, then files follow."""
    counting = CountingPort()
    twin = make_world(world.top.parent / "twin")
    twin.commit(counting)
    places = [at for at, (kind, _) in enumerate(counting.calls) if kind == "rename"]
    with pytest.raises(PowerLoss):
        commit(
            world.steps, world.appends, state=world.state, guard=world.guard, label="a test",
            port=LossyPort(world.top, places[renames]), key=key,
        )  # fmt: skip


@pytest.mark.parametrize(("sealed", "asked", "outcome"), [
    (b"k" * 64, b"k" * 64, "finished"),
    (b"k" * 64, b"x" * 64, "set aside"),
    (b"", b"x" * 64, "set aside"),
    (b"", b"", "set aside"),
    (b"k" * 64, b"", "set aside"),
])  # fmt: skip
def test_only_what_is_sealed_with_the_key_is_carried_out(
    tmp_path: Path, sealed: bytes, asked: bytes, outcome: str
) -> None:
    """Neither without a seal, nor with one that anybody could make because there is no key."""
    world = make_world(tmp_path / "w")
    after = world.after()
    _stopped(world, sealed)
    before = world.tree()
    (told,) = recover(world.state, guard=world.guard, key=asked)
    assert told.outcome == outcome and world.is_over()
    if outcome == "finished":
        assert world.tree() == after
        return
    assert world.tree() == before
    assert "was not written on this machine by you" in told.said
    assert {path.parent for path in told.kept} >= {Path(os.path.realpath(world.state)) / FOREIGN}
    assert all(path.is_file() for path in told.kept) and len(told.kept) > 1
    assert recover(world.state, guard=world.guard, key=asked) == ()


@pytest.mark.parametrize("asked", [b"x" * 64, b""], ids=["another key", "no key"])
def test_what_was_begun_under_another_key_and_is_half_done_waits_for_it(tmp_path: Path, asked: bytes) -> None:
    """It is neither carried out, nor put aside where nobody finds it, and nothing else is written meanwhile."""
    world = make_world(tmp_path / "w")
    after = world.after()
    _stopped(world, KEY, renames=3)
    before = world.tree()
    with pytest.raises(Integrity, match=r"half-way.*same HOME.*until then nothing is written"):
        recover(world.state, guard=world.guard, key=asked)
    with pytest.raises(Integrity, match="has to be recovered"):
        commit(world.steps, world.appends, state=world.state, guard=world.guard, label="x", key=b"x" * 64)
    assert world.tree() == before not in (after, None)
    (told,) = world.recover()
    assert told.outcome == "finished" and world.tree() == after


def test_what_is_not_ours_is_refused_in_a_plan_and_in_a_journal_alike(tmp_path: Path) -> None:
    """The same list for both: a plan is refused before anything is begun, a journal is malformed."""
    world = make_world(tmp_path / "w")
    before = world.tree()
    nothing = PathGuard((world.top / "work", world.top / "memory"), lambda path: False)
    with pytest.raises(Refused, match="is not dreamtui's file"):
        commit(world.steps, world.appends, state=world.state, guard=nothing, label="x", key=b"k" * 64)
    assert world.tree() == before and world.is_over()
    _stopped(world, b"k" * 64)
    before = world.tree()
    with pytest.raises(Integrity, match="is not dreamtui's file"):
        recover(world.state, guard=nothing, key=b"k" * 64)
    assert world.tree() == before
