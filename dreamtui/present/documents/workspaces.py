"""A workspace: where it stands, what is wrong with it, its settings."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct

from dreamtui.present.documents.alike import alike, each, says

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.workspace.health import HealthFinding, WorkspaceStatus


class StatusOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where a workspace stands."""

    pending: Annotated[int, says("Items that wait.")]
    recurring: Annotated[int, says("Decided items seen again.")]
    deferred: Annotated[int, says("Items put off.")]
    flagged: Annotated[int, says("Pending items with a risk.")]
    oldest: Annotated[str | None, says("Newest evidence of the oldest pending item.")]
    outputs_out_of_date: Annotated[tuple[str, ...], says("Outputs that a sync would write.")]
    undecided: Annotated[
        tuple[str, ...],
        says(
            "Rules that nobody decided as they are: the file, what is wrong with it, and what agents are given of it."
        ),
    ]
    signatures: Annotated[
        tuple[str, ...], says("Signatures of decisions that somebody should look at, where the person signs or has to.")
    ]
    problems: Annotated[tuple[str, ...], says("What cannot be read or written, a sentence each.")]
    last_run: Annotated[str | None, says("When the last run was; null for never.")]
    trigger: Annotated[str, says("What started it: manual, stop, session-end, cron, …; empty for never.")]
    next_run: Annotated[str | None, says("When the next scheduled run comes, UTC; null where nothing is scheduled.")]
    next_by: Annotated[str, says("What starts that one: cron, systemd, launchd; empty for none.")]
    failures: Annotated[int, says("Unattended runs that failed in a row on this machine.")]
    failure: Annotated[str, says("Why the last of them failed; empty for none.")]
    undecided_days: Annotated[
        int | None, says("Days without a decision, where much waits and somebody should look; else null.")
    ]


class StatusSomewhere(StatusOutput, frozen=True):
    """Where one of several workspaces stands."""

    workspace: Annotated[str, says("Its root.")]


class StatusAllOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where every known workspace stands."""

    workspaces: Annotated[tuple[StatusSomewhere, ...], says("The current one first.")]


class FindingShape(Struct, frozen=True):
    """One line of doctor."""

    level: Annotated[Literal["ok", "note", "problem"], says("How bad it is.")]
    what: Annotated[str, says("What was found.")]
    advice: Annotated[str, says("What to do; empty when nothing is to be done.")]


class DoctorOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What was found, what is wrong, what to do."""

    findings: Annotated[tuple[FindingShape, ...], says("Everything that was looked at.")]


class SettingShape(Struct, frozen=True):
    """One setting."""

    name: Annotated[str, says("Its dotted name.")]
    value: Annotated[Any, says("Its value, of the type the setting has.")]
    source: Annotated[str, says("The file it stands in, or `default`.")]


class IdentityShape(Struct, frozen=True):
    """Who decides."""

    id: Annotated[str, says("The identity.")]
    source: Annotated[str, says("Where it comes from.")]


class PlaceShape(Struct, frozen=True):
    """A file or folder."""

    name: Annotated[str, says("What it is.")]
    path: Annotated[str, says("Its full path.")]


class ConfigOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Every setting with its source."""

    settings: Annotated[tuple[SettingShape, ...], says("All of them.")]
    identity: Annotated[IdentityShape, says("Who decides.")]
    problems: Annotated[tuple[str, ...], says("What is wrong in the files, a sentence each.")]
    places: Annotated[tuple[PlaceShape, ...], says("Where everything lies, there or not.")]


class InitOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What `init` made."""

    root: Annotated[str, says("The workspace.")]
    home: Annotated[str, says("Where its files are now.")]
    done: Annotated[tuple[str, ...], says("What was done, a sentence each.")]


class ObserveOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where an event was written."""

    path: Annotated[str, says("The log it went to.")]


def _facts(found: "WorkspaceStatus") -> dict[str, Any]:
    return {
        "oldest": found.oldest or None,
        "problems": (*found.problems, *found.published),
        "outputs_out_of_date": tuple(found.out_of_date),
        "last_run": found.runs.last or None,
        "trigger": found.runs.trigger,
        "next_run": found.runs.next or None,
        "next_by": found.runs.next_by,
        "failures": found.runs.failures,
        "failure": found.runs.why,
        "undecided_days": found.runs.undecided_days,
    }


def status(found: "WorkspaceStatus") -> StatusOutput:
    """Where a workspace stands."""
    return alike(StatusOutput, found, **_facts(found))


def status_all(answers: "Iterable[tuple[Desk, WorkspaceStatus]]") -> StatusAllOutput:
    """Where every known workspace stands."""
    return StatusAllOutput(
        workspaces=tuple(
            alike(StatusSomewhere, found, **_facts(found), workspace=str(desk.workspace.root))
            for desk, found in answers
        )
    )


def findings(found: "Iterable[HealthFinding]") -> DoctorOutput:
    """What doctor found."""
    return DoctorOutput(findings=each(FindingShape, found))


def settings(desk: "Desk", problems: Sequence[str]) -> ConfigOutput:
    """Every setting with its source."""
    from dreamtui.desk.workspace.where import places

    return ConfigOutput(
        settings=each(SettingShape, desk.config.values.values()),
        identity=alike(IdentityShape, desk.identity),
        problems=tuple(problems),
        places=tuple(PlaceShape(name, str(path)) for name, path in places(desk)),
    )
