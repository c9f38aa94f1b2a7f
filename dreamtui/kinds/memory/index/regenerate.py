"""The index of a memory folder made whole again: every memory has a line, every line a memory, all of it is loaded.

What is in order stays byte for byte. A line is written only for a memory that has none, where it is too long and the
rest of it stands in the memory itself, and where a decision changed the description. A person's lines never go.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dreamtui.kinds.memory.index.links import same_name
from dreamtui.kinds.memory.index.pages import PAGE_TITLE, READ_IT, Moving, within_limits
from dreamtui.kinds.memory.index.reading import INDEX, is_dangling, left_of, reached_from, read, renewed, with_rows
from dreamtui.kinds.memory.index.rows import MemoryIndexRow, joined, page_number, rows_of
from dreamtui.kinds.memory.topic import Topic
from dreamtui.text.budget import INDEX_LINE
from dreamtui.text.danger.safe import first_line
from dreamtui.text.decoding import in_utf8, readable
from dreamtui.text.inert import one_line

_PIECE = re.compile(r"[^.;:,!?()\[\]{}|/→—–=+]+")
_WORD = re.compile(r"\w+")
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fact:
    """What the index needs to know of one memory."""

    title: str
    """Words for its line."""
    hook: str
    """What its line says of it."""
    words: str
    """Everything the file says, to look up what a line loses when it is cut."""
    when: str
    """When it was last changed, empty where nobody can tell; the oldest leave the index first, where it is known."""
    pinned: bool = False
    """A pinned memory leaves the index last."""


@dataclass(frozen=True, slots=True)
class Regenerated:
    """What the index would become, and what was done for it."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """New contents by name, only of files that change: the index and further ones (`MEMORY-2.md`)."""
    added: tuple[str, ...] = ()
    """Memories that had no line."""
    dropped: tuple[str, ...] = ()
    """Files that lines named and that are not there; these lines go."""
    shortened: tuple[int, ...] = ()
    """Numbers of lines that are cut at a word."""
    renewed: tuple[str, ...] = ()
    """Memories whose line is written again because a decision changed what they say of themselves."""
    moved: tuple[str, ...] = ()
    """Memories whose line moves to a further index, in the order in which they move."""
    by_age: bool = False
    """Whether the oldest move first; else the last lines do, because of most it is not known when they were changed."""
    undated: int = 0
    """Memories that may move and of which that is not known."""
    entries: int = 0
    """Lines of the index and its further ones that link to memories, before."""
    gone: int = 0
    """Of these, lines that go because their files are not there."""
    unfit: tuple[int, ...] = ()
    """Numbers of lines over 150 characters that stay, because a cut would lose words that stand nowhere else."""
    left: tuple[str, ...] = ()
    """Files named that are not there, on lines that say more: these stay for a person to mend."""
    refused: str = ""
    """Why nothing can be written, a sentence; empty when it can."""


def fact_of(topic: Topic, when: str) -> Fact:
    """What the index needs of a topic file; `when` stands in for a stamp the file does not have, empty for none."""
    hook = one_line(topic.description).strip() or first_line(topic.text)
    title = topic.title
    said = "" if hook.casefold().strip(" .") == title.casefold().strip(" .") else hook
    words = "\n".join((topic.name, topic.description, topic.text))
    stamped = topic.modified if _STAMP.match(topic.modified) else when
    return Fact(title, said, words, stamped, topic.pinned)


def regenerate(
    index: bytes | None,
    facts: Mapping[str, Fact],
    pages: Mapping[str, bytes] | None = None,
    also: Collection[str] = (),
    changed: Collection[str] = (),
) -> Regenerated:
    """The index of these memories.

    `pages` are the further indexes there are, `also` other files that lines may name, `changed` memories whose
    description a decision of ours changed.
    """
    work, back = in_utf8(index or b"")
    further = dict(pages or {})
    there = {same_name(name) for name in (*facts, *further, *also)}
    mending = _Mending(dict(facts), there, {same_name(name) for name in changed})
    rows = mending.index(rows_of(work))
    mended = {name: mending.page(data) if page_number(name) else data for name, data in further.items()}
    missing = _missing(rows, facts, mended)
    rows = _with_missing(rows, missing, facts)
    done = mending.done()
    ages = {same_name(name): (fact.pinned, fact.when) for name, fact in facts.items()}
    moving = Moving(rows, work, ages, mended, there - {*further})
    if not within_limits(joined(rows, work)):
        settled = moving.settle()
        if settled is None:
            return Regenerated(
                unfit=done.unfit, left=done.left, entries=done.entries, gone=done.gone, refused=moving.reason()
            )
        rows, mended = settled.rows, {**mended, **settled.pages}
        done = replace(done, moved=settled.moved, by_age=settled.by_age, undated=settled.undated)
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
    """Mends line by line, and notes what was done."""

    facts: dict[str, Fact]
    """The memories by name."""
    there: Collection[str]
    """Names of all files a line may name, as they are compared."""
    changed: Collection[str]
    """Names of memories whose line is written again, as they are compared."""
    dropped: list[str] = field(default_factory=list)
    """Files that are gone, with their lines."""
    left: list[str] = field(default_factory=list)
    """Files that are gone, on lines that stay."""
    shortened: list[int] = field(default_factory=list)
    """Lines that were cut."""
    unfit: list[int] = field(default_factory=list)
    """Lines that could not be."""
    renewed: list[str] = field(default_factory=list)
    """Memories whose line was written again."""
    entries: int = 0
    """Lines that link to memories."""
    gone: int = 0
    """Lines that went."""
    _by_key: dict[str, str] = field(default_factory=dict)
    """Names by how they are compared."""

    def __post_init__(self) -> None:
        self._by_key = {same_name(name): name for name in self.facts}

    def index(self, rows: list[MemoryIndexRow]) -> list[MemoryIndexRow]:
        """The lines of the index."""
        long = set(read(joined(rows, b"")).long_lines)
        return self._lines(rows, lambda row: self._cut(row) if row.number in long else row)

    def page(self, data: bytes) -> bytes:
        """A further index, where no line is cut."""
        work, back = in_utf8(data)
        rows = rows_of(work)
        made = self._lines(rows, lambda row: row)
        return data if made == rows else back(joined(made, work))

    def done(self) -> Regenerated:
        """What was done."""
        return Regenerated(
            dropped=tuple(dict.fromkeys(map(readable, self.dropped))),
            shortened=tuple(self.shortened),
            renewed=tuple(dict.fromkeys(self.renewed)),
            unfit=tuple(self.unfit),
            left=tuple(dict.fromkeys(map(readable, self.left))),
            entries=self.entries,
            gone=self.gone,
        )

    def _lines(
        self, rows: list[MemoryIndexRow], then: Callable[[MemoryIndexRow], MemoryIndexRow]
    ) -> list[MemoryIndexRow]:
        made: list[MemoryIndexRow] = []
        for at, row in enumerate(rows):
            gone = {same_name(target) for target in row.targets if is_dangling(target, self.there)}
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
        if not (row.own and len(row.links) == 1 and same_name(row.targets[0]) in self.changed):
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
        """A line that is too long, cut at a word when what it loses stands in the memory it is about."""
        if len(row.text.rstrip()) <= INDEX_LINE:
            return row
        known = [self.facts[name] for target in row.targets if (name := self._by_key.get(same_name(target)))]
        short = _shortened(row, "\n.\n".join(fact.words for fact in known)) if row.own else None
        if short is None:
            self.unfit.append(row.number)
            return row
        self.shortened.append(row.number)
        return short


def _shortened(row: MemoryIndexRow, words: str) -> MemoryIndexRow | None:
    """The line in 150 characters; None when that would lose a link or words that the memory does not have."""
    text = row.text.rstrip()
    floor = max(link.end for link in row.links)
    space = next((at for at in range(INDEX_LINE - 1, floor - 1, -1) if text[at].isspace()), None)
    if space is None or _LONE.search(text) or not _holds(words, text[space:]):
        return None
    head = text[:space].rstrip(" \t,;:.-–—([")
    return row.written(head + "…" if len(head) > floor else text[:floor])


def _holds(words: str, rest: str) -> bool:
    """Whether every part of a sentence stands word for word in what a memory says."""
    said = f" {' '.join(_WORD.findall(words.casefold()))} "
    return all(
        f" {' '.join(_WORD.findall(piece))} " in said
        for piece in _PIECE.findall(rest.casefold())
        if _WORD.search(piece)
    )
