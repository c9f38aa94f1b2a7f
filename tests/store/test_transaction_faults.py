"""A transaction that fails, is interrupted, killed, or loses power at any operation is whole or did not happen."""

import errno
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import KILLED, CountingPort, DelayingPort, FailingPort, KillingPort, RefusingPort
from lean_child import run_in_lean_child
from power_loss import LossyPort, PowerLoss
from worlds import World, count_operations, make_world

from dreamtui.model.errors import WriteFailed
from dreamtui.store.files.port import DISK

OUTCOMES = {"finished", "rolled back"}


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> int:
    return count_operations(tmp_path_factory.mktemp("count"))


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[World]:
    """As many equal worlds as a test wants, one after the other."""

    def fresh() -> Iterator[World]:
        while True:
            yield make_world(tmp_path / "world")
            shutil.rmtree(tmp_path / "world")

    return fresh()


def test_the_world_is_worth_testing(worlds: Iterator[World]) -> None:
    """Every kind of operation happens, and the tree is what the steps say."""
    world = next(worlds)
    after, port = world.after(), CountingPort(DISK)
    world.commit(port)
    assert world.tree() == after
    assert world.is_over()
    kinds = {name for name, _ in port.calls}
    assert kinds == {"write", "append", "sync", "sync_folder", "rename", "link", "remove", "make_folder"}


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_a_failure_anywhere_changes_nothing(worlds: Iterator[World], operations: int, torn: bool, number: int) -> None:
    """One refused operation: all is put back at once, or all is in place and only temporary files may be left."""
    for at in range(operations):
        world = next(worlds)
        before, after = world.tree(), world.after()
        try:
            world.commit(FailingPort(at, number, torn=torn))
        except WriteFailed as error:
            assert "everything is as it was" in str(error), at
            assert "\n" not in str(error)
            assert world.tree() == before, at
            assert world.is_over(), at
        else:
            world.recover()
            assert world.tree() == after, at
        world.commit() if world.tree() == before else None
        assert world.tree() == after, at


def test_a_disk_that_stays_full_is_settled_later(worlds: Iterator[World], operations: int) -> None:
    """Every operation from one on fails, so nothing can be put back either; the next start does it."""
    for at in range(operations):
        world = next(worlds)
        before, after = world.tree(), world.after()
        failed = False
        try:
            world.commit(FailingPort(at, errno.EROFS, lasting=True))
        except WriteFailed as error:
            failed = True
            assert ("next start" in str(error)) or world.tree() == before
        found = world.recover()
        assert world.is_over()
        assert world.tree() in (before, after), at
        if not failed:
            assert world.tree() == after
        assert {r.outcome for r in found} <= OUTCOMES


def test_ctrl_c_anywhere_puts_back_or_finishes(worlds: Iterator[World], operations: int) -> None:
    """An interrupted person gets their prompt back and a whole tree."""
    for at in range(operations):
        world = next(worlds)
        before, after = world.tree(), world.after()
        with pytest.raises(KeyboardInterrupt):
            world.commit(FailingPort(at, interrupt=True))
        if world.tree() != before:
            assert [r.outcome for r in world.recover()] == ["finished"]
            assert world.tree() == after, at


def test_a_file_system_without_hard_links_keeps_copies(worlds: Iterator[World]) -> None:
    """Backups are copied where they cannot be linked, and serve as well."""
    world = next(worlds)
    before, after = world.tree(), world.after()
    port = RefusingPort("link", errno.EPERM)
    world.commit(port)
    assert world.tree() == after
    for at in range(len(port.calls)):
        world = next(worlds)
        try:
            world.commit(RefusingPort("link", errno.EPERM, FailingPort(at)))
        except WriteFailed:
            assert world.tree() == before, at


