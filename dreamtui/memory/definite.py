"""Vague sentences of memories, and the proposal that puts a definite one in the place of one. Pure.

The definite sentence comes from a model and was checked against the memory's own evidence, quote by quote; without a
model there is none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dreamtui.memory.reorganize.merging import check_mutation
from dreamtui.memory.reorganize.naming import mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import Form, claims_of, without
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.model_draft import ModelDraft
from dreamtui.model.proposal import Memory, Mutation, MutationKind, Proposal
from dreamtui.text.quotes import place_in_words

METHOD = "model"
_HEDGE = re.compile(
    r"\b(?:sometimes|somehow|somewhere|some(?:what| of| places?| cases?| files?| tests?)|occasional(?:ly)?|often"
    r"|usually|mostly|rarely|now and then|from time to time|at times|flak(?:y|ey)|unreliable|a bit|a lot|kind of"
    r"|sort of|many|several|various|certain|probably|maybe|perhaps|might|can be (?:slow|tricky|broken|a problem)"
    r"|be careful|careful with|in general|generally|problems? with|issues? with|weird|strange(?:ly)?"
    r"|too (?:slow|long|big|many)|slow(?:ly)?)\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"\d|`|\w[/._]\w|[a-z][A-Z]|--\w|\w\(\)|[\"“]|\b[A-Z]{3}")
"""A number, a name, a path, an option, a quote: what makes a sentence say something certain."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SHA = re.compile(r"(?<![\w-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])")
_LONGEST = 200
_FEWEST, _MOST_WORDS = 3, 30


@dataclass(frozen=True, slots=True)
class Vague:
    """A sentence of a memory that says nothing certain."""

    memory: Memory
    sentence: str


def vague_sentences(memories: Iterable[Memory]) -> Iterator[Vague]:
    """The first of each memory that may be touched, in the order of their ids."""
    for memory in sorted(memories, key=lambda one: one.id):
        if memory.pinned or memory.static:
            continue
        said = next((one for one in claims_of(memory.text) if one.form is Form.SENTENCE and is_vague(one.text)), None)
        if said is not None:
            yield Vague(memory, said.text)


def is_vague(sentence: str) -> bool:
    """Whether it hedges and names nothing."""
    short_enough = len(sentence) <= _LONGEST and _FEWEST <= len(sentence.split()) <= _MOST_WORDS
    return short_enough and bool(_HEDGE.search(sentence)) and not _DEFINITE.search(sentence)


def own_evidence(vague: Vague) -> tuple[Evidence, ...]:
    """What the memory itself tells beside the sentence: the commits that it names, and its other statements."""
    memory = vague.memory
    place = Locator(Where.FILE, memory.path)
    others = [said.text for said in claims_of(memory.text) if said.text != vague.sentence and not is_vague(said.text)]
    shas = dict.fromkeys(_SHA.findall(f"{memory.text}\n{memory.about}"))
    commits = [Evidence(f"commit {sha}", Locator(Where.COMMIT, sha)) for sha in shas]
    return (*commits, *([Evidence("\n".join(others), place)] if others else []))


def unquoted_numbers(made: ModelDraft) -> tuple[str, ...]:
    """Numbers of the sentence that stand in none of its quotes; then it says more than its evidence."""
    quoted = {number for clause in made.clauses for number in _NUMBER.findall(clause.quote)}
    return tuple(number for number in _NUMBER.findall(made.rule) if number not in quoted)


def proposal_of(vague: Vague, made: ModelDraft) -> Proposal:
    """The memory with the definite sentence in the place of the vague one, which is lost and has to be acknowledged."""
    memory = vague.memory
    text = memory.text.replace(vague.sentence, made.rule, 1)
    if text == memory.text:  # it stands there over several lines
        text = f"{without(memory.text, (vague.sentence,))}\n\n{made.rule}"
    quotes = "; ".join(
        f"“{short(clause.quote, 80)}” ({place_in_words(Locator.parse(clause.locator))})" for clause in made.clauses
    )
    against = "".join(f" Against it, says the model: {short(doubt)}." for doubt in made.against)
    reason = f"“{short(vague.sentence, 80)}” says nothing certain, and its evidence does: {quotes}.{against}"
    mutation = Mutation(
        id=mutation_id(MutationKind.SUPERSEDE, (memory.id,)),
        kind=MutationKind.SUPERSEDE,
        sources=sources_of((memory,)),
        title=memory.title,
        text=text,
        category=memory.category,
        reason=reason,
        score=0.5,
    )
    mutation = replace(mutation, statements=check_mutation((memory,), text))
    return Proposal(
        proposal_id("mutations", (memory.id,)),
        "mutations",
        f"{short(title_of(memory), 80)}: say it definitely",
        (mutation,),
        reason=reason,
        method=METHOD,
        score=0.5,
    )
