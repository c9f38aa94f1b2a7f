"""MEMORY.md of Claude Code: which memories it links to, what of it is loaded, and small edits of single lines.

Only lines change that are asked for; headings, a person's own lines and the way lines end stay as they are.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from dreamtui.kinds.memory.index.line import (
    Link,
    cut_title,
    dash_of,
    encode_target,
    hook_of,
    links_of,
    make_line,
    same_name,
    starts_entry,
)
from dreamtui.text.budget import INDEX_LINE, as_loaded, loaded
from dreamtui.text.decoding import in_utf8, readable
from dreamtui.text.markup.markdown import LinePart, classify, front_matter_lines, lines_of

_BOM = "\ufeff"
_BLOCK = re.compile(r"\s*(?:#{1,6}(?:\s|$)|(?:[-*+]|\d{1,9}[.)])\s|<!--|```|~~~|---|===|\|)")
_PAGE = re.compile(r"MEMORY-([2-9]|[1-9]\d{1,3})\.md")


@dataclass(frozen=True, slots=True)
class MemoryIndexRow:
    number: int
    """Its number in the file, from 1."""
    raw: str
    """Its text with its end; undecodable bytes as escapes, so that they come back."""
    links: tuple[Link, ...] = ()
    """Its links; none in front matter, comments and fences."""
    own: bool = False
    """Whether it is a list item that begins with a link to a memory."""

    @property
    def text(self) -> str:
        return _text_of(self.raw)

    @property
    def ending(self) -> str:
        """How the line ends; empty only at the end of a file."""
        return self.raw[len(self.text) :]

    @property
    def targets(self) -> tuple[str, ...]:
        """The paths below the folder it links to."""
        return tuple(link.target for link in self.links if link.place == "in")

    @property
    def links_elsewhere(self) -> bool:
        """Whether it also links to what is no memory of this folder."""
        return any(link.place != "in" for link in self.links)

    def written(self, text: str) -> "MemoryIndexRow":
        """The line with another text, which ends as before."""
        return row_of(self.number, text + self.ending)


def row_of(number: int, raw: str, *, plain: bool = False) -> MemoryIndexRow:
    """A line read; a plain one holds no links, even if it looks like it."""
    text = _text_of(raw)
    links = () if plain else tuple(links_of(text))
    own = bool(links) and links[0].place == "in" and starts_entry(text, links[0])
    return MemoryIndexRow(number, raw, links, own)


def _text_of(raw: str) -> str:
    return raw.removesuffix("\n").removesuffix("\r")


def rows_of(data: bytes) -> list[MemoryIndexRow]:
    """Every line of an index; a byte order mark belongs to the first one's front and is left to `joined`."""
    lines = lines_of(data.decode("utf-8", "surrogateescape").removeprefix(_BOM))
    skipped = front_matter_lines(lines)
    parts = [LinePart.COMMENT] * skipped + classify(lines[skipped:])
    return [
        row_of(number, line, plain=part is not LinePart.TEXT)
        for number, (line, part) in enumerate(zip(lines, parts, strict=True), start=1)
    ]


def joined(rows: Sequence[MemoryIndexRow], before: bytes) -> bytes:
    """The bytes of these lines, with the byte order mark the file had.

    A ruler on the first line would turn what follows into front matter: a blank line before it keeps it a ruler.
    """
    mark = _BOM if before.startswith(_BOM.encode()) else ""
    lines = [row.raw for row in rows]
    if rows and rows[0].number != 1 and front_matter_lines(lines):
        lines.insert(0, newline_of(rows))
    return (mark + "".join(lines)).encode("utf-8", "surrogateescape")


def goes_on(rows: Sequence[MemoryIndexRow], at: int) -> bool:
    """Whether lines below belong to the entry at this place, so that it cannot go without them."""
    indent = _indent(rows[at].text)
    for number in range(at + 1, len(rows)):
        text = rows[number].text
        if text.strip():
            near = number == at + 1
            return _indent(text) > indent or (near and not _BLOCK.match(text))
    return False


def end_of(rows: Sequence[MemoryIndexRow], at: int) -> int:
    """The place after an entry and the lines that belong to it."""
    indent = _indent(rows[at].text)
    end = at + 1
    for number in range(at + 1, len(rows)):
        text = rows[number].text
        if text.strip() and not (_indent(text) > indent or (end == number and not _BLOCK.match(text))):
            break
        if text.strip():
            end = number + 1
    return end


def unlinked(row: MemoryIndexRow, targets: Sequence[str]) -> MemoryIndexRow:
    """The line with the links to these files taken away and their words left."""
    text = row.text
    gone = set(map(same_name, targets))
    for link in reversed(row.links):
        if link.place == "in" and same_name(link.target) in gone:
            text = text[: link.start] + text[link.start + 1 : link.middle] + text[link.end :]
    return row.written(text)


def newline_of(rows: Sequence[MemoryIndexRow]) -> str:
    """How lines end in this file."""
    return next((row.ending for row in reversed(rows) if row.ending), "\n")


