"""Reads the transcripts of Claude Code: which belong to a repository, and the moments in them worth remembering."""

from dreamtui.sources.transcripts.files import Found, TranscriptFile, find
from dreamtui.sources.transcripts.scanning import ScanStopped, SessionSeen, TranscriptScan, scan
from dreamtui.sources.transcripts.snapshot import Snapshot

__all__ = ["Found", "ScanStopped", "SessionSeen", "Snapshot", "TranscriptFile", "TranscriptScan", "find", "scan"]
