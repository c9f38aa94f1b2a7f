"""The queue read by a process of its own, so that a console draws and answers while a hundred thousand files are read.

It tells first what a screen needs: the first entries, with the totals where the index knows them. When all is told it
waits, and reads again when it is asked to; then it tells only what became different, so that the console is not held up
while others work. It is started before the console has threads; where there is no such process, or it fails, the
console reads the queue itself.
"""

import gc
import marshal
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from dreamtui.desk.desk import Desk
from dreamtui.disk import fork
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.store.index.queue import Queue
from dreamtui.store.index.schema import FileProblem

SILENCE = 30.0
"""Seconds without a word after which the process is given up."""

_CHUNK = 500
_TOLD = 1_000
_PATIENCE = 1.0
_EVIDENCE = '], "evidence": ['
"""Cannot stand in a text of the JSON, where a quote has a backslash before it, nor between two texts of a list."""


class QueueHead(NamedTuple):
    """The beginning of a queue."""

    tally: Mapping[str, int] | None
    """How many items have each status; none where that is not known yet."""
    entries: list[QueueEntry]
    """The first entries; where nothing was known, those of the first files."""


class Whole(NamedTuple):
    """A queue without its notes."""

    entries: list[QueueEntry]
    """In the order of the queue; without what only other lists need."""
    problems: list[FileProblem]
    """Files that could not be read."""
    stamp: str
    """What the files looked like before they were read."""


class Changes(NamedTuple):
    """What became of a queue since it was told last."""

    ids: list[str]
    """Ids of items that came, went or are not what they were."""
    entries: list[QueueEntry]
    """All entries with one of these ids."""
    problems: list[FileProblem]
    """Files that could not be read, all of them."""
    stamp: str
    """What the files looked like before they were read."""


class Ahead:
    """A queue that is being read."""

    def __init__(self, child: fork.Child) -> None:
        self._child = child
        self._frames: Iterator[list[Any]] = map(marshal.loads, child.frames(SILENCE))
        self.progress = (0, 0)
        """How many files are read, and of how many; zeros where that is not worth telling."""

    @classmethod
    def of(cls, desk: Desk, most: int) -> "Ahead | None":
        """Begin to read, with so many entries first; None if fork is unavailable."""
        child = fork.start(partial(_run, desk, most))
        return None if child is None else cls(child)

    def first(self) -> QueueHead | None:
        """Wait for the beginning; none when there is none."""
        for frame in self._frames:
            kind, *rest = frame
            if kind == "first":
                tally, entries, done, total = rest
                self.progress = (done, total)
                return QueueHead(tally, [_entry(one) for one in entries])
            if kind != "read":
                self._frames = chain([frame], self._frames)
                return None
        return None

    def rest(self) -> Whole | None:
        """Wait for all of it; none when the process did not come to the end."""
        entries: list[QueueEntry] = []
        for kind, *rest in self._frames:
            if kind == "read":
                self.progress = (rest[0], rest[1])
            elif kind == "rows":
                entries += [_entry(one) for one in rest[0]]
            elif kind == "end":
                return Whole(entries, [FileProblem(*one) for one in rest[0]], rest[1])
        return None

    def again(self) -> Changes | None:
        """Have it read once more, after `rest`, and wait; none when the process is not there any more."""
        if not self._child.ask():
            return None
        ids: list[str] = []
        entries: list[QueueEntry] = []
        for kind, *rest in self._frames:
            if kind == "gone":
                ids += rest[0]
            elif kind == "rows":
                entries += [_entry(one) for one in rest[0]]
            elif kind == "end":
                return Changes(ids, entries, [FileProblem(*one) for one in rest[0]], rest[1])
        return None

    @property
    def stopped(self) -> bool:
        """Whether it was ended from here."""
        return self._child.stopped

    def stop(self) -> None:
        """End the process, wherever it is; what it has put into the index stays."""
        self._child.stop(_PATIENCE)


def _entry(one: Sequence[Any]) -> QueueEntry:
    return QueueEntry(QueueRow._make(one[0]), Status(one[1]), one[2], one[3], Status(one[4]) if one[4] else None)


