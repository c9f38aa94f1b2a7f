"""Our own MEMORY.md: the index of rules and notes, and the second-level indexes for what does not fit.

Pinned notes come first, then by importance (a rule counts as 0.5), then the newest. Lines a person wrote stay where
they are, inside the region after the entry above them, outside it untouched; they count against the budget.
"""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dreamtui.kinds.memory.index.line import IndexLine, make_line, names, read_line
from dreamtui.kinds.memory.index.reading import most_that_fit, page_name, page_number
from dreamtui.model.decision import NOTE_PATHS
from dreamtui.model.memory import Note, Rule
from dreamtui.model.target import Target
from dreamtui.render.paths import INDEX
from dreamtui.render.region import (
    RegionProblem,
    State,
    encoded,
    framed,
    place_region,
    read_region,
    remove_region,
    replaced,
)
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings
from dreamtui.render.repair import sides_of
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES, measure
from dreamtui.text.danger.agent_text import first_line

FOLDER = posixpath.dirname(INDEX)
_RULES, _NOTES, _MORE = "## Rules", "## Notes", "## More"
_HEADINGS = (_RULES, _NOTES, _MORE)
_OWN_TARGETS = ("semantic/rules/", "notes/", "MEMORY-")
_MOST_LINKS = 20
_USUAL_OVERHEAD = 6
_RULE_IMPORTANCE = 0.5


