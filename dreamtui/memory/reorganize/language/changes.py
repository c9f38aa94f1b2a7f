"""What a sentence says of one thing, and when it tells of a change: what another said before it is then superseded."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dreamtui.memory.reorganize.guards import only_in, related
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, Token, form_of, read
from dreamtui.memory.reorganize.statements import is_entry, is_pointer, is_report
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

_PATTERNS: tuple[tuple[str, str, str, bool], ...] = (
    ("place", "based|located|living|headquartered",
     rf"{_S} {_BE} (?:now )?(?:based|located|living|headquartered) (?:in|at) {_V}", False),
    ("place", "live|reside", rf"{_S} (?:now )?(?:lives?|resides?) in {_V}", False),
    ("place", "moved|relocated", rf"{_S} (?:has |have )?(?:recently )?(?:moved|relocated) {_FROM}to {_V}", True),
    ("place", "job ", rf"{_S} (?:has )?accepted (?:a |the )?job (?:in|at) {_V}", True),
    ("place", "based in", rf"^based in {_V}", False),
    ("employer", "work", rf"{_S} (?:now )?works? (?:at|for) {_V}", False),
    ("employer", "joined|left|started at", rf"{_S} (?:has )?(?:joined|left|started at) {_V}", True),
    ("size", " of ", rf"\b(?!instead|out)(?P<subject>\w+) of {_N}\b", False),
    ("size", "has|have|count|consist", rf"{_S} (?:now )?(?:has|have|counts?|consists? of) {_N}\b"
     r"(?= people| members| engineers| developers|[.;]?$)", False),
    ("size", " to ", rf"{_S} (?:has |have )?(?:grew|grown|shrank|shrunk|expanded|increased|went up|went down|fell|rose)"
     rf" to {_N}", True),
    ("amount", "take", rf"{_S} (?:now )?takes? {_V}", False),
    ("limit", "allow|permit|grant",
     rf"{_S} (?:now )?(?:allows?|permits?|grants?) (?:up to |at most )?{_N} (?P<use>[a-z]+)"
     r"(?=[.;!?]?$)", False),
    ("uses", "uses", rf"{_S} (?:now )?uses {_V}", False),
    ("name", "called|named|goes by", rf"{_S} (?:{_BE} (?:now )?(?:called|named)|goes by) {_V}", False),
    ("name", "renamed", rf"{_S} (?:was |has been |is )?(?:now )?renamed (?:from [^.;]{{1,40}}? )?to {_V}", True),
    ("holder", "leads|owns|maintains|manages|runs|heads",
     r"^(?:(?:since|as of) [\w ]{3,20} )?(?P<value>[A-Z][\w-]+) (?:now )?"
     r"(?:leads|owns|maintains|manages|runs|heads) (?P<subject>(?:[\w'’/.-]+ ){0,5}?[\w'’/.-]+)$", False),
    ("holder", " by ", rf"{_S} {_BE} (?:now )?(?:led|owned|maintained|managed|run|headed) by {_V}", False),
    ("tool", "use|run", rf"{_WE} (?:now )?(?:use|uses|run|runs) {_V}", False),
    ("tool", " to ", rf"{_WE} (?:have |has )?(?:switched|moved|migrated|changed) {_FROM}to {_V}", True),
    ("likes", "prefer|favor|favour|like", rf"{_S} (?:now )?(?:prefers?|favours?|favors?|likes?) {_V}", False),
    ("likes", "switched", rf"{_S} (?:has |have )?switched {_FROM}to {_V}", True),
    ("is", " to ",
     rf"{_S} (?:has |have |was |were )?(?:been )?(?:changed|migrated|moved|switched|upgraded|downgraded|updated)"
     rf" {_FROM}to {_V}", True),
    ("is", "replaced", rf"{_S} (?:was|were|has been) replaced (?:by|with) {_V}", True),
    ("is", "ed ", rf"{_S} {_BE} (?:now |currently )?(?:\w+ed) (?:to|in|by|at|with|on) {_V}", False),
    ("is", "is|are|was|were|'s", rf"{_S} {_BE} (?:now |currently )?(?:in |at |on )?(?!no longer|not ){_V}", False),
    ("ended", "no longer|not any",
     rf"{_S} {_BE} (?:no longer|not any ?more) (?:(?:based |located )?(?:in |at |on ))?{_V}", True),
    ("ended", "used to", rf"{_S} used to (?:be|use|live in|work at|work for|prefer) (?:in |at |on )?{_V}", True),
    ("ended", "left|dropped support for|stopped using|gave up",
     rf"{_S} (?:has |have )?(?:left|dropped support for|stopped using|gave up) {_V}", True),
)  # fmt: skip
"""Kind of slot; what a sentence has one of, in lower case, that fills it; how; whether that way tells of a change."""
_COMPILED = tuple(
    (slot, tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), change)
    for slot, hints, pattern, change in _PATTERNS
)
_LONGEST = 200
"""Characters of a sentence that is looked at."""
_NEWS = re.compile(r"\b(?:now|since|currently|no longer|as of|from now on|these days)\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(?:no longer|used to|any ?more)\b", re.IGNORECASE)
_TALK = re.compile(r"[\"“”]")
"""What somebody said is no value."""
_ARTICLE = re.compile(r"^(?:the|a|an|our|my|now|currently)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slot:
    subject: frozenset[str]
    """What it is about, in the one form of its words."""
    kind: str
    """place, employer, size, amount, limit, name, holder, tool, likes, is; ended for what no longer holds."""
    value: frozenset[str]
    """Forms of the words and figures of the value."""
    shown: str
    changed: bool
    """Whether it is told as a change."""


@lru_cache(maxsize=65536)
def slots_of(statement: str) -> tuple[Slot, ...]:
    """Every slot a statement fills; a sentence of more than a few words fills none."""
    shown = visible(statement).strip("-*+ ")
    return tuple(_slots(shown)) if len(shown) <= _LONGEST else ()


def _slots(text: str) -> Iterator[Slot]:
    news = _NEWS.search(text) is not None
    low = text.lower() if text.isascii() else ""  # beyond ASCII a letter has other forms than its lower case
    for kind, hints, pattern, change in _COMPILED:
        match = pattern.search(text) if not low or any(map(low.__contains__, hints)) else None
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
    return left.kind in ("size", "amount", "limit") and all(
        any(map(str.isdigit, "".join(s.value))) for s in (left, right)
    )


_ONE_VALUE = frozenset({"place", "employer", "size", "amount", "limit", "name", "holder", "is"})
"""Kinds of slot that hold one value at a time; there may be several tools, and several things that somebody likes."""


def one_slot(left: str, right: str) -> bool:
    """Whether two statements give one slot of one thing two values: of these the later written holds."""
    if read(left).words & known.SCOPE_WORDS != read(right).words & known.SCOPE_WORDS:
        return False
    return any(
        one.subject == other.subject and one.kind == other.kind in _ONE_VALUE and not one.value & other.value
        for one in slots_of(left)
        for other in slots_of(right)
    )


_CASE = re.compile(
    r"\b(?P<word>if|when|whenever|while|unless|until|once|after|before|during|where|in case)\s(?P<case>[^.;,]{1,120})",
    re.IGNORECASE,
)
"""Where a statement says in which case it holds."""
_SEVERAL = re.compile(
    r"\b(?:supports?|handles?|accepts?|includes?|contains?|covers?|speaks?|understands?|likes?|enjoys?)"
    r"\s(?P<what>[^;,]{1,60})",
    re.IGNORECASE,
)
"""What there may be several of: to name one says nothing against another."""
_BOUNDED = re.compile(
    r"\b(?:and (?:later|newer|older|up|above|below)|or (?:later|newer|older|more|less)|only|at (?:most|least)|up to"
    r"|minimum|maximum|no(?:thing)?|not|never|all|every)\b|\d\+",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def _cases(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The word that begins each case of a statement, and what the case is; a mere day or figure is none."""
    found = ((match["word"].lower(), read(match["case"])) for match in _CASE.finditer(visible(text)))
    return tuple((word, _and_negations(case)) for word, case in found if case.heavy)


