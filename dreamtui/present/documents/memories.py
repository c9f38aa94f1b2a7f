"""Memory folders and notes: what they hold, what was lost, what they claim."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from dreamtui.model.claim import ClaimKind, Verdict
from dreamtui.present.documents.alike import alike, says
from dreamtui.present.documents.items import ChangeShape, changed

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.memory.folder import Contents
    from dreamtui.desk.memory.history import FolderHistory, LostMemory
    from dreamtui.desk.memory.import_memory import Imported
    from dreamtui.desk.memory.index import Indexing
    from dreamtui.desk.memory.verify import Report
    from dreamtui.kinds.row import QueueRow
    from dreamtui.model.proposal import FiledProposal
    from dreamtui.store.claude.history import Version


class ImportOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What an import of another tool's memory did."""

    notes: Annotated[tuple[str, ...], says("Ids of the notes that were written.")]
    insights: Annotated[tuple[str, ...], says("Ids of the pending insights that were written.")]
    known: Annotated[int, says("What was here already.")]
    forgotten: Annotated[int, says("Memories that were forgotten there and stay so.")]
    decision: Annotated[
        str | None, says("The one decision that stands for all of it; null when there was nothing new.")
    ]
    remarks: Annotated[tuple[str, ...], says("What else is to be known, a sentence each.")]


class MemoryMoveOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """A move to another scope that waits for a person."""

    id: Annotated[str, says("Id of the proposal.")]
    new: Annotated[bool, says("Whether it was not asked for before.")]
    to: Annotated[str, says("project, user or team.")]
    path: Annotated[str, says("Logical path of the memory file.")]
    title: Annotated[str, says("Title of the proposal.")]


class MemoryVersion(Struct, frozen=True):
    """A memory file as it stood at some time."""

    when: Annotated[str, says("UTC time at which it was found so.")]
    sha: Annotated[str | None, says("sha256 of its bytes; null when it is gone or larger than what is kept.")]
    size: Annotated[int, says("Bytes.")]
    mtime: Annotated[str | None, says("UTC time at which it was last changed; null when it is gone.")]
    why: Annotated[str, says("`seen`, `ours:` with the decision that wrote it, or `acknowledged`.")]
    gone: Annotated[bool, says("Whether the file was not there.")]
    kept: Annotated[bool, says("Whether `memory restore` can bring it back.")]


class MemoryFileHistory(Struct, frozen=True):
    """A file of a memory folder."""

    path: Annotated[str, says("Its logical path.")]
    folder: Annotated[str, says("The memory folder.")]
    versions: Annotated[tuple[MemoryVersion, ...], says("The newest first.")]


class LostMemoryShape(Struct, frozen=True):
    """A file that vanished or shrank to less than half outside dreamtui, until it is back or acknowledged."""

    path: Annotated[str, says("Its logical path.")]
    what: Annotated[Literal["vanished", "shrank"], says("What became of it.")]
    when: Annotated[str, says("UTC time at which that was found.")]
    before: Annotated[int, says("Bytes it had.")]
    now: Annotated[int, says("Bytes it has.")]
    sha: Annotated[str | None, says("The version that was lost.")]
    kept: Annotated[bool, says("Whether `memory restore` can bring it back.")]


class MemoryHistoryOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What stood in the memory folders."""

    files: Annotated[tuple[MemoryFileHistory, ...], says("Every file, or the one that was named, by path.")]
    lost: Annotated[tuple[LostMemoryShape, ...], says("What was lost outside dreamtui.")]
    skipped_lines: Annotated[int, says("Lines of the histories that are damaged.")]


class MemoryRestoreDryRunOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a restore would change."""

    changes: Annotated[tuple[ChangeShape, ...], says("The exact changes.")]
    advice: Annotated[tuple[str, ...], says("What is to be known, a sentence each.")]


class MemoryDir(Struct, frozen=True):
    """Where a memory folder stands."""

    path: Annotated[str, says("The folder.")]
    lines: Annotated[int, says("Lines of its index as Claude Code counts them, of which 200 are loaded.")]
    bytes: Annotated[int, says("Bytes of these lines, of which 25,000 are loaded.")]
    visible_lines: Annotated[int, says("Lines that are loaded.")]
    entries: Annotated[int, says("Lines that link to files of the folder.")]
    orphans: Annotated[tuple[str, ...], says("Files without a line.")]
    dangling: Annotated[tuple[str, ...], says("Files named that are not there.")]
    long_lines: Annotated[tuple[int, ...], says("Numbers of lines with more than 150 characters.")]
    outside: Annotated[tuple[str, ...], says("Files out of the folder that are linked to.")]
    hidden: Annotated[tuple[int, ...], says("Numbers of lines that are not loaded.")]
    tokens: Annotated[int, says("Estimated tokens of the index.")]
    healthy: Annotated[
        bool, says("Whether no file lacks a line, no line a file, no line is too long, and all of it is loaded.")
    ]
    files: Annotated[int, says("Memories in the folder.")]
    key: Annotated[str, says("What logical paths of its files begin with.")]
    why: Annotated[str, says("How the folder was found.")]
    shared_with: Annotated[tuple[str, ...], says("Other projects that use the same folder.")]
    off: Annotated[str, says("What switches auto memory off; empty when nothing does.")]
    odd: Annotated[tuple[str, ...], says("What is left alone and why, a sentence each.")]


class MemoryStatusOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where the memory folders stand."""

    dirs: Annotated[tuple[MemoryDir, ...], says("The workspace's own one first.")]


class IndexedDir(Struct, frozen=True):
    """What regenerating did to the index of a folder, or would do."""

    path: Annotated[str, says("The folder.")]
    key: Annotated[str, says("What logical paths of its files begin with.")]
    decision: Annotated[str | None, says("Id of the record; null when nothing was written.")]
    changed: Annotated[tuple[str, ...], says("Logical paths of the indexes that change.")]
    added: Annotated[tuple[str, ...], says("Files that had no line.")]
    dropped: Annotated[tuple[str, ...], says("Files that are not there, whose lines go.")]
    shortened: Annotated[tuple[int, ...], says("Numbers of lines that are cut at a word.")]
    renewed: Annotated[
        tuple[str, ...], says("Files whose line is written again because a decision changed their description.")
    ]
    moved: Annotated[
        tuple[str, ...], says("Files whose line moves to a further index, in the order in which they move.")
    ]
    unfit: Annotated[
        tuple[int, ...], says("Numbers of lines that are too long and stay, because a cut would lose words.")
    ]
    left: Annotated[tuple[str, ...], says("Files that are not there, on lines that say more and stay.")]
    refused: Annotated[str, says("Why nothing can be written there; empty when it can.")]


class MemoryIndexOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What regenerating did."""

    dirs: Annotated[tuple[IndexedDir, ...], says("Every folder that was looked at.")]


class MemoryIndexDryRunOutput(MemoryIndexOutput, frozen=True):
    """What regenerating would do."""

    changes: Annotated[tuple[ChangeShape, ...], says("Each index before and after.")]


class VerdictCounts(Struct, frozen=True):
    """How many claims have each verdict."""

    verified: Annotated[int, says("Those of which what they name is there; not that the sentence is true.")]
    gone: Annotated[int, says("Those that hold no longer.")]
    moved: Annotated[int, says("Paths that have another name now.")]
    cannot_tell: Annotated[int, says("Those the repository says nothing about.")]


class ClaimShape(Struct, frozen=True):
    """One claim and what the repository says about it."""

    kind: Annotated[ClaimKind, says("What kind of thing is named.")]
    name: Annotated[str, says("As it is written.")]
    line: Annotated[int, says("Line of the file, from 1, where it is named first.")]
    verdict: Annotated[Verdict, says("Whether it holds.")]
    reason: Annotated[str, says("Why, in a few words.")]
    now: Annotated[str | None, says("What it is called now, where it was moved.")]


class CheckedMemory(Struct, frozen=True):
    """A memory and its claims."""

    id: Annotated[str, says("Id of the memory; empty for a file that is none.")]
    kind: Annotated[str, says("topic, note, rule; index for a MEMORY.md; file for any other.")]
    title: Annotated[str, says("One line.")]
    path: Annotated[str, says("Its file.")]
    claims: Annotated[tuple[ClaimShape, ...], says("In the order in which they are made.")]


class MemoryVerifyOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What memories claim, held against the repository."""

    counts: Annotated[VerdictCounts, says("Of all claims together.")]
    memories: Annotated[tuple[CheckedMemory, ...], says("Every memory that was checked, by path.")]
    remarks: Annotated[tuple[str, ...], says("What else is to be known, a sentence each.")]


class NoteShape(Struct, frozen=True):
    """A note in a list."""

    id: Annotated[str, says("Its id.")]
    title: Annotated[str, says("One line.")]
    status: Annotated[Literal["active", "deprecated"], says("Whether agents are told of it.")]
    category: Annotated[str, says("A free word; empty for none.")]
    path: Annotated[str, says("Its file.")]


class NotesOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """All notes."""

    notes: Annotated[tuple[NoteShape, ...], says("Active and retired.")]


def imported(done: "Imported") -> ImportOutput:
    """What an import did."""
    return alike(ImportOutput, done, decision=done.decisions[0].id if done.decisions else None)


def moving(made: "FiledProposal", *, new: bool) -> MemoryMoveOutput:
    """A move that waits for a person."""
    mutation = made.proposal.mutations[0]
    return MemoryMoveOutput(
        id=made.proposal.id, new=new, to=mutation.to, path=mutation.sources[0].path, title=made.proposal.title
    )


def history(told: "Sequence[FolderHistory]", only: str = "") -> MemoryHistoryOutput:
    """Every file, or one, with its versions, the newest first."""
    files = [
        MemoryFileHistory(path=path, folder=str(one.history.folder), versions=_versions(one, versions))
        for one in told
        for file, versions in one.by_file.items()
        if (path := f"{one.key}/{file}") == only or not only
    ]
    lost = (finding for one in told for finding in one.findings if only in ("", finding.path))
    return MemoryHistoryOutput(
        files=tuple(files),
        lost=tuple(_lost(finding) for finding in lost),
        skipped_lines=sum(one.look.skipped for one in told),
    )


def _versions(told: "FolderHistory", versions: "Sequence[Version]") -> tuple[MemoryVersion, ...]:
    return tuple(
        alike(
            MemoryVersion,
            version,
            sha=version.sha or None,
            mtime=version.mtime or None,
            kept=told.history.is_kept(version.sha),
        )
        for version in reversed(versions)
    )


def _lost(finding: "LostMemory") -> LostMemoryShape:
    return LostMemoryShape(
        path=finding.path,
        what="vanished" if finding.lost.vanished else "shrank",
        when=finding.lost.after.when,
        before=finding.lost.before.size,
        now=finding.lost.now,
        sha=finding.lost.before.sha or None,
        kept=finding.kept,
    )


def restoring(outcome: "Outcome") -> MemoryRestoreDryRunOutput:
    """What a restore would change."""
    return MemoryRestoreDryRunOutput(changes=changed(outcome.changes), advice=tuple(outcome.advice))


def folders(found: "Sequence[Contents]") -> MemoryStatusOutput:
    """Where the memory folders stand."""
    return MemoryStatusOutput(
        dirs=tuple(
            alike(
                MemoryDir,
                one.report,
                path=str(one.folder.path),
                files=len(one.files),
                key=one.folder.key,
                why=one.folder.why,
                shared_with=tuple(one.shared_with),
                off=one.off,
                odd=tuple(one.odd),
            )
            for one in found
        )
    )


def indexed(planned: "Sequence[Indexing]", outcome: "Outcome | None") -> MemoryIndexOutput:
    """What regenerating did."""
    return MemoryIndexOutput(dirs=_indexed(planned, outcome))


def indexing(planned: "Sequence[Indexing]") -> MemoryIndexDryRunOutput:
    """What regenerating would do."""
    changes = tuple(change for one in planned for change in changed(one.plan.changes))
    return MemoryIndexDryRunOutput(dirs=_indexed(planned, None), changes=changes)


def _indexed(planned: "Sequence[Indexing]", outcome: "Outcome | None") -> tuple[IndexedDir, ...]:
    decided = {decision.item: decision.id for decision in outcome.decisions} if outcome else {}
    return tuple(
        alike(
            IndexedDir,
            one.made,
            path=str(one.contents.folder.path),
            key=one.key,
            decision=decided.get(one.plan.draft.item),
            changed=tuple(change.path for change in one.plan.changes.changes),
        )
        for one in planned
    )


def verified(report: "Report") -> MemoryVerifyOutput:
    """What memories claim, held against the repository."""
    counts = Counter(one.verdict for checked in report.memories for one in checked.claims)
    return MemoryVerifyOutput(
        counts=VerdictCounts(
            verified=counts[Verdict.VERIFIED],
            gone=counts[Verdict.GONE],
            moved=counts[Verdict.MOVED],
            cannot_tell=counts[Verdict.UNKNOWN],
        ),
        memories=tuple(
            alike(
                CheckedMemory,
                checked,
                claims=tuple(
                    alike(
                        ClaimShape,
                        one,
                        kind=one.claim.kind,
                        name=one.claim.name,
                        line=one.claim.line,
                        now=one.now or None,
                    )
                    for one in checked.claims
                ),
            )
            for checked in report.memories
        ),
        remarks=tuple(report.remarks),
    )


def notes(rows: "Iterable[QueueRow]") -> NotesOutput:
    """All notes."""
    return NotesOutput(
        notes=tuple(
            alike(NoteShape, row, status="deprecated" if row.status == "retired" else "active", category=row.signal)
            for row in rows
        )
    )