_OBSERVATION = re.compile(r"^Candidate `[^`]*` — ")
_NOTHING = IndexLine("", "", "")


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One rule or note in an index."""

    section: str
    title: str
    """Its title, as it is reported."""
    target: str
    line: str
    when: str


def page_path(number: int) -> str:
    """Logical path of the first, second, … index."""
    return f"{FOLDER}/{page_name(number)}"


def entries_of(memory: RenderInput, existing: Mapping[str, bytes] | None = None) -> list[IndexEntry]:
    """Every note, and every rule without a target of its own, the one to keep first comes first; of a rule without a
    decision its existing line.
    """
    rules = memory.going_to(Target.OUTPUTS, asked=True)
    ranked = [((False, _RULE_IMPORTANCE), _entry(r, r.last_reviewed or r.graduated_at)) for r in rules]
    ranked += [((False, _RULE_IMPORTANCE), entry) for entry in _standing(memory, existing or {})]
    ranked += [((note.pinned, note.importance), _entry(note, note.updated or note.created)) for note in memory.notes]
    ranked.sort(key=lambda item: item[1].target)
    ranked.sort(key=lambda item: (item[0], item[1].when), reverse=True)
    return [entry for _, entry in ranked]


def _link(path: str) -> str:
    """A logical path as the index links to it."""
    inside = path.removeprefix(f"{FOLDER}/")
    return posixpath.relpath(path, FOLDER) if inside == path else inside


def _entry(of: Rule | Note, when: str) -> IndexEntry:
    path = _link(of.path)
    title, hook = _OBSERVATION.sub("", of.title), first_line(of.text)
    if hook.casefold().strip(" .") == title.casefold().strip(" ."):
        hook = ""
    line = make_line(title, path, hook)
    if hook and not (read_line(line) or _NOTHING).hook:
        # A long file name leaves room for one of the two, and a rule's own words say more than the observation.
        title, line = hook, make_line(hook, path, "")
    parsed = read_line(line)
    return IndexEntry(_RULES if isinstance(of, Rule) else _NOTES, title, parsed.target if parsed else path, line, when)


def _standing(memory: RenderInput, existing: Mapping[str, bytes]) -> Iterator[IndexEntry]:
    """The lines that the pages have for rules without a decision, unchanged; of a folder, for all files in it."""
    if not memory.unsaid:
        return
    pages = (side for number in _page_numbers(existing) for side in sides_of(existing[page_path(number)]))
    regions = (region for page in pages for region in read_region(page).regions)
    lines = (line.rstrip("\r") for r in regions for line in r.body.decode("utf-8", "surrogateescape").split("\n"))
    linked = [(entry, line) for line in lines if (entry := read_line(line))]
    for rule in memory.unsaid:
        target = _link(rule.path)
        if not target.endswith(".md"):
            others = [_link(one.path) for one in (*memory.rules, *memory.unsaid)]
            inside = ((entry, line) for entry, line in linked if entry.target.startswith(f"{target}/"))
            left = ((e, line) for e, line in inside if not any(names(e, other) for other in others))
            yield from (IndexEntry(_RULES, entry.title, entry.target, line, "") for entry, line in left)
            continue
        found = next(((entry, line) for entry, line in linked if names(entry, target)), None)
        if found is not None:
            entry, line = found
            section = _NOTES if rule.path.startswith(NOTE_PATHS) else _RULES
            yield IndexEntry(section, entry.title, entry.target, line, rule.last_reviewed or rule.graduated_at)


def render(memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """The index, its further pages, and the end of pages that are no longer needed."""
    entries = entries_of(memory, around.existing) if "index" in asked else []
    there = _page_numbers(around.existing)
    if not entries and not there:
        return
    pages = _paginate(entries, around.existing)
    made = [
        _page(number, around.existing, _lines(pages[number - 1] if number <= len(pages) else [], number, len(pages)))
        for number in sorted({*range(1, len(pages) + 1), *there})
    ]
    made = [page if page.problems else replace(page, advice=_advice(page)) for page in made]
    if any(page.problems for page in made):
        # Entries move between pages: either all of them are written or none.
        made = [replace(page, after=page.before, size=measure(page.before)) for page in made]
    yield replace(made[0], moved=_moved(pages, around.existing, there))
    yield from made[1:]


def _moved(pages: list[list[IndexEntry]], existing: Mapping[str, bytes], there: list[int]) -> tuple[str, ...]:
    """Titles that leave the first page, or that are new and find no room on it."""
    first = _targets(existing.get(INDEX))
    later = {target for number in there if number > 1 for target in _targets(existing[page_path(number)])}
    entries = (entry for page in pages[1:] for entry in page)
    return tuple(e.title for e in entries if e.target in first or e.target not in later)


def _page_numbers(existing: Mapping[str, bytes]) -> list[int]:
    stems = (path[len(FOLDER) + 1 :] for path in existing if posixpath.dirname(path) == FOLDER)
    numbers = [1 if stem == page_name(1) else page_number(stem) for stem in stems]
    return sorted(number for number in numbers if number)


def _targets(data: bytes | None) -> set[str]:
    lines = (data or b"").decode("utf-8", "replace").splitlines()
    return {entry.target for entry in map(read_line, lines) if entry}


def _paginate(entries: list[IndexEntry], existing: Mapping[str, bytes]) -> list[list[IndexEntry]]:
    """The entries of each page. The first page links to the others, so their number is found by trying.

    Further pages hold the oldest first: what leaves the first page is added at the end, and few files change.
    """
    count = 1
    room = _Room(existing)
    while True:
        fitting = room.fitting(entries, 1, count)
        pages = [entries[:fitting]]
        rest = sorted(entries[fitting:], key=lambda entry: (entry.when, entry.target))
        while rest:
            number = len(pages) + 1
            fitting = room.fitting(rest, number, number + 1)
            pages.append(rest[:fitting])
            rest = rest[fitting:]
        if len(pages) <= count:
            return pages
        count = len(pages)


class _Room:
    """How many entries fit into which page."""

    def __init__(self, existing: Mapping[str, bytes]) -> None:
        self._existing = existing
        self._known: dict[tuple[int, int, tuple[str, ...]], int] = {}
        self._overhead = _USUAL_OVERHEAD

    def fitting(self, entries: list[IndexEntry], number: int, pages: int) -> int:
        """Into a page of so many; at least one on every page but the first, so that it ends."""
        first = entries[:MEMORY_LINES]
        asked = number, pages, tuple(entry.line for entry in first)
        if asked in self._known:
            return self._known[asked]
        least = 0 if number == 1 else min(1, len(entries))
        most, room = 0, MEMORY_BYTES
        for entry in first:
            room -= len(entry.line.encode("utf-8", "replace")) + 1
            most += room >= 0

        def fits(count: int) -> bool:
            size = _page(number, self._existing, _lines(entries[:count], number, pages)).size
            return size.lines <= MEMORY_LINES and size.bytes <= MEMORY_BYTES

        found = most_that_fit(least, most, fits, guess=most - self._overhead)
        if len(entries) > found:
            self._overhead = most - found  # about the same on the next page
        self._known[asked] = found
        return found


def _lines(entries: Sequence[IndexEntry], number: int, pages: int) -> list[str]:
    """Headings, entries and links to further pages."""
    lines: list[str] = []
    for heading in (_RULES, _NOTES):
        section = [entry.line for entry in entries if entry.section == heading]
        lines += [heading, *section] if section else []
    last = min(pages, _MOST_LINKS + 1 if number == 1 else number + 1)
    links = [make_line(f"More, page {n}", page_name(n), "rules and notes") for n in range(max(2, number + 1), last + 1)]
    return lines + ([_MORE, *links] if links else [])


def _with_persons(lines: list[str], persons: list[tuple[list[str], str]]) -> list[str]:
    """The lines with those a person put into the region, each after the line it was below."""
    if not persons:
        return lines
    places = {_key(line): index for index, line in enumerate(lines)}
    after: dict[int, list[str]] = {}
    for anchors, line in persons:
        place = next((places[anchor] for anchor in anchors if anchor in places), -1)
        after.setdefault(place, []).append(line)
    merged = list(after.get(-1, []))
    for index, line in enumerate(lines):
        merged += [line, *after.get(index, [])]
    return merged


@lru_cache(maxsize=4)  # a page is rendered a few times until it fits, always from the same bytes
def _persons(body: bytes) -> list[tuple[list[str], str]]:
    """A person's lines in a region, each with the keys of our lines above it, the nearest first."""
    found: list[tuple[list[str], str]] = []
    above: list[str] = []
    blank = False
    for line in body.decode("utf-8", "surrogateescape").split("\n"):
        text = line.rstrip(" \t\r")
        key = _key(text)
        if key:
            above = [key, *above]
        elif text:
            if blank and found and found[-1][0] is above:
                found.append((above, ""))
            found.append((above, text))
        blank = not text
    return found


