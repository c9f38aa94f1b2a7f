"""Ids, titles and sources of proposals, made from content."""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from dreamtui.memory.reorganize.statements import statements
from dreamtui.model.proposal import Memory, MemorySource, Mutation, MutationKind, Proposal
from dreamtui.text.inert import one_line

LINE, TOPIC_FILE = "line", "topic"
"""Kinds of memory: a line of CLAUDE.md, a file of a memory folder."""
LONGEST_TITLE = 100
"""Characters of a title."""


def mutation_id(kind: MutationKind, sources: Iterable[str], keeps: str = "") -> str:
    """Id of a mutation; two that keep different ones of the same sources are two."""
    return "u-" + _digest([kind.value, *sorted(sources), *([f"keeps {keeps}"] if keeps else [])])


def proposal_id(kind: str, sources: Iterable[str]) -> str:
    """Id of a proposal: the same for the same kind and sources, whatever their wording."""
    return "p-" + _digest([kind, *sorted(set(sources))])


def _digest(words: Sequence[str]) -> str:
    return sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:10]


def source_of(memory: Memory) -> MemorySource:
    """A memory as a mutation is planned from it."""
    return MemorySource(memory.id, memory.path, memory.hash, memory.title)


def sources_of(memories: Iterable[Memory]) -> tuple[MemorySource, ...]:
    """Sources sorted by id."""
    return tuple(source_of(memory) for memory in sorted(memories, key=lambda memory: memory.id))


def short(text: str, longest: int = LONGEST_TITLE) -> str:
    """A text on one line, cut at a word."""
    flat = " ".join(one_line(text).split())
    if len(flat) <= longest:
        return flat
    return flat[: longest - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def title_of(memory: Memory) -> str:
    """The title of a memory, else its first statement; that of a rule may be the candidate it was made of."""
    if memory.title.strip() and not memory.title.startswith("Candidate `"):
        return short(memory.title)
    said = statements(memory.text)
    return short(said[0].text.lstrip("#-*+ ")) if said else memory.id


def newest(memories: Iterable[Memory]) -> Memory:
    """The memory that was changed last, then by id."""
    return max(memories, key=lambda memory: (memory.updated or memory.created, memory.id))


def single(memory: Memory, mutation: Mutation, title: str) -> Proposal:
    return Proposal(
        proposal_id("mutations", (memory.id,)), "mutations", short(title), (mutation,), reason=mutation.reason,
        score=mutation.score,
    )  # fmt: skip


_DAY = re.compile(
    r"(?<!\d)20\d\d[-_]\d\d[-_]\d\d(?!\d)"
    r"|(?<![a-z])(?:(?:session|phase|project|work|change)[ _-]?(?:history|log|archive|journal|summary)"
    r"|changelog|worklog|(?:last|previous|latest)[ _-]session|history\.md)(?![a-z])",
    re.IGNORECASE,
)


def is_log(memory: Memory) -> bool:
    """Whether a topic file is named after a day or as a log: what it tells of a day need not be there any more."""
    return memory.kind == TOPIC_FILE and _DAY.search(f"{memory.path.rpartition('/')[2]} {memory.title}") is not None
