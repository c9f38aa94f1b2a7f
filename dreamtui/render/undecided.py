"""Finds lines in a region that no decision says, so that they stay as they are.

Their rule is undecided, so its file's current words are not written, and its lines are not removed: that is a person's
to decide. A region holds no ids, so a line is recognised by its words: those of the rule's file, those that a decision
may have left, or, if the file says others now, any words not known to be out of force.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dreamtui.model.memory import Rule
from dreamtui.render.found import State, read_region
from dreamtui.render.repair import sides_of
from dreamtui.render.rules import GENERAL, KeptLines, area_named, rule_lines
from dreamtui.text.danger.agent_text import bullet

Lines = tuple[str, ...]
"""A rule as it is in a region."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A rule without a decision, or whose file says other words than were decided."""

    rule: Rule
    near: tuple[str, ...] = ()
    """Texts among which the decided one is."""


def kept_lines(
    existing: Mapping[str, bytes], rules: Iterable[Rule], unsaid: Sequence[Unsaid], gone: Callable[[], Collection[str]]
) -> dict[str, tuple[KeptLines, ...]]:
    """For each file the lines that stay in its region; `gone` gives words that are known to be out of force."""
    if not unsaid:
        return {}
    said = {rule_lines(rule): _order(rule) for rule in rules}
    known: set[Lines] | None = None
    found: dict[str, tuple[KeptLines, ...]] = {}
    for path, data in existing.items():
        blocks = list(blocks_of(data))
        standing = {lines for _, lines in blocks} - said.keys()
        theirs = {lines: one for one in unsaid if (lines := _kept_as(one, standing)) is not None}
        # Where a region has no end, lines of the user's own may be taken for it, so only known words count.
        missed = len(set(theirs.values())) < len(unsaid) and read_region(data).state is not State.UNCLOSED
        if missed and standing - theirs.keys() and known is None:
            known = {bullet(text) for text in gone()}
        kept: list[KeptLines] = []
        above, under = tuple[str, ...](), ""
        for area, lines in blocks:
            above, under = (above if area == under else ()), area
            if lines in theirs:
                above = _order(theirs[lines].rule)
            elif lines in said:
                above = said[lines]
                continue
            elif not missed or known is None or lines in known:
                continue
            else:
                above = (*above, "")  # right below the line above it
            if KeptLines(area, lines, above) not in kept:
                kept.append(KeptLines(area, lines, above))
        if kept:
            found[path] = tuple(kept)
    return found


def stray_lines(data: bytes, kept: Iterable[KeptLines], unsaid: Sequence[Unsaid]) -> list[int]:
    """The places, from 1, of the lines that stay in a file although no rule is known that says them."""
    explained = {lines for one in unsaid for lines in (rule_lines(one.rule), *map(bullet, one.near))}
    whole = [line.rstrip("\r") for line in data.decode("utf-8", "surrogateescape").split("\n")]
    spans = [(one.first_line, one.first_line + one.body.count(b"\n")) for one in read_region(data).regions]
    found = []
    for lines in (one.lines for one in kept if one.lines not in explained):
        begins = [at for first, last in spans or [(0, len(whole))] for at in range(first, last)]
        found += [at + 1 for at in begins if tuple(whole[at : at + len(lines)]) == lines][:1]
    return sorted(found)


def _order(rule: Rule) -> tuple[str, ...]:
    return (rule.graduated_at, rule.id, rule.path)


def _kept_as(one: Unsaid, standing: Collection[Lines]) -> Lines | None:
    """The lines of a rule: those of its file, else those that a decision may have left."""
    return next((lines for lines in (rule_lines(one.rule), *map(bullet, one.near)) if lines in standing), None)


def blocks_of(data: bytes) -> Iterator[tuple[str, Lines]]:
    """Every rule in our regions of a file, with its area; after a merge those of both branches."""
    for side in sides_of(data):
        yield from _blocks(side)


def _blocks(data: bytes) -> Iterator[tuple[str, Lines]]:
    for region in read_region(data).regions:
        area, block = GENERAL, list[str]()
        for line in region.body.decode("utf-8", "surrogateescape").replace("\r\n", "\n").split("\n"):
            if line.startswith("- "):
                yield from _whole(area, block)
                block = [line]
            elif line.startswith("  ") or not line:
                if block:
                    block.append(line)
            else:
                yield from _whole(area, block)
                block = []
                if line.startswith("### "):
                    area = area_named(line[4:])
        yield from _whole(area, block)


def _whole(area: str, block: list[str]) -> Iterator[tuple[str, Lines]]:
    """A block without the blank lines below it."""
    while block and not block[-1]:
        block.pop()
    if block:
        yield area, tuple(block)
