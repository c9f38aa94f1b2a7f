"""Signals: patterns in events that a person should look at. One file a signal, by name in `SIGNALS`."""

from dreamtui.mining.signals.base import Signal
from dreamtui.mining.signals.correction import Correction
from dreamtui.mining.signals.cross_actor_anti import CrossActorAnti
from dreamtui.mining.signals.decided import DecidedSignal
from dreamtui.mining.signals.failing_command import FailingCommand
from dreamtui.mining.signals.frequent_failure import FrequentFailure
from dreamtui.mining.signals.miners import EventMiners
from dreamtui.mining.signals.names import SIGNALS
from dreamtui.mining.signals.praised import PraisedSignal
from dreamtui.mining.signals.remembered import RememberedSignal
from dreamtui.mining.signals.repeat_fix import RepeatFix
from dreamtui.mining.signals.revert_cluster import RevertCluster

__all__ = [
    "SIGNALS",
    "Correction",
    "CrossActorAnti",
    "DecidedSignal",
    "EventMiners",
    "FailingCommand",
    "FrequentFailure",
    "PraisedSignal",
    "RememberedSignal",
    "RepeatFix",
    "RevertCluster",
    "Signal",
]
