"""Finds insights: patterns, themes, gaps and connections over several sessions, each with its quotes. Pure.

What an event mentions (entities, topic words, whether it tells of a gap) is compared over sessions.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from dreamtui.kinds.insight.codec import insight_id, path_of
from dreamtui.model.evidence import Event, Evidence
from dreamtui.model.insight import Insight, InsightType
from dreamtui.text.inert import one_line
from dreamtui.text.words import STOP_WORDS, counted, tokens

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
"""Words that every project's history has."""


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
    """What the first line of an event mentions."""
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


PATTERN_SESSIONS = 3
"""Sessions that make a pattern, a theme or a connection."""
GAP_SESSIONS = 2
"""Sessions that make a gap about one thing."""
THEME_USES = 5
"""Events that make a theme."""
_QUOTES = 8
_FILES = 5
_MOST_ENTITIES = 12

Groups = dict[str, list[Mention]]


def find(events: Iterable[Event], known: frozenset[str] = frozenset()) -> tuple[Insight, ...]:
    """All insights, the most important first; `known` are the subjects of candidates."""
    mentions = [read(event) for event in sorted(_unique(events), key=_when) if not event.noise]
    found = [
        *_gaps(mentions),
        *_connections(mentions, known),
        *_patterns(mentions, known),
        *_themes(mentions),
    ]
    return tuple(sorted(found, key=lambda one: (-one.importance, one.id)))


def _unique(events: Iterable[Event]) -> Iterable[Event]:
    """A commit that an event names counts once, in the session of the event."""
    by_sha: dict[str, Event] = {}
    for event in events:
        if not event.sha:
            yield event
        elif event.sha not in by_sha or (event.session and not by_sha[event.sha].session):
            by_sha[event.sha] = event
    yield from by_sha.values()


def _when(event: Event) -> tuple[str, str, str]:
    return event.ts, str(event.locator), event.summary


def _grouped(mentions: Sequence[Mention], of: Callable[[Mention], Iterable[str]]) -> Groups:
    """Mentions by entity or topic; spellings that differ in case are joined under the most frequent."""
    groups: Groups = defaultdict(list)
    wordings: dict[str, dict[str, int]] = defaultdict(dict)
    for mention in mentions:
        for name in of(mention):
            groups[name.casefold()].append(mention)
            counts = wordings[name.casefold()]
            counts[name] = counts.get(name, 0) + 1
    return {min(wordings[key], key=lambda name: (-wordings[key][name], name)): group for key, group in groups.items()}


def _sessions(group: Iterable[Mention]) -> int:
    return len({mention.session for mention in group})


def _where(group: Iterable[Mention]) -> str:
    """What the mentions are: sessions, commits, and days of other events that no session is known of."""
    mentions = list(group)
    sessions = {one.session for one in mentions if one.event.session}
    commits = [one for one in mentions if one.event.sha and not one.event.session]
    days = {one.session for one in mentions if not one.event.session and not one.event.sha}
    counts = ((len(sessions), "session"), (len(commits), "commit"), (len(days), "day"))
    return " and ".join(counted(count, word) for count, word in counts if count)


def _is_known(name: str, known: frozenset[str]) -> bool:
    folded = name.casefold()
    return folded in known or any(path.endswith("/" + folded) for path in known)


def _patterns(mentions: Sequence[Mention], known: frozenset[str]) -> Iterable[Insight]:
    for name, group in _grouped(mentions, lambda mention: mention.entities).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS and not _is_known(name, known):
            said = f"`{_shown(name)}` came up in {_where(group)}"
            yield _insight(InsightType.PATTERN, name.casefold(), said, group, min(0.9, 0.45 + 0.08 * count))


def _themes(mentions: Sequence[Mention]) -> Iterable[Insight]:
    for word, group in _grouped(mentions, lambda mention: mention.topics).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS and len(group) >= THEME_USES:
            said = f"{_where(group)} were about {_shown(word)}"
            yield _insight(InsightType.THEME, word, said, group, min(0.75, 0.35 + 0.04 * count))


def _gaps(mentions: Sequence[Mention]) -> Iterable[Insight]:
    """What was blocked or unknown in several sessions: by subject, else by wording."""
    open_ones = [mention for mention in mentions if mention.gap]
    told: set[int] = set()
    for name, group in _grouped(open_ones, _subjects).items():
        count = _sessions(group)
        if count >= GAP_SESSIONS:
            told |= set(map(id, group))
            said = f"`{_shown(name)}` was left open in {_where(group)} ({_wordings(group)})"
            yield _insight(InsightType.GAP, name.casefold(), said, group, min(0.9, 0.5 + 0.08 * count))
    rest = [mention for mention in open_ones if id(mention) not in told]
    for wording, group in _grouped(rest, lambda mention: (mention.gap,)).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS:
            said = f"“{wording}” was said in {_where(group)} about different things"
            yield _insight(InsightType.GAP, f"wording {wording}", said, group, min(0.7, 0.35 + 0.05 * count))


def _subjects(mention: Mention) -> Iterable[str]:
    """The subject of a gap: entities, else files, else topic words."""
    return mention.entities or mention.event.files[:_FILES] or mention.topics


def _wordings(group: Iterable[Mention]) -> str:
    return ", ".join(sorted({mention.gap for mention in group}))


def _connections(mentions: Sequence[Mention], known: frozenset[str]) -> Iterable[Insight]:
    """Two entities that are often mentioned together."""

    def pairs(mention: Mention) -> Iterable[str]:
        named = sorted({name.casefold() for name in mention.entities[:_MOST_ENTITIES]})
        return (f"{one}\n{two}" for one, two in combinations(named, 2) if one not in two and two not in one)

    for pair, group in _grouped(mentions, pairs).items():
        count = _sessions(group)
        one, _, two = pair.partition("\n")
        if count >= PATTERN_SESSIONS and not (_is_known(one, known) or _is_known(two, known)):
            said = f"`{_shown(one)}` and `{_shown(two)}` were touched together in {_where(group)}"
            yield _insight(InsightType.CONNECTION, f"{one} + {two}", said, group, min(0.85, 0.4 + 0.08 * count))


def _shown(name: str) -> str:
    return one_line(name).replace("`", "")


def _insight(kind: InsightType, subject: str, said: str, group: Sequence[Mention], importance: float) -> Insight:
    item_id = insight_id(kind, subject)
    newest: dict[str, Event] = {}
    for mention in group:
        newest[mention.session] = mention.event
    quoted = sorted(newest.values(), key=_when, reverse=True)[:_QUOTES]
    files: dict[str, int] = defaultdict(int)
    for mention in group:
        for file in mention.event.files[:50]:
            files[file] += 1
    first, last = group[0].event.ts, group[-1].event.ts
    return Insight(
        id=item_id,
        type=kind,
        title=said,
        subject=subject,
        text=f"{said}, in {len(group)} events from {first[:10]} to {last[:10]}.",
        path=path_of(item_id),
        sessions=_sessions(group),
        mentions=len(group),
        importance=round(importance, 4),
        first_seen=first,
        last_seen=last,
        files=tuple(sorted(files, key=lambda file: (-files[file], file))[:_FILES]),
        evidence=tuple(Evidence(e.summary, e.locator, e.ts, e.actor, e.digest) for e in quoted),
    )