@pytest.mark.parametrize("torn", [False, True])
def test_killed_anywhere_and_again_while_recovering(worlds: Iterator[World], operations: int, torn: bool) -> None:
    """A process that vanishes at any operation, and whose successor vanishes too, leaves a tree that is settled."""
    told = set()
    for at in range(operations):
        point, status = at % 3, KILLED
        while status == KILLED:
            world = next(worlds)
            before, after = world.tree(), world.after()
            assert run_in_lean_child(world.commit, KillingPort(at, torn=torn)) == KILLED
            status = run_in_lean_child(world.recover, KillingPort(point, torn=torn))
            found = world.recover()
            assert world.is_over()
            assert world.tree() in (before, after), (at, point)
            told |= {r.outcome for r in found}
            assert world.recover() == ()
            point += 3
        assert status == 0
    assert told == OUTCOMES


def test_recovery_that_fails_is_tried_again(worlds: Iterator[World], operations: int) -> None:
    """A refused operation while recovering: the other direction is taken, or the person is told and it waits."""
    counting = CountingPort()
    next(worlds).commit(counting)
    committed = 1 + [path.suffix for _, path in counting.calls].index(".committed")
    told: list[str] = []
    for at in range(operations):
        point, failed = at % 2, True
        while failed:
            world = next(worlds)
            before, after = world.tree(), world.after()
            assert run_in_lean_child(world.commit, KillingPort(at)) == KILLED
            port = FailingPort(point)
            try:
                found = world.recover(port)
            except WriteFailed as error:
                assert "neither finished nor rolled back" in str(error) or "removed" in str(error)
                world.recover()
            else:
                told += [r.outcome for r in found if at >= committed and len(port.calls) > point]
            failed = len(port.calls) > point
            assert world.is_over()
            assert world.tree() in (before, after), (at, point)
            point += 2
    assert set(told) == {"rolled back"}


def test_power_lost_anywhere(worlds: Iterator[World], operations: int) -> None:
    """What was not synced may be gone, in any combination; the tree is settled all the same."""
    for at in range(operations):
        for seed in range(4 * at, 4 * at + 4):
            world = next(worlds)
            before, after = world.tree(), world.after()
            lossy = LossyPort(world.top, at)
            with pytest.raises(PowerLoss):
                world.commit(lossy)
            lossy.lose(random.Random(seed))
            world.recover()
            assert world.is_over()
            assert world.tree() in (before, after), (at, seed)


def test_power_lost_after_the_end_keeps_the_decision(worlds: Iterator[World]) -> None:
    """Once a commit returned, no loss takes it back."""
    for seed in range(50):
        world = next(worlds)
        after = world.after()
        lossy = LossyPort(world.top)
        world.commit(lossy)
        lossy.lose(random.Random(seed))
        world.recover()
        assert world.tree() == after, seed


def test_power_lost_while_recovering(worlds: Iterator[World], operations: int) -> None:
    """A second loss of power, during recovery from the first."""
    for at in range(operations):
        point, lost = at % 4, True
        while lost:
            world = next(worlds)
            before, after = world.tree(), world.after()
            first = LossyPort(world.top, at)
            with pytest.raises(PowerLoss):
                world.commit(first)
            first.lose(random.Random(at * 100 + point))
            second = LossyPort(world.top, point)
            try:
                world.recover(second)
                lost = False
            except PowerLoss:
                second.lose(random.Random(at * 1000 + point))
            world.recover()
            assert world.tree() in (before, after), (at, point)
            point += 4


def test_power_lost_while_putting_back(worlds: Iterator[World], operations: int) -> None:
    """A full disk, and then a loss of power in the midst of putting back."""
    for at in range(operations):
        for more in range(at % 6, 42, 6):
            world = next(worlds)
            before, after = world.tree(), world.after()
            lossy = LossyPort(world.top, at + more)
            try:
                world.commit(FailingPort(at, inner=lossy))
            except (PowerLoss, WriteFailed):
                lossy.lose(random.Random(at * 10 + more))
            world.recover()
            assert world.tree() in (before, after), (at, more)


def test_a_reader_never_misses_a_replaced_file(worlds: Iterator[World]) -> None:
    """Between any two operations each replaced file holds its old bytes or its new ones, whole."""
    world = next(worlds)
    replaced = [step for step in world.steps if step.before is not None and step.after is not None]

    def look(name: str, path: Path) -> None:
        for step in replaced:
            assert step.path.read_bytes() in (step.before, step.after)

    world.commit(DelayingPort(look))