def page_name(number: int) -> str:
    """The name of the first, second, … index of a folder."""
    return INDEX if number == 1 else f"MEMORY-{number}.md"


def page_number(name: str) -> int:
    """The number of a second-level index (`MEMORY-2.md`); 0 for any other file."""
    match = _PAGE.fullmatch(name)
    return int(match[1]) if match else 0


def most_that_fit(least: int, most: int, fits: Callable[[int], bool], guess: int | None = None) -> int:
    """The largest number from `least` on that fits; `least` is not tried, and `guess` and what is next to it first."""
    tried = (least + most + 1) // 2 if guess is None else min(max(guess, least + 1), most)
    is_guess = guess is not None
    while least < most:
        least, most = (tried, most) if fits(tried) else (least, tried - 1)
        tried = (min(least + 1, most) if least == tried else most) if is_guess else (least + most + 1) // 2
        is_guess = False
    return least


def _indent(text: str) -> int:
    wide = text.expandtabs(4)
    return len(wide) - len(wide.lstrip(" "))


INDEX = "MEMORY.md"
"""Name of the index in its folder."""
_LEAST_TITLE = 12
_TITLE = 40


@dataclass(frozen=True, slots=True)
class IndexLink:
    """A link of an index to a memory."""

    line: int
    """Number of its line, from 1."""
    text: str
    title: str
    target: str
    """The file it names, decoded, without an anchor; relative to the folder of the index."""
    hook: str
    own: bool = True
    """Whether the line is a list item that begins with a link; false in prose and in a nested remark."""


@dataclass(frozen=True, slots=True)
class IndexReading:
    entries: tuple[IndexLink, ...]
    """Links to files below the folder, in order; a line with two links has two."""
    outside: tuple[str, ...]
    """Files out of the folder that it links to, in order."""
    long_lines: tuple[int, ...]
    """Numbers of loaded lines with more than 150 characters."""
    lines: int

    @property
    def targets(self) -> frozenset[str]:
        return frozenset(entry.target for entry in self.entries)


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What is right and wrong about an index."""

    lines: int = 0
    """Lines as Claude Code counts them: front matter, block comments and outer blank lines left out."""
    bytes: int = 0
    visible_lines: int = 0
    """Lines that are loaded."""
    entries: int = 0
    """Lines that link to files of the folder."""
    orphans: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()
    """Files named that are not there."""
    long_lines: tuple[int, ...] = ()
    """Numbers of lines with more than 150 characters."""
    outside: tuple[str, ...] = ()
    """Files out of the folder that are linked to."""
    hidden: tuple[int, ...] = ()
    """Numbers of lines past the limits, which no session is given."""
    tokens: int = 0
    """Estimated tokens of all its lines."""

    @property
    def healthy(self) -> bool:
        """Whether every file has a line, every line a file, and all of it is loaded."""
        return not (self.orphans or self.dangling or self.long_lines or self.hidden)


def read(data: bytes) -> IndexReading:
    """An index parsed; any bytes are accepted."""
    work, _ = in_utf8(data)
    rows = rows_of(work)
    long = tuple(line.number for line in as_loaded(work) if len(line.text.rstrip()) > INDEX_LINE)
    outside = dict.fromkeys(readable(link.target) for row in rows for link in row.links if link.place == "out")
    return IndexReading(tuple(_entries(rows)), tuple(outside), long, len(rows))


def _entries(rows: list[MemoryIndexRow]) -> list[IndexLink]:
    found: list[IndexLink] = []
    for row in rows:
        if not row.links:
            continue
        text, shown = row.text, readable(row.text)
        found += [
            IndexLink(row.number, shown, readable(link.title), link.target, readable(hook_of(text, link)), row.own)
            for link in row.links
            if link.place == "in"
        ]
    return found


def report(
    data: bytes | None, files: Collection[str], pages: Mapping[str, bytes] | None = None, also: Collection[str] = ()
) -> IndexReport:
    """What is right and wrong about an index.

    `files` are the memories below its folder, `pages` the further indexes there by their paths (`MEMORY-2.md`, which
    counts when it is linked to, and `team/MEMORY.md`, which always does), `also` other files a line may link to.
    """
    further = pages or {}
    work, _ = in_utf8(data or b"")
    reading = read(data or b"")
    reached = {same_name(name) for name in reached_from(reading.targets, further)}
    there = {same_name(name) for name in (*files, *further, *also)}
    numbered = sorted(name for name in further if page_number(name))
    named = [entry.target for entry in reading.entries]
    named += [target for name in numbered for target in sorted(page_targets(name, further[name]))]
    cut = loaded(work)
    return IndexReport(
        lines=cut.size.lines,
        bytes=cut.size.bytes,
        visible_lines=len(cut.visible),
        entries=len({entry.line for entry in reading.entries}),
        orphans=tuple(sorted(name for name in (*files, *numbered) if same_name(name) not in reached)),
        dangling=tuple(dict.fromkeys(readable(target) for target in named if is_dangling(target, there))),
        long_lines=reading.long_lines,
        outside=reading.outside,
        hidden=tuple(line.number for line in cut.hidden),
        tokens=cut.size.tokens,
    )


def is_dangling(target: str, there: Collection[str]) -> bool:
    """Whether a link names a missing memory; `there` holds names as `same_name` makes them.

    A path below something that is not a folder of memories, such as a link to elsewhere, is taken to exist.
    """
    if not target.lower().endswith(".md") or target == INDEX:
        return False
    name = same_name(target)
    parts = name.split("/")
    return name not in there and not any("/".join(parts[:count]) in there for count in range(1, len(parts)))


def reached_from(targets: Collection[str], pages: Mapping[str, bytes]) -> set[str]:
    """Every file the index leads to, further indexes included that it links to or that are a subfolder's own."""
    reached = set(targets)
    waiting = {name: page_targets(name, data) for name, data in pages.items()}
    while True:
        opened = [name for name in waiting if name in reached or posixpath.basename(name) == INDEX]
        if not opened:
            return reached
        for name in opened:
            reached |= {name} | waiting.pop(name)


