"""Further indexes of a memory folder: what does not fit into the index moves there and is still linked.

Memories of which it is known when they were changed move first, the oldest before all; of the others the last lines do,
which no session is given anyway. Where most are unknown, no age counts. One memory always stays, and so does every line
of a person: headings, prose, an entry with lines below it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from dreamtui.kinds.memory.index.links import same_name
from dreamtui.kinds.memory.index.reading import with_rows
from dreamtui.kinds.memory.index.rows import MemoryIndexRow, goes_on, joined, newline_of, page_number
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES, loaded
from dreamtui.text.decoding import in_utf8

PAGE_TITLE = "More memories, page"
"""Title of the link to a further index; its number follows."""
READ_IT = "read it when none of the above fits"
"""What that link says."""
_OLDER = f"older memories, {READ_IT}"
"""What it says where the oldest moved."""
_HEADING = "# More memories"


@dataclass(frozen=True, slots=True)
class Settled:
    """An index that fits, with what left it."""

    rows: list[MemoryIndexRow]
    """Lines of the index."""
    pages: Mapping[str, bytes]
    """Further indexes that change, by name."""
    moved: tuple[str, ...]
    """Memories whose line moved, in the order they moved."""
    by_age: bool
    """Whether age decides."""
    undated: int
    """Memories that may move and of which it is not known when they were changed."""


@dataclass(frozen=True, slots=True)
class _Order:
    """In which order lines move."""

    places: list[int]
    """Places of the lines that may move, the one to move first comes first."""
    by_age: bool
    """Whether age decides."""
    undated: int
    """Lines of which it is not known how old they are, where that matters."""


def within_limits(data: bytes) -> bool:
    """Whether all of an index is loaded."""
    return not loaded(data).hidden


@dataclass(slots=True)
class Moving:
    """An index that may be too large."""

    rows: list[MemoryIndexRow]
    """Its lines."""
    work: bytes
    """The file they were read from, for its byte order mark."""
    ages: Mapping[str, tuple[bool, str]]
    """Whether it is pinned and when it changed, for each memory by its name as it is compared; empty for unknown."""
    pages: Mapping[str, bytes]
    """The further indexes there are."""
    taken: Collection[str]
    """Names of other files, as they are compared: no new page takes one."""

    def settle(self) -> Settled | None:
        """The index with the fewest lines moved that fits; None when it does not fit without all that can move."""
        order = self._order()
        low, high = 1, len(order.places)
        if not order.places or not self._fits(self._moved(order, high)):
            return None
        while low < high:
            middle = (low + high) // 2
            if self._fits(self._moved(order, middle)):
                high = middle
            else:
                low = middle + 1
        return self._moved(order, high)

    def reason(self) -> str:
        """Why it cannot be made to fit, a sentence."""
        order = self._order()
        places = set(order.places)
        size = loaded(joined([row for at, row in enumerate(self.rows) if at not in places], self.work)).size
        return (
            f"headings, free lines and the {'newest' if order.by_age else 'first'} entry alone take"
            f" {size.lines} of {MEMORY_LINES} lines and"
            f" {size.bytes:,} of {MEMORY_BYTES:,} bytes, and they never move;"
            f" shorten MEMORY.md by hand or put its text into topic files"
        )

    def _order(self) -> "_Order":
        """Which lines may move, and the one to move first.

        The newest memory is not among them; where age does not count, the first line is not.
        """
        movable = [
            (at, ages)
            for at, row in enumerate(self.rows)
            if row.own
            and not any(page_number(target) for target in row.targets)
            and (ages := [self.ages[name] for name in map(same_name, row.targets) if name in self.ages])
        ]
        undated = {at for at, ages in movable if not all(when for _, when in ages)}
        known = not undated or len(movable) > 2 * len(undated)
        by_age = known and len({max(ages)[1] for at, ages in movable if at not in undated}) > 1

        def rank(entry: tuple[int, list[tuple[bool, str]]]) -> tuple[bool, bool, str, int]:
            at, ages = entry
            pinned, when = max(ages)
            if by_age and at not in undated:
                return pinned, False, when, at
            return pinned, by_age, "", -at

        ranked = [at for at, _ in sorted(movable, key=rank)]
        stays = next((at for at in reversed(ranked) if not by_age or at not in undated), -1)
        places = [at for at in ranked if at != stays and not goes_on(self.rows, at)]
        return _Order(places, by_age, len(undated) if by_age or not known else 0)

    def _fits(self, settled: Settled) -> bool:
        return within_limits(joined(settled.rows, self.work))

    def _moved(self, order: "_Order", count: int) -> Settled:
        """The index without the first lines that may move, and the pages with them."""
        places = order.places[:count]
        leaving = [self.rows[at] for at in (places if order.by_age else sorted(places))]
        pages = self._filled(leaving)
        gone = set(places)
        rows = [row for at, row in enumerate(self.rows) if at not in gone]
        linked = {target for row in rows for target in row.targets}
        links = [
            (name, f"{PAGE_TITLE} {page_number(name)}", _OLDER if order.by_age and not order.undated else READ_IT)
            for name in sorted(pages, key=page_number)
            if name not in linked
        ]
        moved = tuple(dict.fromkeys(target for row in leaving for target in row.targets))
        return Settled(with_rows(rows, links) if links else rows, pages, moved, order.by_age, order.undated)

    def _filled(self, leaving: list[MemoryIndexRow]) -> dict[str, bytes]:
        """The pages that change: the last one is filled up, then new ones are begun."""
        numbers = sorted(page_number(name) for name in self.pages if page_number(name))
        number = numbers[-1] if numbers else 2
        newline = newline_of(self.rows)
        made: dict[str, bytes] = {}
        waiting = [row.text.strip() for row in leaving]
        while waiting:
            name = f"MEMORY-{number}.md"
            if name in self.taken:
                number += 1
                continue
            before, back = in_utf8(self.pages.get(name, b""))
            start = before or f"{_HEADING}{newline}{newline}".encode()
            if not start.endswith(b"\n"):
                start += newline.encode()
            count = _room(start, waiting, newline, new=not before)
            if count:
                lines = "".join(line + newline for line in waiting[:count])
                made[name] = back(start + lines.encode("utf-8", "surrogateescape"))
                waiting = waiting[count:]
            number += 1
        return made


def _room(start: bytes, lines: list[str], newline: str, *, new: bool) -> int:
    """How many of these lines fit behind what a page holds; at least one on a new page.

    Not all have to be tried, which may be thousands for each page: a page has no room for more than are loaded.
    """
    low, high = 0, min(len(lines), MEMORY_LINES)
    while low < high:
        middle = (low + high + 1) // 2
        whole = start + "".join(line + newline for line in lines[:middle]).encode("utf-8", "surrogateescape")
        if within_limits(whole):
            low = middle
        else:
            high = middle - 1
    return max(low, 1) if new else low
