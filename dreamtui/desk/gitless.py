"""What git says, where it can be asked: without git, or with a repository it cannot read, the rest goes on."""

from collections.abc import Callable
from typing import TypeVar

from dreamtui.model.errors import Refused

T = TypeVar("T")


def asked(question: Callable[[], T]) -> T | None:
    """The answer of git; None where it is not installed or cannot read the repository."""
    try:
        return question()
    except Refused:
        return None
