"""Actions that open a screen, and where it is: its module is imported when it is first opened."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dreamtui.tui.screens.base import BaseScreen

SCREENS = {
    "app.help": "dreamtui.tui.screens.dialogs.help:HelpScreen",
    "app.palette": "dreamtui.tui.screens.dialogs.palette:Palette",
    "app.history": "dreamtui.tui.screens.history:HistoryScreen",
    "app.memory": "dreamtui.tui.screens.memory:MemoryScreen",
    "app.folders": "dreamtui.tui.screens.folder:FolderScreen",
    "app.promotions": "dreamtui.tui.screens.promotions:PromotionsScreen",
    "app.log": "dreamtui.tui.screens.log:LogScreen",
    "app.settings": "dreamtui.tui.screens.settings:SettingsScreen",
    "app.mine": "dreamtui.tui.screens.dialogs.mining:MiningScreen",
}
"""Module and class by the action. A screen that gives back an id of an action has it done."""


def screen_of(action_id: str) -> "type[BaseScreen[Any]] | None":
    """The screen an action opens; none for an action that does something else."""
    module, _, name = SCREENS.get(action_id, "").partition(":")
    found: type[BaseScreen[Any]] | None = getattr(import_module(module), name) if module else None
    return found
