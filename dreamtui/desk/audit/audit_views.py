"""The audit trail: listing, verifying, exporting, and the log."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dreamtui.desk.audit.against_git import CommitVerdict, against_git
from dreamtui.desk.decide.signing import counted, signatures
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.decision import audit_record, graph
from dreamtui.kinds.decision.opposites import opposites
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.change import digest
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.errors import DreamtuiError, Integrity, Malformed, Usage
from dreamtui.model.verb import Verb
from dreamtui.store.files.conflict_markers import unmerged
from dreamtui.store.files.links import describe_link, linked_folders
from dreamtui.store.files.small import read_or_none
from dreamtui.store.layout import OBJECTS, OUTSIDE
from dreamtui.store.person.private_memory import kept_apart, made_here, private_object
from dreamtui.store.records import log
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    records: int
    """How many records there are."""
    broken: tuple[str, ...]
    """Records that contradict themselves, their parents or the log, a sentence each."""
    drift: tuple[str, ...]
    """Files that others changed since our last decision on them, a sentence each."""
    ahead: tuple[str, ...] = ()
    """Records whose time has not come, a sentence each."""
    undecided: tuple[str, ...] = ()
    """Rules that no decision says as they are, each with what is wrong with it."""
    conflicts: tuple[str, ...] = ()
    """Files of ours in which git's conflict markers stand, a sentence each."""
    opposites: tuple[str, ...] = ()
    """Decisions that contradict each other, made on branches that were merged since, a sentence each."""
    commits: tuple[str, ...] = ()
    """Where the commits that brought the records say otherwise, a sentence each; empty unless they were asked."""
    remarks: tuple[str, ...] = ()
    """What the commits do not tell, a sentence each."""
    signatures: tuple[str, ...] = ()
    """What the signature of each record says, a sentence each, oldest first; empty where none is signed."""
    signed: str = ""
    """How many records there are with each sort of signature, in a line."""
    unsigned: tuple[str, ...] = ()
    """Of the signatures those that somebody should look at although the audit holds."""

    @property
    def holds(self) -> bool:
        """Whether the records, and what they say, are one story."""
        return not (self.broken or self.conflicts or self.opposites)

    @property
    def first(self) -> str:
        """The worst of what is wrong; empty for nothing."""
        return next(iter((*self.broken, *self.conflicts, *self.opposites)), "")


def decisions(desk: Desk, *, item: str = "", verb: str = "", limit: int = 0) -> list[tuple[Mark, bool]]:
    """Decisions oldest first, and whether each is in force."""
    if verb and verb not in tuple(Verb):
        raise Usage(f"{verb!r} is not a verb; use one of {', '.join(Verb)}")
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.in_force_of(marks)
    found = [(m, stands[m.id]) for m in marks if (not item or m.item.startswith(item)) and (not verb or m.verb == verb)]
    return found[-limit:] if limit else found


def decision(desk: Desk, reference: str) -> tuple[Decision, Mark, bool]:
    """One decision with its record, and whether it is in force."""
    marks = desk.store.audit.marks()
    about = [m for m in graph.ordered(marks) if m.item == reference.strip()]
    mark = about[-1] if about else graph.by_reference(marks, reference)
    return desk.store.audit.whole(mark), mark, graph.in_force(marks)[mark.id]


_TRIES = 4
"""How often the check is repeated when another process writes meanwhile."""


def verify(desk: Desk, *, git: bool = False, signed: bool = True) -> AuditVerdict:
    """Check every record against its own hash, its name, its parents and the log, and the files against the newest.

    With `git` also against the commits that brought them; without `signed` no signature is looked at.

    What others write meanwhile is seen half, and looks as if something were missing: then it is looked at again.
    """
    for _ in range(_TRIES):
        before = log.stamp(desk.layout)
        verdict = _looked_at(desk, git=git, signed=signed)
        quiet = not desk.layout.journal_waiting() and log.stamp(desk.layout) == before
        if quiet or not (verdict.broken or verdict.drift):
            break
    return verdict


def _looked_at(desk: Desk, *, git: bool, signed: bool) -> AuditVerdict:
    """One look at everything; the log first, because a decision is logged when its record is there."""
    logged = [entry for entry in log.entries(desk.layout) if entry.get("what") == "decision"]
    audit = desk.store.audit
    broken = [str(desk.unmended)] if isinstance(desk.unmended, Integrity) else []
    known: dict[str, Decision] = {}
    paths: dict[str, Decision] = {}
    for logical in audit.names():
        try:
            found = audit.read(logical)
        except DreamtuiError as problem:
            broken.append(str(problem))
            continue
        if not logical.endswith(f"/{audit_record.file_name(found)}"):
            broken.append(f"{logical} does not have the name of its record")
        known[found.id] = paths[logical] = found
    for found in known.values():
        lost = [parent[:8] for parent in found.parents if parent not in known]
        if lost:
            broken.append(f"{found.verb} {found.short} follows {', '.join(lost)}, which is missing")
        broken += _lost_objects(desk, found)
        broken += _impossible_paths(found)
    broken += _unrecorded(logged, known)
    broken += _unlogged(logged, known)
    commits = against_git(desk, paths) if git else CommitVerdict()
    broken += commits.rewritten
    found_signed = signatures(desk, paths) if signed else ()
    broken += [one.said for one in found_signed if one.is_broken]
    return AuditVerdict(
        len(known),
        tuple(dict.fromkeys(broken)),
        tuple(_drift(desk, known)),
        tuple(_ahead(desk, known)),
        tuple(one.said for one in remembered(desk).held),
        tuple(inert_line(f"{path}:{line} has git's conflict markers") for path, line in unmerged(desk.layout)),
        tuple(
            f"{apart.said}; {apart.id} decides it"
            for apart in opposites(audit.readable()[0], lambda mark: audit.read(mark.name))
        ),
        commits.odd,
        commits.remarks,
        tuple(one.said for one in found_signed),
        counted(found_signed),
        tuple(one.said for one in found_signed if one.is_odd and not one.is_broken),
    )


