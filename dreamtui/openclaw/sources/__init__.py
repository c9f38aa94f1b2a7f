"""Reads what an OpenClaw workspace recalls: its store in a file or a database, notes, phase signals, configuration."""

from dreamtui.openclaw.sources.config import DreamingConfig, read_config
from dreamtui.openclaw.sources.notes import read_note
from dreamtui.openclaw.sources.store import RecallSource, is_workspace, read_recalls

__all__ = ["DreamingConfig", "RecallSource", "is_workspace", "read_config", "read_note", "read_recalls"]
