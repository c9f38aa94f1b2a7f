"""Slots: what a statement gives as the value of something, so that two values of one thing are seen as a contradiction.

"Team of 8" and "Team grew to 11" share a subject and a slot and hardly a word besides; likeness does not find them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dreamtui.dream.reorganize.reading import read
from dreamtui.text.words import visible

_S = r"^(?:[A-Z][\w ]{0,20}: )?(?P<subject>(?:[\w'’/.-]+ ){0,5}?[\w'’/.-]+)"
_V = (
    r"(?P<value>[^.;!?]{1,80}?)"
    r"(?= since\b| now\b| last\b| this\b| in (?:19|20)\d\d\b|,| for (?P<use>[^.;,!?]{1,60})|[.;!?]?$|\. )"
)
_N = (
    r"(?P<value>\d[\d,.]*(?:\s?(?:[kKmMgGtT][bB]|%|min\w*|hours?|days?|weeks?|seconds?))?"
    r"|[a-z]+(?= (?:people|members|engineers|developers)))"
)
_BE = r"(?:is|are|was|were|'s)"
_WE = r"\b(?:we|they|i|the team)"
_FROM = r"(?:from [^.;]{1,40}? )?"

_PATTERNS: tuple[tuple[str, str, bool], ...] = (
    ("place", rf"{_S} {_BE} (?:now )?(?:based|located|living|headquartered) (?:in|at) {_V}", False),
    ("place", rf"{_S} (?:now )?(?:lives?|resides?) in {_V}", False),
    ("place", rf"{_S} (?:has |have )?(?:recently )?(?:moved|relocated) {_FROM}to {_V}", True),
    ("place", rf"{_S} (?:has )?accepted (?:a |the )?job (?:in|at) {_V}", True),
    ("place", rf"^based in {_V}", False),
    ("employer", rf"{_S} (?:now )?works? (?:at|for) {_V}", False),
    ("employer", rf"{_S} (?:has )?(?:joined|left|started at) {_V}", True),
    ("size", rf"\b(?P<subject>\w+) of {_N}\b", False),
    ("size", rf"{_S} (?:now )?(?:has|have|counts?|consists? of) {_N}\b"
     r"(?= people| members| engineers| developers|[.;]?$)", False),
    ("size", rf"{_S} (?:has |have )?(?:grew|grown|shrank|shrunk|expanded|increased|went up|went down|fell|rose)"
     rf" to {_N}", True),
    ("amount", rf"{_S} (?:now )?takes? {_V}", False),
    ("name", rf"{_S} (?:{_BE} (?:now )?(?:called|named)|(?:was |has been |is )?renamed to|goes by) {_V}", False),
    ("holder", r"^(?P<value>[A-Z][\w-]+) (?:now )?(?:leads|owns|maintains|manages|runs|heads) "
     r"(?P<subject>(?:[\w'’/.-]+ ){0,5}?[\w'’/.-]+)$", False),
    ("holder", rf"{_S} {_BE} (?:now )?(?:led|owned|maintained|managed|run|headed) by {_V}", False),
    ("tool", rf"{_WE} (?:now )?(?:use|uses|run|runs) {_V}", False),
    ("tool", rf"{_WE} (?:have |has )?(?:switched|moved|migrated|changed) {_FROM}to {_V}", True),
    ("likes", rf"{_S} (?:now )?(?:prefers?|favours?|favors?|likes?) {_V}", False),
    ("likes", rf"{_S} (?:has |have )?switched {_FROM}to {_V}", True),
    ("is", rf"{_S} (?:has |have |was |were )?(?:been )?(?:changed|migrated|moved|switched|upgraded|downgraded|updated)"
     rf" {_FROM}to {_V}", True),
    ("is", rf"{_S} (?:was|were|has been) replaced (?:by|with) {_V}", True),
    ("is", rf"{_S} {_BE} (?:now |currently )?(?:\w+ed) (?:to|in|by|at|with|on) {_V}", False),
    ("is", rf"{_S} {_BE} (?:now |currently )?(?:in |at |on )?(?!no longer|not ){_V}", False),
    ("ended", rf"{_S} {_BE} (?:no longer|not any ?more) (?:(?:based |located )?(?:in |at |on ))?{_V}", True),
    ("ended", rf"{_S} used to (?:be|use|live in|work at|work for|prefer) (?:in |at |on )?{_V}", True),
    ("ended", rf"{_S} (?:has |have )?(?:left|dropped support for|stopped using|gave up) {_V}", True),
)  # fmt: skip
"""Kind of slot, how a sentence fills it, and whether that way tells of a change."""
_COMPILED = tuple((slot, re.compile(pattern, re.IGNORECASE), change) for slot, pattern, change in _PATTERNS)
_LONGEST = 200
"""Characters of a sentence that is looked at."""
_NEWS = re.compile(r"\b(?:now|since|currently|no longer|as of|from now on|these days)\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(?:no longer|used to|any ?more)\b", re.IGNORECASE)
_TALK = re.compile(r"[\"“”]")
"""What somebody said is no value."""
_ARTICLE = re.compile(r"^(?:the|a|an|our|my|now|currently)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of one thing."""

    subject: frozenset[str]
    """What it is about, in the one form of its words."""
    kind: str
    """place, employer, size, amount, name, holder, tool, likes, is; ended for what no longer holds."""
    value: frozenset[str]
    """Forms of the words and figures of the value."""
    shown: str
    """The value as written."""
    changed: bool
    """Whether it is told as a change."""


