"""Where a rule goes: the files that agents read it in, as a person decided."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import NamedTuple

MOST_PATHS = 10
_LONGEST_PATH = 200


@unique
class Target(StrEnum):
    """The files that a rule goes to."""

    OUTPUTS = "outputs"
    """What `dreamtui.outputs` asks for, as every rule that nobody gave another target."""
    CLAUDE = "claude"
    RULES = "rules"
    AGENTS = "agents"
    MEMORY = "memory"
    USER = "user"

    @property
    def name_of_file(self) -> str:
        """What the file, or its folder, is called."""
        return TARGETS[self].file

    @property
    def loaded(self) -> str:
        """When an agent is given it, a few words."""
        return TARGETS[self].loaded

    @property
    def is_written_by_decision(self) -> bool:
        """Whether the decision itself writes the file, because it is no output: memory, or the person's own rules."""
        return TARGETS[self].by_decision


class TargetRow(NamedTuple):
    """One line of the table of targets."""

    file: str
    loaded: str
    by_decision: bool = False


TARGETS: Mapping[Target, TargetRow] = MappingProxyType(
    {
        Target.OUTPUTS: TargetRow("the outputs", "as configured"),
        Target.CLAUDE: TargetRow("CLAUDE.md", "in every session here"),
        Target.RULES: TargetRow(".claude/rules", "when a matching file is read"),
        Target.AGENTS: TargetRow("AGENTS.md", "by other agents, in every session"),
        Target.MEMORY: TargetRow("Claude's memory of this project", "one line in every session here", True),
        Target.USER: TargetRow("your own rules", "in every session of yours, in every project", True),
    }
)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a rule goes, and for which files it is loaded there."""

    target: Target = Target.OUTPUTS
    paths: tuple[str, ...] = ()
    """Patterns of the files that a rule in a folder of rules is loaded for; empty for always."""

    @property
    def keys(self) -> dict[str, object]:
        """As a comment or a record keeps it; nothing for the outputs."""
        named: dict[str, object] = {} if self.target is Target.OUTPUTS else {"to": self.target.value}
        return named | ({"paths": list(self.paths)} if self.paths else {})

    @property
    def written(self) -> str:
        """As a line of text each: the target, then its patterns."""
        return "\n".join((self.target, *self.paths))

    @property
    def said(self) -> str:
        """In a few words."""
        paths = f" for {', '.join(self.paths)}" if self.paths else ""
        return f"{self.target.name_of_file}{paths}"


OUTPUTS = Destination()
"""That of a rule without a target of its own."""


def destination_in(meta: Mapping[str, object]) -> Destination:
    """The destination in a comment or record; ValueError for one that this version does not know."""
    target, paths = meta.get("to", Target.OUTPUTS), meta.get("paths", [])
    if not isinstance(target, str) or target not in tuple(Target):
        raise ValueError("this version does not know its target")
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise ValueError("the paths it is loaded for are not a list")
    if paths and target not in {Target.RULES, Target.USER}:
        raise ValueError(f"a rule in {Target(target).name_of_file} is loaded for all files")
    if why := why_no_paths(paths):
        raise ValueError(why)
    return Destination(Target(target), tuple(paths))


def destination_written(text: str) -> Destination:
    """The destination of `Destination.written`; ValueError for anything else."""
    target, *paths = text.split("\n")
    return destination_in({"to": target, "paths": paths})


def why_no_paths(paths: Iterable[str]) -> str:
    """Why these patterns are not written into front matter, a clause; empty if they are."""
    listed = list(paths)
    if len(listed) > MOST_PATHS:
        return f"there are more than {MOST_PATHS} patterns"
    for path in listed:
        if not path.strip() or len(path) > _LONGEST_PATH or not path.isprintable():
            return "a pattern is empty, too long, or holds what cannot be printed"
        if path.startswith(("/", "~")) or ".." in path.split("/"):
            return f"the pattern {path} leads out of the workspace"
    return ""
