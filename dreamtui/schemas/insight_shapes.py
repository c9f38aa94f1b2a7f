"""Shapes of insights: what sessions have in common."""

from typing import Literal, TypedDict

from dreamtui.model.insight import InsightType
from dreamtui.model.item import Status
from dreamtui.schemas.item_shapes import EvidencePiece


class InsightShape(TypedDict):
    """What several sessions have in common."""

    id: str
    """Made from type and subject."""
    type: InsightType
    """theme, pattern, gap or connection."""
    status: Status
    """Where it stands."""
    decision: str | None
    """The decision that stands for it."""
    title: str
    """One line."""
    text: str
    """The observation in a sentence or two."""
    subject: str
    """What it is about."""
    importance: float
    """0 to 1."""
    sessions: int
    """In how many sessions it was seen."""
    mentions: int
    """In how many events."""
    first_seen: str
    """Time of the oldest event."""
    last_seen: str
    """Time of the newest event."""
    files: list[str]
    """Files that the events touched most."""
    became: str | None
    """The note or rule it became."""
    path: str
    """Its file."""
    evidence: list[EvidencePiece]
    """Quotes, newest first, one a session."""


class InsightsOutput(TypedDict):
    """Insights as they were asked for."""

    schema: Literal[1]
    """Version of this shape."""
    insights: list[InsightShape]
    """The most important first."""
