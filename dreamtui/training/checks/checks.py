"""What a machine can say of a brief before a person grades it: each finding with its line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from dreamtui.memory.claims import NO_REPOSITORY
from dreamtui.model.claim import JudgedClaim, Tone, Verdict
from dreamtui.text.words import tokens
from dreamtui.training.briefs.brief import Brief, Part, Stated
from dreamtui.training.checks.claims import ADDRESS, distinct, is_confirmed, is_unfounded
from dreamtui.training.checks.earlier import EarlierBrief, Recall, RecallFinding, copied, recalled

MOST_WORDS = 800
LEAST_SOURCES = 3
_FINDINGS_RECALLED = 3
_RISKS = 3
_QUOTED = 80
_MOST_LOOKED_UP = 6
"""Names that one finding has."""


@unique
class BriefCheck(StrEnum):
    """What was looked at."""

    STRUCTURE = "structure"
    LENGTH = "length"
    CLAIMS = "claims"
    COPIED = "copied"
    RETRIEVAL = "retrieval"


@dataclass(frozen=True, slots=True)
class BriefFinding:
    check: BriefCheck
    line: int
    """Of the brief, from 1; 0 where it is about what is not there."""
    said: str
    fails: bool = True
    """Whether the protocol is not kept; else it is only to be known."""


def checked(
    brief: Brief, earlier: Sequence[EarlierBrief] = (), claims: Sequence[JudgedClaim] = ()
) -> tuple[BriefFinding, ...]:
    """Everything that was found; `earlier` are accepted briefs of the vertical, `claims` what the repository says."""
    return (
        *_structure(brief, bool(earlier)),
        *_length(brief),
        *_claims(brief, claims),
        *_copied(brief, earlier),
        *_retrieval(brief, earlier),
    )


# Structure

_PARTS = (
    Part.RETRIEVAL,
    Part.HEADLINE,
    Part.RESEARCH,
    Part.APPLICATION,
    Part.EVALUATION,
    Part.ACTIONS,
    Part.CROSSING,
    Part.SOURCES,
)
_SCHEME = re.compile(r"https?://(?:www\.)?")


def _structure(brief: Brief, has_earlier: bool) -> Iterator[BriefFinding]:
    """Parts and what is in them; nothing has to be recalled where there is no earlier brief."""
    there = {section.part for section in brief.sections}
    filled = {section.part for section in brief.sections if section.said}
    if brief.title is None:
        yield _missing("there is no title: `# [Vertical] Training Brief -- Cycle N (Type)`")
    for part in _PARTS if has_earlier else _PARTS[1:]:
        if part not in there and not (part is Part.EVALUATION and brief.risks):
            yield _missing(f"there is no part “{part}”")
        elif part in there and part not in filled and not (part is Part.EVALUATION and brief.risks):
            heading = next(section.heading for section in brief.sections if section.part is part)
            yield BriefFinding(BriefCheck.STRUCTURE, heading.line, f"“{part}” is empty")
    yield from _twice(brief)
    yield from _headline(brief)
    if has_earlier:
        yield from _recall_parts(brief)
    yield from _evaluation(brief)
    yield from _crossing(brief)
    yield from _sources(brief)


def _missing(said: str) -> BriefFinding:
    return BriefFinding(BriefCheck.STRUCTURE, 0, said)


def _twice(brief: Brief) -> Iterator[BriefFinding]:
    seen: set[Part] = set()
    for section in brief.sections:
        if section.part in seen and section.part is not Part.RESEARCH:
            said = f"“{section.part}” is there twice"
            yield BriefFinding(BriefCheck.STRUCTURE, section.heading.line, said, fails=False)
        seen.add(section.part)


def _headline(brief: Brief) -> Iterator[BriefFinding]:
    headline = brief.headline
    if headline and re.search(r"[.!?]\s+[A-Z]", headline.text.rstrip(".!? ")):
        yield BriefFinding(
            BriefCheck.STRUCTURE, headline.line, "the headline insight is more than one sentence", fails=False
        )


def _recall_parts(brief: Brief) -> Iterator[BriefFinding]:
    at = _line_of(brief, Part.RETRIEVAL)
    if not at:
        return
    told = brief.retrieval
    if len(told.findings) < _FINDINGS_RECALLED:
        yield BriefFinding(
            BriefCheck.STRUCTURE,
            at,
            f"{len(told.findings)} of {_FINDINGS_RECALLED} earlier findings are recalled",
            fails=False,
        )
    if told.recommendation is None:
        yield BriefFinding(BriefCheck.STRUCTURE, at, "no earlier recommendation is recalled", fails=False)
    if told.question is None:
        yield BriefFinding(BriefCheck.STRUCTURE, at, "no open question is recalled", fails=False)


def _evaluation(brief: Brief) -> Iterator[BriefFinding]:
    at = _line_of(brief, Part.EVALUATION)
    if not at:
        return
    if len(brief.risks) < _RISKS:
        yield BriefFinding(BriefCheck.STRUCTURE, at, f"{len(brief.risks)} of {_RISKS} risks are named")
    if not brief.assumptions:
        yield BriefFinding(BriefCheck.STRUCTURE, at, "no assumption is named")
    if not brief.tests:
        yield BriefFinding(BriefCheck.STRUCTURE, at, "it does not say how to test them")


def _crossing(brief: Brief) -> Iterator[BriefFinding]:
    at = _line_of(brief, Part.CROSSING)
    if not at:
        return
    if not any(one.insight for one in brief.crossings):
        yield BriefFinding(BriefCheck.STRUCTURE, at, "there is no insight for another vertical")
    if not any(one.question for one in brief.crossings):
        yield BriefFinding(BriefCheck.STRUCTURE, at, "there is no question for another vertical")
    for one in brief.crossings:
        said = one.insight or one.question
        if said and not one.vertical:
            yield BriefFinding(BriefCheck.STRUCTURE, said.line, "it does not say for which vertical this is")
        elif said and one.vertical == brief.vertical:
            yield BriefFinding(
                BriefCheck.STRUCTURE, said.line, f"this is for {one.vertical}, the vertical of the brief itself"
            )


def _sources(brief: Brief) -> Iterator[BriefFinding]:
    at = _line_of(brief, Part.SOURCES)
    if not at:
        return
    seen: dict[str, Stated] = {}
    for one in brief.sources:
        key = _SCHEME.sub("", one.address.lower(), count=1).rstrip("/#?") or one.said.text.lower()
        if key in seen:
            yield BriefFinding(BriefCheck.STRUCTURE, one.said.line, f"the same source as in line {seen[key].line}")
        elif not one.address:
            yield BriefFinding(BriefCheck.STRUCTURE, one.said.line, "the source has no address", fails=False)
        seen.setdefault(key, one.said)
    if len(seen) < LEAST_SOURCES:
        yield BriefFinding(BriefCheck.STRUCTURE, at, f"{len(seen)} of at least {LEAST_SOURCES} sources")


def _line_of(brief: Brief, part: Part) -> int:
    return next((section.heading.line for section in brief.sections if section.part is part), 0)


# Length, claims, copies, recall


def word_count(brief: Brief) -> int:
    """Words of a brief; an address is one."""
    return len(tokens(ADDRESS.sub("link", brief.text)))


def _length(brief: Brief) -> Iterator[BriefFinding]:
    count = 0
    for number, line in enumerate(ADDRESS.sub("link", brief.text).split("\n"), 1):
        before = count
        count += len(tokens(line))
        if before <= MOST_WORDS < count:
            yield BriefFinding(BriefCheck.LENGTH, number, f"{word_count(brief):,} words; {MOST_WORDS} end in this line")


def _claims(brief: Brief, claims: Sequence[JudgedClaim]) -> Iterator[BriefFinding]:
    """What is gone fails, and so does a source that never was there; of other names it is only to be known."""
    listed = {source.said.line for source in brief.sources}
    for one in claims:
        named = f"{one.claim.kind} {_short(one.claim.name)}"
        if not is_unfounded(one):
            if one.verdict is Verdict.MOVED and one.claim.tone is not Tone.HEDGED:
                said = f"{named} is now {_short(one.now)}: {one.reason}"
                yield BriefFinding(BriefCheck.CLAIMS, one.claim.line, said, fails=False)
        elif one.verdict is Verdict.GONE:
            yield BriefFinding(BriefCheck.CLAIMS, one.claim.line, f"{named} is not in the repository: {one.reason}")
        else:
            said = f"{named} is not in the repository, and never was"
            yield BriefFinding(BriefCheck.CLAIMS, one.claim.line, said, fails=one.claim.line in listed)
    yield from _looked_up("in the repository", [one for one in distinct(claims) if is_confirmed(one)])
    unread = [one for one in distinct(claims) if one.reason == NO_REPOSITORY]
    yield from _looked_up("not looked up, because there is no repository of git here", unread)


def _looked_up(said: str, found: Sequence[JudgedClaim]) -> Iterator[BriefFinding]:
    """Names in one finding, each with its line."""
    if found:
        named = ", ".join(f"{_short(one.claim.name)} (line {one.claim.line})" for one in found[:_MOST_LOOKED_UP])
        more = f" and {len(found) - _MOST_LOOKED_UP} more" if len(found) > _MOST_LOOKED_UP else ""
        yield BriefFinding(BriefCheck.CLAIMS, 0, f"{said}: {named}{more}", fails=False)


def _copied(brief: Brief, earlier: Sequence[EarlierBrief]) -> Iterator[BriefFinding]:
    for one in copied(brief, earlier):
        said = f"{one.share:.0%} of “{_short(one.said.text)}” stands in {one.name}, line {one.line}"
        yield BriefFinding(BriefCheck.COPIED, one.said.line, said)


def _retrieval(brief: Brief, earlier: Sequence[EarlierBrief]) -> Iterator[BriefFinding]:
    at = _line_of(brief, Part.RETRIEVAL)
    if not earlier:
        said = "this vertical has no earlier accepted brief, so there is nothing to recall, and no mark depends on it"
        yield BriefFinding(BriefCheck.RETRIEVAL, at, said, fails=False)
        return
    for one in recalled(brief, earlier):
        yield _told(one, at)


def _told(one: RecallFinding, at: int) -> BriefFinding:
    line = one.said.line if one.said else at
    said = f"“{_short(one.said.text)}” " if one.said else ""
    there = f"{one.name}, line {one.earlier.line}" if one.earlier else ""
    match one.recall:
        case Recall.RIGHT:
            return BriefFinding(BriefCheck.RETRIEVAL, line, f"{said}is recalled rightly: {there}", fails=False)
        case Recall.WRONG:
            return BriefFinding(BriefCheck.RETRIEVAL, line, f"{said}is recalled wrongly: {one.why} ({there})")
        case Recall.UNKNOWN:
            return BriefFinding(BriefCheck.RETRIEVAL, line, f"{said}stands in no accepted brief")
        case Recall.MISSING:
            words = _short(one.earlier.text) if one.earlier else ""
            return BriefFinding(BriefCheck.RETRIEVAL, line, f"not recalled at all: “{words}” ({there})", fails=False)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _QUOTED else f"{flat[: _QUOTED - 1]}…"
