"""Signs records of decisions, and says of each what its signature is worth."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.disk.opening import read_whole
from dreamtui.kinds.decision.graph import ordered
from dreamtui.model.decision import Decision
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.sources.identity import Roster, read_roster
from dreamtui.sources.signing import GitSigning, Signature, Signed
from dreamtui.sources.workspace import data_home
from dreamtui.store.layout import SIGNATURE
from dreamtui.store.person import good_signatures
from dreamtui.text.ids import slug
from dreamtui.text.inert import inert_line

_LARGEST = 1 << 20
_SSH = b"-----BEGIN SSH SIGNATURE-----"
"""What a verdict on one rests on can be read; a keyring of gpg is asked each time."""


@dataclass(frozen=True, slots=True)
class RecordSignature:
    """What the signature of one record says."""

    decision: Decision
    state: Signed
    by: str = ""
    """Whose key signed it."""
    is_theirs: bool = True
    """Whether that is who decided."""
    is_after: bool = False
    """Whether it follows a signed one."""
    is_needed: bool = False
    """Whether every record after a signed one has to be signed."""

    @property
    def is_odd(self) -> bool:
        """Whether somebody should look at it."""
        is_lone = self.is_after and self.state is not Signed.GOOD
        return self.state in {Signed.BAD, Signed.UNCHECKED} or is_lone or not self.is_theirs

    @property
    def is_broken(self) -> bool:
        """Whether the audit does not hold because of it."""
        lacking = self.state in {Signed.UNSIGNED, Signed.UNKNOWN, Signed.UNCHECKED}
        return self.state is Signed.BAD or not self.is_theirs or (self.is_needed and self.is_after and lacking)

    @property
    def said(self) -> str:
        """The record, and its signature."""
        what = f"{self.decision.verb} {self.decision.short} by {self.decision.actor}"
        if self.state is Signed.GOOD and not self.is_theirs:
            return inert_line(f"{what} is signed by {self.by}, who is somebody else")
        if self.state is Signed.GOOD:
            return inert_line(f"{what} is signed by {self.by}")
        told = {
            Signed.BAD: "has an invalid signature",
            Signed.UNKNOWN: "is signed with an unknown key",
            Signed.UNSIGNED: "is not signed",
            Signed.UNCHECKED: "has a signature that cannot be checked: the program is missing",
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


def is_asked(desk: Desk) -> bool:
    """Whether the person signs here, or has to."""
    try:
        return bool(desk.config["dreamtui.sign"] or desk.config["dreamtui.need_signature"])
    except DreamtuiError:
        return False  # every command that needs settings says that they cannot be read


def odd_signatures(desk: Desk) -> tuple[RecordSignature, ...]:
    """Those that somebody should look at, where the person signs or has to; what was good already is believed."""
    if not is_asked(desk):
        return ()
    audit = desk.store.audit
    records: dict[str, Decision] = {}
    for name in audit.names():
        with suppress(DreamtuiError):  # the audit names it
            records[name] = audit.read(name)
    return tuple(one for one in signatures(desk, records, believed=True) if one.is_odd)


class _Checker:
    """Checks signatures, believing earlier verdicts of this machine where that is asked for."""

    def __init__(self, desk: Desk, *, believed: bool) -> None:
        self._desk = desk
        self._signing = GitSigning.read(desk.env)
        self._known = good_signatures.load(desk.own_layout, data_home(desk.env)) if believed else {}
        self._good: dict[str, str] = {}
        self._rests_on = self._signing.depends_on()

    def check(self, data: bytes, place: Path) -> Signature:
        """What a signature says of a record."""
        try:
            signature = read_whole(place, _LARGEST)
        except OSError:
            return Signature(Signed.BAD)
        name = hashlib.sha256(b"\0".join((self._rests_on, data, signature))).hexdigest()
        found = Signature(Signed.GOOD, self._known[name]) if name in self._known else self._signing.check(data, place)
        if found.state is Signed.GOOD and signature.startswith(_SSH):
            self._good[name] = found.by
        return found

    def keep(self) -> None:
        """Keep what is good for the next glance."""
        if self._good != self._known:
            good_signatures.save(self._desk.own_layout, data_home(self._desk.env), self._good)


def signatures(desk: Desk, records: Mapping[str, Decision], *, believed: bool = False) -> tuple[RecordSignature, ...]:
    """What the signature of each record is worth, oldest first; empty where there is none and none has to be.

    With `believed` one that was good already is not checked again.
    """
    names = {made.id: path for path, made in records.items()}
    places = {path: desk.layout.real(f"{path}{SIGNATURE}") for path in records}
    try:
        needed = bool(desk.config["dreamtui.need_signature"])
    except DreamtuiError:
        needed = False  # every command that needs settings says that they cannot be read
    if not needed and not any(place.is_file() and not place.is_symlink() for place in places.values()):
        return ()
    checker, roster, audit = _Checker(desk, believed=believed), read_roster(desk.workspace.root), desk.store.audit
    found = []
    is_after = False
    for made in ordered(records.values()):
        path = names[made.id]
        data = audit.bytes_of(path).replace(b"\r\n", b"\n")
        place = places[path]
        is_there = place.is_file() and not place.is_symlink()
        told = checker.check(data, place) if is_there else None
        state = told.state if told is not None else Signed.UNSIGNED
        by = told.by if told is not None else ""
        is_after = is_after or state is Signed.GOOD
        theirs = state is not Signed.GOOD or _is_person(made, by, roster)
        found.append(RecordSignature(made, state, by, theirs, is_after, needed))
    checker.keep()
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