def _ahead(desk: Desk, known: dict[str, Decision]) -> list[str]:
    """Records dated in the future: made with a wrong clock, or forged."""
    today = desk.today.replace("-", "")
    return [
        inert_line(
            f"{found.verb} {found.short} by {found.actor} is dated {found.when[:10]}, in the future; the "
            "decision counts, its time does not"
        )
        for found in known.values()
        if audit_record.stamp(found.when)[:8] > today
    ]


def _lost_objects(desk: Desk, found: Decision) -> list[str]:
    """Objects that a record needs for an undo and that are gone or are not what they were."""
    said = []
    apart = kept_apart(entry.path for entry in found.touched)
    ours = made_here(desk.store.data_folder, desk.layout.root) if apart else frozenset()
    for key, private in {entry.object: entry.path in apart for entry in found.touched if entry.object}.items():
        try:
            kept = private_object(desk.store.data_folder, key) if private else None
            data = kept if kept is not None else read_or_none(desk.layout.real(f"{OBJECTS}/{key}"), 1 << 30)
        except DreamtuiError as problem:
            said.append(str(problem))
            continue
        if private and data is None and found.id not in ours:
            continue  # with whoever decided it
        what = (
            "is missing"
            if data is None
            else "was changed"
            if audit_record.object_key(data) != key
            else _of_no_use(data)
        )
        if what:
            said.append(f"{found.verb} {found.short} needs object {key[:12]}, which {what}")
    return said


def _of_no_use(data: bytes | None) -> str:
    try:
        audit_record.read_object(data or b"")
    except Malformed as problem:
        return f"cannot be read: {problem.why}"
    return ""


def _impossible_paths(found: Decision) -> list[str]:
    """Paths that no decision of ours can have touched, because no file can have such a name."""
    return [
        inert_line(f"{found.verb} {found.short} claims to have changed {entry.path!r}, which is not dreamtui's file")
        for entry in found.touched
        if not _is_possible(entry.path)
    ]


def _is_possible(logical: str) -> bool:
    """Whether a file below the workspace, its home or a memory folder can have this logical path."""
    try:
        os.fsencode(logical)
    except UnicodeEncodeError:
        return False
    return bool(logical) and not logical.startswith("/") and ".." not in logical.split("/") and "\0" not in logical


def _unrecorded(logged: Iterable[dict[str, Any]], known: dict[str, Decision]) -> list[str]:
    """Decisions in the log whose record is missing."""
    return [
        f"the log names {entry.get('verb')} {str(entry.get('decision'))[:8]}, whose record is missing"
        for entry in logged
        if entry.get("decision") not in known
    ]


def _unlogged(logged: Iterable[dict[str, Any]], known: dict[str, Decision]) -> list[str]:
    """Records that no line of the log names, and those of which it says something else."""
    lines = {str(entry.get("decision")): entry for entry in logged}
    said = []
    for found in known.values():
        what = f"{found.verb} {found.short} by {found.actor}"
        entry = lines.get(found.id)
        if entry is None:
            said.append(inert_line(f"{what} has a record, but no line in the log"))
            continue
        told = tuple(str(entry.get(name, "")) for name in ("verb", "actor", "item", "ts"))
        if told != (found.verb, found.actor, found.item, found.when):
            said.append(inert_line(f"{what}: the log says {' '.join(told)}"))
    return said


def _drift(desk: Desk, known: dict[str, Decision]) -> list[str]:
    """Files whose bytes are not what the newest record on them says."""
    newest: dict[str, tuple[str, Decision]] = {}
    for found in graph.ordered(known.values()):
        newest.update({entry.path: (entry.after, found) for entry in found.touched})
    sentences = [describe_link(linked) for linked in linked_folders(desk.layout, LIVE.path)]
    ours = made_here(desk.store.data_folder, desk.layout.root)
    for path, (after, found) in sorted(newest.items()):
        if path.startswith(OUTSIDE) and found.id not in ours:
            continue  # another person's, or another machine's
        if after and path.startswith(CANDIDATES):
            continue  # every run brings a waiting candidate up to date
        if (shared := desk.store.decided.shared.get(path)) and shared.is_live:
            continue
        try:
            now = digest(read_or_none(desk.layout.place(path), 1 << 30))
        except DreamtuiError as problem:
            sentences.append(str(problem))
            continue
        if now != after:
            what = "is gone" if not now else "is there again" if not after else "was changed"
            sentences.append(f"{path} {what} since {found.verb} {found.short} ({found.actor}, {found.when[:10]})")
    return sentences


def all_decisions(desk: Desk) -> Iterator[tuple[Decision, bool, str]]:
    """Every decision with its spans, whether it is in force, and its file; oldest first."""
    for mark, stands in decisions(desk):
        yield desk.store.audit.read(mark.name), stands, mark.name


def log_entries(desk: Desk, limit: int) -> Sequence[dict[str, Any]]:
    """The newest lines of the log, oldest first."""
    return log.entries(desk.layout, newest=limit)
