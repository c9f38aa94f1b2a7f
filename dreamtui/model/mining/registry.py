"""An entry of the bug registry, as read from `docs/bug-registry*.md`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegistryEntry:
    """One known bug or anti-pattern and the files it is about."""

    id: str
    """`BUG-007`, or a slug of the heading."""
    title: str
    """The heading without the id."""
    files: tuple[str, ...] = ()
    """Paths and globs as written, in their order."""
    path: str = ""
    """The registry file, relative to the workspace."""
    line: int = 0
    """Line of the heading, from 1."""
    severity: str = ""
    """Lower-cased severity or priority; empty when not given."""
