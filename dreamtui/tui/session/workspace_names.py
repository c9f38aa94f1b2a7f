"""Names of several workspaces in one console, in front of the ids of what is theirs: `shop:1f0c…`."""

from collections.abc import Sequence


class WorkspaceNames:
    """Puts names in front of ids and takes them away; an id without a name belongs to the workspace under the cursor.

    A key is one id, or several with blanks between them, as drafts about several items have it.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)

    def split(self, name_and_id: str, here: str) -> tuple[str, str]:
        """The workspace of an id and the id it has there; `here` where no name stands in front."""
        name, _, rest = name_and_id.partition(":")
        return (name, rest) if rest and name in self._names else (here, name_and_id)

    def grouped(self, ids: Sequence[str], here: str) -> dict[str, list[str]]:
        """Ids by workspace, each without its name."""
        found: dict[str, list[str]] = {}
        for one in ids:
            name, rest = self.split(one, here)
            found.setdefault(name, []).append(rest)
        return found

    def added(self, name: str, key: str) -> str:
        """A key of one workspace as it is called here."""
        return " ".join(f"{name}:{one}" for one in key.split())

    def has_all(self, key: str) -> bool:
        """Whether a known name stands in front of every id of a key."""
        return all(one.partition(":")[0] in self._names and ":" in one for one in key.split())


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
