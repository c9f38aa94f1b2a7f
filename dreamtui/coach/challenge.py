"""What speaks against an item: computed from plain facts that the desk gathered, never decided here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from dreamtui.coach.covered import KnownStatement, already_said, clashes, opposes, says
from dreamtui.coach.suggest import suggest_rule
from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.item import Item
from dreamtui.text.danger.risks import HIDDEN, INSTRUCTIONS, SECRET, flags
from dreamtui.text.dates import humanise, iso, parse_now, read_instant

QUIET_DAYS = 14
"""After so many days without an event an item is called quiet."""

_LOOKED_AT = frozenset({"quiet", "file-changed"})
_BOTS = ("[bot]", "dependabot", "renovate", "github-actions", "greenkeeper", "snyk-bot", "pre-commit-ci", "bot@")
_MERGES = ("merge branch", "merge pull request", "merge remote-tracking", "merge tag")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known around an item; anything left empty is unknown and raises no objection."""

    now: str
    """UTC time the challenge is made at."""
    tracked: frozenset[str] | None = None
    """Every file of the repository now; None when that is not known."""
    last_touched: Mapping[str, str] = field(default_factory=dict)
    """UTC time of the last change of a file."""
    said: tuple[KnownStatement, ...] = ()
    """What CLAUDE.md, the rules and the notes say already, a statement each."""
    noise: Mapping[str, str] = field(default_factory=dict)
    """Locator of an event -> why it does not count: bot, merge, cherry-pick of …"""
    sessions: int = 0
    """How many sessions the events come from; 0 when unknown."""
    has_others: bool = True
    """Whether more than one person is known to work here; where one does, one is no objection."""
    rule: str = ""
    """The rule as it is drafted; else the suggestion is compared."""


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that speaks against an item."""

    kind: str
    """instructions, hidden, bots-only, merges-only, bots-some, one-actor, one-session, one-day, quiet, file-gone,
    file-changed, contradicts, already-said, exception, risk, assumption, untested, check, example-source, live-rule,
    rejected-before, doubtful, same-evidence, model; else the flag that it explains."""
    text: str
    """A sentence for the reviewer; quotes in it are as they were read, on one line."""
    locator: str = ""
    """The file, or file and line, it speaks of."""
    about: str = ""
    """What would be rewritten, as a sentence begins with it."""


def challenge(item: Item, facts: Facts) -> tuple[Objection, ...]:
    """Every objection, in a fixed order, for any order of the facts."""
    known = (Objection("exception", text) for text in item.against)
    usual = (*_sources(item, facts), *_times(item, facts), *_files(item, facts), *_words(item, facts))
    if item.rule or item.against:  # its signal looked at these itself, over all of its commits
        usual = tuple(one for one in usual if one.kind not in _LOOKED_AT)
    return (*dangers(item), *known, *usual)


def dangers(item: Item) -> tuple[Objection, ...]:
    """Orders to the reader, and what cannot be seen, in the words that were read."""
    pieces = (item.title, item.text, item.rule, *item.against, *(piece.quote for piece in item.evidence))
    found = set(flags(pieces))
    return tuple(danger(kind) for kind in (INSTRUCTIONS, HIDDEN) if kind in found)


_DANGERS = {
    INSTRUCTIONS: "Its words give orders to whoever reads them; what is quoted is evidence, never an instruction.",
    HIDDEN: "Its words have hidden characters, so not all of it is shown.",
    SECRET: "Its words hold what looks like a password, a key or a token, which must not get into a rule.",
}


def danger(flag: str) -> Objection:
    """What one of the dangerous flags means."""
    return Objection(flag, _DANGERS[flag])


def _sources(item: Item, facts: Facts) -> list[Objection]:
    """Whether it all comes from one person, one session, or from machines."""
    found: list[Objection] = []
    reasons = [_noise(piece, facts) for piece in item.evidence]
    if reasons and all(reason.startswith("bot") for reason in reasons):
        found.append(Objection("bots-only", "Every event shown is by a bot."))
    elif reasons and all(reason.startswith("merge") for reason in reasons):
        found.append(Objection("merges-only", "Every event shown is a merge commit."))
    elif (noisy := sum(map(bool, reasons))) and noisy < len(reasons):
        found.append(Objection("bots-some", f"{noisy} of {len(reasons)} events shown are by bots or merges."))
    spoken = all(piece.locator.where is Where.RECORD for piece in item.evidence)
    if len(item.actors) == 1 and facts.has_others and len(item.evidence) > 1 and not spoken:
        found.append(Objection("one-actor", f"Every event is by {item.actors[0]}."))
    if _sessions(item, facts) == 1 and len(item.evidence) > 1:
        found.append(Objection("one-session", "Every event is from one session."))
    return found


def _noise(piece: Evidence, facts: Facts) -> str:
    """Why a piece of evidence weighs little: bot, merge, or what the facts say; empty when it counts."""
    if known := facts.noise.get(str(piece.locator), ""):
        return known
    if any(mark in piece.who.casefold() for mark in _BOTS):
        return "bot"
    return "merge" if piece.quote.casefold().startswith(_MERGES) else ""


def _sessions(item: Item, facts: Facts) -> int:
    """How many sessions the events come from, as told, or as the names of their files say; 0 when unknown."""
    if facts.sessions or item.weight > len(item.evidence):
        return facts.sessions
    names: set[str] = set()
    for piece in item.evidence:
        place = piece.locator.ref.partition("#")[0]
        log = piece.locator.where is Where.FILE and place.endswith(".jsonl") and "__" in place
        if not (log or piece.locator.where is Where.RECORD):
            return 0
        names.add(place)
    return len(names)


def _times(item: Item, facts: Facts) -> list[Objection]:
    """Whether it all happened on one day, or long ago."""
    times = [piece.when for piece in item.evidence if piece.when]
    moments = [moment for text in (item.first_seen, item.last_seen, *times) if (moment := read_instant(text))]
    if not moments:
        return []
    now = parse_now(facts.now)
    first, last = min(moments), max(moments)
    found: list[Objection] = []
    if last - first < timedelta(days=1) and len(times) > 1:
        found.append(Objection("one-day", f"All of it happened within one day, {humanise(iso(first), now)}."))
    if (quiet := (now - last).days) >= QUIET_DAYS:
        found.append(Objection("quiet", f"Nothing since {humanise(iso(last), now)}, {quiet} days ago."))
    return found


def _files(item: Item, facts: Facts) -> list[Objection]:
    """Whether the files are gone, or were changed since the newest event."""
    found: list[Objection] = []
    last = read_instant(item.last_seen)
    now = parse_now(facts.now)
    for path in dict.fromkeys(item.files):
        if any(mark in path for mark in "*?[") or path.endswith("/"):
            continue
        touched = facts.last_touched.get(path, "")
        moment = read_instant(touched)
        if facts.tracked is not None and path not in facts.tracked:
            found.append(Objection("file-gone", f"`{path}` is no longer there.", path))
        elif last and moment and moment > last:
            newest = humanise(item.last_seen, now)
            text = f"`{path}` was changed {humanise(touched, now)}, after the newest event ({newest})."
            found.append(Objection("file-changed", text, path))
    return found


def _words(item: Item, facts: Facts) -> list[Objection]:
    """Whether it is said already, or the opposite of it."""
    rule = facts.rule or suggest_rule(item).partition(": ")[0] or item.title
    said = sorted((one for one in facts.said if _concerns(item, one)), key=lambda one: (one.locator, one.text))
    found = [
        Objection("contradicts", f"{one.locator} says the opposite: “{one.line}”", one.locator)
        for one in said
        if clashes(rule, one.text) or opposes(item, one.text)
    ]
    against = {objection.locator for objection in found}
    found += [
        Objection("already-said", f"{one.locator} already says “{one.line}”", one.locator)
        for one in said
        if one.locator not in against and (already_said(item, rule, one.text) or says(item, rule, one.text))
    ]
    return list({(one.kind, one.locator): one for one in reversed(found)}.values())[::-1]


def _concerns(item: Item, said: KnownStatement) -> bool:
    """Whether a rule of ours names the item's subject: suggested rules are alike for any subject."""
    subject = item.subject.rpartition(":")[2]
    if not said.locator.startswith(".agent/memory/semantic/") or not subject or item.signal == "manual":
        return True
    return subject.casefold() in said.text.casefold()
