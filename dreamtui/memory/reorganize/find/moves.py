"""Moves: a memory whose category most others spell otherwise, or that has none if all that are like it have one.

To another scope a memory moves only when a person asks for it.
"""

from collections import Counter
from collections.abc import Sequence

from dreamtui.memory.reorganize.find.stale import single
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.naming import mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import statements
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
