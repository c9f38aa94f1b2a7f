"""What an event speaks of: entities, topic words, and whether it tells of a gap."""

import re
from dataclasses import dataclass

from dreamtui.model.evidence import Event
from dreamtui.text.words import STOP_WORDS, tokens

_ENTITY = re.compile(
    r"`([^`\n]{2,60})`"
    r"|\b([A-Z]{2,10}-\d{1,6})\b"
    r"|(?<![\w/])((?:@[\w.-]+/)?[\w.-]+(?:/[\w.*-]+)+\.\w{1,8})(?![\w/])"
    r"|\b([A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*)\b"
    r"|\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b"
    r"|\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b"
)
_GAP = re.compile(
    r"\b(blocked|blocker|stuck|unknown|unclear|unresolved|todo|to do|fixme|tbd|not sure|no idea|"
    r"waiting (?:for|on)|open question|don'?t know|do not know|cannot find out|needs? (?:a )?decision)\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]{5,30}")
_SHORTEST = 5
_GENERAL_TEXT = """
    about above actually added adding address adjust after again agent allow almost already although always another
    anything apply around attempt attempts available avoid because become before being below between better break
    broken build builds bump called change changed changes check checks clean cleanup clear comment comments commit
    commits correct could create created current default delete deleted design different directly document drop edit
    edited either enable ensure error errors every everything example existing extra failed fails failing failure
    feature features finally first fixed fixes fixing follow found friday further general group handle handling have
    helper hotfix implement implemented improve improved include initial instead issue issues keeping large later
    latest little local making merge merged message method minor missing monday moved moving multiple needed needs
    never nothing
    number other others output package patch place please point prepare problem problems proper properly pull quick
    rather really refactor refactored release released remove removed removes rename renamed replace request require
    result return returned revert reverted review reviewed right running second session sessions set several should
    simple simplify since single small something split start started still stuff support switch tests testing thing
    things think third those three through thursday today together tuesday under unknown unclear until update updated
    updates using value values version wednesday where whether which while without working works would write writing
    wrong yesterday blocked todo fixme waiting pytest unittest exception traceback crash crashes crashed
"""
_GENERAL = frozenset(_GENERAL_TEXT.split()) | STOP_WORDS
"""Words of every project's history, which say nothing of this one."""


@dataclass(frozen=True, slots=True)
class Mention:
    event: Event
    session: str
    """Its session; a day of commits by one person counts as one."""
    entities: tuple[str, ...]
    """What it names, in order, each once."""
    topics: tuple[str, ...]
    """Its topic words, each once."""
    gap: str
    """The wording of a gap, lower case; empty for none."""


def read(event: Event) -> Mention:
    """What an event speaks of; only its first line counts."""
    words = event.summary.split("\n", 1)[0][:500]
    named = [next(filter(None, found.groups())) for found in _ENTITY.finditer(words)]
    entities = tuple(dict.fromkeys(name.strip() for name in named if len(name.strip()) > 1))
    inside = {part for name in entities for part in tokens(name)}
    topics = tuple(
        dict.fromkeys(word for word in tokens(words) if _is_topic(word) and word not in _GENERAL and word not in inside)
    )
    gap = _GAP.search(words)
    session = event.session or f"{event.actor} {event.ts[:10]}"
    return Mention(event, session, entities, topics, " ".join(gap[1].lower().split()) if gap else "")


def _is_topic(word: str) -> bool:
    return len(word) >= _SHORTEST and _PLAIN.fullmatch(word) is not None