@lru_cache(maxsize=16384)
def slots_of(statement: str) -> tuple[Slot, ...]:
    """Every slot a statement fills; a sentence of more than a few words fills none."""
    shown = visible(statement).strip("-*+ ")
    return tuple(_slots(shown)) if len(shown) <= _LONGEST else ()


def _slots(text: str) -> Iterator[Slot]:
    news = _NEWS.search(text) is not None
    for kind, pattern, change in _COMPILED:
        match = pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        about = " ".join(filter(None, (groups.get("subject"), groups.get("use"))))
        subject = _forms(_ARTICLE.sub("", about)) or frozenset({kind} if kind in ("tool", "place") else ())
        value = _forms(_ARTICLE.sub("", groups["value"]))
        quoted = kind == "is" and _TALK.search(groups["value"])
        if subject and value and not subject & value and not quoted and not (kind == "is" and _ENDED.search(text)):
            yield Slot(subject, kind, value, groups["value"].strip(), change or news)


def _forms(text: str) -> frozenset[str]:
    return frozenset(token.form for token in read(text).tokens)


def clash(one: str, other: str) -> tuple[str, str] | None:
    """Two values of one slot, as written, when one of them is told as a change or both are figures; or none."""
    for left in slots_of(one):
        for right in slots_of(other):
            if left.subject != right.subject:
                continue
            if (left.kind == "ended") != (right.kind == "ended") and left.value & right.value:
                return _told(left), _told(right)
            if left.value & right.value:
                continue
            if not _same_slot(left, right):
                continue
            if left.changed or right.changed or _figures(left, right):
                return left.shown, right.shown
    return None


def _told(slot: Slot) -> str:
    return f"no longer {slot.shown}" if slot.kind == "ended" else slot.shown


def _same_slot(left: Slot, right: Slot) -> bool:
    """Whether two slots are one: of one kind, or the plain "is" of a thing and a told change of it."""
    if left.kind == right.kind:
        return True
    return "is" in (left.kind, right.kind) and (left.changed or right.changed) and bool({left.kind, right.kind} & _OPEN)


_OPEN = frozenset({"place", "tool", "name", "size", "amount"})
"""Kinds of change that the plain "is" of a thing may stand against."""


def _figures(left: Slot, right: Slot) -> bool:
    return left.kind in ("size", "amount") and all(any(map(str.isdigit, "".join(s.value))) for s in (left, right))
