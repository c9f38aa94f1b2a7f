"""The morning digest of a night: what was written, what waits, what failed; every sentence with its brief behind it."""

from collections.abc import Iterator
from dataclasses import dataclass

from dreamtui.model.errors import Refused, Usage
from dreamtui.model.status import Status
from dreamtui.store.records import log
from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import inert_line
from dreamtui.training.briefs.brief import Stated
from dreamtui.training.briefs.delivered import line_in_record
from dreamtui.training.ledger import KnownBrief, Ledger
from dreamtui.training.marks.scores import grade, mean
from dreamtui.training.nights.runs import FAILED

_MOST_ACTIONS = 3
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|!"})


@dataclass(frozen=True, slots=True)
class DigestLine:
    """A sentence, and where it comes from."""

    text: str
    brief: str = ""
    """The id of the brief; empty for what is counted or logged."""
    path: str = ""
    line: int = 0
    heading: bool = False

    @property
    def markdown(self) -> str:
        """The sentence with a link to its brief; whatever it quotes is plain text."""
        link = f" ([{self.brief}]({self.path}{f'#L{self.line}' if self.line else ''}))" if self.brief else ""
        return f"{'## ' if self.heading else '- '}{self.text.translate(_MARKUP)}{link}"


@dataclass(frozen=True, slots=True)
class FailedNight:
    """A night that brought no brief."""

    night: str
    vertical: str
    why: str
    when: str


@dataclass(frozen=True, slots=True)
class Digest:
    """What a night brought."""

    night: str
    lines: tuple[DigestLine, ...]

    @property
    def text(self) -> str:
        """As Markdown."""
        parts = [f"# Training, night of {self.night}", ""]
        for one in self.lines:
            parts += ["", one.markdown, ""] if one.heading else [one.markdown]
        return "\n".join(parts).replace("\n\n\n", "\n\n").strip() + "\n"


def failures(ledger: Ledger) -> tuple[FailedNight, ...]:
    """Nights that brought no brief, as the log has them, the newest first."""
    found = []
    for entry in log.entries(ledger.desk.layout):
        if entry.get("what") == FAILED:
            night, vertical, why = (str(entry.get(name, "")) for name in ("night", "vertical", "why"))
            found.append(FailedNight(night, vertical, why, str(entry["ts"])))
    return tuple(reversed(found))


def digest(ledger: Ledger, night: str = "") -> Digest:
    """The digest of a night; without one, of the newest that left anything."""
    failed = failures(ledger)
    nights = sorted({one.made.night for one in ledger.briefs} | {one.night for one in failed})
    if not night and not nights:
        raise Refused("no night has brought a brief yet; `dreamtui train next` says whose turn it is")
    chosen = night or nights[-1]
    if night and night not in nights:
        raise Usage(f"nothing was written in the night of {inert_line(night)}; the last nights are {_last(nights)}")
    own = [one for one in ledger.briefs if one.made.night == chosen]
    lines = [line for one in own for line in _of_brief(one)]
    lines += list(_failed([one for one in failed if one.night == chosen]))
    lines += list(_counted(ledger))
    return Digest(chosen, tuple(lines))


def _last(nights: list[str]) -> str:
    return ", ".join(nights[-3:]) or "none"


def _of_brief(one: KnownBrief) -> Iterator[DigestLine]:
    made = one.made
    brief = made.brief

    def told(text: str, said: Stated | None = None, *, heading: bool = False) -> DigestLine:
        line = said.line if said else 0
        if said and one.counts and made.record:
            line = line_in_record(made, said.line)
        return DigestLine(mask(inert_line(text)), made.id, one.where, line if one.counts else 0, heading)

    said = brief.headline
    yield told(f"{made.vertical}: {said.text if said else made.output}", said, heading=True)
    marked = f", marked {mean(made.marks)} ({grade(mean(made.marks))}) by {made.actor}" if made.scores else ""
    stands = "waits for you" if one.status in (Status.PENDING, Status.DEFERRED) else f"{one.status}{marked}"
    stands = "sent back to be done again" if made.sent_back else stands
    yield told(f"{made.output}, level {made.level}, cycle {made.cycle}: {stands}")
    for action in brief.actions[:_MOST_ACTIONS]:
        yield told(f"to do: {action.text}", action)
    if len(brief.actions) > _MOST_ACTIONS:
        yield told(f"and {len(brief.actions) - _MOST_ACTIONS} more to do")
    for crossing in brief.crossings:
        for what, words in (("tells", crossing.insight), ("asks", crossing.question)):
            if words:
                yield told(f"{what} {crossing.vertical or 'others'}: {words.text}", words)


def _failed(failed: list[FailedNight]) -> Iterator[DigestLine]:
    if failed:
        yield DigestLine("No brief", heading=True)
    for one in failed:
        yield DigestLine(inert_line(f"{one.vertical}: {one.why}"))


def _counted(ledger: Ledger) -> Iterator[DigestLine]:
    waiting = [one for one in ledger.briefs if one.status is Status.PENDING]
    yield DigestLine("What is next", heading=True)
    if waiting:
        oldest = waiting[0].made
        yield DigestLine(f"{len(waiting)} wait for a person, the oldest since {oldest.night}")
    asked = ledger.assignment()
    yield DigestLine(f"next is {asked.vertical.name}: {asked.output}, level {asked.level}; {asked.why}")
