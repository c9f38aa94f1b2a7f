"""Actions of the secondary screens: history, memory, log, settings, help, palette and mining."""

from dreamtui.tui.actions import Action

ACTIONS: tuple[Action, ...] = ()
"""In the order help shows them."""
