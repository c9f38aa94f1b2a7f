"""What agents remember here, all of it: the data of `status --full`."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Struct

from dreamtui.present.documents import memories, outputs, workspaces
from dreamtui.present.documents.alike import alike, each, says

if TYPE_CHECKING:
    from dreamtui.desk.workspace.overview import Overview


class WrongShape(Struct, frozen=True):
    """One thing that is wrong with what agents remember."""

    kind: Annotated[str, says("What it is: lost, never loaded, undecided, …; the worst comes first.")]
    count: Annotated[int, says("How many.")]
    place: Annotated[str, says("Logical path of the file it is about; empty for the workspace.")]
    names: Annotated[tuple[str, ...], says("Files, lines or sentences.")]
    said: Annotated[str, says("It in words.")]
    command: Annotated[str, says("The command that mends or shows it.")]
    problem: Annotated[bool, says("Whether `doctor` fails for it.")]


class KindCount(Struct, frozen=True):
    """How many items of one kind wait."""

    kind: Annotated[str, says("The kind.")]
    pending: Annotated[int, says("How many wait.")]


class ClaimCount(Struct, frozen=True):
    """How many claims of memories have one verdict."""

    verdict: Annotated[str, says("verified, gone, moved or unknown.")]
    count: Annotated[int, says("How many.")]


class StatusFullOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What agents remember here: what is wrong with it, what they load, what waits, the last weeks."""

    status: Annotated[workspaces.StatusOutput, says("As `status` says it.")]
    wrong: Annotated[tuple[WrongShape, ...], says("What is wrong, the worst first.")]
    context: Annotated[outputs.ContextOutput, says("What every session loads, as `context` says it.")]
    folders: Annotated[tuple[memories.MemoryDir, ...], says("The memory folders, as `memory status` says them.")]
    pending: Annotated[tuple[KindCount, ...], says("What waits.")]
    weeks: Annotated[tuple[int, ...], says("Decisions of each of the last twelve weeks, the oldest first.")]
    marked: Annotated[int, says("Those of them that may not be the decisions of whom they name.")]
    claims: Annotated[tuple[ClaimCount, ...], says("What became of the memories' claims about the repository.")]


def overview(found: "Overview") -> StatusFullOutput:
    """What agents remember here."""
    from dreamtui.desk.workspace.overview import PROBLEMS
    from dreamtui.model.claim import Verdict
    from dreamtui.present.overview import command_of, said

    wrong = (
        alike(
            WrongShape,
            one,
            kind=one.kind.value,
            said=said(one),
            command=command_of(one),
            problem=one.kind in PROBLEMS,
        )
        for one in found.findings
    )
    claims = found.claims
    return StatusFullOutput(
        status=workspaces.status(found.status),
        wrong=tuple(wrong),
        context=outputs.loaded(found.loaded, {}),
        folders=memories.folders(found.folders).dirs,
        pending=each(KindCount, found.status.kinds),
        weeks=found.weeks,
        marked=found.marked,
        claims=tuple(ClaimCount(one.value, claims.count(one)) for one in Verdict) if claims is not None else (),
    )
