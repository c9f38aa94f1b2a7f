"""Signs records of decisions, and says of each what its signature is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision.graph import ordered
from dreamtui.model.decision import Decision
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.sources.identity import Roster, read_roster
from dreamtui.sources.signing import GitSigning, Signed
from dreamtui.store.layout import SIGNATURE
from dreamtui.text.ids import slug
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class RecordSignature:
    """What the signature of one record says."""

    decision: Decision
    state: Signed
    by: str = ""
    """Whose key signed it."""
    is_theirs: bool = True
    """Whether that is who decided."""
    is_missed: bool = False
    """Whether it follows a signed one, where every one has to be signed."""

    @property
    def said(self) -> str:
        """The record, and its signature."""
        what = f"{self.decision.verb} {self.decision.short} by {self.decision.actor}"
        if self.state is Signed.GOOD and not self.is_theirs:
            return inert_line(f"{what} is signed by {self.by}, who is somebody else")
        if self.state is Signed.GOOD:
            return inert_line(f"{what} is signed by {self.by}")
        told = {
            Signed.BAD: "has a signature that is not of this record",
            Signed.UNKNOWN: "is signed with a key that is not known here",
            Signed.UNSIGNED: "is not signed",
        }
        return inert_line(f"{what} {told[self.state]}")


def sign(desk: Desk, data: bytes) -> bytes | None:
    """The signature of a record; None where none is made, Refused where one has to be and cannot."""
    if not desk.config["dreamtui.sign"]:
        if desk.config["dreamtui.need_signature"]:
            source = desk.config.source("dreamtui.need_signature")
            said = "a decision has to be signed here: `dreamtui.sign: true` in your own settings"
            raise Refused(f"{said} (dreamtui.need_signature in {source})")
        return None
    return GitSigning.read(desk.env).sign(data)


def signatures(desk: Desk, records: Mapping[str, Decision]) -> tuple[RecordSignature, ...]:
    """What the signature of each record is worth, oldest first; empty where there is none and none has to be."""
    names = {made.id: path for path, made in records.items()}
    places = {path: desk.layout.real(f"{path}{SIGNATURE}") for path in records}
    try:
        needed = bool(desk.config["dreamtui.need_signature"])
    except DreamtuiError:
        needed = False  # every command that needs settings says that they cannot be read
    if not needed and not any(place.is_file() and not place.is_symlink() for place in places.values()):
        return ()
    signing, roster, audit = GitSigning.read(desk.env), read_roster(desk.workspace.root), desk.store.audit
    found = []
    is_after = False
    for made in ordered(records.values()):
        path = names[made.id]
        data = audit.bytes_of(path).replace(b"\r\n", b"\n")
        place = places[path]
        is_there = place.is_file() and not place.is_symlink()
        told = signing.check(data, place) if is_there else None
        state = told.state if told is not None else Signed.UNSIGNED
        by = told.by if told is not None else ""
        is_after = is_after or state is Signed.GOOD
        missed = needed and is_after and state in {Signed.UNSIGNED, Signed.UNKNOWN}
        theirs = state is not Signed.GOOD or _is_person(made, by, roster)
        found.append(RecordSignature(made, state, by, theirs, missed))
    return tuple(found)


def _is_person(made: Decision, by: str, roster: Roster) -> bool:
    """Whether a key is that of the person who decided."""
    name, _, rest = by.rpartition("<")
    address = rest.rstrip(">") if "@" in rest else ""
    names = {by, name.strip(), slug(name or by), roster.person(name.strip(), address) if address else ""}
    return made.actor.casefold() in {one.casefold() for one in names if one}


def counted(found: Sequence[RecordSignature]) -> str:
    """How many records there are of each sort, in a line; empty for none."""
    counts = {state: sum(one.state is state for one in found) for state in Signed}
    return ", ".join(f"{count} {state}" for state, count in counts.items() if count)