def _and_negations(reading: StatementReading) -> frozenset[str]:
    return frozenset(token.form for token in reading.tokens) | reading.words & known.NEGATIONS


def are_two_cases(left: str, right: str) -> bool:
    """Whether two statements are of different cases, or each names one of several: both can hold."""
    ones, others = _cases(left), _cases(right)
    said, told = _and_negations(read(left)), _and_negations(read(right))
    if [word for word, _ in ones] == [word for word, _ in others] and any(
        one - told and other - said for (_, one), (_, other) in zip(ones, others, strict=True)
    ):
        return True
    several = _SEVERAL.search(visible(left)), _SEVERAL.search(visible(right))
    if not all(several) or _BOUNDED.search(left) or _BOUNDED.search(right):
        return False
    named = [_figures_of(match["what"]) for match in several if match]
    return bool(named[0] - named[1] and named[1] - named[0])


def _figures_of(text: str) -> frozenset[str]:
    return frozenset(token.form for token in read(text).tokens if token.kind in _VALUES or token.proper)


_MONTH = "|".join(sorted((name for name in known.MONTHS if name != "may"), key=len, reverse=True))
_CHANGE = re.compile(
    rf"""\b(?:(?<!\bcan\ )(?<!\bmay\ )(?<!\bcould\ )(?<!\balso\ )(?-i:[Nn]ow)(?!\ also\b)
    |no\ longer|not\ any\ ?more|anymore|nowadays
    | from\ now\ on
    | after\ the\ (?:\w+\ )?(?:change|upgrade|migration|switch|rewrite|move|rename|cutover)
    | as\ of\ (?:{_MONTH}|may|v?\d|now|today)\w*|since\ (?:{_MONTH}|may|v?\d|then|last|this)\w*
    | out\ of\ (?:support|date|use)|end\ of\ life
    | (?:was|were|is|are|been|got|being|we|they|i|team|has|have|had|and)\ (?:\w+ly\ )?(?:just\ |recently\ )?
      (?:upgraded|downgraded|migrated|replaced|renamed|moved|switched|changed|raised|lowered|reduced|increased|bumped
      |deprecated|retired|dropped|superseded|removed|lifted|obsolete|outdated|discontinued|swapped|converted|ported)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of a sentence that tells of a change."""
_CHANGING = frozenset(
    form_of(word)
    for word in known.words_of(
        """now longer since upgraded downgraded migrated replaced renamed moved switched changed raised lowered reduced
        increased bumped deprecated retired dropped superseded removed lifted swapped converted ported recently instead
        lives live anymore instead obsolete outdated today currently"""
    )
)
_DENIED = re.compile(
    r"""\b(?:replac(?:ed|es|ing)\ (?P<replaced>[^.;,]{1,60}?)\ (?:with|by)\b
    | (?:from|away\ from|off)\ (?P<left>[^.;,]{1,60}?)\ to\b
    | (?:instead\ of|not|no\ longer|rather\ than|dropped|stopped|stop)\ (?:using\ |use\ |on\ |in\ |by\ |with\ |via\ )?
      (?P<not>[^.;,]{1,40})
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""What a statement says is so no more, named after the words that say so."""
_GIVEN_UP = re.compile(
    r"(?P<gone>[^.;,]{1,80}?)\s(?:is|are|was|were|has\ been|have\ been)\s(?:now\s)?"
    r"(?:deprecated|retired|replaced|dropped|removed|obsolete|superseded|discontinued|gone|out of)\b",
    re.IGNORECASE,
)
"""The same, named before them."""
_PLANNED = re.compile(
    r"\b(?:planned|not (?:yet )?started|pending|in progress|to ?do|blocked|upcoming|frozen)\b", re.IGNORECASE
)
_FINISHED = re.compile(
    r"\b(?:done|shipped|finished|completed?|released|lifted|unblocked|unfrozen|launched|went live|is live)\b",
    re.IGNORECASE,
)
_UNDONE = re.compile(r"\b(?:not|never|until|once|when|if|before|after|almost|partly|half)\b", re.IGNORECASE)
_STATE = frozenset(
    form_of(word)
    for word in known.words_of(
        """planned started pending progress todo blocked upcoming frozen freeze done shipped finished completed complete
        lifted unblocked unfrozen launched went live instead until yet"""
    )
)
_FEW = 4
"""Words of a thing that is named."""
_LONGEST_OLD, _LONGEST_NEW = 200, 320
"""Characters of a plain statement, and of one that tells of a change, that are compared."""
_FRAME = 0.75
"""Share of the words around its value that a plain statement has in common with one that tells of a change."""
_LIKE, _ALIKE = 0.45, 0.5
"""Share of words in common from which one may exchange a value of the other, or give up what the other names."""
_MOST_VALUES = 2
"""Names and figures of a plain statement that may be exchanged; with more it is about another thing."""
_VALUES = frozenset({"number", "version", "date", "name", "code", "path", "url"})
_TICKET = re.compile(r"[A-Z]{2,}-\d+|#\d+")
"""What a change was filed under; never the value of anything."""


@lru_cache(maxsize=65536)
def tells_change(text: str) -> bool:
    """Whether a statement tells that something is not as it was."""
    return len(text) <= _LONGEST_NEW and _CHANGE.search(visible(text)) is not None


def is_change(text: str) -> bool:
    """Whether a statement, or what it says of some thing, is told as a change."""
    return tells_change(text) or any(slot.changed for slot in slots_of(text))


def supersedes(new: str, old: str) -> str:
    """What a statement that tells of a change puts in the place of what another says plainly; empty for nothing."""
    if not may_be_old(old) or len(new) > _LONGEST_NEW or are_two_cases(old, new):
        return ""
    if _PLANNED.search(old) and not _FINISHED.search(old):
        return _finished(read(new), read(old)) if _FINISHED.search(new) and not _UNDONE.search(new) else ""
    if not tells_change(new):
        return ""
    return _exchanged(read(new), read(old)) or _given_up(new, old)


def _given_up(new: str, old: str) -> str:
    """What one says is so no more, where the other says it plainly, on the same subject."""
    told, plainly = read(new), read(old)
    if plainly.negations or len(plainly.heavy) < 2 or not _near(told, plainly, _ALIKE):
        return ""
    for gone in _no_more(new):
        shared = [form for form in plainly.heavy - gone - _CHANGING if _is_in(form, told.topic)]
        rest = [form for form in told.heavy - gone - _CHANGING if not _is_in(form, plainly.topic)]
        if gone <= plainly.heavy and shared and 2 * len(shared) >= len(plainly.heavy - gone) and rest:
            return f"{' '.join(sorted(gone))} / {' '.join(sorted(rest)[:3])}"
    return ""


@lru_cache(maxsize=65536)
def _no_more(text: str) -> tuple[frozenset[str], ...]:
    """The words of each thing that a statement says is so no more."""
    shown = visible(text)
    named = [
        next(filter(None, match.groups())) for pattern in (_DENIED, _GIVEN_UP) for match in pattern.finditer(shown)
    ]
    found = (frozenset(read(words).heavy - _CHANGING) for words in named)
    return tuple(dict.fromkeys(words for words in found if 1 <= len(words) <= _FEW))


def may_be_new(text: str) -> bool:
    """Whether a statement may supersede another: it tells of a change, or that something is done."""
    return tells_change(text) or (len(text) <= _LONGEST_NEW and _FINISHED.search(text) is not None)


@lru_cache(maxsize=65536)
def may_be_old(text: str) -> bool:
    """Whether a statement says plainly how something is: short, in one sentence, without a change, no report."""
    done = _FINISHED.search(text) and not _PLANNED.search(text)
    if done or is_pointer(text) or text.lstrip().startswith("|") or text.rstrip(" *_").endswith(":"):
        return False
    return len(text) <= _LONGEST_OLD and not (tells_change(text) or is_report(text) or is_entry(text))


def _finished(new: StatementReading, old: StatementReading) -> str:
    """Both are about one thing, which one of them calls planned and the other done."""
    about, told = old.heavy - _STATE - known.NEGATIONS, new.heavy
    if len(about) < 1 or not all(_is_in(form, told | _STATE) for form in about) or len(told - about) > len(about) + 3:
        return ""
    return "planned / done"


def _exchanged(new: StatementReading, old: StatementReading) -> str:
    """The value of a plain statement and what stands instead; the rest of it is said by the other too."""
    if old.negations or len(old.heavy) < 2 or not _one_subject(new, old):
        return ""
    left = [token for token in only_in(old, new) if not _is_in(token.form, new.topic) and _is_value(token, old)]
    right = [token for token in only_in(new, old) if not _is_in(token.form, old.topic) and _is_value(token, new)]
    right = [token for token in right if token.kind != "date" or any(one.kind == "date" for one in left)]
    if len(left) > 1 and any(token.kind == "path" for token in left):
        return ""  # a figure of one place against that of another
    if max(len(left), len(right) - 1) > _MOST_VALUES or not any(
        _comparable(one, other) for one in left for other in right
    ):
        return ""
    values = {token.form for token in left}
    frame = old.heavy - values - _CHANGING
    shared = [form for form in frame if _is_in(form, new.topic)]
    if len(shared) < _FRAME * len(frame) or (len(shared) < 2 and len(old.tokens) > _FEW):
        return ""
    return f"{_shown(left)} / {_shown(right)}" if shared and _near(new, old, _LIKE) else ""


def _near(new: StatementReading, old: StatementReading, least: float) -> bool:
    """Whether two statements say little else than what they have in common."""
    shared = sum(_is_in(form, new.topic) for form in old.heavy)
    return shared >= least * math.sqrt(len(old.heavy) * len(new.heavy - _CHANGING))


def _one_subject(new: StatementReading, old: StatementReading) -> bool:
    """Whether the first thing that a plain statement names is in the other too."""
    first = next((token for token in old.tokens if token.form not in known.LIGHT), None)
    return first is not None and _is_in(first.form, new.topic)


def _is_value(token: Token, reading: StatementReading) -> bool:
    """Whether a word can be the value of something: a name, a figure, or a word written large; no possessor."""
    if token.raw.endswith(("'s", "’s")):
        return False
    return (token.form not in _CHANGING and _TICKET.fullmatch(token.raw) is None) and (
        token.kind in _VALUES or token.proper or token.form == reading.tokens[-1].form
    )


def _comparable(one: Token, other: Token) -> bool:
    """Whether one may stand in the place of the other: figures of one unit, or names."""
    if any(token.kind not in _VALUES and not token.proper for token in (one, other)):
        return False
    figures = ("number", "version")
    if one.kind in figures or other.kind in figures:
        units = [token.form.lstrip("0123456789.,") for token in (one, other)]
        return one.kind in figures and other.kind in figures and units[0] == units[1]
    return (one.kind == "date") == (other.kind == "date")


def _is_in(form: str, words: frozenset[str]) -> bool:
    return form in words or any(related(form, other) for other in words)


def _shown(tokens: list[Token] | tuple[Token, ...]) -> str:
    return " ".join(token.raw for token in tokens[:4])