def page_targets(name: str, data: bytes) -> set[str]:
    """What a further index links to, relative to the folder of the first one."""
    folder = posixpath.dirname(name)
    return {posixpath.normpath(posixpath.join(folder, target)) for target in read(data).targets}


def without(data: bytes, targets: Collection[str]) -> bytes:
    """The index without the lines of these files.

    A line that links to others too, prose, and an entry with lines below it keep their words; in the last the link
    becomes plain words.
    """
    work, back = in_utf8(data)
    gone = frozenset(map(same_name, targets))
    rows = rows_of(work)
    kept = [left for at in range(len(rows)) for left in left_of(rows, at, gone)]
    return data if kept == rows else back(joined(kept, work))


def left_of(rows: list[MemoryIndexRow], at: int, gone: Collection[str]) -> list[MemoryIndexRow]:
    """What is left of a line when these files are gone: nothing, its words, or itself."""
    row = rows[at]
    if not row.own or row.links_elsewhere or not all(same_name(target) in gone for target in row.targets):
        return [row]
    return [unlinked(row, row.targets)] if goes_on(rows, at) else []


def with_entry(data: bytes, target: str, title: str, hook: str) -> bytes:
    """The index with a line for a file: in place of its own line, else after the last entry.

    A line that also links to other files is left as it is, since the file has its line in it.
    """
    work, back = in_utf8(data)
    rows = rows_of(work)
    name = same_name(target)
    at = next((at for at, row in enumerate(rows) if row.own and name in map(same_name, row.targets)), None)
    if at is None:
        made = with_rows(rows, [(target, title, hook)])
    elif len(rows[at].links) > 1:
        return data
    else:
        made = [*rows[:at], renewed(rows[at], target, title, hook), *rows[at + 1 :]]
    return back(joined(made, work))


def renewed(row: MemoryIndexRow, target: str, title: str, hook: str) -> MemoryIndexRow:
    """An entry written again with its own list sign, dash and end."""
    first = row.links[0]
    return row.written(entry_line(title, target, hook, row.text[: first.start].rstrip("*_"), dash_of(row.text, first)))


def with_rows(rows: list[MemoryIndexRow], entries: list[tuple[str, str, str]]) -> list[MemoryIndexRow]:
    """The lines with new entries (target, title, hook) at the end of the last list of entries, in its style."""
    last = next((at for at in range(len(rows) - 1, -1, -1) if rows[at].own), None)
    newline = newline_of(rows)
    lead, dash, at = "- ", "—", len(rows)
    if last is not None:
        row = rows[last]
        dash = dash_of(row.text, row.links[0])
        lead = "* " if row.text.lstrip().startswith("* ") else lead
        at = end_of(rows, last)
    lines = [entry_line(title, target, hook, lead, dash) + newline for target, title, hook in entries]
    before = rows[:at]
    if before and not before[-1].ending:
        before = [*before[:-1], row_of(before[-1].number, before[-1].raw + newline)]
        lines[-1:] = [lines[-1].removesuffix(newline)] if at == len(rows) and last is not None else lines[-1:]
    if last is None and before and before[-1].text.strip():
        lines.insert(0, newline)
    return [*before, *(row_of(0, line) for line in lines), *rows[at:]]


def entry_line(title: str, target: str, hook: str, lead: str = "- ", dash: str = "—") -> str:
    """An index line of at most 150 characters; only a file name that is longer itself makes it longer."""
    link = encode_target(target)
    width = INDEX_LINE - len(lead) + 2
    if len(f"- [](){link}") + _LEAST_TITLE > width:
        return f"{lead}[{cut_title(title, _TITLE)}]({link})"
    line = make_line(title, target, hook, width)
    return lead + line[2:].replace(f"]({link}) — ", f"]({link}) {dash} ", 1)
