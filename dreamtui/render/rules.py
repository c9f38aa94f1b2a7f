"""The words of the region: rules grouped by area, then where the notes are. The same body for every output."""

from collections.abc import Iterable
from dataclasses import dataclass

from dreamtui.kinds.rule.area import common_area
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.text.danger.agent_text import bullet, safe_line
from dreamtui.text.inert import inert_line

GENERAL = "General"
"""The area of rules that name no files, or files all over the place."""


@dataclass(frozen=True, slots=True)
class KeptLines:
    """A rule whose line stays in place, although no decision says it."""

    area: str
    lines: tuple[str, ...]
    order: tuple[str, ...]
    """Sorts it among the rules of its area, as `(graduated_at, id, path)` does these."""


def area_of(rule: Rule) -> str:
    """The first two folders all files of a rule share."""
    return common_area(rule.files) or GENERAL


def by_area(rules: Iterable[Rule]) -> list[tuple[str, list[Rule]]]:
    """Areas in alphabetical order after the general one; inside, the oldest rule first, equal texts once."""
    areas: dict[str, dict[tuple[str, ...], Rule]] = {}
    for rule in sorted(rules, key=lambda r: (r.graduated_at, r.id, r.path)):
        areas.setdefault(area_of(rule), {}).setdefault(rule_lines(rule), rule)
    order = sorted(areas, key=lambda area: (area != GENERAL, area))
    return [(area, list(areas[area].values())) for area in order]


def rule_lines(rule: Rule) -> tuple[str, ...]:
    """The lines of one rule; a rule without words of its own is shown by its title."""
    return bullet(rule.text if rule.text.strip() else rule.title)


def rules_body(
    rules: Iterable[Rule], notes: Iterable[Note] = (), index: str = "", kept: Iterable[KeptLines] = ()
) -> str:
    """The body of the region, empty when there is nothing to say. `index` is the path of the index of notes."""
    groups = _groups(rules, kept)
    lines: list[str] = []
    for area, members in groups:
        if len(groups) > 1 or area != GENERAL:
            lines += [f"### {area_heading(area)}", ""]
        for member in members:
            lines += member
        lines.append("")
    if index and any(note.status is NoteStatus.ACTIVE for note in notes):
        lines += [pointer(index), ""]
    if not lines:
        return ""
    return "\n".join(["## Team rules" if groups else "## Team notes", "", *lines]).rstrip("\n")


def _groups(rules: Iterable[Rule], kept: Iterable[KeptLines]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The lines of each rule by area, in the order of `by_area`; kept lines are in the same order."""
    groups = by_area(rules)
    staying = list(kept)
    if not staying:
        return [(area, [rule_lines(rule) for rule in members]) for area, members in groups]
    heads = {area_heading(area): area for area, _ in groups}
    areas: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {
        area: [((r.graduated_at, r.id, r.path), rule_lines(r)) for r in members] for area, members in groups
    }
    for one in staying:
        listed = areas.setdefault(heads.setdefault(area_heading(one.area), one.area), [])
        if all(lines != one.lines for _, lines in listed):
            listed.append((one.order, one.lines))
    order = sorted(areas, key=lambda area: (area != GENERAL, area))
    return [(area, [lines for _, lines in sorted(areas[area], key=lambda member: member[0])]) for area in order]


def area_heading(area: str) -> str:
    """The heading of an area: code for a folder."""
    shown = safe_line(area)
    return shown if area == GENERAL or "`" in shown else f"`{shown}/`"


def area_named(heading: str) -> str:
    """The area that a heading names."""
    return heading[1:-2] if heading.startswith("`") and heading.endswith("/`") else heading


def pointer(index: str) -> str:
    """The line that says where the notes are; no import, since notes are read when they are needed."""
    return f"Longer notes are indexed in `{inert_line(index).replace('`', '')}`: read those that touch your task."
