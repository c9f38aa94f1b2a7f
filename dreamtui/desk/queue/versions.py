"""The versions that a workspace is at, read once and only if a rule holds until one."""

from functools import cached_property
from pathlib import Path

from dreamtui.text.versions import is_reached


class WorkspaceVersions:
    """Git tags and manifests of a workspace."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def _known(self) -> tuple[str, ...]:
        from dreamtui.sources.repository.versions import versions_of

        return versions_of(self._root)

    def stamp(self) -> str:
        """Differs when there are others."""
        return " ".join(self._known)

    def is_reached(self, version: str) -> bool:
        """Whether the workspace is at a version, or at a later one."""
        return is_reached(version, self._known)
