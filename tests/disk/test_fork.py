"""Two processes do the same work as one, whatever becomes of the second; without fork nothing is done."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest

from dreamtui.disk import fork


def open_files() -> int:
    """How many descriptors this process holds."""
    return sum(1 for number in range(256) if _is_open(number))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every pipe is closed and every child waited for. The worker may have children of other tests."""
    before = open_files()
    forked: list[int] = []
    fork_process = os.fork

    def noted() -> int:
        forked.append(fork_process())
        return forked[-1]

    monkeypatch.setattr(os, "fork", noted)
    yield
    assert open_files() == before
    for child in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


def shared(
    count: int, child: Callable[[list[int]], None] = lambda numbers: None, **more: float
) -> tuple[list[int], list[int] | None]:
    """What this process did and what the child handed over; `child` is called in it when no share is left."""
    mine: list[int] = []

    def ours(shares: fork.Shares, elsewhere: Callable[[], int]) -> None:
        while not elsewhere():
            os.sched_yield()
        for share in shares:
            mine.extend(share)

    def theirs(shares: fork.Shares, tell: Callable[[int], None]) -> Iterator[bytes]:
        numbers = list(next(shares))
        tell(len(numbers))
        for share in shares:
            numbers += share
            tell(len(numbers))
        child(numbers)
        yield from (b"%d" % number for number in numbers)

    frames = fork.share_with_child(count, ours, theirs, **more)  # type: ignore[arg-type]
    return mine, None if frames is None else [int(frame) for frame in frames]


@pytest.mark.parametrize("count", [1, 2, 7, 5_000])
@pytest.mark.parametrize("smallest", [1, 3])
def test_every_piece_is_done_once(count: int, smallest: int) -> None:
    """By one of both."""
    mine, others = shared(count, smallest=smallest)
    assert others
    assert sorted(mine + others) == list(range(count))


def _fail(numbers: list[int]) -> None:
    raise MemoryError


def _exit(numbers: list[int]) -> None:
    os._exit(9)


def _hang(numbers: list[int]) -> None:
    signal.pause()


@pytest.mark.parametrize("end", [_fail, _exit])
def test_a_child_that_fails_hands_over_nothing(end: Callable[[list[int]], None]) -> None:
    """What it took is known to be undone, because nothing of it came."""
    assert shared(5, end)[1] == []


def test_a_child_that_dies_between_frames_hands_over_nothing() -> None:
    """Half of it is not taken for all of it."""

    def theirs(shares: fork.Shares, tell: Callable[[int], None]) -> Iterator[bytes]:
        yield b"one"
        os._exit(0 if list(shares) is None else 3)

    assert fork.share_with_child(3, lambda shares, elsewhere: None, theirs) == []


def test_a_silent_child_is_given_up() -> None:
    """It is ended, and what it took is undone."""
    assert shared(5, _hang, silence=0.05)[1] == []


def test_a_child_is_stopped() -> None:
    """By an error in this process."""

    def theirs(shares: fork.Shares, tell: Callable[[int], None]) -> list[bytes]:
        signal.pause()
        return []

    with pytest.raises(ZeroDivisionError):
        fork.share_with_child(5, lambda shares, elsewhere: print(1 // 0), theirs)


@pytest.mark.parametrize("size", [0, 1, 70_000, 3_000_000])
def test_frames_of_any_size(size: int) -> None:
    """Larger than a pipe, and empty."""
    frames = [b"a" * size, b"", b"b" * size]
    assert fork.share_with_child(1, lambda shares, elsewhere: None, lambda shares, tell: frames) == frames


def test_a_child_answers_as_often_as_it_is_asked() -> None:
    """And ends when it is stopped; then it is not asked any more."""

    def work(parent: fork.Parent) -> None:
        parent.send(b"first")
        while parent.asked():
            parent.send(b"again")

    child = fork.start(work)
    assert child is not None
    frames = child.frames(silence=30)
    assert next(frames) == b"first"
    for _ in range(3):
        assert child.ask() and next(frames) == b"again"
    child.stop(patience=30)
    assert child.stopped and not child.ask()
    assert list(frames) == []


def test_a_child_that_does_not_listen_is_killed() -> None:
    """After the time it was given."""

    def work(parent: fork.Parent) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        parent.send(b"ready")
        while True:
            signal.pause()

    child = fork.start(work)
    assert child is not None
    frames = child.frames()
    assert next(frames) == b"ready"
    child.stop(patience=0.02)
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)
    assert list(frames) == []


def _no_more() -> int:
    raise BlockingIOError


@pytest.mark.parametrize("way", ["missing", "refused"])
def test_none_if_fork_is_unavailable(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Then nothing was done."""
    if way == "missing":
        monkeypatch.delattr(os, "fork")
    else:
        monkeypatch.setattr(os, "fork", _no_more)
    done: list[int] = []
    assert fork.start(lambda parent: None) is None
    assert fork.share_with_child(3, lambda shares, elsewhere: done.append(1), lambda shares, tell: []) is None
    assert done == []


@pytest.mark.parametrize(("cores", "threads", "may"), [(2, 1, True), (1, 1, False), (2, 2, False), (None, 1, False)])
def test_a_fork_beside_threads_is_refused(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, threads: int, may: bool
) -> None:
    """Their locks would stay locked in the child; on one processor it would save nothing."""
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr("threading.active_count", lambda: threads)
    assert fork.may_fork() is may
