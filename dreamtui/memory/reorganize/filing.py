"""Where memories are filed: one about several things is split, one under an odd category moves.

To another scope a memory moves only when a person asks for it.
"""

from collections import Counter
from collections.abc import Sequence

from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.naming import TOPIC_FILE, mutation_id, proposal_id, short, single, sources_of, title_of
from dreamtui.memory.reorganize.statements import Form, PlacedStatement, plain, statements
from dreamtui.model.proposal import Fate, Memory, Mutation, MutationKind, Proposal, Statement

WHERE = {
    "project": "only this project reads it",
    "team": "everybody who works on this project reads it",
    "user": "Claude Code reads it whole in each of your projects",
}
"""What each scope means for a memory."""
_VOTES = 3
"""Memories of one category that have to speak for it."""
_SHARE = 0.5
"""Share of a memory's topic words that a vote has to have too."""


def move_proposals(memories: Sequence[Memory]) -> list[Proposal]:
    """Moves of memories that are sorted by id."""
    spelled: dict[tuple[str, ...], Counter[str]] = {}
    for memory in memories:
        if memory.category.strip():
            spelled.setdefault(_key(memory.category), Counter())[memory.category] += 1
    found: list[Proposal] = []
    homes = _Homes(memories)
    for memory in memories:
        if memory.category.strip():
            ways = spelled[_key(memory.category)]
            to = min(ways, key=lambda name: (-ways[name], name))
            if to != memory.category and ways[to] > ways[memory.category]:
                why = f"{ways[to]} others write “{to}” for “{memory.category}”."
                found.append(_move(memory, to, why, 0.4))
        elif voted := _vote(memory, homes):
            found.append(_move(memory, voted, f"The memories most like it are in “{voted}”.", 0.3))
    return found


def _key(category: str) -> tuple[str, ...]:
    """One form of the spellings of a category: `Testing`, `tests`, `test-ing`."""
    return tuple(sorted(read(category.replace("_", " ").replace("-", " ")).topic)) or (category.strip().casefold(),)


class _Homes:
    """The memories that have a category, found by their topic words."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self._entries: list[tuple[str, frozenset[str]]] = []
        self._by_word: dict[str, list[int]] = {}
        for memory in memories:
            if memory.category.strip():
                words = read(memory.text).heavy
                for word in words:
                    self._by_word.setdefault(word, []).append(len(self._entries))
                self._entries.append((memory.category, words))

    def near(self, words: frozenset[str]) -> set[tuple[str, frozenset[str]]]:
        """Category and words of those that share half of these words."""
        shared: Counter[int] = Counter()
        for word in words:
            shared.update(self._by_word.get(word, ()))
        return {self._entries[place] for place, count in shared.items() if count >= _SHARE * len(words)}


def _vote(memory: Memory, homes: _Homes) -> str:
    """The category of all memories that share half of its words, if there are enough of them."""
    own = read(memory.text).heavy
    if len(own) < 3:
        return ""
    near = homes.near(own)
    names = {category for category, _ in near}
    return next(iter(names)) if len(names) == 1 and len(near) >= _VOTES else ""


def _kept(memory: Memory) -> tuple[Statement, ...]:
    return tuple(Statement(said.text, memory.id, Fate.KEPT) for said in statements(memory.text))


def _move(memory: Memory, to: str, reason: str, score: float) -> Proposal:
    made = Mutation(
        mutation_id(MutationKind.MOVE, (memory.id,)), MutationKind.MOVE, sources_of((memory,)), category=to,
        reason=reason, score=score, statements=_kept(memory),
    )  # fmt: skip
    return single(memory, made, f"Move: {title_of(memory)}")


def scope_move(memory: Memory, to: str) -> Proposal:
    """A move of a topic file to another scope, as a person asked for it: the file and its line in the index."""
    made = Mutation(
        mutation_id(MutationKind.MOVE, (memory.id,), to), MutationKind.MOVE, sources_of((memory,)), to=to,
        reason=f"Asked for: {WHERE[to]}.", score=1.0, statements=_kept(memory),
    )  # fmt: skip
    return Proposal(
        proposal_id(f"move to {to}", (memory.id,)), "mutations", short(f"Move to {to}: {title_of(memory)}"), (made,),
        reason=made.reason, score=made.score,
    )  # fmt: skip


_LEAST_WORDS = 8
"""Different topic words in a section that can stand alone."""
_LEAST_LONG = 2000
"""Characters of a topic file below which nobody is helped by two files instead of one."""
_RELATED = 0.12
"""Overlap of topic words above which two sections belong together."""


def split_proposal(memory: Memory) -> Proposal | None:
    """The parts of a memory, each with its heading as title; none when it is about one thing, or a short file."""
    if memory.kind == TOPIC_FILE and len(memory.text) < _LEAST_LONG:
        return None
    said = statements(memory.text)
    parts = _parts(said)
    if len(parts) < 2 or any(len(_words(part)) < _LEAST_WORDS for part in parts):
        return None
    closest = max(
        _overlap(_words(one), _words(other)) for at, one in enumerate(parts) for other in parts[at + 1 :]
    )  # fmt: skip
    if closest > _RELATED:
        return None
    made = tuple(_titled(part[0].text, _text(memory.text, part, parts, at)) for at, part in enumerate(parts))
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


def _titled(heading: str, text: str) -> tuple[str, str]:
    """Title and words of a part; a heading that is the whole title is not said twice."""
    name = heading.lstrip("# ")
    title = short(name)
    return title, text.removeprefix(heading).strip() if title == name else text


def _text(whole: str, part: list[PlacedStatement], parts: list[list[PlacedStatement]], at: int) -> str:
    """The words of a part exactly as they stand, from its heading to the next one."""
    begin = 0
    for earlier in parts[:at]:
        begin = whole.index(earlier[0].text, begin) + len(earlier[0].text)
    begin = whole.index(part[0].text, begin)
    end = whole.find("\n" + parts[at + 1][0].text, begin) if at + 1 < len(parts) else len(whole)
    return whole[begin:end].strip()
