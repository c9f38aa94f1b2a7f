"""Actions that open a screen, and where it is: its module is imported when it is first opened."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dreamtui.tui.actions.registry import Scope

if TYPE_CHECKING:
    from dreamtui.tui.screens.base import BaseScreen


@dataclass(frozen=True, slots=True)
class Beside:
    """A screen of rows beside the queue."""

    scope: Scope
    subject: str
    """Module and class of what it is about, below `screens/browse`."""
    shows_changes: bool = False
    """Whether its pane shows diffs too, whose keys are then active as well."""
    place: str = ""
    """What the row of places calls it; empty if it is not in it."""
    kind: str = ""
    """The kind of item it is for: in a workspace that has nothing of it the row leaves it out."""


BESIDE = {
    "app.overview": Beside(Scope.OVERVIEW, "overview:OverviewRows", place="overview"),
    "app.memory": Beside(Scope.MEMORY, "memory:MemoryRows", place="memory"),
    "app.folders": Beside(Scope.FOLDER, "folder:FolderRows", place="Claude"),
    "app.promotions": Beside(Scope.PROMOTIONS, "promotions:PromotionRows", True, "promotions", "promotion"),
    "app.history": Beside(Scope.HISTORY, "history:HistoryRows", True, "history"),
    "app.training": Beside(Scope.TRAINING, "training:TrainingRows", place="training", kind="brief"),
    "app.automation": Beside(Scope.AUTOMATION, "automation:AutomationRows", place="automation"),
    "app.log": Beside(Scope.LOG, "log:LogRows", place="log"),
    "app.search": Beside(Scope.SEARCH, "search:SearchRows"),
    "app.settings": Beside(Scope.SETTINGS, "settings:SettingRows"),
}
"""The screens beside the queue, by the action that opens them, in the order of the row of places."""

_DIALOGS = {
    "app.help": "help:HelpScreen",
    "app.palette": "palette:Palette",
    "app.mine": "mining:MiningScreen",
}
"""Module and class, below `screens/dialogs`. If one returns the id of an action, that is done."""


def maker_of(action_id: str) -> "Callable[[], BaseScreen[Any]] | None":
    """What makes the screen that an action opens; none for an action that does something else."""
    if action_id in BESIDE:
        from dreamtui.tui.screens.browse.screen import BrowseScreen

        found = BESIDE[action_id]
        return partial(BrowseScreen, found.scope, _named(f"browse.{found.subject}"))
    return _named(f"dialogs.{_DIALOGS[action_id]}") if action_id in _DIALOGS else None


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(f"dreamtui.tui.screens.{module}"), name)
