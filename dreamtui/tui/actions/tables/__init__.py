"""The tables of actions, by the part of the console they belong to; together they are the registry."""

from dreamtui.tui.actions.tables import anywhere, dialogs, folder, promotions, proposal, review, screens, widgets

TABLES = (
    review.ACTIONS,
    proposal.ACTIONS,
    dialogs.ACTIONS,
    screens.ACTIONS,
    promotions.ACTIONS,
    folder.ACTIONS,
    anywhere.ACTIONS,
    widgets.ACTIONS,
)
"""In the order help shows them."""
