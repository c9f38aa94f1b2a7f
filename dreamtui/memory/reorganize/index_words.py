"""Words of a long index line that its memory lacks: offered where they are new to it, never where it says otherwise."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from dreamtui.memory.reorganize.guards import related
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import form_of, read
from dreamtui.memory.reorganize.merging import check_mutation
from dreamtui.memory.reorganize.naming import LONGEST_TITLE, mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import claims_of
from dreamtui.model.proposal import Memory, Mutation, MutationKind, Proposal
from dreamtui.text.words import normalise

_TELLING = 3
"""Words that a part of an index line has at least that is worth moving."""
_SCORE = 0.35
_QUOTED = 160
"""Characters of the missing words that the reason shows."""
_KEEPS = ": keep its index words"
"""Last in the title: of several such proposals the beginnings are to differ."""


def index_words(memories: Iterable[Memory]) -> Iterator[Proposal]:
    """One proposal a folder: each memory whose index line says more gets those sentences at its end, each switchable.

    Its id is that of the folder, so that it stays one item while lines come and go.
    """
    homes: dict[str, list[tuple[Memory, Mutation]]] = {}
    for memory in memories:
        if made := _with_index_words(memory):
            homes.setdefault(memory.scope, []).append((memory, made))
    for scope, held in sorted(homes.items()):
        mutations = tuple(made for _, made in held)
        if len(held) == 1:
            title = f"{short(title_of(held[0][0]), LONGEST_TITLE - len(_KEEPS))}{_KEEPS}"
            reason = mutations[0].reason
        else:
            title = f"Keep the index words of {len(held)} memories"
            reason = (
                f"{len(held)} lines of the index are over 150 characters and say what their memories do not. With these"
                " words the memories say all that their lines do."
            )
        yield Proposal(proposal_id("index words", (scope,)), "mutations", title, mutations, reason=reason, score=_SCORE)


def _with_index_words(memory: Memory) -> Mutation | None:
    """The memory that begins with what its index line says and it does not; none if it says all."""
    missing = _not_said(memory)
    if not missing:
        return None
    text = _beginning_with(missing, memory.text)
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,), "index"), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, score=_SCORE, statements=check_mutation((memory,), text),
        reason="Its line in the index is over 150 characters and says what the memory does not: "
        f"“{short(missing, _QUOTED)}” With these words the memory says all that its line does.",
    )  # fmt: skip


_TOP = re.compile(r"(?:[^\S\n]*\n| {0,3}#[^\n]*(?:\n|$)|<!--(?:(?!-->)[^\n])*-->[^\S\n]*(?:\n|$))*")
"""Headings, comments and blank lines with which a text begins."""


def _beginning_with(words: str, text: str) -> str:
    """A text with a first paragraph more, below the title."""
    match = _TOP.match(text)
    top, rest = (text[: match.end()], text[match.end() :]) if match else ("", text)
    if not rest.strip():
        return f"{text.rstrip()}\n\n{words}"
    between = "" if not top.strip() or top.endswith("\n\n") else "\n"
    return f"{top}{between}{words}\n\n{rest}"


_CLAUSE = re.compile(r"(?<=[.!?]) |; | [—–] ")
"""Between the parts of an index line."""
_ENDS = re.compile(r"(?<=[.!?]); ")
_STATUS = re.compile(
    r"\b(?:not (?:yet )?(?:built|started|implemented|done|committed|merged|deployed|released|coded)|in progress|wip"
    r"|todo|pending|awaiting|waiting|planned|deferred|paused|blocked|done|complete[d]?|closed|finished|shipped|merged"
    r"|open|next|last session|unconfirmed|as of|currently|tests? (?:green|pass\w*)|\*{0,2}\d+\*{0,2} tests)\b"
    r"|已(?:解决|完成|修复)|待\S{0,8}(?:决策|治|修|做|建)|未(?:实现|开始|做)|не начат|ждёт|отложен|готово|сделан|[↓↑]",
    re.IGNORECASE,
)
"""How something stands: the memory knows that better than a line which nobody changed with it."""


def _not_said(memory: Memory) -> str:
    """The parts of the index line that the memory says neither word for word nor in other words."""
    hook = memory.hook.strip()
    whole = "\n".join(filter(None, (memory.title, memory.about, memory.text)))
    plainly = f" {normalise(whole)} "
    there = _stems(whole)
    parts = (part.strip() for part in _CLAUSE.split(hook) if not _STATUS.search(part))
    missing = [
        part
        for part in parts
        if len(read(part).heavy) >= _TELLING
        and f" {normalise(part)} " not in plainly
        and _is_new(part, there, whole)
        and not any(_is_against(part, said.text) for said in claims_of(memory.text))
    ]
    return _ENDS.sub(" ", "; ".join(dict.fromkeys(missing)))


_CHINESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNCUT, _SOME = 4, 0.4
"""Characters of a script without blanks from which pairs of them are compared, and the share of them that is enough."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"\d+|[^\W\d_]{2,}")
_SHORTEST = 3
"""Letters of a word that can be the beginning of another: Mon for Monday, prod for production."""


def _stems(text: str) -> frozenset[str]:
    """The words of a text that say something, and its figures; the words that a name of code is made of count too."""
    words = (word.lower() for word in _WORD.findall(_HUMP.sub(" ", text)))
    return frozenset(form for form in map(form_of, words) if form not in known.LIGHT | known.NEGATIONS)


def _is_new(part: str, there: frozenset[str], text: str) -> bool:
    """Whether most of what a part speaks of is nowhere in a text: then it is not said there in other words either."""
    uncut = _CHINESE.findall(part)
    if len(uncut) >= _UNCUT:
        pairs = {f"{one}{other}" for one, other in pairwise(uncut)}
        return sum(pair in text for pair in pairs) < _SOME * len(pairs)
    stems = _stems(part)
    return sum(not _is_in(stem, there) for stem in stems) * 2 > len(stems)


def _is_in(stem: str, there: frozenset[str]) -> bool:
    """Whether a text has a word, an inflection of it, or one that it shortens."""
    if stem in there:
        return True
    if stem.isdigit() or len(stem) < _SHORTEST:
        return False
    return any(
        related(stem, other) or (len(other) >= _SHORTEST and (other.startswith(stem) or stem.startswith(other)))
        for other in there
    )


_DENIES = re.compile(
    r"\b(?:no|not|never|none|nothing|cannot|without|no-?ops?|silently|fail\w*|broken|reject\w*|refus\w*|retired|dead|ignor\w*"
    r"|blocked|disabled|forbidden|unable|instead)\b|n['’]t\b",
    re.IGNORECASE,
)
_ABOUT_THE_SAME = 2
"""Words in common from which a part and a statement speak of one thing."""


def _is_against(part: str, said: str) -> bool:
    """Whether a part and a statement of the memory speak of one thing, and one of them alone denies something of it."""
    if bool(_DENIES.search(part)) == bool(_DENIES.search(said)):
        return False
    there = _stems(said)
    return sum(_is_in(stem, there) for stem in _stems(part)) >= _ABOUT_THE_SAME
