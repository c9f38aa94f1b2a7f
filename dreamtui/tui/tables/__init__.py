"""The tables of actions, by the part of the console they belong to; together they are the registry."""

from dreamtui.tui.tables import anywhere, dialogs, review, screens, widgets

TABLES = (review.ACTIONS, dialogs.ACTIONS, screens.ACTIONS, anywhere.ACTIONS, widgets.ACTIONS)
"""In the order help shows them."""
