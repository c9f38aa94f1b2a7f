"""The signals by name, in the order in which they are reported."""

from dreamtui.dream.signals.base import Signal
from dreamtui.dream.signals.correction import Correction
from dreamtui.dream.signals.cross_actor_anti import CrossActorAnti
from dreamtui.dream.signals.failing_command import FailingCommand
from dreamtui.dream.signals.frequent_failure import FrequentFailure
from dreamtui.dream.signals.remembered import Remembered
from dreamtui.dream.signals.repeat_fix import RepeatFix
from dreamtui.dream.signals.revert_cluster import RevertCluster

SIGNALS: dict[str, type[Signal]] = {
    signal.name: signal
    for signal in (RevertCluster, RepeatFix, FrequentFailure, CrossActorAnti, Correction, FailingCommand, Remembered)
}
"""A new signal that reads events is added here; nothing else has to know it."""
