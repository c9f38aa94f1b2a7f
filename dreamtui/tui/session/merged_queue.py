"""The queues of one or several workspaces as one queue."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from dreamtui.model.errors import DreamtuiError
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.queue_reading import QueueReader
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.session.session import Session


class MergedQueue:
    """Reads every queue; the rows of several carry the names of their workspaces."""

    def __init__(self, parts: Mapping[str, Session], problems: Sequence[str] = ()) -> None:
        self._parts = parts
        self._problems = tuple(problems)
        self._alone = parts.get("")

    def first(self) -> QueueView:
        """What was read since the beginning."""
        return self._merged(lambda queue: queue.first())

    def read(self, *, stamped: bool = True) -> QueueView:
        """Every queue, read now."""
        return self._merged(lambda queue: queue.read(stamped=stamped))

    def _merged(self, read: Callable[[QueueReader], QueueView]) -> QueueView:
        """One queue of all; a workspace that cannot be read is named and left out."""
        if self._alone is not None:
            return read(self._alone.queue)
        items: list[QueueItem] = []
        problems = list(self._problems)
        stamps: list[str] = []
        tally: dict[str, int] = {}
        partial, counted = False, True
        for name, part in self._parts.items():
            try:
                view = read(part.queue)
            except (DreamtuiError, OSError) as problem:
                problems.append(f"{name} is left out: {problem}")
                stamps.append(_stamp_of(part))
                continue
            items += [item.within(name) for item in view.items]
            problems += [f"{name}: {problem}" for problem in view.problems]
            stamps.append(view.stamp)
            partial, counted = partial or view.partial, counted and view.counted
            for status, count in view.tally.items():
                tally[status] = tally.get(status, 0) + count
        stamp = "\n".join(stamps) if all(stamps) else ""
        return QueueView(tuple(items), tuple(problems), stamp, tally, partial, counted)

    def rows_of(self, refs: Iterable[Ref]) -> list[QueueItem]:
        """What the queues have of some items now."""
        wanted: dict[str, list[str]] = {}
        for ref in refs:
            wanted.setdefault(ref.workspace, []).append(ref.id)
        found = {name: self._parts[name].queue.rows_of(ids) for name, ids in wanted.items()}
        return [item.within(name) for name, rows in found.items() for item in rows]

    def progress(self) -> tuple[int, int]:
        """How many files are read, and of how many, in all of them."""
        each = [part.queue.live.progress() for part in self._parts.values()]
        return sum(done for done, _ in each), sum(whole for _, whole in each)

    def stamp(self) -> str:
        """What all the files look like now."""
        if self._alone is not None:
            return self._alone.queue.live.stamp()
        return "\n".join(map(_stamp_of, self._parts.values()))


def _stamp_of(part: Session) -> str:
    try:
        return part.queue.live.stamp()
    except (DreamtuiError, OSError):
        return "unreadable"