def _packed(entries: Sequence[QueueEntry]) -> list[tuple[Any, ...]]:
    """Entries without the parts that only lists print."""
    packed = []
    for row, status, decision, is_news, before in entries:
        path, id_, kind, signal, title, weight, first, last, until, reopened, _, _, flags, aliases, _, _, facts = row
        facts = facts.partition(_EVIDENCE)[0] + "]}" if _EVIDENCE in facts else facts
        light = (path, id_, str(kind), signal, title, weight, first, last, until, reopened, "", "", flags, aliases, "",
                 "", facts)  # fmt: skip
        packed.append((light, status.value, decision, is_news, before.value if before else ""))
    return packed


def _run(desk: Desk, most: int, parent: fork.Parent) -> None:
    """The process: read, tell, put what was read into the index, again when asked, until the console is gone."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)

    def tell(*words: Any) -> None:
        parent.send(marshal.dumps(words))

    told = _read(desk, tell, most)
    while parent.asked():
        told = _read_again(desk, tell, told)


def _end(number: int, frame: object) -> NoReturn:
    raise SystemExit(number)


Told = dict[str, int]
"""What was told of each item: its id and a number that differs when its entries do."""


def _read(desk: Desk, tell: Callable[..., None], most: int) -> Told:
    """Tell the beginning, the progress and the whole queue; then keep what was read for the next time."""
    from dreamtui.store.files import watch
    from dreamtui.store.index.queue_head import Glance

    stamp = watch.stamp(desk.layout, desk.kinds)
    glance = Glance(desk.layout, desk.today, desk.kinds).first(most)
    if glance is not None:
        tell("first", dict(glance[0]), _packed(glance[1]), 0, 0)

    told = 0

    def heard(entries: Sequence[QueueEntry], done: int, total: int) -> None:
        nonlocal told
        if entries and glance is None:
            tell("first", None, _packed(entries), done, total)
        elif done - told >= _TOLD:
            told = done
            tell("read", done, total)

    queue = desk.queue(keeps_later=True)
    unlisted = desk.kinds.unlisted
    entries = [entry for entry in queue.entries(tuple(Status), heard) if entry.row.kind not in unlisted]
    for start in range(0, len(entries), _CHUNK):
        tell("rows", _packed(entries[start : start + _CHUNK]))
    tell("end", [tuple(problem) for problem in queue.problems], stamp)
    _keep(desk, queue, entries, stamp)
    return _numbers(entries)


def _read_again(desk: Desk, tell: Callable[..., None], told: Told) -> Told:
    """Tell what is not as it was told."""
    from dreamtui.store.files import watch

    stamp = watch.stamp(desk.layout, desk.kinds)
    queue = desk.queue(keeps_later=True)
    unlisted = desk.kinds.unlisted
    entries = [entry for entry in queue.entries(tuple(Status)) if entry.row.kind not in unlisted]
    now = _numbers(entries)
    other = {item_id for item_id, number in now.items() if told.get(item_id) != number}
    tell("gone", sorted(other | (told.keys() - now.keys())))
    rows = [entry for entry in entries if entry.row.id in other]
    for start in range(0, len(rows), _CHUNK):
        tell("rows", _packed(rows[start : start + _CHUNK]))
    tell("end", [tuple(problem) for problem in queue.problems], stamp)
    _keep(desk, queue, entries, stamp)
    return now


def _numbers(entries: Sequence[QueueEntry]) -> Told:
    found: Told = {}
    for entry in entries:
        found[entry.row.id] = hash((found.get(entry.row.id), entry))
    return found


def _keep(desk: Desk, queue: Queue, entries: Sequence[QueueEntry], stamp: str) -> None:
    """Have the index know what was read, and the next start its first rows."""
    from dreamtui.store.index import console_cache

    queue.keep()
    tally: dict[str, int] = {}
    for entry in entries:
        tally[entry.stands.value] = tally.get(entry.stands.value, 0) + 1
    console_cache.save(desk.layout, stamp, tally, entries)
