"""A brief as the rubric reads it: its sentences, what it is about, and how an answer to a question is put together."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from dreamtui.model.claim import Claim
from dreamtui.training.briefs.brief import Brief, Part, Stated
from dreamtui.training.marks.sentences import Sentence, sentences_of


@dataclass(frozen=True, slots=True)
class QuotedLine:
    """A line of the brief that answers a question, or that lacks the answer."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RubricAnswer:
    """How far one question of a dimension is answered."""

    said: str
    """The answer in a sentence: what is there, or what is not."""
    value: float
    """From 0 for not at all to 1."""
    lines: tuple[QuotedLine, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class BriefReading:
    brief: Brief
    sentences: tuple[Sentence, ...]
    topics: frozenset[str] = field(default=frozenset())
    """Stems that it uses in two claims or more, so that it is about them."""
    unfounded: tuple[Claim, ...] = ()
    """What it names and the repository does not have."""

    def claims(self, *parts: Part) -> list[Sentence]:
        """What is said in some parts, or in all, and counts."""
        return [one for one in self.sentences if one.is_claim and (not parts or one.part in parts)]

    def of(self, said: Stated | None) -> list[Sentence]:
        """The sentences of a statement."""
        if said is None:
            return []
        near = (one for one in self.sentences if said.line <= one.line <= said.line + 40)
        return [one for one in near if one.text in said.text or (one.line == said.line and one.text[-20:] in said.text)]

    def is_on_topic(self, one: Sentence) -> bool:
        """Whether a sentence speaks of what the brief is about."""
        return len(one.about & self.topics) >= 2


def read_brief(brief: Brief, copied: Collection[int], unfounded: Sequence[Claim]) -> BriefReading:
    """Read it once for all dimensions; a place that the repository does not have backs nothing."""
    names = {one.name for one in unfounded}
    sources = {at for at, one in enumerate(brief.sources) if _bare(one.address) in names}
    sentences = tuple(
        replace(
            one,
            names=tuple(name for name in one.names if _bare(name) not in names),
            cited=one.cited - sources,
        )
        for one in sentences_of(brief, copied)
    )
    counts = Counter(word for one in sentences if one.is_claim for word in one.about)
    topics = frozenset(word for word, count in counts.items() if count >= 2)
    return BriefReading(brief, sentences, topics, tuple(unfounded))


def _bare(name: str) -> str:
    """A path without the line in it, a call without its parentheses and what it is called on."""
    return name[:-2].rpartition(".")[2] if name.endswith("()") else re.sub(r":\d{1,6}$", "", name)


def quoted(sentences: Sequence[Sentence]) -> tuple[QuotedLine, ...]:
    """Sentences as lines."""
    return tuple(QuotedLine(one.line, one.text) for one in sentences)


def enough(found: Sequence[object], needed: int) -> float:
    """1 from so many on; more of the same makes no difference."""
    return min(1.0, len(found) / needed)


def reached(part: Sequence[object], whole: Sequence[object], at: float) -> float:
    """How near the share of a part comes to what is asked, 1 from there on; 0 of nothing."""
    return min(1.0, len(part) / len(whole) / at) if whole else 0.0
