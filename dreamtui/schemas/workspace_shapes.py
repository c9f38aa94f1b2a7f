"""Shapes of what commands say about a workspace: `status`, `doctor`, `config`, `context`, `init`, `observe`."""

from typing import Any, Literal, TypedDict


class StatusOutput(TypedDict):
    """Where a workspace stands."""

    schema: Literal[1]
    """Version of this shape."""
    pending: int
    """Items that wait."""
    recurring: int
    """Decided items seen again."""
    deferred: int
    """Items put off."""
    flagged: int
    """Pending items with a risk."""
    oldest: str | None
    """First time of the oldest pending item."""
    outputs_out_of_date: list[str]
    """Outputs that a sync would write."""
    undecided: list[str]
    """Rules that nobody decided as they are: the file, what is wrong with it, and what agents are given of it."""
    problems: list[str]
    """What cannot be read or written, a sentence each."""
    last_run: str | None
    """When the last run was; null for never."""


class StatusSomewhere(StatusOutput):
    """Where one of several workspaces stands."""

    workspace: str
    """Its root."""


class StatusAllOutput(TypedDict):
    """Where every known workspace stands."""

    schema: Literal[1]
    """Version of this shape."""
    workspaces: list[StatusSomewhere]
    """The current one first."""


class FindingShape(TypedDict):
    """One line of doctor."""

    level: Literal["ok", "note", "problem"]
    """How bad it is."""
    what: str
    """What was found."""
    advice: str
    """What to do; empty when nothing is to be done."""


class DoctorOutput(TypedDict):
    """What was found, what is wrong, what to do."""

    schema: Literal[1]
    """Version of this shape."""
    findings: list[FindingShape]
    """Everything that was looked at."""


class SettingShape(TypedDict):
    """One setting."""

    name: str
    """Its dotted name."""
    value: Any
    """Its value, of the type the setting has."""
    source: str
    """The file it stands in, or `default`."""


class IdentityShape(TypedDict):
    """Who decides."""

    id: str
    """The identity."""
    source: str
    """Where it comes from."""


class ConfigOutput(TypedDict):
    """Every setting with its source."""

    schema: Literal[1]
    """Version of this shape."""
    settings: list[SettingShape]
    """All of them."""
    identity: IdentityShape
    """Who decides."""
    problems: list[str]
    """What is wrong in the files, a sentence each."""


class SizeShape(TypedDict):
    """What a text costs an agent."""

    lines: int
    """Lines."""
    bytes: int
    """Bytes."""
    tokens: int
    """Tokens, estimated."""


class LineShape(TypedDict):
    """A line that is loaded."""

    line: int
    """Its number in the file."""
    text: str
    """Its words."""
    from_: str | None
    """`from`: the rule or note it comes from; null for a person's line."""


class LoadedShape(SizeShape):
    """A file an agent is given."""

    path: str
    """Relative to the workspace when it lies inside, else absolute."""
    why: Literal["managed", "user", "ancestor", "project", "local", "import", "rule", "memory"]
    """Why it is loaded."""
    imported_by: str | None
    """`file:line` of the import; null for a file loaded for itself."""
    outside: bool
    """Whether it was imported from outside the workspace."""
    only_for: list[str]
    """Patterns of a rule that is loaded only when a file that fits is read."""
    hidden: int
    """Lines that no agent sees."""
    text: list[LineShape]
    """The lines that are loaded."""


class TroubleShape(TypedDict):
    """Something that is not loaded."""

    where: str
    """`file:line` of an import, or a file."""
    what: str
    """Why, in a sentence."""


class ContextOutput(TypedDict):
    """What an agent really loads here."""

    schema: Literal[1]
    """Version of this shape."""
    files: list[LoadedShape]
    """In the order they are loaded."""
    troubles: list[TroubleShape]
    """What is missing, too large or not readable."""
    always: SizeShape
    """What every session pays."""
    on_demand: SizeShape
    """What the rules limited to some files add when all of them are read."""


class InitOutput(TypedDict):
    """What `init` made."""

    schema: Literal[1]
    """Version of this shape."""
    root: str
    """The workspace."""
    home: str
    """Where its files are now."""
    done: list[str]
    """What was done, a sentence each."""


class ObserveOutput(TypedDict):
    """Where an event was written."""

    schema: Literal[1]
    """Version of this shape."""
    path: str
    """The log it went to."""