def is_ours(line: str) -> bool:
    """Whether a line of an index is one that we write, and no person's."""
    return bool(_key(line))


def _key(line: str) -> str:
    """What makes a line ours: one of our headings, or a link to a rule, a note or a page; empty for a person's."""
    if line in _HEADINGS:
        return line
    entry = read_line(line)
    return entry.target if entry and entry.target.startswith(_OWN_TARGETS) else ""


def _page(number: int, existing: Mapping[str, bytes], lines: list[str]) -> Rendered:
    """The page's bytes. A hand edit is no reason to stop here: what a person wrote is among the lines."""
    path = page_path(number)
    before = existing.get(path)
    reading = read_region(before)
    if reading.state not in (State.ABSENT, State.ONE, State.EDITED) or before is None or not reading.regions:
        made = place_region(before, _text(lines)) if lines else remove_region(before)
        if isinstance(made, RegionProblem):
            return Rendered("index", path, before, before, measure(before), problems=(made,), body=_text(lines))
        return Rendered("index", path, before, made, measure(made))
    region = reading.regions[0]
    persons = _persons(region.body)
    fresh = replaced(before, region, framed(_text(_with_persons(lines, persons))))
    after: bytes | RegionProblem | None = fresh
    if not lines and persons:
        own = encoded("\n".join([*(line for _, line in persons), ""])).replace(b"\n", region.newline)
        after = before[: region.start] + own + before[region.end :]
    elif not lines:
        after = remove_region(fresh)
    sound = before if isinstance(after, RegionProblem) else after
    return Rendered("index", path, before, sound, measure(sound))


def _text(lines: list[str]) -> str:
    return "\n".join(_spaced(lines))


def _spaced(lines: list[str]) -> list[str]:
    """A blank line around every heading."""
    spaced: list[str] = []
    for index, line in enumerate(lines):
        if line.startswith("#") and index:
            spaced.append("")
        spaced.append(line)
        if line.startswith("#"):
            spaced.append("")
    return [line for index, line in enumerate(spaced) if line or (index and spaced[index - 1])]


def _advice(page: Rendered) -> tuple[str, ...]:
    """Warnings: lines of ours that were changed by hand, lines too long for an index."""
    words: list[str] = []
    before, after = page.before, page.after
    reading = read_region(before)
    if reading.state is State.EDITED and before is not None and after is not None:
        now = set(after.decode("utf-8", "replace").splitlines())
        lines = reading.regions[0].body.decode("utf-8", "replace").splitlines()
        changed = [line for line in lines if _key(line) and line not in now]
        if changed:
            words.append(f"{len(changed)} index lines differ from what was decided and are rewritten")
    if page.size.lines > MEMORY_LINES or page.size.bytes > MEMORY_BYTES:
        words.append("the text around the index is over the limit by itself: its end is not loaded")
    return tuple(words)


def linked_path(line: str, paths: Collection[str]) -> str:
    """The logical path, one of those given, that a line of our index links to; empty for none."""
    entry = read_line(line)
    if entry is None:
        return ""
    path = posixpath.normpath(posixpath.join(FOLDER, entry.target))
    if path in paths:
        return path
    starred = entry.target.endswith("*")
    return min((p for p in paths if starred and names(entry, posixpath.relpath(p, FOLDER))), default="")
