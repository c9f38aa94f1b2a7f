"""What only the index says of a memory: its line is too long to stay, so the words go into the memory first."""

from dataclasses import replace

from dreamtui.memory.reorganize.find.stale import single
from dreamtui.memory.reorganize.merging import check_mutation
from dreamtui.memory.reorganize.naming import LONGEST_TITLE, mutation_id, short, sources_of, title_of
from dreamtui.model.proposal import Fate, Memory, Mutation, MutationKind, Proposal
from dreamtui.text.words import normalise

_SCORE = 0.35
_QUOTED = 160
"""Characters of the missing words that the reason shows."""
_KEEPS = ": keep its index words"
"""Last in the title: of several such proposals the beginnings are to differ."""


def index_words(memory: Memory) -> Proposal | None:
    """The memory with those sentences of its index line at its end that it does not say; none if it says all."""
    missing = _not_said(memory)
    if not missing:
        return None
    text = f"{memory.text.rstrip()}\n\n{missing}"
    made = Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,), "index"), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, score=_SCORE, statements=check_mutation((memory,), text),
        reason="Its line in the index is over 150 characters and says what the memory does not: "
        f"“{short(missing, _QUOTED)}” With these words in the memory the line can be cut and nothing is lost.",
    )  # fmt: skip
    return single(memory, made, f"{short(title_of(memory), LONGEST_TITLE - len(_KEEPS))}{_KEEPS}")


def _not_said(memory: Memory) -> str:
    """The sentences of the index line that the memory says neither word for word nor in other words."""
    hook = memory.hook.strip()
    if not hook or normalise(hook) in normalise(memory.text):
        return ""
    said = check_mutation((replace(memory, text=hook),), memory.text)
    return " ".join(one.text for one in said if one.fate is Fate.LOST)
