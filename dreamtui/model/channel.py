"""Through what somebody works with dreamtui; every command knows it, so it is apart from what a decision is."""

from enum import StrEnum, unique


@unique
class Channel(StrEnum):
    """Through what a decision was made."""

    CONSOLE = "console"
    LINES = "line mode"
    COMMAND = "command"
    ACTION = "action"
    """A command in an automatic job, such as a workflow of a forge."""
