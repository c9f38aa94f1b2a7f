"""Every JSON document that a command prints, by the name of its schema."""

from typing import NamedTuple

from msgspec import Struct

from dreamtui.desk.queue.bundle import Bundle
from dreamtui.present.documents import (
    decisions,
    items,
    memories,
    outputs,
    overview,
    promotions,
    proposals,
    runs,
    search,
    training,
    unattended,
    workspaces,
)


class Document(NamedTuple):
    """A JSON document and the commands that print it."""

    shape: type[Struct]
    commands: tuple[str, ...]
    """As they are typed, without `dreamtui` and `--json`."""


_DECIDING = (
    "graduate",
    "accept",
    "reject",
    "defer",
    "reopen",
    "retire",
    "rerationale",
    "move",
    "undo",
    "redo",
    "train redo",
    "memory edit",
    "memory restore",
    "promote --apply",
    "reorganize accept",
    "reorganize reject",
)

DOCUMENTS: dict[str, Document] = {
    "list": Document(items.ListOutput, ("list",)),
    "list-all": Document(items.ListAllOutput, ("list --all",)),
    "search": Document(search.SearchOutput, ("search", "search --all")),
    "show": Document(items.ShowOutput, ("show",)),
    "show-preview": Document(items.ShowPreviewOutput, ("show --preview",)),
    "draft": Document(items.DraftOutput, ("draft",)),
    "draft-dry-run": Document(items.DraftPromptOutput, ("draft --dry-run",)),
    "dream": Document(runs.DreamOutput, ("dream",)),
    "digest": Document(runs.DigestOutput, ("dream --digest", "schedule run --digest")),
    "decided": Document(decisions.DecidedOutput, _DECIDING),
    "decided-dry-run": Document(decisions.DecideDryRunOutput, ("accept --dry-run", "reject --dry-run")),
    "filed": Document(items.FiledOutput, ("add", "propose", "memory add")),
    "import": Document(items.ImportedRulesOutput, ("import",)),
    "export": Document(Bundle, ("export",)),
    "notes": Document(memories.NotesOutput, ("memory list",)),
    "sync": Document(outputs.SyncOutput, ("sync", "sync --check")),
    "sync-dry-run": Document(outputs.SyncDryRunOutput, ("sync --dry-run",)),
    "why": Document(decisions.WhyOutput, ("why",)),
    "context": Document(outputs.ContextOutput, ("context",)),
    "promote": Document(promotions.PromoteOutput, ("promote",)),
    "promote-queue": Document(promotions.PromoteQueueOutput, ("promote --queue",)),
    "promote-explain": Document(promotions.ExplainOutput, ("promote explain",)),
    "promote-status": Document(promotions.PromoteStatusOutput, ("promote status",)),
    "promote-mode": Document(promotions.PromoteModeOutput, ("promote mode",)),
    "promote-record": Document(promotions.PromoteRecordOutput, ("promote record",)),
    "reorganize": Document(proposals.ReorganizeOutput, ("reorganize",)),
    "reorganize-dry-run": Document(proposals.ReorganizeDryRunOutput, ("reorganize --dry-run",)),
    "reorganize-list": Document(proposals.ReorganizeListOutput, ("reorganize list",)),
    "reorganize-show": Document(proposals.ProposalOutput, ("reorganize show",)),
    "insights": Document(items.InsightsOutput, ("insights",)),
    "train-init": Document(training.TrainInitOutput, ("train init",)),
    "train-next": Document(training.TrainNextOutput, ("train next",)),
    "train-prompt": Document(training.TrainPromptOutput, ("train prompt",)),
    "train-record": Document(training.TrainRecordOutput, ("train record",)),
    "train-run": Document(training.TrainRunOutput, ("train run",)),
    "train-status": Document(training.TrainStatusOutput, ("train status",)),
    "train-progress": Document(training.TrainProgressOutput, ("train progress",)),
    "train-history": Document(training.TrainHistoryOutput, ("train history",)),
    "train-summary": Document(training.TrainSummaryOutput, ("train summary",)),
    "memory-move": Document(memories.MemoryMoveOutput, ("memory move",)),
    "memory-import": Document(memories.ImportOutput, ("memory import",)),
    "memory-status": Document(memories.MemoryStatusOutput, ("memory status", "memory check")),
    "memory-index": Document(memories.MemoryIndexOutput, ("memory index",)),
    "memory-index-dry-run": Document(memories.MemoryIndexDryRunOutput, ("memory index --dry-run",)),
    "memory-verify": Document(memories.MemoryVerifyOutput, ("memory verify",)),
    "memory-history": Document(memories.MemoryHistoryOutput, ("memory history",)),
    "memory-restore-dry-run": Document(memories.MemoryRestoreDryRunOutput, ("memory restore --dry-run",)),
    "status": Document(workspaces.StatusOutput, ("status",)),
    "status-full": Document(overview.StatusFullOutput, ("status --full",)),
    "status-all": Document(workspaces.StatusAllOutput, ("status --all",)),
    "doctor": Document(workspaces.DoctorOutput, ("doctor",)),
    "config": Document(workspaces.ConfigOutput, ("config",)),
    "init": Document(workspaces.InitOutput, ("init",)),
    "observe": Document(workspaces.ObserveOutput, ("observe",)),
    "audit-list": Document(decisions.AuditListOutput, ("audit list",)),
    "audit-show": Document(decisions.DecisionOutput, ("audit show",)),
    "audit-verify": Document(decisions.AuditVerifyOutput, ("audit verify",)),
    "audit-export": Document(decisions.ExportOutput, ("audit export",)),
    "hook-change": Document(unattended.HookChangeOutput, ("hook install", "hook uninstall")),
    "schedule-change": Document(unattended.ScheduleChangeOutput, ("schedule install", "schedule uninstall")),
    "schedules": Document(unattended.SchedulesOutput, ("schedule status",)),
    "schedule-run": Document(unattended.ScheduledRunOutput, ("schedule run",)),
    "hooks": Document(unattended.HooksOutput, ("hook status",)),
    "audit-log": Document(decisions.LogOutput, ("audit log",)),
}
"""By the name of the schema; a test compares the commands with those that exist."""
