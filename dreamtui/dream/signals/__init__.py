"""Signals: what in the events is worth a person's attention. One file each, found by name in `SIGNALS`."""

from dreamtui.dream.signals.base import Signal
from dreamtui.dream.signals.correction import Correction
from dreamtui.dream.signals.cross_actor_anti import CrossActorAnti
from dreamtui.dream.signals.failing_command import FailingCommand
from dreamtui.dream.signals.frequent_failure import FrequentFailure
from dreamtui.dream.signals.miners import EventMiners
from dreamtui.dream.signals.names import SIGNALS
from dreamtui.dream.signals.remembered import Remembered
from dreamtui.dream.signals.repeat_fix import RepeatFix
from dreamtui.dream.signals.revert_cluster import RevertCluster

__all__ = [
    "SIGNALS",
    "Correction",
    "CrossActorAnti",
    "EventMiners",
    "FailingCommand",
    "FrequentFailure",
    "Remembered",
    "RepeatFix",
    "RevertCluster",
    "Signal",
]
