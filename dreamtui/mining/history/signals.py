"""The signals of the history by name, in the order of what is to be expected of them."""

from dreamtui.mining.history.base import HistorySignal
from dreamtui.mining.history.hotspot import Hotspot
from dreamtui.mining.history.own_repair import OwnRepair
from dreamtui.mining.history.reasoned_revert import ReasonedRevert
from dreamtui.mining.history.registration import Registration
from dreamtui.mining.history.stated_cause import StatedCause
from dreamtui.mining.history.subject_template import SubjectTemplate
from dreamtui.mining.history.substitution import Substitution

HISTORY_SIGNALS: dict[str, type[HistorySignal]] = {
    signal.name: signal
    for signal in (Substitution, Registration, SubjectTemplate, StatedCause, ReasonedRevert, OwnRepair, Hotspot)
}
"""A new signal that reads commits is added here; nothing else has to know it."""

LAST = Hotspot.name
"""What is worth a look and seldom a rule comes behind all others."""
