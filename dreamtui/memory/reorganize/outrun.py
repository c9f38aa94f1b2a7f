"""What time or the repository has outrun: a day that passed, a plan that is built, a branch that is no more."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import chain

from dreamtui.memory.claims import World, claims_in, judge_all
from dreamtui.memory.claims.tense import tells_past
from dreamtui.memory.reorganize.naming import is_log, short
from dreamtui.memory.reorganize.statements import claims_of, is_entry
from dreamtui.memory.reorganize.ways_out import ask_again, given_up, of_memory
from dreamtui.model.claim import ClaimKind, JudgedClaim, Tone, Verdict
from dreamtui.model.proposal import Choice, Memory, MutationKind, Proposal
from dreamtui.text.dates import read_instant

_SCORE = 0.5
_SAID = 120


def outrun(memory: Memory, world: World, today: date) -> Proposal | None:
    """The first thing of a memory that does not hold any more, to be looked at; none for a log, or for nothing."""
    if is_log(memory):
        return None
    judged = judge_all(claims_in(memory.text, every=True), world)
    return next(chain(_built(memory, judged), _merged(memory, judged), _ended(memory, today)), None)


_END = re.compile(
    r"\b(?:until|till|ends?|ending|expires?(?: on)?|deadline|valid to|frozen to)\b[*_:]{0,4}\s{1,3}[*_]{0,2}"
    r"(?P<day>20\d\d-\d\d-\d\d)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:done|shipped|completed?|merged|closed|expired|over|extended|was|were|had)\b|[✓✅]", re.IGNORECASE
)


def _ended(memory: Memory, today: date) -> Iterator[Proposal]:
    """A statement that names the day on which something ends, where that day has passed."""
    for said in claims_of(memory.text):
        found = _END.search(said.text)
        when = read_instant(found["day"]) if found else None
        if found is None or when is None or when.date() >= today or is_entry(said.text) or _DONE.search(said.text):
            continue
        reason = f"“{short(said.text, _SAID)}” names the day on which it ends, and {found['day']} has passed."
        over = of_memory(memory, MutationKind.DEPRECATE, "", reason, _SCORE, "over")
        yield _look(memory, said.text, reason, Choice("over", "All of it is over: retire the memory", (over,)))


_UNBUILT = re.compile(r"\bnot (?:yet )?(?:built|implemented|started|coded|written)\b", re.IGNORECASE)
_IS_BUILT = re.compile(r"\b(?:BUILT|shipped|implemented|is built|DONE|MERGED)\b(?<!not built)(?<!not implemented)")
_FIRST = 600
"""Characters of a text in which it says itself that the thing is built."""
_PARTS = re.compile(r"[\W_]+")
_COMMON = frozenset(
    {"project", "plan", "feature", "idea", "spec", "design", "reference", "feedback", "notes", "todo", "main", "test"}
)


def _built(memory: Memory, judged: tuple[JudgedClaim, ...]) -> Iterator[Proposal]:
    """A memory that says of what it is called after that it is not built, and names its file, which is there."""
    head = f"{memory.title}\n{memory.about}\n{memory.text[:_SAID]}"
    found = _UNBUILT.search(head)
    if found is None or _IS_BUILT.search(memory.text, 0, _FIRST):
        return
    name = set(_PARTS.split(memory.path.rpartition("/")[2].removesuffix(".md").lower())) - _COMMON
    for one in judged:
        stem = one.claim.name.rpartition("/")[2].partition(".")[0].lower()
        if one.claim.kind is ClaimKind.FILE and one.verdict is Verdict.VERIFIED and len(stem) > 2 and stem in name:
            if one.claim.tone is Tone.LOST or "/" not in one.claim.name:
                continue
            reason = f"It says “{found.group()}”, and `{one.claim.name}`, which it plans, is there."
            text = f"It is built: `{one.claim.name}` is there.\n\n{memory.text}"
            told = of_memory(memory, MutationKind.SUPERSEDE, text, reason, _SCORE, "built")
            over = of_memory(memory, MutationKind.DEPRECATE, "", reason, _SCORE, "over")
            yield ask_again(
                memory, reason, _SCORE, Choice("no-longer", "The plan is of no more use: retire the memory", (over,)),
                Choice("built", "It is built: say so in its first line", (told,)),
            )  # fmt: skip
            return


def _merged(memory: Memory, judged: tuple[JudgedClaim, ...]) -> Iterator[Proposal]:
    """A statement that says a branch is worked on, where there is no such branch any more."""
    lines = memory.text.split("\n")
    for one in judged:
        if one.claim.kind is not ClaimKind.BRANCH or one.verdict is not Verdict.GONE or "/" not in one.claim.name:
            continue
        line = lines[one.claim.line - 1]
        said = next((each.text for each in claims_of(memory.text) if one.claim.name in each.text), "")
        if not said or tells_past(line, line.find(one.claim.name)):
            continue
        reason = f"“{short(said, _SAID)}” speaks of work on the branch `{one.claim.name}`, which is no more."
        yield _look(memory, said, reason)


def _look(memory: Memory, said: str, reason: str, *more: Choice) -> Proposal:
    gone = given_up(memory, [said], reason, _SCORE, "recheck")
    return ask_again(memory, reason, _SCORE, Choice("no-longer", "It holds no longer: take it out", (gone,)), *more)
