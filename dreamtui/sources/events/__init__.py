"""Reads event logs in dotagent's format: `<home>/memory/episodic/**/*.jsonl`."""

from dreamtui.sources.events.plain import PlainLog
from dreamtui.sources.events.scanning import LogScanStopped, ScanResult, scan
from dreamtui.sources.events.snapshot import LogSnapshot

__all__ = ["LogScanStopped", "LogSnapshot", "PlainLog", "ScanResult", "scan"]
