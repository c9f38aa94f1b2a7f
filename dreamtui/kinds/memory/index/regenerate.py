"""Regenerates the index of a memory folder: every memory has a line, every line a memory, all of it is loaded.

What is in order stays byte for byte. A line is written only for a memory without one, for a line that is too long and
whose rest is in the memory itself, and for a description that a decision changed. A person's lines are never removed.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dreamtui.kinds.memory.index.cut_line import cut_line
from dreamtui.kinds.memory.index.line import same_name
from dreamtui.kinds.memory.index.reading import (
    INDEX,
    MemoryIndexRow,
    goes_on,
    is_dangling,
    joined,
    left_of,
    most_that_fit,
    newline_of,
    page_name,
    page_number,
    reached_from,
    read,
    renewed,
    rows_of,
    with_rows,
)
from dreamtui.kinds.memory.topic import Topic
from dreamtui.model.memory import IndexStep
from dreamtui.text.budget import INDEX_LINE, MEMORY_BYTES, MEMORY_LINES, loaded
from dreamtui.text.danger.agent_text import first_line
from dreamtui.text.decoding import in_utf8, readable
from dreamtui.text.inert import one_line

PAGE_TITLE = "More memories, page"
"""Title of the link to a further index; its number follows."""
READ_IT = "read it when none of the above fits"
_OLDER = f"older memories, {READ_IT}"
"""What it says where the oldest moved."""
_HEADING = "# More memories"
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Settled:
    """An index that fits, with what left it."""

    rows: list[MemoryIndexRow]
    pages: Mapping[str, bytes]
    """Further indexes that change, by name."""
    moved: tuple[str, ...]
    """Memories whose line moved, in the order they moved."""
    by_age: bool
    undated: int
    """Memories that may move and of which it is not known when they were changed."""
    by_type: bool


@dataclass(frozen=True, slots=True, order=True)
class Standing:
    """How long the line of a memory stays: what compares less leaves first."""

    pinned: bool
    rank: int
    """0 for a closed project or a log, 1 for a project, 3 for what a person is like or wants, 2 for the rest."""
    when: str
    """When it was last changed; empty if unknown."""


@dataclass(frozen=True, slots=True)
class _Order:
    places: list[int]
    """Places of the lines that may move, the one to move first comes first."""
    by_age: bool
    undated: int
    """Lines of which it is not known how old they are, where that matters."""
    by_type: bool
    """Whether those that may move are of types of which one leaves before another."""


def within_limits(data: bytes) -> bool:
    """Whether all of an index is loaded."""
    return not loaded(data).hidden


@dataclass(slots=True)
class Moving:
    """An index that may be too large."""

    rows: list[MemoryIndexRow]
    work: bytes
    """The file they were read from, for its byte order mark."""
    ages: Mapping[str, Standing]
    """For each memory by its name as it is compared."""
    pages: Mapping[str, bytes]
    taken: Collection[str]
    """Names of other files, as they are compared: no new page takes one."""

    def settle(self) -> Settled | None:
        """The index with the fewest lines moved that fits; None when it does not fit without all that can move."""
        order = self._order()
        count = len(order.places)
        if not count or not self._fits(self._moved(order, count)):
            return None
        kept = most_that_fit(0, count - 1, lambda kept: self._fits(self._moved(order, count - kept)))
        return self._moved(order, count - kept)

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
        undated = {at for at, ages in movable if not all(one.when for one in ages)}
        known = not undated or len(movable) > 2 * len(undated)
        by_age = known and len({max(ages).when for at, ages in movable if at not in undated}) > 1
        by_type = len({max(ages).rank for _, ages in movable}) > 1

        def rank(entry: tuple[int, list[Standing]]) -> tuple[bool, int, bool, str, int]:
            at, ages = entry
            last = max(ages)
            if by_age and at not in undated:
                return last.pinned, last.rank, False, last.when, at
            return last.pinned, last.rank, by_age, "", -at

        ranked = [at for at, _ in sorted(movable, key=rank)]
        stays = next((at for at in reversed(ranked) if not by_age or at not in undated), -1)
        places = [at for at in ranked if at != stays and not goes_on(self.rows, at)]
        return _Order(places, by_age, len(undated) if by_age or not known else 0, by_type)

    def _fits(self, settled: Settled) -> bool:
        return within_limits(joined(settled.rows, self.work))

    def _moved(self, order: "_Order", count: int) -> Settled:
        """The index without the first lines that may move, and the pages with them."""
        places = order.places[:count]
        leaving = [self.rows[at] for at in (places if order.by_age or order.by_type else sorted(places))]
        pages = self.filled([row.text.strip() for row in leaving])
        gone = set(places)
        rows = [row for at, row in enumerate(self.rows) if at not in gone]
        oldest = order.by_age and not order.undated and not order.by_type
        rows = with_pages(rows, pages, _OLDER if oldest else READ_IT)
        moved = tuple(dict.fromkeys(target for row in leaving for target in row.targets))
        return Settled(rows, pages, moved, order.by_age, order.undated, order.by_type)

    def filled(self, waiting: list[str]) -> dict[str, bytes]:
        """The pages that change when these lines go there: the last one is filled up, then new ones are begun."""
        numbers = sorted(page_number(name) for name in self.pages if page_number(name))
        number = numbers[-1] if numbers else 2
        newline = newline_of(self.rows)
        made: dict[str, bytes] = {}
        while waiting:
            name = page_name(number)
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


def with_pages(rows: list[MemoryIndexRow], pages: Mapping[str, bytes], hook: str) -> list[MemoryIndexRow]:
    """The index with a line for each of these pages that it does not link to."""
    linked = {target for row in rows for target in row.targets}
    links = [
        (name, f"{PAGE_TITLE} {page_number(name)}", hook)
        for name in sorted(pages, key=page_number)
        if name not in linked
    ]
    return with_rows(rows, links) if links else rows


def _room(start: bytes, lines: list[str], newline: str, *, new: bool) -> int:
    """How many of these lines fit behind what a page holds; at least one on a new page."""

    def fits(count: int) -> bool:
        return within_limits(
            start + "".join(line + newline for line in lines[:count]).encode("utf-8", "surrogateescape")
        )

    return most_that_fit(int(new), min(len(lines), MEMORY_LINES), fits)


@dataclass(frozen=True, slots=True)
class Fact:
    """What the index needs to know of one memory."""

    title: str
    hook: str
    """What its line says of it."""
    words: str
    """Everything the file says, to look up what a line loses when it is cut."""
    when: str
    """When it was last changed, empty if unknown; the oldest leave the index first, where it is known."""
    pinned: bool = False
    """A pinned memory leaves the index last."""
    type: str = ""
    """user, feedback, project, reference."""
    closed: bool = False
    """Whether it says of itself that it is the log of a day, or of what is done."""

    @property
    def standing(self) -> Standing:
        return Standing(
            self.pinned, 0 if self.type == "project" and self.closed else _RANKS.get(self.type, 2), self.when
        )

    @property
    def why(self) -> str:
        """What decides how long its line stays, a few words."""
        kind = f"closed {self.type}" if self.type == "project" and self.closed else self.type or "of no type"
        return f"{kind}, {f'changed on {self.when[:10]}' if self.when else 'of unknown age'}"


_RANKS = {"project": 1, "feedback": 3, "user": 3}
_CLOSED = re.compile(
    r"\b(?:done|closed|completed?|finished|shipped|resolved|superseded|retired|archived|merged|abandoned|session log)\b"
    r"|(?<!\d)20\d\d[- ]\d\d[- ]\d\d(?!\d)",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:not|never|until|once|when|if|still|open|next|in progress|remaining|pending)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Regenerated:
    """The new index, and what was done for it."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """New contents by name, only of files that change: the index and further ones (`MEMORY-2.md`)."""
    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    """Files that lines named and that are not there; these lines go."""
    shortened: tuple[int, ...] = ()
    """Numbers of lines that are cut at a word."""
    renewed: tuple[str, ...] = ()
    """Memories whose line is written again because a decision changed what they say of themselves."""
    moved: tuple[str, ...] = ()
    """Memories whose line moves to a further index, in the order in which they move."""
    why: tuple[str, ...] = ()
    """For each of them why it is among the first to move, a few words."""
    by_type: bool = False
    """Whether what is closed leaves before other projects, and what a person is like or wants last."""
    kept: tuple[int, ...] = ()
    """Numbers of the shortened lines that stand whole in a further index."""
    by_age: bool = False
    """Whether the oldest move first; else the last lines do, because of most it is not known when they were changed."""
    undated: int = 0
    """Memories that may move and of which that is not known."""
    entries: int = 0
    """Lines of the index and its further ones that link to memories, before."""
    gone: int = 0
    """Of these, lines that go because their files are not there."""
    unfit: tuple[int, ...] = ()
    """Numbers of lines over 150 characters that stay, because a cut would lose words that are nowhere else."""
    left: tuple[str, ...] = ()
    """Files named that are not there, on lines that say more: these stay for a person to mend."""
    refused: str = ""
    """Why nothing can be written, a sentence; empty when it can."""


def fact_of(topic: Topic, when: str) -> Fact:
    """What the index needs of a topic file; `when` replaces a missing stamp, empty for none."""
    hook = one_line(topic.description).strip() or first_line(topic.text)
    title = topic.title
    said = "" if hook.casefold().strip(" .") == title.casefold().strip(" .") else hook
    words = "\n".join((topic.name, topic.description, topic.text))
    stamped = topic.modified if _STAMP.match(topic.modified) else when
    about = f"{topic.path.rpartition('/')[2]} {title} {topic.description}"
    closed = _CLOSED.search(about.replace("_", " ")) is not None and not _OPEN.search(about)
    return Fact(title, said, words, stamped, topic.pinned, topic.type.strip().lower(), closed)


def regenerate(
    index: bytes | None,
    facts: Mapping[str, Fact],
    pages: Mapping[str, bytes] | None = None,
    also: Collection[str] = (),
    changed: Collection[str] = (),
    *,
    cut: bool = False,
    steps: Collection[IndexStep] = tuple(IndexStep),
) -> Regenerated:
    """The index of these memories; with `cut` a line whose words no memory holds is cut and kept in a further index.

    `pages` are the other indexes, `also` further files that lines may name, `changed` memories whose description a
    decision of ours changed.
    """
    work, back = in_utf8(index or b"")
    further = dict(pages or {})
    there = {same_name(name) for name in (*facts, *further, *also)}
    mending = _Mending(dict(facts), there, {same_name(name) for name in changed}, steps, cut)
    rows = mending.index(rows_of(work))
    mended = {name: mending.page(data) if page_number(name) else data for name, data in further.items()}
    missing = _missing(rows, facts, mended) if IndexStep.ADD in steps else []
    rows = _with_missing(rows, missing, facts)
    done = mending.done()
    ages = {same_name(name): fact.standing for name, fact in facts.items()}
    if mending.whole:
        pages = Moving(rows, work, ages, mended, there - {*further}).filled(list(mending.whole.values()))
        rows, mended = with_pages(rows, pages, READ_IT), {**mended, **pages}
    moving = Moving(rows, work, ages, mended, there - {*further})
    if not within_limits(joined(rows, work)):
        settled = moving.settle()
        if settled is None:
            return Regenerated(
                unfit=done.unfit, left=done.left, entries=done.entries, gone=done.gone, refused=moving.reason()
            )
        rows, mended = settled.rows, {**mended, **settled.pages}
        by_name = {same_name(name): fact for name, fact in facts.items()}
        why = tuple(fact.why if (fact := by_name.get(same_name(name))) else "" for name in settled.moved)
        done = replace(
            done, moved=settled.moved, why=why, by_age=settled.by_age, undated=settled.undated, by_type=settled.by_type
        )
    made = {INDEX: back(joined(rows, work)) if joined(rows, work) != work else (index or b"")} | mended
    before = {INDEX: index or b""} | further
    files = {name: data for name, data in sorted(made.items()) if data != before.get(name, b"")}
    return replace(done, files=files, added=tuple(name for name in missing if name in facts))


def _missing(rows: Sequence[MemoryIndexRow], facts: Mapping[str, Fact], pages: Mapping[str, bytes]) -> list[str]:
    """Memories and further indexes that nothing leads to: further indexes, memories without a date, then by age."""
    linked = {target for row in rows for target in row.targets}
    reached = {same_name(name) for name in reached_from(linked, pages)}
    lost = sorted((page_number(name), name) for name in pages if page_number(name) and name not in reached)
    found = reached_from(linked | {name for _, name in lost}, pages)
    reached = {same_name(name) for name in found}
    orphans = sorted((facts[name].when, name) for name in facts if same_name(name) not in reached)
    return [name for _, name in (*lost, *orphans)]


def _with_missing(
    rows: list[MemoryIndexRow], missing: Sequence[str], facts: Mapping[str, Fact]
) -> list[MemoryIndexRow]:
    if not missing:
        return rows
    entries = [
        (name, facts[name].title, facts[name].hook)
        if name in facts
        else (name, f"{PAGE_TITLE} {page_number(name)}", READ_IT)
        for name in missing
    ]
    return with_rows(rows, entries)


@dataclass(slots=True)
class _Mending:
    """Repairs line by line, and notes what was done."""

    facts: dict[str, Fact]
    there: Collection[str]
    """Names of all files a line may name, as they are compared."""
    changed: Collection[str]
    """Names of memories whose line is written again, as they are compared."""
    steps: Collection[IndexStep]
    cut: bool = False
    whole: dict[int, str] = field(default_factory=dict)
    """Lines that were cut although no memory holds their words, as they were, by their numbers."""
    dropped: list[str] = field(default_factory=list)
    """Files that are gone, with their lines."""
    left: list[str] = field(default_factory=list)
    """Files that are gone, on lines that stay."""
    shortened: list[int] = field(default_factory=list)
    unfit: list[int] = field(default_factory=list)
    renewed: list[str] = field(default_factory=list)
    """Memories whose line was written again."""
    entries: int = 0
    gone: int = 0
    _by_key: dict[str, str] = field(default_factory=dict)
    """Names by how they are compared."""

    def __post_init__(self) -> None:
        self._by_key = {same_name(name): name for name in self.facts}

    def index(self, rows: list[MemoryIndexRow]) -> list[MemoryIndexRow]:
        long = set(read(joined(rows, b"")).long_lines) if IndexStep.SHORTEN in self.steps else set[int]()
        return self._lines(rows, lambda row: self._cut(row) if row.number in long else row)

    def page(self, data: bytes) -> bytes:
        """A further index, where no line is cut."""
        work, back = in_utf8(data)
        rows = rows_of(work)
        made = self._lines(rows, lambda row: row)
        return data if made == rows else back(joined(made, work))

    def done(self) -> Regenerated:
        return Regenerated(
            dropped=tuple(dict.fromkeys(map(readable, self.dropped))),
            shortened=tuple(self.shortened),
            renewed=tuple(dict.fromkeys(self.renewed)),
            unfit=tuple(self.unfit),
            kept=tuple(self.whole),
            left=tuple(dict.fromkeys(map(readable, self.left))),
            entries=self.entries,
            gone=self.gone,
        )

    def _lines(
        self, rows: list[MemoryIndexRow], then: Callable[[MemoryIndexRow], MemoryIndexRow]
    ) -> list[MemoryIndexRow]:
        made: list[MemoryIndexRow] = []
        for at, row in enumerate(rows):
            named = row.targets if IndexStep.REMOVE in self.steps else ()
            gone = {same_name(target) for target in named if is_dangling(target, self.there)}
            left = left_of(rows, at, gone) if gone else [row]
            self.entries += any(link.place == "in" for link in row.links)
            self.gone += left != [row]
            if gone and left == [row]:
                self.left += [target for target in row.targets if same_name(target) in gone]
            elif gone:
                self.dropped += row.targets
            made += [then(self._renew(one)) for one in left]
        return made

    def _renew(self, row: MemoryIndexRow) -> MemoryIndexRow:
        """The line of a memory whose description changed."""
        wanted = IndexStep.RENEW in self.steps and row.own and len(row.links) == 1
        if not (wanted and same_name(row.targets[0]) in self.changed):
            return row
        name = self._by_key.get(same_name(row.targets[0]))
        if name is None:
            return row
        fact = self.facts[name]
        made = renewed(row, name, fact.title, fact.hook)
        if made != row:
            self.renewed.append(name)
        return made

    def _cut(self, row: MemoryIndexRow) -> MemoryIndexRow:
        """A line that is too long, cut at a word if what it loses is in the memory it is about."""
        if len(row.text.rstrip()) <= INDEX_LINE:
            return row
        known = [self.facts[name] for target in row.targets if (name := self._by_key.get(same_name(target)))]
        short = cut_line(row, "\n.\n".join(fact.words for fact in known)) if row.own else None
        if short is None and row.own and self.cut:
            short = cut_line(row, None)
            if short is not None:
                self.whole[row.number] = row.text.strip()
        if short is None:
            self.unfit.append(row.number)
            return row
        self.shortened.append(row.number)
        return short
