"""What a console calls something in one of its workspaces: the name of the workspace, and the id it has there."""

from collections.abc import Sequence
from typing import NamedTuple


class Ref(NamedTuple):
    """An item, a decision, a rule, a note or a memory in one workspace.

    A tuple, because it is the key of the queue's rows: a hundred thousand are hashed and compared at a time.
    """

    workspace: str
    """The name of the workspace in this console; empty in a console over one alone."""
    id: str
    """The id it has there."""

    def __str__(self) -> str:
        """As it is shown, and kept in the files of a console over several workspaces: `shop:1f0c…`."""
        return f"{self.workspace}:{self.id}" if self.workspace else self.id


def parsed(text: str, workspaces: Sequence[str]) -> Ref:
    """The reference that is written so; without the name of a workspace there is, it is the id alone."""
    name, colon, rest = text.partition(":")
    return Ref(name, rest) if colon and rest and name in workspaces else Ref("", text)


def labels(names: Sequence[str]) -> list[str]:
    """A short name for each workspace, unique and without blanks and colons."""
    from dreamtui.text.inert import inert_line

    found: list[str] = []
    for name in names:
        plain = "-".join(inert_line(name).replace(":", "-").split()) or "workspace"
        number = 2
        label = plain
        while label in found:
            label, number = f"{plain}-{number}", number + 1
        found.append(label)
    return found
