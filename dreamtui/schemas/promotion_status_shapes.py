"""Shapes of where promotion stands: counts, mode and cadence, and what was recorded."""

from typing import Literal, TypedDict

from dreamtui.schemas.promotion_shapes import BudgetShape, StoreShape, ThresholdShape


class ReasonCount(TypedDict):
    """How many recalls a gate holds back."""

    reason: str
    """The gate."""
    count: int
    """How many."""


class DeepShape(TypedDict):
    """What only a closer look shows."""

    invalid: int
    """Malformed entries."""
    dangling: int
    """Entries whose note is not there."""
    concept_tagged: int
    """Entries with concept tags."""
    spaced: int
    """Entries recalled on more than one day."""
    lock: Literal["free", "held", "stale"]
    """OpenClaw's promotion lock."""
    held_back_by: list[ReasonCount]
    """What holds the others back."""


class PromoteStatusOutput(TypedDict):
    """Where promotion stands."""

    schema: Literal[1]
    """Version of this shape."""
    mode: str
    """off, core, rem, deep, or on for the newer configuration."""
    profile: str
    """How recalls are scored."""
    cadence: str | None
    """The cron expression; null when off."""
    timezone: str | None
    """Its time zone."""
    thresholds: ThresholdShape
    """What a recall has to reach."""
    limit: int | None
    """Most promotions of a scheduled run."""
    short_term: int
    """Recalls that are not promoted."""
    long_term: int
    """Entries of MEMORY.md."""
    promoted: int
    """Recalls that were promoted."""
    marked: int
    """Promotions whose marker stands in MEMORY.md."""
    qualified: int
    """Recalls that pass every gate now."""
    waiting: int
    """Promotions in the queue."""
    memory: BudgetShape
    """How full MEMORY.md is."""
    store: StoreShape
    """Where the recalls are kept."""
    next_cycle: str | None
    """When the next run is due."""
    last_run: str | None
    """When a run was last."""
    remarks: list[str]
    """What a person should know."""
    deep: DeepShape | None
    """With --deep: what a closer look shows."""


class PromoteModeOutput(TypedDict):
    """The answer to a mode command."""

    schema: Literal[1]
    """Version of this shape."""
    text: str
    """Mode, cadence, thresholds, and what each mode means."""
    changed: bool
    """Whether the configuration was changed."""


class PromoteRecordOutput(TypedDict):
    """What was recorded."""

    schema: Literal[1]
    """Version of this shape."""
    recorded: list[str]
    """Keys of the entries that changed."""
