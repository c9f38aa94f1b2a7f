"""Reads event logs in dotagent's format: `<home>/memory/episodic/**/*.jsonl`."""

from dreamtui.sources.events.reader import LogSnapshot
from dreamtui.sources.events.scanning import ScanResult, scan
from dreamtui.sources.events.stream import EventStream

__all__ = ["EventStream", "LogSnapshot", "ScanResult", "scan"]
