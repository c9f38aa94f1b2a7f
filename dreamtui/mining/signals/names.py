"""The signals by name, in the order in which they are reported."""

from dreamtui.mining.signals.base import Signal
from dreamtui.mining.signals.correction import Correction
from dreamtui.mining.signals.cross_actor_anti import CrossActorAnti
from dreamtui.mining.signals.decided import DecidedSignal
from dreamtui.mining.signals.failing_command import FailingCommand
from dreamtui.mining.signals.frequent_failure import FrequentFailure
from dreamtui.mining.signals.praised import PraisedSignal
from dreamtui.mining.signals.remembered import RememberedSignal
from dreamtui.mining.signals.repeat_fix import RepeatFix
from dreamtui.mining.signals.revert_cluster import RevertCluster

SIGNALS: dict[str, type[Signal]] = {
    signal.name: signal
    for signal in (
        RevertCluster,
        RepeatFix,
        FrequentFailure,
        CrossActorAnti,
        Correction,
        FailingCommand,
        RememberedSignal,
        DecidedSignal,
        PraisedSignal,
    )
}
"""A new signal that reads events is added here and nowhere else."""
