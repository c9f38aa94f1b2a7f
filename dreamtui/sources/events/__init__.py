"""Reads event logs in dotagent's format: `<home>/memory/episodic/**/*.jsonl`."""

from dreamtui.sources.events.plain import PlainLog
from dreamtui.sources.events.scanning import ScanResult, ScanStopped, scan
from dreamtui.sources.events.snapshot import Snapshot

__all__ = ["PlainLog", "ScanResult", "ScanStopped", "Snapshot", "scan"]
