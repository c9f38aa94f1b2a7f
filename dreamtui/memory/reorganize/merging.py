"""Whether memories may be merged, and the text of a merge: every distinct statement of its sources once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from dreamtui.memory.reorganize.guards import StatementGuard, objection, related
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import PHRASE, StatementReading, read
from dreamtui.memory.reorganize.statements import Form, PlacedStatement, plain, statements
from dreamtui.model.proposal import Fate, Memory, Statement

_ONE_SUBJECT = 0.6
"""Share of topic words from which two statements of longer texts are about one subject."""


@dataclass(frozen=True, slots=True)
class MergeObjection:
    """Why two memories are kept apart."""

    guard: str
    reason: str
    contradicts: bool
    one: str = ""
    """The statement of the first memory."""
    other: str = ""
    """The statement of the second memory."""


SCOPE_FIELD = "scope"
"""Memories that hold in different places (project, user, team) are kept apart under the name of the scope guard."""


@lru_cache(maxsize=65536)
def _claims(text: str) -> tuple[tuple[str, str], ...]:
    """Plain form and words of each statement that claims something."""
    found = [(plain(s.text), s.text) for s in statements(text) if s.form is not Form.HEADING]
    return tuple(found) or tuple((plain(s.text), s.text) for s in statements(text))


def compare(one: Memory, other: Memory) -> MergeObjection | None:
    """The first reason to keep two memories apart; none when they may be merged. The same whichever comes first."""
    if one.id > other.id:
        found = compare(other, one)
        return found and MergeObjection(found.guard, found.reason, found.contradicts, found.other, found.one)
    if one.scope != other.scope:
        sides = " / ".join(sorted((one.scope or "none", other.scope or "none")))
        return MergeObjection(SCOPE_FIELD, sides, False, one.text, other.text)
    if plain(one.text) == plain(other.text):
        return None
    left, right = _claims(one.text), _claims(other.text)
    if len(left) == 1 and len(right) == 1:
        return _objection(left[0][1], right[0][1])
    return _between(left, right)


def _objection(one: str, other: str) -> MergeObjection | None:
    found = objection(read(one), read(other))
    if found:
        return _made(found, one, other)
    return None if says(one, other) or says(other, one) else _two_texts(one, other)


WORDING = "wording"
"""Under this name statements are kept apart of which neither says all of the other: both would stand in a merge."""


def _two_texts(one: str, other: str) -> MergeObjection:
    return MergeObjection(WORDING, "neither says all that the other says", False, one, other)


def _made(found: tuple[StatementGuard, str], one: str, other: str) -> MergeObjection:
    guard, reason = found
    return MergeObjection(guard.name, reason, guard.contradicts, one, other)


def _between(left: tuple[tuple[str, str], ...], right: tuple[tuple[str, str], ...]) -> MergeObjection | None:
    """Longer texts: a contradiction between two statements, or every alike pair being about something else."""
    equal = {key for key, _ in left} & {key for key, _ in right}
    ones = [text for key, text in left if key not in equal]
    others = [text for key, text in right if key not in equal]
    apart: list[MergeObjection] = []
    worded: list[MergeObjection] = []
    near = 0
    for one in ones:
        for other in others:
            first, second = read(one), read(other)
            if overlap(first, second) < _ONE_SUBJECT:
                continue
            near += 1
            found = objection(first, second)
            if found and found[0].contradicts:
                return _made(found, one, other)
            if found:
                apart.append(_made(found, one, other))
            elif not (says(one, other) or says(other, one)):
                worded.append(_two_texts(one, other))
    if worded:
        return worded[0]
    if apart and len(apart) * 2 > near and not equal:
        return apart[0]
    return None


def overlap(one: StatementReading, other: StatementReading) -> float:
    """Share of the topic words of the shorter-worded statement that the other has too, weighed down by the longer."""
    first, second = one.heavy or one.topic, other.heavy or other.topic
    first, second = first - known.NEGATIONS, second - known.NEGATIONS
    shared = len(first & second)
    return shared / (len(first) * len(second)) ** 0.5 if shared else 0.0


_ASIDE = re.compile(r"\([^()]*\)|(?:,|\s[—–-])?\s(?:e\.g\.|such as|for example)\s.*")
"""What gives examples: one wording may have more of it, while any other added word may narrow what is said."""
_LINK = re.compile(r"\b(?:made (?:out )?(?:of|from|with|for)|colou?red(?: in)?)\s", re.IGNORECASE)
"""What joins a noun to what it is made of: "a drawer made of plastic" is a plastic drawer."""
_NUMBER = re.compile(r"\d{1,3}[.)]")
"""A sentence that would begin a list item, did another follow it on its line."""


@dataclass(slots=True)
class _Line:
    """A statement of the result and who says it."""

    said: PlacedStatement
    source: int
    """Place of its source, oldest first."""
    stands_for: list[str] = field(default_factory=list)
    """Every wording that it stands for, its own too; a better wording has to say all of them."""


_CLOSEST = 50
"""Lines that share a rare word with a statement and are asked whether they say it."""


class _Result:
    """The lines of the result, found by their words."""

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self._exact: dict[tuple[str, ...], int] = {}
        self._by_word: dict[tuple[str, str], list[int]] = {}

    def place(self, said: PlacedStatement, earlier: int) -> int | None:
        """The line of its section that says the same: word for word, else as a line of an earlier source does."""
        found = self._exact.get(_key(said))
        if found is not None or not _prose(said):
            return found
        lists = [self._by_word.get((said.section, form), []) for form in sorted(read(said.text).heavy)]
        for place in sorted(set(min(lists, key=len, default=[])[:_CLOSEST])):
            line = self.lines[place]
            if place < earlier and (says(line.said.text, said.text) or _replaces(said, line)):
                return place
        return None

    def add(self, said: PlacedStatement, source: int) -> int:
        """A new line at the end."""
        self.lines.append(_Line(said, source))
        self.know(said, len(self.lines) - 1)
        return len(self.lines) - 1

    def know(self, said: PlacedStatement, place: int) -> None:
        """Remember that a line stands for a wording."""
        self._exact.setdefault(_key(said), place)
        if _prose(said):
            for form in read(said.text).heavy:
                held = self._by_word.setdefault((said.section, form), [])
                if place not in held[-1:]:
                    held.append(place)


def merge_texts(memories: Sequence[Memory]) -> tuple[str, tuple[Statement, ...]]:
    """One text that keeps every distinct statement of the memories, and what became of each of their statements.

    The result does not depend on the order of the memories: the oldest comes first, then by id.
    """
    sources = sorted(memories, key=lambda memory: (memory.created or memory.updated, memory.id))
    rank = {memory.id: (memory.updated or memory.created, memory.id) for memory in sources}
    result = _Result()
    lines = result.lines
    places: list[tuple[str, PlacedStatement, int]] = []
    for number, memory in enumerate(sources):
        earlier = len(lines)
        for said in statements(memory.text):
            place = result.place(said, earlier)
            if place is None:
                place = result.add(said, number)
            elif _better(said, lines[place], rank[memory.id] >= rank[sources[lines[place].source].id]):
                lines[place] = _Line(said, number, lines[place].stands_for)
            if said.text not in lines[place].stands_for[-1:]:
                lines[place].stands_for.append(said.text)
                result.know(said, place)
            places.append((memory.id, said, place))
    fates = [_fate(source, said, lines[place].said, lines[place].source, sources) for source, said, place in places]
    return _text(lines), tuple(fates)


def _key(said: PlacedStatement) -> tuple[str, ...]:
    """What two statements have in common that stand for each other: section, kind, and words."""
    if said.form is Form.BLOCK:
        return said.section, "block", said.text
    return said.section, "heading" if said.form is Form.HEADING else "prose", plain(said.text)


def _fate(
    source: str, said: PlacedStatement, kept: PlacedStatement, owner: int, sources: Sequence[Memory]
) -> Statement:
    if said.text == kept.text and sources[owner].id == source:
        return Statement(said.text, source, Fate.KEPT)
    return Statement(said.text, source, Fate.MERGED, kept.text)


def _prose(said: PlacedStatement) -> bool:
    return said.form in (Form.ITEM, Form.SENTENCE)


def _replaces(said: PlacedStatement, line: _Line) -> bool:
    """Whether a wording says everything that a line stands for."""
    return said.form is line.said.form and all(says(said.text, other) for other in line.stands_for)


def _better(said: PlacedStatement, line: _Line, newer: bool) -> bool:
    """Whether a wording is to replace the kept one: it says more, or as much and is newer."""
    return _replaces(said, line) and (newer or not says(line.said.text, said.text))


def says(whole: str, part: str) -> bool:
    """Whether a statement says all that another says: no guard objects, and no word or figure of it is missing."""
    if plain(whole) == plain(part):
        return True
    more, less = read(whole), read(part)
    if not less.heavy & more.heavy or objection(more, less) is not None:
        return False
    if not (less.facts <= more.facts and _all_held(less, more) and _order_kept(more, less)):
        return False
    return _all_held(read(_ASIDE.sub(" ", _LINK.sub("", whole))), less)


def _all_held(less: StatementReading, more: StatementReading) -> bool:
    """Whether the words of one are in the other; of little words that make phrases the guards have judged."""
    return all(_held(form, more) for form in less.heavy - PHRASE)


def _held(form: str, more: StatementReading) -> bool:
    return form in more.topic or any(related(form, other) for other in more.topic - known.LIGHT)


def _order_kept(more: StatementReading, less: StatementReading) -> bool:
    """Whether strengths and negations of the lesser are in the greater too."""
    return less.strengths <= more.strengths | {"must"} and less.negations <= more.negations


def check_mutation(sources: Sequence[Memory], text: str) -> tuple[Statement, ...]:
    """What becomes of every statement of the sources when the result says this: kept, merged, or lost."""
    result = statements(text)
    exact = {said.text for said in result}
    by_form = {plain(said.text): said.text for said in result}
    prose = [said.text for said in result if _prose(said)]
    found: list[Statement] = []
    for memory in sources:
        for said in statements(memory.text):
            if said.text in exact:
                found.append(Statement(said.text, memory.id, Fate.KEPT))
                continue
            instead = by_form.get(plain(said.text)) if said.form is not Form.BLOCK else None
            if instead is None and _prose(said):
                instead = next((other for other in prose if says(other, said.text)), None)
            fate = Fate.LOST if instead is None else Fate.MERGED
            found.append(Statement(said.text, memory.id, fate, instead or ""))
    return tuple(found)


def _text(lines: Iterable[_Line]) -> str:
    """The lines as Markdown: sections in the order in which they were first met, what stood together together."""
    sections: dict[str, list[_Line]] = {"": []}
    for line in lines:
        inside = line.said.section
        if line.said.form is Form.HEADING:
            inside = "\n".join(filter(None, (inside, plain(line.said.text))))
        sections.setdefault(inside, []).append(line)
    ordered = sorted(sections, key=_outline(list(sections)))
    blocks = [_section(sections[name]) for name in ordered if sections[name]]
    return "\n\n".join(blocks)


def _outline(names: Sequence[str]) -> "_Outline":
    return _Outline({name: place for place, name in enumerate(names)})


class _Outline:
    """Orders sections so that each stands below its parent, siblings in the order in which they were met."""

    def __init__(self, first: dict[str, int]) -> None:
        self._first = first

    def __call__(self, name: str) -> tuple[int, ...]:
        titles = name.split("\n") if name else []
        return tuple(self._first.get("\n".join(titles[: depth + 1]), -1) for depth in range(len(titles)))


def _section(lines: Sequence[_Line]) -> str:
    made = ""
    before: _Line | None = None
    for line in sorted(lines, key=lambda line: line.said.form is not Form.HEADING):
        made += _joint(before, line) + line.said.indent + line.said.text
        before = line
    return made


def _joint(before: _Line | None, line: _Line) -> str:
    """What stands between two statements: a blank in a paragraph, a line end in a list, a blank line else."""
    if before is None:
        return ""
    one, other = before.said, line.said
    if one.form is other.form is Form.SENTENCE:
        if before.source != line.source or one.paragraph != other.paragraph:
            return "\n\n"
        return "\n" if _NUMBER.fullmatch(one.text) else " "
    if one.form is other.form is Form.ITEM:
        return "\n"
    if (
        one.form is other.form is Form.BLOCK
        and one.text.lstrip().startswith("|")
        and other.text.lstrip().startswith("|")
    ):
        return "\n"
    return "\n\n"
