"""Every JSON document a command prints, by the name of its schema."""

from dataclasses import dataclass

from dreamtui.schemas import audit_shapes as audit
from dreamtui.schemas import insight_shapes as insight
from dreamtui.schemas import item_shapes as items
from dreamtui.schemas import memory_history_shapes as memory_history
from dreamtui.schemas import memory_index_shapes as memory_index
from dreamtui.schemas import memory_shapes as memory
from dreamtui.schemas import promotion_shapes as promotion
from dreamtui.schemas import promotion_status_shapes as promotion_status
from dreamtui.schemas import proposal_shapes as proposal
from dreamtui.schemas import verify_shapes as verify
from dreamtui.schemas import work_shapes as work
from dreamtui.schemas import workspace_shapes as workspace


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document and the commands that print it."""

    shape: type
    """Its shape."""
    commands: tuple[str, ...]
    """Commands as they are typed, without `dreamtui` and `--json`."""


_DECIDING = (
    "graduate",
    "accept",
    "reject",
    "defer",
    "reopen",
    "retire",
    "rerationale",
    "adopt --rationale",
    "undo",
    "redo",
    "memory edit",
    "memory restore",
    "promote --apply",
    "reorganize accept",
    "reorganize reject",
)

DOCUMENTS: dict[str, Document] = {
    "list": Document(items.ListOutput, ("list",)),
    "list-all": Document(items.ListAllOutput, ("list --all",)),
    "show": Document(items.ShowOutput, ("show",)),
    "show-preview": Document(items.ShowPreviewOutput, ("show --preview",)),
    "dream": Document(work.DreamOutput, ("dream",)),
    "decided": Document(work.DecidedOutput, _DECIDING),
    "filed": Document(items.FiledOutput, ("add", "memory add")),
    "notes": Document(work.NotesOutput, ("memory list",)),
    "sync": Document(work.SyncOutput, ("sync", "sync --check")),
    "sync-dry-run": Document(work.SyncDryRunOutput, ("sync --dry-run",)),
    "adopt": Document(work.AdoptOutput, ("adopt",)),
    "adopt-dry-run": Document(work.AdoptDryRunOutput, ("adopt --dry-run",)),
    "why": Document(audit.WhyOutput, ("why",)),
    "context": Document(workspace.ContextOutput, ("context",)),
    "promote": Document(promotion.PromoteOutput, ("promote",)),
    "promote-queue": Document(promotion.PromoteQueueOutput, ("promote --queue",)),
    "promote-explain": Document(promotion.ExplainOutput, ("promote explain",)),
    "promote-status": Document(promotion_status.PromoteStatusOutput, ("promote status",)),
    "promote-mode": Document(promotion_status.PromoteModeOutput, ("promote mode",)),
    "promote-record": Document(promotion_status.PromoteRecordOutput, ("promote record",)),
    "reorganize": Document(proposal.ReorganizeOutput, ("reorganize",)),
    "reorganize-dry-run": Document(proposal.ReorganizeDryRunOutput, ("reorganize --dry-run",)),
    "reorganize-list": Document(proposal.ReorganizeListOutput, ("reorganize list",)),
    "reorganize-show": Document(proposal.ProposalOutput, ("reorganize show",)),
    "insights": Document(insight.InsightsOutput, ("insights",)),
    "memory-move": Document(memory.MemoryMoveOutput, ("memory move",)),
    "memory-import": Document(memory.ImportOutput, ("memory import",)),
    "memory-status": Document(memory_index.MemoryStatusOutput, ("memory status", "memory check")),
    "memory-index": Document(memory_index.MemoryIndexOutput, ("memory index",)),
    "memory-index-dry-run": Document(memory_index.MemoryIndexDryRunOutput, ("memory index --dry-run",)),
    "memory-verify": Document(verify.MemoryVerifyOutput, ("memory verify",)),
    "memory-history": Document(memory_history.MemoryHistoryOutput, ("memory history",)),
    "memory-restore-dry-run": Document(memory_history.MemoryRestoreDryRunOutput, ("memory restore --dry-run",)),
    "status": Document(workspace.StatusOutput, ("status",)),
    "status-all": Document(workspace.StatusAllOutput, ("status --all",)),
    "doctor": Document(workspace.DoctorOutput, ("doctor",)),
    "config": Document(workspace.ConfigOutput, ("config",)),
    "init": Document(workspace.InitOutput, ("init",)),
    "observe": Document(workspace.ObserveOutput, ("observe",)),
    "audit-list": Document(audit.AuditListOutput, ("audit list",)),
    "audit-show": Document(audit.DecisionOutput, ("audit show",)),
    "audit-verify": Document(audit.AuditVerifyOutput, ("audit verify",)),
    "audit-export": Document(audit.ExportOutput, ("audit export",)),
    "audit-log": Document(audit.LogOutput, ("audit log",)),
}
"""By the name of the schema; a test compares the commands with those that exist."""
