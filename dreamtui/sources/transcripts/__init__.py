"""Reads the transcripts of Claude Code: which belong to a repository, and the moments in them worth remembering."""

from dreamtui.sources.transcripts.files import FoundTranscripts, TranscriptFile, find
from dreamtui.sources.transcripts.scanning import SessionSeen, TranscriptScan, scan
from dreamtui.sources.transcripts.state import TranscriptSnapshot

__all__ = [
    "FoundTranscripts",
    "SessionSeen",
    "TranscriptFile",
    "TranscriptScan",
    "TranscriptSnapshot",
    "find",
    "scan",
]
