"""Reads what an OpenClaw workspace recalls: its store in a file or a database, notes, phase signals, configuration."""

from dreamtui.sources.recall.config import DreamingConfig, read_config
from dreamtui.sources.recall.notes import read_note
from dreamtui.sources.recall.store import RecallSource, is_workspace, read_recalls

__all__ = ["DreamingConfig", "RecallSource", "is_workspace", "read_config", "read_note", "read_recalls"]
