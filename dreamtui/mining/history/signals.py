"""The signals of the history by name, the most precise first."""

from dreamtui.mining.history.base import HistorySignal
from dreamtui.mining.history.changed_together import ChangedTogether
from dreamtui.mining.history.changelog_entry import ChangelogEntry
from dreamtui.mining.history.hotspot import Hotspot
from dreamtui.mining.history.own_repair import OwnRepair
from dreamtui.mining.history.reasoned_revert import ReasonedRevert
from dreamtui.mining.history.registration import Registration
from dreamtui.mining.history.stated_cause import StatedCause
from dreamtui.mining.history.subject_template import SubjectTemplate
from dreamtui.mining.history.substitution import Substitution
from dreamtui.mining.history.sync_comment import SyncComment

HISTORY_SIGNALS: dict[str, type[HistorySignal]] = {
    signal.name: signal
    for signal in (
        SyncComment,
        Substitution,
        Registration,
        ChangedTogether,
        ChangelogEntry,
        SubjectTemplate,
        StatedCause,
        ReasonedRevert,
        OwnRepair,
        Hotspot,
    )
}
"""A new signal that reads commits is added here and nowhere else."""

LAST = Hotspot.name
"""Comes last: worth a look, but seldom a rule."""
