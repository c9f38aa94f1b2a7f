"""Finds insights: patterns, themes, gaps and connections over several sessions, each with its quotes."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from dreamtui.kinds.insight.codec import insight_id, path_of
from dreamtui.mining.insights.mentions import Mention, read
from dreamtui.model.evidence import Event, Evidence
from dreamtui.model.insight import Insight, InsightType
from dreamtui.text.inert import one_line

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
    """All insights of some events, the most important first; `known` are subjects that candidates are about already."""
    mentions = [read(event) for event in sorted(_unique(events), key=_when) if not event.noise]
    found = [
        *_gaps(mentions),
        *_connections(mentions, known),
        *_patterns(mentions, known),
        *_themes(mentions),
    ]
    return tuple(sorted(found, key=lambda one: (-one.importance, one.id)))


def _unique(events: Iterable[Event]) -> Iterable[Event]:
    """A commit that an event names too counts once, in the session the event tells of."""
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
    """Mentions by what they speak of, wordings of one case joined under the one used most."""
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


def _is_known(name: str, known: frozenset[str]) -> bool:
    folded = name.casefold()
    return folded in known or any(path.endswith("/" + folded) for path in known)


def _patterns(mentions: Sequence[Mention], known: frozenset[str]) -> Iterable[Insight]:
    for name, group in _grouped(mentions, lambda mention: mention.entities).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS and not _is_known(name, known):
            said = f"`{_shown(name)}` came up in {count} sessions"
            yield _insight(InsightType.PATTERN, name.casefold(), said, group, min(0.9, 0.45 + 0.08 * count))


def _themes(mentions: Sequence[Mention]) -> Iterable[Insight]:
    for word, group in _grouped(mentions, lambda mention: mention.topics).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS and len(group) >= THEME_USES:
            said = f"{count} sessions were about {_shown(word)}"
            yield _insight(InsightType.THEME, word, said, group, min(0.75, 0.35 + 0.04 * count))


def _gaps(mentions: Sequence[Mention]) -> Iterable[Insight]:
    """What was blocked or not known in several sessions: about one thing, else by the wording alone."""
    open_ones = [mention for mention in mentions if mention.gap]
    told: set[int] = set()
    for name, group in _grouped(open_ones, _subjects).items():
        count = _sessions(group)
        if count >= GAP_SESSIONS:
            told |= set(map(id, group))
            said = f"`{_shown(name)}` was left open in {count} sessions ({_wordings(group)})"
            yield _insight(InsightType.GAP, name.casefold(), said, group, min(0.9, 0.5 + 0.08 * count))
    rest = [mention for mention in open_ones if id(mention) not in told]
    for wording, group in _grouped(rest, lambda mention: (mention.gap,)).items():
        count = _sessions(group)
        if count >= PATTERN_SESSIONS:
            said = f"“{wording}” was said in {count} sessions about different things"
            yield _insight(InsightType.GAP, f"wording {wording}", said, group, min(0.7, 0.35 + 0.05 * count))


def _subjects(mention: Mention) -> Iterable[str]:
    """What a gap is about: what is named, else the files, else the topic words."""
    return mention.entities or mention.event.files[:_FILES] or mention.topics


def _wordings(group: Iterable[Mention]) -> str:
    return ", ".join(sorted({mention.gap for mention in group}))


def _connections(mentions: Sequence[Mention], known: frozenset[str]) -> Iterable[Insight]:
    """Two things that are named together again and again."""

    def pairs(mention: Mention) -> Iterable[str]:
        named = sorted({name.casefold() for name in mention.entities[:_MOST_ENTITIES]})
        return (f"{one}\n{two}" for one, two in combinations(named, 2) if one not in two and two not in one)

    for pair, group in _grouped(mentions, pairs).items():
        count = _sessions(group)
        one, _, two = pair.partition("\n")
        if count >= PATTERN_SESSIONS and not (_is_known(one, known) or _is_known(two, known)):
            said = f"`{_shown(one)}` and `{_shown(two)}` were touched together in {count} sessions"
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
