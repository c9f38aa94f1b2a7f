"""Splits: a memory whose sections are about different things is proposed as one memory a section."""

from dreamtui.memory.reorganize.find.stale import single
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.naming import mutation_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import Form, PlacedStatement, plain, statements
from dreamtui.model.proposal import Fate, Memory, Mutation, MutationKind, Proposal, Statement

_LEAST_WORDS = 8
"""Different topic words in a section that can stand alone."""
_RELATED = 0.12
"""Overlap of topic words above which two sections belong together."""


def split_proposal(memory: Memory) -> Proposal | None:
    """The parts of a memory, each with its heading as title; none when it is about one thing."""
    said = statements(memory.text)
    parts = _parts(said)
    if len(parts) < 2 or any(len(_words(part)) < _LEAST_WORDS for part in parts):
        return None
    closest = max(
        _overlap(_words(one), _words(other)) for at, one in enumerate(parts) for other in parts[at + 1 :]
    )  # fmt: skip
    if closest > _RELATED:
        return None
    made = tuple(
        (short(part[0].text.lstrip("# ")), _text(memory.text, part, parts, at)) for at, part in enumerate(parts)
    )
    mutation = Mutation(
        mutation_id(MutationKind.SPLIT, (memory.id,)), MutationKind.SPLIT, sources_of((memory,)), parts=made,
        category=memory.category,
        reason=f"Its {len(parts)} sections share next to no words (at most {closest:.0%}).",
        score=round(0.5 * (1 - closest), 3),
        statements=tuple(Statement(one.text, memory.id, Fate.KEPT) for one in said),
    )  # fmt: skip
    return single(memory, mutation, f"Split: {title_of(memory)}")


def _parts(said: tuple[PlacedStatement, ...]) -> list[list[PlacedStatement]]:
    """Statements by the headings of the highest level that stands at least twice; none when text stands before them."""
    depths = [depth for one in said if (depth := _depth(one))]
    level = next((depth for depth in sorted(set(depths)) if depths.count(depth) > 1), 0)
    found: list[list[PlacedStatement]] = []
    if not level or any(depth < level for depth in depths) or _depth(said[0]) != level:
        return found
    for one in said:
        if _depth(one) == level:
            found.append([])
        found[-1].append(one)
    titles = {plain(part[0].text) for part in found}
    return found if len(titles) == len(found) else []


def _depth(one: PlacedStatement) -> int:
    """The level of a heading; 0 for what is none."""
    return len(one.text) - len(one.text.lstrip("#")) if one.form is Form.HEADING else 0


def _words(part: list[PlacedStatement]) -> frozenset[str]:
    return frozenset().union(*(read(one.text).heavy for one in part))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def _text(whole: str, part: list[PlacedStatement], parts: list[list[PlacedStatement]], at: int) -> str:
    """The words of a part exactly as they stand, from its heading to the next one."""
    begin = 0
    for earlier in parts[:at]:
        begin = whole.index(earlier[0].text, begin) + len(earlier[0].text)
    begin = whole.index(part[0].text, begin)
    end = whole.find("\n" + parts[at + 1][0].text, begin) if at + 1 < len(parts) else len(whole)
    return whole[begin:end].strip()
