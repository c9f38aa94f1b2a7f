"""Further indexes of a memory folder: what does not fit into the index moves there, the oldest first, still linked.

The newest memory never moves, nor does any line of a person: headings, prose, and an entry with lines below it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from dreamtui.formats.index_links import same_name
from dreamtui.formats.index_rows import Row, goes_on, joined, newline_of, page_number
from dreamtui.formats.memory_index import with_rows
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES, loaded
from dreamtui.text.utf import in_utf8

PAGE_TITLE = "More memories, page"
"""Title of the link to a further index; its number follows."""
PAGE_HOOK = "older memories, read it when none of the above fits"
"""What that link says."""
_HEADING = "# More memories"


@dataclass(frozen=True, slots=True)
class Settled:
    """An index that fits, with what left it."""

    rows: list[Row]
    """Lines of the index."""
    pages: Mapping[str, bytes]
    """Further indexes that change, by name."""
    moved: tuple[str, ...]
    """Memories whose line moved, in the order they moved."""


def within_limits(data: bytes) -> bool:
    """Whether all of an index is loaded."""
    return not loaded(data).hidden


@dataclass(slots=True)
class Moving:
    """An index that may be too large."""

    rows: list[Row]
    """Its lines."""
    work: bytes
    """The file they were read from, for its byte order mark."""
    ages: Mapping[str, tuple[bool, str]]
    """Whether it is pinned and when it changed, for each memory by its name as it is compared."""
    pages: Mapping[str, bytes]
    """The further indexes there are."""
    taken: Collection[str]
    """Names of other files, as they are compared: no new page takes one."""

    def settle(self) -> Settled | None:
        """The index with the fewest lines moved that fits; None when it does not fit without all that can move."""
        order = self._order()
        low, high = 1, len(order)
        if not order or not self._fits(self._moved(order)):
            return None
        while low < high:
            middle = (low + high) // 2
            if self._fits(self._moved(order[:middle])):
                high = middle
            else:
                low = middle + 1
        return self._moved(order[:high])

    def reason(self) -> str:
        """Why it cannot be made to fit, a sentence."""
        order = set(self._order())
        size = loaded(joined([row for at, row in enumerate(self.rows) if at not in order], self.work)).size
        return (
            f"headings, free lines and the newest entry alone take {size.lines} of {MEMORY_LINES} lines and"
            f" {size.bytes:,} of {MEMORY_BYTES:,} bytes, and they never move;"
            f" shorten MEMORY.md by hand or put its text into topic files"
        )

    def _order(self) -> list[int]:
        """Places of the lines that may move, the one to move first comes first; the newest memory is not among them."""
        ranked = [
            (max(ages), at)
            for at, row in enumerate(self.rows)
            if row.own
            and not any(page_number(target) for target in row.targets)
            and (ages := [self.ages[name] for name in map(same_name, row.targets) if name in self.ages])
        ]
        return [at for _, at in sorted(ranked)[:-1] if not goes_on(self.rows, at)]

    def _fits(self, settled: Settled) -> bool:
        return within_limits(joined(settled.rows, self.work))

    def _moved(self, places: list[int]) -> Settled:
        """The index without the lines at these places, and the pages with them."""
        leaving = [self.rows[at] for at in places]
        pages = self._filled(leaving)
        gone = set(places)
        rows = [row for at, row in enumerate(self.rows) if at not in gone]
        linked = {target for row in rows for target in row.targets}
        links = [
            (name, f"{PAGE_TITLE} {page_number(name)}", PAGE_HOOK)
            for name in sorted(pages, key=page_number)
            if name not in linked
        ]
        moved = tuple(dict.fromkeys(target for row in leaving for target in row.targets))
        return Settled(with_rows(rows, links) if links else rows, pages, moved)

    def _filled(self, leaving: list[Row]) -> dict[str, bytes]:
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
