"""What is known about the repository when a memory is held against it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dreamtui.model.claim import History


@dataclass(frozen=True, slots=True)
class World:
    """What is known about the repository; None where it is not known, so that nothing is said to be gone."""

    tracked: frozenset[str] | None = None
    """Every path that git tracks, relative to the root."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Old path to new path."""
    said: Sequence[tuple[str, str]] = ()
    """Lines that agents read anyway and their places: (`Run make test`, `CLAUDE.md:12`)."""
    branches: frozenset[str] | None = None
    """Names of the branches, local and remote, without the remote's name."""
    scripts: frozenset[str] | None = None
    """Commands the repository defines: `make test`, `npm run build`; None when unknown."""
    packages: frozenset[str] | None = None
    """Names of the packages it depends on, lower case; None when unknown."""
    symbols: frozenset[str] | None = None
    """Of the names that memories speak of, those that stand in the code; None when unknown."""
    changed_in: Mapping[str, str] = field(default_factory=dict)
    """Old path to the short name of the commit that moved or deleted it last."""
    deleted: frozenset[str] = frozenset()
    """Paths that the history has and the tree has not, moved ones among them."""
    untracked: frozenset[str] = frozenset()
    """Paths memories name that are on the disk although git does not track them."""
    ignored: frozenset[str] = frozenset()
    """Paths memories name that git ignores: made by a build, or private."""
    once: Mapping[str, str] | None = None
    """Symbols and packages that older states had, with the short name of one; None when nobody looked."""
    unsure: frozenset[str] = frozenset()
    """Symbols that only documents name, or that were not looked for to the end."""
    commits: Mapping[str, bool | None] = field(default_factory=dict)
    """Shas memories name, and whether there is such a commit; None where nobody can tell."""
    closed: frozenset[str] | None = None
    """Tools all of whose commands are in `scripts`; None for those that have any there."""
    grew: frozenset[str] = frozenset()
    """Short names of the commits of which it cannot be told whether a file that they deleted moved."""
    history: History = field(default_factory=History)
    """How much is known of which files were moved or deleted."""
    older: History = field(default_factory=History)
    """How much is known of the symbols and packages of older states."""
    narrow: bool = False
    """Whether only some branches were fetched, so that a commit may be on another one."""
